use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::DbBackend;

use super::columns::*;

/// Ends of sessions, known browsers, counts by account, and the signatures of links of before.
#[derive(DeriveMigrationName)]
pub struct Migration;

const HOUR_MS: i64 = 3_600_000;
const DAY_MS: i64 = 24 * HOUR_MS;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let ends_at = number("ends_at").default(0).take();
        manager.alter_table(Table::alter().table("session").add_column(ends_at).to_owned()).await?;
        let db = manager.get_connection();
        let now = match manager.get_database_backend() {
            DbBackend::Postgres => "CAST(extract(epoch FROM now()) * 1000 AS BIGINT)",
            _ => "unixepoch() * 1000",
        };
        // Sessions of before go on, and end as new ones do, counted from now.
        let (unused, staff, reader) = (12 * HOUR_MS, 7 * DAY_MS, 365 * DAY_MS);
        db.execute_unprepared(&format!(
            "UPDATE session SET ends_at = {now} + CASE kind WHEN 'staff' THEN {staff} ELSE {reader} END"
        ))
        .await?;
        db.execute_unprepared(&format!(
            "UPDATE session SET expires_at = {now} + {unused} WHERE kind = 'staff' AND expires_at > {now} + {unused}"
        ))
        .await?;

        let account_hash = text("account_hash").default("").take();
        manager.alter_table(Table::alter().table("attempt").add_column(account_hash).to_owned()).await?;
        manager
            .create_index(Index::create().name("attempt_by_account").table("attempt").col("account_hash").to_owned())
            .await?;

        let browsers = Table::create()
            .table("account_browser")
            .col(number("account_id"))
            .col(text("browser_hash"))
            .col(number("last_sign_in_at"))
            .col(number_or_none("notified_at"))
            .primary_key(Index::create().col("account_id").col("browser_hash"))
            .foreign_key(
                ForeignKey::create()
                    .name("account_browser_account")
                    .from("account_browser", "account_id")
                    .to("account", "id")
                    .on_delete(ForeignKeyAction::Cascade),
            )
            .to_owned();
        manager.create_table(browsers).await?;
        manager
            .create_index(
                Index::create()
                    .name("account_browser_by_age")
                    .table("account_browser")
                    .col("last_sign_in_at")
                    .to_owned(),
            )
            .await?;

        let links = Table::create()
            .table("earlier_link")
            .col(number("subscriber_id").primary_key())
            .col(text("signature_hash"))
            .foreign_key(
                ForeignKey::create()
                    .name("earlier_link_subscriber")
                    .from("earlier_link", "subscriber_id")
                    .to("subscriber", "id")
                    .on_delete(ForeignKeyAction::Cascade),
            )
            .to_owned();
        manager.create_table(links).await
    }
}
