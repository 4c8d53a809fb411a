//! Set-up: six questions for a fresh publication, for administrators. Answers are saved as settings and posts.

mod answer;
mod read;
mod sample_posts;
mod update;

pub use answer::*;
pub use read::*;
pub use sample_posts::*;
pub use update::*;
