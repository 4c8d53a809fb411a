//! The counted links of issues (`/r/{code}`), and the report.

use axum::body::Body;
use axum::http::Method;
use mwanga_core::analytics;
use mwanga_store::ConnectionTrait;
use mwanga_store::entities::{issue_link, subscriber};
use mwanga_store::types::SubscriberStatus::Confirmed;
use sea_orm::EntityTrait;

use crate::support::*;

const BASE: &str = "https://mwanga.example";
const FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";
const MINUTE_MS: i64 = 60_000;
const STORIES: &str = r#"<h2><a href="/post/slug/taa?from=mail">Taa</a></h2><p>Habari.</p><p>Read <a href="https://shop.example/?a=1&amp;b=2#top">the offer</a>, write to <a href="mailto:desk@mwanga.example">us</a>, or see <a href="https://plain.example/x">https://plain.example/x</a>.</p>"#;

/// Sends an issue, and answers its id.
async fn send(app: &TestApp, editor: &Caller, html: &str) -> i64 {
    let input = json!({ "subject": "Taa", "html": html });
    let id = editor.post("/api/newsletter/admin-send", input).await.ok()["issue"]["id"].as_i64().unwrap();
    app.clock.advance_ms(MINUTE_MS);
    app.run_jobs().await;
    id
}

/// The paths `/r/…` of a mail, each once, in the order of its text part.
fn codes(mail: &Mail) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for part in mail.text.split(&format!("{BASE}/r/")).skip(1) {
        let end = part.find(|c: char| !c.is_ascii_alphanumeric() && c != '-').unwrap();
        let path = format!("/r/{}", &part[..end]);
        if !found.contains(&path) {
            found.push(path);
        }
    }
    found
}

/// The code of its reader's own links.
fn subscriber_code(mail: &Mail) -> String {
    let link = mail.text.split("/newsletter/unsubscribe?issue=").nth(1).unwrap().split("code=").nth(1).unwrap();
    link.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '-').collect()
}

/// A publication that sent an issue to one reader; its id, and the paths of its links.
async fn sent() -> (TestApp, Caller, i64, Vec<String>) {
    let app = TestApp::new().await;
    app.subscribers(1, Confirmed).await;
    let editor = app.staff(Role::Editor).await;
    let id = send(&app, &editor, STORIES).await;
    let links = codes(&app.mails_to("reader-0@example.com").await[0]);
    (app, editor, id, links)
}

fn reader(app: &TestApp) -> Caller {
    app.anyone().with_header("user-agent", FIREFOX)
}

async fn report(editor: &Caller, id: i64) -> Value {
    editor.get(&format!("/api/newsletter/admin-issues/{id}/report")).await.ok()
}

async fn clicks(app: &TestApp) -> i64 {
    analytics::flush(app.core()).await.unwrap();
    issue_link::Entity::find().all(app.core().store.reader()).await.unwrap().iter().map(|row| row.clicks).sum()
}

#[track_caller]
fn assert_nowhere(reply: &Reply, path: &str) {
    assert_eq!(reply.status, StatusCode::NOT_FOUND, "{path}");
    assert!(reply.headers.get("location").is_none(), "{path}");
    assert_eq!(reply.header("cache-control"), "no-store", "{path}");
}

#[tokio::test]
async fn links_of_an_issue_lead_on_by_codes_in_both_parts_and_clicks_are_reported() {
    let (app, editor, id, links) = sent().await;
    let mail = app.mails_to("reader-0@example.com").await.remove(0);
    assert_eq!(links.len(), 2, "{}", mail.text);
    for link in &links {
        assert!(mail.text.matches(link).count() >= 2, "in both parts: {}", mail.text);
    }
    for true_address in ["/post/slug/taa", "shop.example"] {
        assert!(!mail.text.contains(true_address), "{true_address} in {}", mail.text);
    }
    for straight in [
        "mailto:desk@mwanga.example",
        "https://plain.example/x",
        &format!("{BASE}/newsletter/issues/{id}"),
        &format!("{BASE}/newsletter/preferences?issue={id}&code="),
        &format!("List-Unsubscribe: <{BASE}/newsletter/unsubscribe?issue={id}&code="),
    ] {
        assert!(mail.text.contains(straight), "{straight} in {}", mail.text);
    }

    for (path, location, times) in [
        (&links[0], format!("{BASE}/post/slug/taa?from=mail"), 1),
        (&links[1], "https://shop.example/?a=1&b=2#top".into(), 3),
    ] {
        for _ in 0..times {
            let reply = reader(&app).get(path).await;
            assert_eq!((reply.status, reply.header("location")), (StatusCode::FOUND, location.as_str()));
            assert_eq!(
                ["cache-control", "referrer-policy", "x-robots-tag"].map(|name| reply.header(name)),
                ["no-store", "no-referrer", "noindex"]
            );
            assert!(reply.headers.get("set-cookie").is_none());
        }
    }
    let expected = json!({
        "unsubscribed": 0,
        "counts_clicks": true,
        "links": [
            { "url": "https://shop.example/?a=1&b=2#top", "title": "the offer", "clicks": 3 },
            { "url": format!("{BASE}/post/slug/taa?from=mail"), "title": "Taa", "clicks": 1 },
        ]
    });
    assert_eq!(report(&editor, id).await, expected);
    assert_eq!(
        editor.get("/api/newsletter/admin-issues/999/report").await.problem().is(),
        (404, "newsletter.not_found")
    );
    let archived = app.get(&format!("/api/newsletter/issues/{id}")).await.ok()["html"].to_string();
    assert!(archived.contains("/post/slug/taa") && !archived.contains("/r/"), "{archived}");
}

#[tokio::test]
async fn previews_and_test_mails_show_true_addresses() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let input = json!({ "subject": "Taa", "html": STORIES });
    let preview = editor.post("/api/newsletter/admin-preview", input.clone()).await.ok();
    editor.post("/api/newsletter/admin-test", input).await.ok();
    app.run_jobs().await;
    let test = Mail::read_all(&app.data_dir().join("outbox")).remove(0).text;
    for text in [preview["html"].as_str().unwrap(), preview["text"].as_str().unwrap(), &test] {
        assert!(text.contains(&format!("{BASE}/post/slug/taa?from=mail")) && !text.contains("/r/"), "{text}");
    }
}

#[tokio::test]
async fn a_forged_code_answers_404() {
    let (app, _, _, links) = sent().await;
    let code = &links[0]["/r/".len()..];
    let (id, signature) = code.split_once('-').unwrap();
    let other = links[1]["/r/".len()..].split_once('-').unwrap();
    let subscriber = subscriber_code(&app.mails_to("reader-0@example.com").await[0]);
    let flipped = if signature.starts_with('0') { "1" } else { "0" };
    for wrong in [
        "x".to_owned(),
        "-".to_owned(),
        id.to_owned(),
        format!("{id}-"),
        format!("{}-{signature}", other.0),
        format!("{id}-{}", other.1),
        format!("+{id}-{signature}"),
        format!("{id}-{flipped}{}", &signature[1..]),
        format!("{id}-{}", &signature[..30]),
        format!("{code}00"),
        format!("{id}-{}", "0".repeat(32)),
        format!("99999999999999999999-{signature}"),
        format!("{id}-{}", &subscriber.split_once('-').unwrap().1[..32]),
        subscriber,
        "a".repeat(7_000),
        format!("{}{code}", "0".repeat(60)),
        "%ff".to_owned(),
        "https:%2F%2Fevil.example".to_owned(),
        format!("{code}%0d%0aLocation:%20https:%2F%2Fevil.example"),
    ] {
        let path = format!("/r/{wrong}");
        assert_nowhere(&reader(&app).get(&path).await, &path);
    }
    let reply = reader(&app).get(&format!("/r/{code}?to=https://evil.example&url=//evil.example")).await;
    assert_eq!(reply.header("location"), format!("{BASE}/post/slug/taa?from=mail"), "the address decides nothing");
    // An id that another link has after a restore.
    let url = "UPDATE issue_link SET url = 'https://elsewhere.example/'";
    app.core().store.writer().execute_unprepared(url).await.unwrap();
    assert_nowhere(&reader(&app).get(&links[0]).await, "another address");
    assert_eq!(clicks(&app).await, 1);
}

#[tokio::test]
async fn who_does_not_want_to_be_counted_and_what_nobody_pressed_is_not_counted() {
    let (app, editor, id, links) = sent().await;
    let head = reader(&app).send(Method::HEAD, &links[0], Body::empty(), &[]).await;
    assert_eq!((head.status, head.body.len()), (StatusCode::FOUND, 0));
    for (name, value) in [
        ("dnt", "1"),
        ("sec-gpc", "1"),
        ("purpose", "prefetch"),
        ("sec-purpose", "prefetch;prerender"),
        ("x-moz", "prefetch"),
    ] {
        assert_eq!(reader(&app).get_with(&links[0], &[(name, value)]).await.status, StatusCode::FOUND, "{name}");
    }
    let scanner = app.anyone().with_header("user-agent", "SafeLinksBot/1.0");
    assert_eq!(scanner.get(&links[0]).await.status, StatusCode::FOUND);
    let staff = editor.with_header("user-agent", FIREFOX);
    assert_eq!(staff.get(&links[0]).await.status, StatusCode::FOUND);
    assert_eq!(clicks(&app).await, 0);

    let admin = app.staff(Role::Admin).await;
    for (version, key) in ["newsletter.count_clicks", "analytics.count"].into_iter().enumerate() {
        let set = async |version: usize, on: bool| {
            admin.put("/api/admin/settings", json!({ "version": version, "values": { key: on } })).await.ok()
        };
        set(version * 2, false).await;
        assert_eq!(reader(&app).get(&links[0]).await.status, StatusCode::FOUND, "{key}");
        assert_eq!(clicks(&app).await, 0, "{key}");
        assert_eq!(report(&editor, id).await["counts_clicks"], false);
        let off = send(&app, &editor, &format!("<p>{key}</p>{STORIES}")).await;
        let mail = app.mails_to("reader-0@example.com").await.pop().unwrap();
        assert!(mail.text.contains("/post/slug/taa") && !mail.text.contains("/r/"), "{key}: {}", mail.text);
        assert_eq!(report(&editor, off).await["links"], json!([]));
        set(version * 2 + 1, true).await;
    }
    assert_eq!(reader(&app).get(&links[0]).await.status, StatusCode::FOUND);
    assert_eq!(clicks(&app).await, 1);
}

#[tokio::test]
async fn links_lead_on_under_another_secret_and_after_their_issue_was_undone() {
    let (app, editor, id, links) = sent().await;
    let rotated = TestApp::sharing_store_with(&app, |config| {
        config.keys.secret = "another key that only the tests know, 44 characters".to_owned().into();
    })
    .await;
    for path in &links {
        assert_eq!(reader(&rotated).get(path).await.status, StatusCode::FOUND);
    }
    assert_eq!(clicks(&rotated).await, 2);
    assert_eq!(report(&editor, id).await["links"][0]["clicks"], 1, "counts of other processes are seen");
    let undo = "UPDATE issue SET status = 'undone'";
    app.core().store.writer().execute_unprepared(undo).await.unwrap();
    assert_eq!(reader(&app).get(&links[0]).await.status, StatusCode::FOUND);
}

#[tokio::test]
async fn addresses_that_are_not_of_the_web_are_never_led_to() {
    let (app, _, _, _) = sent().await;
    let core = app.core();
    let key = mwanga_store::queries::settings::get(core.store.reader(), "newsletter_link_key").await.unwrap().unwrap();
    for url in ["javascript:alert(1)", "data:text/html,x", "ftp://x.example/", "", "x.example", "mailto:a@b.example"] {
        let set = format!("UPDATE issue_link SET url = '{url}'");
        core.store.writer().execute_unprepared(&set).await.unwrap();
        let row = issue_link::Entity::find().one(core.store.reader()).await.unwrap().unwrap();
        let signature =
            mwanga_core::secrets::sign_with(&key.clone().into(), &format!("link\n{}\n{url}", row.id))[..32].to_owned();
        assert_nowhere(&reader(&app).get(&format!("/r/{}-{signature}", row.id)).await, url);
    }
    // What such a path leads to is below the site.
    core.store.writer().execute_unprepared("UPDATE issue_link SET url = '//evil.example/x'").await.unwrap();
    let row = issue_link::Entity::find().one(core.store.reader()).await.unwrap().unwrap();
    let text = format!("link\n{}\n//evil.example/x", row.id);
    let signature = mwanga_core::secrets::sign_with(&key.into(), &text)[..32].to_owned();
    let reply = reader(&app).get(&format!("/r/{}-{signature}", row.id)).await;
    assert_eq!(reply.header("location"), format!("{BASE}//evil.example/x"));
}

#[tokio::test]
async fn a_click_leads_on_while_the_store_takes_no_writes_and_is_counted_afterwards() {
    let (app, _, _, links) = sent().await;
    let other = app.other_store().await;
    let lock = other.begin().await.unwrap();
    lock.execute_unprepared("UPDATE issue_link SET clicks = clicks").await.unwrap();
    let reply = tokio::time::timeout(std::time::Duration::from_secs(2), reader(&app).get(&links[0])).await.unwrap();
    assert_eq!(reply.status, StatusCode::FOUND);
    lock.rollback().await;
    assert_eq!(clicks(&app).await, 1);
}

#[tokio::test]
async fn a_link_that_cannot_be_looked_up_asks_for_patience() {
    let (app, _, _, links) = sent().await;
    app.core().store.writer().execute_unprepared("ALTER TABLE issue_link RENAME TO away").await.unwrap();
    let reply = reader(&app).get(&links[0]).await;
    assert_eq!((reply.status, reply.header("retry-after")), (StatusCode::SERVICE_UNAVAILABLE, "2"));
    assert!(reply.headers.get("location").is_none());
    app.core().store.writer().execute_unprepared("ALTER TABLE away RENAME TO issue_link").await.unwrap();
    assert_eq!(reader(&app).get(&links[0]).await.status, StatusCode::FOUND);
}

#[tokio::test]
async fn links_are_rate_limited_by_address() {
    let (app, _, _, links) = sent().await;
    let hurried = reader(&app).at("192.0.2.7");
    for _ in 0..300 {
        assert_eq!(hurried.get(&links[0]).await.status, StatusCode::FOUND);
    }
    let replies = futures_util::future::join_all((0..200).map(|_| hurried.get("/r/1-0"))).await;
    let refused = replies.iter().find(|reply| reply.status == StatusCode::TOO_MANY_REQUESTS).expect("a limit");
    assert!(refused.header("retry-after").parse::<u32>().is_ok());
    assert_eq!(reader(&app).at("192.0.2.8").get(&links[0]).await.status, StatusCode::FOUND);
}

#[tokio::test]
async fn two_processes_add_to_the_same_counts() {
    let (app, _, _, links) = sent().await;
    let second = TestApp::sharing_store(&app).await;
    for node in [&app, &second, &second] {
        for path in &links {
            reader(node).get(path).await;
        }
    }
    let (one, two) = tokio::join!(analytics::flush(app.core()), analytics::flush(second.core()));
    one.and(two).unwrap();
    assert_eq!(clicks(&app).await, 6);
}

#[tokio::test]
async fn who_leaves_by_a_link_of_an_issue_is_reported_once_until_they_come_back() {
    let app = TestApp::new().await;
    app.subscribers(3, Confirmed).await;
    let editor = app.staff(Role::Editor).await;
    let (first, second) = (send(&app, &editor, STORIES).await, send(&app, &editor, "<p>Mengine.</p>").await);
    let mut codes = Vec::new();
    for n in 0..3 {
        codes.push(subscriber_code(&app.mails_to(&format!("reader-{n}@example.com")).await[0]));
    }
    let left = async |id: i64| report(&editor, id).await["unsubscribed"].clone();
    let press = async |code: &str, issue: &str| {
        let path = format!("/newsletter/unsubscribe?issue={issue}&code={code}");
        let form = [("content-type", "application/x-www-form-urlencoded")];
        app.anyone().send(Method::POST, &path, Body::from("List-Unsubscribe=One-Click"), &form).await.status
    };
    assert_eq!(press(&codes[0], &first.to_string()).await, StatusCode::OK);
    assert_eq!(press(&codes[0], &second.to_string()).await, StatusCode::OK);
    let page = json!({ "code": codes[1], "subscribed": false, "issue": first });
    app.anyone().post("/api/newsletter/preferences", page).await.ok();
    assert_eq!((left(first).await, left(second).await), (json!(2), json!(0)), "each once, where they left first");
    for issue in ["", "x", "-1", "99999999999999999999"] {
        assert_eq!(press(&codes[2], issue).await, StatusCode::OK, "leaving works in any case");
        let back = json!({ "code": codes[2], "subscribed": true });
        app.anyone().post("/api/newsletter/preferences", back).await.ok();
    }
    let path = format!("/api/newsletter/unsubscribe?code={}&issue={second}", codes[2]);
    app.anyone().post(&path, json!({})).await.ok();
    assert_eq!((left(first).await, left(second).await), (json!(2), json!(1)));
    let back = json!({ "code": codes[2], "subscribed": true });
    app.anyone().post("/api/newsletter/preferences", back).await.ok();
    assert_eq!(left(second).await, json!(0));

    // Erased subscribers take no click with them.
    let links = self::codes(&app.mails_to("reader-0@example.com").await[0]);
    reader(&app).get(&links[0]).await;
    assert_eq!(clicks(&app).await, 1);
    subscriber::Entity::delete_many().exec(app.core().store.writer()).await.unwrap();
    assert_eq!(clicks(&app).await, 1);
}
