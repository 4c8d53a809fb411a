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
                    .table("job")
                    .col(id())
                    .col(text("kind"))
                    .col(json("payload"))
                    .col(text("state"))
                    .col(number_or_none("due_at"))
                    .col(small("attempts"))
                    .col(text_or_none("lease"))
                    .col(text_or_none("dedupe_key"))
                    .col(text_or_none("last_error"))
                    .col(number("created_at"))
                    .col(number_or_none("finished_at"))
                    .to_owned(),
            )
            .await?;
        manager.create_index(Index::create().name("job_due").table("job").col("due_at").col("id").to_owned()).await?;
        manager
            .create_index(Index::create().name("job_finished").table("job").col("state").col("finished_at").to_owned())
            .await?;
        // A job waits once; one that runs may have its successor waiting.
        let waiting = Expr::cust("state = 'waiting'");
        manager
            .create_index(
                Index::create()
                    .unique()
                    .name("job_waiting_once")
                    .table("job")
                    .col("dedupe_key")
                    .and_where(waiting)
                    .to_owned(),
            )
            .await?;
        manager
            .create_table(
                Table::create().table("job_schedule").col(text("kind").primary_key()).col(number("next_at")).to_owned(),
            )
            .await
    }
}
