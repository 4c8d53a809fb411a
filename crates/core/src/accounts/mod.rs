//! Who may sign in, and for how long.

mod account_rows;
mod browsers;
mod client;
mod deletion;
mod error;
mod mails;
mod passwords;
mod readers;
mod service;
mod sessions;
pub mod social;
mod staff;
mod tokens;

pub use client::{Client, device};
pub use deletion::{Proof, ask_deletion, delete};
pub use error::AccountError;
pub use mails::{SendAccountMail, samples};
pub use readers::{
    ask_reset, change_password, get, providers, register, rename, resend_verification, reset_password, sign_in_again,
    sign_in_reader, verify_email,
};
pub use service::{has_password, make_demo, make_staff, open_set_up, register_first_admin, set_up_code, sign_in_staff};
pub use sessions::{
    Identity, SignedIn, authenticate, end_session, refresh, sessions_of, sign_out, sign_out_everywhere, signed_in_here,
};
pub use staff::{Newsroom, accept_invite, find_invite, invite, newsroom, set_role, withdraw_invite};
pub use tokens::{Claims, TOKEN_LIFE_S};
