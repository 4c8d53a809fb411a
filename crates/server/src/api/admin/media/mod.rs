mod library;
mod record;

pub use library::*;
pub use record::*;
