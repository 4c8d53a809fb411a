use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        // The search index compares itself with all published posts at each start, without reading their rows.
        let columns = ["status", "id", "revision", "category_id", "published_at"];
        let mut index = Index::create();
        for column in columns {
            index.col(column);
        }
        manager.create_index(index.name("post_states").table("post").to_owned()).await
    }
}
