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
                    .table("account_identity")
                    .col(text("provider"))
                    .col(text("subject"))
                    .col(number("account_id"))
                    .col(number("created_at"))
                    .primary_key(Index::create().col("provider").col("subject"))
                    .foreign_key(
                        ForeignKey::create()
                            .name("account_identity_account")
                            .from("account_identity", "account_id")
                            .to("account", "id")
                            .on_delete(ForeignKeyAction::Cascade),
                    )
                    .to_owned(),
            )
            .await?;
        manager
            .create_index(
                Index::create()
                    .name("account_identity_by_account")
                    .table("account_identity")
                    .col("account_id")
                    .to_owned(),
            )
            .await
    }
}
