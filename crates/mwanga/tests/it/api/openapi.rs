use crate::support::*;

#[tokio::test]
async fn the_served_openapi_description_equals_the_printed_one() {
    let app = TestApp::new().await;
    let served = app.get("/api/openapi.json").await.ok();
    let printed = Site::new().await.run(&["openapi"]).await;
    assert!(printed.status.success());
    assert_eq!(served, serde_json::from_slice::<Value>(&printed.stdout).unwrap());
    assert!(served["openapi"].as_str().unwrap().starts_with("3.1"));
}

#[tokio::test]
async fn the_api_docs_are_an_html_page() {
    let app = TestApp::new().await;
    let docs = app.get("/api/docs").await;
    assert_eq!(docs.status, StatusCode::OK);
    assert!(docs.header("content-type").starts_with("text/html"));
}
