use sea_orm::DbBackend;
use sea_orm_migration::prelude::*;

use super::columns::*;

/// The beginning of an address is a range of keys, compared byte by byte; a database of another language sorts them in
/// its own way. And up to when an issue tells what is new.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        if manager.get_database_backend() == DbBackend::Postgres {
            for (table, column) in [("mail_log", "recipient_key"), ("subscription", "email_key")] {
                let sql = format!("ALTER TABLE {table} ALTER COLUMN {column} TYPE text COLLATE \"C\"");
                manager.get_connection().execute_unprepared(&sql).await?;
            }
        }
        let covers_until = number_or_none("covers_until").take();
        manager.alter_table(Table::alter().table("issue").add_column(covers_until).to_owned()).await
    }
}
