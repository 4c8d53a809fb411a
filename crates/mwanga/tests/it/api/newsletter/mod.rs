mod confirm;
mod preferences;
mod subscribe;
