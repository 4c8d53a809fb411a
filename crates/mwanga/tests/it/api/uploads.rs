use axum::body::Body;
use axum::http::Method;
use bytes::Bytes;

use crate::support::*;

/// Permission to put one file, as `generate-presigned-url` gives it.
pub struct Upload {
    /// Path and query of the link.
    pub link: String,
    pub file_url: String,
    content_type: String,
}

impl Upload {
    pub async fn of(editor: &Caller, file_name: &str, content_type: &str) -> Self {
        let answer = editor
            .get(&format!("/api/admin/generate-presigned-url?filename={file_name}&contentType={content_type}"))
            .await
            .ok();
        let link = answer["url"].as_str().unwrap().trim_start_matches("https://mwanga.example").to_owned();
        Self { link, file_url: answer["file_url"].as_str().unwrap().to_owned(), content_type: content_type.to_owned() }
    }

    pub async fn put(&self, caller: &Caller, bytes: Vec<u8>) -> Reply {
        self.put_as(caller, bytes, &self.content_type).await
    }

    pub async fn put_as(&self, caller: &Caller, bytes: Vec<u8>, content_type: &str) -> Reply {
        caller.send(Method::PUT, &self.link, Body::from(bytes), &[("content-type", content_type)]).await
    }
}

#[tokio::test]
async fn an_upload_link_works_without_a_session() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let upload = Upload::of(&editor, "photo.png", "image/png").await;
    upload.put(&app.anyone(), png(4, 3)).await.ok();
}

#[tokio::test]
async fn a_changed_or_expired_upload_link_answers_410() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let upload = Upload::of(&editor, "photo.png", "image/png").await;
    let (path, query) = upload.link.split_once('?').unwrap();
    let [expires, session, signature] = query.split('&').collect::<Vec<_>>()[..] else { panic!("{query}") };
    let later = format!("expires={}", expires.trim_start_matches("expires=").parse::<i64>().unwrap() + 1);
    for changed in [
        format!("/api/uploads/2026/11/other.png?{query}"),
        format!("/api/uploads/../../secret.png?{query}"),
        format!("{path}?{later}&{session}&{signature}"),
        format!("{path}?{expires}&{signature}"),
        format!("{path}?{expires}&session=other&{signature}"),
        format!("{path}?{expires}&{session}&signature=00"),
        format!("{path}?{expires}&{session}&signature="),
    ] {
        let reply = editor.send(Method::PUT, &changed, Body::from(png(4, 3)), &[("content-type", "image/png")]).await;
        let problem = reply.problem();
        assert_eq!(
            (problem.is(), problem.error.as_str()),
            ((410, "link.invalid"), "This link is no longer valid. Ask for a new one."),
            "{changed}"
        );
    }
    assert_eq!(
        upload.put_as(&editor, png(4, 3), "text/html").await.problem().is(),
        (410, "link.invalid"),
        "another type than was permitted"
    );
    app.clock.advance_ms(15 * 60_000 + 1);
    assert_eq!(
        upload.put(&editor, png(4, 3)).await.problem().is(),
        (410, "link.invalid"),
        "a quarter of an hour later"
    );
}

#[tokio::test]
async fn an_upload_link_ends_with_the_session_and_the_role_of_its_maker() {
    let app = TestApp::new().await;
    let admin = app.staff(Role::Admin).await;
    for end in ["session", "role"] {
        let editor = app.staff(Role::Editor).await;
        let upload = Upload::of(&editor, "photo.png", "image/png").await;
        if end == "session" {
            editor.post("/api/auth/logout", json!({})).await.ok();
        } else {
            admin.change_role(&editor, "reader").await;
        }
        assert_eq!(upload.put(&app.anyone(), png(4, 3)).await.problem().is(), (410, "link.invalid"), "{end}");
    }
}

#[tokio::test]
async fn an_upload_link_of_an_earlier_version_is_valid_for_its_hour() {
    let app = TestApp::new().await;
    let (key, max, expires) =
        ("2026/11/photo.png", app.core().settings().max_upload_bytes(), app.core().now().plus_ms(3_600_000).0);
    let signature = app.core().keys.sign_legacy("upload", &format!("{key}\nimage/png\n{max}\n{expires}"));
    let link = format!("/api/uploads/{key}?expires={expires}&signature={signature}");
    app.clock.advance_ms(59 * 60_000);
    app.anyone().send(Method::PUT, &link, Body::from(png(4, 3)), &[("content-type", "image/png")]).await.ok();
}

#[tokio::test]
async fn a_second_upload_to_one_link_answers_409() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let upload = Upload::of(&editor, "photo.png", "image/png").await;
    upload.put(&editor, png(4, 3)).await.ok();
    assert_eq!(upload.put(&editor, png(5, 5)).await.problem().is(), (409, "media.exists"));
    let item = editor.post("/api/admin/media/record", json!({ "file_url": upload.file_url })).await.ok();
    assert_eq!(upload.put(&editor, png(5, 5)).await.problem().is(), (409, "media.exists"), "after it was recorded");
    assert_eq!(item["width"], 4);
}

#[tokio::test]
async fn an_upload_over_the_limit_answers_413_with_or_without_length() {
    let app = TestApp::with(|config| config.media.max_upload_mb = 1).await;
    let editor = app.staff(Role::Editor).await;
    let upload = Upload::of(&editor, "photo.png", "image/png").await;
    let megabyte = vec![0u8; 1024 * 1024];
    let with_length = upload.put(&editor, [megabyte.as_slice(), b"x"].concat()).await.problem();
    assert_eq!(
        (with_length.is(), with_length.error.as_str()),
        ((413, "media.too_large"), "File too large (server limit: 1MB)")
    );
    let chunks = [Bytes::from(megabyte.clone()), Bytes::from_static(b"x")].map(Ok::<_, std::io::Error>);
    let without_length = Body::from_stream(futures_util::stream::iter(chunks));
    let reply = editor.send(Method::PUT, &upload.link, without_length, &[("content-type", "image/png")]).await;
    assert_eq!(reply.problem().is(), (413, "media.too_large"));
    // Exactly the limit is taken, and what was refused left nothing in its way.
    upload.put(&editor, megabyte).await.ok();
}

#[tokio::test]
async fn a_broken_upload_leaves_no_file_and_can_be_repeated() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let upload = Upload::of(&editor, "photo.png", "image/png").await;
    let broken =
        futures_util::stream::iter([Ok(Bytes::from_static(b"\x89PNG")), Err(std::io::Error::other("cut off"))]);
    let reply =
        editor.send(Method::PUT, &upload.link, Body::from_stream(broken), &[("content-type", "image/png")]).await;
    assert_eq!(reply.problem().is(), (400, "media.incomplete"));
    let left: Vec<_> = std::fs::read_dir(app.data_dir().join("media/incoming"))
        .unwrap()
        .filter_map(|entry| entry.ok())
        .filter(|entry| entry.path().is_file())
        .collect();
    assert!(left.is_empty(), "{left:?}");
    upload.put(&editor, png(4, 3)).await.ok();
}

#[tokio::test]
async fn an_uploaded_file_answers_404_until_it_is_recorded() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let upload = Upload::of(&editor, "photo.png", "image/png").await;
    upload.put(&editor, png(4, 3)).await.ok();
    let key = upload.file_url.trim_start_matches("/media/");
    for path in [
        upload.file_url.clone(),
        format!("/media/incoming/{key}"),
        format!("/media/../incoming/{key}"),
        format!("/media/%2e%2e/incoming/{key}"),
    ] {
        assert_eq!(app.get(&path).await.status, StatusCode::NOT_FOUND, "{path}");
    }
}
