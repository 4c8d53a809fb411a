//! Errors of accounts.

use mwanga_store::StoreError;
use mwanga_store::types::Timestamp;

use super::social::SocialError;
use crate::attempts::TooMany;
use crate::email::EmailError;

/// Why an operation on an account failed.
#[derive(Debug, thiserror::Error)]
pub enum AccountError {
    /// Unknown address, wrong password, or an account that may not sign in here: the caller must not learn which.
    #[error("e-mail address or password is wrong")]
    InvalidCredentials,
    #[error(transparent)]
    Email(#[from] EmailError),
    #[error("{0}")]
    Password(&'static str),
    #[error("{0}")]
    Username(&'static str),
    /// The current password is missing or wrong.
    #[error("{0}")]
    CurrentPassword(&'static str),
    /// Verifying an address outside a session of its account needs a new password.
    #[error("a password is needed to confirm this address")]
    PasswordNeeded { username: String, created_at: Timestamp },
    /// Deleting an account without a password needs a mailed code or a recent sign-in.
    #[error("nothing shows that the account is theirs")]
    ProofRequired,
    /// Invites are for editors and administrators.
    #[error("the invite was sent to another address")]
    InviteForOtherAddress,
    /// A mailed code that is used, expired or unknown.
    #[error("this code is not good")]
    InvalidCode,
    #[error("too many tries")]
    TooMany(TooMany),
    /// The last administrator cannot be deleted or demoted.
    #[error("this is the last administrator")]
    LastAdmin,
    /// No such session, invite or member of staff.
    #[error("there is no such thing")]
    NotFound,
    #[error("an account with this address exists")]
    EmailTaken,
    /// No set-up code or a wrong one, while there is no administrator.
    #[error("the set-up code is wrong")]
    WrongSetUpCode,
    /// There is an administrator already.
    #[error("registration is closed")]
    RegistrationClosed,
    /// No session was presented.
    #[error("not signed in")]
    NotSignedIn,
    /// There was a session, and it has ended.
    #[error("the session has ended")]
    SessionEnded,
    /// The token is not signed by this site.
    #[error("not a session of ours")]
    InvalidToken,
    #[error(transparent)]
    Social(#[from] SocialError),
    #[error(transparent)]
    Store(#[from] StoreError),
    /// No turn to hash a password within the timeout; safe to retry.
    #[error("too many sign-ins at once")]
    TooManyHashes,
    /// The account stands higher than the role it was to get.
    #[error("this account is an administrator: it keeps that role")]
    WouldDemote,
    #[error("password hashing: {0}")]
    Hashing(String),
}

impl From<sea_orm::DbErr> for AccountError {
    fn from(error: sea_orm::DbErr) -> Self {
        Self::Store(error.into())
    }
}
