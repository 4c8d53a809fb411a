use image::{GenericImageView, ImageFormat};

use crate::support::*;

async fn picture(app: &TestApp, path: &str) -> image::DynamicImage {
    let reply = app.get(path).await;
    assert_eq!((reply.status, reply.header("content-type")), (StatusCode::OK, "image/png"), "{path}");
    image::load_from_memory_with_format(&reply.body, ImageFormat::Png).unwrap_or_else(|e| panic!("{path}: {e}"))
}

#[tokio::test]
async fn icons_have_the_size_in_their_name() {
    let app = TestApp::new().await;
    for (path, side, opaque) in [
        ("/icon-192.png", 192, false),
        ("/icon-512.png", 512, false),
        ("/icon-maskable-512.png", 512, true),
        ("/apple-touch-icon.png", 180, true),
    ] {
        let icon = picture(&app, path).await;
        assert_eq!(icon.dimensions(), (side, side), "{path}");
        assert_eq!(icon.get_pixel(0, 0).0[3] == 255, opaque, "{path}: a phone cuts the edges of opaque ones itself");
        let [r, g, b, a] = icon.get_pixel(side / 2, side / 2 - side / 12).0;
        assert!(a == 255 && r > 140 && g < 100 && b < 80, "{path}: the sun is in its middle, not {r} {g} {b}");
        assert_eq!(app.get(path).await.header("cache-control"), "public, max-age=86400");
    }
    let favicon = app.get("/favicon.ico").await;
    assert_eq!(favicon.header("content-type"), "image/x-icon");
    let largest = image::load_from_memory_with_format(&favicon.body, ImageFormat::Ico).expect("an icon");
    assert_eq!(largest.dimensions(), (48, 48));
}

#[tokio::test]
async fn a_post_without_a_picture_has_a_share_picture_drawn_from_its_title() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let post = app.post("Habari").insert().await;
    let own = format!("/api/admin/posts/{}", post.id);
    let path = format!("/og/post/{}-1-2.png", post.id);
    let first = picture(&app, &path).await;
    assert_eq!(first.dimensions(), (1_200, 630));
    editor.put(&own, json!({ "title": "Habari njema" })).await.ok();
    let moved = app.get(&path).await;
    let second = format!("/og/post/{}-2-2.png", post.id);
    assert_eq!((moved.status, moved.header("location")), (StatusCode::FOUND, second.as_str()));
    // As it was drawn before, which sites that show links still ask for.
    for older in [format!("/og/post/{}-2.png", post.id), format!("/og/post/{}-2-1.png", post.id)] {
        let moved = app.get(&older).await;
        assert_eq!((moved.status, moved.header("location")), (StatusCode::FOUND, second.as_str()), "{older}");
    }
    assert_ne!(picture(&app, &second).await.as_bytes(), first.as_bytes());
    assert_eq!(
        app.get("/api/post/slug/habari").await.ok()["share_picture"],
        json!({ "url": second, "width": 1200, "height": 630, "alt": "Habari njema" })
    );
    editor.put(&own, json!({ "status": "draft" })).await.ok();
    assert_eq!(app.get(&format!("/og/post/{}-3-2.png", post.id)).await.status, StatusCode::NOT_FOUND);
    editor.delete(&own).await.ok();
    assert_eq!(app.get(&second).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_share_picture_runs_as_the_language_of_its_post_does() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let admin = app.staff(Role::Admin).await;
    let post = app.post("Nairobi الآن").slug("nairobi").insert().await;
    let own = format!("/api/admin/posts/{}", post.id);
    // The sun stands where lines end.
    let sun_is_left = async |revision: u32| {
        let drawn = picture(&app, &format!("/og/post/{}-{revision}-2.png", post.id)).await;
        let [left, right] = [200, 1_000].map(|x| drawn.get_pixel(x, 470).0);
        assert_ne!(left, right);
        left[1] < right[1]
    };
    assert!(!sun_is_left(1).await);
    editor.put(&own, json!({ "language": "ar" })).await.ok();
    assert!(sun_is_left(2).await);
    editor.put(&own, json!({ "language": "" })).await.ok();
    assert!(!sun_is_left(3).await);
    let settings = json!({ "version": 0, "values": { "site.language": "ar" } });
    admin.put("/api/admin/settings", settings).await.ok();
    assert!(sun_is_left(3).await, "the publication's language changed");
}

#[tokio::test]
async fn a_share_picture_of_a_post_that_is_not_public_answers_404() {
    let app = TestApp::new().await;
    let draft = app.post("Draft").draft().insert().await;
    let later = app.post("Later").in_ms(1_000).insert().await;
    for name in [
        format!("{}-1.png", draft.id),
        format!("{}-1.png", later.id),
        "99-1.png".into(),
        "x-1.png".into(),
        "1.png".into(),
        "1-1.jpg".into(),
        "-.png".into(),
    ] {
        assert_eq!(app.get(&format!("/og/post/{name}")).await.status, StatusCode::NOT_FOUND, "{name}");
    }
    app.clock.advance_ms(1_000);
    picture(&app, &format!("/og/post/{}-1-2.png", later.id)).await;
}

#[tokio::test]
async fn a_share_picture_is_drawn_for_any_title() {
    let app = TestApp::new().await;
    for title in ["🌅🌅🌅".to_owned(), "مرحبا بالعالم".into(), "w".repeat(200), "Karel Čapek & <b>".into()]
    {
        let post = app.post(&title).insert().await;
        picture(&app, &format!("/og/post/{}-1-2.png", post.id)).await;
    }
    assert_eq!(picture(&app, "/og/site.png").await.dimensions(), (1_200, 630));
}
