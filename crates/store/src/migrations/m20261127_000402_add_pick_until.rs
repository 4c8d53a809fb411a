use sea_orm_migration::prelude::*;

use super::columns::*;

/// When a post stops being one of Today's Picks; none: never by itself.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let add = Table::alter().table("post").add_column(number_or_none("pick_until")).to_owned();
        manager.alter_table(add).await
    }
}
