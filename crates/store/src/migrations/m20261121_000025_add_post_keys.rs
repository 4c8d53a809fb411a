use sea_orm::DbBackend;
use sea_orm_migration::prelude::*;

use super::columns::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        // Compared byte by byte on both databases: the beginning of a title is a range of keys. Empty in the rows of
        // before; the next start fills it.
        let mut title_key = text("title_key").default("").take();
        if manager.get_database_backend() == DbBackend::Postgres {
            title_key.extra("COLLATE \"C\"");
        }
        manager.alter_table(Table::alter().table("post").add_column(title_key).to_owned()).await?;
        let pick_rank = number("pick_rank").default(0).take();
        manager.alter_table(Table::alter().table("post").add_column(pick_rank).to_owned()).await?;
        manager.execute(Query::update().table("post").value("pick_rank", Expr::col("published_at")).to_owned()).await?;
        let index = |name: &str, columns: &[&'static str]| {
            let mut index = Index::create();
            index.name(name).table("post");
            for column in columns {
                index.col(*column);
            }
            index
        };
        manager.create_index(index("post_by_title", &["title_key", "id"])).await?;
        manager.create_index(index("post_admin_of_category", &["category_id", "published_at", "id"])).await?;
        manager
            .create_index(index(
                "post_picks",
                &["is_today_pick", "status", "pick_rank", "id", "published_at", "category_id"],
            ))
            .await
    }
}
