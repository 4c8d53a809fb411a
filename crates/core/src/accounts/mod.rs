//! Who may sign in, and for how long.

mod error;
mod passwords;
mod service;
mod sessions;
mod tokens;

pub use error::AccountError;
pub use service::{has_password, make_demo, make_staff, open_set_up, register_first_admin, set_up_code, sign_in_staff};
pub use sessions::{Identity, SignedIn, authenticate, refresh, sign_out};
pub use tokens::{Claims, TOKEN_LIFE_S};
