use sea_orm_migration::prelude::*;

use super::columns::*;

/// When a subscriber left; unknown for those who left before.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let left = Table::alter().table("subscriber").add_column(number_or_none("left_at")).to_owned();
        manager.alter_table(left).await
    }
}
