use sea_orm::DbBackend;
use sea_orm_migration::prelude::*;

use super::columns::*;

/// How earlier versions spelled the slugs of by-lines and tags. Posts with one that may be spelled otherwise now lose
/// theirs, which `posts::backfill` makes anew.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let create = Table::create()
            .table("ascii_slug")
            .col(text("kind"))
            .col(text("ascii"))
            .col(text("slug"))
            .primary_key(Index::create().col("kind").col("ascii").col("slug"))
            .to_owned();
        manager.create_table(create).await?;
        let is_other = match manager.get_database_backend() {
            DbBackend::Postgres => "(custom_author || tags) ~ '[^ -~]'",
            _ => "(custom_author || tags) GLOB '*[^ -~]*'",
        };
        let db = manager.get_connection();
        db.execute_unprepared(&format!("UPDATE post SET author_slug = '' WHERE {is_other}")).await?;
        Ok(())
    }
}
