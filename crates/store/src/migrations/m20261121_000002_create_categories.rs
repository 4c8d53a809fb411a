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
                    .table("category")
                    .col(id())
                    .col(text("name"))
                    .col(text("slug").unique_key())
                    .col(small_or_none("bar_position"))
                    .col(number("created_at"))
                    .to_owned(),
            )
            .await?;
        let mut seed = Query::insert();
        seed.into_table("category").columns(["name", "slug", "bar_position", "created_at"]);
        for (position, name) in (0i32..).zip(BAR) {
            seed.values_panic([name.into(), slug(name).into(), Some(position).into(), SEEDED_AT.into()]);
        }
        for name in ELSEWHERE {
            seed.values_panic([name.into(), slug(name).into(), None::<i32>.into(), SEEDED_AT.into()]);
        }
        manager.execute(seed).await
    }
}

/// The category bar, in its order.
const BAR: [&str; 12] = [
    "Latest News",
    "Tech",
    "Business",
    "Politics",
    "Trending",
    "The Big Story",
    "AI",
    "Science",
    "Security",
    "Digital Finance",
    "Entertainment",
    "Deals",
];
/// What only the menus and the footer link to.
const ELSEWHERE: [&str; 9] =
    ["Review", "Video", "Services", "Advertise", "Imports", "Exports", "Buying Guide", "Electronics", "Sponsored"];
/// 2026-11-21, when this list was written.
const SEEDED_AT: i64 = 1_795_219_200_000;

fn slug(name: &str) -> String {
    name.to_lowercase().replace(' ', "-")
}
