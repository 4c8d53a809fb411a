//! Location and owner metadata of videos: removed on every upload path, and from files of an earlier version.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use axum::http::Method;
use mwanga_core::media::{self, MetadataCleaning};
use mwanga_store::entities::media_item;
use mwanga_store::queries;

use crate::api::uploads::Upload;
use crate::support::*;

const PLACE: &str = "-01.2921+036.8219";
const OWNER: &str = "Amina's phone";

fn ffmpeg() -> PathBuf {
    let program = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../target/test-tools/bin/ffmpeg");
    assert!(program.exists(), "no tools for the tests: run scripts/install-test-tools");
    program
}

/// A second of video as a phone records it: with its place, and words of its owner.
fn recorded_video(name: &str) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(name);
    let mut command = Command::new(ffmpeg());
    command.args(["-v", "error", "-f", "lavfi", "-i", "testsrc=s=160x90:r=10:d=1", "-pix_fmt", "yuv420p"]);
    command.args(["-metadata", &format!("location={PLACE}/"), "-metadata", &format!("title={OWNER}")]);
    let done = command.arg(&file).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let video = std::fs::read(file).unwrap();
    assert!(contains(&video, OWNER), "{name} says nothing of its owner");
    video
}

fn contains(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|window| window == text.as_bytes())
}

/// How many frames ffmpeg decodes, without a word of complaint.
fn frames(video: &[u8], name: &str) -> usize {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(name);
    std::fs::write(&file, video).unwrap();
    let mut command = Command::new(ffmpeg());
    let done = command
        .args(["-v", "error", "-i"])
        .arg(&file)
        .args(["-f", "framemd5", "-"])
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    assert!(done.status.success() && done.stderr.is_empty(), "{}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8(done.stdout).unwrap().lines().filter(|line| !line.starts_with('#')).count()
}

#[track_caller]
fn expect_clean(served: &[u8], before: &[u8], name: &str) {
    assert_eq!(served.len(), before.len(), "{name}");
    for text in [PLACE, OWNER] {
        assert!(!contains(served, text), "{name} tells {text}");
    }
    assert_eq!(frames(served, name), 10, "{name}");
}

const VIDEOS: [(&str, &str); 3] =
    [("clip.mp4", "video/mp4"), ("clip.mov", "video/quicktime"), ("clip.webm", "video/webm")];

#[tokio::test]
async fn location_metadata_is_removed_from_an_uploaded_or_imported_video() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    for (name, content_type) in VIDEOS {
        let video = recorded_video(name);
        let upload = Upload::of(&editor, name, content_type).await;
        upload.put(&editor, video.clone()).await.ok();
        editor.post("/api/admin/media/record", json!({ "file_url": upload.file_url })).await.ok();
        expect_clean(&app.get(&upload.file_url).await.body, &video, name);
        let same = editor.get(&format!("/api/admin/media?sha256={}", media::sha256(&video))).await.ok();
        assert_eq!(same["data"][0]["url"], json!(upload.file_url), "{name} is known by what was uploaded");
        let imported = media::import_file(app.core(), name, name, video.clone()).await.unwrap();
        expect_clean(&app.get(&media::url(&imported.object_key)).await.body, &video, name);
    }
}

#[tokio::test]
async fn location_metadata_is_removed_from_a_video_in_a_bucket() {
    let s3 = S3::new().await;
    let app = TestApp::with(|config| config.media.place = s3.place()).await;
    let editor = app.staff(Role::Editor).await;
    for (name, content_type) in VIDEOS {
        let video = recorded_video(name);
        let upload = Upload::of(&editor, name, content_type).await;
        assert_eq!(s3.put(&upload.link, content_type, video.clone()).await.status, StatusCode::OK);
        let calls = (0..3).map(|_| editor.post("/api/admin/media/record", json!({ "file_url": upload.file_url })));
        for answer in futures_util::future::join_all(calls).await {
            answer.ok();
        }
        expect_clean(&app.get(&upload.file_url).await.body, &video, name);
    }
    let keys = s3.keys().await;
    assert!(keys.iter().all(|key| key.starts_with("files/")), "nothing is left behind: {keys:?}");
}

#[tokio::test]
async fn a_video_with_wrong_box_sizes_answers_415() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let mut video = mp4();
    // A movie box whose track is longer than the box.
    video.extend_from_slice(b"\0\0\0\x10moov\0\0\x01\0trak");
    let upload = Upload::of(&editor, "clip.mp4", "video/mp4").await;
    upload.put(&editor, video).await.ok();
    let answer = editor.post("/api/admin/media/record", json!({ "file_url": upload.file_url })).await;
    assert_eq!(answer.problem().is(), (415, "media.type"));
    assert_eq!(app.get(&upload.file_url).await.status, StatusCode::NOT_FOUND);
}

/// A GIF with words of its owner.
fn gif_with_comment() -> Vec<u8> {
    let mut plain = Vec::new();
    let frame = image::RgbaImage::from_pixel(20, 10, image::Rgba([9, 9, 200, 255]));
    image::codecs::gif::GifEncoder::new(&mut plain).encode_frame(image::Frame::new(frame)).unwrap();
    let at = 13 + if plain[10] & 0x80 == 0 { 0 } else { 3 << ((plain[10] & 7) + 1) };
    [&plain[..at], b"\x21\xfe\x0d", OWNER.as_bytes(), b"\0", &plain[at..]].concat()
}

/// Makes a recorded file what an earlier version accepted: its bytes as they came, and no mark.
async fn store_as_earlier_version(app: &TestApp, item: &media_item::Model, bytes: &[u8], s3: Option<&S3>) {
    match s3 {
        None => std::fs::write(app.data_dir().join("media/files").join(&item.object_key), bytes).unwrap(),
        Some(s3) => {
            let path = format!("site/one/files/{}", item.object_key);
            assert_eq!(s3.send(Method::PUT, &path, bytes.to_vec()).await.status, StatusCode::OK);
        }
    }
    let row = media_item::ActiveModel {
        size_bytes: sea_orm::Set(bytes.len() as i64),
        cleaning: sea_orm::Set(0),
        ..item.clone().into()
    };
    sea_orm::ActiveModelTrait::update(row, app.core().store.writer()).await.unwrap();
}

#[tokio::test]
async fn files_of_an_earlier_version_lose_their_metadata_once() {
    let s3 = S3::new().await;
    for bucket in [None, Some(&s3)] {
        let place = bucket.map(S3::place);
        let app = TestApp::with(|config| config.media.place = place.unwrap_or(config.media.place.clone())).await;
        let (video, gif) = (recorded_video("clip.mp4"), gif_with_comment());
        let film = media::import_file(app.core(), "f", "clip.mp4", video.clone()).await.unwrap();
        let picture = media::import_file(app.core(), "g", "pic.gif", gif.clone()).await.unwrap();
        let (film_url, picture_url) = (media::url(&film.object_key), media::url(&picture.object_key));
        store_as_earlier_version(&app, &film, &video, bucket).await;
        store_as_earlier_version(&app, &picture, &gif, bucket).await;
        // A reader has them in the cache of the machine.
        assert!(app.get(&film_url).await.body == video && app.get(&picture_url).await.body == gif);

        assert_eq!(media::clean_stored_metadata(app.core()).await.unwrap(), MetadataCleaning { cleaned: 2, failed: 0 });
        expect_clean(&app.get(&film_url).await.body, &video, "clip.mp4");
        let clean = app.get(&picture_url).await.body;
        assert!(clean.len() == gif.len() && !contains(&clean, OWNER));
        let pixels = |bytes: &[u8]| image::load_from_memory(bytes).unwrap().to_rgba8();
        assert_eq!(pixels(&clean), pixels(&gif));
        assert_eq!(media::clean_stored_metadata(app.core()).await.unwrap(), MetadataCleaning::default());
        let part = app.anyone().get_with(&film_url, &[("range", "bytes=0-99")]).await;
        assert_eq!(
            (part.status, part.header("content-range")),
            (StatusCode::PARTIAL_CONTENT, &*format!("bytes 0-99/{}", video.len()))
        );

        // One that is gone, and one that is no video, stop nobody.
        store_as_earlier_version(&app, &film, b"no video at all", bucket).await;
        store_as_earlier_version(&app, &picture, &gif, bucket).await;
        assert_eq!(media::clean_stored_metadata(app.core()).await.unwrap(), MetadataCleaning { cleaned: 1, failed: 0 });
        let marked = queries::media::get(app.core().store.reader(), film.id).await.unwrap().unwrap();
        assert_eq!(marked.cleaning, 1, "it is not tried at each start");
    }
}
