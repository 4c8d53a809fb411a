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
                    .table("subscriber")
                    .col(id())
                    .col(text("email"))
                    .col(text("email_key").unique_key())
                    .col(text("status"))
                    .col(number("requested_at"))
                    .col(number_or_none("confirmed_at"))
                    .col(number("created_at"))
                    .to_owned(),
            )
            .await?;
        manager
            .create_index(
                Index::create()
                    .name("subscriber_by_status")
                    .table("subscriber")
                    .col("status")
                    .col("requested_at")
                    .to_owned(),
            )
            .await
    }
}
