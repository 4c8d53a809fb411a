//! Pictures of other sites that were pasted into a text.

use std::time::Duration;

use axum::body::Body;
use axum::extract::State;
use axum::http::Uri;
use axum::http::header::LOCATION;
use axum::response::{IntoResponse, Response};
use mwanga_core::config::Config;
use mwanga_core::outbound::Reach;

use super::post_with;
use crate::support::*;

const PATH: &str = "/api/admin/posts";

/// A text with a picture of the other site.
fn picture(site: &OtherSite, path: &str, alt: &str) -> String {
    format!("<p><img src=\"{}\" alt=\"{alt}\"></p>", site.url(path))
}

/// Answers by the path; notes the path with what is asked.
async fn answer(State(requests): State<NotedRequests>, uri: Uri) -> Response {
    requests.lock().expect("no test panicked").push(uri.to_string());
    let redirect = |to: &str| (StatusCode::FOUND, [(LOCATION, to.to_owned())]).into_response();
    match uri.path() {
        "/moved" => redirect("/chart.png?w=2"),
        "/round" => redirect("/round"),
        "/gone.png" => StatusCode::GONE.into_response(),
        "/page.png" => "<html>no picture</html>".into_response(),
        "/half.png" => png(40, 30)[..60].to_vec().into_response(),
        "/film.mp4" => mp4_with(vec![0; 100]).into_response(),
        "/large.png" => [png(40, 30), vec![0; 3 << 20]].concat().into_response(),
        "/endless.png" => {
            let chunk = || Ok::<_, std::io::Error>(vec![0_u8; 64 << 10]);
            Body::from_stream(futures_util::stream::repeat_with(chunk)).into_response()
        }
        "/slow.png" => std::future::pending().await,
        _ => png(40, 30).into_response(),
    }
}

fn fetching(reach: Reach) -> impl FnOnce(&mut Config) {
    move |config| {
        config.links.enabled = true;
        config.links.reach = reach;
        config.media.max_upload_mb = 1;
        config.timeouts.pasted_picture = Duration::from_secs(2);
        config.timeouts.next_link = Duration::from_millis(1);
    }
}

async fn stored(caller: &Caller, path: &str) -> (String, i64) {
    let post = caller.get(path).await.ok();
    (post["content"].as_str().unwrap().to_owned(), post["revision"].as_i64().unwrap())
}

#[tokio::test]
async fn a_pasted_picture_is_fetched_and_stands_in_its_place() {
    let app = TestApp::with(fetching(Reach::Private)).await;
    let author = app.staff(Role::Author).await;
    let site = OtherSite::start(answer).await;
    let chart = picture(&site, "/chart.png?w=1", "chart of sales");
    let text = format!(
        "<p>a</p>{chart}<p>b</p>{chart}<figure>{}<figcaption>Cap</figcaption></figure>",
        picture(&site, "/moved", "")
    );
    let post = format!("{PATH}/{}", author.post(PATH, post_with(json!({ "content": text }))).await.ok()["id"]);
    let (marked, revision) = stored(&author, &post).await;
    assert_eq!(marked.matches("data-missing").count(), 3, "{marked}");
    assert!(!app.get("/post/slug/habari").await.text().contains("<img src=\"/media/"));

    app.run_jobs().await;
    let (content, after) = stored(&author, &post).await;
    assert_eq!((content.contains("missing"), after), (false, revision), "{content}");
    assert_eq!(content.matches("alt=\"chart of sales\" width=\"40\" height=\"30\"").count(), 2, "{content}");
    assert!(content.contains("<figcaption>Cap</figcaption>"), "{content}");
    assert_eq!(site.requests(), ["/chart.png?w=1", "/moved", "/chart.png?w=2"]);
    let page = app.get("/post/slug/habari").await;
    assert!(page.text().contains("alt=\"chart of sales\""), "readers see it");
    let library = author.get("/api/admin/media").await.ok();
    let files = library["data"].as_array().unwrap();
    let names: Vec<Value> = files.iter().map(|file| json!([file["file_name"], file["alt"]])).collect();
    let (chart, moved) = (json!(["chart.png", "chart of sales"]), json!(["moved.png", ""]));
    assert_eq!(names, [moved, chart]);

    // Whoever has the post open still has the marks, and meets no conflict.
    let mine = json!({ "content": format!("{marked}<p>c</p>"), "revision": revision });
    assert_eq!(author.put(&post, mine).await.ok()["revision"], revision + 1);
    assert_eq!(stored(&author, &post).await.0, format!("{content}<p>c</p>"));
    app.run_jobs().await;
    let again = author.post(PATH, post_with(json!({ "title": "Again", "content": text }))).await.ok();
    assert_eq!(again["content"].as_str().unwrap(), content, "known from the first save on");
    assert_eq!(site.requests(), [""; 0]);
}

#[tokio::test]
async fn a_picture_that_is_yet_to_be_fetched_is_something_written() {
    let app = TestApp::with(fetching(Reach::Private)).await;
    let editor = app.staff(Role::Editor).await;
    let site = OtherSite::start(answer).await;
    let body = post_with(json!({ "status": "draft", "content": picture(&site, "/chart.png", "Sales") }));
    let post = format!("{PATH}/{}", editor.post(PATH, body).await.ok()["id"]);
    app.run_jobs().await;
    let (content, _) = stored(&editor, &post).await;
    assert!(content.starts_with("<figure><img") && content.contains("alt=\"Sales\""), "{content}");
}

#[tokio::test]
async fn what_cannot_be_had_keeps_its_marked_place_until_another_save() {
    let app = TestApp::with(fetching(Reach::Private)).await;
    let editor = app.staff(Role::Editor).await;
    let site = OtherSite::start(answer).await;
    let paths =
        ["/gone.png", "/round", "/page.png", "/half.png", "/film.mp4", "/large.png", "/endless.png", "/slow.png"];
    let text: String = paths.iter().map(|path| picture(&site, path, "")).collect();
    let body = post_with(json!({ "content": format!("<p>a</p>{text}{}", picture(&site, "/fine.png", "")) }));
    let post = format!("{PATH}/{}", editor.post(PATH, body).await.ok()["id"]);
    let nowhere = post_with(json!({ "title": "Nowhere", "content": "<p>a</p><img src='http://127.0.0.1:9/a.png'>" }));
    editor.post(PATH, nowhere).await.ok();
    app.run_jobs().await;
    let (content, revision) = stored(&editor, &post).await;
    let left: Vec<&str> = content.split("data-missing=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert_eq!(left, paths.map(|path| site.url(path)));
    assert_eq!(content.matches("<img").count(), 1);
    assert_eq!(editor.get("/api/admin/media").await.ok()["data"].as_array().unwrap().len(), 1);

    site.requests();
    editor.put(&post, json!({ "title": "Another save", "revision": revision })).await.ok();
    app.run_jobs().await;
    let mut asked = site.requests();
    asked.dedup();
    assert_eq!(asked, paths, "the one that is known is not asked again");
}

#[tokio::test]
async fn nobody_is_asked_for_contributors_on_private_hosts_in_a_held_copy_or_where_it_is_switched_off() {
    let site = OtherSite::start(answer).await;
    let body =
        || post_with(json!({ "status": "draft", "content": format!("<p>a</p>{}", picture(&site, "/a.png", "")) }));
    let app = TestApp::with(fetching(Reach::Private)).await;
    app.staff(Role::Contributor).await.post(PATH, body()).await.ok();
    app.run_jobs().await;
    assert_eq!(site.requests(), [""; 0], "a contributor");
    let admin = app.staff(Role::Admin).await;
    let held = mwanga_core::held::HoldReason::Restored { created_at: "2026-11-20T02:00:00Z".into() };
    mwanga_core::held::hold(app.core(), held).await.unwrap();
    admin.post(PATH, body()).await.ok();
    app.run_jobs().await;
    assert_eq!(site.requests(), [""; 0], "a held copy");
    let waiting = admin.get("/api/admin/hold").await.ok();
    assert!(waiting["waiting"].to_string().contains("Pasted pictures to fetch"), "{waiting}");

    let public = TestApp::with(fetching(Reach::Public)).await;
    let editor = public.staff(Role::Editor).await;
    let post = format!("{PATH}/{}", editor.post(PATH, body()).await.ok()["id"]);
    public.run_jobs().await;
    assert_eq!(site.requests(), [""; 0], "a private address");
    assert!(stored(&editor, &post).await.0.contains("data-missing"));

    let off = TestApp::with(|config| config.links.reach = Reach::Private).await;
    off.staff(Role::Editor).await.post(PATH, body()).await.ok();
    assert_eq!((off.run_jobs().await, site.requests()), (0, vec![]));
}

#[tokio::test]
async fn a_page_gets_its_pictures_and_one_that_was_deleted_is_fetched_again() {
    let app = TestApp::with(fetching(Reach::Private)).await;
    let admin = app.staff(Role::Admin).await;
    let site = OtherSite::start(answer).await;
    let content = format!("<p>a</p>{}", picture(&site, "/team.png", "We"));
    let page = json!({ "title": "Team", "content": content, "status": "published" });
    let path = format!("/api/admin/pages/{}", admin.post("/api/admin/pages", page).await.ok()["id"]);
    app.run_jobs().await;
    let (fetched, revision) = stored(&admin, &path).await;
    assert!(fetched.contains("alt=\"We\" width=\"40\"") && revision == 1, "{fetched}");
    assert!(app.get("/team").await.text().contains("alt=\"We\""));

    admin.put(&path, json!({ "content": "<p>a</p>", "revision": 1 })).await.ok();
    let file = admin.get("/api/admin/media").await.ok()["data"][0]["id"].clone();
    admin.delete(&format!("/api/admin/media/{file}")).await.ok();
    site.requests();
    admin.put(&path, json!({ "content": content, "revision": 2 })).await.ok();
    app.run_jobs().await;
    let (again, _) = stored(&admin, &path).await;
    assert_ne!(key_in(&again), key_in(&fetched));
    assert_eq!(again, fetched.replace(&key_in(&fetched), &key_in(&again)));
    assert_eq!(site.requests(), ["/team.png"]);
}

/// The key of the first file of a text.
fn key_in(content: &str) -> String {
    content.split("src=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap().to_owned()
}
