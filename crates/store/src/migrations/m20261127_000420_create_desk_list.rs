use sea_orm_migration::prelude::*;

use super::columns::*;

/// What the newsroom's list of posts is sorted and narrowed by: indexes, and the views of the last week of each post.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        // One index for each order, also within a state and within a category.
        for (name, columns) in [
            ("post_by_change", &["updated_at", "id"][..]),
            ("post_by_change_of_status", &["status", "updated_at", "id"]),
            ("post_by_change_of_category", &["category_id", "updated_at", "id"]),
            ("post_by_title_of_status", &["status", "title_key", "id"]),
            ("post_by_title_of_category", &["category_id", "title_key", "id"]),
            ("post_admin_of_access", &["access", "published_at", "id"]),
            ("post_admin_of_author", &["author_slug", "published_at", "id"]),
        ] {
            let mut index = Index::create().name(name).table("post").to_owned();
            columns.iter().for_each(|column| _ = index.col(*column));
            manager.create_index(index).await?;
        }
        let week = Table::create()
            .table("post_week")
            .col(ColumnDef::new("post_id").big_integer().not_null().primary_key())
            .col(number("views"))
            .foreign_key(
                ForeignKey::create()
                    .name("post_week_post")
                    .from("post_week", "post_id")
                    .to("post", "id")
                    .on_delete(ForeignKeyAction::Cascade),
            )
            .to_owned();
        manager.create_table(week).await?;
        let ranking =
            Index::create().name("post_week_ranking").table("post_week").col("views").col("post_id").to_owned();
        manager.create_index(ranking).await?;
        let starts = Index::create().name("issue_by_start").table("issue").col("starts_at").col("id").to_owned();
        manager.create_index(starts).await?;
        let connection = manager.get_connection();
        // The days of the publication's calendar, as they were counted; the next roll-up counts anew.
        connection
            .execute_unprepared(
                "INSERT INTO post_week (post_id, views) \
                 SELECT post_id, CAST(SUM(count) AS BIGINT) FROM analytics_post_day WHERE event = 'post_view' \
                 AND day IN (SELECT DISTINCT day FROM analytics_day ORDER BY day DESC LIMIT 7) GROUP BY post_id",
            )
            .await?;
        Ok(())
    }
}
