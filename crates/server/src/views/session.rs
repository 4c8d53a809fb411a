use mwanga_core::accounts::{Identity, SignedIn};
use mwanga_store::types::Role;
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
    pub fn new(signed_in: &SignedIn, message: &'static str) -> Self {
        let is_admin = signed_in.role.is_staff();
        Self {
            token: signed_in.token.clone(),
            email: signed_in.email.clone(),
            username: signed_in.username.clone(),
            is_admin,
            is_admin_camel: is_admin,
            role: signed_in.role,
            message,
        }
    }
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct ProfileView {
    pub email: String,
    pub username: String,
    pub role: Role,
    pub is_admin: bool,
    #[serde(rename = "isAdmin")]
    pub is_admin_camel: bool,
}

impl From<Identity> for ProfileView {
    fn from(identity: Identity) -> Self {
        let is_admin = identity.role.is_staff();
        Self { email: identity.email, username: identity.username, role: identity.role, is_admin, is_admin_camel: is_admin }
    }
}
