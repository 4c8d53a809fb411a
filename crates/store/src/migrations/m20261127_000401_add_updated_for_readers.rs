use sea_orm_migration::prelude::*;

use super::columns::*;

/// When an editor last told readers that a post was updated. Posts that are there already were never marked.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let add = Table::alter().table("post").add_column(number_or_none("updated_for_readers_at")).to_owned();
        manager.alter_table(add).await
    }
}
