use sea_orm::ConnectionTrait;
use sea_orm::sea_query::{Expr, ExprTrait, Query};
use sea_orm_migration::prelude::*;

use super::columns::*;

/// Deal links get a table of their own; they were a list in the post's row.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .create_table(
                Table::create()
                    .table("deal_link")
                    .col(number("post_id"))
                    .col(small("position"))
                    .col(text("url"))
                    .col(text("cta_text"))
                    .col(text("label"))
                    .col(text("product_name"))
                    .col(text("price"))
                    .primary_key(Index::create().col("post_id").col("position"))
                    .foreign_key(
                        ForeignKey::create()
                            .name("deal_link_post")
                            .from("deal_link", "post_id")
                            .to("post", "id")
                            .on_delete(ForeignKeyAction::Cascade),
                    )
                    .to_owned(),
            )
            .await?;
        move_lists(manager.get_connection()).await?;
        manager.alter_table(Table::alter().table("post").drop_column("deal_links").to_owned()).await
    }
}

/// Posts read at once.
const BATCH: u64 = 200;

async fn move_lists(db: &impl ConnectionTrait) -> Result<(), DbErr> {
    let mut after = 0_i64;
    loop {
        let select = Query::select()
            .columns(["id", "deal_links"])
            .from("post")
            .and_where(Expr::col("id").gt(after))
            .order_by("id", Order::Asc)
            .limit(BATCH)
            .to_owned();
        let posts = db.query_all(&select).await?;
        if posts.is_empty() {
            return Ok(());
        }
        for post in posts {
            after = post.try_get("", "id")?;
            let links: serde_json::Value = post.try_get("", "deal_links")?;
            for (position, link) in (0_i32..).zip(links.as_array().into_iter().flatten()) {
                let text = |name: &str| link[name].as_str().unwrap_or_default();
                let insert = Query::insert()
                    .into_table("deal_link")
                    .columns(["post_id", "position", "url", "cta_text", "label", "product_name", "price"])
                    .values_panic([
                        after.into(),
                        position.into(),
                        text("url").into(),
                        text("cta_text").into(),
                        text("label").into(),
                        text("product_name").into(),
                        text("price").into(),
                    ])
                    .to_owned();
                db.execute(&insert).await?;
            }
        }
    }
}
