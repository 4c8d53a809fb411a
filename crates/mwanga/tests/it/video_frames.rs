//! Posters of videos: drawn from a frame on the server when the browser sent none.

use std::path::PathBuf;
use std::process::Command;

use mwanga_core::media;
use mwanga_store::entities::media_item;
use sea_orm::{EntityTrait, QueryOrder};

use crate::support::*;

const MINUTE_MS: i64 = 60_000;

fn ffmpeg() -> PathBuf {
    let program = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../target/test-tools/bin/ffmpeg");
    assert!(program.exists(), "no tools for the tests: run scripts/install-test-tools");
    program
}

/// A video of so many seconds in which nothing is to be seen, then of three seconds with a picture.
fn video(name: &str, dark_s: u32) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(name);
    let scene = format!(
        "color=black:s=320x180:r=10:d={dark_s}[dark];testsrc=s=320x180:r=10:d=3[clear];[dark][clear]concat=n=2"
    );
    let scene = if dark_s == 0 { "testsrc=s=320x180:r=10:d=0.5".to_owned() } else { scene };
    let done = Command::new(ffmpeg())
        .args(["-v", "error", "-f", "lavfi", "-i", &scene, "-pix_fmt", "yuv420p"])
        .arg(&file)
        .output()
        .unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    std::fs::read(file).unwrap()
}

async fn app() -> TestApp {
    TestApp::with(|config| config.media.ffmpeg = Some(ffmpeg())).await
}

async fn items(app: &TestApp) -> Vec<media_item::Model> {
    media_item::Entity::find().order_by_asc(media_item::Column::Id).all(app.core().store.reader()).await.unwrap()
}

#[tokio::test]
async fn a_video_without_a_poster_gets_its_first_bright_frame_after_a_minute() {
    for (name, dark_s) in [("clip.mp4", 2), ("clip.webm", 2), ("short.mov", 0)] {
        let app = app().await;
        let item = media::import_file(app.core(), name, name, video(name, dark_s)).await.unwrap();
        let post = app
            .post("Habari")
            .content(&format!(r#"<p>Look.</p><video src="/media/{}"></video>"#, item.object_key))
            .insert()
            .await;
        let path = format!("/post/slug/{}", post.slug);
        app.run_jobs().await;
        assert!(!app.get(&path).await.text().contains("poster="), "the browser has a minute");

        app.clock.advance_ms(MINUTE_MS);
        app.run_jobs().await;
        let items = items(&app).await;
        let [drawn, poster] = &items[..] else { panic!("{name}: a video and its picture, not {items:?}") };
        assert_eq!(
            (drawn.width, drawn.height, drawn.poster_key.as_deref()),
            (Some(320), Some(180), Some(poster.object_key.as_str())),
            "{name}"
        );
        assert_eq!((poster.width, poster.content_type.as_str()), (Some(320), "image/jpeg"));
        let poster_url = format!("/media/{}", poster.object_key);
        let frame = image::load_from_memory(&app.get(&poster_url).await.body).unwrap().into_luma8();
        let mean =
            frame.pixels().map(|pixel| u64::from(pixel.0[0])).sum::<u64>() / u64::from(frame.width() * frame.height());
        assert!(mean > 60, "{name}: it is not the dark beginning, {mean}");
        assert!(
            app.get(&path).await.text().contains(&format!(r#"poster="{poster_url}""#)),
            "{name}: readers see it at once"
        );

        app.clock.advance_ms(MINUTE_MS);
        app.run_jobs().await;
        assert_eq!(self::items(&app).await.len(), 2, "once is enough");
    }
}

#[tokio::test]
async fn a_video_in_a_bucket_gets_a_poster_after_an_outage() {
    let s3 = S3::new().await;
    let app = TestApp::with(|config| (config.media.place, config.media.ffmpeg) = (s3.place(), Some(ffmpeg()))).await;
    media::import_file(app.core(), "clip", "clip.mp4", video("clip.mp4", 1)).await.unwrap();
    app.clock.advance_ms(MINUTE_MS);
    s3.cut();
    app.run_jobs().await;
    assert_eq!(items(&app).await[0].poster_key, None);
    s3.mend();
    app.clock.advance_ms(MINUTE_MS);
    app.run_jobs().await;
    assert!(items(&app).await[0].poster_key.is_some(), "tried again when the bucket was back");
    let left = std::fs::read_dir(app.data_dir())
        .unwrap()
        .filter(|entry| entry.as_ref().unwrap().file_name().to_string_lossy().starts_with(".tmp"))
        .count();
    assert_eq!(left, 0, "the copy is gone");
}

#[tokio::test]
async fn a_poster_that_an_editor_chose_is_kept() {
    let app = app().await;
    let item = media::import_file(app.core(), "clip", "clip.mp4", video("clip.mp4", 0)).await.unwrap();
    let own = media::import_file(app.core(), "own", "own.png", png(40, 20)).await.unwrap();
    let editor = app.staff(Role::Editor).await;
    editor
        .put(&format!("/api/admin/media/{}", item.id), json!({ "poster": format!("/media/{}", own.object_key) }))
        .await
        .ok();
    app.clock.advance_ms(MINUTE_MS);
    app.run_jobs().await;
    let items = items(&app).await;
    assert_eq!((items.len(), items[0].width, items[0].poster_key.as_ref()), (2, Some(320), Some(&own.object_key)));
}

#[tokio::test]
async fn an_unplayable_video_gets_no_poster_and_is_not_retried() {
    let app = app().await;
    let playlist = b"#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n".to_vec();
    for (name, bytes) in [("head.mp4", mp4()), ("playlist.mp4", mp4_with(playlist))] {
        media::import_file(app.core(), name, name, bytes).await.unwrap();
    }
    app.clock.advance_ms(MINUTE_MS);
    assert_eq!(app.run_jobs().await, 2);
    app.clock.advance_ms(60 * MINUTE_MS);
    let waiting = mwanga_store::entities::job::Entity::find().all(app.core().store.reader()).await.unwrap();
    assert!(
        waiting
            .iter()
            .filter(|job| job.kind == "media.draw_frame")
            .all(|job| job.state == mwanga_store::types::JobState::Done),
        "{waiting:?}"
    );
    assert!(items(&app).await.iter().all(|item| item.poster_key.is_none() && item.width.is_none()));
}
