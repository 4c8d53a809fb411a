//! Media in a bucket: the same rules as in a folder, on a store that can be out of reach.

use std::time::{Duration, Instant};

use axum::http::Method;
use futures_util::future::Either;
use mwanga_core::clock::Clock;
use mwanga_core::{library, retention};

use crate::api::uploads::Upload;
use crate::support::*;

const RECORD: &str = "/api/admin/media/record";
const CLEAN: &str = "/api/admin/clean-broken-media";

async fn app_on(s3: &S3) -> TestApp {
    TestApp::with(|config| {
        config.media.place = s3.place();
        config.media.max_upload_mb = 8;
    })
    .await
}

/// Puts and records a file as a browser does; its key.
async fn recorded(s3: &S3, editor: &Caller, name: &str, content_type: &str, bytes: Vec<u8>) -> String {
    let upload = Upload::of(editor, name, content_type).await;
    assert_eq!(s3.put(&upload.link, content_type, bytes).await.status, StatusCode::OK);
    editor.post(RECORD, json!({ "file_url": upload.file_url })).await.ok();
    upload.file_url.trim_start_matches("/media/").to_owned()
}

/// A video of some blocks.
fn long_video() -> Vec<u8> {
    mp4_with((0..5_000_000u32).map(|number| (number / 7) as u8).collect())
}

#[tokio::test]
async fn a_file_is_uploaded_to_the_bucket_directly_and_served_by_the_site() {
    let s3 = S3::new().await;
    let app = app_on(&s3).await;
    let editor = app.staff(Role::Editor).await;
    let upload = Upload::of(&editor, "photo.JPG", "image/jpeg").await;
    let key = upload.file_url.trim_start_matches("/media/");
    assert!(
        upload.link.starts_with(&format!("{}/{}/site/one/incoming/{key}?", s3.endpoint, s3.name)),
        "{}",
        upload.link
    );
    assert_eq!(s3.put(&upload.link, "image/jpeg", jpeg_of_a_phone()).await.status, StatusCode::OK);
    for path in [upload.file_url.clone(), format!("/media/incoming/{key}")] {
        assert_eq!(app.get(&path).await.status, StatusCode::NOT_FOUND, "before it was recorded");
    }
    let calls = (0..4).map(|_| editor.post(RECORD, json!({ "file_url": upload.file_url })));
    let items: Vec<Value> = futures_util::future::join_all(calls).await.iter().map(Reply::ok).collect();
    assert!(items.iter().all(|item| item["id"] == items[0]["id"]), "{items:?}");
    assert_eq!((&items[0]["width"], &items[0]["height"]), (&json!(4), &json!(8)), "turned");
    let file = app.get(&upload.file_url).await;
    assert_eq!((file.status, file.header("content-type")), (StatusCode::OK, "image/jpeg"));
    assert_eq!(file.header("cache-control"), "public, max-age=31536000, immutable");
    assert_eq!(file.header("content-security-policy"), "default-src 'none'; sandbox");
    assert!(!file.body.windows(8).any(|window| window == b"Kilimani"), "what the phone wrote is out");
    assert_eq!(file.body, s3.send(Method::GET, &format!("site/one/files/{key}"), Vec::new()).await.body);
    assert_eq!(s3.keys().await, ["files/.mwanga".to_owned(), format!("files/{key}")]);

    // The link is still good; what was recorded stays as it is.
    assert_eq!(s3.put(&upload.link, "image/jpeg", png(9, 9)).await.status, StatusCode::OK);
    let again = editor.post(RECORD, json!({ "file_url": upload.file_url })).await.ok();
    assert_eq!(again["id"], items[0]["id"]);
    assert_eq!(app.get(&upload.file_url).await.body, file.body);
    assert_eq!(app.get("/media/.mwanga").await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_video_in_a_bucket_is_served_in_ranges_and_cached_on_disk() {
    let s3 = S3::new().await;
    let app = app_on(&s3).await;
    let editor = app.staff(Role::Editor).await;
    let video = long_video();
    let address = format!("/media/{}", recorded(&s3, &editor, "clip.mp4", "video/mp4", video.clone()).await);
    let size = video.len();
    for (range, part) in [
        ("bytes=0-99".to_owned(), 0..100),
        ("bytes=2097100-2097200".to_owned(), 2_097_100..2_097_201),
        ("bytes=-5".to_owned(), size - 5..size),
        (format!("bytes={}-", size - 3_000_000), size - 3_000_000..size),
    ] {
        let sent = app.anyone().get_with(&address, &[("range", &range)]).await;
        assert_eq!(
            (sent.status, sent.header("content-range")),
            (StatusCode::PARTIAL_CONTENT, format!("bytes {}-{}/{size}", part.start, part.end - 1).as_str())
        );
        assert_eq!(sent.header("content-length"), part.len().to_string());
        assert!(sent.body == video[part], "{range}");
    }
    for range in ["bytes=0-1,4-5", "pages=1-2", "bytes=3-2"] {
        let sent = app.anyone().get_with(&address, &[("range", range)]).await;
        assert_eq!((sent.status, sent.body.len()), (StatusCode::OK, size), "{range}");
    }
    let beyond = app.anyone().get_with(&address, &[("range", "bytes=6000000-")]).await;
    assert_eq!((beyond.status, beyond.header("cache-control")), (StatusCode::RANGE_NOT_SATISFIABLE, "no-store"));
    let whole = app.get(&address).await;
    assert!(whole.status == StatusCode::OK && whole.body == video && whole.header("accept-ranges") == "bytes");
    let etag = whole.header("etag").to_owned();
    assert_eq!(app.anyone().get_with(&address, &[("if-none-match", &etag)]).await.status, StatusCode::NOT_MODIFIED);
    let other = app.anyone().get_with(&address, &[("range", "bytes=0-1"), ("if-range", "\"other\"")]).await;
    assert_eq!((other.status, other.body.len()), (StatusCode::OK, size));
    s3.cut();
    assert!(app.get(&address).await.body == video, "from the disk");
}

#[tokio::test]
async fn resized_copies_of_bucket_files_are_created_once_and_cached_on_disk() {
    let s3 = S3::new().await;
    let app = app_on(&s3).await;
    let editor = app.staff(Role::Editor).await;
    let key = recorded(&s3, &editor, "photo.png", "image/png", png(600, 300)).await;
    let address = format!("/media/w240/{key}");
    let answers = futures_util::future::join_all((0..8).map(|_| app.get(&address))).await;
    assert!(answers.iter().all(|answer| answer.status == StatusCode::OK
        && answer.header("content-type") == "image/webp"
        && answer.body == answers[0].body));
    s3.cut();
    assert_eq!(app.get(&address).await.body, answers[0].body);
    assert_eq!(
        app.get(&format!("/media/w480/{key}")).await.header("content-type"),
        "image/webp",
        "made of the picture on the disk"
    );
    assert_eq!(s3.keys().await.len(), 2, "the bucket holds the picture and the mark alone");
}

#[tokio::test]
async fn a_bucket_upload_with_wrong_content_is_refused_and_deleted() {
    let s3 = S3::new().await;
    let app = app_on(&s3).await;
    let editor = app.staff(Role::Editor).await;
    let html = b"<html><script>alert(1)</script>".to_vec();
    for (name, content_type, bytes, status) in [
        ("photo.png", "image/png", html.clone(), (415, "media.type")),
        ("clip.mp4", "video/mp4", html, (415, "media.type")),
        ("photo.png", "image/png", Vec::new(), (415, "media.type")),
        ("photo.png", "image/png", png(40, 30)[..60].to_vec(), (422, "media.damaged")),
        ("clip.mp4", "video/mp4", mp4_with(vec![0; 8 * 1024 * 1024]), (413, "media.too_large")),
    ] {
        let upload = Upload::of(&editor, name, content_type).await;
        assert_eq!(s3.put(&upload.link, content_type, bytes).await.status, StatusCode::OK);
        assert_eq!(editor.post(RECORD, json!({ "file_url": upload.file_url })).await.problem().is(), status);
        assert_eq!(
            editor.post(RECORD, json!({ "file_url": upload.file_url })).await.problem().is(),
            (404, "media.not_found")
        );
        assert_eq!(app.get(&upload.file_url).await.status, StatusCode::NOT_FOUND);
    }
    assert_eq!(s3.keys().await, ["files/.mwanga"]);
    // No link leads to us.
    let reply = editor
        .send(
            Method::PUT,
            "/api/uploads/2026/11/a.png?expires=9999999999999&signature=00",
            axum::body::Body::empty(),
            &[],
        )
        .await;
    assert_eq!(reply.problem().is(), (410, "link.invalid"));
}

#[tokio::test]
async fn during_a_bucket_outage_cached_files_are_served_and_others_answer_503() {
    let s3 = S3::new().await;
    let app = app_on(&s3).await;
    let editor = app.staff(Role::Editor).await;
    let fetched = recorded(&s3, &editor, "fetched.png", "image/png", png(40, 30)).await;
    let other = recorded(&s3, &editor, "other.png", "image/png", png(30, 40)).await;
    app.get(&format!("/media/{fetched}")).await;
    let post =
        app.post("Habari").form(|form| form.media_urls = Some(vec![fetched.clone(), other.clone()])).insert().await;
    let upload = Upload::of(&editor, "photo.png", "image/png").await;
    assert_eq!(s3.put(&upload.link, "image/png", png(4, 3)).await.status, StatusCode::OK);

    s3.cut();
    assert_eq!(app.get("/post/slug/habari").await.status, StatusCode::OK);
    assert_eq!(app.get(&format!("/media/{fetched}")).await.status, StatusCode::OK);
    let away = app.get(&format!("/media/{other}")).await;
    assert_eq!(
        (away.status, away.header("cache-control"), away.header("retry-after")),
        (StatusCode::SERVICE_UNAVAILABLE, "no-store", "30")
    );
    let problem = editor.post(RECORD, json!({ "file_url": upload.file_url })).await.problem();
    assert_eq!(
        (problem.is(), problem.error.as_str()),
        ((503, "media.unreachable"), "The media files cannot be reached just now. Please try again in a minute.")
    );
    assert_eq!(editor.post(CLEAN, json!({})).await.problem().is(), (503, "media.unreachable"));
    assert_eq!(editor.get(&format!("/api/admin/posts/{}", post.id)).await.ok()["revision"], 1);

    s3.mend();
    assert_eq!(app.get(&format!("/media/{other}")).await.status, StatusCode::OK);
    editor.post(RECORD, json!({ "file_url": upload.file_url })).await.ok();
    assert_eq!(app.get(&upload.file_url).await.status, StatusCode::OK);
    assert_eq!(editor.post(CLEAN, json!({})).await.ok()["removed"], 0);
}

#[tokio::test]
async fn a_bucket_outage_during_a_media_clean_up_removes_no_reference() {
    let s3 = S3::new().await;
    let app = app_on(&s3).await;
    let editor = app.staff(Role::Editor).await;
    let mut keys = Vec::new();
    for number in 0..24 {
        keys.push(recorded(&s3, &editor, &format!("{number}.png"), "image/png", png(number + 1, 3)).await);
    }
    let post = app.post("Habari").form(|form| form.media_urls = Some(keys.clone())).insert().await;
    s3.send(Method::DELETE, &format!("site/one/files/{}", keys[5]), Vec::new()).await;
    let media = async || {
        editor.get(&format!("/api/admin/posts/{}", post.id)).await.ok()["media_urls"].as_array().unwrap().len()
    };
    let mut was_cut = 0;
    for after in (0..200).step_by(5) {
        s3.cut_after(after);
        let cleaned = editor.post(CLEAN, json!({})).await;
        if !s3.is_cut() {
            s3.mend();
            assert_eq!((cleaned.ok()["removed"].clone(), media().await), (json!(1), 23), "after {after}");
            break;
        }
        s3.mend();
        was_cut += 1;
        assert_eq!((cleaned.problem().is(), media().await), ((503, "media.unreachable"), 24), "after {after}");
    }
    assert!(was_cut > 4 && media().await == 23, "{was_cut}");
}

#[tokio::test]
async fn a_record_call_broken_by_a_bucket_outage_can_be_repeated() {
    let s3 = S3::new().await;
    let app = app_on(&s3).await;
    let editor = app.staff(Role::Editor).await;
    for (name, content_type, bytes) in
        [("photo.png", "image/png", png(40, 30)), ("clip.mp4", "video/mp4", mp4_with(vec![7; 50_000]))]
    {
        let mut was_cut = 0;
        let kept =
            app.get(&format!("/media/{}", recorded(&s3, &editor, name, content_type, bytes.clone()).await)).await.body;
        for after in 0.. {
            let upload = Upload::of(&editor, name, content_type).await;
            assert_eq!(s3.put(&upload.link, content_type, bytes.clone()).await.status, StatusCode::OK);
            s3.cut_after(after);
            let answer = editor.post(RECORD, json!({ "file_url": upload.file_url })).await;
            let is_cut = s3.is_cut();
            s3.mend();
            // Steps after the row is written, such as deleting the upload, may be left to the retention sweep.
            if answer.status != StatusCode::OK {
                was_cut += 1;
                let there = app.get(&upload.file_url).await.status;
                assert_eq!(
                    (answer.problem().is(), there),
                    ((503, "media.unreachable"), StatusCode::NOT_FOUND),
                    "{name} after {after}"
                );
                editor.post(RECORD, json!({ "file_url": upload.file_url })).await.ok();
            }
            let sent = app.get(&upload.file_url).await;
            assert!(sent.status == StatusCode::OK && sent.body == kept, "{name} after {after}: {}", sent.status);
            if !is_cut {
                break;
            }
        }
        assert!(was_cut > 1, "{name}: {was_cut}");
    }
}

#[tokio::test]
async fn concurrent_reads_from_a_hanging_bucket_time_out_together() {
    let s3 = S3::new().await;
    let app = TestApp::with(|config| {
        config.media.place = s3.place();
        config.timeouts.block = Duration::from_millis(400);
    })
    .await;
    let editor = app.staff(Role::Editor).await;
    let address = format!("/media/{}", recorded(&s3, &editor, "photo.png", "image/png", png(40, 30)).await);
    s3.hang();
    let began = Instant::now();
    let answers = futures_util::future::join_all((0..20).map(|_| app.get(&address))).await;
    assert!(answers.iter().all(|answer| answer.status == StatusCode::SERVICE_UNAVAILABLE));
    assert!(began.elapsed() < Duration::from_secs(4), "{:?}", began.elapsed());
    s3.mend();
    assert_eq!(app.get(&address).await.status, StatusCode::OK);
}

#[tokio::test]
async fn pictures_stuck_in_a_hanging_bucket_hold_no_decoding_memory() {
    let s3 = S3::new().await;
    let app = TestApp::with(|config| {
        config.media.place = s3.place();
        config.timeouts.block = Duration::from_secs(3);
    })
    .await;
    let editor = app.staff(Role::Editor).await;
    let mut large = Vec::new();
    for name in ["a.png", "b.png"] {
        // Decoded, one of them is all the memory there is for pictures.
        large.push(recorded(&s3, &editor, name, "image/png", png(5_600, 5_600)).await);
    }
    let near = recorded(&s3, &editor, "photo.png", "image/png", png(400, 300)).await;
    assert_eq!(app.get(&format!("/media/{near}")).await.status, StatusCode::OK);
    s3.hang();
    let waiting =
        futures_util::future::join_all(large.iter().map(async |key| app.get(&format!("/media/w240/{key}")).await));
    let other = async {
        s3.wait_for_hanging_requests(2).await;
        app.get(&format!("/media/w240/{near}")).await
    };
    match futures_util::future::select(std::pin::pin!(waiting), std::pin::pin!(other)).await {
        Either::Left(_) => panic!("they gave up before the copy was made"),
        Either::Right((copy, _)) => {
            assert_eq!((copy.status, copy.header("content-type")), (StatusCode::OK, "image/webp"))
        }
    }
}

#[tokio::test]
async fn a_recorded_row_describes_the_object_that_is_in_the_bucket() {
    let s3 = S3::new().await;
    let app = app_on(&s3).await;
    let editor = app.staff(Role::Editor).await;
    for (there, status) in [(png(60, 50), StatusCode::OK), (b"<html>".to_vec(), StatusCode::UNSUPPORTED_MEDIA_TYPE)] {
        let upload = Upload::of(&editor, "photo.png", "image/png").await;
        // A call that was ended before its row wrote this; then the upload was replaced.
        let key = upload.file_url.trim_start_matches("/media/");
        s3.send(Method::PUT, &format!("site/one/files/{key}"), there.clone()).await;
        assert_eq!(s3.put(&upload.link, "image/png", png(40, 30)).await.status, StatusCode::OK);
        let answer = editor.post(RECORD, json!({ "file_url": upload.file_url })).await;
        assert_eq!(answer.status, status);
        if status == StatusCode::OK {
            assert_eq!(answer.ok()["width"], 60);
            assert_eq!(app.get(&upload.file_url).await.body, there);
        } else {
            assert!(!s3.keys().await.contains(&format!("files/{key}")));
        }
    }
}

#[tokio::test]
async fn nothing_is_removed_while_the_bucket_lacks_the_sites_marker() {
    let s3 = S3::new().await;
    let app = app_on(&s3).await;
    let editor = app.staff(Role::Editor).await;
    let key = recorded(&s3, &editor, "lost.png", "image/png", png(40, 30)).await;
    let post = app.post("Habari").form(|form| form.media_urls = Some(vec![key.clone()])).insert().await;
    let mark = s3.send(Method::GET, "site/one/files/.mwanga", Vec::new()).await.body;
    s3.send(Method::DELETE, &format!("site/one/files/{key}"), Vec::new()).await;
    s3.send(Method::DELETE, "site/one/files/.mwanga", Vec::new()).await;
    assert_eq!(editor.post(CLEAN, json!({})).await.problem().is(), (503, "media.unreachable"), "an empty bucket");
    s3.send(Method::PUT, "site/one/files/.mwanga", b"another site".to_vec()).await;
    assert_eq!(editor.post(CLEAN, json!({})).await.problem().is(), (503, "media.unreachable"));
    assert_eq!(editor.get(&format!("/api/admin/posts/{}", post.id)).await.ok()["revision"], 1);
    s3.send(Method::PUT, "site/one/files/.mwanga", mark.to_vec()).await;
    assert_eq!(editor.post(CLEAN, json!({})).await.ok()["removed"], 1);
}

#[tokio::test]
async fn a_bucket_that_another_site_has_used_is_refused_until_it_is_taken_over() {
    let s3 = S3::new().await;
    let first = app_on(&s3).await;
    let mark = async || s3.send(Method::GET, "site/one/files/.mwanga", Vec::new()).await.body;
    let before = mark().await;
    // The store of a site that was marked before, and of one that never was.
    let elsewhere = TestApp::new().await;
    let moved = TestApp::sharing_store_with(&elsewhere, |config| config.media.place = s3.place()).await;
    let fresh = app_on(&s3).await;
    for other in [&moved, &fresh] {
        let refused = library::mark_store(other.core()).await.unwrap_err();
        assert!(refused.to_string().contains("doctor --adopt-bucket"), "{refused}");
        assert_eq!(mark().await, before, "the first one's stays");
    }
    for _ in 0..2 {
        library::mark_store(first.core()).await.unwrap();
        first.staff(Role::Editor).await.post(CLEAN, json!({})).await.ok();
    }
    library::adopt_bucket(fresh.core()).await.unwrap();
    library::mark_store(fresh.core()).await.unwrap();
    fresh.staff(Role::Editor).await.post(CLEAN, json!({})).await.ok();
    assert!(library::mark_store(first.core()).await.is_err());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_command_takes_a_bucket_over_only_when_the_word_is_typed() {
    let (s3, first, second) = (S3::new().await, Site::new().await, Site::new().await);
    let on_bucket = |site: &Site, arguments: &[&str]| {
        let mut command = site.command(arguments);
        command.envs(s3.variables());
        command
    };
    let adopt = |site: &Site| on_bucket(site, &["doctor", "--adopt-bucket"]);
    let serve = async |site: &Site| {
        let mut server = Binary::start(on_bucket(site, &["serve"])).await;
        server.terminate().await;
        server.child.wait().await.unwrap();
    };
    let said = |output: &std::process::Output| {
        [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).into_owned()).concat()
    };
    let refused = async |site: &Site| {
        let output = on_bucket(site, &["serve"]).output().await.unwrap();
        assert!(!output.status.success() && said(&output).contains("doctor --adopt-bucket"), "{}", said(&output));
    };
    let mark = async || s3.send(Method::GET, "site/one/files/.mwanga", Vec::new()).await.body;
    serve(&first).await;
    let before = mark().await;
    refused(&second).await;

    // Nothing is typed where there is no terminal.
    let silent = adopt(&second).output().await.unwrap();
    let typed = [run_typing(adopt(&second), "").await, run_typing(adopt(&second), "yes").await];
    for output in [silent].into_iter().chain(typed) {
        let text = said(&output);
        assert!(!output.status.success() && text.contains("nothing was changed"), "{text}");
        assert!(text.contains("the site that has used this bucket will not start on it any more"), "{text}");
        assert_eq!(mark().await, before);
    }
    refused(&second).await;

    let output = run_typing(adopt(&second), "adopt").await;
    assert!(output.status.success() && said(&output).contains("the bucket is this site's"), "{}", said(&output));
    assert_ne!(mark().await, before);
    serve(&second).await;
    refused(&first).await;

    let in_folder = run_typing(second.command(&["doctor", "--adopt-bucket"]), "adopt").await;
    assert!(!in_folder.status.success() && said(&in_folder).contains("names no bucket"), "{}", said(&in_folder));
}

#[tokio::test]
async fn a_bucket_that_is_down_at_start_gets_its_marker_later() {
    let s3 = S3::new().await;
    s3.cut();
    let app = app_on(&s3).await;
    assert_eq!(app.get("/").await.status, StatusCode::OK);
    let editor = app.staff(Role::Editor).await;
    assert_eq!(editor.post(CLEAN, json!({})).await.problem().is(), (503, "media.unreachable"));
    s3.mend();
    assert_eq!(editor.post(CLEAN, json!({})).await.problem().is(), (503, "media.unreachable"), "not marked yet");
    library::mark_store(app.core()).await.unwrap();
    editor.post(CLEAN, json!({})).await.ok();
}

#[tokio::test]
async fn a_truncated_object_in_the_bucket_answers_503() {
    let s3 = S3::new().await;
    let app = app_on(&s3).await;
    let editor = app.staff(Role::Editor).await;
    let key = recorded(&s3, &editor, "photo.png", "image/png", png(40, 30)).await;
    let name = format!("site/one/files/{key}");
    let whole = s3.send(Method::GET, &name, Vec::new()).await.body;
    s3.send(Method::PUT, &name, whole[..whole.len() / 2].to_vec()).await;
    assert_eq!(app.get(&format!("/media/{key}")).await.status, StatusCode::SERVICE_UNAVAILABLE);
    s3.send(Method::PUT, &name, whole.to_vec()).await;
    assert_eq!(app.get(&format!("/media/{key}")).await.body, whole);
}

#[tokio::test]
async fn unrecorded_uploads_in_a_bucket_are_deleted_after_a_day() {
    let s3 = S3::new().await;
    let app = app_on(&s3).await;
    let editor = app.staff(Role::Editor).await;
    let kept = recorded(&s3, &editor, "photo.png", "image/png", png(40, 30)).await;
    let upload = Upload::of(&editor, "photo.png", "image/png").await;
    s3.put(&upload.link, "image/png", png(4, 3)).await;
    assert_eq!(retention::sweep(app.core()).await.unwrap().uploads, 0);
    // The bucket uses the machine's clock.
    app.clock.advance_ms((Clock::system().now().0 - NOW.0).max(0) + 25 * 3_600_000);
    assert_eq!(retention::sweep(app.core()).await.unwrap().uploads, 1);
    assert_eq!(s3.keys().await, ["files/.mwanga".to_owned(), format!("files/{kept}")]);
    s3.cut();
    assert!(retention::sweep(app.core()).await.is_err(), "tried again later");
}

#[tokio::test]
async fn the_csp_allows_the_bucket_in_the_admin_area_only() {
    let s3 = S3::new().await;
    let app = app_on(&s3).await;
    let served = app.listen().await;
    for path in ["/admin", "/admin-auth"] {
        let policy = served.get(path).await.header("content-security-policy").to_owned();
        assert!(policy.contains(&format!("connect-src 'self' {};", s3.endpoint)), "{policy}");
        assert_eq!(policy.matches(&s3.endpoint).count(), 1, "{policy}");
    }
    assert!(!served.get("/").await.header("content-security-policy").contains(&s3.endpoint));
}
