use sea_orm_migration::prelude::*;

use super::columns::*;

/// What is drawn of a thumbhash, made once.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.alter_table(Table::alter().table("media_item").add_column(text_or_none("blur")).to_owned()).await
    }
}
