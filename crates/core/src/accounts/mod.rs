//! Accounts: authentication, sessions, staff and account deletion.
//!
//! - `readers`, `staff`: registration, profile, invites and roles; `account_rows`: the rows that both write;
//! - `service`: sign-in by password, the first administrator; `social`: sign-in by OAuth 2.0 and OpenID Connect;
//! - `sessions` with `tokens`: bearer tokens and refresh cookies; `client` and `browsers`: where a sign-in comes from;
//! - `passwords`: policy and hashing; `deletion`: closing an account;
//! - `mails`: the mails of all of these; `error`: what callers can act on.

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

pub use client::{Client, device_name};
pub use deletion::{DeletionProof, delete, request_deletion};
pub use error::AccountError;
pub(crate) use mails::SendAccountMail;
pub use mails::samples;
pub(crate) use passwords::HashingLimit;
pub use readers::{
    change_password, get, linked_providers, register, rename, repeat_registration, request_reset, resend_verification,
    reset_password, sign_in_reader, verify_email,
};
pub use service::{
    create_demo, create_staff, open_set_up, register_first_admin, set_up_code, sign_in_staff, verify_password,
};
pub use sessions::{
    Identity, SessionTokens, authenticate, end_session, list_sessions, live_administrator, refresh, sign_out,
    sign_out_everywhere, signed_in_accounts,
};
pub use staff::{StaffList, accept_invite, find_invite, invite, list_staff, set_role, withdraw_invite};
pub use tokens::{Claims, TOKEN_TTL_S};
