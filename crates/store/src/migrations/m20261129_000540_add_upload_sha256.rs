use sea_orm_migration::prelude::*;

use super::columns::*;

/// The SHA-256 of a file as it was uploaded, by which the same file is recognised; none of rows of before.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let add = Table::alter().table("media_item").add_column(text_or_none("upload_sha256")).to_owned();
        manager.alter_table(add).await?;
        let index =
            Index::create().name("media_item_by_upload_sha256").table("media_item").col("upload_sha256").to_owned();
        manager.create_index(index).await
    }
}
