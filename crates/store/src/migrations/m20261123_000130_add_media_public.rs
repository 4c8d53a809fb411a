use sea_orm_migration::prelude::*;

use super::columns::*;

/// Whether an editor lets strangers find a file that nothing public shows. The index holds the marked ones alone.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let mut is_public = flag("is_public");
        is_public.default(false);
        manager.alter_table(Table::alter().table("media_item").add_column(is_public).to_owned()).await?;
        let marked = Expr::col("is_public").eq(true);
        manager
            .create_index(
                Index::create().name("media_item_public").table("media_item").col("id").and_where(marked).to_owned(),
            )
            .await
    }
}
