mod clicks;
mod confirm;
mod issues;
mod notice_limit;
mod preferences;
mod schedule;
mod subscribe;
mod welcome;
