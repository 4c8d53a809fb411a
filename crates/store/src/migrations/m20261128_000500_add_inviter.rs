use sea_orm_migration::prelude::*;

use super::columns::*;

/// Whose invite it is; unknown for those of before. Without a foreign key: an invite ends with the account of its
/// maker, which an empty column would not tell.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let inviter = Table::alter().table("staff_invite").add_column(number_or_none("account_id")).to_owned();
        manager.alter_table(inviter).await
    }
}
