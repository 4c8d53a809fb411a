//! `/blog/post/{id}`: an address that stays when the slug changes.

use mwanga_store::types::PostId;

use super::{head_value, visible};
use crate::support::*;

#[tokio::test]
async fn an_address_by_id_redirects_to_the_current_slug() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let post = app.post("Habari").insert().await;
    let path = format!("/blog/post/{}", post.id);
    let redirect_of = async |path: &str| {
        let page = app.get(path).await;
        (page.status, page.header("location").to_owned())
    };
    assert_eq!(redirect_of(&path).await, (StatusCode::MOVED_PERMANENTLY, "/post/slug/habari".into()));
    assert_eq!(
        redirect_of(&format!("{path}?utm_source=feed&utm_medium=rss")).await.1,
        "/post/slug/habari?utm_source=feed&utm_medium=rss"
    );
    editor.put(&format!("/api/admin/posts/{}", post.id), json!({ "slug": "asubuhi" })).await.ok();
    assert_eq!(redirect_of(&path).await.1, "/post/slug/asubuhi");
    assert_eq!(app.get(&format!("/api/posts/{}/address", post.id)).await.ok()["canonical_path"], "/post/slug/asubuhi");
}

#[tokio::test]
async fn an_address_by_id_answers_410_for_deleted_and_404_for_other_posts() {
    let app = TestApp::new().await;
    let (public, draft, ahead) = (
        app.post("Public").insert().await,
        app.post("Draft").draft().insert().await,
        app.post("Ahead").in_ms(3_600_000).insert().await,
    );
    let page = async |id: PostId| app.get(&format!("/blog/post/{id}")).await;
    for id in [draft.id, ahead.id, PostId(9_999)] {
        let missing = page(id).await;
        assert_eq!(missing.status, StatusCode::NOT_FOUND, "{id}");
        assert!(
            visible(&missing).contains("Failed to load post.")
                && visible(&missing).contains("There is no post at this address.")
        );
        assert_eq!(head_value(&missing, "name=\"robots\"", "content"), "noindex");
    }
    for text in ["x", "0", "-1", "99999999999999999999", "1.5"] {
        assert_eq!(app.get(&format!("/blog/post/{text}")).await.status, StatusCode::NOT_FOUND, "{text}");
    }
    app.clock.advance_ms(3_600_000);
    assert_eq!(page(ahead.id).await.status, StatusCode::MOVED_PERMANENTLY, "as soon as its time has come");
    assert_eq!(page(public.id).await.status, StatusCode::MOVED_PERMANENTLY);
    let editor = app.staff(Role::Editor).await;
    for id in [public.id, draft.id] {
        editor.delete(&format!("/api/admin/posts/{id}")).await.ok();
    }
    let gone = page(public.id).await;
    assert_eq!(gone.status, StatusCode::GONE);
    assert!(visible(&gone).contains("This post has been removed."));
    assert_eq!(page(draft.id).await.status, StatusCode::NOT_FOUND);
    assert_eq!(app.get(&format!("/api/posts/{}/address", public.id)).await.problem().is(), (410, "post.gone"));
}
