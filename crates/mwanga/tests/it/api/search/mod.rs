mod indexed;
mod limit;
mod media;
mod posts;
mod scale;
mod scripts;
mod spellings;
mod suggest;
