//! The trash: what a deleted post, page or file keeps, what it leaves, and how it comes back or goes for good.

use mwanga_core::posts::{self, ImportOutcome, ImportPost, PostForm};
use mwanga_core::{library, media, retention};
use mwanga_store::entities::{media_item, old_slug, post_notice, trash_item};
use mwanga_store::types::SubscriberStatus;
use sea_orm::{EntityTrait, PaginatorTrait};

use crate::api::uploads::Upload;
use crate::support::*;

const PATH: &str = "/api/admin/trash";
const POSTS: &str = "/api/admin/posts";
const PAGES: &str = "/api/admin/pages";
const FILES: &str = "/api/admin/media";
const MINUTE_MS: i64 = 60_000;
const DAY_MS: i64 = 24 * 60 * MINUTE_MS;

async fn file(app: &TestApp, name: &str) -> media_item::Model {
    let bytes = if name.ends_with(".mp4") { mp4() } else { png(600, 300) };
    media::import_file(app.core(), name, name, bytes).await.unwrap()
}

/// Kind and title of what is in the trash.
async fn listed(editor: &Caller) -> Vec<(String, String)> {
    let list = editor.get(PATH).await.ok();
    let text = |entry: &Value, name: &str| entry[name].as_str().unwrap().to_owned();
    list["data"].as_array().unwrap().iter().map(|entry| (text(entry, "kind"), text(entry, "title"))).collect()
}

async fn status_of(app: &TestApp, path: &str) -> u16 {
    app.get(path).await.status.as_u16()
}

#[tokio::test]
async fn a_trashed_post_answers_410_and_is_restored_as_a_draft_at_its_slug() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let deal = json!([{ "url": "https://shop.example/lamp", "label": "Duka", "price": "9" }]);
    let post = app.post("Habari").tags("Solar").pick().insert().await;
    let own = format!("{POSTS}/{}", post.id);
    editor.put(&own, json!({ "slug": "mpya", "deal_links": deal })).await.ok();
    let published_at = app.get("/api/post/slug/mpya").await.ok()["published_at"].clone();
    let addresses = ["/post/slug/habari".to_owned(), "/post/slug/mpya".into(), format!("/blog/post/{}", post.id)];
    for address in &addresses {
        app.get(address).await;
    }

    assert_eq!(editor.delete(&own).await.ok()["message"], "Post deleted successfully");
    for address in &addresses {
        assert_eq!(status_of(&app, address).await, 410, "{address}");
    }
    assert_eq!(app.get("/api/post/slug/mpya").await.problem().is(), (410, "post.gone"));
    for (reply, refused) in [
        (editor.get(&own).await, (404, "post.not_found")),
        (editor.delete(&own).await, (404, "post.not_found")),
        (editor.get(&format!("{own}/revisions")).await, (404, "post.not_found")),
        (editor.get(&format!("{own}/revisions/1")).await, (404, "post.not_found")),
        (editor.put(&own, json!({ "title": "Kwaheri" })).await, (409, "post.in_trash")),
        (editor.post(&format!("{own}/notify-subscribers"), json!({})).await, (409, "post.in_trash")),
    ] {
        assert_eq!(reply.problem().is(), refused);
    }
    let taken = json!({ "title": "Mpya", "content": "<p>a</p>", "category_name": "tech", "slug": "mpya" });
    assert_eq!(editor.post(POSTS, taken).await.problem().is(), (409, "post.slug_taken"));

    let restored = editor.post(&format!("{own}/restore"), json!({})).await.ok();
    assert_eq!(
        (&restored["status"], &restored["slug"], &restored["revision"]),
        (&json!("draft"), &json!("mpya"), &json!(3))
    );
    assert_eq!(restored["deal_links"][0]["label"], "Duka");
    assert!(listed(&editor).await.is_empty());
    for address in &addresses {
        assert_eq!(status_of(&app, address).await, 404, "a draft: {address}");
    }
    let revisions = editor.get(&format!("{own}/revisions")).await.ok();
    assert_eq!(revisions["data"].as_array().unwrap().len(), 3, "two saves and the restore");
    let stale = editor.put(&own, json!({ "title": "Old form", "status": "published", "revision": 2 })).await;
    assert_eq!(stale.problem().is(), (409, "post.changed"), "a form from before it was deleted");
    // Restored once more, nothing changes.
    assert_eq!(editor.post(&format!("{own}/restore"), json!({})).await.ok()["revision"], 3);

    editor.put(&own, json!({ "status": "published" })).await.ok();
    assert_eq!(status_of(&app, "/post/slug/mpya").await, 200);
    assert_eq!(app.get("/post/slug/habari").await.header("location"), "/post/slug/mpya");
    assert_eq!(app.get("/api/post/slug/mpya").await.ok()["published_at"], published_at);
    assert_eq!(app.get("/api/posts/public/todays-picks").await.ok()["total"], 1, "it is a pick again");
    assert_eq!(app.get("/api/tag/solar").await.ok()["total"], 1);
}

#[tokio::test]
async fn a_trashed_post_that_was_never_public_answers_404_whatever_time_passes() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    app.subscribe("amina@example.com", SubscriberStatus::Confirmed).await;
    let draft = app.post("Draft").draft().insert().await;
    let scheduled = app.post("Kesho").in_ms(MINUTE_MS).insert().await;
    editor.post(&format!("{POSTS}/{}/notify-subscribers", scheduled.id), json!({})).await.ok();
    for id in [draft.id, scheduled.id] {
        editor.delete(&format!("{POSTS}/{id}")).await.ok();
    }
    app.clock.advance_ms(10 * MINUTE_MS);
    for address in ["/post/slug/draft".to_owned(), "/post/slug/kesho".into(), format!("/blog/post/{}", scheduled.id)] {
        assert_eq!(status_of(&app, &address).await, 404, "{address}");
    }
    assert_eq!(app.mails_to("amina@example.com").await.len(), 0);

    // What was waiting does not come back with it.
    let own = format!("{POSTS}/{}", scheduled.id);
    editor.post(&format!("{own}/restore"), json!({})).await.ok();
    editor.put(&own, json!({ "status": "published" })).await.ok();
    app.clock.advance_ms(10 * MINUTE_MS);
    assert_eq!(app.mails_to("amina@example.com").await.len(), 0);
    assert_eq!(post_notice::Entity::find().count(app.core().store.reader()).await.unwrap(), 0);
}

#[tokio::test]
async fn a_post_restored_within_the_minute_of_its_notice_notifies_nobody() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    app.subscribe("amina@example.com", SubscriberStatus::Confirmed).await;
    let own = format!("{POSTS}/{}", app.post("Kosa").insert().await.id);
    editor.post(&format!("{own}/notify-subscribers"), json!({})).await.ok();
    editor.delete(&own).await.ok();
    editor.post(&format!("{own}/restore"), json!({})).await.ok();
    editor.put(&own, json!({ "status": "published" })).await.ok();
    app.clock.advance_ms(60 * MINUTE_MS);
    assert_eq!(app.mails_to("amina@example.com").await.len(), 0);
}

/// Every public answer that shows posts, pages or files.
async fn public_answers(app: &TestApp, word: &str) -> Vec<String> {
    let paths = [
        "/".to_owned(),
        "/category/tech".into(),
        "/tag/solar".into(),
        "/author/mwanga_team".into(),
        "/search?q=WORD".into(),
        "/feed.xml".into(),
        "/atom.xml".into(),
        "/feed.json".into(),
        "/category/tech/feed.json".into(),
        "/tag/solar/feed.xml".into(),
        "/sitemap.xml".into(),
        "/sitemap-posts-1.xml".into(),
        "/sitemap-pages.xml".into(),
        "/sitemap-news.xml".into(),
        "/llms.txt".into(),
        "/api/site".into(),
        "/api/posts/public".into(),
        "/api/posts/public/todays-picks".into(),
        "/api/posts/public/by-category".into(),
        "/api/category/tech".into(),
        "/api/tag/solar".into(),
        "/api/author/mwanga_team".into(),
        "/api/search/search?q=WORD".into(),
        "/api/search/suggest?q=WORD".into(),
        "/post/slug/WORD-post".into(),
        "/post/slug/WORD-post.md".into(),
        "/post/slug/other".into(),
        "/api/post/slug/other/related".into(),
        "/api/post/slug/WORD-post".into(),
        "/WORD-page".into(),
        "/WORD-page.md".into(),
        "/api/pages/WORD-page".into(),
    ];
    let mut showing = Vec::new();
    for path in paths {
        let path = path.replace("WORD", word);
        let reply = app.get(&path).await;
        // The word that was looked for, and the address that was asked, stand in some answers.
        let text = reply.text().to_lowercase();
        let shown = ["words of WORD", "WORD post", "WORD page", "WORD.png"].map(|text| text.replace("WORD", word));
        if reply.status.is_success() && shown.iter().any(|words| text.contains(words.as_str())) {
            showing.push(path);
        }
    }
    showing
}

#[tokio::test]
async fn a_word_of_a_trashed_post_page_or_file_is_in_no_public_answer() {
    for app in [TestApp::new().await, TestApp::indexed().await] {
        let editor = app.staff(Role::Editor).await;
        app.post("Other").tags("Solar").insert().await;
        let word = "zungukazunguka";
        let text = format!("<p>words of {word}</p>");
        let post = app.post(&format!("{word} post")).content(&text).tags("Solar").pick().insert().await;
        let page = json!({ "title": format!("{word} page"), "content": text, "status": "published" });
        let page = editor.post(PAGES, page).await.ok();
        let item = file(&app, &format!("{word}.png")).await;
        editor.put(&format!("{FILES}/{}", item.id), json!({ "is_public": true })).await.ok();
        let before = public_answers(&app, word).await;
        for path in ["/", "/feed.xml", "/api/posts/public", "/api/search/search?q=zungukazunguka"] {
            assert!(before.contains(&path.to_owned()), "{path} does not show it at first: {before:?}");
        }
        assert!(before.len() > 15, "{before:?}");

        for path in [format!("{POSTS}/{}", post.id), format!("{PAGES}/{}", page["id"]), format!("{FILES}/{}", item.id)]
        {
            editor.delete(&path).await.ok();
        }
        app.run_jobs().await;
        assert_eq!(public_answers(&app, word).await, Vec::<String>::new());
        assert_eq!(app.get(&format!("/api/search/search?q={word}")).await.ok()["total"], 0);
        assert_eq!(status_of(&app, &media::url(&item.object_key)).await, 404);
        assert_eq!(editor.get(POSTS).await.ok()["total"], 1);
    }
}

#[tokio::test]
async fn lists_of_editors_leave_out_the_trash_and_count_without_it() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let gone = app.post("Gone").insert().await;
    app.post("Good").insert().await;
    app.post("Goal").draft().insert().await;
    editor.delete(&format!("{POSTS}/{}", gone.id)).await.ok();
    for (query, expected) in [
        ("", vec!["Goal", "Good"]),
        ("?category=tech", vec!["Goal", "Good"]),
        ("?q=go", vec!["Goal", "Good"]),
        ("?status=published", vec!["Good"]),
        ("?status=draft", vec!["Goal"]),
        ("?per_page=1", vec!["Goal"]),
    ] {
        let list = editor.get(&format!("{POSTS}{query}")).await.ok();
        let mut found = titles(&list["data"]);
        found.sort_unstable();
        assert_eq!(found, expected, "{query}");
        let total = if query == "?per_page=1" { 2 } else { expected.len() };
        assert_eq!(list["total"], total, "{query}");
    }
    // Counted anew at a start, the number is the same.
    posts::backfill(app.core()).await.unwrap();
    assert_eq!(editor.get(POSTS).await.ok()["total"], 2);
    app.staff(Role::Admin).await.delete(&format!("{POSTS}/{}?forever=true", gone.id)).await.ok();
    assert_eq!(editor.get(POSTS).await.ok()["total"], 2);
}

#[tokio::test]
async fn only_administrators_delete_for_good_from_the_trash_or_at_once() {
    let app = TestApp::new().await;
    let (editor, admin) = (app.staff(Role::Editor).await, app.staff(Role::Admin).await);
    let (post, live) = (app.post("Habari").insert().await, app.post("Live").insert().await);
    let page = editor.post(PAGES, json!({ "title": "Jobs", "content": "<p>a</p>", "status": "published" })).await.ok();
    let item = file(&app, "lamp.png").await;
    let all = [format!("{POSTS}/{}", post.id), format!("{PAGES}/{}", page["id"]), format!("{FILES}/{}", item.id)];
    for path in &all {
        let forever = format!("{path}?forever=true");
        assert_eq!(editor.delete(&forever).await.problem().is(), (403, "auth.forbidden"), "{path}");
        assert_eq!(app.anyone().delete(&forever).await.status, 401, "{path}");
        editor.get(path).await.ok();
        editor.delete(path).await.ok();
        assert_eq!(editor.delete(path).await.status, 404, "{path} is in the trash already");
        assert_eq!(editor.delete(&forever).await.problem().is(), (403, "auth.forbidden"), "{path}");
        admin.delete(&forever).await.ok();
        assert_eq!(admin.delete(&forever).await.status, 404, "{path} is gone");
        assert_eq!(editor.post(&format!("{path}/restore"), json!({})).await.status, 404, "{path} is gone");
    }
    app.run_jobs().await;
    assert!(!app.core().media().folder().unwrap().path(&item.object_key).exists());
    assert!(listed(&editor).await.is_empty());
    for path in ["/post/slug/habari".to_owned(), format!("/blog/post/{}", post.id), "/jobs".into()] {
        assert_eq!(status_of(&app, &path).await, 410, "{path}");
    }
    admin.delete(&format!("{POSTS}/{}?forever=true", live.id)).await.ok();
    assert_eq!(status_of(&app, "/post/slug/live").await, 410);
    assert!(listed(&editor).await.is_empty());
    // The addresses are free again.
    assert_eq!(app.post("Habari").insert().await.slug, "habari");
}

#[tokio::test]
async fn a_trashed_file_answers_404_and_is_served_again_once_restored() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let lamp = file(&app, "lamp.png").await;
    let own = format!("{FILES}/{}", lamp.id);
    editor.put(&own, json!({ "alt": "A lamp", "credit": "Amina", "is_public": true })).await.ok();
    let before = editor.get(&own).await.ok();
    let addresses = [media::url(&lamp.object_key), format!("/media/w240/{}", lamp.object_key)];
    assert_eq!(status_of(&app, &addresses[1]).await, 200);

    assert_eq!(editor.delete(&own).await.ok()["message"], "File deleted.");
    app.run_jobs().await;
    for address in &addresses {
        assert_eq!(status_of(&app, address).await, 404, "{address}");
    }
    assert!(app.core().media().folder().unwrap().path(&lamp.object_key).exists(), "it stays in the storage");
    assert_eq!(editor.get(&own).await.problem().is(), (404, "media.not_found"));
    assert_eq!(editor.put(&own, json!({ "alt": "x" })).await.problem().is(), (404, "media.not_found"));
    assert!(editor.get(FILES).await.ok()["data"].as_array().unwrap().is_empty());
    assert_eq!(editor.get(&format!("{FILES}?orphans=true")).await.ok()["data"], json!([]));

    assert_eq!(editor.post(&format!("{own}/restore"), json!({})).await.ok(), before);
    assert_eq!(editor.post(&format!("{own}/restore"), json!({})).await.ok(), before, "once more");
    for address in &addresses {
        assert_eq!(status_of(&app, address).await, 200, "{address}");
    }
    assert_eq!(editor.get(&format!("{FILES}?q=amina")).await.ok()["data"][0]["id"], before["id"]);
    assert!(listed(&editor).await.is_empty());
    // Ids are not given out twice, whatever is in the trash.
    assert!(file(&app, "lake.png").await.id > lamp.id);
}

#[tokio::test]
async fn an_earlier_version_brings_its_files_back_out_of_the_trash() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let lamp = file(&app, "lamp.png").await;
    let url = media::url(&lamp.object_key);
    let with_lamp = json!({ "content": format!(r#"<p>a</p><img src="{url}" alt="Lamp">"#) });
    let post = app.post("Habari").content(with_lamp["content"].as_str().unwrap()).insert().await;
    let page = json!({ "title": "Jobs", "content": with_lamp["content"] });
    let page = editor.post(PAGES, page).await.ok();
    let paths = [format!("{POSTS}/{}", post.id), format!("{PAGES}/{}", page["id"])];
    for path in &paths {
        for other in &paths {
            editor.put(other, json!({ "content": "<p>a</p>" })).await.ok();
        }
        editor.delete(&format!("{FILES}/{}", lamp.id)).await.ok();
        assert_eq!((status_of(&app, &url).await, listed(&editor).await.len()), (404, 1), "{path}");
        editor.put(path, with_lamp.clone()).await.ok();
        assert_eq!((status_of(&app, &url).await, listed(&editor).await.len()), (200, 0), "{path}");
        let detail = editor.get(&format!("{FILES}/{}", lamp.id)).await.ok();
        assert_eq!(detail["used_by"], 1, "{path}");
    }
    // Gone for good, it stays away, and the save goes on.
    for path in &paths {
        editor.put(path, json!({ "content": "<p>a</p>" })).await.ok();
    }
    library::delete(app.core(), lamp.id).await.unwrap();
    app.run_jobs().await;
    editor.put(&paths[0], with_lamp).await.ok();
    assert_eq!(status_of(&app, &url).await, 404);
}

#[tokio::test]
async fn a_video_takes_its_subtitles_along_into_the_trash_and_back() {
    let app = TestApp::new().await;
    let (editor, admin) = (app.staff(Role::Editor).await, app.staff(Role::Admin).await);
    let (clip, still) = (file(&app, "clip.mp4").await, file(&app, "still.png").await);
    let upload = Upload::of(&editor, "clip.vtt", "text/vtt").await;
    upload.put(&editor, b"WEBVTT\n\n00:00.000 --> 00:02.000\nHabari\n".to_vec()).await.ok();
    editor.post("/api/admin/media/record", json!({ "file_url": upload.file_url })).await.ok();
    let captions = upload.file_url;
    let own = format!("{FILES}/{}", clip.id);
    editor.put(&own, json!({ "captions": captions, "poster": media::url(&still.object_key) })).await.ok();

    editor.delete(&own).await.ok();
    assert_eq!(status_of(&app, &captions).await, 404);
    assert_eq!(listed(&editor).await, [("media".to_owned(), "clip.mp4".to_owned())]);
    // The picture that stood for it is free meanwhile.
    admin.delete(&format!("{FILES}/{}?forever=true", still.id)).await.ok();
    let restored = editor.post(&format!("{own}/restore"), json!({})).await.ok();
    assert_eq!((&restored["captions"], &restored["poster"]), (&json!(captions), &Value::Null));
    assert_eq!(status_of(&app, &captions).await, 200);

    editor.delete(&own).await.ok();
    admin.delete(&format!("{own}?forever=true")).await.ok();
    app.run_jobs().await;
    let files = app.core().media().folder().unwrap();
    assert!(!files.path(&clip.object_key).exists());
    assert!(!files.path(captions.trim_start_matches("/media/")).exists());
}

#[tokio::test]
async fn files_of_a_trashed_post_count_as_used_and_clean_broken_media_leaves_it_alone() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let item = file(&app, "lamp.png").await;
    let image = format!(r#"<p>a</p><img src="{}" alt="A lamp">"#, item.object_key);
    let post = app.post("Habari").content(&image).insert().await;
    let own = format!("{POSTS}/{}", post.id);
    editor.delete(&own).await.ok();
    assert_eq!(editor.delete(&format!("{FILES}/{}", item.id)).await.problem().is(), (409, "media.in_use"));
    assert_eq!(editor.get(&format!("{FILES}?orphans=true")).await.ok()["data"], json!([]));
    assert_eq!(editor.get(&format!("{FILES}/{}", item.id)).await.ok()["posts"][0]["status"], "trash");

    std::fs::remove_file(app.core().media().folder().unwrap().path(&item.object_key)).unwrap();
    let cleaned = editor.post("/api/admin/clean-broken-media", json!({})).await.ok();
    assert_eq!((&cleaned["removed"], &cleaned["left"]), (&json!(0), &json!(0)));
    let restored = editor.post(&format!("{own}/restore"), json!({})).await.ok();
    assert!(restored["content"].as_str().unwrap().contains(&item.object_key));
}

#[tokio::test]
async fn a_trashed_page_answers_410_and_is_restored_as_a_draft_at_its_slug() {
    let app = TestApp::new().await;
    let (editor, admin) = (app.staff(Role::Editor).await, app.staff(Role::Admin).await);
    let page = editor.post(PAGES, json!({ "title": "Jobs", "content": "<p>a</p>", "status": "published" })).await.ok();
    let own = format!("{PAGES}/{}", page["id"]);
    editor.put(&own, json!({ "slug": "work" })).await.ok();
    let pages = async || editor.get(PAGES).await.ok()["total"].clone();
    let total = pages().await;
    assert_eq!((status_of(&app, "/work").await, status_of(&app, "/jobs").await), (200, 301));

    assert_eq!(editor.delete(&own).await.ok()["message"], "Page deleted.");
    assert_eq!((status_of(&app, "/work").await, status_of(&app, "/jobs").await), (410, 410));
    assert_eq!(app.get("/api/pages/work").await.problem().is(), (410, "page.gone"));
    assert!(!app.get("/sitemap-pages.xml").await.text().contains("/work<"));
    assert_eq!(pages().await, total.as_i64().unwrap() - 1);
    let named = admin.get("/api/admin/navigation").await;
    assert!(!named.text().contains("Jobs"), "menus do not offer it");
    for reply in [
        editor.get(&own).await,
        editor.put(&own, json!({ "title": "x" })).await,
        editor.get(&format!("{own}/revisions")).await,
        editor.delete(&own).await,
    ] {
        assert_eq!(reply.problem().is(), (404, "page.not_found"));
    }
    let other = editor.post(PAGES, json!({ "title": "Work", "content": "<p>a</p>", "status": "published" })).await.ok();
    assert_eq!(other["slug"], "work-2", "its slug stays taken");

    let restored = editor.post(&format!("{own}/restore"), json!({})).await.ok();
    assert_eq!((&restored["status"], &restored["slug"]), (&json!("draft"), &json!("work")));
    assert_eq!(app.get("/api/pages/work").await.status, 404);
    editor.put(&own, json!({ "status": "published" })).await.ok();
    assert_eq!((status_of(&app, "/work").await, status_of(&app, "/jobs").await), (200, 301));

    // What the product brings has its words again, and nothing of it is in the trash.
    editor.put(&format!("{PAGES}/about"), json!({ "title": "Who we are" })).await.ok();
    editor.delete(&format!("{PAGES}/about")).await.ok();
    assert!(listed(&editor).await.is_empty());
    assert_eq!(status_of(&app, "/about").await, 200);
    assert_eq!(editor.post(&format!("{PAGES}/about/restore"), json!({})).await.status, 404);
}

#[tokio::test]
async fn the_trash_lists_who_deleted_what_newest_first_by_cursor_and_kind() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    assert_eq!(editor.get(PATH).await.ok(), json!({ "data": [], "per_page": 20, "next": null }));
    let post = app.post("Habari").insert().await;
    let page = editor.post(PAGES, json!({ "title": "Jobs", "content": "<p>a</p>" })).await.ok();
    let item = file(&app, "lamp.png").await;
    for path in [format!("{POSTS}/{}", post.id), format!("{PAGES}/{}", page["id"]), format!("{FILES}/{}", item.id)] {
        app.clock.advance_ms(MINUTE_MS);
        editor.delete(&path).await.ok();
    }
    let name = editor.get("/api/auth/profile").await.ok()["username"].clone();
    let first = editor.get(&format!("{PATH}?per_page=2")).await.ok();
    let now = app.core().now();
    assert_eq!(
        first["data"][0],
        json!({
            "kind": "media", "id": item.id, "title": "lamp.png", "trashed_by": name, "trashed_at": now.iso(),
            "ends_at": now.plus_ms(30 * DAY_MS).iso(),
        })
    );
    assert_eq!(first["data"][1]["title"], "Jobs");
    let second = editor.get(&format!("{PATH}?per_page=2&after={}", first["next"].as_str().unwrap())).await.ok();
    assert_eq!((&second["data"][0]["title"], &second["next"]), (&json!("Habari"), &Value::Null));
    assert_eq!(second["data"].as_array().unwrap().len(), 1);
    for (kind, title) in [("post", "Habari"), ("page", "Jobs"), ("media", "lamp.png")] {
        let list = editor.get(&format!("{PATH}?kind={kind}")).await.ok();
        assert_eq!((list["data"].as_array().unwrap().len(), &list["data"][0]["title"]), (1, &json!(title)));
    }
    assert_eq!(editor.get(&format!("{PATH}?kind=issue")).await.status, 400);
    assert_eq!(app.reader().await.get(PATH).await.status, 403);
}

#[tokio::test]
async fn after_30_days_all_goes_for_good_but_what_was_restored_or_is_used_again() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let (post, back, later) =
        (app.post("Habari").insert().await, app.post("Back").insert().await, app.post("Later").insert().await);
    let page = editor.post(PAGES, json!({ "title": "Jobs", "content": "<p>a</p>", "status": "published" })).await.ok();
    let (item, used) = (file(&app, "lamp.png").await, file(&app, "used.png").await);
    for path in [
        format!("{POSTS}/{}", post.id),
        format!("{POSTS}/{}", back.id),
        format!("{PAGES}/{}", page["id"]),
        format!("{FILES}/{}", item.id),
        format!("{FILES}/{}", used.id),
    ] {
        editor.delete(&path).await.ok();
    }
    editor.post(&format!("{POSTS}/{}/restore", back.id), json!({})).await.ok();
    app.post("Shows it").content(&format!(r#"<p>a</p><img src="{}" alt="">"#, used.object_key)).insert().await;
    app.clock.advance_ms(30 * DAY_MS - 1);
    app.run_jobs().await;
    let editor = app.staff(Role::Editor).await;
    editor.delete(&format!("{POSTS}/{}", later.id)).await.ok();
    retention::sweep(app.core()).await.unwrap();
    assert_eq!(listed(&editor).await.len(), 5, "not before their time");

    app.clock.advance_ms(1);
    assert_eq!(retention::sweep(app.core()).await.unwrap().trash, 3);
    app.run_jobs().await;
    let left = [("post".to_owned(), "Later".to_owned()), ("media".to_owned(), "used.png".to_owned())];
    assert_eq!(listed(&editor).await, left);
    for path in ["/post/slug/habari".to_owned(), format!("/blog/post/{}", post.id), "/jobs".into()] {
        assert_eq!(status_of(&app, &path).await, 410, "{path}");
    }
    assert!(!app.core().media().folder().unwrap().path(&item.object_key).exists());
    assert!(app.core().media().folder().unwrap().path(&used.object_key).exists());
    editor.get(&format!("{POSTS}/{}", back.id)).await.ok();
    editor.post(&format!("{FILES}/{}/restore", used.id), json!({})).await.ok();
    assert_eq!(status_of(&app, &media::url(&used.object_key)).await, 200);
    let db = app.core().store.reader();
    assert_eq!(trash_item::Entity::find().count(db).await.unwrap(), 1);
    assert_eq!(old_slug::Entity::find_by_id("habari").one(db).await.unwrap().unwrap().post_id, None);
}

#[tokio::test]
async fn an_import_run_again_brings_back_nothing_that_is_in_the_trash() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let import = || ImportPost {
        external_key: "t:1".into(),
        form: PostForm {
            title: Some("Kutoka kwingine".into()),
            content: Some("<p>x</p>".into()),
            category_name: Some("tech".into()),
            ..PostForm::default()
        },
        slug: None,
        created_at: None,
        owner_id: None,
    };
    posts::import(app.core(), import()).await.unwrap();
    let id = app.get("/api/post/slug/kutoka-kwingine").await.ok()["id"].clone();
    editor.delete(&format!("{POSTS}/{id}")).await.ok();
    assert_eq!(posts::import(app.core(), import()).await.unwrap(), ImportOutcome::DeletedHere);
    editor.post(&format!("{POSTS}/{id}/restore"), json!({})).await.ok();
    assert_eq!(posts::import(app.core(), import()).await.unwrap(), ImportOutcome::ChangedHere);
    assert_eq!(editor.get(POSTS).await.ok()["total"], 1);
}
