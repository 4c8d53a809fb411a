use crate::support::*;

const PATH: &str = "/api/auth/sessions";
const PASSWORD: &str = "a lamp in the window";

async fn signed_in(app: &TestApp, email: &str) -> Caller {
    let session = app.anyone().post("/api/auth/login-user", json!({ "email": email, "password": PASSWORD })).await.ok();
    app.anyone().with_token(session["token"].as_str().unwrap())
}

async fn with_account(email: &str) -> TestApp {
    let app = TestApp::new().await;
    mwanga_core::accounts::create_staff(app.core(), email, PASSWORD.to_owned().into(), Role::Editor).await.unwrap();
    app
}

#[tokio::test]
async fn an_account_lists_its_own_sessions_and_can_end_one() {
    let app = with_account("amina@example.com").await;
    let (one, two) = (signed_in(&app, "amina@example.com").await, signed_in(&app, "amina@example.com").await);
    let stranger = app.staff(Role::Admin).await;
    let list = one.get(PATH).await.ok();
    assert_eq!((&list["total"], list["data"].as_array().unwrap().len()), (&json!(2), 2));
    assert_eq!(list["data"].as_array().unwrap().iter().filter(|session| session["current"] == true).count(), 1);
    let other = list["data"].as_array().unwrap().iter().find(|session| session["current"] == false).unwrap()["id"]
        .as_str()
        .unwrap()
        .to_owned();
    assert_eq!(
        stranger.delete(&format!("{PATH}/{other}")).await.problem().is(),
        (404, "account.not_found"),
        "not even an administrator's"
    );
    one.delete(&format!("{PATH}/{other}")).await.ok();
    assert_eq!(two.get(PATH).await.problem().is(), (401, "auth.session_expired"));
    assert_eq!(one.delete(&format!("{PATH}/{other}")).await.problem().is(), (404, "account.not_found"));
    assert_eq!(one.get(PATH).await.ok()["total"], 1);
}

#[tokio::test]
async fn signing_out_everywhere_ends_reader_and_staff_sessions() {
    let app = with_account("amina@example.com").await;
    let reader = signed_in(&app, "amina@example.com").await;
    let reply =
        app.anyone().post("/api/auth/admin/login", json!({ "email": "amina@example.com", "password": PASSWORD })).await;
    let staff = app.anyone().with_token(reply.ok()["token"].as_str().unwrap());
    let stranger = app.staff(Role::Editor).await;
    let done = reader
        .with_header("cookie", "mwanga_reader=x; mwanga_staff=y")
        .post("/api/auth/logout-everywhere", json!({}))
        .await;
    done.ok();
    for name in ["mwanga_reader", "mwanga_staff"] {
        assert!(done.set_cookie(name).is_some_and(|line| line.contains("Max-Age=0")), "{name}");
    }
    for ended in [&reader, &staff] {
        assert_eq!(ended.get("/api/auth/profile").await.problem().is(), (401, "auth.session_expired"));
    }
    assert_eq!(
        staff
            .with_cookie_only(&reply.cookie().unwrap())
            .post("/api/auth/refresh", json!({ "kind": "staff" }))
            .await
            .status,
        StatusCode::UNAUTHORIZED
    );
    assert_eq!(stranger.get("/api/auth/profile").await.status, StatusCode::OK);
}
