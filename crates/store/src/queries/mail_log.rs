use sea_orm::sea_query::{Expr, ExprTrait, OnConflict};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect,
    QueryTrait, Select,
};

use crate::StoreResult;
use crate::entities::mail_log::{ActiveModel, Column, Entity, Model};
use crate::types::{MailKind, MailLogId, MailStatus, Timestamp};

/// Error of a mail whose process ended between sending its data and the answer. Part of an SQL text: no apostrophes.
const INTERRUPTED_ERROR: &str = "The process ended before the mail server said whether it took it.";

/// Records the outcome of delivery attempts, at most one per mail (upsert by mail id). A mail that was attempted before
/// keeps its row and `created_at`; `sent` stays, and `uncertain` stays until the mail is known to be sent.
pub async fn record_attempts(db: &impl ConnectionTrait, rows: Vec<ActiveModel>) -> StoreResult<()> {
    let stays = "mail_log.status = 'sent' OR (mail_log.status = 'uncertain' AND excluded.status <> 'sent')";
    let unless_it_stays =
        |column: &str| Expr::cust(format!("CASE WHEN {stays} THEN mail_log.{column} ELSE excluded.{column} END"));
    let known = OnConflict::column(Column::MailId)
        .value(Column::Status, unless_it_stays("status"))
        .value(Column::Error, unless_it_stays("error"))
        .value(Column::SentAt, unless_it_stays("sent_at"))
        .value(Column::Attempts, Expr::cust("mail_log.attempts + 1"))
        .update_column(Column::TriedAt)
        .to_owned();
    Entity::insert_many(rows).on_conflict(known).exec_without_returning(db).await?;
    Ok(())
}

/// Records that the data of a mail is about to be sent (write-ahead), so that the mail has a row even if the process
/// ends. The row's status is `sending`; the attempt is counted when it ends.
pub async fn record_sending(db: &impl ConnectionTrait, row: ActiveModel) -> StoreResult<()> {
    // A row that is `sending` already was interrupted in another process.
    let status = "CASE mail_log.status WHEN 'sent' THEN 'sent' WHEN 'sending' THEN 'uncertain' WHEN 'uncertain' THEN 'uncertain' ELSE 'sending' END";
    let error = format!(
        "CASE mail_log.status WHEN 'sending' THEN '{INTERRUPTED_ERROR}' WHEN 'uncertain' THEN mail_log.error END"
    );
    let known = OnConflict::column(Column::MailId)
        .value(Column::Status, Expr::cust(status))
        .value(Column::Error, Expr::cust(error))
        .update_column(Column::TriedAt)
        .to_owned();
    Entity::insert(row).on_conflict(known).exec_without_returning(db).await?;
    Ok(())
}

/// Whether a mail is known to be sent.
pub async fn is_sent(db: &impl ConnectionTrait, mail_id: &str) -> StoreResult<bool> {
    let sent = Entity::find().filter(Column::MailId.eq(mail_id)).filter(Column::Status.eq(MailStatus::Sent));
    Ok(sent.count(db).await? > 0)
}

/// Whether the data of a mail went out, whatever became of it: a server may have it.
pub async fn may_be_sent(db: &impl ConnectionTrait, mail_id: &str) -> StoreResult<bool> {
    let handed_over = [MailStatus::Sending, MailStatus::Sent, MailStatus::Uncertain];
    let mails = Entity::find().filter(Column::MailId.eq(mail_id)).filter(Column::Status.is_in(handed_over));
    Ok(mails.count(db).await? > 0)
}

/// Marks mails uncertain whose data was sent before `before` without a recorded answer; answers how many.
pub async fn mark_interrupted(db: &impl ConnectionTrait, before: Timestamp) -> StoreResult<u64> {
    let interrupted = Entity::update_many()
        .col_expr(Column::Status, Expr::val(MailStatus::Uncertain.as_str()))
        .col_expr(Column::Error, Expr::val(INTERRUPTED_ERROR))
        .col_expr(Column::Attempts, Expr::col(Column::Attempts).add(1));
    Ok(interrupted
        .filter(Column::Status.eq(MailStatus::Sending))
        .filter(Column::TriedAt.lt(before))
        .exec(db)
        .await?
        .rows_affected)
}

/// Filter of the mail log.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Prefix of the address, lower-case; empty for all.
    pub recipient: String,
    pub status: Option<MailStatus>,
    pub kind: Option<MailKind>,
}

/// Cursor of the mail log: rows after it are older, or in a search by address follow in alphabetical order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailLogCursor {
    pub id: MailLogId,
    /// Empty without a search by address.
    pub recipient_key: String,
}

impl Filter {
    fn select(&self) -> Select<Entity> {
        let mut condition = Condition::all();
        if !self.recipient.is_empty() {
            condition = condition.add(Column::RecipientKey.gte(&self.recipient));
            if let Some(end) = prefix_upper_bound(&self.recipient) {
                condition = condition.add(Column::RecipientKey.lt(end));
            }
        }
        if let Some(status) = self.status {
            condition = condition.add(Column::Status.eq(status));
        }
        if let Some(kind) = self.kind {
            condition = condition.add(Column::Kind.eq(kind));
        }
        Entity::find().filter(condition)
    }
}

/// Mails of a filter, newest first; in a search by address by address, then newest first. From an offset or after a
/// cursor.
pub async fn list(
    db: &impl ConnectionTrait,
    filter: &Filter,
    after: Option<&MailLogCursor>,
    offset: u64,
    limit: u64,
) -> StoreResult<Vec<Model>> {
    let mut select = filter.select();
    if !filter.recipient.is_empty() {
        if let Some(MailLogCursor { id, recipient_key }) = after {
            let same = Condition::all().add(Column::RecipientKey.eq(recipient_key)).add(Column::Id.lt(*id));
            select = select.filter(Condition::any().add(Column::RecipientKey.gt(recipient_key)).add(same));
        }
        select = select.order_by_asc(Column::RecipientKey);
    } else if let Some(key) = after {
        select = select.filter(Column::Id.lt(key.id));
    }
    Ok(select.order_by_desc(Column::Id).offset(offset).limit(limit).all(db).await?)
}

/// Number of mails with ids above `id`.
pub async fn count_after(db: &impl ConnectionTrait, id: MailLogId) -> StoreResult<u64> {
    Ok(Entity::find().filter(Column::Id.gt(id)).count(db).await?)
}

pub async fn newest_id(db: &impl ConnectionTrait) -> StoreResult<Option<MailLogId>> {
    Ok(Entity::find().select_only().column(Column::Id).order_by_desc(Column::Id).limit(1).into_tuple().one(db).await?)
}

/// Marks up to `limit` mails failed that were to be retried but were last attempted before `before`; answers how many.
pub async fn fail_abandoned(db: &impl ConnectionTrait, before: Timestamp, limit: u64) -> StoreResult<u64> {
    let left = Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(Column::Status.eq(MailStatus::Retrying))
        .filter(Column::TriedAt.lt(before));
    let left = left.order_by_asc(Column::TriedAt).limit(limit).into_query();
    let set = ActiveModel { status: sea_orm::Set(MailStatus::Failed), ..Default::default() };
    // Filtered again: a mail may be retried between the subquery and the update.
    let update = Entity::update_many()
        .set(set)
        .filter(Column::Status.eq(MailStatus::Retrying))
        .filter(Column::TriedAt.lt(before));
    Ok(update.filter(Column::Id.in_subquery(left)).exec(db).await?.rows_affected)
}

/// Deletes up to `limit` mails that were first attempted before `before`; answers how many.
pub async fn delete_older(db: &impl ConnectionTrait, before: Timestamp, limit: u64) -> StoreResult<u64> {
    // Ids grow with time: the oldest rows are the first ones.
    let oldest: Vec<(MailLogId, Timestamp)> = Entity::find()
        .select_only()
        .columns([Column::Id, Column::CreatedAt])
        .order_by_asc(Column::Id)
        .limit(limit)
        .into_tuple()
        .all(db)
        .await?;
    let due: Vec<MailLogId> = oldest.into_iter().filter(|(_, at)| *at < before).map(|(id, _)| id).collect();
    if due.is_empty() {
        return Ok(0);
    }
    Ok(Entity::delete_many().filter(Column::Id.is_in(due)).exec(db).await?.rows_affected)
}

/// Exclusive upper bound of all texts with this prefix, for a range scan; `None` where there is none.
pub(super) fn prefix_upper_bound(prefix: &str) -> Option<String> {
    let mut text: Vec<char> = prefix.chars().collect();
    while let Some(last) = text.pop() {
        let next = (u32::from(last) + 1..=u32::from(char::MAX)).find_map(char::from_u32);
        if let Some(next) = next {
            text.push(next);
            return Some(text.into_iter().collect());
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_upper_bound_of_a_prefix_increments_its_last_character() {
        for (prefix, end) in [
            ("amina", Some("aminb")),
            ("a\u{d7ff}", Some("a\u{e000}")),
            ("a\u{10ffff}", Some("b")),
            ("\u{10ffff}", None),
        ] {
            assert_eq!(prefix_upper_bound(prefix).as_deref(), end, "{prefix}");
        }
    }
}
