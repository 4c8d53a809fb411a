//! The month behind the demo publication: no screen of the admin area is empty, and what was interrupted goes on.

use std::process::Stdio;
use std::time::{Duration, Instant};

use mwanga_core::clock::Clock;
use mwanga_store::{Store, StoreOptions, queries};
use sea_orm::{ConnectionTrait, DatabaseConnection, Statement};
use tokio::io::{AsyncBufReadExt, BufReader};

use crate::faults::operations::connect;
use crate::faults::sampling::SeededRng;
use crate::support::*;

/// Rows that a whole seeding leaves in the database, however often it was interrupted.
const ROWS: [(&str, i64); 18] = [
    ("account", 5),
    ("delivery", 23),
    ("issue", 2),
    ("issue_draft", 1),
    // Who is confirmed before the mail is tried again gets none, and the notices are of who signs in here.
    ("mail_log WHERE kind NOT IN ('newsletter_confirm', 'security_notice')", 59),
    ("media_item", 119),
    ("paid_order", 7),
    ("post", 97),
    ("post_correction", 2),
    ("post_note", 8),
    ("post_revision", 108),
    ("preview_link", 1),
    ("staff_invite", 1),
    ("subscriber", 17),
    ("subscription", 6),
    ("trash_item", 1),
    (OPEN_SENDING, 0),
    ("setting WHERE key = 'demo_filling'", 0),
];
const OPEN_SENDING: &str = "job WHERE state <> 'done' AND kind LIKE 'newsletter.%'";

async fn count(database: &DatabaseConnection, rows: &str) -> Option<i64> {
    let sql = format!("SELECT count(*) AS n FROM {rows}");
    let row = database.query_one_raw(Statement::from_string(database.get_database_backend(), sql)).await.ok()?;
    row?.try_get("", "n").ok()
}

async fn check_rows(site: &Site) {
    let database = connect(&site.database.url).await;
    // A job is done a moment after its mails are sent.
    let began = Instant::now();
    while count(&database, OPEN_SENDING).await != Some(0) && began.elapsed() < Duration::from_secs(10) {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    for (rows, expected) in ROWS {
        assert_eq!(count(&database, rows).await, Some(expected), "{rows}");
    }
    database.close().await.unwrap();
}

async fn sign_in(server: &Binary, role: &str) -> String {
    let (email, password) = (format!("{role}@example.com"), format!("mwanga-demo-{role}"));
    let reply = server.post("/api/auth/admin/login", None, &json!({ "email": email, "password": password })).await;
    reply.ok()["token"].as_str().unwrap().to_owned()
}

/// How many entries a list has in all.
async fn total(server: &Binary, token: &str, path: &str) -> u64 {
    let list = server.get_as(path, token).await.ok();
    list["total"].as_u64().unwrap_or_else(|| list["data"].as_array().unwrap().len() as u64)
}

/// What a second seeding must not double: the length of each list.
async fn lengths(server: &Binary) -> Vec<(&'static str, &'static str, u64)> {
    let mut found = Vec::new();
    for (role, paths) in [
        (
            "admin",
            &[
                "/api/admin/posts?status=draft",
                "/api/admin/posts?status=in_review",
                "/api/admin/posts?status=scheduled",
                "/api/admin/posts?status=published",
                "/api/admin/trash",
                "/api/admin/deals",
                "/api/admin/media",
                "/api/admin/subscriptions",
                "/api/newsletter/admin-issues",
                "/api/newsletter/admin-drafts",
                "/api/corrections",
                "/api/newsletter/issues",
            ][..],
        ),
        ("author", &["/api/admin/posts", "/api/admin/posts?status=scheduled", "/api/admin/posts?status=draft"]),
        ("contributor", &["/api/admin/posts", "/api/admin/posts?status=in_review"]),
    ] {
        let token = sign_in(server, role).await;
        for path in paths {
            found.push((role, *path, total(server, &token, path).await));
        }
    }
    found
}

async fn check_counts(server: &Binary, token: &str) {
    let summary = server.get_as("/api/analytics/summary", token).await.ok();
    let days = summary["days"].as_array().unwrap();
    assert_eq!(days.len(), 30);
    // Today is as long as it has been: a little after midnight nobody has read anything.
    let read = days.iter().filter(|day| day["post_views"].as_u64() > Some(10)).count();
    assert!(read >= 29, "{days:?}");
    for total in ["post_views", "deal_clicks", "shares", "newsletter_signups"] {
        assert!(summary["totals"][total].as_u64() > Some(10), "{total}: {}", summary["totals"]);
    }
    for list in ["top_posts", "top_deals", "referrers"] {
        assert!(summary[list].as_array().unwrap().len() > 5, "{list}");
    }
    // Atieno, Kiprono, Halima, Otieno and Wambui.
    assert_eq!(summary["funnel"][2]["count"], 5, "{}", summary["funnel"]);
    let posts = server.get_as("/api/admin/posts?sort=viewed", token).await.ok();
    assert!(posts["data"][0]["week_views"].as_u64() > Some(50), "{}", posts["data"][0]);
}

async fn check_newsletters(server: &Binary, token: &str) {
    let issues = server.get_as("/api/newsletter/admin-issues", token).await.ok();
    let counts: Vec<_> = issues["data"]
        .as_array()
        .unwrap()
        .iter()
        .map(|issue| {
            let of = |state: &str| issue["counts"][state].as_u64().unwrap();
            // A mail on whose way the process was killed is never tried again.
            (issue["status"].as_str().unwrap(), of("sent") + of("uncertain"), of("failed"))
        })
        .collect();
    assert_eq!(counts, [("sent", 12, 1), ("sent", 9, 1)], "{issues}");
    for issue in issues["data"].as_array().unwrap() {
        let report = server.get_as(&format!("/api/newsletter/admin-issues/{}/report", issue["id"]), token).await.ok();
        assert_eq!(report["unsubscribed"], 1);
        assert!(report["links"][0]["clicks"].as_u64() > Some(3), "{report}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_month_lies_behind_the_demo_and_seeding_again_adds_nothing_to_it() {
    let site = Site::demo().await;
    let server = Binary::start(site.command(&["serve", "--demo"])).await;
    // Nobody was mailed, and all of it is in the log.
    assert!(!site.folder.path().join("outbox").exists());
    let token = sign_in(&server, "admin").await;
    assert!(total(&server, &token, "/api/admin/email-logs").await > 60);
    check_counts(&server, &token).await;
    check_newsletters(&server, &token).await;
    let invites = server.get_as("/api/admin/staff", &token).await.ok()["invites"].clone();
    assert_eq!(invites[0]["email"], "new-author@example.com");
    let before = lengths(&server).await;
    assert!(before.iter().all(|(.., length)| *length > 0), "{before:?}");
    check_rows(&site).await;
    server.terminate().await;

    // The same site, whose first start ended before the last step.
    let site = Site::new().await;
    seed_and_kill(&site).await;
    let options = StoreOptions { url: site.database.url.clone(), readers: 1 };
    let store = Store::open(&options).await.unwrap();
    let now = Clock::system().now();
    queries::settings::set(store.writer(), "demo_filling", &now.iso(), now).await.unwrap();
    store.close().await.unwrap();
    let server = Binary::start(site.command(&["serve", "--demo"])).await;
    assert_eq!(lengths(&server).await, before);
    let token = sign_in(&server, "admin").await;
    check_counts(&server, &token).await;
    check_newsletters(&server, &token).await;
}

/// Seeds, and is killed before jobs run: at each full hour one deletes what the seeding knows its steps by.
async fn seed_and_kill(site: &Site) {
    let mut child = site.command(&["serve", "--demo"]).stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    while !lines.next_line().await.unwrap().expect("it says how long it took").starts_with("demo:") {}
    child.kill().await.unwrap();
}

/// Begins to seed, and is killed as soon as these tables have so many rows; false where the seeding was over before.
async fn seed_until(site: &Site, rows: i64) -> bool {
    let mut child = seed_command(site).stdout(Stdio::null()).spawn().unwrap();
    // SQLite's file may not be made yet.
    let database = loop {
        match sea_orm::Database::connect(&site.database.url).await {
            Ok(database) => break database,
            Err(_) => tokio::time::sleep(Duration::from_millis(5)).await,
        }
    };
    let is_over = loop {
        assert_eq!(child.try_wait().unwrap(), None, "it ended by itself");
        let mut there = 0;
        for table in ["post", "post_revision", "idempotency_key", "mail_log", "paid_order", "job"] {
            there += count(&database, table).await.unwrap_or(0);
        }
        let is_over = there > 0 && count(&database, "setting WHERE key = 'demo_filling'").await == Some(0);
        if is_over || there >= rows {
            break is_over;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    };
    child.kill().await.unwrap();
    database.close().await.unwrap();
    !is_over
}

fn seed_command(site: &Site) -> tokio::process::Command {
    let mut command = site.command(&["serve", "--demo"]);
    command.env("MWANGA_LEASE_S", "1").env("RUST_LOG", "error");
    command
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_seeding_that_is_killed_again_and_again_ends_like_one_that_was_not() {
    let site = Site::new().await;
    let mut dice = SeededRng::new("seeding");
    let (mut rows, mut kills) = (dice.below(150) as i64, 0);
    while seed_until(&site, rows).await {
        kills += 1;
        // The posts take most of the time, the month after them most of the steps.
        rows += 1 + dice.below(if rows < 190 { 60 } else { 20 }) as i64;
    }
    assert!(kills > 8, "{kills} kills");
    let server = Binary::start(seed_command(&site)).await;
    let token = sign_in(&server, "admin").await;
    check_rows(&site).await;
    check_counts(&server, &token).await;
    check_newsletters(&server, &token).await;
    // Whatever a killed process had begun, nobody was mailed.
    assert!(!site.folder.path().join("outbox").exists());
}
