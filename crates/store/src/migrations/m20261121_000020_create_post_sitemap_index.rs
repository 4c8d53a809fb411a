use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        // Covers the sitemap: a row of a post is long, and 5,000 of them would have to be walked for two small columns.
        manager
            .create_index(
                Index::create()
                    .name("post_sitemap")
                    .table("post")
                    .col("status")
                    .col("id")
                    .col("published_at")
                    .col("updated_at")
                    .col("slug")
                    .to_owned(),
            )
            .await
    }
}
