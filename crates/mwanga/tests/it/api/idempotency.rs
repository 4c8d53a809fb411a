//! Idempotency keys: a repeated request with an `Idempotency-Key` creates nothing twice.

use std::time::Duration;

use axum::http::Method;
use futures_util::future::join_all;
use mwanga_store::ConnectionTrait;
use mwanga_store::entities::{
    account, category, idempotency_key, issue, issue_draft, media_item, paid_order, post, session, staff_invite,
    subscriber,
};
use sea_orm::{DbBackend, EntityTrait, PaginatorTrait};

use super::uploads::Upload;
use crate::support::*;

const POSTS: &str = "/api/admin/posts";
const CATEGORIES: &str = "/api/admin/categories";
const INVITES: &str = "/api/admin/staff/invites";
const RECORD: &str = "/api/admin/media/record";
const SEND: &str = "/api/newsletter/admin-send";
const DRAFTS: &str = "/api/newsletter/admin-drafts";
const SIGN_UP: &str = "/api/newsletter/subscribe";
const REGISTER: &str = "/api/auth/register-user";
const ADMIN_REGISTER: &str = "/api/auth/admin/register";
const PASSWORD: &str = "jua na maji";
const HOUR_MS: i64 = 3_600_000;

fn keyed(caller: &Caller, key: &str) -> Caller {
    caller.with_header("idempotency-key", key)
}

fn post_titled(title: &str) -> Value {
    json!({ "title": title, "content": "<p>Text</p>", "category_name": "tech" })
}

async fn keys(app: &TestApp) -> Vec<idempotency_key::Model> {
    idempotency_key::Entity::find().all(app.core().store.reader()).await.unwrap()
}

async fn count<E: EntityTrait>(app: &TestApp) -> u64
where
    E::Model: Sync,
{
    E::find().count(app.core().store.reader()).await.unwrap()
}

/// The row counts of all tables that these requests write to.
async fn created(app: &TestApp) -> [u64; 10] {
    [
        count::<post::Entity>(app).await,
        count::<category::Entity>(app).await,
        count::<staff_invite::Entity>(app).await,
        count::<media_item::Entity>(app).await,
        count::<issue::Entity>(app).await,
        count::<issue_draft::Entity>(app).await,
        count::<subscriber::Entity>(app).await,
        count::<account::Entity>(app).await,
        count::<paid_order::Entity>(app).await,
        count::<idempotency_key::Entity>(app).await,
    ]
}

#[tokio::test]
async fn a_repeated_request_with_a_key_creates_once_and_answers_the_same() {
    let app = TestApp::new().await;
    let (admin, anyone) = (app.staff(Role::Admin).await, app.anyone());
    let upload = Upload::of(&admin, "photo.png", "image/png").await;
    upload.put(&admin, png(4, 3)).await.ok();
    for (caller, path, body) in [
        (&admin, POSTS, post_titled("Habari")),
        (&admin, CATEGORIES, json!({ "name": "Umeme" })),
        (&admin, INVITES, json!({ "email": "wanjiru@example.com", "role": "editor" })),
        (&admin, RECORD, json!({ "file_url": upload.file_url, "post_id": 0 })),
        (&admin, SEND, json!({ "subject": "Taa mpya", "html": "<p>Habari za asubuhi.</p>" })),
        (&admin, DRAFTS, json!({ "subject": "Taa mpya" })),
        (&anyone, SIGN_UP, json!({ "email": "juma@example.com" })),
    ] {
        assert_eq!(
            keyed(caller, "no key").post(path, body.clone()).await.problem().is(),
            (400, "request.invalid_key"),
            "{path}"
        );
        let caller = keyed(caller, "a-key");
        let first = caller.post(path, body.clone()).await;
        let (answer, before) = (first.ok(), created(&app).await);
        let second = caller.post(path, body).await;
        assert_eq!(second.status, first.status, "{path}");
        assert_eq!(second.ok(), answer, "{path}");
        assert_eq!(created(&app).await, before, "{path}");
    }
    assert_eq!(app.mails_to("juma@example.com").await.len(), 1, "nobody is mailed twice");
    assert_eq!(app.mails_to("wanjiru@example.com").await.len(), 1);
}

#[tokio::test]
async fn without_a_key_every_request_creates_something() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let ids =
        [editor.post(POSTS, post_titled("Habari")).await.ok(), editor.post(POSTS, post_titled("Habari")).await.ok()]
            .map(|post| post["id"].clone());
    assert_ne!(ids[0], ids[1]);
    assert!(keys(&app).await.is_empty());
}

#[tokio::test]
async fn of_fifty_concurrent_requests_with_one_key_one_creates_the_post() {
    let (one, two) = TestApp::two_nodes().await;
    let editor = one.staff(Role::Editor).await;
    let there = two.anyone().with_token(editor.token.as_ref().unwrap());
    let body = post_titled("Habari");
    let calls = (0..50).map(|n| {
        let caller = keyed(if n % 2 == 0 { &editor } else { &there }, "one");
        let body = body.clone();
        async move { caller.post(POSTS, body).await }
    });
    let replies = join_all(calls).await;
    let created: Vec<&Reply> = replies.iter().filter(|reply| reply.status == StatusCode::CREATED).collect();
    assert!(!created.is_empty());
    let id = created[0].ok()["id"].clone();
    assert!(created.iter().all(|reply| reply.ok()["id"] == id));
    for refused in replies.iter().filter(|reply| reply.status != StatusCode::CREATED) {
        assert_eq!(refused.problem().is(), (409, "request.in_progress"));
        assert!(refused.header("retry-after").parse::<u32>().is_ok());
    }
    assert_eq!(count::<post::Entity>(&one).await, 1);
    for caller in [&editor, &there] {
        assert_eq!(keyed(caller, "one").post(POSTS, body.clone()).await.ok()["id"], id);
    }
}

#[tokio::test]
async fn of_concurrent_registrations_with_one_key_one_creates_the_account() {
    let (one, two) = TestApp::two_nodes_with(|config| config.http.rate_limits = false).await;
    let body = json!({ "email": "amina@example.com", "password": PASSWORD });
    let (here, there) = (keyed(&one.anyone(), "one"), keyed(&two.anyone(), "one"));
    for reply in join_all(
        (0..8).map(|n| if n % 2 == 0 { here.post(REGISTER, body.clone()) } else { there.post(REGISTER, body.clone()) }),
    )
    .await
    {
        assert!(
            reply.status == StatusCode::OK || reply.problem().is() == (409, "request.in_progress"),
            "{}",
            reply.text()
        );
    }
    assert_eq!(there.post(REGISTER, body).await.ok()["email"], "amina@example.com");
    assert_eq!(count::<account::Entity>(&one).await, 1);
}

#[tokio::test]
async fn a_repeat_during_the_first_request_answers_409_with_retry_after() {
    let app = TestApp::new().await;
    let editor = keyed(&app.staff(Role::Editor).await, "one");
    let other = app.other_store().await;
    let lock = other.begin().await.unwrap();
    match lock.get_database_backend() {
        DbBackend::Postgres => lock.execute_unprepared("LOCK TABLE post IN EXCLUSIVE MODE").await.unwrap(),
        _ => lock.execute_unprepared("UPDATE category SET name = name").await.unwrap(),
    };
    let first = editor.clone();
    let first = tokio::spawn(async move { first.post(POSTS, post_titled("Habari")).await });
    tokio::time::sleep(Duration::from_millis(300)).await;
    let second = editor.post(POSTS, post_titled("Habari")).await;
    assert_eq!((second.problem().is(), second.header("retry-after")), ((409, "request.in_progress"), "1"));
    lock.rollback().await;
    let id = first.await.unwrap().ok()["id"].clone();
    assert_eq!(editor.post(POSTS, post_titled("Habari")).await.ok()["id"], id);
}

#[tokio::test]
async fn a_cancelled_request_and_its_repeat_create_one_post() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    for n in 0..40u64 {
        let caller = keyed(&editor, &format!("key-{n}"));
        let title = format!("Habari {n}");
        let _ = tokio::time::timeout(Duration::from_micros(n * 400), caller.post(POSTS, post_titled(&title))).await;
        caller.post(POSTS, post_titled(&title)).await.ok();
        assert_eq!((count::<post::Entity>(&app).await, count::<idempotency_key::Entity>(&app).await), (n + 1, n + 1));
    }
    assert!(keys(&app).await.iter().all(|row| row.created_id.is_some()));
}

#[tokio::test]
async fn a_key_with_another_body_answers_422() {
    let app = TestApp::new().await;
    let editor = keyed(&app.staff(Role::Editor).await, "one");
    let id = editor.post(POSTS, post_titled("Habari")).await.ok()["id"].clone();
    let problem = editor.post(POSTS, post_titled("Habari njema")).await.problem();
    assert_eq!(problem.is(), (422, "request.key_reused"));
    assert_eq!(
        (&problem.body["current"]["id"], &problem.body["current"]["title"]),
        (&id, &json!("Habari")),
        "the post that it created"
    );
    assert_eq!(count::<post::Entity>(&app).await, 1);
    // The same fields in another form are the same body.
    let fields = [("title", "Habari"), ("content", "<p>Text</p>"), ("category_name", "tech")];
    assert_eq!(editor.form(Method::POST, POSTS, &fields).await.ok()["id"], id);
    editor.post(CATEGORIES, json!({ "name": "Umeme" })).await.ok();
    assert_eq!(editor.post(CATEGORIES, json!({ "name": "Maji" })).await.problem().is(), (422, "request.key_reused"));
}

#[tokio::test]
async fn a_key_is_scoped_to_its_caller_and_its_endpoint() {
    let app = TestApp::new().await;
    let (amina, juma) = (keyed(&app.staff(Role::Editor).await, "one"), keyed(&app.staff(Role::Editor).await, "one"));
    let first = amina.post(POSTS, post_titled("Habari")).await.ok()["id"].clone();
    assert_ne!(juma.post(POSTS, post_titled("Habari")).await.ok()["id"], first);
    assert_eq!(amina.post(CATEGORIES, json!({ "name": "Umeme" })).await.status, StatusCode::CREATED, "another call");
    let guest = keyed(&app.anyone(), "one");
    for email in ["amina@example.com", "juma@example.com"] {
        guest.post(SIGN_UP, json!({ "email": email })).await.ok();
        assert_eq!(app.mails_to(email).await.len(), 1, "callers without a session are distinguished by e-mail address");
    }
}

#[tokio::test]
async fn a_failed_request_does_not_use_up_its_key() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    app.post("Habari").insert().await;
    let caller = keyed(&editor, "one");
    assert_eq!(caller.post(POSTS, json!({ "title": "Habari" })).await.problem().is(), (422, "post.invalid"));
    let mut body = post_titled("Habari");
    body["slug"] = json!("habari");
    assert_eq!(caller.post(POSTS, body.clone()).await.problem().is(), (409, "post.slug_taken"));
    assert!(keys(&app).await.is_empty());
    body["slug"] = json!("habari-njema");
    let id = caller.post(POSTS, body.clone()).await.ok()["id"].clone();
    assert_eq!(caller.post(POSTS, body).await.ok()["id"], id);
    let caller = keyed(&app.anyone(), "one");
    assert_eq!(
        caller.post(REGISTER, json!({ "email": "amina@example.com", "password": "short" })).await.problem().is(),
        (422, "account.invalid")
    );
    caller.post(REGISTER, json!({ "email": "amina@example.com", "password": PASSWORD })).await.ok();
}

#[tokio::test]
async fn a_repeated_registration_needs_the_password_to_sign_in() {
    let app = TestApp::new().await;
    let caller = keyed(&app.anyone(), "one");
    let body = |password: &str| json!({ "email": "amina@example.com", "password": password, "username": "Amina" });
    let first = caller.post(REGISTER, body(PASSWORD)).await.ok();
    let again = caller.post(REGISTER, body(PASSWORD)).await;
    assert!(again.reader_cookie().is_some());
    let again = again.ok();
    assert_ne!(again["token"], first["token"], "a session of its own");
    assert_eq!((&again["username"], &again["message"]), (&json!("Amina"), &json!("Account created.")));
    let reader = app.anyone().with_token(again["token"].as_str().unwrap());
    assert_eq!(reader.get("/api/auth/profile").await.ok()["username"], "Amina");
    let sessions = count::<session::Entity>(&app).await;
    for guess in 0..10 {
        let refused = caller.post(REGISTER, body(&format!("jua na maji {guess}"))).await;
        assert_eq!(refused.problem().is(), (409, "account.email_taken"));
        assert!(refused.reader_cookie().is_none());
    }
    assert_eq!(count::<session::Entity>(&app).await, sessions);
    assert_eq!(
        caller.post(REGISTER, body(PASSWORD)).await.problem().is(),
        (429, "request.limited"),
        "guesses are counted as at the sign-in"
    );
    let confirm = |mail: &&Mail| mail.subject.starts_with("Confirm");
    assert_eq!(app.mails_to("amina@example.com").await.iter().filter(confirm).count(), 1);
}

#[tokio::test]
async fn a_repeated_staff_registration_needs_the_password_to_sign_in() {
    let app = TestApp::new().await;
    let admin = app.staff(Role::Admin).await;
    admin.post(INVITES, json!({ "email": "amina@example.com", "role": "editor" })).await.ok();
    let code = app.code_mailed_to("amina@example.com").await;
    let caller = keyed(&app.anyone(), "one");
    let body = |password: &str| json!({ "email": "amina@example.com", "password": password, "invite_code": code });
    assert_eq!(caller.post(ADMIN_REGISTER, body("a lamp in the window")).await.status, StatusCode::CREATED);
    let again = caller.post(ADMIN_REGISTER, body("a lamp in the window")).await;
    assert!(again.cookie().is_some());
    assert_eq!(again.ok()["role"], "editor");
    assert_eq!(
        caller.post(ADMIN_REGISTER, body("a lamp in the door")).await.problem().is(),
        (409, "account.email_taken")
    );
}

#[tokio::test]
async fn deleting_or_undoing_what_a_key_created_frees_the_key() {
    let app = TestApp::new().await;
    let admin = keyed(&app.staff(Role::Admin).await, "one");
    let id_of = async |path: &str, body: Value| admin.post(path, body).await.ok()["id"].as_i64().unwrap();
    let first = id_of(POSTS, post_titled("Habari")).await;
    admin.delete(&format!("{POSTS}/{first}")).await.ok();
    assert_ne!(id_of(POSTS, post_titled("Habari njema")).await, first);

    let invite = || json!({ "email": "wanjiru@example.com", "role": "editor" });
    let first = id_of(INVITES, invite()).await;
    admin.delete(&format!("{INVITES}/{first}")).await.ok();
    assert_ne!(id_of(INVITES, invite()).await, first);

    let first = admin.post(CATEGORIES, json!({ "name": "Umeme" })).await.ok()["id"].as_i64().unwrap();
    let target = admin.get(CATEGORIES).await.ok()[0]["id"].as_i64().unwrap();
    admin.delete(&format!("{CATEGORIES}/{first}?target={target}")).await.ok();
    assert_ne!(id_of(CATEGORIES, json!({ "name": "Umeme" })).await, first);

    let send = async |subject: &str| admin.post(SEND, json!({ "subject": subject, "html": "<p>Habari.</p>" })).await;
    let first = send("Taa").await.ok()["issue"]["id"].as_i64().unwrap();
    assert_eq!(send("Taa mpya").await.problem().is(), (422, "request.key_reused"));
    admin.post(&format!("/api/newsletter/admin-issues/{first}/undo"), json!({})).await.ok();
    assert_ne!(send("Taa mpya").await.ok()["issue"]["id"], first);

    let guest = keyed(&app.anyone(), "one");
    guest.post(REGISTER, json!({ "email": "amina@example.com", "password": PASSWORD })).await.ok();
    let token = guest.post(REGISTER, json!({ "email": "amina@example.com", "password": PASSWORD })).await.ok()["token"]
        .as_str()
        .unwrap()
        .to_owned();
    app.anyone()
        .with_token(&token)
        .json(Method::DELETE, "/api/auth/account", &json!({ "password": PASSWORD }))
        .await
        .ok();
    guest.post(REGISTER, json!({ "email": "amina@example.com", "password": "maji na jua" })).await.ok();
}

#[tokio::test]
async fn an_idempotency_key_expires_after_24_hours() {
    let app = TestApp::new().await;
    // Sessions end sooner than a day.
    let core = app.core();
    let call = async || keyed(&app.anyone(), "one").post(SIGN_UP, json!({ "email": "amina@example.com" })).await.ok();
    call().await;
    core.clock.advance_ms(24 * HOUR_MS - 1);
    call().await;
    assert_eq!(app.mails_to("amina@example.com").await.len(), 1);
    core.clock.advance_ms(1);
    call().await;
    assert_eq!(app.mails_to("amina@example.com").await.len(), 2);
    assert_eq!(keys(&app).await.len(), 1, "it names the newer one");
    core.clock.advance_ms(24 * HOUR_MS + 1);
    app.run_jobs().await;
    assert!(keys(&app).await.is_empty(), "swept");
}

#[tokio::test]
async fn the_table_of_keys_stores_hashes_and_no_request_data() {
    let app = TestApp::new().await;
    let (admin, guest) =
        (keyed(&app.staff(Role::Admin).await, "a-key-of-the-caller"), keyed(&app.anyone(), "a-key-of-the-caller"));
    let session = guest.post(REGISTER, json!({ "email": "amina@example.com", "password": PASSWORD })).await.ok();
    admin.post(POSTS, post_titled("Habari")).await.ok();
    let rows = keys(&app).await;
    assert_eq!(rows.len(), 2);
    let stored = format!("{rows:?}");
    for sent in
        ["amina", "example.com", PASSWORD, "jua", "Habari", "a-key-of-the-caller", session["token"].as_str().unwrap()]
    {
        assert!(!stored.contains(sent), "{sent} in {stored}");
    }
    assert!(rows.iter().all(|row| row.key_hash.len() == 64 && row.request_hash.len() == 64));
}

#[tokio::test]
async fn an_idempotency_key_is_1_to_200_visible_characters() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    for key in [&"k".repeat(201), "", "a b", "a\tb"] {
        assert_eq!(
            keyed(&editor, key).post(POSTS, post_titled("Habari")).await.problem().is(),
            (400, "request.invalid_key"),
            "{key:?}"
        );
    }
    let twice = keyed(&keyed(&editor, "one"), "two");
    assert_eq!(twice.post(POSTS, post_titled("Habari")).await.problem().is(), (400, "request.invalid_key"));
    assert_eq!(count::<post::Entity>(&app).await, 0);
    keyed(&editor, &"k".repeat(200)).post(POSTS, post_titled("Habari")).await.ok();
}
