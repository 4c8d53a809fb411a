use crate::support::*;

#[tokio::test]
async fn an_editor_gets_a_draft_with_its_content_and_no_store() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let draft = app.post("Habari").draft().insert().await;
    let seen = editor.get(&format!("/api/admin/posts/{}", draft.id)).await;
    assert_eq!(seen.header("cache-control"), "no-store");
    let seen = seen.ok();
    assert_eq!(
        (&seen["content"], &seen["status"], &seen["revision"]),
        (&json!("<p>The text of Habari.</p>"), &json!("draft"), &json!(1))
    );
}
