//! Security log (audit events of accounts), under the target `security`: the table in `docs/operations.md`.
//!
//! Who, from which network and by which call stand in the request's span, which the server opens. No line holds a
//! secret or an address.

use mwanga_store::types::{AccountId, Role, SessionKind};

/// A security event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    SignedIn,
    SignInFailed,
    NewBrowser,
    SignedOut,
    SignedOutEverywhere,
    SessionReplayed,
    Registered,
    AddressConfirmed,
    PasswordChanged,
    RoleChanged,
    Invited,
    InviteWithdrawn,
    InviteAccepted,
    AccountDeleted,
    Exported,
    Refunded,
    Forbidden,
    Limited,
}

impl Event {
    pub const ALL: [Self; 18] = [
        Self::SignedIn,
        Self::SignInFailed,
        Self::NewBrowser,
        Self::SignedOut,
        Self::SignedOutEverywhere,
        Self::SessionReplayed,
        Self::Registered,
        Self::AddressConfirmed,
        Self::PasswordChanged,
        Self::RoleChanged,
        Self::Invited,
        Self::InviteWithdrawn,
        Self::InviteAccepted,
        Self::AccountDeleted,
        Self::Exported,
        Self::Refunded,
        Self::Forbidden,
        Self::Limited,
    ];

    /// As the log names it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::SignedIn => "signed_in",
            Self::SignInFailed => "sign_in_failed",
            Self::NewBrowser => "new_browser",
            Self::SignedOut => "signed_out",
            Self::SignedOutEverywhere => "signed_out_everywhere",
            Self::SessionReplayed => "session_replayed",
            Self::Registered => "registered",
            Self::AddressConfirmed => "address_confirmed",
            Self::PasswordChanged => "password_changed",
            Self::RoleChanged => "role_changed",
            Self::Invited => "invited",
            Self::InviteWithdrawn => "invite_withdrawn",
            Self::InviteAccepted => "invite_accepted",
            Self::AccountDeleted => "account_deleted",
            Self::Exported => "exported",
            Self::Refunded => "refunded",
            Self::Forbidden => "forbidden",
            Self::Limited => "limited",
        }
    }
}

/// Details of an event, besides who did it.
#[derive(Clone, Copy, Debug, Default)]
pub struct EventDetails<'a> {
    /// Whose account it happened to.
    pub account: Option<AccountId>,
    pub kind: Option<SessionKind>,
    pub role: Option<Role>,
    /// Such as the number of an order, or the name of a list.
    pub subject: &'a str,
}

impl EventDetails<'_> {
    pub fn account(id: AccountId) -> Self {
        Self { account: Some(id), ..Self::default() }
    }
}

/// Logs a security event.
pub fn log(event: Event, about: EventDetails<'_>) {
    let EventDetails { account, kind, role, subject } = about;
    let (kind, role) = (kind.map_or("", SessionKind::as_str), role.map_or("", Role::as_str));
    let account = account.map(|id| id.to_string()).unwrap_or_default();
    tracing::info!(target: "security", event = event.as_str(), of_account = account, kind, role, subject);
}
