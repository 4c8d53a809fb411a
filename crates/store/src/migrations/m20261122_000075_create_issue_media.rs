use sea_orm_migration::prelude::*;

use super::columns::*;

/// What else uses a file beside posts: newsletters, and videos whose picture or subtitles it is.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let of_issue = ForeignKey::create()
            .name("issue_media_issue")
            .from("issue_media", "issue_id")
            .to("issue", "id")
            .on_delete(ForeignKeyAction::Cascade)
            .take();
        let table = Table::create()
            .table("issue_media")
            .col(number("issue_id"))
            .col(text("object_key"))
            .primary_key(Index::create().col("issue_id").col("object_key"))
            .foreign_key(&mut { of_issue })
            .to_owned();
        manager.create_table(table).await?;
        // Keys are random: a text that holds one shows that file.
        let fill = "INSERT INTO issue_media (issue_id, object_key) SELECT issue.id, media_item.object_key FROM issue JOIN media_item ON issue.html LIKE '%' || media_item.object_key || '%'";
        manager.get_connection().execute_unprepared(fill).await?;
        for (name, table, column) in [
            ("issue_media_of_file", "issue_media", "object_key"),
            ("media_item_poster", "media_item", "poster_key"),
            ("media_item_captions", "media_item", "captions_key"),
            ("import_record_by_medium", "import_record", "media_id"),
        ] {
            manager.create_index(Index::create().name(name).table(table).col(column).to_owned()).await?;
        }
        Ok(())
    }
}
