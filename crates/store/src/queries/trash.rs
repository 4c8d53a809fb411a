//! The trash: posts, pages and media items that were deleted and can be restored.

use sea_orm::sea_query::{Query, SelectStatement};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, NotSet, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect,
    Set,
};

use crate::StoreResult;
use crate::entities::trash_item::{ActiveModel, Column, Entity, Model, TrashedFiles};
use crate::types::{AccountId, Timestamp, TrashId, TrashKind};

/// Cursor of the list: what was trashed before it, or in the same moment with a smaller id (keyset pagination).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrashCursor {
    pub trashed_at: Timestamp,
    pub id: TrashId,
}

fn of(kind: TrashKind, item_id: i64) -> Condition {
    Condition::all().add(Column::Kind.eq(kind)).add(Column::ItemId.eq(item_id))
}

pub async fn insert(
    db: &impl ConnectionTrait,
    (kind, item_id): (TrashKind, i64),
    trashed_by: Option<AccountId>,
    files: Option<TrashedFiles>,
    now: Timestamp,
) -> StoreResult<()> {
    let row = ActiveModel {
        id: NotSet,
        kind: Set(kind),
        item_id: Set(item_id),
        trashed_at: Set(now),
        trashed_by: Set(trashed_by),
        files: Set(files),
    };
    Entity::insert(row).exec_without_returning(db).await?;
    Ok(())
}

pub async fn get(db: &impl ConnectionTrait, kind: TrashKind, item_id: i64) -> StoreResult<Option<Model>> {
    Ok(Entity::find().filter(of(kind, item_id)).one(db).await?)
}

/// Whether something is in the trash since `until` or longer. Call it with the row of that thing locked: it may have
/// been restored meanwhile.
pub async fn is_due(tx: &impl ConnectionTrait, kind: TrashKind, id: i64, until: Timestamp) -> StoreResult<bool> {
    Ok(get(tx, kind, id).await?.is_some_and(|row| row.trashed_at <= until))
}

/// The entry, its row locked until the transaction ends.
pub async fn lock(db: &impl ConnectionTrait, kind: TrashKind, item_id: i64) -> StoreResult<Option<Model>> {
    Ok(Entity::find().filter(of(kind, item_id)).lock_exclusive().one(db).await?)
}

pub async fn delete(db: &impl ConnectionTrait, kind: TrashKind, item_id: i64) -> StoreResult<()> {
    Entity::delete_many().filter(of(kind, item_id)).exec(db).await?;
    Ok(())
}

pub async fn count(db: &impl ConnectionTrait, kind: TrashKind) -> StoreResult<u64> {
    Ok(Entity::find().filter(Column::Kind.eq(kind)).count(db).await?)
}

/// Subquery for the ids of everything of a kind. Lists leave them out by it, and keep their covering indexes.
pub(super) fn item_ids(kind: TrashKind) -> SelectStatement {
    Query::select().column(Column::ItemId).from(Entity).and_where(Column::Kind.eq(kind)).take()
}

/// Up to `limit` entries after a cursor, newest first.
pub async fn list(
    db: &impl ConnectionTrait,
    kind: Option<TrashKind>,
    after: Option<TrashCursor>,
    limit: u64,
) -> StoreResult<Vec<Model>> {
    let older = after.map(|key| {
        Condition::any()
            .add(Column::TrashedAt.lt(key.trashed_at))
            .add(Condition::all().add(Column::TrashedAt.eq(key.trashed_at)).add(Column::Id.lt(key.id)))
    });
    let kind = kind.map(|kind| Column::Kind.eq(kind));
    let select = Entity::find().filter(Condition::all().add_option(kind).add_option(older));
    Ok(select.order_by_desc(Column::TrashedAt).order_by_desc(Column::Id).limit(limit).all(db).await?)
}

/// Up to `limit` entries with ids above `after` that were trashed until `until`, by id.
pub async fn list_expired(
    db: &impl ConnectionTrait,
    until: Timestamp,
    after: TrashId,
    limit: u64,
) -> StoreResult<Vec<(TrashId, TrashKind, i64)>> {
    let select = Entity::find().select_only().columns([Column::Id, Column::Kind, Column::ItemId]);
    let expired = select.filter(Column::TrashedAt.lte(until)).filter(Column::Id.gt(after));
    Ok(expired.order_by_asc(Column::Id).limit(limit).into_tuple().all(db).await?)
}
