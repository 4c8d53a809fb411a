use sea_orm_migration::prelude::*;

use super::columns::*;

/// Requests to pay that are sent to a phone, one an order.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let of_order = ForeignKey::create()
            .name("payment_push_order")
            .from("payment_push", "order_id")
            .to("paid_order", "id")
            .on_delete(ForeignKeyAction::Cascade)
            .take();
        let create = Table::create()
            .table("payment_push")
            .col(number("order_id").primary_key())
            .col(text("payment_id").unique_key())
            .col(text("callback_hash").unique_key())
            .col(text_or_none("phone_key").unique_key())
            .col(text("phone_end"))
            .col(number_or_none("waiting_since"))
            .col(text_or_none("second_request"))
            .col(text_or_none("failure"))
            .foreign_key(&mut { of_order })
            .to_owned();
        manager.create_table(create).await?;
        let waiting =
            Index::create().name("payment_push_waiting").table("payment_push").col("waiting_since").to_owned();
        manager.create_index(waiting).await
    }
}
