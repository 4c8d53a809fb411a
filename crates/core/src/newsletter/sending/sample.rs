//! A mail of the demo publication that was refused.

use mwanga_store::entities::delivery::ActiveModel;
use mwanga_store::types::{DeliveryStatus, IssueId, MailStatus};
use mwanga_store::{StoreResult, queries};
use sea_orm::Set;

use super::super::sample::SampleFailure;
use super::{lease_ms, mail_id, mail_kind};
use crate::Core;
use crate::fold::one_line;
use crate::mail::{MailAttempt, log_row};

const LEASE: &str = "sample";
/// More than the demo has subscribers.
const LIMIT: u64 = 100;

/// Fails the mail to an address as a run does whose mail server refused it. One that is sent or failed already stays.
pub(in crate::newsletter) async fn fail_sample(core: &Core, id: IssueId, failure: &SampleFailure) -> StoreResult<()> {
    let (tx, now) = (core.store.begin().await?, core.now());
    let Some(issue) = queries::issues::get(&tx, id).await? else { return Ok(()) };
    let claimed = queries::deliveries::claim(&tx, id, LIMIT, LEASE, now.plus_ms(lease_ms(core)), now).await?;
    if let Some(delivery) = claimed.iter().find(|delivery| delivery.email == failure.email) {
        let set = ActiveModel {
            status: Set(DeliveryStatus::Failed),
            due_at: Set(None),
            lease: Set(None),
            attempts: Set(1),
            error: Set(Some(failure.error.to_owned())),
            changed_at: Set(now),
            ..Default::default()
        };
        queries::deliveries::record_outcome(&tx, LEASE, &[delivery.id], set).await?;
        if failure.is_bounce {
            queries::subscribers::mark_bounced(&tx, delivery.subscriber_id, failure.error, now).await?;
        }
        let attempt = MailAttempt {
            id: &mail_id(core, issue.created_at, delivery),
            kind: mail_kind(issue.kind),
            to: failure.email,
            subject: &one_line(&issue.subject),
            status: MailStatus::Failed,
            error: Some(failure.error),
        };
        queries::mail_log::record_attempts(&tx, vec![log_row(&attempt, now)]).await?;
    }
    queries::deliveries::release_leases(&tx, LEASE, now).await?;
    tx.commit().await
}
