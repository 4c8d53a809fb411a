use mwanga_core::accounts;

use crate::support::*;

const PATH: &str = "/api/auth/admin/register";
const PASSWORD: &str = "a lamp in the window";

fn body(code: &str) -> Value {
    json!({ "email": "amina@example.com", "password": PASSWORD, "setup_code": code })
}

#[tokio::test]
async fn the_set_up_code_creates_the_first_administrator_once() {
    let app = TestApp::new().await;
    let code = accounts::open_set_up(app.core()).await.unwrap().expect("no administrator yet");
    let reply = app.anyone().post(PATH, body(&code)).await;
    let session = reply.ok();
    assert_eq!((&session["role"], &session["is_admin"]), (&json!("admin"), &json!(true)));
    assert!(reply.cookie().is_some());
    assert_eq!(
        app.anyone().with_token(session["token"].as_str().unwrap()).get("/api/admin/posts").await.status,
        StatusCode::OK
    );

    let again = app
        .anyone()
        .post(PATH, json!({ "email": "other@example.com", "password": PASSWORD, "setup_code": code }))
        .await;
    assert_eq!(again.problem().is(), (403, "auth.registration_closed"));
    assert_eq!(accounts::open_set_up(app.core()).await.unwrap(), None, "the next start prints no code");
}

#[tokio::test]
async fn registering_staff_without_a_valid_code_answers_403_and_says_what_is_wrong() {
    let app = TestApp::new().await;
    let code = accounts::open_set_up(app.core()).await.unwrap().unwrap();
    let first = async |app: &TestApp| app.anyone().get(PATH).await.ok()["first_account"].clone();
    assert_eq!(first(&app).await, "set_up_code");
    for body in [
        body("wrong"),
        body(""),
        json!({ "email": "amina@example.com", "password": PASSWORD }),
        json!({ "email": "a@example.com", "password": "x", "is_admin": true, "role": "admin" }),
    ] {
        let problem = app.anyone().post(PATH, body).await.problem();
        assert_eq!(problem.is(), (403, "auth.set_up_code"));
        assert!(problem.error.starts_with("This is not the set-up code."), "{}", problem.error);
    }
    // With an administrator it is closed, whatever the code.
    app.anyone().post(PATH, body(&code)).await.ok();
    assert_eq!(first(&app).await, Value::Null);
    let problem = app.anyone().post(PATH, body("wrong")).await.problem();
    assert_eq!(
        (problem.is(), problem.error.as_str()),
        ((403, "auth.registration_closed"), "Admin registration is closed. Ask an administrator for an invite.")
    );
    // Nobody printed it there.
    let production = TestApp::with(|config| {
        config.production = true;
        config.site.contact_email = "desk@nuru.example".into();
        config.site.contact_phone = "+254 20 555 0100".into();
    })
    .await;
    accounts::open_set_up(production.core()).await.unwrap();
    assert_eq!(first(&production).await, "command");
    let closed = TestApp::new().await;
    assert_eq!(
        closed.anyone().post(PATH, body("")).await.problem().is(),
        (403, "auth.registration_closed"),
        "before the code was printed"
    );
}

#[tokio::test]
async fn a_weak_password_or_an_invalid_address_does_not_use_up_the_code() {
    let app = TestApp::new().await;
    let code = accounts::open_set_up(app.core()).await.unwrap().unwrap();
    for (email, password, field) in [
        ("amina@example.com", "short", "password"),
        ("amina@example.com", "elevenchars", "password"),
        ("amina@example.com", "", "password"),
        ("amina@example.com", "password1234", "password"),
        ("amina@example.com", "123456789012", "password"),
        ("amina", PASSWORD, "email"),
    ] {
        let problem = app
            .anyone()
            .post(PATH, json!({ "email": email, "password": password, "setup_code": code }))
            .await
            .problem();
        assert_eq!(
            (problem.is(), problem.field_names()),
            ((422, "account.invalid"), vec![field]),
            "{email} {password}"
        );
    }
    app.anyone().post(PATH, body(&code)).await.ok();
}

#[tokio::test(flavor = "multi_thread")]
async fn of_fifty_concurrent_registrations_one_creates_the_administrator() {
    let app = TestApp::new().await;
    let code = accounts::open_set_up(app.core()).await.unwrap().unwrap();
    let tries = (0..50).map(|n| {
        let (anyone, code) = (app.anyone(), code.clone());
        tokio::spawn(async move {
            anyone
                .post(
                    PATH,
                    json!({ "email": format!("amina{n}@example.com"), "password": PASSWORD, "setup_code": code }),
                )
                .await
        })
    });
    let replies: Vec<Reply> = futures_util::future::join_all(tries).await.into_iter().map(Result::unwrap).collect();
    assert_eq!(replies.iter().filter(|reply| reply.status == StatusCode::CREATED).count(), 1);
    for refused in replies.iter().filter(|reply| reply.status != StatusCode::CREATED) {
        // On a slow machine some wait too long for their turn to be hashed.
        assert!(
            [(403, "auth.registration_closed"), (503, "busy")].contains(&refused.problem().is()),
            "{:?}",
            refused.problem()
        );
    }
}
