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
                    .table("old_category")
                    .col(text("slug").primary_key())
                    .col(number("old_id"))
                    .col(number("category_id"))
                    .col(number("created_at"))
                    .foreign_key(
                        ForeignKey::create()
                            .name("old_category_category")
                            .from("old_category", "category_id")
                            .to("category", "id")
                            .on_delete(ForeignKeyAction::Cascade),
                    )
                    .to_owned(),
            )
            .await?;
        manager
            .create_index(Index::create().name("old_category_by_id").table("old_category").col("old_id").to_owned())
            .await?;
        manager
            .create_index(
                Index::create().name("old_category_of_category").table("old_category").col("category_id").to_owned(),
            )
            .await
    }
}
