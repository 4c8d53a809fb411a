use std::collections::HashMap;

use sea_orm::sea_query::{Expr, ExprTrait, Query};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect,
    QueryTrait, Select,
};

use crate::entities::delivery;
use crate::entities::issue::{ActiveModel, Column, Entity, Model};
use crate::types::{DeliveryStatus, IssueId, IssueKind, IssueStatus, PostId, Timestamp};
use crate::{StoreResult, Transaction};

pub async fn insert(db: &impl ConnectionTrait, row: ActiveModel) -> StoreResult<Model> {
    Ok(Entity::insert(row).exec_with_returning(db).await?)
}

pub async fn get(db: &impl ConnectionTrait, id: IssueId) -> StoreResult<Option<Model>> {
    Ok(Entity::find_by_id(id).one(db).await?)
}

/// The issue, its row locked until the transaction ends.
pub async fn lock_by_id(db: &impl ConnectionTrait, id: IssueId) -> StoreResult<Option<Model>> {
    Ok(Entity::find_by_id(id).lock_exclusive().one(db).await?)
}

pub async fn by_day(db: &impl ConnectionTrait, day: &str) -> StoreResult<Option<Model>> {
    Ok(Entity::find().filter(Column::Day.eq(day)).one(db).await?)
}

pub async fn by_post(db: &impl ConnectionTrait, post: PostId) -> StoreResult<Option<Model>> {
    Ok(Entity::find().filter(Column::PostId.eq(post)).one(db).await?)
}

/// Statuses of issues that nobody gets.
const UNSENT: [IssueStatus; 2] = [IssueStatus::Undone, IssueStatus::Skipped];

/// The notices of these posts to everyone that were made after `after`, neither undone nor skipped.
pub async fn notices_of(
    db: &impl ConnectionTrait,
    posts: impl IntoIterator<Item = PostId>,
    after: Timestamp,
) -> StoreResult<Vec<Model>> {
    let notices = Entity::find()
        .filter(Column::Kind.eq(IssueKind::Notify))
        .filter(Column::PostId.is_in(posts))
        .filter(Column::CreatedAt.gt(after))
        .filter(Column::Topic.is_null())
        .filter(Column::Status.is_not_in(UNSENT));
    Ok(notices.all(db).await?)
}

/// The newest notices, neither undone nor skipped.
pub async fn newest_notices(db: &impl ConnectionTrait, limit: u64) -> StoreResult<Vec<Model>> {
    let notices = Entity::find().filter(Column::Kind.eq(IssueKind::Notify)).filter(Column::Status.is_not_in(UNSENT));
    Ok(notices.order_by_desc(Column::Id).limit(limit).all(db).await?)
}

/// Those of these notices that went out. One that waits or goes out counts, since it starts at once; one that reached
/// nobody does not.
pub async fn that_went_out(db: &impl ConnectionTrait, mut notices: Vec<Model>) -> StoreResult<Vec<Model>> {
    let ids: Vec<_> = notices.iter().map(|notice| notice.id).collect();
    let mut counts = counts(db, &ids).await?;
    let mut reached_nobody = Vec::new();
    for notice in &notices {
        let counts = saved_counts(notice)?.or_else(|| counts.remove(&notice.id)).unwrap_or_default();
        let has_arrived = |(status, count): &(DeliveryStatus, u64)| {
            matches!(status, DeliveryStatus::Sent | DeliveryStatus::Uncertain) && *count > 0
        };
        if notice.status == IssueStatus::Sent && !counts.iter().any(has_arrived) {
            reached_nobody.push(notice.id);
        }
    }
    notices.retain(|notice| !reached_nobody.contains(&notice.id));
    Ok(notices)
}

/// The posts whose notice was skipped after `after`.
pub async fn skipped_posts(db: &impl ConnectionTrait, after: Timestamp) -> StoreResult<Vec<PostId>> {
    let skipped = Entity::find()
        .select_only()
        .column(Column::PostId)
        .filter(Column::Status.eq(IssueStatus::Skipped))
        .filter(Column::CreatedAt.gt(after));
    let posts: Vec<Option<PostId>> = skipped.order_by_asc(Column::Id).into_tuple().all(db).await?;
    Ok(posts.into_iter().flatten().collect())
}

/// The newest issue with the same fingerprint that was created after `after` and not undone.
pub async fn find_duplicate(
    db: &impl ConnectionTrait,
    fingerprint: &str,
    after: Timestamp,
) -> StoreResult<Option<Model>> {
    let duplicates = Entity::find()
        .filter(Column::Fingerprint.eq(fingerprint))
        .filter(Column::CreatedAt.gt(after))
        .filter(Column::Status.ne(IssueStatus::Undone));
    Ok(duplicates.order_by_desc(Column::CreatedAt).one(db).await?)
}

/// Digests to look at: an old draft may be sent after a newer one, but hardly after so many.
const NEWEST_DIGESTS: u64 = 20;

/// The newest digests that were not undone. One of a topic reaches only some of the readers, and is left out.
fn newest_digests() -> Select<Entity> {
    let digests = Entity::find()
        .filter(Column::Kind.ne(IssueKind::Notify))
        .filter(Column::Topic.is_null())
        .filter(Column::Status.ne(IssueStatus::Undone));
    digests.order_by_desc(Column::Id).limit(NEWEST_DIGESTS)
}

/// Until when published posts are covered by a digest that was not undone; what says a moment after `now` was written
/// by a clock that was ahead, and does not count.
pub async fn covered_until(db: &impl ConnectionTrait, now: Timestamp) -> StoreResult<Option<Timestamp>> {
    let newest = newest_digests().select_only().columns([Column::CoversUntil, Column::CreatedAt]);
    let rows: Vec<(Option<Timestamp>, Timestamp)> = newest.into_tuple().all(db).await?;
    let ends = rows.into_iter().map(|(covers_until, created_at)| covers_until.unwrap_or(created_at));
    Ok(ends.filter(|end| *end <= now).max())
}

/// The texts of the newest digests that were not undone.
pub async fn digest_texts(db: &impl ConnectionTrait) -> StoreResult<Vec<String>> {
    Ok(newest_digests().select_only().column(Column::Html).into_tuple().all(db).await?)
}

/// Updates an issue whose status is one of `from` (compare-and-set); `false` where it is not.
pub async fn update_if_status(
    db: &impl ConnectionTrait,
    id: IssueId,
    from: &[IssueStatus],
    set: ActiveModel,
) -> StoreResult<bool> {
    let update =
        Entity::update_many().set(set).filter(Column::Id.eq(id)).filter(Column::Status.is_in(from.iter().copied()));
    Ok(update.exec(db).await?.rows_affected == 1)
}

/// Ids of the issues that are being sent, oldest first.
pub async fn list_sending(db: &impl ConnectionTrait) -> StoreResult<Vec<IssueId>> {
    let sending = Entity::find().select_only().column(Column::Id).filter(Column::Status.eq(IssueStatus::Sending));
    Ok(sending.order_by_asc(Column::Id).into_tuple().all(db).await?)
}

/// Issues that wait, go out or are paused, oldest first.
pub async fn unfinished(db: &impl ConnectionTrait) -> StoreResult<Vec<Model>> {
    let states = [IssueStatus::Waiting, IssueStatus::Sending, IssueStatus::Paused];
    Ok(Entity::find().filter(Column::Status.is_in(states)).order_by_asc(Column::Id).all(db).await?)
}

/// Marks an issue sent when none of its deliveries is queued or claimed any more; `true` where this call did it.
pub async fn finish(db: &Transaction, id: IssueId, now: Timestamp) -> StoreResult<bool> {
    // Locked first: after waiting for the row, PostgreSQL would evaluate the subquery as of before the wait, and
    // whoever queues deliveries again holds this lock.
    lock_by_id(db, id).await?;
    let open = Query::select()
        .expr(Expr::val(1))
        .from(delivery::Entity)
        .and_where(Expr::col((delivery::Entity, delivery::Column::IssueId)).eq(id.0))
        .and_where(
            Expr::col((delivery::Entity, delivery::Column::Status))
                .is_in([DeliveryStatus::Queued.as_str(), DeliveryStatus::Claimed.as_str()]),
        )
        .take();
    let set = ActiveModel {
        status: sea_orm::Set(IssueStatus::Sent),
        finished_at: sea_orm::Set(Some(now)),
        ..Default::default()
    };
    let update =
        Entity::update_many().set(set).filter(Column::Id.eq(id)).filter(Column::Status.eq(IssueStatus::Sending));
    if update.filter(Expr::exists(open).not()).exec(db).await?.rows_affected == 0 {
        return Ok(false);
    }
    let counts = counts(db, &[id]).await?.remove(&id).unwrap_or_default();
    // The outcome of an uncertain delivery may still be recorded.
    if !counts.iter().any(|(status, _)| *status == DeliveryStatus::Uncertain) {
        save_counts(db, id, &counts).await?;
    }
    Ok(true)
}

/// Saves the delivery counts of a finished issue, so that they are not counted again.
async fn save_counts(db: &Transaction, id: IssueId, counts: &[(DeliveryStatus, u64)]) -> StoreResult<()> {
    let set = ActiveModel { kept_counts: sea_orm::Set(Some(serde_json::to_string(counts)?)), ..Default::default() };
    update_if_status(db, id, &[IssueStatus::Sent], set).await?;
    Ok(())
}

/// Delivery counts saved by [`save_counts`]; `None` for an issue whose deliveries are still counted.
pub fn saved_counts(issue: &Model) -> StoreResult<Option<Vec<(DeliveryStatus, u64)>>> {
    Ok(issue.kept_counts.as_deref().map(serde_json::from_str).transpose()?)
}

/// All issues, newest first.
pub async fn list(db: &impl ConnectionTrait, offset: u64, limit: u64) -> StoreResult<Vec<Model>> {
    Ok(Entity::find().order_by_desc(Column::Id).offset(offset).limit(limit).all(db).await?)
}

pub async fn count(db: &impl ConnectionTrait) -> StoreResult<u64> {
    Ok(Entity::find().count(db).await?)
}

/// Issues in the public archive: sent, or being sent.
fn public() -> Condition {
    Condition::all().add(Column::Kind.ne(IssueKind::Notify)).add(Column::Status.is_in([
        IssueStatus::Sending,
        IssueStatus::Paused,
        IssueStatus::Sent,
    ]))
}

/// Id, subject and start of the issues in the public archive, newest first.
pub async fn list_archive(
    db: &impl ConnectionTrait,
    offset: u64,
    limit: u64,
) -> StoreResult<Vec<(IssueId, String, Timestamp)>> {
    let public = Entity::find().select_only().columns([Column::Id, Column::Subject, Column::StartsAt]).filter(public());
    Ok(public.order_by_desc(Column::Id).offset(offset).limit(limit).into_tuple().all(db).await?)
}

/// The newest issues in the public archive, with their texts.
pub async fn newest_archived(db: &impl ConnectionTrait, limit: u64) -> StoreResult<Vec<Model>> {
    Ok(Entity::find().filter(public()).order_by_desc(Column::Id).limit(limit).all(db).await?)
}

pub async fn count_archive(db: &impl ConnectionTrait) -> StoreResult<u64> {
    Ok(Entity::find().filter(public()).count(db).await?)
}

/// An issue of the public archive.
pub async fn get_archived(db: &impl ConnectionTrait, id: IssueId) -> StoreResult<Option<Model>> {
    Ok(Entity::find_by_id(id).filter(public()).one(db).await?)
}

/// Deletes up to `limit` deliveries of one issue that was finished before `before`, because they hold addresses; their
/// counts are saved with the issue. Answers how many.
pub async fn delete_old_deliveries(db: &Transaction, before: Timestamp, limit: u64) -> StoreResult<u64> {
    let of_issue = Expr::col((delivery::Entity, delivery::Column::IssueId)).equals((Entity, Column::Id));
    let any = Query::select().expr(Expr::val(1)).from(delivery::Entity).and_where(of_issue).take();
    let old = Entity::find()
        .filter(Column::FinishedAt.lt(before))
        .filter(Column::Status.eq(IssueStatus::Sent))
        .filter(Expr::exists(any));
    let Some(issue) = old.order_by_asc(Column::Id).lock_exclusive().one(db).await? else { return Ok(0) };
    if issue.kept_counts.is_none() {
        let counts = counts(db, &[issue.id]).await?.remove(&issue.id).unwrap_or_default();
        save_counts(db, issue.id, &counts).await?;
    }
    let some = delivery::Entity::find()
        .select_only()
        .column(delivery::Column::Id)
        .filter(delivery::Column::IssueId.eq(issue.id));
    let some = some.order_by_asc(delivery::Column::Id).limit(limit).into_query();
    Ok(delivery::Entity::delete_many().filter(delivery::Column::Id.in_subquery(some)).exec(db).await?.rows_affected)
}

/// How many deliveries of each status the issues have.
pub async fn counts(
    db: &impl ConnectionTrait,
    issues: &[IssueId],
) -> StoreResult<HashMap<IssueId, Vec<(DeliveryStatus, u64)>>> {
    let rows: Vec<(IssueId, DeliveryStatus, i64)> = delivery::Entity::find()
        .select_only()
        .columns([delivery::Column::IssueId, delivery::Column::Status])
        .column_as(delivery::Column::Id.count(), "count")
        .filter(delivery::Column::IssueId.is_in(issues.iter().copied()))
        .group_by(delivery::Column::IssueId)
        .group_by(delivery::Column::Status)
        .into_tuple()
        .all(db)
        .await?;
    let mut counts: HashMap<IssueId, Vec<(DeliveryStatus, u64)>> = HashMap::new();
    for (issue, status, count) in rows {
        counts.entry(issue).or_default().push((status, count.unsigned_abs()));
    }
    Ok(counts)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The shape that was ever stored; lines are added, never changed.
    #[test]
    fn stored_delivery_counts_are_read_for_ever() {
        let stored: Vec<(DeliveryStatus, u64)> =
            serde_json::from_str(r#"[["sent",120],["failed",3],["skipped",1]]"#).unwrap();
        assert_eq!(stored, [(DeliveryStatus::Sent, 120), (DeliveryStatus::Failed, 3), (DeliveryStatus::Skipped, 1)]);
    }
}

/// An issue of the calendar.
#[derive(Clone, Debug, PartialEq, Eq, sea_orm::FromQueryResult)]
pub struct DatedIssue {
    pub id: IssueId,
    pub kind: IssueKind,
    pub status: IssueStatus,
    pub subject: String,
    pub starts_at: Timestamp,
}

/// Most issues of a month or day: one a day, and some by hand.
const MAX_DATED: u64 = 200;

/// Issues that start from `from` until before `until`, by time, without notices of single posts and what was undone.
pub async fn dated(db: &impl ConnectionTrait, (from, until): (Timestamp, Timestamp)) -> StoreResult<Vec<DatedIssue>> {
    let select = Entity::find().select_only().columns([
        Column::Id,
        Column::Kind,
        Column::Status,
        Column::Subject,
        Column::StartsAt,
    ]);
    let select = select.filter(Column::StartsAt.gte(from)).filter(Column::StartsAt.lt(until));
    let shown =
        select.filter(Column::Kind.ne(IssueKind::Notify)).filter(Column::Status.is_not_in([IssueStatus::Undone]));
    let sorted = shown.order_by_asc(Column::StartsAt).order_by_asc(Column::Id);
    Ok(sorted.limit(MAX_DATED).into_model::<DatedIssue>().all(db).await?)
}

/// The issues that wait for their time, the next first, without notices of single posts.
pub async fn waiting(db: &impl ConnectionTrait, now: Timestamp) -> StoreResult<Vec<DatedIssue>> {
    let mut ahead = dated(db, (now, Timestamp(i64::MAX))).await?;
    ahead.retain(|issue| issue.status == IssueStatus::Waiting);
    Ok(ahead)
}
