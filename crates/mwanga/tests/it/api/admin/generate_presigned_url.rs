use crate::support::*;

const PATH: &str = "/api/admin/generate-presigned-url";

#[tokio::test]
async fn an_allowed_file_type_gets_an_upload_url_with_a_random_name() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let path = format!("{PATH}?filename=My%20Photo.PNG&contentType=image/png");
    let (one, two) = (editor.get(&path).await.ok(), editor.get(&path).await.ok());
    assert_ne!(one["file_url"], two["file_url"]);
    let (url, file_url) = (one["url"].as_str().unwrap(), one["file_url"].as_str().unwrap());
    assert!(url.starts_with("https://mwanga.example/api/uploads/2026/11/"), "{url}");
    assert!(
        file_url.starts_with("/media/2026/11/") && file_url.ends_with(".png") && !file_url.contains("Photo"),
        "{file_url}"
    );
}

#[tokio::test]
async fn a_file_type_that_is_not_allowed_answers_422() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    for (name, content_type) in [
        ("logo.svg", "image/svg%2Bxml"),
        ("page.html", "text/html"),
        ("photo.png", "text/html"),
        ("photo.png", "image/jpeg"),
        ("photo.png.exe", "image/png"),
        ("png", "image/png"),
        (".png", "image/png"),
        ("", ""),
    ] {
        assert_eq!(
            editor.get(&format!("{PATH}?filename={name}&contentType={content_type}")).await.problem().is(),
            (422, "media.type"),
            "{name} {content_type}"
        );
    }
    for query in ["", "?filename=a.png", "?contentType=image/png"] {
        assert_eq!(
            editor.get(&format!("{PATH}{query}")).await.problem().is(),
            (400, "request.invalid_query"),
            "{query}"
        );
    }
}
