use mwanga_core::media;

use crate::support::*;

const PATH: &str = "/api/admin/clean-broken-media";

/// Key of a file that lies there.
async fn file(app: &TestApp, name: &str) -> String {
    media::import_file(app.core(), name, &format!("{name}.png"), png(4, 3)).await.unwrap().object_key
}

fn lose(app: &TestApp, key: &str) {
    std::fs::remove_file(app.core().media.folder().unwrap().path(key)).unwrap();
}

#[tokio::test]
async fn references_to_files_that_are_gone_are_removed_and_nothing_else() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let (kept, lost) = (file(&app, "kept").await, file(&app, "lost").await);
    let figures =
        format!(r#"<p>Text.</p><figure><img src="{kept}" alt="A lamp"></figure><figure><img src="{lost}" alt=""><figcaption>Lost</figcaption></figure>"#);
    let both = app.post("Both").content(&figures).form(|form| form.media_urls = Some(vec![lost.clone(), kept.clone()])).insert().await;
    let cover = app.post("Cover").form(|form| form.media_url = Some(lost.clone())).insert().await;
    let nothing_else = app.post("Nothing else").content(&format!(r#"<figure><img src="{lost}" alt=""></figure>"#)).insert().await;
    let whole = app.post("Whole").content(&format!(r#"<figure><img src="{kept}" alt=""></figure>"#)).insert().await;
    let answer = editor.post(PATH, json!({})).await.ok();
    assert_eq!((&answer["removed"], &answer["posts"], &answer["left"]), (&json!(0), &json!(0), &json!(0)), "all is there");

    lose(&app, &lost);
    app.get("/post/slug/both").await;
    let named = |post: &mwanga_store::entities::post::Model, left| json!({ "id": post.id, "title": post.title, "files": [media::url(&lost)], "left": left });
    let named = json!([named(&both, false), named(&cover, false), named(&nothing_else, true)]);
    let dry = editor.post(&format!("{PATH}?dry_run=true"), json!({})).await.ok();
    assert_eq!(dry, json!({ "removed": 2, "posts": 2, "left": 1, "named": named, "message": "Nothing was removed yet" }));
    for untouched in [both.id, cover.id] {
        assert_eq!(editor.get(&format!("/api/admin/posts/{untouched}")).await.ok()["revision"], 1);
    }
    let answer = editor.post(PATH, json!({})).await.ok();
    assert_eq!(answer, json!({ "removed": 2, "posts": 2, "left": 1, "named": named, "message": "Broken media cleaned successfully" }));
    let post = |id| {
        let editor = &editor;
        async move { editor.get(&format!("/api/admin/posts/{id}")).await.ok() }
    };
    let cleaned = post(both.id).await;
    assert_eq!(cleaned["media_urls"], json!([format!("/media/{kept}")]));
    let content = cleaned["content"].as_str().unwrap();
    assert!(content.contains(&kept) && content.contains("A lamp") && !content.contains(&lost), "{content}");
    assert_eq!(cleaned["revision"], 2, "as a save, so that it can be taken back");
    assert!(!app.get("/api/post/slug/both").await.text().contains(&lost));
    assert_eq!(post(cover.id).await["media_url"], json!(null));
    for untouched in [nothing_else.id, whole.id] {
        assert_eq!(post(untouched).await["revision"], 1);
    }
}

#[tokio::test]
async fn nothing_is_removed_where_the_store_is_not_the_sites_own() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let lost = file(&app, "lost").await;
    let post = app.post("Habari").form(|form| form.media_urls = Some(vec![lost.clone()])).insert().await;
    lose(&app, &lost);
    let files = app.data_dir().join("media/files");
    let marker = files.join(".mwanga");
    let mark = std::fs::read(&marker).unwrap();
    // An empty folder where a disk should be, another site's disk, and no folder at all.
    std::fs::remove_file(&marker).unwrap();
    assert_eq!(editor.post(PATH, json!({})).await.problem().is(), (503, "media.unreachable"));
    std::fs::write(&marker, "another site").unwrap();
    assert_eq!(editor.post(PATH, json!({})).await.problem().is(), (503, "media.unreachable"));
    std::fs::rename(&files, app.data_dir().join("elsewhere")).unwrap();
    assert_eq!(editor.post(PATH, json!({})).await.problem().is(), (503, "media.unreachable"));
    assert_eq!(editor.get(&format!("/api/admin/posts/{}", post.id)).await.ok()["revision"], 1);
    // A start does not mark what it finds: the site has a mark already.
    std::fs::rename(app.data_dir().join("elsewhere"), &files).unwrap();
    std::fs::remove_file(&marker).unwrap();
    media::mark_store(app.core()).await.unwrap();
    assert!(!marker.exists());
    std::fs::write(&marker, mark).unwrap();
    assert_eq!(editor.post(PATH, json!({})).await.ok()["removed"], 1);
}

#[tokio::test]
async fn the_mark_is_not_served() {
    let app = TestApp::new().await;
    assert_eq!(app.get("/media/.mwanga").await.status, StatusCode::NOT_FOUND);
}
