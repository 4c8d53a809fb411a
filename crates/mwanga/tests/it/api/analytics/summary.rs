use mwanga_core::analytics;
use mwanga_store::entities::analytics_referrer_day;
use sea_orm::{EntityTrait, PaginatorTrait};

use super::*;

#[tokio::test]
async fn an_empty_site_has_an_empty_summary() {
    let app = TestApp::new().await;
    let step = |event: &str, label: &str| json!({ "event": event, "label": label, "count": 0, "by_plan": { "12_months": 0, "8_months": 0 } });
    assert_eq!(
        summary(&app).await,
        json!({
            "from": "2026-10-22", "to": "2026-11-20",
            "totals": { "post_views": 0, "deal_clicks": 0, "shares": 0, "newsletter_signups": 0 },
            "days": [], "top_posts": [], "top_deals": [], "referrers": [],
            "funnel": [
                step("plan_chosen", "Plan chosen"), step("checkout_started", "Checkout started"),
                step("payment_approved", "Payment approved"), step("payment_failed", "Payment failed"),
            ],
        })
    );
}

#[tokio::test]
async fn the_summary_has_the_20_most_read_posts_with_exact_counts() {
    let app = TestApp::new().await;
    let browser = reader(&app);
    let mut ids = Vec::new();
    for n in 0..25 {
        ids.push(app.post(&format!("Post {n}")).insert().await.id.0);
    }
    for (n, id) in ids.iter().enumerate() {
        for _ in 0..=n {
            track(&browser, "post_view", json!({ "post_id": id })).await.ok();
        }
    }
    app.clock.advance_ms(24 * 3_600_000);
    for _ in 0..30 {
        track(&browser, "post_view", json!({ "post_id": ids[0] })).await.ok();
    }
    let summary = summary(&app).await;
    let posts = summary["top_posts"].as_array().unwrap();
    assert_eq!(posts.len(), 20);
    let line = |n: usize| (posts[n]["title"].as_str().unwrap(), posts[n]["post_views"].as_i64().unwrap());
    assert_eq!([line(0), line(1), line(19)], [("Post 0", 31), ("Post 24", 25), ("Post 6", 7)]);
    assert_eq!(posts[0]["slug"], "post-0");
}

#[tokio::test]
async fn a_day_keeps_a_bounded_number_of_referrers_and_sums_up_the_rest() {
    let app = TestApp::new().await;
    let id = app.post("Habari").insert().await.id.0;
    let browser = reader(&app);
    let from = async |host: &str| {
        track(&browser, "post_view", json!({ "post_id": id, "referrer": format!("https://{host}/") })).await.ok()
    };
    for n in 0..20 {
        for _ in 0..3 {
            from(&format!("known{n}.example")).await;
        }
    }
    for n in 0..300 {
        from(&format!("junk{n}.example")).await;
        if n % 40 == 0 {
            analytics::flush(app.core()).await.unwrap();
        }
    }
    from("known0.example").await;
    let referrers = summary(&app).await["referrers"].as_array().unwrap().clone();
    assert_eq!(referrers[0], json!({ "label": "known0.example", "post_views": 4 }));
    assert_eq!(referrers.len(), 21);
    assert_eq!(referrers[20]["label"], "All other sites");
    let count = async || {
        let rows = analytics_referrer_day::Entity::find().all(app.core().store.reader()).await.unwrap();
        (rows.len(), rows.iter().map(|row| row.count).sum::<i64>())
    };
    assert_eq!(count().await, (101, 361));
    // The day is over: fifty stay.
    app.clock.advance_ms(24 * 3_600_000);
    app.run_jobs().await;
    app.clock.advance_ms(24 * 3_600_000);
    app.run_jobs().await;
    assert_eq!(count().await, (51, 361));
    let referrers = summary(&app).await["referrers"].as_array().unwrap().clone();
    assert_eq!(referrers[0], json!({ "label": "known0.example", "post_views": 4 }));
    assert_eq!(analytics_referrer_day::Entity::find().count(app.core().store.reader()).await.unwrap(), 51);
}

#[tokio::test]
async fn each_table_of_the_summary_is_exported_as_csv_without_formulas() {
    let app = TestApp::new().await;
    let id = deal_post(&app, "=cmd|' /C calc'!A0").await;
    let browser = reader(&app);
    track(&browser, "post_view", json!({ "post_id": id, "referrer": "a.example" })).await.ok();
    track(&browser, "deal_click", json!({ "post_id": id, "deal": 0 })).await.ok();
    track(&browser, "plan_chosen", json!({ "plan": "12_months" })).await.ok();
    let admin = app.staff(Role::Admin).await;
    for (name, lines) in [
        ("days", vec!["\"Date\",\"Post views\",\"Deal clicks\"", "\"2026-11-20\",\"1\",\"1\""]),
        (
            "posts",
            vec![
                "\"Post\",\"Address\",\"Post views\",\"Deal clicks\"",
                "\"'=cmd|' /C calc'!A0\",\"https://mwanga.example/post/slug/cmd-c-calc-a0\",\"1\",\"1\"",
            ],
        ),
        (
            "deals",
            vec![
                "\"Product\",\"Store\",\"Post\",\"Address\",\"Deal clicks\"",
                "\"Lamp\",\"Duka\",\"'=cmd|' /C calc'!A0\",\"https://mwanga.example/post/slug/cmd-c-calc-a0\",\"1\"",
            ],
        ),
        ("referrers", vec!["\"Site\",\"Post views\"", "\"a.example\",\"1\""]),
        ("funnel", vec!["\"Step\",\"Count\",\"8_months\",\"12_months\"", "\"Plan chosen\",\"1\",\"0\",\"1\""]),
    ] {
        let file = admin.get(&format!("/api/analytics/tables/{name}?from=2026-11-20")).await;
        assert_eq!(file.status, StatusCode::OK);
        assert_eq!(file.header("content-type"), "text/csv; charset=utf-8");
        assert_eq!(
            file.header("content-disposition"),
            format!("attachment; filename=\"{name}-2026-11-20-2026-11-20.csv\"")
        );
        assert_eq!(file.text().lines().take(2).collect::<Vec<_>>(), lines, "{name}");
    }
    assert_eq!(admin.get("/api/analytics/tables/readers").await.problem().is(), (404, "not_found"));
}
