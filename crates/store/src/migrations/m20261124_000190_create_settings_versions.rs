use sea_orm_migration::prelude::*;

use super::columns::*;

/// What the newsroom set itself, a row for each save, and the pictures that those name.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let versions = Table::create()
            .table("settings_version")
            .col(number("version").primary_key())
            .col(json("values"))
            .col(number("created_at"))
            .col(number_or_none("created_by"))
            .to_owned();
        manager.create_table(versions).await?;
        let pictures = Table::create()
            .table("brand_picture")
            .col(text("hash").primary_key())
            .col(text("content_type"))
            .col(text("data"))
            .col(small("width"))
            .col(small("height"))
            .col(number("created_at"))
            .to_owned();
        manager.create_table(pictures).await
    }
}
