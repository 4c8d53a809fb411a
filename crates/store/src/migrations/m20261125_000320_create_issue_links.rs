use sea_orm_migration::prelude::*;

use super::columns::*;

/// Counted links of issues, and by which issue a subscriber left.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let of_issue = ForeignKey::create()
            .name("issue_link_issue")
            .from("issue_link", "issue_id")
            .to("issue", "id")
            .on_delete(ForeignKeyAction::Cascade)
            .take();
        let table = Table::create()
            .table("issue_link")
            .col(id())
            .col(number("issue_id"))
            .col(small("position"))
            .col(text("url"))
            .col(number("clicks"))
            .foreign_key(&mut { of_issue })
            .to_owned();
        manager.create_table(table).await?;
        let mut unique = Index::create().name("issue_link_position").table("issue_link").unique().to_owned();
        manager.create_index(unique.col("issue_id").col("position").to_owned()).await?;
        let left = Table::alter().table("subscriber").add_column(number_or_none("left_by_issue")).to_owned();
        manager.alter_table(left).await?;
        let index =
            Index::create().name("subscriber_left_by_issue").table("subscriber").col("left_by_issue").to_owned();
        manager.create_index(index).await
    }
}
