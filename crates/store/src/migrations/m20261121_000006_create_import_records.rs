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
                    .table("import_record")
                    .col(text("external_key").primary_key())
                    .col(number_or_none("post_id"))
                    .col(number_or_none("media_id"))
                    .col(small("revision"))
                    .col(number("created_at"))
                    .foreign_key(
                        ForeignKey::create()
                            .name("import_record_post")
                            .from("import_record", "post_id")
                            .to("post", "id")
                            .on_delete(ForeignKeyAction::SetNull),
                    )
                    .foreign_key(
                        ForeignKey::create()
                            .name("import_record_media")
                            .from("import_record", "media_id")
                            .to("media_item", "id")
                            .on_delete(ForeignKeyAction::SetNull),
                    )
                    .to_owned(),
            )
            .await?;
        manager
            .create_index(
                Index::create().name("import_record_of_post").table("import_record").col("post_id").to_owned(),
            )
            .await
    }
}
