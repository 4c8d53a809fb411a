//! Who is e-mailed about a post: everyone, the subscribers of some topics, or nobody.

use axum::body::Body;
use axum::http::Method;
use mwanga_core::posts::{self, PostForm};
use mwanga_store::ConnectionTrait;
use mwanga_store::entities::{issue, subscriber, topic_notice};
use mwanga_store::queries::subscribers;
use mwanga_store::types::{PostId, SubscriberStatus};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder};

use crate::support::*;

const MINUTE_MS: i64 = 60_000;
const CHOICE: &str = "/api/admin/notice-choice";

/// A publication with four confirmed subscribers, three of whom chose topics, and one who is not confirmed.
async fn app() -> (TestApp, Caller) {
    let app = TestApp::new().await;
    for (email, status, topics) in [
        ("both@example.com", SubscriberStatus::Confirmed, &["gadgets", "trade"][..]),
        ("trade@example.com", SubscriberStatus::Confirmed, &["trade"]),
        ("games@example.com", SubscriberStatus::Confirmed, &["games"]),
        ("none@example.com", SubscriberStatus::Confirmed, &[]),
        ("pending@example.com", SubscriberStatus::Pending, &["trade"]),
    ] {
        app.subscribe(email, status).await;
        let db = app.core().store.writer();
        let row =
            subscriber::Entity::find().filter(subscriber::Column::Email.eq(email)).one(db).await.unwrap().unwrap();
        subscribers::set_topics(db, row.id, topics).await.unwrap();
    }
    let editor = app.staff(Role::Editor).await;
    (app, editor)
}

fn path(post: PostId) -> String {
    format!("/api/admin/posts/{post}/notify-subscribers")
}

async fn ask(editor: &Caller, post: PostId, topics: &[&str]) -> String {
    let answer = editor.post(&path(post), json!({ "topics": topics })).await.ok();
    answer["status"].as_str().unwrap().to_owned()
}

/// Addresses that were mailed, in alphabetical order, each as often as it was.
async fn mailed(app: &TestApp) -> Vec<String> {
    app.run_jobs().await;
    let mut to: Vec<String> = Mail::read_all(&app.data_dir().join("outbox")).into_iter().map(|mail| mail.to).collect();
    to.sort();
    to
}

async fn issues(app: &TestApp) -> Vec<issue::Model> {
    issue::Entity::find().order_by_asc(issue::Column::Id).all(app.core().store.reader()).await.unwrap()
}

#[tokio::test]
async fn a_notice_of_topics_is_sent_once_to_each_subscriber_of_one_of_them() {
    let (app, editor) = app().await;
    let post = app.post("Biashara").insert().await.id;
    assert_eq!(ask(&editor, post, &["trade", "gadgets", "trade"]).await, "notified");
    let state = editor.get(&path(post)).await.ok();
    let audience = json!({ "audience": "topics", "topics": ["gadgets", "trade"], "status": "requested", "at": null });
    assert_eq!(state, audience);
    app.clock.advance_ms(MINUTE_MS);
    assert_eq!(mailed(&app).await, ["both@example.com", "trade@example.com"]);
    let state = editor.get(&path(post)).await.ok();
    assert_eq!((&state["status"], &state["topics"]), (&json!("notified"), &json!(["gadgets", "trade"])));
    assert_eq!(state["at"], json!(app.core().now().iso()));
    let listed = editor.get("/api/newsletter/admin-issues").await.ok()["data"][0].clone();
    let names: Vec<&str> = listed["topics"].as_array().unwrap().iter().filter_map(|row| row["name"].as_str()).collect();
    assert_eq!((names, &listed["total"]), (vec!["Phones and gadgets", "Imports and exports"], &json!(2)));
    // Once per post, also for those who were not told.
    assert_eq!(ask(&editor, post, &["games"]).await, "told");
    app.clock.advance_ms(2 * MINUTE_MS);
    assert_eq!(mailed(&app).await.len(), 2);
}

#[tokio::test]
async fn unknown_or_no_topics_are_refused_and_request_nothing() {
    let (app, editor) = app().await;
    let post = app.post("Biashara").insert().await.id;
    for topics in [json!([]), json!(["no-such"]), json!(["trade", "no-such"]), json!(["trade,games"]), json!([""])] {
        for (method, to, body) in [
            (Method::POST, path(post), json!({ "topics": topics })),
            (Method::PUT, CHOICE.to_owned(), json!({ "audience": "topics", "topics": topics })),
        ] {
            let problem = editor.json(method, &to, &body).await.problem();
            assert_eq!((problem.status.as_u16(), problem.field_names()), (422, vec!["topics"]), "{to} {body}");
        }
    }
    let list = editor.post(&path(post), json!({ "topics": "trade" })).await.problem();
    assert_eq!(list.status, 422, "{list:?}");
    assert_eq!(editor.get(&path(post)).await.ok()["status"], "not_requested");
    assert_eq!(editor.get(CHOICE).await.ok(), json!({ "audience": "everyone", "topics": [] }));
    app.clock.advance_ms(MINUTE_MS);
    assert!(mailed(&app).await.is_empty());
}

#[tokio::test]
async fn a_request_without_topics_is_for_everyone() {
    let (app, editor) = app().await;
    for (title, body) in
        [("Moja", Body::empty()), ("Mbili", Body::from("{}")), ("Tatu", Body::from(r#"{"topics":null}"#))]
    {
        let post = app.post(title).insert().await.id;
        let headers: &[(&str, &str)] = if title == "Moja" { &[] } else { &[("content-type", "application/json")] };
        editor.send(Method::POST, &path(post), body, headers).await.ok();
        app.clock.advance_ms(MINUTE_MS);
        app.run_jobs().await;
        let notice = issues(&app).await.pop().unwrap();
        assert_eq!((notice.post_id, notice.topic), (Some(post), None), "{title}");
    }
    assert_eq!(mailed(&app).await.len(), 3 * 4);
}

#[tokio::test]
async fn a_later_request_replaces_the_topics_until_something_went_out() {
    let (app, editor) = app().await;
    for (n, (requests, expected)) in [
        (vec![&[][..], &["games"]], vec!["games@example.com"]),
        (vec![&["games"], &["trade"]], vec!["both@example.com", "trade@example.com"]),
        (vec![&["games"], &[]], vec!["both@example.com", "games@example.com", "none@example.com", "trade@example.com"]),
    ]
    .into_iter()
    .enumerate()
    {
        let post = app.post(&format!("Habari {n}")).insert().await.id;
        let before = mailed(&app).await.len();
        for topics in requests {
            let body = if topics.is_empty() { json!({}) } else { json!({ "topics": topics }) };
            editor.post(&path(post), body).await.ok();
            app.clock.advance_ms(MINUTE_MS / 4);
        }
        app.clock.advance_ms(MINUTE_MS);
        app.run_jobs().await;
        let notices: Vec<_> = issues(&app).await.into_iter().filter(|issue| issue.post_id == Some(post)).collect();
        assert_eq!(notices.len(), 1, "two jobs, one issue");
        let deliveries = format!("/api/newsletter/admin-issues/{}/deliveries", notices[0].id);
        let rows = app.staff(Role::Admin).await.get(&deliveries).await.ok()["data"].clone();
        let mut to: Vec<&str> = rows.as_array().unwrap().iter().filter_map(|row| row["email"].as_str()).collect();
        to.sort_unstable();
        assert_eq!(to, expected);
        assert_eq!(mailed(&app).await.len(), before + expected.len());
    }
}

#[tokio::test]
async fn a_draft_that_is_published_later_is_mailed_to_the_chosen_topics_alone() {
    let (app, editor) = app().await;
    let post = app.post("Rasimu").draft().insert().await.id;
    assert_eq!(ask(&editor, post, &["games"]).await, "waiting");
    app.clock.advance_ms(60 * MINUTE_MS);
    assert!(mailed(&app).await.is_empty());
    let form = PostForm { status: Some("published".into()), ..PostForm::default() };
    posts::update(app.core(), None, post, form).await.unwrap();
    app.clock.advance_ms(MINUTE_MS);
    assert_eq!(mailed(&app).await, ["games@example.com"]);
}

#[tokio::test]
async fn posts_that_get_no_notice_say_so() {
    let (app, editor) = app().await;
    let old = app.post("Zamani").in_ms(-25 * 60 * MINUTE_MS).insert().await.id;
    let state = editor.get(&path(old)).await.ok();
    assert_eq!(state, json!({ "audience": "nobody", "topics": [], "status": "not_news", "at": null }));
    let post = app.post("Habari").insert().await.id;
    ask(&editor, post, &["trade"]).await;
    app.clock.advance_ms(MINUTE_MS);
    app.run_jobs().await;
    app.core().store.writer().execute_unprepared("UPDATE issue SET status = 'undone'").await.unwrap();
    assert_eq!(editor.get(&path(post)).await.ok()["status"], "undone");
}

#[tokio::test]
async fn a_withdrawn_request_mails_nobody() {
    let (app, editor) = app().await;
    let post = app.post("Rasimu").in_ms(MINUTE_MS).insert().await.id;
    let never = editor.delete(&path(post)).await.ok();
    assert_eq!(never["message"], "Nobody will be notified.", "also without a request");
    for topics in [&["trade"][..], &["games"]] {
        ask(&editor, post, topics).await;
    }
    editor.post(&path(post), json!({})).await.ok();
    editor.delete(&path(post)).await.ok();
    let state = editor.get(&path(post)).await.ok();
    assert_eq!((&state["audience"], &state["status"]), (&json!("nobody"), &json!("not_requested")));
    app.clock.advance_ms(5 * MINUTE_MS);
    assert!(mailed(&app).await.is_empty());
    // It can be asked for again, and not be withdrawn any more once it went out.
    ask(&editor, post, &["games"]).await;
    app.clock.advance_ms(MINUTE_MS);
    assert_eq!(mailed(&app).await, ["games@example.com"]);
    assert_eq!(editor.delete(&path(post)).await.ok()["message"], "There is nothing to take back.");
    assert_eq!(editor.get(&path(post)).await.ok()["status"], "notified");
    for reply in [editor.get(&path(PostId(999))).await, editor.delete(&path(PostId(999))).await] {
        assert_eq!(reply.problem().is(), (404, "post.not_found"));
    }
}

#[tokio::test]
async fn a_deleted_post_takes_its_request_along() {
    let (app, editor) = app().await;
    let post = app.post("Kosa").draft().insert().await.id;
    ask(&editor, post, &["trade"]).await;
    posts::delete(app.core(), post).await.unwrap();
    assert_eq!(topic_notice::Entity::find().all(app.core().store.reader()).await.unwrap(), []);
}

#[tokio::test]
async fn a_post_that_some_topics_were_notified_of_stays_in_the_digest_of_the_others() {
    let (app, editor) = app().await;
    let post = app.post("Biashara").insert().await.id;
    ask(&editor, post, &["trade"]).await;
    app.clock.advance_ms(MINUTE_MS);
    app.run_jobs().await;
    assert_eq!(editor.get("/api/newsletter/admin-draft").await.ok()["posts"], 1);
}

#[tokio::test]
async fn the_size_of_an_audience_counts_each_subscriber_once() {
    let (_app, editor) = app().await;
    let audience = async |query: &str| {
        let answer = editor.get(&format!("/api/newsletter/admin-audience{query}")).await.ok();
        (answer["audience"].as_u64().unwrap(), answer["is_notice_limit_reached"].clone())
    };
    for (query, expected) in [
        ("", 4),
        ("?topics=trade", 2),
        ("?topics=gadgets,trade", 2),
        ("?topics=games,gadgets,trade", 3),
        ("?topics=trade,no-such", 2),
        ("?topics=no-such", 0),
        ("?topics=", 0),
    ] {
        assert_eq!(audience(query).await, (expected, json!(false)), "{query}");
    }
    let by_topic = editor.get("/api/newsletter/admin-audience/topics").await.ok()["data"].clone();
    let rows = by_topic.as_array().unwrap();
    assert_eq!(rows.len(), mwanga_core::newsletter::TOPIC_GROUPS.iter().flat_map(|group| group.topics).count());
    let chosen: Vec<&Value> = rows.iter().filter(|row| row["audience"] != 0).collect();
    let count = |id: &str, audience: u64| json!({ "id": id, "audience": audience });
    assert_eq!(chosen, [&count("gadgets", 1), &count("trade", 2), &count("games", 1)]);
}

#[tokio::test]
async fn the_last_choice_is_remembered_for_each_account() {
    let app = TestApp::new().await;
    let (editor, admin) = (app.staff(Role::Editor).await, app.staff(Role::Admin).await);
    let everyone = json!({ "audience": "everyone", "topics": [] });
    assert_eq!(editor.get(CHOICE).await.ok(), everyone);
    for (sent, kept) in [
        (json!({ "audience": "nobody" }), json!({ "audience": "nobody", "topics": [] })),
        (
            json!({ "audience": "topics", "topics": ["trade", "gadgets", "trade"] }),
            json!({ "audience": "topics", "topics": ["gadgets", "trade"] }),
        ),
    ] {
        assert_eq!(editor.put(CHOICE, sent).await.ok(), kept);
        assert_eq!(editor.get(CHOICE).await.ok(), kept);
        assert_eq!(admin.get(CHOICE).await.ok(), everyone, "somebody else's");
    }
    // Topics come with no other choice.
    editor.put(CHOICE, json!({ "audience": "everyone", "topics": ["trade"] })).await.ok();
    assert_eq!(editor.get(CHOICE).await.ok(), everyone);
    let admin_choice = json!({ "version": 0, "values": { "posts.default_notice": "nobody" } });
    admin.put("/api/admin/settings", admin_choice).await.ok();
    assert_eq!(admin.get(CHOICE).await.ok(), json!({ "audience": "nobody", "topics": [] }), "who never chose");
    assert_eq!(editor.get(CHOICE).await.ok(), everyone, "who did");
    assert_eq!(editor.put(CHOICE, json!({ "audience": "some" })).await.problem().status, 422);
}
