use sea_orm_migration::prelude::*;

use super::columns::*;

/// An issue may be for those who chose a topic, and may have been paused by the server itself.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for column in ["topic", "pause_reason"] {
            manager.alter_table(Table::alter().table("issue").add_column(text_or_none(column)).to_owned()).await?;
        }
        Ok(())
    }
}
