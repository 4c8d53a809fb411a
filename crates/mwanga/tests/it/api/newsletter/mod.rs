mod clicks;
mod confirm;
mod drafts;
mod issues;
mod preferences;
mod schedule;
mod subscribe;
