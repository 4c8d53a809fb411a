use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let text = |name: &'static str| ColumnDef::new(name).text().not_null().default("").take();
        let text_or_none = |name: &'static str| ColumnDef::new(name).text().null().take();
        for column in [
            text_or_none("thumbhash"),
            text("credit"),
            text("caption"),
            text_or_none("poster_key"),
            text_or_none("captions_key"),
        ] {
            manager.alter_table(Table::alter().table("media_item").add_column(column).to_owned()).await?;
        }
        Ok(())
    }
}
