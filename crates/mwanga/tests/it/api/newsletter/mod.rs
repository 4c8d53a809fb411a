mod confirm;
mod subscribe;
