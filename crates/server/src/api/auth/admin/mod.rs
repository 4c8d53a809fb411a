mod login;
mod register;

pub use login::*;
pub use register::*;
