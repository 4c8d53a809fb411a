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
                    .table("post")
                    .col(id())
                    .col(text("title"))
                    .col(text("slug").unique_key())
                    .col(text("content"))
                    .col(text("excerpt"))
                    .col(text("opening"))
                    .col(text("summary"))
                    .col(number("category_id"))
                    .col(text("status"))
                    .col(text("access"))
                    .col(number_or_none("publish_date"))
                    .col(number("published_at"))
                    .col(number_or_none("first_published_at"))
                    .col(text_or_none("media_url"))
                    .col(json("media_urls"))
                    .col(text_or_none("poster_url"))
                    .col(text_or_none("preview_url"))
                    .col(json("deal_links"))
                    .col(text("author_name"))
                    .col(text("custom_author"))
                    .col(text("tags"))
                    .col(flag("is_today_pick"))
                    .col(text("brand"))
                    .col(text("extra_text"))
                    .col(small("reading_minutes"))
                    .col(small("revision"))
                    .col(number_or_none("created_by"))
                    .col(number("created_at"))
                    .col(number("updated_at"))
                    .foreign_key(
                        ForeignKey::create().name("post_category").from("post", "category_id").to("category", "id"),
                    )
                    .foreign_key(
                        ForeignKey::create()
                            .name("post_created_by")
                            .from("post", "created_by")
                            .to("account", "id")
                            .on_delete(ForeignKeyAction::SetNull),
                    )
                    .to_owned(),
            )
            .await?;
        // Each covers its list: ids are read from the index alone, rows only for the page asked for.
        let index = |name: &str, columns: &[&'static str]| {
            let mut index = Index::create();
            index.name(name).table("post");
            for column in columns {
                index.col(*column);
            }
            index
        };
        manager.create_index(index("post_public", &["status", "published_at", "id", "category_id"])).await?;
        manager
            .create_index(index("post_public_of_category", &["category_id", "status", "published_at", "id"]))
            .await?;
        manager
            .create_index(index("post_public_picks", &["is_today_pick", "status", "published_at", "id", "category_id"]))
            .await?;
        manager.create_index(index("post_admin", &["published_at", "id"])).await?;
        manager
            .create_table(
                Table::create()
                    .table("post_revision")
                    .col(id())
                    .col(number("post_id"))
                    .col(small("revision"))
                    .col(json("snapshot"))
                    .col(number_or_none("account_id"))
                    .col(number("created_at"))
                    .foreign_key(
                        ForeignKey::create()
                            .name("post_revision_post")
                            .from("post_revision", "post_id")
                            .to("post", "id")
                            .on_delete(ForeignKeyAction::Cascade),
                    )
                    .foreign_key(
                        ForeignKey::create()
                            .name("post_revision_account")
                            .from("post_revision", "account_id")
                            .to("account", "id")
                            .on_delete(ForeignKeyAction::SetNull),
                    )
                    .to_owned(),
            )
            .await?;
        manager
            .create_index(
                Index::create()
                    .unique()
                    .name("post_revision_of_post")
                    .table("post_revision")
                    .col("post_id")
                    .col("revision")
                    .to_owned(),
            )
            .await?;
        manager
            .create_table(
                Table::create()
                    .table("old_slug")
                    .col(text("slug").primary_key())
                    .col(number_or_none("post_id"))
                    .col(number("created_at"))
                    .foreign_key(
                        ForeignKey::create()
                            .name("old_slug_post")
                            .from("old_slug", "post_id")
                            .to("post", "id")
                            .on_delete(ForeignKeyAction::SetNull),
                    )
                    .to_owned(),
            )
            .await?;
        manager.create_index(Index::create().name("old_slug_of_post").table("old_slug").col("post_id").to_owned()).await
    }
}
