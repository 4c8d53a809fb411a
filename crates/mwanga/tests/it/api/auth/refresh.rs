use mwanga_store::types::SessionKind;

use crate::support::*;

const PATH: &str = "/api/auth/refresh";

#[tokio::test]
async fn a_refresh_exchanges_the_cookie_for_a_token_and_a_rotated_cookie() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let reply = editor.with_cookie_only(editor.cookie.as_ref().unwrap()).post(PATH, json!({ "kind": "staff" })).await;
    let session = reply.ok();
    assert_eq!(session["role"], "editor");
    let next = reply.cookie().expect("the next cookie");
    assert_ne!(Some(&next), editor.cookie.as_ref());
    assert_eq!(
        app.anyone().with_token(session["token"].as_str().unwrap()).get("/api/admin/posts").await.status,
        StatusCode::OK
    );
    editor.with_cookie_only(&next).post(PATH, json!({ "kind": "staff" })).await.ok();
}

#[tokio::test]
async fn a_rotated_cookie_gets_a_token_but_no_new_cookie_for_30_seconds() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let old = editor.with_cookie_only(editor.cookie.as_ref().unwrap());
    let next = old.post(PATH, json!({ "kind": "staff" })).await.cookie().unwrap();
    app.clock.advance_ms(30_000);
    let reply = old.post(PATH, json!({ "kind": "staff" })).await;
    assert!(reply.ok()["token"].is_string());
    assert_eq!(reply.cookie(), None, "the other tab has the next one");
    editor.with_cookie_only(&next).post(PATH, json!({ "kind": "staff" })).await.ok();
}

#[tokio::test]
async fn a_rotated_cookie_is_renewed_while_its_successor_was_never_used() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let old = editor.with_cookie_only(editor.cookie.as_ref().unwrap());
    // The answer was lost, some hours ago.
    let lost = old.post(PATH, json!({ "kind": "staff" })).await.cookie().unwrap();
    app.clock.advance_ms(3 * 3_600_000);
    let next = old.post(PATH, json!({ "kind": "staff" })).await.cookie().expect("another one");
    app.clock.advance_ms(60_000);
    let next =
        editor.with_cookie_only(&next).post(PATH, json!({ "kind": "staff" })).await.cookie().expect("the next one");
    assert_eq!(
        editor.with_cookie_only(&lost).post(PATH, json!({ "kind": "staff" })).await.status,
        StatusCode::UNAUTHORIZED
    );
    // Whoever had the lost one shared the session.
    assert_eq!(
        editor.with_cookie_only(&next).post(PATH, json!({ "kind": "staff" })).await.status,
        StatusCode::UNAUTHORIZED
    );
}

#[tokio::test]
async fn a_replayed_cookie_ends_its_session_once_the_successor_was_used() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let first = editor.with_cookie_only(editor.cookie.as_ref().unwrap());
    let second = first.post(PATH, json!({ "kind": "staff" })).await.cookie().unwrap();
    app.clock.advance_ms(60_000);
    let reply = editor.with_cookie_only(&second).post(PATH, json!({ "kind": "staff" })).await;
    let (token, third) = (reply.ok()["token"].as_str().unwrap().to_owned(), reply.cookie().unwrap());
    assert_eq!(first.post(PATH, json!({ "kind": "staff" })).await.problem().is(), (401, "auth.session_expired"));
    assert_eq!(
        editor.with_cookie_only(&third).post(PATH, json!({ "kind": "staff" })).await.status,
        StatusCode::UNAUTHORIZED
    );
    assert_eq!(editor.with_token(&token).get("/api/admin/posts").await.status, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn concurrent_refreshes_of_several_tabs_all_stay_signed_in() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let tab = editor.with_cookie_only(editor.cookie.as_ref().unwrap());
    let replies = futures_util::future::join_all((0..6).map(|_| tab.post(PATH, json!({ "kind": "staff" })))).await;
    assert_eq!(replies.iter().filter(|reply| reply.cookie().is_some()).count(), 1, "one of them gets the next cookie");
    for reply in replies {
        reply.ok();
    }
}

#[tokio::test]
async fn sessions_expire_when_idle_and_at_their_maximum_age() {
    const HOUR_MS: i64 = 3_600_000;
    for (kind, unused_h, longest_h) in [(SessionKind::Staff, 12, 7 * 24), (SessionKind::Reader, 30 * 24, 365 * 24)] {
        let app = TestApp::new().await;
        mwanga_core::accounts::create_staff(
            app.core(),
            "amina@example.com",
            "a lamp in the window".to_owned().into(),
            Role::Editor,
        )
        .await
        .unwrap();
        let (path, name) = match kind {
            SessionKind::Staff => ("/api/auth/admin/login", "mwanga_staff"),
            SessionKind::Reader => ("/api/auth/login-user", "mwanga_reader"),
        };
        let sign_in = async || {
            let reply = app
                .anyone()
                .post(path, json!({ "email": "amina@example.com", "password": "a lamp in the window" }))
                .await;
            reply.cookie_named(name).expect("a cookie")
        };
        let refresh = async |cookie: &str| {
            app.anyone()
                .with_header("cookie", &format!("__Secure-{name}={cookie}"))
                .post(PATH, json!({ "kind": kind.as_str() }))
                .await
        };
        let cookie = sign_in().await;
        app.clock.advance_ms(unused_h * HOUR_MS - 1);
        let cookie = refresh(&cookie).await.cookie_named(name).expect("used in time");
        app.clock.advance_ms(unused_h * HOUR_MS);
        assert_eq!(refresh(&cookie).await.status, StatusCode::UNAUTHORIZED, "{kind:?} unused");

        let (mut cookie, mut used_h) = (sign_in().await, 0);
        while used_h + unused_h / 2 < longest_h {
            app.clock.advance_ms(unused_h / 2 * HOUR_MS);
            used_h += unused_h / 2;
            cookie =
                refresh(&cookie).await.cookie_named(name).unwrap_or_else(|| panic!("{kind:?} after {used_h} hours"));
        }
        app.clock.advance_ms((longest_h - used_h) * HOUR_MS);
        assert_eq!(refresh(&cookie).await.status, StatusCode::UNAUTHORIZED, "{kind:?} however much it was used");
    }
}

#[tokio::test]
async fn cookies_of_earlier_versions_are_read_and_replaced() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    // As versions before named it on https, and without the session's name in it.
    let reply = editor.with_cookie_only(editor.cookie.as_ref().unwrap()).post(PATH, json!({ "kind": "staff" })).await;
    reply.ok();
    let lines: Vec<&str> = reply.headers.get_all("set-cookie").iter().map(|line| line.to_str().unwrap()).collect();
    assert!(
        lines.iter().any(|line| line.starts_with("__Secure-mwanga_staff=") && !line.contains("Max-Age=0")),
        "{lines:?}"
    );
    assert!(lines.iter().any(|line| line.starts_with("mwanga_staff=;") && line.contains("Max-Age=0")), "{lines:?}");
    let now = app
        .anyone()
        .with_header("cookie", &format!("__Secure-mwanga_staff={}; mwanga_staff=old", reply.cookie().unwrap()));
    now.post(PATH, json!({ "kind": "staff" })).await.ok();
}

#[tokio::test]
async fn a_reader_cookie_does_not_refresh_a_staff_session() {
    let app = TestApp::new().await;
    let reader = app.signed_in(Role::Reader, SessionKind::Reader).await;
    // A reader's cookie sent under the name of the staff cookie is refused.
    assert_eq!(
        reader.with_cookie_only(reader.cookie.as_ref().unwrap()).post(PATH, json!({ "kind": "staff" })).await.status,
        StatusCode::UNAUTHORIZED
    );
    assert_eq!(app.anyone().post(PATH, json!({ "kind": "staff" })).await.problem().is(), (401, "auth.required"));
    assert_eq!(app.anyone().post(PATH, json!({ "kind": "admin" })).await.problem().is(), (422, "request.invalid"));
}

#[tokio::test]
async fn a_demoted_editor_can_neither_call_nor_refresh() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let email = editor.get("/api/auth/profile").await.ok()["email"].as_str().unwrap().to_owned();
    demote(&app, &email).await;
    assert_eq!(editor.get("/api/admin/posts").await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(
        editor.with_cookie_only(editor.cookie.as_ref().unwrap()).post(PATH, json!({ "kind": "staff" })).await.status,
        StatusCode::UNAUTHORIZED
    );
}

/// As an administrator takes a role away, whatever else happens to the sessions.
async fn demote(app: &TestApp, email: &str) {
    use sea_orm::{IntoActiveModel, Set};
    let db = app.core().store.writer();
    let mut account =
        mwanga_store::queries::accounts::by_email_key(db, email).await.unwrap().unwrap().into_active_model();
    account.role = Set(Role::Reader);
    mwanga_store::queries::accounts::update(db, account).await.unwrap();
}

#[tokio::test]
async fn each_session_cookie_ends_with_its_session() {
    let app = TestApp::new().await;
    let (name, password) = ("amina@example.com", "a lamp in the window");
    let registered = app.anyone().post("/api/auth/register-user", json!({ "email": name, "password": password })).await;
    let life = |reply: &Reply, name: &str| -> i64 {
        let line = reply.set_cookie(name).unwrap_or_else(|| panic!("{:?}", reply.headers));
        line.split("; ")
            .find_map(|part| part.strip_prefix("Max-Age=")?.parse().ok())
            .unwrap_or_else(|| panic!("{line}"))
    };
    const HOUR_S: i64 = 3_600;
    assert_eq!(life(&registered, "mwanga_reader"), 30 * 24 * HOUR_S);
    let editor = app.staff(Role::Editor).await;
    let mut cookie = editor.cookie.clone().unwrap();
    let mut lives = Vec::new();
    for _ in 0..16 {
        app.clock.advance_ms(11 * HOUR_S * 1_000);
        let reply = editor.with_cookie_only(&cookie).post(PATH, json!({ "kind": "staff" })).await;
        if reply.status != StatusCode::OK {
            break;
        }
        lives.push(life(&reply, "mwanga_staff"));
        cookie = reply.cookie().unwrap();
    }
    // Twelve hours each, and no longer than the week that a session has at most.
    let week = 7 * 24;
    let expected: Vec<i64> =
        (1..).map(|n| 11 * n).take_while(|hour| *hour < week).map(|hour| HOUR_S * 12.min(week - hour)).collect();
    assert_eq!(lives, expected);
}
