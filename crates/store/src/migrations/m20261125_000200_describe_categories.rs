use sea_orm_migration::prelude::*;

use super::columns::*;

/// What a category says of itself, its place among all of them (`bar_position` was the place of those in the category
/// bar, and is read no more), and where its posts appear.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for column in [
            small_or_none("position"),
            text("description").default("").take(),
            text("colour").default("").take(),
            text("picture").default("").take(),
            flag("on_home").default(true).take(),
            flag("is_news").default(true).take(),
        ] {
            // SQLite adds one column at a time.
            manager.alter_table(Table::alter().table("category").add_column(column).to_owned()).await?;
        }
        let place = Query::update().table("category").value("position", Expr::col("bar_position")).to_owned();
        manager.execute(place).await?;
        for (column, slugs) in [("on_home", &NOT_ON_HOME[..]), ("is_news", &NOT_NEWS[..])] {
            let mut left_out = Query::update();
            left_out.table("category").value(column, false).and_where(Expr::col("slug").is_in(slugs.iter().copied()));
            manager.execute(left_out).await?;
        }
        Ok(())
    }
}

/// What home left out before anybody could choose.
const NOT_ON_HOME: [&str; 4] = ["latest-news", "trending", "sponsored", "uncategorized"];
const NOT_NEWS: [&str; 2] = ["sponsored", "advertise"];
