use super::*;

async fn ask(app: &TestApp, query: &str) -> Reply {
    app.staff(Role::Editor).await.get(&format!("/api/analytics/posts{query}")).await
}

#[tokio::test]
async fn a_site_without_events_has_empty_tables() {
    let app = TestApp::new().await;
    for by in ["", "?by=day", "?by=post", "?by=type"] {
        assert_eq!(ask(&app, by).await.ok(), json!({ "data": [], "from": "2026-10-22", "to": "2026-11-20" }), "{by}");
    }
}

#[tokio::test]
async fn views_and_clicks_are_grouped_by_day_by_post_and_by_type() {
    let app = TestApp::new().await;
    let lamps = deal_post(&app, "lamps").await;
    let radios = app.post("radios").insert().await.id.0;
    let browser = reader(&app);
    for (event, post, times) in
        [("post_view", lamps, 2), ("deal_click", lamps, 3), ("post_view", radios, 4), ("share", radios, 9)]
    {
        for _ in 0..times {
            track(&browser, event, json!({ "post_id": post, "deal": 0 })).await.ok();
        }
    }
    let days = ask(&app, "?from=2026-11-19").await.ok();
    assert_eq!(
        days["data"],
        json!([
            { "date": "2026-11-19", "count": 0, "post_views": 0, "deal_clicks": 0 },
            { "date": "2026-11-20", "count": 9, "post_views": 6, "deal_clicks": 3 },
        ])
    );
    assert_eq!(
        ask(&app, "?by=post").await.ok()["data"],
        json!([
            { "label": "lamps", "post_id": lamps, "count": 5, "post_views": 2, "deal_clicks": 3 },
            { "label": "radios", "post_id": radios, "count": 4, "post_views": 4, "deal_clicks": 0 },
        ])
    );
    assert_eq!(
        ask(&app, "?by=type").await.ok()["data"],
        json!([
            { "label": "Post views", "count": 6, "post_views": 6, "deal_clicks": 0 },
            { "label": "Deal clicks", "count": 3, "post_views": 0, "deal_clicks": 3 },
        ])
    );
    assert_eq!(ask(&app, "?from=2026-11-01&to=2026-11-19").await.ok()["data"], json!([]));
}

#[tokio::test]
async fn an_invalid_date_range_answers_400() {
    let app = TestApp::new().await;
    for query in ["?from=2026-11-21&to=2026-11-20", "?from=soon", "?from=2025-01-01&to=2026-11-20", "?by=fortnight"] {
        assert_eq!(ask(&app, query).await.problem().is(), (400, "request.invalid_query"), "{query}");
    }
    assert_eq!(ask(&app, "?from=&to=").await.status, StatusCode::OK);
}
