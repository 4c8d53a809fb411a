mod indexed;
mod limit;
mod media;
mod posts;
mod scale;
mod spellings;
mod suggest;
