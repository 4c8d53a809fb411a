use sea_orm::DbBackend;
use sea_orm_migration::prelude::*;

use super::columns::*;

/// An index over the words of files. The start fills it: where the two names of a file differ, its words are not, or no
/// longer, in it.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let mut word = text("word");
        if manager.get_database_backend() == DbBackend::Postgres {
            // The beginning of a word is a range of keys, compared byte by byte.
            word.extra("COLLATE \"C\"");
        }
        let of_file = ForeignKey::create()
            .name("media_word_file")
            .from("media_word", "media_id")
            .to("media_item", "id")
            .on_delete(ForeignKeyAction::Cascade)
            .take();
        let table = Table::create()
            .table("media_word")
            .col(word)
            .col(number("media_id"))
            .primary_key(Index::create().col("word").col("media_id"))
            .foreign_key(&mut { of_file })
            .to_owned();
        manager.create_table(table).await?;
        manager
            .create_index(Index::create().name("media_word_of_file").table("media_word").col("media_id").to_owned())
            .await?;
        let indexed_name = text("indexed_name").default("").take();
        manager.alter_table(Table::alter().table("media_item").add_column(indexed_name).to_owned()).await
    }
}
