use sea_orm_migration::prelude::*;

use super::columns::*;

/// Files that earlier revisions of posts and pages show; `posts::backfill_earlier_files` fills in those of before.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for (owner, owner_id, table) in
            [("post", "post_id", "post_earlier_file"), ("page", "page_id", "page_earlier_file")]
        {
            let of_owner = ForeignKey::create()
                .name(format!("{table}_{owner}"))
                .from(table, owner_id)
                .to(owner, "id")
                .on_delete(ForeignKeyAction::Cascade)
                .take();
            let create = Table::create()
                .table(table)
                .col(number(owner_id))
                .col(text("object_key"))
                .col(small("last_revision"))
                .primary_key(Index::create().col(owner_id).col("object_key"))
                .foreign_key(&mut { of_owner })
                .to_owned();
            manager.create_table(create).await?;
            let of_file = Index::create().name(format!("{table}_of_file")).table(table).col("object_key").to_owned();
            manager.create_index(of_file).await?;
        }
        Ok(())
    }
}
