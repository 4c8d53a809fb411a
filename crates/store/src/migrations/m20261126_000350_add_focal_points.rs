use sea_orm_migration::prelude::*;

use super::columns::*;

/// The focal point of pictures, in percent from the left and from the top; none is the centre.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        // One column a statement: SQLite takes no more.
        for column in ["focal_x", "focal_y"] {
            let add = Table::alter().table("media_item").add_column(small_or_none(column)).to_owned();
            manager.alter_table(add).await?;
        }
        Ok(())
    }
}
