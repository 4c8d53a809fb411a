//! Backups that ran: scheduled ones, downloads and tests of a restore.

use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ActiveModelTrait, ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Set};

use crate::StoreResult;
use crate::entities::backup::{ActiveModel, Column, Entity, Model};
use crate::types::{BackupId, BackupKind, BackupStatus, Timestamp};

pub async fn insert(
    db: &impl ConnectionTrait,
    kind: BackupKind,
    status: BackupStatus,
    now: Timestamp,
) -> StoreResult<Model> {
    let row = ActiveModel {
        kind: Set(kind),
        status: Set(status),
        created_at: Set(now),
        encrypted: Set(false),
        done_bytes: Set(0),
        total_bytes: Set(0),
        ..Default::default()
    };
    Ok(row.insert(db).await?)
}

pub async fn get(db: &impl ConnectionTrait, id: BackupId) -> StoreResult<Option<Model>> {
    Ok(Entity::find_by_id(id).one(db).await?)
}

/// Newest first.
pub async fn list_newest(db: &impl ConnectionTrait, kind: BackupKind, limit: u64) -> StoreResult<Vec<Model>> {
    Ok(Entity::find().filter(Column::Kind.eq(kind)).order_by_desc(Column::Id).limit(limit).all(db).await?)
}

/// The newest one of this kind and status.
pub async fn newest(db: &impl ConnectionTrait, kind: BackupKind, status: BackupStatus) -> StoreResult<Option<Model>> {
    let of_kind = Entity::find().filter(Column::Kind.eq(kind)).filter(Column::Status.eq(status));
    Ok(of_kind.order_by_desc(Column::Id).one(db).await?)
}

/// When the newest one of this kind that is done was finished, as far as that is no later than `now`.
pub async fn newest_finished_at(
    db: &impl ConnectionTrait,
    kind: BackupKind,
    now: Timestamp,
) -> StoreResult<Option<Timestamp>> {
    let done = Entity::find().filter(Column::Kind.eq(kind)).filter(Column::Status.eq(BackupStatus::Done));
    let newest = done.filter(Column::FinishedAt.lte(now)).order_by_desc(Column::FinishedAt).one(db).await?;
    Ok(newest.and_then(|row| row.finished_at))
}

/// When the first one of this kind began.
pub async fn first_created_at(db: &impl ConnectionTrait, kind: BackupKind) -> StoreResult<Option<Timestamp>> {
    let first = Entity::find().filter(Column::Kind.eq(kind)).order_by_asc(Column::Id).one(db).await?;
    Ok(first.map(|row| row.created_at))
}

/// Downloads that were created before `before`, in whatever status.
pub async fn list_created_before(
    db: &impl ConnectionTrait,
    kind: BackupKind,
    before: Timestamp,
    limit: u64,
) -> StoreResult<Vec<Model>> {
    let old = Entity::find().filter(Column::Kind.eq(kind)).filter(Column::CreatedAt.lt(before));
    Ok(old.order_by_asc(Column::Id).limit(limit).all(db).await?)
}

/// Marks it as running; `false` where it is done already, or gone.
pub async fn start(db: &impl ConnectionTrait, id: BackupId) -> StoreResult<bool> {
    let set = ActiveModel { status: Set(BackupStatus::Running), done_bytes: Set(0), ..Default::default() };
    let unfinished = Entity::update_many().set(set).filter(Column::Id.eq(id));
    let unfinished = unfinished.filter(Column::Status.ne(BackupStatus::Done));
    Ok(unfinished.exec(db).await?.rows_affected == 1)
}

pub async fn set_progress(
    db: &impl ConnectionTrait,
    id: BackupId,
    done_bytes: i64,
    total_bytes: i64,
) -> StoreResult<()> {
    let set = ActiveModel { done_bytes: Set(done_bytes), total_bytes: Set(total_bytes), ..Default::default() };
    let running = Entity::update_many().set(set).filter(Column::Id.eq(id));
    running.filter(Column::Status.eq(BackupStatus::Running)).exec(db).await?;
    Ok(())
}

/// The file of a backup that is done.
#[derive(Clone, Debug)]
pub struct WrittenFile {
    /// Without its folder.
    pub name: String,
    pub size_bytes: i64,
    /// Hexadecimal.
    pub sha256: String,
    pub encrypted: bool,
}

/// Marks it as done; `false` where it is gone.
pub async fn finish(db: &impl ConnectionTrait, id: BackupId, file: WrittenFile, now: Timestamp) -> StoreResult<bool> {
    let set = ActiveModel {
        status: Set(BackupStatus::Done),
        finished_at: Set(Some(now)),
        file_name: Set(Some(file.name)),
        size_bytes: Set(Some(file.size_bytes)),
        sha256: Set(Some(file.sha256)),
        encrypted: Set(file.encrypted),
        error: Set(None),
        ..Default::default()
    };
    Ok(Entity::update_many().set(set).filter(Column::Id.eq(id)).exec(db).await?.rows_affected == 1)
}

/// Marks a test of a restore as done.
pub async fn pass(db: &impl ConnectionTrait, id: BackupId, now: Timestamp) -> StoreResult<()> {
    let set = ActiveModel { status: Set(BackupStatus::Done), finished_at: Set(Some(now)), ..Default::default() };
    Entity::update_many().set(set).filter(Column::Id.eq(id)).exec(db).await?;
    Ok(())
}

pub async fn fail(db: &impl ConnectionTrait, id: BackupId, error: &str, now: Timestamp) -> StoreResult<()> {
    let set = ActiveModel {
        status: Set(BackupStatus::Failed),
        finished_at: Set(Some(now)),
        error: Set(Some(error.to_owned())),
        ..Default::default()
    };
    Entity::update_many().set(set).filter(Column::Id.eq(id)).exec(db).await?;
    Ok(())
}

/// Marks those of a kind as failed that a process which ended has left running.
pub async fn fail_running(
    db: &impl ConnectionTrait,
    kind: BackupKind,
    error: &str,
    now: Timestamp,
) -> StoreResult<u64> {
    let set = ActiveModel {
        status: Set(BackupStatus::Failed),
        finished_at: Set(Some(now)),
        error: Set(Some(error.to_owned())),
        ..Default::default()
    };
    let running = Entity::update_many().set(set).filter(Column::Kind.eq(kind));
    Ok(running.filter(Column::Status.eq(BackupStatus::Running)).exec(db).await?.rows_affected)
}

/// Gives a download that is done a new link; the one before ends.
pub async fn set_link(
    db: &impl ConnectionTrait,
    id: BackupId,
    link_hash: &str,
    expires_at: Timestamp,
) -> StoreResult<bool> {
    let set = ActiveModel {
        link_hash: Set(Some(link_hash.to_owned())),
        link_expires_at: Set(Some(expires_at)),
        ..Default::default()
    };
    let done = Entity::update_many().set(set).filter(Column::Id.eq(id)).filter(Column::Kind.eq(BackupKind::Download));
    Ok(done.filter(Column::Status.eq(BackupStatus::Done)).exec(db).await?.rows_affected == 1)
}

/// What a link leads to that is good now.
pub async fn get_by_link(db: &impl ConnectionTrait, link_hash: &str, now: Timestamp) -> StoreResult<Option<Model>> {
    let linked = Entity::find().filter(Column::LinkHash.eq(link_hash)).filter(Column::LinkExpiresAt.gt(now));
    Ok(linked.one(db).await?)
}

/// Uses a link up: of several concurrent callers, one gets the row.
pub async fn take_link(db: &impl ConnectionTrait, link_hash: &str, now: Timestamp) -> StoreResult<Option<Model>> {
    let Some(row) = get_by_link(db, link_hash, now).await? else { return Ok(None) };
    let used = Entity::update_many()
        .col_expr(Column::LinkHash, Expr::value(Option::<String>::None))
        .col_expr(Column::LinkExpiresAt, Expr::value(Option::<i64>::None))
        .filter(Expr::col(Column::Id).eq(row.id.0))
        .filter(Column::LinkHash.eq(link_hash));
    Ok((used.exec(db).await?.rows_affected == 1).then_some(row))
}

pub async fn delete(db: &impl ConnectionTrait, id: BackupId) -> StoreResult<()> {
    Entity::delete_by_id(id).exec(db).await?;
    Ok(())
}

/// Deletes the scheduled backups whose file was pruned.
pub async fn delete_by_file_name(db: &impl ConnectionTrait, file_name: &str) -> StoreResult<()> {
    Entity::delete_many().filter(Column::FileName.eq(file_name)).exec(db).await?;
    Ok(())
}

/// Deletes up to `limit` failed ones and tests that ended before `before`; answers how many.
pub async fn delete_older(db: &impl ConnectionTrait, before: Timestamp, limit: u64) -> StoreResult<u64> {
    let old = Entity::find().filter(Column::FinishedAt.lt(before)).filter(Column::FileName.is_null());
    let ids: Vec<BackupId> =
        old.order_by_asc(Column::Id).limit(limit).all(db).await?.iter().map(|row| row.id).collect();
    if ids.is_empty() {
        return Ok(0);
    }
    Ok(Entity::delete_many().filter(Column::Id.is_in(ids)).exec(db).await?.rows_affected)
}
