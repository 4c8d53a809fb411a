//! Saved drafts of newsletters. A draft that was sent is no draft: only the issue that it waits as finds it.

use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, Select, Set,
};

use super::insert::insert_all;
use crate::entities::issue_draft::{ActiveModel, Column, Entity, Model};
use crate::entities::issue_draft_media;
use crate::types::{AccountId, IssueDraftId, IssueId, Timestamp};
use crate::{StoreResult, Transaction};

fn unsent() -> Select<Entity> {
    Entity::find().filter(Column::IssueId.is_null())
}

pub async fn insert(tx: &Transaction, row: ActiveModel) -> StoreResult<Model> {
    Ok(Entity::insert(row).exec_with_returning(tx).await?)
}

pub async fn get(db: &impl ConnectionTrait, id: IssueDraftId) -> StoreResult<Option<Model>> {
    Ok(unsent().filter(Column::Id.eq(id)).one(db).await?)
}

/// The draft, its row locked until the transaction ends.
pub async fn lock_by_id(tx: &Transaction, id: IssueDraftId) -> StoreResult<Option<Model>> {
    Ok(unsent().filter(Column::Id.eq(id)).lock_exclusive().one(tx).await?)
}

/// What a list shows of a draft.
pub type Listed = (IssueDraftId, String, Option<AccountId>, Timestamp);

/// Id, subject, account and time of the last save of the drafts, the last saved first.
pub async fn list(db: &impl ConnectionTrait, limit: u64) -> StoreResult<Vec<Listed>> {
    let columns = [Column::Id, Column::Subject, Column::SavedBy, Column::SavedAt];
    let newest = unsent().order_by_desc(Column::SavedAt).order_by_desc(Column::Id).limit(limit);
    Ok(newest.select_only().columns(columns).into_tuple().all(db).await?)
}

pub async fn count(db: &impl ConnectionTrait) -> StoreResult<u64> {
    Ok(unsent().count(db).await?)
}

/// Updates a draft whose row is locked.
pub async fn update(tx: &Transaction, row: ActiveModel) -> StoreResult<Model> {
    Ok(Entity::update(row).exec(tx).await?)
}

/// Deletes a draft; `false` where there is none.
pub async fn delete(tx: &Transaction, id: IssueDraftId) -> StoreResult<bool> {
    let draft = Entity::delete_many().filter(Column::Id.eq(id)).filter(Column::IssueId.is_null());
    Ok(draft.exec(tx).await?.rows_affected == 1)
}

/// Deletes the draft that an issue was sent from, when the issue cannot be undone any more.
pub async fn delete_by_issue(tx: &Transaction, issue: IssueId) -> StoreResult<()> {
    Entity::delete_many().filter(Column::IssueId.eq(issue)).exec(tx).await?;
    Ok(())
}

/// Issue, id and version of the drafts that wait as one of these issues.
pub async fn versions_by_issue(
    db: &impl ConnectionTrait,
    issues: &[IssueId],
) -> StoreResult<Vec<(IssueId, IssueDraftId, i32)>> {
    let columns = [Column::IssueId, Column::Id, Column::Version];
    let sent = Entity::find().filter(Column::IssueId.is_in(issues.iter().copied()));
    Ok(sent.select_only().columns(columns).into_tuple().all(db).await?)
}

/// Puts the draft that an issue was sent from back into the list, and answers it.
pub async fn restore_by_issue(tx: &Transaction, issue: IssueId) -> StoreResult<Vec<Model>> {
    let sent = Entity::find().filter(Column::IssueId.eq(issue)).all(tx).await?;
    let set = ActiveModel { issue_id: Set(None), ..Default::default() };
    Entity::update_many().set(set).filter(Column::IssueId.eq(issue)).exec(tx).await?;
    Ok(sent)
}

/// Replaces the files that a draft uses.
pub async fn replace_media(tx: &Transaction, draft: IssueDraftId, keys: Vec<String>) -> StoreResult<()> {
    use issue_draft_media::{ActiveModel, Column, Entity};
    Entity::delete_many().filter(Column::DraftId.eq(draft)).exec(tx).await?;
    let rows = keys.into_iter().map(|key| ActiveModel { draft_id: Set(draft), object_key: Set(key) });
    insert_all(tx, rows.collect(), None).await
}
