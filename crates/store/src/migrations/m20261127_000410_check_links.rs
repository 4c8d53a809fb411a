use sea_orm_migration::prelude::*;

use super::columns::*;

/// What asking links came to, and when deals end.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let checks = Table::create()
            .table("link_check")
            .col(text("url").primary_key())
            .col(text("outcome"))
            .col(text("reason"))
            .col(small_or_none("status"))
            .col(number("checked_at"))
            .to_owned();
        manager.create_table(checks).await?;
        let age = Index::create().name("link_check_age").table("link_check").col("checked_at").to_owned();
        manager.create_index(age).await?;
        manager.alter_table(Table::alter().table("deal_link").add_column(number_or_none("ends_at")).to_owned()).await
    }
}
