use sea_orm_migration::prelude::*;

use super::columns::*;

/// Which payment provider takes the money of an order. Until now there was one.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let mut provider = text("provider");
        provider.default("paypal");
        manager.alter_table(Table::alter().table("paid_order").add_column(provider).to_owned()).await
    }
}
