use sea_orm_migration::prelude::*;

use super::columns::*;

/// When the price of a deal was entered. Of those that are there already nobody knows: they have none.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let column = number_or_none("price_seen_at");
        manager.alter_table(Table::alter().table("deal_link").add_column(column).to_owned()).await
    }
}
