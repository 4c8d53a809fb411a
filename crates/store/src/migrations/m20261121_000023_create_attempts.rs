use sea_orm_migration::prelude::*;

use super::columns::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .create_table(
                Table::create()
                    .table("attempt")
                    .col(text("key_hash").primary_key())
                    .col(number("window_started_at"))
                    .col(number("count"))
                    .to_owned(),
            )
            .await?;
        manager
            .create_index(
                Index::create().name("attempt_by_window").table("attempt").col("window_started_at").to_owned(),
            )
            .await
    }
}
