use sea_orm_migration::prelude::*;

use super::columns::*;

/// Requests for notices to the subscribers of some topics, and who each account had e-mailed last.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let of_post = ForeignKey::create()
            .name("topic_notice_post")
            .from("topic_notice", "post_id")
            .to("post", "id")
            .on_delete(ForeignKeyAction::Cascade)
            .take();
        let notices = Table::create()
            .table("topic_notice")
            .col(number("post_id").primary_key())
            .col(text("topics"))
            .col(number("requested_at"))
            .foreign_key(&mut { of_post })
            .to_owned();
        manager.create_table(notices).await?;
        let of_account = ForeignKey::create()
            .name("notice_choice_account")
            .from("notice_choice", "account_id")
            .to("account", "id")
            .on_delete(ForeignKeyAction::Cascade)
            .take();
        let choices = Table::create()
            .table("notice_choice")
            .col(number("account_id").primary_key())
            .col(text("audience"))
            .col(text_or_none("topics"))
            .col(number("changed_at"))
            .foreign_key(&mut { of_account })
            .to_owned();
        manager.create_table(choices).await
    }
}
