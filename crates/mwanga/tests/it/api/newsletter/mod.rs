mod confirm;
mod issues;
mod preferences;
mod subscribe;
