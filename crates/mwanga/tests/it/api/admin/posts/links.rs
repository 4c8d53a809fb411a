//! The links of a post, and what they answered.

use std::time::Duration;

use axum::extract::State;
use axum::http::header::{LOCATION, USER_AGENT};
use axum::http::{HeaderMap, Method, Uri};
use axum::response::{IntoResponse, Response};
use mwanga_core::config::Config;
use mwanga_core::outbound::Reach;
use mwanga_core::store::entities::link_check;
use sea_orm::{EntityTrait, PaginatorTrait};

use super::post_with;
use crate::support::*;

const GATHER_MS: i64 = 5_000;
const PATH: &str = "/api/admin/posts";

/// Answers by the path; notes method and path.
async fn answer(State(requests): State<NotedRequests>, method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let agent = headers.get(USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    assert!(agent.starts_with("mwanga/"), "{agent}");
    requests.lock().expect("no test panicked").push(format!("{method} {}", uri.path()));
    let redirect = |to: String| (StatusCode::FOUND, [(LOCATION, to)]).into_response();
    match uri.path() {
        "/no-head" if method == Method::HEAD => StatusCode::METHOD_NOT_ALLOWED.into_response(),
        "/gone" => StatusCode::GONE.into_response(),
        "/missing" => StatusCode::NOT_FOUND.into_response(),
        "/closed" => StatusCode::FORBIDDEN.into_response(),
        "/busy" => StatusCode::SERVICE_UNAVAILABLE.into_response(),
        "/moved" => redirect("/here".into()),
        "/moved-away" => redirect("/missing".into()),
        "/round" => redirect("/round".into()),
        _ => "Habari".into_response(),
    }
}

fn checking(reach: Reach) -> impl FnOnce(&mut Config) {
    move |config| {
        config.links.enabled = true;
        config.links.reach = reach;
        config.timeouts.next_link = Duration::from_millis(1);
    }
}

async fn checked_by(app: &TestApp, caller: &Caller, path: &str) -> Vec<(String, Value, Value, Value)> {
    app.clock.advance_ms(GATHER_MS);
    app.run_jobs().await;
    let links = caller.get(path).await.ok();
    assert_eq!(links["state"], "idle");
    links["data"]
        .as_array()
        .unwrap()
        .iter()
        .map(|link| {
            let url = link["url"].as_str().unwrap().to_owned();
            (url, link["outcome"].clone(), link["reason"].clone(), link["status"].clone())
        })
        .collect()
}

#[tokio::test]
async fn the_links_of_a_post_are_asked_after_a_save_and_told_apart() {
    let app = TestApp::with(checking(Reach::Private)).await;
    let editor = app.staff(Role::Editor).await;
    let site = OtherSite::start(answer).await;
    let cases = [
        ("/here", "ok", "answered", json!(200)),
        ("/no-head", "ok", "answered", json!(200)),
        ("/moved", "ok", "answered", json!(200)),
        ("/gone", "broken", "answered", json!(410)),
        ("/missing", "broken", "answered", json!(404)),
        ("/moved-away", "broken", "answered", json!(404)),
        ("/closed", "unclear", "answered", json!(403)),
        ("/busy", "unclear", "answered", json!(503)),
        ("/round", "unclear", "redirects", Value::Null),
    ];
    let text: String = cases.iter().map(|(path, ..)| format!("<p><a href=\"{}\">x</a></p>", site.url(path))).collect();
    let (deal, nowhere) = ("http://no-such-shop.invalid/lamp", "http://127.0.0.1:9/closed-port");
    let body = post_with(json!({
        "content": format!("{text}<p><a href=\"{nowhere}\">y</a> <a href=\"/about\">us</a></p>"),
        "deal_links": [{ "url": deal, "label": "Duka" }],
    }));
    let post = format!("{PATH}/{}", editor.post(PATH, body).await.ok()["id"]);
    let links = format!("{post}/links");
    let waiting = editor.get(&links).await.ok();
    assert_eq!((&waiting["state"], &waiting["data"][0]["outcome"]), (&json!("running"), &Value::Null));
    assert_eq!((&waiting["data"][0]["place"], &waiting["data"][1]["place"]), (&json!("deal"), &json!("text")));

    let found = checked_by(&app, &editor, &links).await;
    let mut expected = vec![(deal.to_owned(), json!("broken"), json!("name"), Value::Null)];
    expected.extend(
        cases
            .iter()
            .map(|(path, outcome, reason, status)| (site.url(path), json!(outcome), json!(reason), status.clone())),
    );
    expected.push((nowhere.to_owned(), json!("broken"), json!("connection"), Value::Null));
    assert_eq!(found, expected);
    let requests = site.requests();
    let of = |path: &str| requests.iter().filter(|request| request.ends_with(path)).cloned().collect::<Vec<_>>();
    assert_eq!(of(" /gone"), ["HEAD /gone", "GET /gone", "GET /gone"], "what is broken is asked a second time");
    assert_eq!(of(" /no-head"), ["HEAD /no-head", "GET /no-head"]);

    // Another save asks only what is new, and what was not fine some minutes ago.
    let more = json!({ "content": format!("{text}<p><a href=\"{}\">z</a></p>", site.url("/new")) });
    editor.put(&post, more).await.ok();
    checked_by(&app, &editor, &links).await;
    assert_eq!(site.requests(), ["HEAD /new"]);
}

#[tokio::test]
async fn check_again_asks_at_once_and_is_limited() {
    let app = TestApp::with(checking(Reach::Private)).await;
    let author = app.staff(Role::Author).await;
    let site = OtherSite::start(answer).await;
    let body = post_with(json!({ "content": format!("<p><a href=\"{}\">x</a></p>", site.url("/here")) }));
    let links = format!("{PATH}/{}/links", author.post(PATH, body).await.ok()["id"]);
    checked_by(&app, &author, &links).await;
    assert_eq!(site.requests(), ["HEAD /here"]);
    author.post(&links, json!({})).await.ok();
    assert_eq!(author.get(&links).await.ok()["state"], "running");
    app.run_jobs().await;
    assert_eq!(site.requests(), ["HEAD /here"]);
    for _ in 1..20 {
        author.post(&links, json!({})).await.ok();
    }
    let refused = author.post(&links, json!({})).await;
    assert_eq!(refused.problem().is(), (429, "request.limited"));
    app.run_jobs().await;
    let stranger = app.staff(Role::Contributor).await;
    for reply in [stranger.get(&links).await, stranger.post(&links, json!({})).await] {
        assert_eq!(reply.problem().is(), (403, "auth.forbidden"), "somebody else's post");
    }
    assert_eq!(author.get(&format!("{PATH}/999/links")).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn private_hosts_are_not_asked_unless_the_configuration_says_so() {
    let app = TestApp::with(checking(Reach::Public)).await;
    let editor = app.staff(Role::Editor).await;
    let site = OtherSite::start(answer).await;
    let body = post_with(
        json!({ "content": format!("<p><a href=\"{}\">x</a> <a href=\"http://169.254.169.254/latest\">y</a></p>", site.url("/here")) }),
    );
    let links = format!("{PATH}/{}/links", editor.post(PATH, body).await.ok()["id"]);
    let found = checked_by(&app, &editor, &links).await;
    assert!(found.iter().all(|(_, outcome, reason, _)| outcome == "unclear" && reason == "private"), "{found:?}");
    assert_eq!((found.len(), site.requests().len()), (2, 0));
}

#[tokio::test]
async fn a_held_copy_and_one_with_checks_off_ask_nobody() {
    let app = TestApp::with(checking(Reach::Private)).await;
    let admin = app.staff(Role::Admin).await;
    let site = OtherSite::start(answer).await;
    let held = mwanga_core::held::HoldReason::Restored { created_at: "2026-11-20T02:00:00Z".into() };
    mwanga_core::held::hold(app.core(), held).await.unwrap();
    let body = post_with(json!({ "content": format!("<p><a href=\"{}\">x</a></p>", site.url("/here")) }));
    let links = format!("{PATH}/{}/links", admin.post(PATH, body).await.ok()["id"]);
    app.clock.advance_ms(GATHER_MS);
    app.run_jobs().await;
    assert_eq!(admin.get(&links).await.ok()["state"], "held");
    assert_eq!(admin.post(&links, json!({})).await.problem().is(), (409, "link.checks_off"));
    let waiting = admin.get("/api/admin/hold").await.ok();
    let labels: Vec<&str> =
        waiting["waiting"].as_array().unwrap().iter().map(|kind| kind["label"].as_str().unwrap()).collect();
    assert_eq!((labels, site.requests().len()), (vec!["Links to check"], 0));

    let off = TestApp::new().await;
    let editor = off.staff(Role::Editor).await;
    let body = post_with(json!({ "content": "<p><a href=\"https://a.example/\">x</a></p>" }));
    let links = format!("{PATH}/{}/links", editor.post(PATH, body).await.ok()["id"]);
    off.clock.advance_ms(GATHER_MS);
    assert_eq!(off.run_jobs().await, 0);
    assert_eq!(editor.get(&links).await.ok()["state"], "off");
    assert_eq!(editor.post(&links, json!({})).await.problem().is(), (409, "link.checks_off"));
}

#[tokio::test]
async fn saves_by_importers_ask_nobody_and_quick_saves_ask_once() {
    let app = TestApp::with(checking(Reach::Private)).await;
    let editor = app.staff(Role::Editor).await;
    let site = OtherSite::start(answer).await;
    let html = format!("<p><a href=\"{}\">x</a></p>", site.url("/here"));
    app.post("Imported").content(&html).insert().await;
    app.clock.advance_ms(GATHER_MS);
    app.run_jobs().await;
    assert_eq!(site.requests().len(), 0);
    let post = format!("{PATH}/{}", editor.post(PATH, post_with(json!({ "content": html }))).await.ok()["id"]);
    for title in ["One", "Two", "Three"] {
        editor.put(&post, json!({ "title": title })).await.ok();
    }
    app.run_jobs().await;
    assert_eq!(site.requests().len(), 0, "a save waits for the next one");
    app.clock.advance_ms(GATHER_MS);
    app.run_jobs().await;
    assert_eq!(site.requests(), ["HEAD /here"]);
    assert_eq!(link_check::Entity::find().count(app.core().store.reader()).await.unwrap(), 1);
}

#[tokio::test]
async fn posts_with_the_same_title_are_named_as_far_as_the_caller_may_know() {
    let app = TestApp::new().await;
    let (editor, author) = (app.staff(Role::Editor).await, app.staff(Role::Author).await);
    let (public, draft) = (app.post("Habari ya jua").insert().await, app.post("Siri").draft().insert().await);
    app.post("Habari ya jua kali").insert().await;
    let ids = async |caller: &Caller, query: &str| {
        let found = caller.get(&format!("{PATH}/same-title?{query}")).await.ok();
        let ids: Vec<i64> = found["data"].as_array().unwrap().iter().map(|post| post["id"].as_i64().unwrap()).collect();
        ids
    };
    assert_eq!(ids(&author, "title=HABARI%20ya%20%20J%C3%BAa!").await, [public.id.0]);
    assert_eq!(ids(&author, &format!("title=Habari%20ya%20jua&except={}", public.id)).await, [0_i64; 0]);
    assert_eq!(ids(&editor, "title=siri").await, [draft.id.0]);
    assert_eq!(ids(&author, "title=siri").await, [0_i64; 0], "a draft of somebody else");
    assert_eq!(ids(&editor, "title=%20").await, [0_i64; 0]);
    editor.delete(&format!("{PATH}/{}", draft.id)).await.ok();
    assert_eq!(ids(&editor, "title=siri").await, [0_i64; 0], "in the trash");
}
