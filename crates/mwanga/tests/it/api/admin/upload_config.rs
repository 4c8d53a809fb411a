use crate::support::*;

#[tokio::test]
async fn the_upload_limits_are_answered_in_snake_case_and_camel_case() {
    let app = TestApp::with(|config| (config.media.max_upload_mb, config.media.upload_timeout_s) = (7, 30)).await;
    let editor = app.staff(Role::Editor).await;
    let config = editor.get("/api/admin/upload-config").await.ok();
    let extensions = json!(["jpg", "jpeg", "png", "gif", "webp", "mp4", "webm", "mov"]);
    for (snake, camel, value) in [
        ("max_file_size_mb", "maxFileSizeMB", json!(7)),
        ("timeout_seconds", "timeoutSeconds", json!(30)),
        ("allowed_extensions", "allowedExtensions", extensions),
    ] {
        assert_eq!((&config[snake], &config[camel]), (&value, &value));
    }
}
