//! `MWANGA_MEDIA_PRIVATE`: strangers get no file that nothing public uses; staff see all of them by signed addresses.

use axum::body::Body;
use axum::http::Method;
use mwanga_core::media;
use mwanga_store::entities::{media_item, post};
use mwanga_store::types::SubscriberStatus;

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

/// A text that is longer than its opening, with `files` at its end.
fn long_text(files: &str) -> String {
    format!("<p>Mwanzo wazi.</p><p>{}</p>{files}", "maneno ".repeat(300))
}

async fn gated(app: &TestApp, title: &str, access: &str, files: &str, cover: &str) -> post::Model {
    let fill = |form: &mut mwanga_core::posts::PostForm| {
        form.access = Some(access.into());
        form.media_url = Some(cover.into());
    };
    app.post(title).content(&long_text(files)).form(fill).insert().await
}

/// The address of a file and of all its copies.
fn addresses(key: &str) -> Vec<String> {
    let copies = ["w240", "mail", "share", "mail/w480"].map(|folder| match folder {
        "w240" => format!("/media/w240/{key}.webp"),
        _ => format!("/media/{folder}/{key}.jpg"),
    });
    [media::url(key)].into_iter().chain(copies).collect()
}

async fn expect_closed(app: &TestApp, keys: &[&str], why: &str) {
    for path in keys.iter().flat_map(|key| addresses(key)) {
        let reply = app.get(&path).await;
        assert_eq!((reply.status, reply.header("cache-control")), (StatusCode::NOT_FOUND, "no-store"), "{why}: {path}");
    }
}

async fn expect_open(app: &TestApp, key: &str, why: &str) {
    for path in addresses(key) {
        let reply = app.get(&path).await;
        assert_eq!(
            (reply.status, reply.header("cache-control")),
            (StatusCode::OK, "public, max-age=31536000, immutable"),
            "{why}: {path}"
        );
    }
}

/// Files in the text of a gated post are got by its readers alone: 404 at every plain address, and addresses that are
/// good for an hour in the full text.
async fn expect_gated_files_closed(app: &TestApp, access: &str) {
    let (editor, reader) = (app.staff(Role::Editor).await, app.reader().await);
    let [cover, inset, gallery, frame, clip] =
        ["cover.png", "inset.png", "gallery.png", "frame.png", "clip.mp4"].map(|name| file(app, name));
    let (cover, inset, gallery, frame, clip) = tokio::join!(cover, inset, gallery, frame, clip);
    let poster = json!({ "poster": media::url(&frame.object_key) });
    editor.put(&format!("/api/admin/media/{}", clip.id), poster).await.ok();
    let [cover, inset, gallery, frame, clip] = [cover, inset, gallery, frame, clip].map(|item| item.object_key);
    let files = format!(
        r#"<figure><img src="/media/{inset}" alt="Ngao" width="600" height="300"><figcaption>Siri</figcaption></figure><p><a href="/media/{inset}">kubwa</a></p><video src="/media/{clip}"></video><img src="/media/{cover}" alt="">"#
    );
    let post = gated(app, &format!("Taa {access}"), access, &files, &cover).await;
    let path = format!("/api/admin/posts/{}", post.id);
    editor.put(&path, json!({ "media_urls": [gallery], "poster_url": frame })).await.ok();

    expect_open(app, &cover, "the cover").await;
    expect_closed(app, &[&inset, &gallery, &frame], access).await;
    assert_eq!(status(app, &clip).await, 404);
    for path in [
        format!("/post/slug/{}", post.slug),
        format!("/api/post/slug/{}", post.slug),
        format!("/api/post/slug/{}/related", post.slug),
        "/".into(),
        "/feed.xml".into(),
        "/atom.xml".into(),
        "/feed.json".into(),
        "/sitemap-posts-1.xml".into(),
        "/sitemap-news.xml".into(),
        "/llms.txt".into(),
        "/api/posts/public".into(),
        "/api/search/search?q=taa".into(),
        "/api/search/search?q=inset".into(),
        "/api/search/search?q=ngao".into(),
    ] {
        let reply = app.get(&path).await;
        let text = reply.text();
        for key in [&inset, &gallery, &frame, &clip] {
            assert!(!text.contains(key.as_str()), "{path} names {key}");
        }
    }

    // An editor's session reads it as an answer of the site, like any reader's.
    let readers = [(access == "registered").then_some(&reader), Some(&editor)];
    let mut given = Vec::new();
    for who in readers.into_iter().flatten() {
        let full = who.get(&format!("/api/posts/{}/full", post.id)).await.ok();
        let copy = format!("w240/{inset}.webp");
        let signed = [&*inset, &copy, &gallery, &frame, &clip].map(|path| {
            let signed = signed_address(&full, path);
            assert!(
                !full.to_string().contains(&format!("/media/{path}\\\"")),
                "{path} stands without signature: {full}"
            );
            signed
        });
        assert!(full["content"].as_str().unwrap().contains(&format!(r#"<a href="/media/{inset}?signed="#)), "{full}");
        assert!(!full.to_string().contains(&format!("{cover}?signed=")), "the cover is open: {full}");
        for path in &signed {
            let reply = app.get(path).await;
            assert_eq!((reply.status, reply.header("cache-control")), (StatusCode::OK, "private, no-store"), "{path}");
        }
        given.extend(signed);
    }
    app.clock.advance_ms(60 * MINUTE_MS + 1);
    for path in &given {
        assert_eq!(app.get(path).await.status, StatusCode::NOT_FOUND, "an hour later: {path}");
    }
}

#[tokio::test]
async fn files_in_the_text_for_readers_with_an_account_are_as_closed_as_the_text() {
    expect_gated_files_closed(&private_app().await, "registered").await;
}

#[tokio::test]
async fn files_in_the_text_for_subscribers_are_as_closed_as_the_text() {
    expect_gated_files_closed(&private_app().await, "subscribers").await;
}

#[tokio::test]
async fn files_in_gated_text_that_lie_in_a_bucket_are_as_closed_as_the_text() {
    let s3 = S3::new().await;
    let app = TestApp::with(|config| {
        config.media.place = s3.place();
        config.media.private = true;
    })
    .await;
    expect_gated_files_closed(&app, "registered").await;
}

#[tokio::test]
async fn files_of_a_post_close_when_it_is_gated_and_open_when_it_is_not() {
    let app = private_app().await;
    let editor = app.staff(Role::Editor).await;
    let (cover, inset) = (file(&app, "cover.png").await.object_key, file(&app, "inset.png").await.object_key);
    let picture = format!(r#"<img src="/media/{inset}" alt="">"#);
    let post = gated(&app, "Taa", "everyone", &picture, &cover).await;
    let set = async |access: &str| {
        editor.put(&format!("/api/admin/posts/{}", post.id), json!({ "access": access })).await.ok();
    };
    expect_open(&app, &inset, "everyone").await;
    for (access, is_open) in [("subscribers", false), ("registered", false), ("everyone", true), ("subscribers", false)]
    {
        set(access).await;
        match is_open {
            true => expect_open(&app, &inset, access).await,
            false => expect_closed(&app, &[&inset], access).await,
        }
        expect_open(&app, &cover, access).await;
    }
    // Another post shows it to everybody, a further one as its cover.
    let other = app.post("Wazi").content(&format!("<p>Neno</p>{picture}")).insert().await;
    expect_open(&app, &inset, "an open post").await;
    editor.delete(&format!("/api/admin/posts/{}", other.id)).await.ok();
    expect_closed(&app, &[&inset], "that post is gone").await;
    gated(&app, "Pazia", "subscribers", "<p>Mwisho</p>", &inset).await;
    expect_open(&app, &inset, "a cover").await;
}

#[tokio::test]
async fn the_poster_of_a_gated_post_is_open_where_it_is_part_of_the_cover_alone() {
    let app = private_app().await;
    let (cover, clip) = (file(&app, "cover.png").await.object_key, file(&app, "clip.mp4").await.object_key);
    let frame = file(&app, "frame.png").await.object_key;
    let video = format!(r#"<video src="/media/{clip}"></video>"#);
    let post = gated(&app, "Taa", "subscribers", &video, &cover).await;
    let editor = app.staff(Role::Editor).await;
    let path = format!("/api/admin/posts/{}", post.id);
    editor.put(&path, json!({ "poster_url": frame })).await.ok();
    for (cover, is_open) in [(&cover, false), (&clip, true)] {
        editor.put(&path, json!({ "media_url": cover })).await.ok();
        let named = app.get(&format!("/api/post/slug/{}", post.slug)).await.ok()["poster_url"].clone();
        assert_eq!(named, if is_open { json!(media::url(&frame)) } else { Value::Null }, "{cover}");
        assert_eq!(
            (status(&app, &frame).await, status(&app, &clip).await),
            if is_open { (200, 200) } else { (404, 404) }
        );
    }
}

#[tokio::test]
async fn a_mail_keeps_its_pictures_when_they_are_closed_later() {
    let app = private_app().await;
    app.subscribe("amina@example.com", SubscriberStatus::Confirmed).await;
    let editor = app.staff(Role::Editor).await;
    let (inset, cover) = (file(&app, "inset.png").await.object_key, file(&app, "cover.png").await.object_key);
    let post = gated(&app, "Taa", "subscribers", &format!(r#"<img src="/media/{inset}" alt="">"#), &inset).await;
    editor.post(&format!("/api/admin/posts/{}/notify-subscribers", post.id), json!({})).await.ok();
    app.clock.advance_ms(2 * MINUTE_MS);
    let mails = app.mails_to("amina@example.com").await;
    let html = &mails[0].text;
    let at = html.find(&format!("/media/mail/{inset}.jpg?mail=")).unwrap_or_else(|| panic!("{html}"));
    let address = html[at..].split(['"', ' ']).next().unwrap().to_owned();
    editor.put(&format!("/api/admin/posts/{}", post.id), json!({ "media_url": cover })).await.ok();
    expect_closed(&app, &[&inset], "it stands in gated text alone").await;
    app.clock.advance_ms(400 * 24 * 60 * MINUTE_MS);
    let reply = app.get(&address).await;
    assert_eq!((reply.status, reply.header("content-type")), (StatusCode::OK, "image/jpeg"));
    let signature = address.split_once('?').unwrap().1;
    for wrong in [
        format!("/media/mail/{inset}.jpg?{}", signature.replace("mail=", "signed=")),
        format!("/media/mail/{inset}.jpg?mail="),
        format!("/media/mail/{inset}.jpg?{signature}0"),
        format!("/media/mail/{}.jpg?{signature}", file(&app, "other.png").await.object_key),
    ] {
        assert_eq!(app.get(&wrong).await.status, StatusCode::NOT_FOUND, "{wrong}");
    }
}

#[tokio::test]
async fn without_private_media_files_in_gated_text_are_public_and_unsigned() {
    let app = TestApp::new().await;
    app.subscribe("amina@example.com", SubscriberStatus::Confirmed).await;
    let (reader, editor) = (app.reader().await, app.staff(Role::Editor).await);
    let (cover, inset) = (file(&app, "cover.png").await.object_key, file(&app, "inset.png").await.object_key);
    let picture = format!(r#"<img src="/media/{inset}" alt="">"#);
    let post = gated(&app, "Taa", "registered", &picture, &cover).await;
    expect_open(&app, &inset, "no private media").await;
    let full = reader.get(&format!("/api/posts/{}/full", post.id)).await;
    let full = full.text();
    assert!(full.contains(&format!("/media/{inset}")) && !full.contains("signed="), "{full}");
    editor.post(&format!("/api/admin/posts/{}/notify-subscribers", post.id), json!({})).await.ok();
    app.clock.advance_ms(2 * MINUTE_MS);
    let mails = app.mails_to("amina@example.com").await;
    assert!(mails[0].text.contains(&format!("/media/mail/{cover}.jpg")) && !mails[0].text.contains("?mail="));
}
