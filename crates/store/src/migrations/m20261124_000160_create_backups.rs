use sea_orm_migration::prelude::*;

use super::columns::*;

/// Scheduled backups, downloads and tests of a restore: what ran, and what became of it.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let table = Table::create()
            .table("backup")
            .col(id())
            .col(text("kind"))
            .col(text("status"))
            .col(number("created_at"))
            .col(number_or_none("finished_at"))
            .col(text_or_none("file_name"))
            .col(number_or_none("size_bytes"))
            .col(text_or_none("sha256"))
            .col(flag("encrypted"))
            .col(number("done_bytes"))
            .col(number("total_bytes"))
            .col(text_or_none("error"))
            .col(text_or_none("link_hash"))
            .col(number_or_none("link_expires_at"))
            .to_owned();
        manager.create_table(table).await?;
        manager
            .create_index(
                Index::create().name("backup_by_kind").table("backup").col("kind").col("status").col("id").to_owned(),
            )
            .await
    }
}
