use mwanga_core::analytics;
use mwanga_core::config::IpNetwork;
use mwanga_store::entities::{analytics_day, analytics_post_day, analytics_referrer_day};
use sea_orm::{EntityTrait, PaginatorTrait};

use super::*;

const HOUR_MS: i64 = 3_600_000;

/// Rows of all three tables.
async fn rows(app: &TestApp) -> u64 {
    analytics::flush(app.core()).await.unwrap();
    let db = app.core().store.reader();
    let posts = analytics_post_day::Entity::find().count(db).await.unwrap();
    posts
        + analytics_day::Entity::find().count(db).await.unwrap()
        + analytics_referrer_day::Entity::find().count(db).await.unwrap()
}

#[tokio::test]
async fn events_of_readers_are_counted_by_the_day_of_the_publication() {
    let app = TestApp::new().await;
    let id = deal_post(&app, "lamps").await;
    let browser = reader(&app);
    for _ in 0..3 {
        let answer = track(
            &browser,
            "post_view",
            json!({ "post_id": id, "referrer": "https://www.search.example/find?q=secret" }),
        )
        .await;
        assert_eq!((answer.status.as_u16(), answer.ok()), (202, json!({ "message": "Noted." })));
    }
    track(&browser, "deal_click", json!({ "post_id": id, "deal": 1 })).await.ok();
    track(&browser, "share", json!({ "post_id": id })).await.ok();
    track(&browser, "newsletter_signup", json!({ "email": "amina@example.com" })).await.ok();
    track(&browser, "plan_chosen", json!({ "email": "amina@example.com", "plan": "8_months", "method": "paypal" }))
        .await
        .ok();
    // Past Nairobi's midnight is another day.
    app.clock.advance_ms(13 * 3_600_000);
    track(&browser, "post_view", json!({ "post_id": id })).await.ok();

    let summary = summary(&app).await;
    assert_eq!(summary["totals"], json!({ "post_views": 4, "deal_clicks": 1, "shares": 1, "newsletter_signups": 1 }));
    assert_eq!(summary["referrers"], json!([{ "label": "search.example", "post_views": 3 }]));
    assert_eq!(summary["top_deals"][0]["product_name"], "Panel");
    let days = summary["days"].as_array().unwrap();
    assert_eq!(days.len(), 30);
    assert_eq!(days[28], json!({ "date": "2026-11-20", "post_views": 3, "deal_clicks": 1 }));
    assert_eq!(days[29], json!({ "date": "2026-11-21", "post_views": 1, "deal_clicks": 0 }));
}

#[tokio::test]
async fn a_new_time_zone_counts_from_the_next_day() {
    let app = TestApp::new().await;
    let id = app.post("Habari").insert().await.id.0;
    let browser = reader(&app);
    // Half past midnight in Nairobi, half past four in the afternoon in New York.
    app.clock.advance_ms(12 * HOUR_MS + HOUR_MS / 2);
    track(&browser, "post_view", json!({ "post_id": id })).await.ok();
    app.set_time_zone("America/New_York").await;
    track(&browser, "post_view", json!({ "post_id": id })).await.ok();
    // Past midnight in New York of the 22nd.
    app.clock.advance_ms(32 * HOUR_MS);
    track(&browser, "post_view", json!({ "post_id": id })).await.ok();
    let summary = summary(&app).await;
    let days = summary["days"].as_array().unwrap();
    let views = |day: &Value| (day["date"].as_str().unwrap().to_owned(), day["post_views"].as_i64().unwrap());
    assert_eq!(
        days.iter().skip(27).map(views).collect::<Vec<_>>(),
        [("2026-11-20".into(), 0), ("2026-11-21".into(), 2), ("2026-11-22".into(), 1),]
    );
}

#[tokio::test]
async fn a_preview_of_another_time_zone_moves_no_day() {
    let app = TestApp::new().await;
    let id = app.post("Habari").insert().await.id.0;
    // Noon in Nairobi is past midnight in Kiritimati.
    app.clock.advance_ms(2 * HOUR_MS);
    let values = json!({ "site.time_zone": "Pacific/Kiritimati", "front_page.blocks": [{ "kind": "most_read" }] });
    let preview = json!({ "values": values, "subject": "home", "dark": false });
    app.staff(Role::Admin).await.post("/api/admin/settings/preview", preview).await.ok();
    track(&reader(&app), "post_view", json!({ "post_id": id })).await.ok();
    let summary = summary(&app).await;
    let last = summary["days"].as_array().unwrap().last().unwrap().clone();
    assert_eq!((&last["date"], &last["post_views"]), (&json!("2026-11-20"), &json!(1)));
}

#[tokio::test]
async fn no_address_email_or_browser_of_a_reader_is_stored() {
    let app = TestApp::new().await;
    let id = app.post("Habari").insert().await.id.0;
    let browser = reader(&app).at("203.0.113.77");
    track(
        &browser,
        "post_view",
        json!({ "post_id": id, "email": "amina@example.com", "referrer": "https://a.example/?u=amina" }),
    )
    .await
    .ok();
    track(&browser, "plan_chosen", json!({ "email": "amina@example.com", "plan": "8_months" })).await.ok();
    assert!(rows(&app).await > 0);
    let db = app.core().store.reader();
    let everything = format!(
        "{:?} {:?} {:?}",
        analytics_post_day::Entity::find().all(db).await.unwrap(),
        analytics_day::Entity::find().all(db).await.unwrap(),
        analytics_referrer_day::Entity::find().all(db).await.unwrap()
    );
    for secret in ["amina", "203.0.113", "Firefox"] {
        assert!(!everything.contains(secret), "{secret} in {everything}");
    }
}

#[tokio::test]
async fn do_not_track_robots_and_staff_are_not_counted() {
    let app = TestApp::new().await;
    let id = app.post("Habari").insert().await.id.0;
    let view = json!({ "post_id": id });
    for caller in [
        reader(&app).with_header("dnt", "1"),
        reader(&app).with_header("sec-gpc", "1"),
        app.anyone(),
        app.anyone()
            .with_header("user-agent", "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"),
        app.staff(Role::Editor).await.with_header("user-agent", FIREFOX),
        app.staff(Role::Admin).await.with_header("user-agent", FIREFOX),
    ] {
        assert_eq!(
            track(&caller, "post_view", view.clone()).await.status,
            StatusCode::ACCEPTED,
            "the answer is the same"
        );
    }
    assert_eq!(rows(&app).await, 0);
    for caller in
        [reader(&app), reader(&app).with_header("dnt", "0"), app.reader().await.with_header("user-agent", FIREFOX)]
    {
        track(&caller, "post_view", view.clone()).await.ok();
    }
    assert_eq!(summary(&app).await["totals"]["post_views"], 3);
}

#[tokio::test]
async fn events_about_unknown_posts_or_deals_are_not_counted() {
    let app = TestApp::new().await;
    let id = deal_post(&app, "lamps").await;
    let draft = app.post("Draft").draft().insert().await.id.0;
    let later = app.post("Later").in_ms(3_600_000).insert().await.id.0;
    let browser = reader(&app);
    for (event, metadata) in [
        ("post_view", json!({ "post_id": 999_999, "referrer": "https://junk.example" })),
        ("post_view", json!({ "post_id": draft })),
        ("post_view", json!({ "post_id": later })),
        ("post_view", json!({})),
        ("share", json!({ "post_id": -1 })),
        ("deal_click", json!({ "post_id": id })),
        ("deal_click", json!({ "post_id": id, "deal": 2 })),
        ("deal_click", json!({ "post_id": id, "deal": -1 })),
    ] {
        assert_eq!(track(&browser, event, metadata.clone()).await.status, StatusCode::ACCEPTED, "{event} {metadata}");
    }
    assert_eq!(rows(&app).await, 0);
    track(&browser, "plan_chosen", json!({ "plan": "forever" })).await.ok();
    let step = &summary(&app).await["funnel"][0];
    assert_eq!((&step["count"], &step["by_plan"]), (&json!(1), &json!({ "12_months": 0, "8_months": 0 })));
}

#[tokio::test]
async fn an_unknown_or_oversized_event_is_refused() {
    let app = TestApp::new().await;
    let browser = reader(&app);
    for (body, status) in [
        (json!({ "eventType": "fantasy" }), 422),
        (json!({}), 422),
        (json!({ "eventType": "post_view", "metadata": { "post_id": "one" } }), 422),
        (json!({ "eventType": "post_view", "metadata": { "referrer": "x".repeat(2_048) } }), 413),
    ] {
        let reply = browser.post("/api/analytics/track", body.clone()).await;
        assert_eq!(reply.problem().status.as_u16(), status, "{body}");
    }
    assert_eq!(
        track(&browser, "post_view", json!({ "referrer": "x".repeat(1_900) })).await.status,
        StatusCode::ACCEPTED,
        "2 KB are taken"
    );
}

#[tokio::test]
async fn a_moved_or_removed_deal_keeps_its_clicks() {
    let app = TestApp::new().await;
    let id = deal_post(&app, "lamps").await;
    track(&reader(&app), "deal_click", json!({ "post_id": id, "deal": 1 })).await.ok();
    analytics::flush(app.core()).await.unwrap();
    let editor = app.staff(Role::Editor).await;
    let mut deals = editor.get(&format!("/api/admin/posts/{id}")).await.ok()["deal_links"].as_array().unwrap().clone();
    deals.reverse();
    editor.put(&format!("/api/admin/posts/{id}"), json!({ "deal_links": deals })).await.ok();
    track(&reader(&app), "deal_click", json!({ "post_id": id, "deal": 0 })).await.ok();
    let deal = summary(&app).await["top_deals"][0].clone();
    assert_eq!((&deal["product_name"], &deal["deal_clicks"]), (&json!("Panel"), &json!(2)));
    editor.put(&format!("/api/admin/posts/{id}"), json!({ "deal_links": [] })).await.ok();
    let deal = summary(&app).await["top_deals"][0].clone();
    assert_eq!(
        (&deal["product_name"], &deal["deal_clicks"], &deal["post_title"]),
        (&json!(""), &json!(2), &json!("lamps"))
    );
}

#[tokio::test]
async fn deleting_a_post_with_buffered_events_keeps_the_counts_of_others() {
    let app = TestApp::new().await;
    let (stays, goes) = (app.post("Stays").insert().await, app.post("Goes").insert().await);
    for post in [&stays, &goes] {
        track(&reader(&app), "post_view", json!({ "post_id": post.id.0 })).await.ok();
    }
    let editor = app.staff(Role::Editor).await;
    editor.delete(&format!("/api/admin/posts/{}", goes.id)).await.ok();
    assert_eq!(summary(&app).await["top_posts"].as_array().unwrap().len(), 1);
    // The counts of a post go with it; what the day added up to stays.
    editor.delete(&format!("/api/admin/posts/{}", stays.id)).await.ok();
    let summary = summary(&app).await;
    assert_eq!((&summary["top_posts"], &summary["totals"]["post_views"]), (&json!([]), &json!(1)));
}

#[tokio::test]
async fn too_many_events_from_one_address_answer_429() {
    let app = TestApp::with(|config| config.http.trusted_proxies = vec![IpNetwork::parse("10.0.0.0/8").unwrap()]).await;
    let browser = reader(&app).at("203.0.113.7");
    for sent in 0..2_000 {
        let reply = track(&browser, "share", json!({})).await;
        if reply.status == StatusCode::TOO_MANY_REQUESTS {
            assert!(sent >= 300, "the limit came after {sent}");
            assert_eq!((reply.problem().is(), reply.header("retry-after")), ((429, "analytics.limited"), "1"));
            assert_eq!(
                track(&reader(&app).at("203.0.113.8"), "share", json!({})).await.status,
                StatusCode::ACCEPTED,
                "others go on"
            );
            return;
        }
    }
    panic!("nobody was limited");
}

#[tokio::test]
async fn buffered_events_survive_a_failed_write_and_are_written_later() {
    let app = TestApp::new().await;
    let id = app.post("Habari").insert().await.id.0;
    track(&reader(&app), "post_view", json!({ "post_id": id, "referrer": "a.example" })).await.ok();
    let other = app.other_store().await;
    let lock = other.begin().await.unwrap();
    // PostgreSQL locks rows: only a table lock blocks other writers.
    use mwanga_store::ConnectionTrait;
    if lock.get_database_backend() == sea_orm::DbBackend::Postgres {
        lock.execute_unprepared("LOCK TABLE analytics_post_day IN ACCESS EXCLUSIVE MODE").await.unwrap();
    }
    assert!(analytics::flush(app.core()).await.is_err());
    track(&reader(&app), "post_view", json!({ "post_id": id })).await.ok();
    lock.rollback().await;
    assert_eq!(summary(&app).await["totals"]["post_views"], 2);
    assert_eq!(summary(&app).await["referrers"], json!([{ "label": "a.example", "post_views": 1 }]));
}

#[tokio::test]
async fn a_graceful_shutdown_writes_all_buffered_events() {
    let site = Site::new().await;
    site.make_admin("amina@example.com", "a lamp in the window").await;
    let server = site.serve().await;
    let account = json!({ "email": "amina@example.com", "password": "a lamp in the window" });
    let token = server.post("/api/auth/admin/login", None, &account).await.ok()["token"].as_str().unwrap().to_owned();
    let post = json!({ "title": "Habari", "content": "<p>Text</p>", "category_name": "tech" });
    let id = server.post("/api/admin/posts", Some(&token), &post).await.ok()["id"].as_i64().unwrap();
    let browser = reqwest::Client::builder().user_agent(FIREFOX).no_proxy().build().unwrap();
    for _ in 0..25 {
        let event = json!({ "eventType": "post_view", "metadata": { "post_id": id } });
        let answer = browser.post(format!("{}/api/analytics/track", server.url)).json(&event).send().await.unwrap();
        assert_eq!(answer.status().as_u16(), 202);
    }
    server.terminate().await;
    let mut server = server;
    assert!(server.child.wait().await.unwrap().success());
    let again = site.serve().await;
    let summary = again.get_as("/api/analytics/summary", &token).await.ok();
    assert_eq!(summary["totals"]["post_views"], 25);
}

#[tokio::test]
async fn shares_are_counted_by_method() {
    let app = TestApp::new().await;
    let id = app.post("Habari").insert().await.id.0;
    let browser = reader(&app);
    for method in [json!("whatsapp"), json!("whatsapp"), json!("copy_link"), json!("amina@example.com"), json!(null)] {
        track(&browser, "share", json!({ "post_id": id, "method": method })).await.ok();
    }
    assert_eq!(summary(&app).await["totals"]["shares"], 5, "each counts, whatever it says of its way");
    let rows = analytics_day::Entity::find().all(app.core().store.reader()).await.unwrap();
    let mut ways: Vec<(String, i64)> = rows.into_iter().map(|row| (row.detail, row.count)).collect();
    ways.sort();
    assert_eq!(ways, [(String::new(), 2), ("copy_link".into(), 1), ("whatsapp".into(), 2)]);
    let problem = track(&browser, "share", json!({ "post_id": id, "method": ["whatsapp"] })).await;
    assert_eq!(problem.status.as_u16(), 422, "a method is a word");
}

#[tokio::test]
async fn an_event_is_a_json_object_whose_post_id_is_an_integer_or_n_point_0() {
    let app = TestApp::new().await;
    for (body, status) in [
        (json!({ "eventType": "post_view", "metadata": { "post_id": 1.0 } }), 202),
        (json!({ "eventType": "post_view", "metadata": {} }), 202),
        (json!({ "eventType": "post_view", "metadata": [null, null] }), 422),
        (json!(["post_view", {}]), 422),
        (json!({ "eventType": "post_view", "metadata": { "post_id": 1.5 } }), 422),
    ] {
        assert_eq!(app.anyone().post("/api/analytics/track", body.clone()).await.status.as_u16(), status, "{body}");
    }
}
