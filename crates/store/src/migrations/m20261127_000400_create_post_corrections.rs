use sea_orm_migration::prelude::*;

use super::columns::*;

/// Corrections of posts, which readers see, and what was done to them, which the newsroom sees.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let corrections = Table::create()
            .table("post_correction")
            .col(id())
            .col(number("post_id"))
            .col(number_or_none("account_id"))
            .col(text("text"))
            .col(number("created_at"))
            .foreign_key(&mut of_post("post_correction_post", "post_correction"))
            .foreign_key(&mut of_account("post_correction_account", "post_correction"))
            .to_owned();
        manager.create_table(corrections).await?;
        let changes = Table::create()
            .table("post_correction_change")
            .col(id())
            .col(number("post_id"))
            .col(number("correction_id"))
            .col(number_or_none("account_id"))
            .col(text("action"))
            .col(text("text"))
            .col(number("created_at"))
            .foreign_key(&mut of_post("post_correction_change_post", "post_correction_change"))
            .foreign_key(&mut of_account("post_correction_change_account", "post_correction_change"))
            .to_owned();
        manager.create_table(changes).await?;
        for (name, table) in [
            ("post_correction_of_post", "post_correction"),
            ("post_correction_change_of_post", "post_correction_change"),
        ] {
            let index = Index::create().name(name).table(table).col("post_id").col("id").to_owned();
            manager.create_index(index).await?;
        }
        Ok(())
    }
}

fn of_post(name: &str, table: &'static str) -> ForeignKeyCreateStatement {
    ForeignKey::create().name(name).from(table, "post_id").to("post", "id").on_delete(ForeignKeyAction::Cascade).take()
}

fn of_account(name: &str, table: &'static str) -> ForeignKeyCreateStatement {
    let set_null = ForeignKeyAction::SetNull;
    ForeignKey::create().name(name).from(table, "account_id").to("account", "id").on_delete(set_null).take()
}
