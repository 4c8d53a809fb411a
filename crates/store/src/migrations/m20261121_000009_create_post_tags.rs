use sea_orm_migration::prelude::*;

use super::columns::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        // Empty in the rows of before: what fills them at the next start finds them by it.
        let author_slug = text("author_slug").default("").take();
        manager.alter_table(Table::alter().table("post").add_column(author_slug).to_owned()).await?;
        let mut index = Index::create();
        for column in ["author_slug", "status", "published_at", "id"] {
            index.col(column);
        }
        manager.create_index(index.name("post_public_of_author").table("post").to_owned()).await?;
        manager
            .create_table(
                Table::create()
                    .table("post_tag")
                    .col(number("post_id"))
                    .col(text("slug"))
                    .col(text("name"))
                    .col(small("position"))
                    .col(number("published_at"))
                    .primary_key(Index::create().col("post_id").col("slug"))
                    .foreign_key(
                        ForeignKey::create()
                            .name("post_tag_post")
                            .from("post_tag", "post_id")
                            .to("post", "id")
                            .on_delete(ForeignKeyAction::Cascade),
                    )
                    .to_owned(),
            )
            .await?;
        manager
            .create_index(
                Index::create()
                    .name("post_tag_public")
                    .table("post_tag")
                    .col("slug")
                    .col("published_at")
                    .col("post_id")
                    .to_owned(),
            )
            .await
    }
}
