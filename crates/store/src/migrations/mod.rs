//! The schema, one migration a file, the same for both databases. A merged migration is never edited: expand first,
//! contract in a later release.

use std::time::Duration;

use sea_orm::sea_query::{ColumnDef, Expr, ExprTrait, IntoIden, OnConflict, Query, Table};
use sea_orm::{ConnectionTrait, DbBackend, DbErr};
use sea_orm_migration::{MigrationName, MigrationTrait, MigratorTrait, SchemaManager};

use crate::connect::retry_while_busy;
use crate::connection::lock_timeout_setting;
use crate::types::Timestamp;
use crate::{Store, StoreResult, Writer};

mod columns;
mod m20261121_000001_create_accounts;
mod m20261121_000002_create_categories;
mod m20261121_000003_create_posts;
mod m20261121_000004_create_media_items;
mod m20261121_000005_create_changes;
mod m20261121_000006_create_import_records;
mod m20261121_000007_create_jobs;
mod m20261121_000008_create_deal_links;
mod m20261121_000009_create_post_tags;
mod m20261121_000010_create_post_search;
mod m20261121_000011_create_subscribers;
mod m20261121_000020_create_post_sitemap_index;
mod m20261121_000021_add_session_device;
mod m20261121_000022_create_mailed_codes;
mod m20261121_000023_create_attempts;
mod m20261121_000024_create_account_identities;
mod m20261121_000025_add_post_keys;
mod m20261121_000026_create_old_categories;
mod m20261121_000030_create_analytics;
mod m20261121_000031_create_mail_log;
mod m20261121_000040_add_code_subscriber;
mod m20261121_000041_create_subscriber_topics;
mod m20261121_000042_add_subscriber_name;
mod m20261121_000043_create_issues;
mod m20261121_000044_create_post_notices;
mod m20261121_000045_add_issue_counts;
mod m20261121_000050_create_counters;
mod m20261122_000051_create_subscriptions;
mod m20261122_000060_create_post_state_index;
mod m20261122_000070_compare_addresses_by_bytes;
mod m20261122_000071_add_media_words;
mod m20261122_000075_create_issue_media;
mod m20261122_000080_add_order_declined_at;
mod m20261122_000085_add_topic_to_issues;
mod m20261122_000086_add_media_blur;
mod m20261122_000087_create_media_words;
mod m20261123_000090_create_idempotency_keys;
mod m20261123_000100_harden_accounts;
mod m20261123_000120_create_deleted_posts;
mod m20261123_000130_add_media_public;
mod m20261123_000140_add_media_cleaning;
mod m20261123_000150_add_order_provider;
mod m20261124_000160_create_backups;
mod m20261124_000170_add_price_seen_at;
mod m20261124_000180_create_pages;
mod m20261124_000190_create_settings_versions;
mod m20261125_000200_describe_categories;
mod m20261125_000210_move_newsletter_schedule;
mod m20261125_000300_issue_preheader;
mod m20261125_000320_create_issue_links;
mod m20261125_000330_create_issue_drafts;
mod m20261126_000340_create_topic_notices;
mod m20261126_000350_add_focal_points;
mod m20261126_000360_create_trash;
mod m20261126_000370_create_review;
mod m20261126_000380_create_preview_links;
mod m20261127_000400_create_post_corrections;
mod m20261127_000401_add_updated_for_readers;
mod m20261127_000402_add_pick_until;
mod m20261127_000410_check_links;
mod m20261127_000420_create_desk_list;
mod m20261127_000430_add_desk_start;
mod m20261127_000440_add_best_for;
mod m20261127_000450_list_subscribers;
mod m20261127_000460_create_earlier_addresses;
mod m20261128_000470_index_sitemap_files;
mod m20261128_000480_add_left_at;
mod m20261128_000490_create_earlier_files;
mod m20261128_000500_add_inviter;
mod m20261128_000510_create_payment_push;
mod m20261128_000520_add_language;
mod m20261128_000530_create_ascii_slugs;
mod m20261129_000540_add_upload_sha256;
mod m20261129_000550_allow_posts_without_category;
mod m20261129_000560_create_missing_addresses;

struct Migrator;

impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        let all: Vec<Box<dyn MigrationTrait>> = vec![
            Box::new(m20261121_000001_create_accounts::Migration),
            Box::new(m20261121_000002_create_categories::Migration),
            Box::new(m20261121_000003_create_posts::Migration),
            Box::new(m20261121_000004_create_media_items::Migration),
            Box::new(m20261121_000005_create_changes::Migration),
            Box::new(m20261121_000006_create_import_records::Migration),
            Box::new(m20261121_000007_create_jobs::Migration),
            Box::new(m20261121_000008_create_deal_links::Migration),
            Box::new(m20261121_000009_create_post_tags::Migration),
            Box::new(m20261121_000010_create_post_search::Migration),
            Box::new(m20261121_000011_create_subscribers::Migration),
            Box::new(m20261121_000020_create_post_sitemap_index::Migration),
            Box::new(m20261121_000021_add_session_device::Migration),
            Box::new(m20261121_000022_create_mailed_codes::Migration),
            Box::new(m20261121_000023_create_attempts::Migration),
            Box::new(m20261121_000024_create_account_identities::Migration),
            Box::new(m20261121_000025_add_post_keys::Migration),
            Box::new(m20261121_000026_create_old_categories::Migration),
            Box::new(m20261121_000030_create_analytics::Migration),
            Box::new(m20261121_000031_create_mail_log::Migration),
            Box::new(m20261121_000040_add_code_subscriber::Migration),
            Box::new(m20261121_000041_create_subscriber_topics::Migration),
            Box::new(m20261121_000042_add_subscriber_name::Migration),
            Box::new(m20261121_000043_create_issues::Migration),
            Box::new(m20261121_000044_create_post_notices::Migration),
            Box::new(m20261121_000045_add_issue_counts::Migration),
            Box::new(m20261121_000050_create_counters::Migration),
            Box::new(m20261122_000051_create_subscriptions::Migration),
            Box::new(m20261122_000060_create_post_state_index::Migration),
            Box::new(m20261122_000070_compare_addresses_by_bytes::Migration),
            Box::new(m20261122_000071_add_media_words::Migration),
            Box::new(m20261122_000075_create_issue_media::Migration),
            Box::new(m20261122_000080_add_order_declined_at::Migration),
            Box::new(m20261122_000085_add_topic_to_issues::Migration),
            Box::new(m20261122_000086_add_media_blur::Migration),
            Box::new(m20261122_000087_create_media_words::Migration),
            Box::new(m20261123_000090_create_idempotency_keys::Migration),
            Box::new(m20261123_000100_harden_accounts::Migration),
            Box::new(m20261123_000120_create_deleted_posts::Migration),
            Box::new(m20261123_000130_add_media_public::Migration),
            Box::new(m20261123_000140_add_media_cleaning::Migration),
            Box::new(m20261123_000150_add_order_provider::Migration),
            Box::new(m20261124_000160_create_backups::Migration),
            Box::new(m20261124_000170_add_price_seen_at::Migration),
            Box::new(m20261124_000180_create_pages::Migration),
            Box::new(m20261124_000190_create_settings_versions::Migration),
            Box::new(m20261125_000200_describe_categories::Migration),
            Box::new(m20261125_000210_move_newsletter_schedule::Migration),
            Box::new(m20261125_000300_issue_preheader::Migration),
            Box::new(m20261125_000320_create_issue_links::Migration),
            Box::new(m20261125_000330_create_issue_drafts::Migration),
            Box::new(m20261126_000340_create_topic_notices::Migration),
            Box::new(m20261126_000350_add_focal_points::Migration),
            Box::new(m20261126_000360_create_trash::Migration),
            Box::new(m20261126_000370_create_review::Migration),
            Box::new(m20261126_000380_create_preview_links::Migration),
            Box::new(m20261127_000400_create_post_corrections::Migration),
            Box::new(m20261127_000401_add_updated_for_readers::Migration),
            Box::new(m20261127_000402_add_pick_until::Migration),
            Box::new(m20261127_000410_check_links::Migration),
            Box::new(m20261127_000420_create_desk_list::Migration),
            Box::new(m20261127_000430_add_desk_start::Migration),
            Box::new(m20261127_000440_add_best_for::Migration),
            Box::new(m20261127_000450_list_subscribers::Migration),
            Box::new(m20261127_000460_create_earlier_addresses::Migration),
            Box::new(m20261128_000470_index_sitemap_files::Migration),
            Box::new(m20261128_000480_add_left_at::Migration),
            Box::new(m20261128_000490_create_earlier_files::Migration),
            Box::new(m20261128_000500_add_inviter::Migration),
            Box::new(m20261128_000510_create_payment_push::Migration),
            Box::new(m20261128_000520_add_language::Migration),
            Box::new(m20261128_000530_create_ascii_slugs::Migration),
            Box::new(m20261129_000540_add_upload_sha256::Migration),
            Box::new(m20261129_000550_allow_posts_without_category::Migration),
            Box::new(m20261129_000560_create_missing_addresses::Migration),
        ];
        all.into_iter().map(|migration| Box::new(TransactionalMigration(migration)) as _).collect()
    }
}

/// Runs a migration in a transaction, on SQLite too: where a process is killed in one, the next process starts it
/// again.
struct TransactionalMigration(Box<dyn MigrationTrait>);

impl MigrationName for TransactionalMigration {
    fn name(&self) -> &str {
        self.0.name()
    }
}

#[async_trait::async_trait]
impl MigrationTrait for TransactionalMigration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let db = manager.get_connection();
        if db.get_database_backend() == DbBackend::Postgres {
            db.execute_unprepared(&format!("SET LOCAL {}", lock_timeout_setting())).await?;
        }
        self.0.up(manager).await
    }

    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }
}

/// Duration of the migration lease: a process that holds it longer counts as dead.
const LEASE_MS: i64 = 120_000;

/// Runs all pending migrations; several processes may call it concurrently. `now` is called repeatedly while another
/// process migrates.
pub async fn migrate(store: &Store, now: impl Fn() -> Timestamp) -> StoreResult<()> {
    let (db, schema) = (store.writer(), &store.schema_connection());
    if Migrator::get_pending_migrations(schema).await.is_ok_and(|pending| pending.is_empty()) {
        return Ok(());
    }
    let mut is_notified = false;
    while !retry_while_busy(|| acquire_lease(db, now())).await? {
        if !is_notified {
            tracing::info!(
                "another process migrates, or ended in it: waiting for its lease, {} s at most",
                LEASE_MS / 1_000
            );
            is_notified = true;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let outcome = retry_while_busy(|| async { Ok(Migrator::up(schema, None).await?) }).await;
    if let Err(e) = drop_lease(db).await {
        // What the migrations did counts. It ends by itself, and nobody needs it to see that nothing is pending.
        tracing::warn!("the lease of the migrations stays for up to {} s: {e}", LEASE_MS / 1_000);
    }
    outcome
}

/// Name of the newest migration of this binary.
pub fn newest() -> String {
    Migrator::migrations().last().map(|migration| migration.name().to_owned()).unwrap_or_default()
}

/// Whether this binary has a migration with this name.
pub fn is_known(name: &str) -> bool {
    Migrator::migrations().iter().any(|migration| migration.name() == name)
}

/// Creates the schema in an empty database up to and including the migration `newest`; `false` where this binary has no
/// such migration.
pub async fn create_schema(store: &Store, newest: &str) -> StoreResult<bool> {
    let Some(index) = Migrator::migrations().iter().position(|migration| migration.name() == newest) else {
        return Ok(false);
    };
    Migrator::up(&store.schema_connection(), Some(index as u32 + 1)).await?;
    Ok(true)
}

/// Name of the newest migration that has run.
pub async fn newest_applied(db: &impl ConnectionTrait) -> StoreResult<Option<String>> {
    let versions = Query::select().column("version").from("seaql_migrations").to_owned();
    let rows = db.query_all(&versions).await?;
    let versions = rows.iter().map(|row| row.try_get_by_index(0)).collect::<Result<Vec<String>, _>>()?;
    Ok(versions.into_iter().max())
}

/// Whether every migration of this binary has run.
pub async fn is_current(store: &Store) -> bool {
    let rows = store.reader().query_all(Query::select().column("version").from("seaql_migrations")).await;
    rows.is_ok_and(|rows| rows.len() >= Migrator::migrations().len())
}

async fn acquire_lease(db: &Writer, now: Timestamp) -> StoreResult<bool> {
    let table = Table::create()
        .table("migration_lease")
        .if_not_exists()
        .col(ColumnDef::new("id").integer().not_null().primary_key())
        .col(ColumnDef::new("expires_at").big_integer().not_null())
        .take();
    // Two processes may both find no table; PostgreSQL then tells one of them so. The insert below decides.
    let _ = db.execute(&table).await;
    let claim = Query::insert()
        .into_table("migration_lease")
        .columns(["id", "expires_at"])
        .values_panic([1.into(), now.plus_ms(LEASE_MS).0.into()])
        .on_conflict(
            OnConflict::column("id")
                .update_column("expires_at")
                .action_and_where(Expr::col(("migration_lease".into_iden(), "expires_at".into_iden())).lt(now.0))
                .to_owned(),
        )
        .to_owned();
    Ok(db.execute(&claim).await?.rows_affected() == 1)
}

async fn drop_lease(db: &Writer) -> StoreResult<()> {
    db.execute(Query::delete().from_table("migration_lease")).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use sea_orm::{Database, EntityTrait, QueryOrder};

    use super::*;
    use crate::entities::{deal_link, post::DealLink};

    #[tokio::test]
    async fn the_deal_migration_moves_deals_into_their_table() {
        let db = Database::connect("sqlite::memory:").await.unwrap();
        Migrator::up(&db, Some(7)).await.unwrap();
        db.execute_unprepared(
            r#"INSERT INTO post (id, title, slug, content, excerpt, opening, summary, category_id, status, access, published_at, media_urls, deal_links,
                 author_name, custom_author, tags, is_today_pick, brand, extra_text, reading_minutes, revision, created_at, updated_at)
               SELECT n, 'T', 'slug-' || n, '', '', '', '', 1, 'published', 'everyone', 0, '[]',
                 CASE n WHEN 3 THEN '[{"url": "https://a.example", "label": "Duka"}, {"url": "https://b.example", "price": "9"}]' ELSE '[]' END,
                 'admin', '', '', false, '', '', 1, 1, 0, 0
               FROM (WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 450) SELECT n FROM c)"#,
        )
        .await
        .unwrap();
        Migrator::up(&db, None).await.unwrap();
        let rows = deal_link::Entity::find().order_by_asc(deal_link::Column::Position).all(&db).await.unwrap();
        assert_eq!(rows.iter().map(|row| (row.post_id.0, row.position)).collect::<Vec<_>>(), [(3, 0), (3, 1)]);
        let links: Vec<DealLink> = rows.into_iter().map(Into::into).collect();
        assert_eq!(links[0], DealLink { url: "https://a.example".into(), label: "Duka".into(), ..DealLink::default() });
        assert_eq!((links[1].url.as_str(), links[1].price.as_str()), ("https://b.example", "9"));
    }

    struct BreaksOff;

    impl MigrationName for BreaksOff {
        fn name(&self) -> &str {
            "breaks_off"
        }
    }

    #[async_trait::async_trait]
    impl MigrationTrait for BreaksOff {
        async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
            manager.create_table(Table::create().table("half").col(columns::id()).to_owned()).await?;
            Err(DbErr::Custom("killed".into()))
        }
    }

    struct OneThatBreaksOff;

    impl MigratorTrait for OneThatBreaksOff {
        fn migrations() -> Vec<Box<dyn MigrationTrait>> {
            vec![Box::new(TransactionalMigration(Box::new(BreaksOff)))]
        }
    }

    #[tokio::test]
    async fn a_failed_migration_is_rolled_back() {
        let db = Database::connect("sqlite::memory:").await.unwrap();
        OneThatBreaksOff::up(&db, None).await.unwrap_err();
        assert!(db.execute_unprepared("SELECT * FROM half").await.is_err());
        assert!(OneThatBreaksOff::get_applied_migrations(&db).await.unwrap().is_empty());
    }
}
