use mwanga_core::media;
use mwanga_store::entities::{import_record, media_item};
use sea_orm::{EntityTrait, PaginatorTrait};

use crate::api::uploads::Upload;
use crate::support::*;

const PATH: &str = "/api/admin/media/record";

#[tokio::test]
async fn recording_an_uploaded_file_makes_it_public() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let upload = Upload::of(&editor, "photo.png", "image/png").await;
    upload.put(&editor, png(4, 3)).await.ok();
    assert_eq!(app.get(&upload.file_url).await.status, StatusCode::NOT_FOUND, "before it was recorded");
    let item = editor.post(PATH, json!({ "file_url": upload.file_url, "post_id": 0 })).await.ok();
    assert_eq!(
        (&item["kind"], &item["content_type"], &item["width"], &item["height"]),
        (&json!("image"), &json!("image/png"), &json!(4), &json!(3))
    );
    assert_eq!((&item["file_url"], &item["post_id"]), (&json!(upload.file_url), &json!(null)));

    let file = app.get(&upload.file_url).await;
    assert_eq!(file.status, StatusCode::OK);
    assert_eq!(
        (file.header("content-type"), file.header("cache-control")),
        ("image/png", "public, max-age=31536000, immutable")
    );
    assert_eq!(file.body.len() as i64, item["size_bytes"].as_i64().unwrap());
    let part = app.anyone().get_with(&upload.file_url, &[("range", "bytes=1-3")]).await;
    assert_eq!((part.status, &part.body[..]), (StatusCode::PARTIAL_CONTENT, b"PNG".as_slice()));
}

#[tokio::test]
async fn recording_a_file_again_only_attaches_it_to_a_post() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let post = app.post("Habari").insert().await;
    let upload = Upload::of(&editor, "photo.png", "image/png").await;
    upload.put(&editor, png(4, 3)).await.ok();
    let first = editor.post(PATH, json!({ "file_url": upload.file_url })).await.ok();
    let absolute = format!("https://mwanga.example{}", upload.file_url);
    let second = editor.post(PATH, json!({ "file_url": absolute, "post_id": post.id })).await.ok();
    assert_eq!((&second["id"], &second["post_id"]), (&first["id"], &json!(post.id)));
}

#[tokio::test]
async fn concurrent_record_calls_create_one_row() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let upload = Upload::of(&editor, "photo.png", "image/png").await;
    upload.put(&editor, png(4, 3)).await.ok();
    let calls = (0..8).map(|_| editor.post(PATH, json!({ "file_url": upload.file_url })));
    let ids: Vec<Value> =
        futures_util::future::join_all(calls).await.iter().map(|reply| reply.ok()["id"].clone()).collect();
    assert!(ids.iter().all(|id| *id == ids[0]), "{ids:?}");
}

#[tokio::test]
async fn a_missing_file_url_answers_400() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    for body in [json!({}), json!({ "file_url": null }), json!({ "file_url": " " })] {
        let problem = editor.post(PATH, body).await.problem();
        assert_eq!((problem.is(), problem.error.as_str()), ((400, "media.missing_file_url"), "Missing file_url"));
    }
}

#[tokio::test]
async fn recording_a_file_that_was_never_uploaded_answers_404() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    for url in [
        "/media/2026/11/none.png",
        "/media/../secret.key",
        "../../secret.key",
        "/etc/passwd",
        "https://elsewhere.example/a.png",
        "/media/a\u{0}.png",
        "/media/secret.key",
    ] {
        assert_eq!(
            editor.post(PATH, json!({ "file_url": url })).await.problem().is(),
            (404, "media.not_found"),
            "{url}"
        );
    }
}

#[tokio::test]
async fn a_file_whose_content_contradicts_its_type_answers_415_and_is_deleted() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    for bytes in [
        b"<html><script>alert(1)</script>".to_vec(),
        b"<svg xmlns='http://www.w3.org/2000/svg'/>".to_vec(),
        jpeg_of_a_phone(),
        mp4(),
    ] {
        let upload = Upload::of(&editor, "photo.png", "image/png").await;
        upload.put(&editor, bytes).await.ok();
        assert_eq!(editor.post(PATH, json!({ "file_url": upload.file_url })).await.problem().is(), (415, "media.type"));
        assert_eq!(
            editor.post(PATH, json!({ "file_url": upload.file_url })).await.problem().is(),
            (404, "media.not_found")
        );
        assert_eq!(app.get(&upload.file_url).await.status, StatusCode::NOT_FOUND);
    }
    let upload = Upload::of(&editor, "photo.png", "image/png").await;
    upload.put(&editor, png(40, 30)[..60].to_vec()).await.ok();
    assert_eq!(editor.post(PATH, json!({ "file_url": upload.file_url })).await.problem().is(), (422, "media.damaged"));
}

#[tokio::test]
async fn a_recorded_photo_is_rotated_upright_and_loses_its_exif_metadata() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let upload = Upload::of(&editor, "photo.JPG", "image/jpeg").await;
    let photo = jpeg_of_a_phone();
    assert!(has_gps_text(&photo));
    upload.put(&editor, photo).await.ok();
    let item = editor.post(PATH, json!({ "file_url": upload.file_url })).await.ok();
    assert_eq!((&item["width"], &item["height"]), (&json!(4), &json!(8)));
    assert!(!has_gps_text(&app.get(&upload.file_url).await.body));
}

fn has_gps_text(bytes: &[u8]) -> bool {
    bytes.windows(8).any(|window| window == b"Kilimani")
}

#[tokio::test]
async fn a_recorded_video_has_no_size_in_pixels() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let upload = Upload::of(&editor, "clip.mp4", "video/mp4").await;
    upload.put_as(&editor, mp4(), "video/mp4").await.ok();
    let item = editor.post(PATH, json!({ "file_url": upload.file_url })).await.ok();
    assert_eq!(
        (&item["kind"], &item["content_type"], &item["width"]),
        (&json!("video"), &json!("video/mp4"), &json!(null))
    );
}

#[tokio::test]
async fn an_imported_file_has_one_row_also_where_two_imports_run_at_once_or_it_was_deleted_between() {
    let app = TestApp::new().await;
    let db = app.core().store.reader();
    let import = async || media::import_file(app.core(), "pump", "pump.png", png(4, 3)).await.unwrap();
    let (one, two, three) = tokio::join!(import(), import(), import());
    assert_eq!((one.id, one.id), (two.id, three.id));
    assert_eq!(media_item::Entity::find().count(db).await.unwrap(), 1);

    media_item::Entity::delete_by_id(one.id).exec(app.core().store.writer()).await.unwrap();
    let again = import().await;
    assert_eq!(import().await.id, again.id);
    assert_eq!(media_item::Entity::find().count(db).await.unwrap(), 1);
    assert_eq!(import_record::Entity::find().one(db).await.unwrap().unwrap().media_id, Some(again.id));
}
