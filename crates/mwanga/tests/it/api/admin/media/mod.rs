mod library;
mod record;
