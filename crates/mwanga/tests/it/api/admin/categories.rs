use crate::support::*;

#[tokio::test]
async fn a_bare_list_of_all_categories() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let list = editor.get("/api/admin/categories").await.ok();
    let list = list.as_array().expect("a bare list");
    assert_eq!(list.len(), 21);
    assert_eq!((&list[0]["name"], &list[0]["slug"]), (&json!("Latest News"), &json!("latest-news")));
    assert!(list.iter().all(|category| category["id"].is_i64()));
}
