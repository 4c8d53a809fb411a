use sea_orm_migration::prelude::*;

use super::columns::*;

/// Which version of the cleaning a file went through: those of before are cleaned at the next start.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let mut cleaning = small("cleaning");
        cleaning.default(0);
        manager.alter_table(Table::alter().table("media_item").add_column(cleaning).to_owned()).await
    }
}
