use mwanga_core::{library, media};
use mwanga_store::ConnectionTrait;

use crate::api::uploads::Upload;
use crate::support::*;

const PATH: &str = "/api/admin/clean-broken-media";

/// Imports a picture and returns its object key.
async fn file(app: &TestApp, name: &str) -> String {
    media::import_file(app.core(), name, &format!("{name}.png"), png(4, 3)).await.unwrap().object_key
}

fn lose(app: &TestApp, key: &str) {
    std::fs::remove_file(app.core().media().folder().unwrap().path(key)).unwrap();
}

#[tokio::test]
async fn references_to_missing_files_are_removed_and_other_content_stays() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let (kept, lost) = (file(&app, "kept").await, file(&app, "lost").await);
    let figures = format!(
        r#"<p>Text.</p><figure><img src="{kept}" alt="A lamp"></figure><figure><img src="{lost}" alt=""><figcaption>Lost</figcaption></figure>"#
    );
    let both = app
        .post("Both")
        .content(&figures)
        .form(|form| form.media_urls = Some(vec![lost.clone(), kept.clone()]))
        .insert()
        .await;
    let cover = app.post("Cover").form(|form| form.media_url = Some(lost.clone())).insert().await;
    let nothing_else =
        app.post("Nothing else").content(&format!(r#"<figure><img src="{lost}" alt=""></figure>"#)).insert().await;
    let whole = app.post("Whole").content(&format!(r#"<figure><img src="{kept}" alt=""></figure>"#)).insert().await;
    let answer = editor.post(PATH, json!({})).await.ok();
    assert_eq!(
        (&answer["removed"], &answer["posts"], &answer["left"]),
        (&json!(0), &json!(0), &json!(0)),
        "all is there"
    );

    lose(&app, &lost);
    app.get("/post/slug/both").await;
    let named = |post: &mwanga_store::entities::post::Model, left| json!({ "id": post.id, "title": post.title, "files": [media::url(&lost)], "left": left });
    let named = json!([named(&both, false), named(&cover, false), named(&nothing_else, true)]);
    let dry = editor.post(&format!("{PATH}?dry_run=true"), json!({})).await.ok();
    assert_eq!(
        dry,
        json!({ "removed": 2, "posts": 2, "videos": 0, "left": 1, "named": named, "message": "Nothing was removed yet" })
    );
    for untouched in [both.id, cover.id] {
        assert_eq!(editor.get(&format!("/api/admin/posts/{untouched}")).await.ok()["revision"], 1);
    }
    let answer = editor.post(PATH, json!({})).await.ok();
    assert_eq!(
        answer,
        json!({ "removed": 2, "posts": 2, "videos": 0, "left": 1, "named": named, "message": "Broken media cleaned successfully" })
    );
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
async fn nothing_is_removed_while_the_media_folder_lacks_the_sites_marker() {
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
    library::mark_store(app.core()).await.unwrap();
    assert!(!marker.exists());
    std::fs::write(&marker, mark).unwrap();
    assert_eq!(editor.post(PATH, json!({})).await.ok()["removed"], 1);
}

#[tokio::test]
async fn a_missing_poster_of_a_video_is_removed_and_purges_its_post() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let clip = media::import_file(app.core(), "clip", "clip.mp4", mp4()).await.unwrap();
    let subtitles =
        media::import_file(app.core(), "words", "words.vtt", b"WEBVTT\n".to_vec()).await.unwrap().object_key;
    let frame = file(&app, "frame").await;
    let of_clip = format!("/api/admin/media/{}", clip.id);
    editor.put(&of_clip, json!({ "poster": media::url(&frame), "captions": media::url(&subtitles) })).await.ok();
    app.post("Habari").form(|form| form.media_url = Some(clip.object_key.clone())).insert().await;
    assert_eq!(editor.post(PATH, json!({})).await.ok()["removed"], 0, "all is there");

    lose(&app, &frame);
    let cached = CachedResponses::of(&app, &["/api/post/slug/habari"]).await;
    let counts = |answer: Value| (answer["removed"].clone(), answer["posts"].clone(), answer["videos"].clone());
    let expected = (json!(1), json!(0), json!(1));
    assert_eq!(counts(editor.post(&format!("{PATH}?dry_run=true"), json!({})).await.ok()), expected);
    assert_eq!(editor.get(&of_clip).await.ok()["poster"], media::url(&frame));
    assert_eq!(counts(editor.post(PATH, json!({})).await.ok()), expected);
    let left = editor.get(&of_clip).await.ok();
    assert_eq!((&left["poster"], &left["captions"]), (&json!(null), &json!(media::url(&subtitles))));
    assert_eq!(cached.purged(&app), ["/api/post/slug/habari"]);
    assert_eq!(editor.post(PATH, json!({})).await.ok()["removed"], 0);
}

#[tokio::test]
async fn a_file_without_a_row_counts_as_missing_unless_it_is_a_pending_upload() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let lost = file(&app, "lost").await;
    let waiting = Upload::of(&editor, "photo.png", "image/png").await;
    waiting.put(&editor, png(4, 3)).await.ok();
    let keys = vec![lost.clone(), waiting.file_url.trim_start_matches("/media/").to_owned()];
    let post = app.post("Habari").form(|form| form.media_urls = Some(keys)).insert().await;
    // As in a database that was restored from a backup.
    let forget = format!("DELETE FROM import_record; DELETE FROM media_item WHERE object_key = '{lost}'");
    app.core().store.writer().execute_unprepared(&forget).await.unwrap();
    assert_eq!(app.get(&media::url(&lost)).await.status, StatusCode::NOT_FOUND);
    assert_eq!(editor.post(PATH, json!({})).await.ok()["removed"], 1);
    assert_eq!(
        editor.get(&format!("/api/admin/posts/{}", post.id)).await.ok()["media_urls"],
        json!([waiting.file_url])
    );
}

#[tokio::test]
async fn the_marker_file_of_the_media_folder_answers_404() {
    let app = TestApp::new().await;
    assert_eq!(app.get("/media/.mwanga").await.status, StatusCode::NOT_FOUND);
}
