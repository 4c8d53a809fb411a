use std::collections::HashMap;
use std::time::Instant;

use mwanga_store::entities::{account, account_identity};
use sea_orm::{ActiveModelTrait, EntityTrait, IntoActiveModel, PaginatorTrait, Set};
use url::Url;

use crate::support::*;

const PASSWORD: &str = "jua na maji";

/// A site that is a client of a provider.
struct Desk {
    app: TestApp,
    provider: IdentityProvider,
}

/// A browser that went to a provider.
struct Away {
    /// Where it was sent.
    page: String,
    cookie: String,
    state: String,
}

impl Desk {
    async fn new() -> Self {
        let provider = IdentityProvider::start().await;
        let app = TestApp::with(|config| provider.configure(config)).await;
        Self { app, provider }
    }

    async fn leave(&self, name: &str) -> Away {
        let reply = self.app.get(&format!("/api/auth/login/{name}")).await;
        assert_eq!(reply.status, StatusCode::FOUND, "{}", reply.text());
        let page = reply.header("location").to_owned();
        let state = query(&page).remove("state").unwrap_or_else(|| panic!("no state in {page}"));
        Away { page, cookie: reply.cookie_named("mwanga_social").expect("a cookie"), state }
    }

    /// Comes back from the provider with a code and everything that the browser kept.
    async fn come_back(&self, name: &str, away: &Away, code: &str) -> Reply {
        self.callback(name, code, &away.state, &format!("mwanga_social={}", away.cookie)).await
    }

    async fn callback(&self, name: &str, code: &str, state: &str, cookies: &str) -> Reply {
        self.app
            .anyone()
            .get_with(&format!("/api/auth/callback/{name}?code={code}&state={state}"), &[("cookie", cookies)])
            .await
    }

    /// The whole way, for somebody who consents.
    async fn sign_in(&self, name: &str, person: Value) -> Reply {
        let away = self.leave(name).await;
        let code = self.provider.consent(&away.page, person);
        self.come_back(name, &away, &code).await
    }

    fn caller(&self, reply: &Reply) -> Caller {
        self.app.anyone().with_token(reply.ok()["token"].as_str().unwrap())
    }

    async fn profile(&self, reply: &Reply) -> Value {
        self.caller(reply).get("/api/auth/profile").await.ok()
    }

    async fn register(&self, email: &str) -> Reply {
        self.app.anyone().post("/api/auth/register-user", json!({ "email": email, "password": PASSWORD })).await
    }

    async fn login(&self, email: &str) -> Reply {
        self.app.anyone().post("/api/auth/login-user", json!({ "email": email, "password": PASSWORD })).await
    }

    async fn verify(&self, email: &str) {
        let code = self.app.code_mailed_to(email).await;
        self.caller(&self.login(email).await).post("/api/auth/verify-email", json!({ "code": code })).await.ok();
    }

    async fn accounts(&self) -> u64 {
        account::Entity::find().count(self.app.core().store.reader()).await.unwrap()
    }
}

fn query(url: &str) -> HashMap<String, String> {
    Url::parse(url).unwrap_or_else(|e| panic!("{url}: {e}")).query_pairs().into_owned().collect()
}

fn amina() -> Value {
    json!({ "sub": "amina-1", "email": "amina@example.com", "email_verified": true, "name": "Amina W." })
}

/// Of what an ID token says.
type Change = fn(&mut Value);

fn unverified(mut person: Value) -> Value {
    person["email_verified"] = json!(false);
    person
}

#[tokio::test]
async fn leaves_for_the_provider_with_pkce_state_and_nonce() {
    let desk = Desk::new().await;
    for name in ["google", "linkedin", "facebook"] {
        let reply = desk.app.anyone().get_with(&format!("/api/auth/login/{name}"), &[("host", "evil.example")]).await;
        assert_eq!((reply.status, reply.header("cache-control")), (StatusCode::FOUND, "no-store"));
        let asked = query(reply.header("location"));
        assert!(reply.header("location").starts_with(&format!("{}/authorize?", desk.provider.url)));
        assert_eq!(
            asked["redirect_uri"],
            format!("https://mwanga.example/auth/callback/{name}"),
            "never by the Host header"
        );
        assert_eq!(
            (asked["response_type"].as_str(), asked["client_id"].as_str(), asked["code_challenge_method"].as_str()),
            ("code", CLIENT_ID, "S256")
        );
        assert_eq!((asked["state"].len(), asked["code_challenge"].len()), (64, 43));
        assert_eq!(asked.get("nonce").map(String::len), (name != "facebook").then_some(64));
        assert!(asked["scope"].split(' ').any(|scope| scope == "email"));
        let cookie = reply.set_cookie("mwanga_social").expect("a cookie");
        for part in ["HttpOnly", "SameSite=Lax", "Path=/api/auth", "Secure", "Max-Age=600"] {
            assert!(cookie.contains(part), "{part} in {cookie}");
        }
        for value in asked.values() {
            assert!(!cookie.contains(value.as_str()), "the cookie tells nothing that the provider saw");
        }
        let again = desk.leave(name).await;
        assert_ne!(
            (again.state, query(&again.page)["code_challenge"].clone()),
            (asked["state"].clone(), asked["code_challenge"].clone())
        );
    }
}

#[tokio::test]
async fn a_new_person_gets_an_account_and_finds_it_again() {
    let desk = Desk::new().await;
    let reply = desk.sign_in("google", amina()).await;
    let session = reply.ok();
    assert_eq!(
        (&session["email"], &session["username"], &session["role"]),
        (&json!("amina@example.com"), &json!("Amina W."), &json!("reader"))
    );
    assert_eq!((&session["is_admin"], &session["message"]), (&json!(false), &json!("Logged in successfully!")));
    assert!(reply.set_cookie("mwanga_reader").is_some_and(|cookie| cookie.contains("HttpOnly")));
    assert!(
        reply.set_cookie("mwanga_social").is_some_and(|cookie| cookie.contains("Max-Age=0")),
        "the sign-in is over"
    );
    let profile = desk.profile(&reply).await;
    assert_eq!(
        (&profile["providers"], &profile["email_verified"], &profile["has_password"]),
        (&json!(["google"]), &json!(true), &json!(false))
    );
    assert_eq!(desk.app.mails_to("amina@example.com").await.len(), 0);
    // By what the provider calls her, whatever her address there is by now.
    let mut moved = unverified(amina());
    moved["email"] = json!("amina@elsewhere.example");
    let again = desk.profile(&desk.sign_in("google", moved).await).await;
    assert_eq!((&again["id"], &again["email"]), (&profile["id"], &json!("amina@example.com")));
    // Another person with her name, and the same one elsewhere.
    let other = desk
        .sign_in(
            "google",
            json!({ "sub": "amina-2", "email": "amina2@example.com", "email_verified": true, "name": "<b>\u{202e}" }),
        )
        .await
        .ok();
    assert_eq!(other["username"], "amina2", "a name that hides something is none");
    let elsewhere = desk.profile(&desk.sign_in("linkedin", amina()).await).await;
    assert_eq!((&elsewhere["id"], &elsewhere["providers"]), (&profile["id"], &json!(["google", "linkedin"])));
    assert_eq!(desk.accounts().await, 2);
}

#[tokio::test]
async fn an_address_may_be_told_apart_from_the_id_token() {
    let desk = Desk::new().await;
    desk.provider.tell_at_me(&["email", "email_verified", "name"]);
    let profile = desk.profile(&desk.sign_in("linkedin", amina()).await).await;
    assert_eq!(
        (&profile["email"], &profile["email_verified"], &profile["providers"]),
        (&json!("amina@example.com"), &json!(true), &json!(["linkedin"]))
    );
}

#[tokio::test]
async fn facebook_knows_no_verified_address() {
    let desk = Desk::new().await;
    let person = json!({ "sub": "77", "email": "juma@example.com", "name": "Juma" });
    let first = desk.profile(&desk.sign_in("facebook", person.clone()).await).await;
    assert_eq!((&first["email_verified"], &first["providers"]), (&json!(false), &json!(["facebook"])));
    assert_eq!(desk.app.mails_to("juma@example.com").await.len(), 1, "the address is asked");
    assert_eq!(desk.profile(&desk.sign_in("facebook", person).await).await["id"], first["id"]);
    let nobody = desk.sign_in("facebook", json!({ "sub": "78", "name": "Juma" })).await;
    assert_eq!(nobody.problem().is(), (422, "account.no_email"));
    assert_eq!(desk.accounts().await, 1);
}

#[tokio::test]
async fn an_unverified_address_leads_to_nobodys_account_but_ones_own() {
    let desk = Desk::new().await;
    desk.register("amina@example.com").await.ok();
    desk.verify("amina@example.com").await;
    for name in ["google", "linkedin", "facebook"] {
        let reply = desk.sign_in(name, unverified(amina())).await;
        assert_eq!(reply.problem().is(), (409, "account.sign_in_first"), "{name}");
        assert!(reply.set_cookie("mwanga_reader").is_none());
    }
    // The browser of somebody else does not help.
    desk.register("juma@example.com").await.ok();
    let (hers, his) = (
        desk.login("amina@example.com").await.reader_cookie().unwrap(),
        desk.login("juma@example.com").await.reader_cookie().unwrap(),
    );
    for (cookie, status) in [(&his, StatusCode::CONFLICT), (&hers, StatusCode::OK)] {
        let away = desk.leave("facebook").await;
        let code = desk.provider.consent(&away.page, unverified(amina()));
        let reply = desk
            .callback("facebook", &code, &away.state, &format!("mwanga_social={}; mwanga_reader={cookie}", away.cookie))
            .await;
        assert_eq!(reply.status, status, "{}", reply.text());
    }
    let profile = desk.profile(&desk.sign_in("facebook", unverified(amina())).await).await;
    assert_eq!(
        (&profile["providers"], &profile["has_password"]),
        (&json!(["facebook"]), &json!(true)),
        "from then on it is known"
    );
}

#[tokio::test]
async fn a_verified_address_joins_what_is_verified_on_both_sides() {
    let desk = Desk::new().await;
    let registered = desk.register("Amina@Example.com").await;
    desk.verify("Amina@Example.com").await;
    let profile = desk.profile(&desk.sign_in("google", amina()).await).await;
    assert_eq!((&profile["has_password"], &profile["username"]), (&json!(true), &json!("Amina")));
    assert_eq!(desk.profile(&registered).await["id"], profile["id"], "her session goes on");
    desk.login("amina@example.com").await.ok();
}

/// A stranger opens an account with somebody's address and waits for them.
#[tokio::test]
async fn who_proves_an_address_gets_the_account_alone() {
    let desk = Desk::new().await;
    let stranger = json!({ "sub": "evil", "email": "amina@example.com", "name": "Evil" });
    let by_facebook = desk.sign_in("facebook", stranger.clone()).await;
    let id = desk.profile(&by_facebook).await["id"].clone();
    let code = desk.app.code_mailed_to("amina@example.com").await;
    let reply = desk.sign_in("google", amina()).await;
    let profile = desk.profile(&reply).await;
    assert_eq!(
        (&profile["id"], &profile["username"], &profile["providers"]),
        (&id, &json!("Amina W."), &json!(["google"]))
    );
    assert_eq!(desk.caller(&by_facebook).get("/api/auth/profile").await.problem().is(), (401, "auth.session_expired"));
    assert_eq!(desk.sign_in("facebook", stranger).await.problem().is(), (409, "account.sign_in_first"));
    // What was mailed was mailed to her.
    desk.app.anyone().post("/api/auth/verify-email", json!({ "code": code })).await.ok();
    desk.caller(&reply).get("/api/auth/profile").await.ok();
}

#[tokio::test]
async fn the_password_of_a_stranger_does_not_survive() {
    let desk = Desk::new().await;
    let stranger = desk.register("amina@example.com").await;
    let cookie = stranger.reader_cookie().unwrap();
    let profile = desk.profile(&desk.sign_in("google", amina()).await).await;
    assert_eq!((&profile["has_password"], &profile["email_verified"]), (&json!(false), &json!(true)));
    assert_eq!(desk.login("amina@example.com").await.problem().is(), (401, "auth.invalid"));
    assert_eq!(desk.caller(&stranger).get("/api/auth/profile").await.problem().is(), (401, "auth.session_expired"));
    let refresh = desk.app.anyone().with_header("cookie", &format!("mwanga_reader={cookie}"));
    assert_eq!(
        refresh.post("/api/auth/refresh", json!({ "kind": "reader" })).await.problem().is(),
        (401, "auth.session_expired")
    );
}

#[tokio::test]
async fn a_password_by_mail_drops_the_identities_of_strangers() {
    let desk = Desk::new().await;
    let stranger = json!({ "sub": "evil", "email": "amina@example.com" });
    desk.sign_in("facebook", stranger.clone()).await.ok();
    desk.app.anyone().post("/api/auth/change-password", json!({ "email": "amina@example.com" })).await.ok();
    let code = desk.app.code_mailed_to("amina@example.com").await;
    desk.app.anyone().post("/api/auth/reset-password", json!({ "code": code, "password": PASSWORD })).await.ok();
    assert_eq!(desk.sign_in("facebook", stranger).await.problem().is(), (409, "account.sign_in_first"));
    assert_eq!(desk.profile(&desk.login("amina@example.com").await).await["providers"], json!([]));
    // Once the address is proved, her own ones stay.
    desk.sign_in("google", amina()).await.ok();
    desk.app.anyone().post("/api/auth/change-password", json!({ "email": "amina@example.com" })).await.ok();
    let code = desk.app.code_mailed_to("amina@example.com").await;
    desk.app.anyone().post("/api/auth/reset-password", json!({ "code": code, "password": PASSWORD })).await.ok();
    assert_eq!(desk.profile(&desk.login("amina@example.com").await).await["providers"], json!(["google"]));
}

#[tokio::test]
async fn staff_come_in_as_readers_and_keep_their_password() {
    let desk = Desk::new().await;
    let admin = desk.app.staff(Role::Admin).await;
    let mine = admin.get("/api/auth/profile").await.ok();
    let person = json!({ "sub": "boss", "email": mine["email"], "email_verified": true });
    assert_eq!(
        desk.sign_in("google", person.clone()).await.problem().is(),
        (409, "account.sign_in_first"),
        "the address is not proved here"
    );
    admin.get("/api/admin/posts").await.ok();
    let db = desk.app.core().store.writer();
    let mut row = account::Entity::find().one(db).await.unwrap().unwrap().into_active_model();
    row.email_verified_at = Set(Some(NOW));
    row.update(db).await.unwrap();
    let reply = desk.sign_in("google", person).await;
    assert_eq!((&reply.ok()["role"], &reply.ok()["is_admin"]), (&json!("reader"), &json!(false)));
    assert!(reply.set_cookie("mwanga_staff").is_none());
    assert_eq!(desk.caller(&reply).get("/api/admin/posts").await.problem().is(), (403, "auth.forbidden"));
}

#[tokio::test]
async fn an_id_token_that_is_not_ours_opens_nothing() {
    let desk = Desk::new().await;
    let changes: [(&str, Change); 11] = [
        ("another nonce", |claims| claims["nonce"] = json!("0".repeat(64))),
        ("no nonce", |claims| claims["nonce"] = Value::Null),
        ("another audience", |claims| claims["aud"] = json!("somebody-else")),
        ("two audiences", |claims| claims["aud"] = json!([CLIENT_ID, "somebody-else"])),
        ("another party", |claims| claims["azp"] = json!("somebody-else")),
        ("no audience", |claims| claims["aud"] = Value::Null),
        ("another issuer", |claims| claims["iss"] = json!("https://evil.example")),
        ("too old", |claims| claims["exp"] = json!(NOW.0 / 1000 - 61)),
        ("no end", |claims| claims["exp"] = Value::Null),
        ("nobody", |claims| claims["sub"] = json!("")),
        ("a number for a name", |claims| claims["sub"] = json!(7)),
    ];
    for name in ["google", "linkedin"] {
        for (what, change) in changes {
            desk.provider.change_claims(change);
            let reply = desk.sign_in(name, amina()).await;
            assert_eq!(reply.problem().is(), (400, "auth.social_failed"), "{name}: {what}");
            assert!(reply.set_cookie("mwanga_reader").is_none());
        }
        desk.provider.behave();
        for signature in [Signature::None, Signature::Stranger, Signature::PublicKeyAsSecret] {
            desk.provider.sign_with(signature);
            assert_eq!(
                desk.sign_in(name, amina()).await.problem().is(),
                (400, "auth.social_failed"),
                "{name}: {signature:?}"
            );
        }
        desk.provider.behave();
    }
    assert_eq!(desk.accounts().await, 0);
    desk.sign_in("google", amina()).await.ok();
}

#[tokio::test]
async fn a_key_that_is_new_is_asked_for_once_a_minute() {
    let desk = Desk::new().await;
    desk.sign_in("google", amina()).await.ok();
    desk.provider.sign_with(Signature::NewKey);
    assert_eq!(desk.sign_in("google", amina()).await.problem().is(), (400, "auth.social_failed"));
    desk.app.clock.advance_ms(61_000);
    desk.sign_in("google", amina()).await.ok();
}

#[tokio::test]
async fn only_the_browser_that_began_finishes_and_once() {
    let desk = Desk::new().await;
    let (mine, other) = (desk.leave("google").await, desk.leave("google").await);
    let code = desk.provider.consent(&mine.page, amina());
    let cookie = |value: &str| format!("mwanga_social={value}");
    let (seed, rest) = mine.cookie.split_once('.').unwrap();
    let (ends, signature) = rest.split_once('.').unwrap();
    for (what, name, state, cookies) in [
        ("another browser", "google", mine.state.as_str(), String::new()),
        ("a stolen state", "google", &mine.state, cookie(&other.cookie)),
        ("another state", "google", &other.state, cookie(&mine.cookie)),
        ("no state", "google", "", cookie(&mine.cookie)),
        ("another provider", "linkedin", &mine.state, cookie(&mine.cookie)),
        ("a longer life", "google", &mine.state, cookie(&format!("{seed}.9{ends}.{signature}"))),
        ("no signature", "google", &mine.state, cookie(&format!("{seed}.{ends}."))),
        ("garbage", "google", &mine.state, cookie("....")),
    ] {
        assert_eq!(
            desk.callback(name, &code, state, &cookies).await.problem().is(),
            (400, "auth.social_failed"),
            "{what}"
        );
    }
    assert_eq!(
        desk.callback("google", "", &mine.state, &cookie(&mine.cookie)).await.problem().is(),
        (400, "auth.social_failed"),
        "no code"
    );
    // The code was not spent by any of these.
    desk.come_back("google", &mine, &code).await.ok();
    assert_eq!(
        desk.come_back("google", &mine, &code).await.problem().is(),
        (400, "auth.social_failed"),
        "a code that was used"
    );
    // A code of a sign-in that an attacker began does not fit the victim's: PKCE.
    let injected = desk
        .provider
        .consent(&desk.leave("facebook").await.page, json!({ "sub": "evil", "email": "evil@example.com" }));
    let victim = desk.leave("facebook").await;
    assert_eq!(
        desk.come_back("facebook", &victim, &injected).await.problem().is(),
        (400, "auth.social_failed"),
        "a code of another sign-in"
    );
    assert_eq!(desk.accounts().await, 1);
}

#[tokio::test]
async fn a_sign_in_at_the_provider_may_take_ten_minutes() {
    let desk = Desk::new().await;
    for (waited_ms, status) in [(599_000, StatusCode::OK), (600_000, StatusCode::BAD_REQUEST)] {
        let away = desk.leave("facebook").await;
        let code = desk.provider.consent(&away.page, amina());
        desk.app.clock.advance_ms(waited_ms);
        assert_eq!(desk.come_back("facebook", &away, &code).await.status, status);
    }
}

#[tokio::test]
async fn a_refusal_is_said_as_one() {
    let desk = Desk::new().await;
    for (error, code) in [
        ("access_denied", "auth.social_declined"),
        ("user_cancelled_login", "auth.social_declined"),
        ("server_error", "auth.social_failed"),
        ("%3Cb%3E", "auth.social_failed"),
    ] {
        let away = desk.leave("google").await;
        let path = format!("/api/auth/callback/google?error={error}&state={}", away.state);
        let reply = desk.app.anyone().get_with(&path, &[("cookie", &format!("mwanga_social={}", away.cookie))]).await;
        assert_eq!(reply.problem().is(), (400, code), "{error}");
    }
}

#[tokio::test]
async fn without_a_client_there_is_a_page_that_says_so() {
    let app = TestApp::new().await;
    for name in ["google", "facebook", "linkedin"] {
        let reply = app.get(&format!("/api/auth/login/{name}")).await;
        assert_eq!(
            (reply.status, reply.header("location")),
            (StatusCode::FOUND, format!("{BASE}/auth/callback/{name}?error=unavailable").as_str())
        );
        assert!(reply.set_cookie("mwanga_social").is_none());
        assert_eq!(
            app.get(&format!("/api/auth/callback/{name}?error=unavailable")).await.problem().is(),
            (400, "auth.social_failed")
        );
    }
    for path in ["/api/auth/login/myspace", "/api/auth/callback/myspace", "/api/auth/login/Google"] {
        assert_eq!(app.get(path).await.problem().is(), (404, "not_found"), "{path}");
    }
}

#[tokio::test]
async fn a_provider_that_fails_is_said_to_and_soon() {
    let desk = Desk::new().await;
    let away_at = |path, fault| {
        desk.provider.behave();
        desk.provider.fail_at(path, fault);
    };
    for fault in [Fault::Status(500), Fault::Status(404), Fault::Garbage, Fault::Huge, Fault::Redirects, Fault::Hangs] {
        // One that hangs takes its time here too.
        let paths: &[_] =
            if matches!(fault, Fault::Hangs) { &["/keys"] } else { &["/.well-known/openid-configuration", "/keys"] };
        for &path in paths {
            away_at(path, fault);
            let began = Instant::now();
            let reply = desk.app.get("/api/auth/login/linkedin").await;
            assert_eq!(
                reply.header("location"),
                format!("{BASE}/auth/callback/linkedin?error=temporarily_unavailable"),
                "{path}: {fault:?}"
            );
            assert!(began.elapsed() < PATIENCE, "{path}: {fault:?} took {:?}", began.elapsed());
        }
    }
    for (path, fault, problem) in [
        ("/token", Fault::Status(503), (502, "auth.social_unavailable")),
        ("/token", Fault::Huge, (502, "auth.social_unavailable")),
        ("/token", Fault::Hangs, (502, "auth.social_unavailable")),
        ("/token", Fault::Garbage, (400, "auth.social_failed")),
        ("/token", Fault::Redirects, (400, "auth.social_failed")),
        ("/me", Fault::Status(401), (502, "auth.social_unavailable")),
        ("/me", Fault::Garbage, (502, "auth.social_unavailable")),
        ("/me", Fault::Huge, (502, "auth.social_unavailable")),
        ("/me", Fault::Redirects, (502, "auth.social_unavailable")),
    ] {
        away_at(path, fault);
        let began = Instant::now();
        let reply = desk.sign_in("facebook", amina()).await;
        assert_eq!(reply.problem().is(), problem, "{path}: {fault:?}");
        assert!(began.elapsed() < PATIENCE, "{path}: {fault:?} took {:?}", began.elapsed());
        assert!(reply.set_cookie("mwanga_reader").is_none());
    }
    assert_eq!(desk.accounts().await, 0);
    desk.provider.behave();
    desk.sign_in("linkedin", amina()).await.ok();
}

#[tokio::test]
async fn many_at_once_make_one_account() {
    let desk = Desk::new().await;
    let replies = futures_util::future::join_all((0..6).map(|_| desk.sign_in("google", amina()))).await;
    for reply in replies.iter().filter(|reply| reply.status != StatusCode::OK) {
        assert_eq!(reply.status, StatusCode::CONFLICT, "{}", reply.text());
    }
    assert!(replies.iter().any(|reply| reply.status == StatusCode::OK));
    assert_eq!(desk.accounts().await, 1);
}

#[tokio::test]
async fn an_account_that_is_deleted_takes_its_identities_along() {
    let desk = Desk::new().await;
    let reply = desk.sign_in("google", amina()).await;
    let caller = desk.caller(&reply);
    caller.json(axum::http::Method::DELETE, "/api/auth/account", &json!({})).await.ok();
    assert_eq!(account_identity::Entity::find().count(desk.app.core().store.reader()).await.unwrap(), 0);
    let again = desk.profile(&desk.sign_in("google", amina()).await).await;
    assert_eq!(again["email"], "amina@example.com");
}

#[tokio::test]
async fn the_apis_own_host_sends_browsers_to_the_site_first() {
    let provider = IdentityProvider::start().await;
    let app = TestApp::with(|config| {
        provider.configure(config);
        config.http.api_host = Some("api.mwanga.example".to_owned());
    });
    let reply = app.await.anyone().get_with("/auth/login/google", &[("host", "api.mwanga.example")]).await;
    assert_eq!(
        (reply.status, reply.header("location")),
        (StatusCode::FOUND, format!("{BASE}/api/auth/login/google").as_str())
    );
    assert!(reply.set_cookie("mwanga_social").is_none(), "the site's host is where the browser comes back to");
}
