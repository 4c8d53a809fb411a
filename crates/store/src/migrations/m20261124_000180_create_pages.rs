use sea_orm_migration::prelude::*;

use super::columns::*;

/// Pages of the site that editors write: text, earlier versions, earlier addresses, and the files that they use.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let by_account = |table: &'static str, column: &'static str, name: &str| {
            ForeignKey::create()
                .name(name)
                .from(table, column)
                .to("account", "id")
                .on_delete(ForeignKeyAction::SetNull)
                .take()
        };
        let of_page = |table: &'static str, name: &str, action: ForeignKeyAction| {
            ForeignKey::create().name(name).from(table, "page_id").to("page", "id").on_delete(action).take()
        };
        let page = Table::create()
            .table("page")
            .col(id())
            .col(text_or_none("built_in").unique_key())
            .col(text("slug").unique_key())
            .col(text("title"))
            .col(text("short_title"))
            .col(text("lead"))
            .col(text("note"))
            .col(text("description"))
            .col(text("content"))
            .col(text("layout"))
            .col(text_or_none("share_picture"))
            .col(text("status"))
            .col(small("revision"))
            .col(number_or_none("created_by"))
            .col(number("created_at"))
            .col(number("updated_at"))
            .col(number_or_none("first_published_at"))
            .foreign_key(&mut by_account("page", "created_by", "page_created_by"))
            .to_owned();
        manager.create_table(page).await?;
        let revision = Table::create()
            .table("page_revision")
            .col(id())
            .col(number("page_id"))
            .col(small("revision"))
            .col(json("snapshot"))
            .col(number_or_none("account_id"))
            .col(number("created_at"))
            .foreign_key(&mut of_page("page_revision", "page_revision_page", ForeignKeyAction::Cascade))
            .foreign_key(&mut by_account("page_revision", "account_id", "page_revision_account"))
            .to_owned();
        manager.create_table(revision).await?;
        let old_slug = Table::create()
            .table("old_page_slug")
            .col(text("slug").primary_key())
            .col(number_or_none("page_id"))
            .col(number("created_at"))
            .foreign_key(&mut of_page("old_page_slug", "old_page_slug_page", ForeignKeyAction::SetNull))
            .to_owned();
        manager.create_table(old_slug).await?;
        let media = Table::create()
            .table("page_media")
            .col(number("page_id"))
            .col(text("object_key"))
            .primary_key(Index::create().col("page_id").col("object_key"))
            .foreign_key(&mut of_page("page_media", "page_media_page", ForeignKeyAction::Cascade))
            .to_owned();
        manager.create_table(media).await?;
        let imported = number_or_none("page_id");
        manager.alter_table(Table::alter().table("import_record").add_column(imported).to_owned()).await?;
        let mut unique = Index::create();
        unique.unique().name("page_revision_of_page").table("page_revision").col("page_id").col("revision");
        manager.create_index(unique).await?;
        for (name, table, column) in [
            ("old_page_slug_of_page", "old_page_slug", "page_id"),
            ("page_media_of_file", "page_media", "object_key"),
            ("import_record_of_page", "import_record", "page_id"),
        ] {
            manager.create_index(Index::create().name(name).table(table).col(column).to_owned()).await?;
        }
        Ok(())
    }
}
