use mwanga_core::accounts::SessionTokens;
use mwanga_core::email;
use mwanga_store::entities::session;
use mwanga_store::types::{Role, SessionKind, Timestamp};
use serde::Serialize;

/// A new token, and whose it is. Its life and claims: see the accounts part of the API's documentation.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SessionView {
    pub token: String,
    pub email: String,
    pub username: String,
    pub is_admin: bool,
    #[serde(rename = "isAdmin")]
    pub is_admin_camel: bool,
    pub role: Role,
    pub message: &'static str,
}

impl SessionView {
    pub fn new(signed_in: &SessionTokens, message: &'static str) -> Self {
        let is_admin = signed_in.role.is_staff();
        Self {
            token: signed_in.token.clone(),
            email: email::shown(&signed_in.email),
            username: signed_in.username.clone(),
            is_admin,
            is_admin_camel: is_admin,
            role: signed_in.role,
            message,
        }
    }
}

/// One of somebody's sessions.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct OwnSessionView {
    pub id: String,
    pub kind: SessionKind,
    pub created_at: Timestamp,
    /// To the hour.
    pub last_used_at: Timestamp,
    /// Whether this call was made with it.
    pub current: bool,
    /// The browser in words, such as "Chrome on Android"; empty where it is not known.
    pub device: String,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SessionListView {
    pub data: Vec<OwnSessionView>,
    pub total: usize,
    pub page: u64,
    pub per_page: u64,
}

impl SessionListView {
    pub fn new(sessions: Vec<session::Model>, current: &str) -> Self {
        let view = |session: session::Model| OwnSessionView {
            current: session.id == current,
            id: session.id,
            kind: session.kind,
            created_at: session.created_at,
            last_used_at: session.rotated_at,
            device: session.device,
        };
        Self { total: sessions.len(), data: sessions.into_iter().map(view).collect(), page: 1, per_page: 100 }
    }
}
