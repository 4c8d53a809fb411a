use sea_orm_migration::prelude::*;

/// The newest update and the newest publication of each file of the sitemap, which holds the posts of 2,000 ids.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let connection = manager.get_connection();
        for (name, columns) in
            [("post_sitemap_updates", "updated_at, published_at"), ("post_sitemap_dates", "published_at")]
        {
            let sql = format!("CREATE INDEX {name} ON post (status, ((id - 1) / 2000), {columns})");
            connection.execute_unprepared(&sql).await?;
        }
        Ok(())
    }
}
