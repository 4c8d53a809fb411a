use sea_orm_migration::prelude::*;

use super::columns::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.create_table(issue()).await?;
        manager.create_table(delivery()).await?;
        let suppression = Table::create()
            .table("suppression")
            .col(text("email_key").primary_key())
            .col(text("why"))
            .col(number("at"))
            .to_owned();
        manager.create_table(suppression).await?;
        for (name, table, columns) in [
            ("issue_by_status", "issue", &["status", "id"][..]),
            ("issue_by_fingerprint", "issue", &["fingerprint", "created_at"]),
            ("delivery_by_due", "delivery", &["issue_id", "due_at", "id"]),
            ("delivery_by_status", "delivery", &["issue_id", "status", "id"]),
            ("delivery_by_issue", "delivery", &["issue_id", "id"]),
            ("delivery_by_lease", "delivery", &["lease"]),
        ] {
            let mut index = Index::create();
            for column in columns {
                index.col(*column);
            }
            manager.create_index(index.name(name).table(table).to_owned()).await?;
        }
        let once = Index::create()
            .name("delivery_once")
            .table("delivery")
            .col("issue_id")
            .col("subscriber_id")
            .unique()
            .to_owned();
        manager.create_index(once).await
    }
}

fn issue() -> TableCreateStatement {
    Table::create()
        .table("issue")
        .col(id())
        .col(text("kind"))
        .col(text("status"))
        .col(text("subject"))
        .col(text("html"))
        .col(text("fingerprint"))
        .col(text_or_none("idempotency_key").unique_key())
        .col(text_or_none("day").unique_key())
        .col(number_or_none("post_id").unique_key())
        .col(number_or_none("created_by"))
        .col(number("created_at"))
        .col(number("starts_at"))
        .col(number_or_none("finished_at"))
        .foreign_key(
            ForeignKey::create()
                .name("issue_account")
                .from("issue", "created_by")
                .to("account", "id")
                .on_delete(ForeignKeyAction::SetNull),
        )
        .to_owned()
}

fn delivery() -> TableCreateStatement {
    Table::create()
        .table("delivery")
        .col(id())
        .col(number("issue_id"))
        .col(number("subscriber_id"))
        .col(text("email"))
        .col(text("status"))
        .col(number_or_none("due_at"))
        .col(small("attempts"))
        .col(text_or_none("lease"))
        .col(number_or_none("handed_over_at"))
        .col(text_or_none("error"))
        .col(number("changed_at"))
        .foreign_key(
            ForeignKey::create()
                .name("delivery_issue")
                .from("delivery", "issue_id")
                .to("issue", "id")
                .on_delete(ForeignKeyAction::Cascade),
        )
        .to_owned()
}
