use crate::support::*;

#[tokio::test]
async fn a_deleted_post_is_in_no_list_and_answers_404() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let post = app.post("Habari").insert().await;
    let address = format!("/api/admin/posts/{}", post.id);
    assert_eq!(editor.delete(&address).await.ok()["message"], "Post deleted successfully");
    assert_eq!(editor.get(&address).await.problem().is(), (404, "post.not_found"));
    assert_eq!(editor.delete(&address).await.problem().is(), (404, "post.not_found"));
    assert_eq!(editor.get("/api/admin/posts").await.ok()["total"], 0);
    assert_eq!(app.get("/api/posts/public").await.ok()["total"], 0);
}
