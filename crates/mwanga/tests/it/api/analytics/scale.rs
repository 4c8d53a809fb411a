//! The size of the analytics tables under load.

use mwanga_core::analytics::{self, AnalyticsEvent};
use mwanga_store::ConnectionTrait;
use mwanga_store::types::{PostId, TrackedEvent};
use sea_orm::{DbBackend, Statement};

use super::*;

async fn bytes(app: &TestApp) -> i64 {
    let db = app.core().store.reader();
    let sql = match db.get_database_backend() {
        DbBackend::Postgres => {
            "SELECT CAST(SUM(pg_total_relation_size(oid)) AS BIGINT) AS bytes FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
        }
        _ => "SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()",
    };
    let row = db.query_one_raw(Statement::from_string(db.get_database_backend(), sql)).await.unwrap().unwrap();
    row.try_get("", "bytes").unwrap()
}

/// A hundred thousand beacons of an attacker: unknown posts, deals and plans, and a referrer host of its own in
/// each.
#[tokio::test]
async fn a_hundred_thousand_junk_events_add_less_than_a_megabyte() {
    let app = TestApp::new().await;
    let mut ids = Vec::new();
    for n in 0..20 {
        ids.push(deal_post(&app, &format!("Post {n}")).await);
    }
    let before = bytes(&app).await;
    for n in 0..100_000_i64 {
        let known = n % 4 == 0;
        let event = [TrackedEvent::PostView, TrackedEvent::DealClick, TrackedEvent::Share, TrackedEvent::PlanChosen]
            [(n / 4 % 4) as usize];
        let tracked = AnalyticsEvent {
            event,
            post_id: Some(PostId(if known { ids[(n % 20) as usize] } else { 1_000_000 + n })),
            deal: Some((n % 1_000) as i32),
            plan: Some(format!("plan {n}")),
            method: Some(format!("method {n}")),
            referrer: Some(format!("https://junk-{n}.{}.example/{n}", "x".repeat(50))),
        };
        analytics::record(app.core(), tracked);
        if n % 5_000 == 0 {
            analytics::flush(app.core()).await.unwrap();
        }
    }
    analytics::flush(app.core()).await.unwrap();
    let grown = bytes(&app).await - before;
    assert!(grown <= 1_000_000, "{grown} bytes");
    assert!(summary(&app).await["totals"]["post_views"].as_i64().unwrap() > 0, "what was meant counts all the same");
}
