use mwanga_core::email;
use mwanga_core::newsletter::subscribers::ListedSubscriber;
use mwanga_store::types::{SubscriberId, SubscriberStatus, Timestamp};
use serde::Serialize;

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SubscriberListView {
    pub data: Vec<SubscriberView>,
    /// All subscribers; left out where a filter chooses among them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<u64>,
    pub page: u64,
    pub per_page: u64,
    /// Ask with `after` for what follows.
    pub next: Option<String>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SubscriberView {
    pub id: SubscriberId,
    pub email: String,
    pub status: SubscriberStatus,
    /// No newsletter goes to the address, until the suppression is lifted or the reader confirms anew.
    pub suppressed: bool,
    /// The mail server's words, where it refused the address.
    pub reason: Option<String>,
    /// When the address was suppressed, else left, confirmed or asked for, as its status says; `null` where nobody knows
    /// when somebody left.
    pub since: Option<Timestamp>,
}

impl From<ListedSubscriber> for SubscriberView {
    fn from((row, suppression): ListedSubscriber) -> Self {
        let of_status = match row.status {
            SubscriberStatus::Pending => Some(row.requested_at),
            SubscriberStatus::Confirmed => row.confirmed_at,
            SubscriberStatus::Unsubscribed | SubscriberStatus::Bounced => row.left_at,
        };
        let since = suppression.as_ref().map(|row| row.at).or(of_status);
        Self {
            id: row.id,
            email: email::shown(&row.email),
            status: row.status,
            suppressed: suppression.is_some() || row.status == SubscriberStatus::Bounced,
            reason: suppression.map(|row| row.why),
            since,
        }
    }
}
