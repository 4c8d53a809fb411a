use sea_orm_migration::prelude::*;

use super::columns::*;

/// What is in the trash: posts, pages and media items, with who deleted it and when.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let mut by_account = ForeignKey::create();
        by_account.name("trash_item_account").from("trash_item", "trashed_by").to("account", "id");
        by_account.on_delete(ForeignKeyAction::SetNull);
        let table = Table::create()
            .table("trash_item")
            .col(id())
            .col(text("kind"))
            .col(number("item_id"))
            .col(number("trashed_at"))
            .col(number_or_none("trashed_by"))
            .col(ColumnDef::new("files").json().null())
            .foreign_key(&mut by_account)
            .to_owned();
        manager.create_table(table).await?;
        let mut unique = Index::create();
        unique.unique().name("trash_item_of").table("trash_item").col("kind").col("item_id");
        manager.create_index(unique).await?;
        let mut by_time = Index::create();
        by_time.name("trash_item_by_time").table("trash_item").col("trashed_at").col("id");
        manager.create_index(by_time).await
    }
}
