//! Transactions: what was acknowledged is what another connection reads.

use std::time::Duration;

use futures_util::future::try_join_all;
use mwanga_store::entities::setting;
use mwanga_store::{ConnectionTrait, Store, StoreError};
use sea_orm::{DbBackend, EntityTrait, QueryOrder, Statement};

use crate::support::*;

async fn settings(store: &Store) -> Vec<String> {
    let rows = setting::Entity::find()
        .order_by_asc(setting::Column::Key)
        .all(store.reader())
        .await
        .expect("the store answers");
    rows.into_iter().map(|row| row.key).filter(|key| key.starts_with("test.")).collect()
}

async fn put(db: &impl ConnectionTrait, key: &str) -> Result<(), StoreError> {
    let insert = format!("INSERT INTO setting (key, value, updated_at) VALUES ('{key}', '1', 0)");
    Ok(db.execute_unprepared(&insert).await.map(|_| ())?)
}

#[tokio::test]
async fn after_a_full_disk_every_acknowledged_write_is_durable() {
    let app = TestApp::new().await;
    if app.core().store.reader().get_database_backend() == DbBackend::Postgres {
        return println!("skipped: PostgreSQL rolls nothing back by itself");
    }
    let (store, other) = (&app.core().store, app.other_store().await);
    for round in 0..3 {
        let tx = store.begin().await.unwrap();
        put(&tx, &format!("test.refused-{round}")).await.unwrap();
        // No page more than there are: SQLite rolls the transaction back by itself.
        tx.execute_unprepared("PRAGMA max_page_count = 1").await.unwrap();
        let full = tx.execute_unprepared("CREATE TABLE too_much AS SELECT randomblob(100000) AS bytes").await;
        assert!(matches!(StoreError::from(full.unwrap_err()), StoreError::Full(_)));
        drop(tx);
        // There is room again, also for the connection that had none.
        store.writer().execute_unprepared("PRAGMA max_page_count = 1073741823").await.unwrap();
        // One that its caller gives up would leave sqlx's savepoint open.
        drop(store.begin().await.unwrap());
        let tx = store.begin().await.unwrap();
        put(&tx, &format!("test.in-transaction-{round}")).await.unwrap();
        tx.commit().await.unwrap();
        put(store.writer(), &format!("test.single-{round}")).await.unwrap();
    }
    let found = settings(&other).await;
    let expected: Vec<String> =
        ["in-transaction", "single"].iter().flat_map(|kind| (0..3).map(move |n| format!("test.{kind}-{n}"))).collect();
    assert_eq!(found, expected);
}

#[tokio::test]
async fn a_transaction_with_a_failed_statement_is_not_committed() {
    let app = TestApp::new().await;
    let (store, other) = (&app.core().store, app.other_store().await);
    let tx = store.begin().await.unwrap();
    put(&tx, "test.first").await.unwrap();
    assert!(matches!(put(&tx, "test.first").await, Err(StoreError::Conflict(_))));
    assert!(put(&tx, "test.second").await.is_err(), "it goes on");
    tx.commit().await.unwrap_err();
    assert!(settings(&other).await.is_empty());
    put(store.writer(), "test.next").await.unwrap();
    assert_eq!(settings(&other).await, ["test.next"]);
}

#[tokio::test]
async fn a_transaction_with_a_cancelled_statement_is_not_committed() {
    let app = TestApp::new().await;
    let (store, other) = (&app.core().store, app.other_store().await);
    let slow = "INSERT INTO setting (key, value, updated_at) WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 200000)
        SELECT 'test.' || n, '1', 0 FROM c";
    let tx = store.begin().await.unwrap();
    put(&tx, "test.first").await.unwrap();
    let cancelled = tokio::time::timeout(Duration::from_millis(20), tx.execute_unprepared(slow)).await;
    assert!(cancelled.is_err(), "200,000 rows are written in no time");
    tx.commit().await.unwrap_err();
    assert!(settings(&other).await.is_empty());
    put(store.writer(), "test.next").await.unwrap();
    assert_eq!(settings(&other).await, ["test.next"]);
}

async fn lock_timeout(db: &impl ConnectionTrait) -> String {
    let show = Statement::from_string(DbBackend::Postgres, "SELECT current_setting('lock_timeout')");
    db.query_one_raw(show).await.unwrap().unwrap().try_get_by_index(0).unwrap()
}

#[tokio::test]
async fn the_lock_timeout_holds_in_every_transaction_whatever_its_session_says() {
    let app = TestApp::new().await;
    let store = &app.core().store;
    if store.reader().get_database_backend() != DbBackend::Postgres {
        return println!("skipped: it is PostgreSQL's");
    }
    assert_eq!(lock_timeout(store.reader()).await, "5s");
    // Every session of the pool waits for ever, as behind a pooler that drops what a session sets.
    let sessions = try_join_all((0..4).map(|_| store.begin())).await.unwrap();
    for session in sessions {
        session.execute_unprepared("SET lock_timeout = 0").await.unwrap();
        session.commit().await.unwrap();
    }
    assert_eq!(lock_timeout(store.reader()).await, "0");
    let transactions = try_join_all((0..4).map(|_| store.begin())).await.unwrap();
    for transaction in &transactions {
        assert_eq!(lock_timeout(transaction).await, "5s");
    }
    drop(transactions);
    assert_eq!(lock_timeout(store.writer()).await, "5s");

    let other = app.other_store().await;
    put(store.writer(), "test.held").await.unwrap();
    let lock = other.begin().await.unwrap();
    lock.execute_unprepared("UPDATE setting SET value = '2' WHERE key = 'test.held'").await.unwrap();
    let waiting = store.writer().execute_unprepared("UPDATE setting SET value = '3' WHERE key = 'test.held'");
    let ended = tokio::time::timeout(Duration::from_secs(8), waiting).await.expect("it waits for ever");
    assert!(matches!(StoreError::from(ended.unwrap_err()), StoreError::Busy(_)));
    lock.rollback().await;
    let snapshot = store.snapshot().await.unwrap();
    assert_eq!(lock_timeout(&snapshot).await, "5s");
    snapshot.rollback().await;
}
