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
                    .table("analytics_day")
                    .col(text("day"))
                    .col(text("event"))
                    .col(text("detail"))
                    .col(number("count"))
                    .primary_key(Index::create().col("day").col("event").col("detail"))
                    .to_owned(),
            )
            .await?;
        manager
            .create_table(
                Table::create()
                    .table("analytics_post_day")
                    .col(number("post_id"))
                    .col(text("event"))
                    .col(number("deal_key"))
                    .col(text("day"))
                    .col(number("count"))
                    .primary_key(Index::create().col("post_id").col("event").col("deal_key").col("day"))
                    .foreign_key(
                        ForeignKey::create()
                            .name("analytics_post_day_post")
                            .from("analytics_post_day", "post_id")
                            .to("post", "id")
                            .on_delete(ForeignKeyAction::Cascade),
                    )
                    .to_owned(),
            )
            .await?;
        // The most counted of one day, without reading the others; also what is too old.
        let mut ranking = Index::create();
        for column in ["event", "day", "count"] {
            ranking.col(column);
        }
        manager.create_index(ranking.name("analytics_post_day_ranking").table("analytics_post_day").to_owned()).await?;
        manager
            .create_table(
                Table::create()
                    .table("analytics_referrer_day")
                    .col(text("day"))
                    .col(text("host"))
                    .col(number("count"))
                    .primary_key(Index::create().col("day").col("host"))
                    .to_owned(),
            )
            .await
    }
}
