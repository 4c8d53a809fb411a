use crate::support::*;

const PATH: &str = "/api/auth/logout";

#[tokio::test]
async fn signing_out_ends_the_session_on_the_server_and_clears_the_cookie() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let reply = editor.post(PATH, json!({})).await;
    assert_eq!(reply.ok()["message"], "Goodbye! See you soon.");
    assert!(
        reply.set_cookie("mwanga_staff").is_some_and(|line| line.contains("Max-Age=0")),
        "the cookie is taken away"
    );
    assert_eq!(editor.get("/api/admin/posts").await.problem().is(), (401, "auth.session_expired"));
    assert_eq!(editor.post("/api/auth/refresh", json!({ "kind": "staff" })).await.status, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn signing_out_works_with_the_cookie_alone_or_an_expired_token() {
    let app = TestApp::new().await;
    let (one, two) = (app.staff(Role::Editor).await, app.staff(Role::Editor).await);
    one.with_cookie_only(one.cookie.as_ref().unwrap()).post(PATH, json!({})).await.ok();
    assert_eq!(one.get("/api/admin/posts").await.status, StatusCode::UNAUTHORIZED);
    app.clock.advance_ms(2 * 3_600_000);
    two.without_cookie().post(PATH, json!({})).await.ok();
    assert_eq!(two.post("/api/auth/refresh", json!({ "kind": "staff" })).await.status, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn signing_out_keeps_the_sessions_of_others() {
    let app = TestApp::new().await;
    let (one, two) = (app.staff(Role::Editor).await, app.staff(Role::Editor).await);
    one.post(PATH, json!({})).await.ok();
    assert_eq!(two.get("/api/admin/posts").await.status, StatusCode::OK);
}

#[tokio::test]
async fn signing_out_without_a_session_succeeds() {
    let app = TestApp::new().await;
    app.anyone().post(PATH, json!({})).await.ok();
    app.anyone().with_token("garbage").post(PATH, json!({})).await.ok();
}

#[tokio::test]
async fn signing_out_as_reader_or_staff_keeps_the_other_session() {
    let app = TestApp::new().await;
    mwanga_core::accounts::create_staff(
        app.core(),
        "amina@example.com",
        "a lamp in the window".to_owned().into(),
        Role::Editor,
    )
    .await
    .unwrap();
    let body = json!({ "email": "amina@example.com", "password": "a lamp in the window" });
    for (kind, other) in [("reader", "staff"), ("staff", "reader")] {
        let (reader, staff) = (
            app.anyone().post("/api/auth/login-user", body.clone()).await,
            app.anyone().post("/api/auth/admin/login", body.clone()).await,
        );
        let cookies = format!(
            "__Secure-mwanga_reader={}; __Secure-mwanga_staff={}",
            reader.reader_cookie().unwrap(),
            staff.cookie().unwrap()
        );
        let browser = app.anyone().with_header("cookie", &cookies);
        let (reader, staff) =
            (reader.ok()["token"].as_str().unwrap().to_owned(), staff.ok()["token"].as_str().unwrap().to_owned());
        // Whichever token came along.
        let done = browser.with_token(&staff).post(PATH, json!({ "kind": kind })).await;
        done.ok();
        let cleared = |name: &str| done.set_cookie(name).is_some_and(|line| line.contains("Max-Age=0"));
        assert_eq!((cleared(&format!("mwanga_{kind}")), cleared(&format!("mwanga_{other}"))), (true, false));
        let ended = |kind_of: &str| if kind_of == kind { StatusCode::UNAUTHORIZED } else { StatusCode::OK };
        assert_eq!(app.anyone().with_token(&staff).get("/api/admin/posts").await.status, ended("staff"));
        assert_eq!(app.anyone().with_token(&reader).get("/api/auth/profile").await.status, ended("reader"));
    }
    assert_eq!(app.anyone().post(PATH, json!({ "kind": "everything" })).await.status, StatusCode::UNPROCESSABLE_ENTITY);
}
