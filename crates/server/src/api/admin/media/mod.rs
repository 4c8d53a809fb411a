mod record;

pub use record::*;
