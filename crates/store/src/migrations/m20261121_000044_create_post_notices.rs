use sea_orm_migration::prelude::*;

use super::columns::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let table = Table::create()
            .table("post_notice")
            .col(number("post_id").primary_key())
            .col(number("asked_at"))
            .foreign_key(
                ForeignKey::create()
                    .name("post_notice_post")
                    .from("post_notice", "post_id")
                    .to("post", "id")
                    .on_delete(ForeignKeyAction::Cascade),
            )
            .to_owned();
        manager.create_table(table).await?;
        manager
            .create_index(
                Index::create().name("import_record_by_post").table("import_record").col("post_id").to_owned(),
            )
            .await
    }
}
