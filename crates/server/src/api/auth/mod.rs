//! `/auth`: accounts, sessions and social sign-in of readers.

mod account;
pub mod admin;
mod change_password;
mod login_user;
mod logout;
mod logout_everywhere;
mod password;
mod profile;
mod refresh;
mod register_user;
mod resend_verification;
mod reset_password;
mod sessions;
mod social_callback;
mod social_login;
mod verify_email;

pub use account::*;
pub use change_password::*;
pub use login_user::*;
pub use logout::*;
pub use logout_everywhere::*;
pub use password::*;
pub use profile::*;
pub use refresh::*;
pub use register_user::*;
pub use resend_verification::*;
pub use reset_password::*;
pub use sessions::*;
pub use social_callback::*;
pub use social_login::*;
pub use verify_email::*;
