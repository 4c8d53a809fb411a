use sea_orm_migration::prelude::*;

use super::columns::*;

/// The language of a post. Those that are there already are in the publication's.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let column = text("language").default("").take();
        manager.alter_table(Table::alter().table("post").add_column(column).to_owned()).await
    }
}
