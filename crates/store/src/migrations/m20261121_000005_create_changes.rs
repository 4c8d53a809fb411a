use sea_orm_migration::prelude::*;

use super::columns::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let mut seq = ColumnDef::new("seq").big_integer().not_null().auto_increment().primary_key().take();
        manager
            .create_table(
                Table::create()
                    .table("change")
                    .col(&mut seq)
                    .col(text("tag"))
                    .col(text("node"))
                    .col(number("created_at"))
                    .to_owned(),
            )
            .await?;
        manager.create_index(Index::create().name("change_by_time").table("change").col("created_at").to_owned()).await
    }
}
