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
                    .table("staff_invite")
                    .col(id())
                    .col(text("email"))
                    .col(text("email_key"))
                    .col(text("role"))
                    .col(number("created_at"))
                    .col(number("expires_at"))
                    .col(number_or_none("accepted_at"))
                    .to_owned(),
            )
            .await?;
        manager
            .create_index(
                Index::create().name("staff_invite_by_email").table("staff_invite").col("email_key").to_owned(),
            )
            .await?;
        manager
            .create_index(
                Index::create().name("staff_invite_by_expiry").table("staff_invite").col("expires_at").to_owned(),
            )
            .await?;
        manager
            .create_table(
                Table::create()
                    .table("mailed_code")
                    .col(text("code_hash").primary_key())
                    .col(text("purpose"))
                    .col(number_or_none("account_id"))
                    .col(number_or_none("invite_id"))
                    .col(number("created_at"))
                    .col(number("expires_at"))
                    .col(number_or_none("used_at"))
                    .foreign_key(
                        ForeignKey::create()
                            .name("mailed_code_account")
                            .from("mailed_code", "account_id")
                            .to("account", "id")
                            .on_delete(ForeignKeyAction::Cascade),
                    )
                    .foreign_key(
                        ForeignKey::create()
                            .name("mailed_code_invite")
                            .from("mailed_code", "invite_id")
                            .to("staff_invite", "id")
                            .on_delete(ForeignKeyAction::Cascade),
                    )
                    .to_owned(),
            )
            .await?;
        manager
            .create_index(
                Index::create().name("mailed_code_by_account").table("mailed_code").col("account_id").to_owned(),
            )
            .await?;
        manager
            .create_index(
                Index::create().name("mailed_code_by_invite").table("mailed_code").col("invite_id").to_owned(),
            )
            .await?;
        manager
            .create_index(
                Index::create().name("mailed_code_by_expiry").table("mailed_code").col("expires_at").to_owned(),
            )
            .await
    }
}
