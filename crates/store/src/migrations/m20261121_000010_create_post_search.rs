use sea_orm_migration::prelude::*;

use super::columns::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let of_post = |name: &str, table: &'static str| {
            ForeignKey::create()
                .name(name)
                .from(table, "post_id")
                .to("post", "id")
                .on_delete(ForeignKeyAction::Cascade)
                .take()
        };
        manager
            .create_table(
                Table::create()
                    .table("post_search")
                    .col(number("post_id").primary_key())
                    .col(text("title"))
                    .col(text("words"))
                    .foreign_key(&mut of_post("post_search_post", "post_search"))
                    .to_owned(),
            )
            .await?;
        manager
            .create_table(
                Table::create()
                    .table("post_media")
                    .col(number("post_id"))
                    .col(text("object_key"))
                    .col(small("position"))
                    .col(text("alt"))
                    .col(text("words"))
                    .primary_key(Index::create().col("post_id").col("object_key"))
                    .foreign_key(&mut of_post("post_media_post", "post_media"))
                    .to_owned(),
            )
            .await?;
        manager
            .create_index(Index::create().name("post_media_of_file").table("post_media").col("object_key").to_owned())
            .await?;
        // Empty in the rows of before: what fills them at the next start finds them by it.
        let search_name = text("search_name").default("").take();
        manager.alter_table(Table::alter().table("media_item").add_column(search_name).to_owned()).await?;
        manager
            .create_index(Index::create().name("media_item_search").table("media_item").col("search_name").to_owned())
            .await
    }
}
