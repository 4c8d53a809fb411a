//! `/auth/admin`: sign-in and registration of staff.

mod login;
mod register;

pub use login::*;
pub use register::*;
