use sea_orm_migration::prelude::*;

use super::columns::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        // SQLite takes a foreign key of a table that exists only as a part of the new column.
        let owner = number_or_none("subscriber_id").extra("REFERENCES subscriber (id) ON DELETE CASCADE").take();
        manager.alter_table(Table::alter().table("mailed_code").add_column(owner).to_owned()).await?;
        manager
            .create_index(
                Index::create().name("mailed_code_by_subscriber").table("mailed_code").col("subscriber_id").to_owned(),
            )
            .await
    }
}
