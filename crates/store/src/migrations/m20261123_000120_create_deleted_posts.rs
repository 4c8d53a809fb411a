use sea_orm_migration::prelude::*;

use super::columns::*;

/// Ids of deleted posts, so that the addresses by id can say that a post is gone. Of those deleted before, only the
/// slugs are known.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let table = Table::create()
            .table("deleted_post")
            .col(number("post_id").primary_key())
            .col(number("deleted_at"))
            .to_owned();
        manager.create_table(table).await
    }
}
