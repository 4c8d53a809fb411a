use mwanga_core::accounts::StaffList;
use mwanga_core::email;
use mwanga_store::entities::{account, staff_invite};
use mwanga_store::types::{AccountId, InviteId, Role, SocialProvider, Timestamp};
use serde::Serialize;

/// The signed-in account, and the role of this session.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct ProfileView {
    pub id: AccountId,
    pub email: String,
    pub username: String,
    /// Role of this session: `reader` where staff signed in as readers do.
    pub role: Role,
    pub is_admin: bool,
    #[serde(rename = "isAdmin")]
    pub is_admin_camel: bool,
    pub email_verified: bool,
    /// The social providers by which the account signs in.
    pub providers: Vec<SocialProvider>,
    pub has_password: bool,
    pub created_at: Timestamp,
}

impl ProfileView {
    /// `role`: that of the session.
    pub fn new(account: account::Model, role: Role, providers: Vec<SocialProvider>) -> Self {
        Self {
            id: account.id,
            email: email::shown(&account.email),
            username: account.username,
            role,
            is_admin: role.is_staff(),
            is_admin_camel: role.is_staff(),
            email_verified: account.email_verified_at.is_some(),
            providers,
            has_password: account.password_hash.is_some(),
            created_at: account.created_at,
        }
    }
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct ProfileSavedView {
    #[serde(flatten)]
    pub profile: ProfileView,
    pub message: &'static str,
}

/// An editor or administrator.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct StaffView {
    pub id: AccountId,
    pub email: String,
    pub username: String,
    pub role: Role,
    pub created_at: Timestamp,
    /// To the hour; null for somebody who was not here lately.
    #[schema(required)]
    pub last_used_at: Option<Timestamp>,
}

/// An open invite.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct InviteView {
    pub id: InviteId,
    pub email: String,
    pub role: Role,
    pub created_at: Timestamp,
    pub expires_at: Timestamp,
}

impl From<staff_invite::Model> for InviteView {
    fn from(invite: staff_invite::Model) -> Self {
        Self {
            id: invite.id,
            email: email::shown(&invite.email),
            role: invite.role,
            created_at: invite.created_at,
            expires_at: invite.expires_at,
        }
    }
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct InvitedView {
    #[serde(flatten)]
    pub invite: InviteView,
    pub message: &'static str,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct StaffListView {
    /// Oldest account first.
    pub data: Vec<StaffView>,
    /// Newest first.
    pub invites: Vec<InviteView>,
}

impl From<StaffList> for StaffListView {
    fn from(newsroom: StaffList) -> Self {
        let staff = |(account, last_used_at): (account::Model, Option<Timestamp>)| StaffView {
            id: account.id,
            email: email::shown(&account.email),
            username: account.username,
            role: account.role,
            created_at: account.created_at,
            last_used_at,
        };
        Self {
            data: newsroom.staff.into_iter().map(staff).collect(),
            invites: newsroom.invites.into_iter().map(InviteView::from).collect(),
        }
    }
}
