//! Inserts of as many rows as somebody's text needs.

use sea_orm::sea_query::OnConflict;
use sea_orm::{ActiveModelTrait, ConnectionTrait, EntityTrait, Iterable};

use crate::StoreResult;

/// Values that a statement binds at most: SQLite takes 32,766, PostgreSQL 65,535.
pub(super) const MAX_VALUES: usize = 32_000;

/// Inserts rows, in as many statements as their values need; none without rows.
pub(super) async fn insert_all<A: ActiveModelTrait>(
    db: &impl ConnectionTrait,
    mut rows: Vec<A>,
    known: Option<OnConflict>,
) -> StoreResult<()> {
    let columns = <<A::Entity as EntityTrait>::Column as Iterable>::iter().count();
    while !rows.is_empty() {
        let batch = rows.drain(..rows.len().min(MAX_VALUES / columns.max(1)));
        let mut insert = A::Entity::insert_many(batch);
        if let Some(known) = &known {
            insert = insert.on_conflict(known.clone());
        }
        insert.exec_without_returning(db).await?;
    }
    Ok(())
}
