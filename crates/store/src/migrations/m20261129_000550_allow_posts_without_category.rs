use sea_orm_migration::prelude::*;

/// The row of posts that have no category: drafts may be saved before somebody chooses one. It is no category of the
/// publication, so it is in no list, and has no slug.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let mut none = Query::insert();
        none.into_table("category").columns(["id", "name", "slug", "created_at", "on_home", "is_news"]);
        none.values_panic([0.into(), "Uncategorized".into(), "".into(), 0.into(), false.into(), false.into()]);
        manager.execute(none).await
    }
}
