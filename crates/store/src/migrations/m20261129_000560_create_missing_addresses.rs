use sea_orm_migration::prelude::*;

use super::columns::*;

/// Addresses that were asked for, and at which there is nothing.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let create = Table::create()
            .table("missing_address")
            .col(text("path").primary_key())
            .col(number("count"))
            .col(number("last_asked_at"))
            .to_owned();
        manager.create_table(create).await
    }
}
