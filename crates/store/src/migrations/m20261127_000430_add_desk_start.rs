use sea_orm_migration::prelude::*;

use super::columns::*;

/// What the desk of an account begins with; none is the form.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let add = Table::alter().table("account").add_column(text_or_none("desk_start")).to_owned();
        manager.alter_table(add).await
    }
}
