//! The month behind the demo publication: no screen of the admin area is empty, and what was interrupted goes on.

use mwanga_core::clock::Clock;
use mwanga_store::{Store, StoreOptions, queries};

use crate::support::*;

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
    assert!(days.iter().all(|day| day["post_views"].as_u64() > Some(10)), "{days:?}");
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
            (issue["status"].as_str().unwrap(), issue["counts"]["sent"].as_u64(), issue["counts"]["failed"].as_u64())
        })
        .collect();
    assert_eq!(counts, [("sent", Some(12), Some(1)), ("sent", Some(9), Some(1))], "{issues}");
    for issue in issues["data"].as_array().unwrap() {
        let report = server.get_as(&format!("/api/newsletter/admin-issues/{}/report", issue["id"]), token).await.ok();
        assert_eq!(report["unsubscribed"], 1);
        assert!(report["links"][0]["clicks"].as_u64() > Some(3), "{report}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_month_lies_behind_the_demo_and_seeding_again_adds_nothing_to_it() {
    let site = Site::new().await;
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
    server.terminate().await;

    // As a start that ended before the last step leaves it.
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

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_refund_of_the_demo_agrees_with_the_practice_wallet() {
    let site = Site::new().await;
    let server = Binary::start(site.command(&["serve", "--demo"])).await;
    let token = sign_in(&server, "admin").await;
    let list = server.get_as("/api/admin/subscriptions", &token).await.ok();
    let of = |email: &str| {
        let rows = list["data"].as_array().unwrap();
        rows.iter().find(|row| row["email"] == email).unwrap_or_else(|| panic!("{list}")).clone()
    };
    assert_eq!((&of("halima@example.com")["status"], list["total"].as_u64()), (&json!("refunded"), Some(6)));
    let paid = of("kiprono@example.com")["id"].clone();
    server.post(&format!("/api/admin/subscriptions/{paid}/refund"), Some(&token), &json!({})).await.ok();
    let again = of("halima@example.com")["id"].clone();
    let refused = server.post(&format!("/api/admin/subscriptions/{again}/refund"), Some(&token), &json!({})).await;
    assert_eq!(refused.status, StatusCode::CONFLICT);
}
