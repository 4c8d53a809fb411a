use sea_orm_migration::prelude::*;

use super::columns::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .create_table(
                Table::create().table("counter").col(text("name").primary_key()).col(number("value")).to_owned(),
            )
            .await?;
        let posts = "INSERT INTO counter (name, value) SELECT 'posts', COUNT(*) FROM post";
        manager.get_connection().execute_unprepared(posts).await.map(|_| ())
    }
}
