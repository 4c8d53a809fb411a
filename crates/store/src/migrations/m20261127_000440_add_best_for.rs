use sea_orm_migration::prelude::*;

use super::columns::*;

/// What a deal is good for, in the words of who wrote the post. Those that are there already say nothing.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let column = text("best_for").default("").take();
        manager.alter_table(Table::alter().table("deal_link").add_column(column).to_owned()).await
    }
}
