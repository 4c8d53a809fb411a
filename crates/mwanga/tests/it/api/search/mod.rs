mod limit;
mod media;
mod posts;
