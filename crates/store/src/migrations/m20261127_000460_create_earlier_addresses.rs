use sea_orm_migration::prelude::*;

use super::columns::*;

/// What the links of subscribers were signed with whose address is written otherwise now.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let addresses = Table::create()
            .table("earlier_address")
            .col(number("id").primary_key())
            .col(text("email_key"))
            .col(number("subscriber_id"))
            .foreign_key(
                ForeignKey::create()
                    .name("earlier_address_subscriber")
                    .from("earlier_address", "subscriber_id")
                    .to("subscriber", "id")
                    .on_delete(ForeignKeyAction::Cascade),
            )
            .to_owned();
        manager.create_table(addresses).await?;
        let by_subscriber = Index::create()
            .name("earlier_address_by_subscriber")
            .table("earlier_address")
            .col("subscriber_id")
            .to_owned();
        manager.create_index(by_subscriber).await
    }
}
