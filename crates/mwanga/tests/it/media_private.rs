//! `MWANGA_MEDIA_PRIVATE`: strangers get no file that nothing public uses; staff see all of them by signed addresses.

use axum::body::Body;
use axum::http::Method;
use mwanga_core::media;
use mwanga_store::entities::media_item;

use crate::api::uploads::Upload;
use crate::support::*;

const RECORD: &str = "/api/admin/media/record";
const MINUTE_MS: i64 = 60_000;

async fn private_app() -> TestApp {
    TestApp::with(|config| config.media.private = true).await
}

async fn file(app: &TestApp, name: &str) -> media_item::Model {
    let bytes = if name.ends_with(".mp4") { mp4() } else { png(600, 300) };
    media::import_file(app.core(), name, name, bytes).await.unwrap()
}

async fn status(app: &TestApp, key: &str) -> u16 {
    app.get(&media::url(key)).await.status.as_u16()
}

/// The address of `key`, or of its copy of `width`, in what staff were answered; it has a signature.
fn signed_address(answer: &Value, path: &str) -> String {
    let text = answer.to_string().replace("\\\"", "\"");
    let at = text.find(&format!("/media/{path}?signed=")).unwrap_or_else(|| panic!("{path} is not signed in {text}"));
    text[at..].split(['"', ' ']).next().unwrap().to_owned()
}

#[tokio::test]
async fn a_private_file_answers_404_to_strangers_until_a_public_post_uses_it() {
    let app = private_app().await;
    let editor = app.staff(Role::Editor).await;
    let key = file(&app, "merger.png").await.object_key;
    let paths = [media::url(&key), format!("/media/w240/{key}")];
    let gone = async |why: &str| {
        for path in &paths {
            let reply = app.anyone().get_with(path, &[("range", "bytes=0-9")]).await;
            assert_eq!(
                (reply.status, reply.header("cache-control")),
                (StatusCode::NOT_FOUND, "no-store"),
                "{why}: {path}"
            );
            let head = app.anyone().send(Method::HEAD, path, Body::empty(), &[]).await;
            assert_eq!(head.status, StatusCode::NOT_FOUND, "{why}: {path}");
        }
    };
    gone("nothing uses it").await;
    let draft =
        app.post("Draft").draft().content(&format!(r#"<p>Text</p><img src="/media/{key}" alt="">"#)).insert().await;
    gone("a draft").await;
    app.post("Tomorrow").in_ms(MINUTE_MS).form(|form| form.media_url = Some(key.clone())).insert().await;
    gone("a post whose moment has not come").await;
    app.clock.advance_ms(MINUTE_MS);
    for path in &paths {
        let reply = app.get(path).await;
        assert_eq!(
            (reply.status, reply.header("cache-control")),
            (StatusCode::OK, "public, max-age=31536000, immutable"),
            "{path}"
        );
    }
    assert_eq!(app.anyone().get_with(&paths[0], &[("range", "bytes=0-9")]).await.status, StatusCode::PARTIAL_CONTENT);
    for post in editor.get("/api/admin/posts").await.ok()["data"].as_array().unwrap() {
        editor.delete(&format!("/api/admin/posts/{}", post["id"])).await.ok();
    }
    gone("its posts were deleted").await;
    assert_eq!(draft.title, "Draft");
}

#[tokio::test]
async fn an_editor_can_make_a_private_file_public_and_private_again() {
    let app = private_app().await;
    let editor = app.staff(Role::Editor).await;
    let item = file(&app, "logo.png").await;
    let path = format!("/api/admin/media/{}", item.id);
    for (is_public, expected) in [(true, 200), (false, 404)] {
        editor.put(&path, json!({ "is_public": is_public })).await.ok();
        assert_eq!(status(&app, &item.object_key).await, expected, "{is_public}");
    }
}

#[tokio::test]
async fn the_poster_of_a_private_video_is_public_when_the_video_is() {
    let app = private_app().await;
    let editor = app.staff(Role::Editor).await;
    let (clip, frame) = (file(&app, "clip.mp4").await, file(&app, "frame.png").await);
    editor.put(&format!("/api/admin/media/{}", clip.id), json!({ "poster": media::url(&frame.object_key) })).await.ok();
    assert_eq!((status(&app, &clip.object_key).await, status(&app, &frame.object_key).await), (404, 404));
    app.post("Habari")
        .content(&format!(r#"<p>Look.</p><video src="/media/{}"></video>"#, clip.object_key))
        .insert()
        .await;
    assert_eq!((status(&app, &clip.object_key).await, status(&app, &frame.object_key).await), (200, 200));
}

#[tokio::test]
async fn pictures_of_a_newsletter_are_public_once_it_is_sent() {
    let app = private_app().await;
    let editor = app.staff(Role::Editor).await;
    let key = file(&app, "letter.png").await.object_key;
    let issue = json!({ "subject": "Habari", "html": format!(r#"<p>Text</p><img src="/media/{key}" alt="">"#) });

    let preview = editor.post("/api/newsletter/admin-preview", issue.clone()).await.ok();
    let signed = signed_address(&preview, &format!("mail/{key}.jpg"));
    assert_eq!(app.get(&signed).await.status, StatusCode::OK);
    editor.post("/api/newsletter/admin-test", issue.clone()).await.ok();
    app.run_jobs().await;
    let mails = Mail::read_all(&app.data_dir().join("outbox"));
    assert!(mails[0].text.contains(&format!("/media/mail/{key}.jpg?signed=")), "{}", mails[0].text);

    editor.post("/api/newsletter/admin-send", issue).await.ok();
    assert_eq!(status(&app, &key).await, 404, "it waits, and can be undone");
    app.clock.advance_ms(MINUTE_MS + 1);
    app.run_jobs().await;
    assert_eq!(status(&app, &key).await, 200);
}

#[tokio::test]
async fn staff_get_signed_addresses_that_expire_after_an_hour() {
    let app = private_app().await;
    let editor = app.staff(Role::Editor).await;
    let upload = Upload::of(&editor, "photo.png", "image/png").await;
    upload.put(&editor, png(600, 300)).await.ok();
    let recorded = editor.post(RECORD, json!({ "file_url": upload.file_url })).await.ok();
    let key = upload.file_url.trim_start_matches("/media/").split('?').next().unwrap().to_owned();
    let other = file(&app, "other.png").await.object_key;
    let listed = editor.get("/api/admin/media").await.ok();
    let (whole, copy) = (signed_address(&recorded, &key), signed_address(&listed, &format!("w240/{key}.webp")));
    for (path, content_type) in
        [(&whole, "image/png"), (&signed_address(&listed, &key), "image/png"), (&copy, "image/webp")]
    {
        let reply = app.get(path).await;
        assert_eq!((reply.status, reply.header("content-type")), (StatusCode::OK, content_type), "{path}");
        assert_eq!(reply.header("cache-control"), "private, no-store", "{path}");
    }
    let part = app.anyone().get_with(&whole, &[("range", "bytes=0-9")]).await;
    assert_eq!(
        (part.status, part.body.len(), part.header("cache-control")),
        (StatusCode::PARTIAL_CONTENT, 10, "private, no-store")
    );

    let signature = whole.split_once("?signed=").unwrap().1;
    let (expires, mac) = signature.split_once('.').unwrap();
    let later = expires.parse::<i64>().unwrap() + 1;
    for wrong in [
        format!("/media/{other}?signed={signature}"),
        format!("/media/{key}?signed={later}.{mac}"),
        format!("/media/{key}?signed={expires}."),
        format!("/media/{key}?signed={mac}"),
        format!("/media/{key}?signed="),
        format!("/media/{key}?signed={signature}0"),
        format!("/media/w240/{other}?signed={signature}"),
    ] {
        assert_eq!(app.get(&wrong).await.status, StatusCode::NOT_FOUND, "{wrong}");
    }
    app.clock.advance_ms(60 * MINUTE_MS + 1);
    assert_eq!(app.get(&whole).await.status, StatusCode::NOT_FOUND, "an hour later");
}

#[tokio::test]
async fn signatures_of_private_files_are_never_stored() {
    let app = private_app().await;
    let editor = app.staff(Role::Editor).await;
    let key = file(&app, "lamp.png").await.object_key;
    let content = format!(
        r#"<p>Text <a href="/media/{key}">large</a></p><img src="/media/{key}" alt="Lamp"><p>See "/media/{key}" in prose.</p>"#
    );
    let written = json!({ "title": "Habari", "category_name": "Tech", "content": content, "media_urls": [key], "media_url": key, "poster_url": key });
    let created = editor.post("/api/admin/posts", written).await.ok();
    let path = format!("/api/admin/posts/{}", created["id"]);
    for _ in 0..2 {
        // As the editor screen does: the answered content is sent back.
        let answered = editor.get(&path).await.ok();
        let content = answered["content"].as_str().unwrap();
        assert!(content.contains(&format!(r#"<img src="/media/{key}?signed="#)), "{content}");
        assert!(content.contains(&format!(r#"See "/media/{key}" in prose"#)), "{content}");
        let sent = ["content", "media_urls", "media_url", "poster_url", "revision"]
            .map(|name| (name.to_owned(), answered[name].clone()));
        editor.put(&path, Value::Object(sent.into_iter().collect())).await.ok();
    }
    let id = mwanga_store::types::PostId(created["id"].as_i64().unwrap());
    let row = mwanga_store::queries::posts::get(app.core().store.reader(), id).await.unwrap().unwrap();
    assert!(!format!("{row:?}").contains("signed="), "{row:?}");
    assert_eq!(
        (row.media_urls.0, row.media_url, row.poster_url),
        (vec![key.clone()], Some(key.clone()), Some(key.clone()))
    );
    editor.put(&path, json!({ "status": "published" })).await.ok();
    let page = app.get(&format!("/post/slug/{}", row.slug)).await;
    assert!(page.text().contains(&format!("/media/{key}")) && !page.text().contains("signed="));
    assert!(!app.get("/api/posts/public").await.text().contains("signed="));
}

#[tokio::test]
async fn private_files_in_a_bucket_need_a_signed_address_too() {
    let s3 = S3::new().await;
    let app = TestApp::with(|config| {
        config.media.place = s3.place();
        config.media.private = true;
    })
    .await;
    let editor = app.staff(Role::Editor).await;
    let item = file(&app, "merger.png").await;
    let (whole, copy) = (item.object_key.clone(), format!("w240/{}.webp", item.object_key));
    let answered = editor.get(&format!("/api/admin/media/{}", item.id)).await.ok();
    for path in [&whole, &copy] {
        assert_eq!(status(&app, path).await, 404, "{path}");
        let reply = app.anyone().get_with(&signed_address(&answered, path), &[("range", "bytes=0-9")]).await;
        assert_eq!(
            (reply.status, reply.header("cache-control")),
            (StatusCode::PARTIAL_CONTENT, "private, no-store"),
            "{path}"
        );
    }
    app.post("Habari").form(|form| form.media_url = Some(item.object_key.clone())).insert().await;
    for path in [&whole, &copy] {
        assert_eq!(
            app.get(&media::url(path)).await.header("cache-control"),
            "public, max-age=31536000, immutable",
            "{path}"
        );
    }
}

#[tokio::test]
async fn without_private_media_every_file_is_public_and_unsigned() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let item = file(&app, "lamp.png").await;
    assert_eq!(status(&app, &item.object_key).await, 200);
    assert!(!editor.get("/api/admin/media").await.text().contains("signed="));
}
