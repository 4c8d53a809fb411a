mod clicks;
mod confirm;
mod issues;
mod preferences;
mod schedule;
mod subscribe;
