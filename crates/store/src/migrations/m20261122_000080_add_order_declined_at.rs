use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .alter_table(
                Table::alter()
                    .table("paid_order")
                    .add_column(ColumnDef::new("declined_at").big_integer().null())
                    .to_owned(),
            )
            .await
    }
}
