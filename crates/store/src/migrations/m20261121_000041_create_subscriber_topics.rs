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
                    .table("subscriber_topic")
                    .col(number("subscriber_id"))
                    .col(text("topic"))
                    .primary_key(Index::create().col("subscriber_id").col("topic"))
                    .foreign_key(
                        ForeignKey::create()
                            .name("subscriber_topic_subscriber")
                            .from("subscriber_topic", "subscriber_id")
                            .to("subscriber", "id")
                            .on_delete(ForeignKeyAction::Cascade),
                    )
                    .to_owned(),
            )
            .await?;
        let by_topic = Index::create()
            .name("subscriber_topic_by_topic")
            .table("subscriber_topic")
            .col("topic")
            .col("subscriber_id")
            .to_owned();
        manager.create_index(by_topic).await
    }
}
