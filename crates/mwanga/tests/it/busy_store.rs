//! The database is locked by another writer.

use mwanga_store::ConnectionTrait;

use crate::support::*;

#[tokio::test]
async fn public_reads_answer_during_a_long_write_transaction() {
    let app = TestApp::new().await;
    app.post("Habari").insert().await;
    let import = app.core().store.begin().await.unwrap();
    import.execute_unprepared("UPDATE post SET brand = 'being imported'").await.unwrap();
    for path in [
        "/",
        "/category/tech",
        "/post/slug/habari",
        "/api/posts/public",
        "/api/posts/public/by-category",
        "/api/post/slug/habari",
        "/api/site",
    ] {
        let reply = app.get(path).await;
        assert_eq!(reply.status, StatusCode::OK, "{path}");
        assert!(!reply.text().contains("being imported"), "{path} shows what is not saved yet");
    }
    import.rollback().await;
}

#[tokio::test]
async fn a_save_that_cannot_get_the_write_lock_answers_503_with_retry_after() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let post = app.post("Habari").insert().await;
    let other = app.other_store().await;
    let lock = other.begin().await.unwrap();
    lock.execute_unprepared("UPDATE post SET brand = 'held'").await.unwrap();
    let reply = editor.put(&format!("/api/admin/posts/{}", post.id), json!({ "title": "Mpya" })).await;
    assert_eq!(reply.problem().is(), (503, "busy"));
    assert!(reply.header("retry-after").parse::<u32>().is_ok());
    lock.rollback().await;
    editor.put(&format!("/api/admin/posts/{}", post.id), json!({ "title": "Mpya" })).await.ok();
}
