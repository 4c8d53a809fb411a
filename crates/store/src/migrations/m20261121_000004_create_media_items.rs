use sea_orm_migration::prelude::*;

use super::columns::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .create_table(
                Table::create()
                    .table("media_item")
                    .col(id())
                    .col(text("object_key").unique_key())
                    .col(text("kind"))
                    .col(text("content_type"))
                    .col(number("size_bytes"))
                    .col(small_or_none("width"))
                    .col(small_or_none("height"))
                    .col(text("file_name"))
                    .col(text("alt"))
                    .col(number_or_none("post_id"))
                    .col(number_or_none("account_id"))
                    .col(number("created_at"))
                    .foreign_key(
                        ForeignKey::create()
                            .name("media_item_post")
                            .from("media_item", "post_id")
                            .to("post", "id")
                            .on_delete(ForeignKeyAction::SetNull),
                    )
                    .foreign_key(
                        ForeignKey::create()
                            .name("media_item_account")
                            .from("media_item", "account_id")
                            .to("account", "id")
                            .on_delete(ForeignKeyAction::SetNull),
                    )
                    .to_owned(),
            )
            .await?;
        manager
            .create_index(Index::create().name("media_item_of_post").table("media_item").col("post_id").to_owned())
            .await
    }
}
