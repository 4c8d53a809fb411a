mod confirm;
mod subscribe;

pub use confirm::*;
pub use subscribe::*;
