use mwanga_store::StoreError;
use mwanga_store::types::Timestamp;

use super::social::SocialError;
use crate::attempts::TooMany;
use crate::email::EmailError;

#[derive(Debug, thiserror::Error)]
pub enum AccountError {
    /// Unknown address, wrong password, or an account that may not sign in here: the caller must not learn which.
    #[error("e-mail address or password is wrong")]
    Invalid,
    #[error(transparent)]
    Email(#[from] EmailError),
    #[error("{0}")]
    Password(&'static str),
    #[error("{0}")]
    Username(&'static str),
    /// What was sent as the current password.
    #[error("{0}")]
    CurrentPassword(&'static str),
    /// Whoever confirms an address elsewhere than in its account's own session chooses a password.
    #[error("a password is needed to confirm this address")]
    PasswordNeeded { username: String, created_at: Timestamp },
    /// An account without a password is deleted by a mailed code, or after a sign-in of a moment ago.
    #[error("nothing shows that the account is theirs")]
    Confirm,
    /// Invites are for editors and administrators.
    #[error("this is no role of staff")]
    StaffRole,
    #[error("the invite was sent to another address")]
    InvitedOther,
    /// A mailed code that was used, is too old, or was never mailed.
    #[error("this code is not good")]
    Link,
    #[error("too many tries")]
    TooMany(TooMany),
    /// Nobody else could do what administrators do.
    #[error("this is the last administrator")]
    LastAdmin,
    /// No such session, invite or member of staff.
    #[error("there is no such thing")]
    NotFound,
    #[error("an account with this address exists")]
    EmailTaken,
    /// No set-up code, a wrong one, or there is an administrator already.
    #[error("registration is closed")]
    RegistrationClosed,
    /// No session was presented.
    #[error("not signed in")]
    Required,
    /// There was a session, and it has ended.
    #[error("the session has ended")]
    Ended,
    /// What was presented is none of our sessions.
    #[error("not a session of ours")]
    False,
    #[error(transparent)]
    Social(#[from] SocialError),
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Too many sign-ins at once; safe to repeat.
    #[error("too many sign-ins at once")]
    Busy,
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
