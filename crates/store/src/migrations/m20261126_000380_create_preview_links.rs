use sea_orm_migration::prelude::*;

use super::columns::*;

/// Preview links of posts, what outsiders answered to them, and the unsaved text of a form.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let links = Table::create()
            .table("preview_link")
            .col(id())
            .col(number("post_id"))
            .col(text("code_hash"))
            .col(number_or_none("account_id"))
            .col(flag("may_approve"))
            .col(number("created_at"))
            .col(number("expires_at"))
            .col(number_or_none("ended_at"))
            .col(number_or_none("last_opened_at"))
            .col(small("answer_count"))
            .col(number_or_none("agreed_at"))
            .col(small_or_none("agreed_revision"))
            .col(text_or_none("agreed_fingerprint"))
            .foreign_key(&mut of_post("preview_link_post", "preview_link"))
            .foreign_key(&mut of_account("preview_link_account", "preview_link", ForeignKeyAction::SetNull))
            .to_owned();
        manager.create_table(links).await?;
        let unsaved = Table::create()
            .table("post_unsaved")
            .col(id())
            .col(number("post_id"))
            .col(number("account_id"))
            .col(small("revision"))
            .col(json("snapshot"))
            .col(number("created_at"))
            .foreign_key(&mut of_post("post_unsaved_post", "post_unsaved"))
            .foreign_key(&mut of_account("post_unsaved_account", "post_unsaved", ForeignKeyAction::Cascade))
            .to_owned();
        manager.create_table(unsaved).await?;
        let note = Table::alter().table("post_note").add_column(number_or_none("link_id")).to_owned();
        manager.alter_table(note).await?;
        for (name, table, columns, unique) in [
            ("preview_link_code", "preview_link", &["code_hash"][..], true),
            ("preview_link_of_post", "preview_link", &["post_id", "id"], false),
            ("post_unsaved_of_account", "post_unsaved", &["post_id", "account_id"], true),
            ("post_unsaved_age", "post_unsaved", &["created_at"], false),
        ] {
            let mut index = Index::create().name(name).table(table).to_owned();
            columns.iter().for_each(|column| _ = index.col(*column));
            if unique {
                index.unique();
            }
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
