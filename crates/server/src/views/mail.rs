use mwanga_store::entities::mail_log::Model;
use mwanga_store::types::{MailKind, MailLogId, MailStatus, Timestamp};
use serde::Serialize;

use crate::reader_addresses::ReaderAddresses;

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct EmailLogListView {
    pub data: Vec<EmailLogView>,
    /// All mails of the log; left out where a filter chooses among them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<u64>,
    pub page: u64,
    pub per_page: u64,
    /// Ask with `after` for what follows.
    pub next: Option<String>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct EmailLogView {
    pub id: MailLogId,
    pub recipient: String,
    pub subject: String,
    pub kind: MailKind,
    pub status: MailStatus,
    /// Why the last try did not succeed.
    pub error: Option<String>,
    pub attempts: i32,
    /// The first try.
    pub created_at: Timestamp,
    /// The last one.
    pub tried_at: Timestamp,
    /// When the mail server took it.
    pub sent_at: Option<Timestamp>,
}

impl EmailLogView {
    pub fn new(row: Model, addresses: ReaderAddresses) -> Self {
        let Model { id, recipient, subject, kind, status, error, attempts, created_at, tried_at, sent_at, .. } = row;
        let error = error.map(|error| addresses.within(error));
        let recipient = addresses.shown(&recipient);
        Self { id, recipient, subject, kind, status, error, attempts, created_at, tried_at, sent_at }
    }
}
