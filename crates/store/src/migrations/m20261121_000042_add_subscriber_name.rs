use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .alter_table(
                Table::alter()
                    .table("subscriber")
                    .add_column(ColumnDef::new("name").text().not_null().default(""))
                    .to_owned(),
            )
            .await
    }
}
