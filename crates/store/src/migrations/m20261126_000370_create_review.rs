use sea_orm_migration::prelude::*;

use super::columns::*;

/// Owners of posts, notes on posts, and what their writers are mailed about.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.alter_table(Table::alter().table("post").add_column(number_or_none("owner_id")).to_owned()).await?;
        let of_owner = Index::create()
            .name("post_of_owner")
            .table("post")
            .col("owner_id")
            .col("published_at")
            .col("id")
            .and_where(Expr::col("owner_id").is_not_null())
            .to_owned();
        manager.create_index(of_owner).await?;
        let notes = Table::create()
            .table("post_note")
            .col(id())
            .col(number("post_id"))
            .col(number_or_none("parent_id"))
            .col(number_or_none("account_id"))
            .col(text("text"))
            .col(text("quote"))
            .col(small("revision"))
            .col(number("created_at"))
            .col(number_or_none("resolved_at"))
            .col(number_or_none("resolved_by"))
            .foreign_key(&mut of_post("post_note_post", "post_note"))
            .foreign_key(&mut of_account("post_note_account", "post_note", ForeignKeyAction::SetNull))
            .to_owned();
        manager.create_table(notes).await?;
        let events = Table::create()
            .table("post_event")
            .col(id())
            .col(number("account_id"))
            .col(number("post_id"))
            .col(text("kind"))
            .col(text("actor"))
            .col(number("created_at"))
            .col(text_or_none("mail_id"))
            .foreign_key(&mut of_post("post_event_post", "post_event"))
            .foreign_key(&mut of_account("post_event_account", "post_event", ForeignKeyAction::Cascade))
            .to_owned();
        manager.create_table(events).await?;
        for (name, table, columns) in [
            ("post_note_of_post", "post_note", ["post_id", "id"]),
            ("post_event_of_account", "post_event", ["account_id", "mail_id"]),
            ("media_item_of_account", "media_item", ["account_id", "id"]),
        ] {
            let mut index = Index::create().name(name).table(table).to_owned();
            columns.into_iter().for_each(|column| _ = index.col(column));
            manager.create_index(index).await?;
        }
        Ok(())
    }
}

fn of_post(name: &str, table: &'static str) -> ForeignKeyCreateStatement {
    ForeignKey::create().name(name).from(table, "post_id").to("post", "id").on_delete(ForeignKeyAction::Cascade).take()
}

fn of_account(name: &str, table: &'static str, on_delete: ForeignKeyAction) -> ForeignKeyCreateStatement {
    ForeignKey::create().name(name).from(table, "account_id").to("account", "id").on_delete(on_delete).take()
}
