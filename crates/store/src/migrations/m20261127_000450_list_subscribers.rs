use sea_orm::DbBackend;
use sea_orm_migration::prelude::*;

/// The list of subscribers: a status, newest first, and the beginning of an address, which is a range of keys compared
/// byte by byte.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        if manager.get_database_backend() == DbBackend::Postgres {
            let sql = "ALTER TABLE subscriber ALTER COLUMN email_key TYPE text COLLATE \"C\"";
            manager.get_connection().execute_unprepared(sql).await?;
        }
        let newest =
            Index::create().name("subscriber_by_status_id").table("subscriber").col("status").col("id").to_owned();
        manager.create_index(newest).await
    }
}
