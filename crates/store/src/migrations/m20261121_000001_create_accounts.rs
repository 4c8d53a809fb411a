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
                    .table("account")
                    .col(id())
                    .col(text("email"))
                    .col(text("email_key").unique_key())
                    .col(text("username"))
                    .col(text_or_none("password_hash"))
                    .col(text("role"))
                    .col(number_or_none("email_verified_at"))
                    .col(number("created_at"))
                    .col(number("updated_at"))
                    .to_owned(),
            )
            .await?;
        manager.create_index(Index::create().name("account_by_role").table("account").col("role").to_owned()).await?;
        manager
            .create_table(
                Table::create()
                    .table("session")
                    .col(text("id").primary_key())
                    .col(number("account_id"))
                    .col(text("kind"))
                    .col(text("refresh_hash"))
                    .col(text_or_none("previous_hash"))
                    .col(number("rotated_at"))
                    .col(number("created_at"))
                    .col(number("expires_at"))
                    .col(number_or_none("revoked_at"))
                    .foreign_key(
                        ForeignKey::create()
                            .name("session_account")
                            .from("session", "account_id")
                            .to("account", "id")
                            .on_delete(ForeignKeyAction::Cascade),
                    )
                    .to_owned(),
            )
            .await?;
        manager
            .create_index(Index::create().name("session_by_account").table("session").col("account_id").to_owned())
            .await?;
        manager
            .create_index(Index::create().name("session_by_refresh").table("session").col("refresh_hash").to_owned())
            .await?;
        manager
            .create_index(Index::create().name("session_by_previous").table("session").col("previous_hash").to_owned())
            .await?;
        manager
            .create_index(Index::create().name("session_by_expiry").table("session").col("expires_at").to_owned())
            .await?;
        manager
            .create_table(
                Table::create()
                    .table("setting")
                    .col(text("key").primary_key())
                    .col(text("value"))
                    .col(number("updated_at"))
                    .to_owned(),
            )
            .await
    }
}
