use crate::support::*;

async fn suggested(app: &TestApp, query: &str) -> Vec<String> {
    let answer = app.get(&format!("/api/search/suggest?q={query}")).await.ok();
    let pieces = |post: &Value| {
        post["title"].as_array().unwrap().iter().map(|piece| piece.as_str().unwrap().to_owned()).collect::<String>()
    };
    answer["data"].as_array().unwrap().iter().map(pieces).collect()
}

async fn fill(app: &TestApp) {
    app.post("Solar pumps").tags("Farm").content("<p>Water.</p>").insert().await;
    app.post("In the text").content("<p>Solar.</p>").insert().await;
    app.post("Solar draft").draft().insert().await;
    app.post("Solar ahead").in_ms(3_600_000).insert().await;
}

#[tokio::test]
async fn titles_are_suggested_while_somebody_types() {
    let app = TestApp::indexed().await;
    fill(&app).await;
    for query in ["so", "sola", "solar%20", "sloar", "pumps%20sol", "far"] {
        assert_eq!(suggested(&app, query).await, ["Solar pumps"], "{query}");
    }
    for query in ["", "water", "xyz", "%22"] {
        assert_eq!(suggested(&app, query).await, [""; 0], "{query}");
    }
    let reply = app.get("/api/search/suggest?q=sol").await;
    assert_eq!(reply.ok()["data"][0]["title"], json!(["", "Solar", " pumps"]));
    assert_eq!((&reply.ok()["data"][0]["slug"], reply.header("cache-control")), (&json!("solar-pumps"), "no-store"));
    for number in 0..8 {
        app.post(&format!("Solar {number}")).insert().await;
    }
    assert_eq!(suggested(&app, "solar").await.len(), 6);
}

#[tokio::test]
async fn without_an_index_titles_are_suggested_by_word_prefix() {
    let app = TestApp::new().await;
    fill(&app).await;
    assert_eq!(suggested(&app, "pump").await, ["Solar pumps"]);
    assert_eq!(suggested(&app, "water").await, [""; 0]);
    assert_eq!(app.get("/api/search/suggest?q=pum").await.ok()["data"][0]["title"], json!(["Solar ", "pumps", ""]));
}

#[tokio::test]
async fn suggestions_have_a_rate_limit_of_their_own() {
    let app = TestApp::new().await;
    let site = app.listen().await;
    for _ in 0..120 {
        assert_eq!(site.get("/api/search/suggest?q=so").await.status, StatusCode::OK);
    }
    let mut limited = false;
    for _ in 0..400 {
        limited |= site.get("/api/search/suggest?q=so").await.status == StatusCode::TOO_MANY_REQUESTS;
    }
    assert!(limited, "nobody was limited");
    assert_eq!(site.get("/api/search/search?q=so").await.status, StatusCode::OK, "searching is counted apart");
}
