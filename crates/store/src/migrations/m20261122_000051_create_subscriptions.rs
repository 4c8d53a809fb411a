use sea_orm_migration::prelude::*;

use super::columns::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in [paid_order(), order_signal(), subscription(), print_address()] {
            manager.create_table(table).await?;
        }
        for (name, table, columns) in [
            ("paid_order_by_email", "paid_order", &["email_key", "id"][..]),
            ("paid_order_by_account", "paid_order", &["account_id"]),
            ("paid_order_by_status", "paid_order", &["status", "created_at"]),
            ("paid_order_by_check", "paid_order", &["next_check_at"]),
            ("order_signal_by_order", "order_signal", &["order_id", "id"]),
            ("subscription_by_end", "subscription", &["expires_at", "id"]),
            ("subscription_by_status", "subscription", &["status", "id"]),
            ("subscription_by_plan", "subscription", &["plan", "id"]),
            ("subscription_by_print_end", "subscription", &["print_until", "id"]),
            ("subscription_by_reminder", "subscription", &["next_reminder_at"]),
        ] {
            let mut index = Index::create();
            for column in columns {
                index.col(*column);
            }
            manager.create_index(index.name(name).table(table).to_owned()).await?;
        }
        let counter = "INSERT INTO counter (name, value) VALUES ('subscriptions', 0)";
        manager.get_connection().execute_unprepared(counter).await.map(|_| ())
    }
}

fn paid_order() -> TableCreateStatement {
    Table::create()
        .table("paid_order")
        .col(id())
        .col(text("reference").unique_key())
        .col(text_or_none("idempotency_key").unique_key())
        .col(text("email"))
        .col(text("email_key"))
        .col(number_or_none("account_id"))
        .col(text("plan"))
        .col(small("months"))
        .col(number("price_minor"))
        .col(text("currency"))
        .col(flag("auto_subscribe_all"))
        .col(text("status"))
        .col(text("create_request_id"))
        .col(text("capture_request_id"))
        .col(text("refund_request_id"))
        .col(text_or_none("wallet_order").unique_key())
        .col(text_or_none("capture_id").unique_key())
        .col(text_or_none("note"))
        .col(number("created_at"))
        .col(number("changed_at"))
        .col(number_or_none("captured_at"))
        .col(number_or_none("refunded_at"))
        .col(number_or_none("period_from"))
        .col(number_or_none("period_until"))
        .col(number_or_none("next_check_at"))
        .foreign_key(
            ForeignKey::create()
                .name("paid_order_account")
                .from("paid_order", "account_id")
                .to("account", "id")
                .on_delete(ForeignKeyAction::SetNull),
        )
        .to_owned()
}

fn order_signal() -> TableCreateStatement {
    Table::create()
        .table("order_signal")
        .col(id())
        .col(number("order_id"))
        .col(text("source"))
        .col(text_or_none("event_id").unique_key())
        .col(text("said"))
        .col(text("status"))
        .col(number("at"))
        .foreign_key(
            ForeignKey::create()
                .name("order_signal_order")
                .from("order_signal", "order_id")
                .to("paid_order", "id")
                .on_delete(ForeignKeyAction::Cascade),
        )
        .to_owned()
}

fn subscription() -> TableCreateStatement {
    Table::create()
        .table("subscription")
        .col(id())
        .col(text("email"))
        .col(text("email_key").unique_key())
        .col(text("plan"))
        .col(text("status"))
        .col(number("expires_at"))
        .col(number_or_none("print_until"))
        .col(number("last_order_id"))
        .col(number_or_none("next_reminder_at"))
        .col(number("created_at"))
        .col(number("changed_at"))
        .foreign_key(
            ForeignKey::create()
                .name("subscription_order")
                .from("subscription", "last_order_id")
                .to("paid_order", "id"),
        )
        .to_owned()
}

fn print_address() -> TableCreateStatement {
    Table::create()
        .table("print_address")
        .col(text("email_key").primary_key())
        .col(number_or_none("order_id"))
        .col(text("name"))
        .col(text("line1"))
        .col(text("line2"))
        .col(text("city"))
        .col(text("postcode"))
        .col(text("country"))
        .col(text("phone"))
        .col(number("changed_at"))
        .to_owned()
}
