use sea_orm_migration::prelude::*;

use super::columns::*;

/// What requests with an `Idempotency-Key` made, so that a repeated one makes nothing twice.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let table = Table::create()
            .table("idempotency_key")
            .col(text("key_hash").primary_key())
            .col(text("route"))
            .col(text("request_hash"))
            .col(number_or_none("created_id"))
            .col(number("created_at"))
            .to_owned();
        manager.create_table(table).await?;
        manager
            .create_index(
                Index::create().name("idempotency_key_by_age").table("idempotency_key").col("created_at").to_owned(),
            )
            .await
    }
}
