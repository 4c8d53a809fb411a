use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let preheader = ColumnDef::new("preheader").string().not_null().default("").to_owned();
        manager.alter_table(Table::alter().table("issue").add_column(preheader).to_owned()).await
    }
}
