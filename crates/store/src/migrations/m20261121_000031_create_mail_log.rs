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
                    .table("mail_log")
                    .col(id())
                    .col(text("mail_id").unique_key())
                    .col(text("kind"))
                    .col(text("recipient"))
                    .col(text("recipient_key"))
                    .col(text("subject"))
                    .col(text("status"))
                    .col(text_or_none("error"))
                    .col(small("attempts"))
                    .col(number("created_at"))
                    .col(number("tried_at"))
                    .col(number_or_none("sent_at"))
                    .to_owned(),
            )
            .await?;
        for (name, columns) in [
            ("mail_log_by_recipient", ["recipient_key", "id"]),
            ("mail_log_by_status", ["status", "id"]),
            ("mail_log_by_kind", ["kind", "id"]),
            ("mail_log_by_try", ["status", "tried_at"]),
        ] {
            let mut index = Index::create();
            for column in columns {
                index.col(column);
            }
            manager.create_index(index.name(name).table("mail_log").to_owned()).await?;
        }
        Ok(())
    }
}
