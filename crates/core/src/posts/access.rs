//! Who may read the whole of a post.

use mwanga_store::StoreResult;
use mwanga_store::entities::post::Model;
use mwanga_store::types::{Access, SessionKind};

use crate::accounts::Identity;
use crate::subscriptions::Entitlement;
use crate::{Core, subscriptions};

/// Whether somebody may read all of a post, and what is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MayRead {
    Yes,
    /// It is for subscribers.
    NotSubscribed,
    /// It is paid for, and their address is not confirmed yet.
    AddressUnconfirmed,
}

/// Whether somebody with a session may read all of a post: staff at work everything, readers what their account or their subscription unlocks.
pub async fn may_read(core: &Core, who: &Identity, post: &Model) -> StoreResult<MayRead> {
    if post.access != Access::Subscribers || (who.kind == SessionKind::Staff && who.role.is_staff()) {
        return Ok(MayRead::Yes);
    }
    Ok(match subscriptions::entitlement(core, who.account_id).await? {
        Entitlement::Paid => MayRead::Yes,
        Entitlement::Waits => MayRead::AddressUnconfirmed,
        Entitlement::Unpaid => MayRead::NotSubscribed,
    })
}
