use sea_orm_migration::prelude::*;

use super::columns::*;

/// Saved drafts of newsletters, and the files that they use.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let drafts = Table::create()
            .table("issue_draft")
            .col(id())
            .col(small("version"))
            .col(text("subject"))
            .col(text("preheader"))
            .col(text("html"))
            .col(text_or_none("topic"))
            .col(text_or_none("send_at"))
            .col(number_or_none("covers_until"))
            .col(number_or_none("saved_by"))
            .col(number("saved_at"))
            .col(number_or_none("issue_id"))
            .to_owned();
        manager.create_table(drafts).await?;
        let of_draft = ForeignKey::create()
            .name("issue_draft_media_draft")
            .from("issue_draft_media", "draft_id")
            .to("issue_draft", "id")
            .on_delete(ForeignKeyAction::Cascade)
            .take();
        let media = Table::create()
            .table("issue_draft_media")
            .col(number("draft_id"))
            .col(text("object_key"))
            .primary_key(Index::create().col("draft_id").col("object_key"))
            .foreign_key(&mut { of_draft })
            .to_owned();
        manager.create_table(media).await?;
        let index =
            Index::create().name("issue_draft_media_of_file").table("issue_draft_media").col("object_key").to_owned();
        manager.create_index(index).await
    }
}
