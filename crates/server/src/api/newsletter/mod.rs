mod confirm;
mod preferences;
mod subscribe;
mod topics;

pub use confirm::*;
pub use preferences::*;
pub use subscribe::*;
pub use topics::*;
