//! Narrower copies of pictures at `/media/w{width}/{key}`.

use std::time::Duration;

use mwanga_core::media;

use crate::api::uploads::Upload;
use crate::support::*;

/// Key of a recorded picture of `width` pixels.
async fn recorded(editor: &Caller, width: u32) -> String {
    let upload = Upload::of(editor, "photo.png", "image/png").await;
    upload.put(editor, png(width, width / 2)).await.ok();
    editor.post("/api/admin/media/record", json!({ "file_url": upload.file_url })).await.ok();
    upload.file_url.trim_start_matches("/media/").to_owned()
}

#[tokio::test]
async fn a_picture_has_resized_webp_copies_in_the_srcset_of_its_post() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let key = recorded(&editor, 600).await;
    let content = format!(r#"<p>Text</p><img src="/media/{key}" alt="Lamp">"#);
    let created =
        editor.post("/api/admin/posts", json!({ "title": "Habari", "category_name": "Tech", "content": content, "media_urls": [key], "status": "published" }));
    let slug = created.await.ok()["slug"].as_str().unwrap().to_owned();

    let post = app.get(&format!("/api/post/slug/{slug}")).await.ok();
    let srcset = format!("/media/w240/{key}.webp 240w, /media/w480/{key}.webp 480w, /media/{key} 600w");
    assert_eq!(post["preview"]["srcset"], srcset);
    assert!(post["content"].as_str().unwrap().contains(&format!(r#"srcset="{srcset}""#)), "{}", post["content"]);

    for (width, height) in [(240, 120), (480, 240)] {
        let copy = app.get(&format!("/media/w{width}/{key}")).await;
        assert_eq!(copy.status, StatusCode::OK);
        assert_eq!(
            (copy.header("content-type"), copy.header("cache-control")),
            ("image/webp", "public, max-age=31536000, immutable")
        );
        let picture = image::load_from_memory_with_format(&copy.body, image::ImageFormat::WebP).unwrap();
        assert_eq!((picture.width(), picture.height()), (width, height));
    }
}

#[tokio::test]
async fn a_copy_for_mail_programs_has_the_type_that_its_address_names() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let key = recorded(&editor, 600).await;
    for (folder, extension, content_type, width) in [
        ("mail/w480", "jpg", "image/jpeg", 480),
        ("mail/w600", "jpg", "image/jpeg", 600),
        ("mail", "jpg", "image/jpeg", 600),
        ("mail/w480", "png", "image/png", 480),
        ("share", "jpg", "image/jpeg", 600),
        ("w240", "webp", "image/webp", 240),
    ] {
        let copy = app.get(&format!("/media/{folder}/{key}.{extension}")).await;
        assert_eq!((copy.status, copy.header("content-type")), (StatusCode::OK, content_type), "{folder}");
        let format = image::ImageFormat::from_mime_type(content_type).unwrap();
        assert_eq!(image::load_from_memory_with_format(&copy.body, format).unwrap().width(), width, "{folder}");
    }
    let mut gif = std::io::Cursor::new(Vec::new());
    image::DynamicImage::new_rgba8(20, 10).write_to(&mut gif, image::ImageFormat::Gif).unwrap();
    let item = media::import_file(app.core(), "moving", "moving.gif", gif.into_inner()).await.unwrap();
    assert_eq!(app.get(&format!("/media/mail/{}.jpg", item.object_key)).await.status, StatusCode::NOT_FOUND);
    let still = app.get(&format!("/media/share/{}.jpg", item.object_key)).await;
    assert_eq!((still.status, still.header("content-type")), (StatusCode::OK, "image/jpeg"), "its first frame");
    for none in [
        format!("/media/mail/{key}"),
        format!("/media/mail/w240/{key}.jpg"),
        format!("/media/mail/{key}.webp"),
        format!("/media/share/{key}.png"),
    ] {
        assert_eq!(app.get(&none).await.status, StatusCode::NOT_FOUND, "{none}");
    }
}

#[tokio::test]
async fn concurrent_requests_create_a_resized_copy_once() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let address = format!("/media/w240/{}", recorded(&editor, 600).await);
    let answers = futures_util::future::join_all((0..8).map(|_| app.get(&address))).await;
    assert!(answers.iter().all(|answer| answer.status == StatusCode::OK && answer.body == answers[0].body));
    let left = std::fs::read_dir(app.data_dir().join("media/incoming"))
        .unwrap()
        .filter(|entry| entry.as_ref().unwrap().path().is_file())
        .count();
    assert_eq!(left, 0, "scratch files");
}

#[tokio::test]
async fn a_copy_for_mail_programs_is_never_another_type_while_it_is_made() {
    let app = TestApp::with(|config| config.timeouts.mail_copy = Duration::ZERO).await;
    let editor = app.staff(Role::Editor).await;
    let address = format!("/media/mail/{}.jpg", recorded(&editor, 600).await);
    let first = app.get(&address).await;
    assert_eq!(
        (first.status, first.header("cache-control"), first.header("retry-after")),
        (StatusCode::SERVICE_UNAVAILABLE, "no-store", "5")
    );
    for _ in 0..1_000 {
        let copy = app.get(&address).await;
        if copy.status == StatusCode::OK {
            return assert_eq!(copy.header("content-type"), "image/jpeg");
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("it was never made");
}

#[tokio::test]
async fn a_slow_resize_answers_the_original_first_and_the_copy_later() {
    let app = TestApp::with(|config| config.timeouts.copy = Duration::ZERO).await;
    let editor = app.staff(Role::Editor).await;
    let address = format!("/media/w240/{}", recorded(&editor, 600).await);
    let first = app.get(&address).await;
    assert_eq!(
        (first.status, first.header("content-type"), first.header("cache-control")),
        (StatusCode::OK, "image/png", "no-cache")
    );
    for _ in 0..1_000 {
        let copy = app.get(&address).await;
        if copy.header("content-type") == "image/webp" {
            assert_eq!(copy.header("cache-control"), "public, max-age=31536000, immutable");
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("it was never made");
}

#[tokio::test]
async fn an_original_served_in_place_of_a_failed_resize_is_not_cached() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let address = format!("/media/w240/{}", recorded(&editor, 600).await);
    let folder = app.data_dir().join("media/variants");
    std::fs::write(&folder, "no folder").unwrap();
    let whole = app.get(&address).await;
    assert_eq!(
        (whole.status, whole.header("content-type"), whole.header("cache-control")),
        (StatusCode::OK, "image/png", "no-cache")
    );
    std::fs::remove_file(&folder).unwrap();
    let copy = app.get(&address).await;
    assert_eq!(
        (copy.header("content-type"), copy.header("cache-control")),
        ("image/webp", "public, max-age=31536000, immutable")
    );
}

#[tokio::test]
async fn a_width_above_that_of_the_picture_answers_the_original() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let key = recorded(&editor, 240).await;
    let whole = app.get(&format!("/media/{key}")).await;
    for width in [240, 1440] {
        let copy = app.get(&format!("/media/w{width}/{key}")).await;
        assert_eq!((copy.status, copy.header("content-type")), (StatusCode::OK, "image/png"));
        assert_eq!(copy.body, whole.body);
    }
}

#[tokio::test]
async fn an_unsupported_width_or_a_path_outside_media_answers_404() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let key = recorded(&editor, 600).await;
    for path in [
        format!("/media/w241/{key}"),
        format!("/media/w0240/{key}"),
        format!("/media/w240/w240/{key}"),
        format!("/media/variants/w240/{key}"),
        "/media/w240/../../secret.key".to_owned(),
        "/media/w240/%2e%2e/%2e%2e/secret.key".to_owned(),
        "/media/w240/2026/11/none.png".to_owned(),
        "/media/w240/".to_owned(),
    ] {
        assert_eq!(app.get(&path).await.status, StatusCode::NOT_FOUND, "{path}");
    }
}

/// RFC 9110, sections 13.1.5 and 14.2.
#[tokio::test]
async fn range_requests_are_answered_as_rfc_9110_says() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let address = format!("/media/{}", recorded(&editor, 600).await);
    let whole = app.get(&address).await;
    let (etag, at) = (whole.header("etag").to_owned(), whole.header("last-modified").to_owned());
    assert!(etag.starts_with('"') && !at.is_empty(), "{etag} {at}");
    let size = whole.body.len();
    for (range, status) in [
        ("bytes=0-3", 206),
        ("Bytes=0-3", 206),
        ("bytes=-3", 206),
        ("bytes=5-", 206),
        ("bytes=99999999-", 416),
        ("bytes=0-1,4-5", 200),
        ("bytes=0-1, 99999999-", 200),
        ("pages=1-2", 200),
        ("bytes=3-2", 200),
        ("bytes=a-b", 200),
        ("bytes", 200),
    ] {
        let reply = app.anyone().get_with(&address, &[("range", range)]).await;
        assert_eq!(reply.status.as_u16(), status, "{range}");
        match status {
            200 => assert_eq!((reply.body.len(), reply.header("content-range")), (size, ""), "{range}"),
            416 => assert_eq!(reply.header("content-range"), format!("bytes */{size}"), "{range}"),
            _ => assert!(reply.header("content-range").ends_with(&format!("/{size}")), "{range}"),
        }
    }
    for (known, status) in [
        (etag.as_str(), 206),
        (&at, 206),
        ("\"other\"", 200),
        (&format!("W/{etag}"), 200),
        ("Thu, 01 Jan 2026 00:00:00 GMT", 200),
        ("Fri, 01 Jan 2100 00:00:00 GMT", 200),
    ] {
        let reply = app.anyone().get_with(&address, &[("range", "bytes=0-3"), ("if-range", known)]).await;
        assert_eq!(reply.status.as_u16(), status, "{known}");
    }
    let beyond = app.anyone().get_with(&address, &[("range", "bytes=99999999-"), ("if-range", "\"other\"")]).await;
    assert_eq!(beyond.status, StatusCode::OK);
    for headers in [[("if-modified-since", at.as_str())], [("if-none-match", &etag)]] {
        let reply = app.anyone().get_with(&address, &headers).await;
        assert_eq!((reply.status, reply.body.len()), (StatusCode::NOT_MODIFIED, 0), "{headers:?}");
    }
}
