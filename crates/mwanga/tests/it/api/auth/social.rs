use std::collections::HashMap;
use std::time::Instant;

use mwanga_store::entities::{account, account_identity};
use sea_orm::{ActiveModelTrait, EntityTrait, IntoActiveModel, PaginatorTrait, Set};
use url::Url;

use crate::support::*;

const PASSWORD: &str = "jua na maji";

/// A site that is an OpenID Connect client of a provider.
struct SocialSite {
    app: TestApp,
    provider: IdentityProvider,
}

/// A browser that was redirected to a provider and is not back yet.
struct PendingSignIn {
    /// Where it was sent.
    page: String,
    cookie: String,
    state: String,
}

impl SocialSite {
    async fn new() -> Self {
        let provider = IdentityProvider::start().await;
        let app = TestApp::with(|config| provider.configure(config)).await;
        Self { app, provider }
    }

    async fn start_sign_in(&self, name: &str) -> PendingSignIn {
        let reply = self.app.get(&format!("/api/auth/login/{name}")).await;
        assert_eq!(reply.status, StatusCode::FOUND, "{}", reply.text());
        let page = reply.header("location").to_owned();
        let state = query(&page).remove("state").unwrap_or_else(|| panic!("no state in {page}"));
        PendingSignIn { page, cookie: reply.cookie_named("mwanga_social").expect("a cookie"), state }
    }

    /// Comes back from the provider with a code and everything that the browser kept.
    async fn finish_sign_in(&self, name: &str, pending: &PendingSignIn, code: &str) -> Reply {
        self.callback(name, code, &pending.state, &format!("mwanga_social={}", pending.cookie)).await
    }

    async fn callback(&self, name: &str, code: &str, state: &str, cookies: &str) -> Reply {
        self.app
            .anyone()
            .get_with(&format!("/api/auth/callback/{name}?code={code}&state={state}"), &[("cookie", cookies)])
            .await
    }

    /// The whole authorization code flow, for a person who consents.
    async fn sign_in(&self, name: &str, person: Value) -> Reply {
        let pending = self.start_sign_in(name).await;
        let code = self.provider.consent(&pending.page, person);
        self.finish_sign_in(name, &pending, &code).await
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

/// A change of the claims of an ID token.
type ClaimsChange = fn(&mut Value);

fn unverified(mut person: Value) -> Value {
    person["email_verified"] = json!(false);
    person
}

#[tokio::test]
async fn a_social_sign_in_redirects_with_pkce_state_and_nonce() {
    let site = SocialSite::new().await;
    for name in ["google", "linkedin", "facebook"] {
        let reply = site.app.anyone().get_with(&format!("/api/auth/login/{name}"), &[("host", "evil.example")]).await;
        assert_eq!((reply.status, reply.header("cache-control")), (StatusCode::FOUND, "no-store"));
        let asked = query(reply.header("location"));
        assert!(reply.header("location").starts_with(&format!("{}/authorize?", site.provider.url)));
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
            assert!(!cookie.contains(value.as_str()), "the cookie contains nothing that the provider saw");
        }
        let again = site.start_sign_in(name).await;
        assert_ne!(
            (again.state, query(&again.page)["code_challenge"].clone()),
            (asked["state"].clone(), asked["code_challenge"].clone())
        );
    }
}

#[tokio::test]
async fn a_social_sign_in_creates_an_account_and_finds_it_by_subject_later() {
    let site = SocialSite::new().await;
    let reply = site.sign_in("google", amina()).await;
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
    let profile = site.profile(&reply).await;
    assert_eq!(
        (&profile["providers"], &profile["email_verified"], &profile["has_password"]),
        (&json!(["google"]), &json!(true), &json!(false))
    );
    assert_eq!(site.app.mails_to("amina@example.com").await.len(), 0);
    // By what the provider calls her, whatever her address there is by now.
    let mut moved = unverified(amina());
    moved["email"] = json!("amina@elsewhere.example");
    let again = site.profile(&site.sign_in("google", moved).await).await;
    assert_eq!((&again["id"], &again["email"]), (&profile["id"], &json!("amina@example.com")));
    // Another person with her name, and the same one elsewhere.
    let other = site
        .sign_in(
            "google",
            json!({ "sub": "amina-2", "email": "amina2@example.com", "email_verified": true, "name": "<b>\u{202e}" }),
        )
        .await
        .ok();
    assert_eq!(other["username"], "amina2", "a name that hides something is none");
    let elsewhere = site.profile(&site.sign_in("linkedin", amina()).await).await;
    assert_eq!((&elsewhere["id"], &elsewhere["providers"]), (&profile["id"], &json!(["google", "linkedin"])));
    assert_eq!(site.accounts().await, 2);
}

#[tokio::test]
async fn an_email_missing_in_the_id_token_is_read_from_userinfo() {
    let site = SocialSite::new().await;
    site.provider.claims_only_in_userinfo(&["email", "email_verified", "name"]);
    let profile = site.profile(&site.sign_in("linkedin", amina()).await).await;
    assert_eq!(
        (&profile["email"], &profile["email_verified"], &profile["providers"]),
        (&json!("amina@example.com"), &json!(true), &json!(["linkedin"]))
    );
}

#[tokio::test]
async fn an_address_from_facebook_counts_as_unverified() {
    let site = SocialSite::new().await;
    let person = json!({ "sub": "77", "email": "juma@example.com", "name": "Juma" });
    let first = site.profile(&site.sign_in("facebook", person.clone()).await).await;
    assert_eq!((&first["email_verified"], &first["providers"]), (&json!(false), &json!(["facebook"])));
    assert_eq!(site.app.mails_to("juma@example.com").await.len(), 1, "the address is asked");
    assert_eq!(site.profile(&site.sign_in("facebook", person).await).await["id"], first["id"]);
    let nobody = site.sign_in("facebook", json!({ "sub": "78", "name": "Juma" })).await;
    assert_eq!(nobody.problem().is(), (422, "account.no_email"));
    assert_eq!(site.accounts().await, 1);
}

#[tokio::test]
async fn an_unverified_address_links_only_the_signed_in_account() {
    let site = SocialSite::new().await;
    site.register("amina@example.com").await.ok();
    site.verify("amina@example.com").await;
    for name in ["google", "linkedin", "facebook"] {
        let reply = site.sign_in(name, unverified(amina())).await;
        assert_eq!(reply.problem().is(), (409, "account.sign_in_first"), "{name}");
        assert!(reply.set_cookie("mwanga_reader").is_none());
    }
    // The browser of somebody else does not help.
    site.register("juma@example.com").await.ok();
    let (hers, his) = (
        site.login("amina@example.com").await.reader_cookie().unwrap(),
        site.login("juma@example.com").await.reader_cookie().unwrap(),
    );
    for (cookie, status) in [(&his, StatusCode::CONFLICT), (&hers, StatusCode::OK)] {
        let pending = site.start_sign_in("facebook").await;
        let code = site.provider.consent(&pending.page, unverified(amina()));
        let reply = site
            .callback(
                "facebook",
                &code,
                &pending.state,
                &format!("mwanga_social={}; mwanga_reader={cookie}", pending.cookie),
            )
            .await;
        assert_eq!(reply.status, status, "{}", reply.text());
    }
    let profile = site.profile(&site.sign_in("facebook", unverified(amina())).await).await;
    assert_eq!(
        (&profile["providers"], &profile["has_password"]),
        (&json!(["facebook"]), &json!(true)),
        "from then on it is known"
    );
}

#[tokio::test]
async fn an_address_verified_on_both_sides_links_the_account() {
    let site = SocialSite::new().await;
    let registered = site.register("Amina@Example.com").await;
    site.verify("Amina@Example.com").await;
    let profile = site.profile(&site.sign_in("google", amina()).await).await;
    assert_eq!((&profile["has_password"], &profile["username"]), (&json!(true), &json!("Amina")));
    assert_eq!(site.profile(&registered).await["id"], profile["id"], "her session goes on");
    site.login("amina@example.com").await.ok();
}

/// A stranger opens an account with somebody's address and waits for them.
#[tokio::test]
async fn verifying_an_address_removes_the_identities_of_a_stranger() {
    let site = SocialSite::new().await;
    let stranger = json!({ "sub": "evil", "email": "amina@example.com", "name": "Evil" });
    let by_facebook = site.sign_in("facebook", stranger.clone()).await;
    let id = site.profile(&by_facebook).await["id"].clone();
    let code = site.app.code_mailed_to("amina@example.com").await;
    let reply = site.sign_in("google", amina()).await;
    let profile = site.profile(&reply).await;
    assert_eq!(
        (&profile["id"], &profile["username"], &profile["providers"]),
        (&id, &json!("Amina W."), &json!(["google"]))
    );
    assert_eq!(site.caller(&by_facebook).get("/api/auth/profile").await.problem().is(), (401, "auth.session_expired"));
    assert_eq!(site.sign_in("facebook", stranger).await.problem().is(), (409, "account.sign_in_first"));
    // The code was mailed to the owner of the address.
    site.app.anyone().post("/api/auth/verify-email", json!({ "code": code })).await.ok();
    site.caller(&reply).get("/api/auth/profile").await.ok();
}

#[tokio::test]
async fn a_verified_sign_in_removes_the_password_of_a_stranger() {
    let site = SocialSite::new().await;
    let stranger = site.register("amina@example.com").await;
    let cookie = stranger.reader_cookie().unwrap();
    let profile = site.profile(&site.sign_in("google", amina()).await).await;
    assert_eq!((&profile["has_password"], &profile["email_verified"]), (&json!(false), &json!(true)));
    assert_eq!(site.login("amina@example.com").await.problem().is(), (401, "auth.invalid"));
    assert_eq!(site.caller(&stranger).get("/api/auth/profile").await.problem().is(), (401, "auth.session_expired"));
    let refresh = site.app.anyone().with_header("cookie", &format!("mwanga_reader={cookie}"));
    assert_eq!(
        refresh.post("/api/auth/refresh", json!({ "kind": "reader" })).await.problem().is(),
        (401, "auth.session_expired")
    );
}

#[tokio::test]
async fn a_password_reset_removes_identities_linked_before_verification() {
    let site = SocialSite::new().await;
    let stranger = json!({ "sub": "evil", "email": "amina@example.com" });
    site.sign_in("facebook", stranger.clone()).await.ok();
    site.app.anyone().post("/api/auth/change-password", json!({ "email": "amina@example.com" })).await.ok();
    let code = site.app.code_mailed_to("amina@example.com").await;
    site.app.anyone().post("/api/auth/reset-password", json!({ "code": code, "password": PASSWORD })).await.ok();
    assert_eq!(site.sign_in("facebook", stranger).await.problem().is(), (409, "account.sign_in_first"));
    assert_eq!(site.profile(&site.login("amina@example.com").await).await["providers"], json!([]));
    // Once the address is proved, her own ones stay.
    site.sign_in("google", amina()).await.ok();
    site.app.anyone().post("/api/auth/change-password", json!({ "email": "amina@example.com" })).await.ok();
    let code = site.app.code_mailed_to("amina@example.com").await;
    site.app.anyone().post("/api/auth/reset-password", json!({ "code": code, "password": PASSWORD })).await.ok();
    assert_eq!(site.profile(&site.login("amina@example.com").await).await["providers"], json!(["google"]));
}

#[tokio::test]
async fn staff_who_sign_in_by_a_provider_get_reader_rights_only() {
    let site = SocialSite::new().await;
    let admin = site.app.staff(Role::Admin).await;
    let mine = admin.get("/api/auth/profile").await.ok();
    let person = json!({ "sub": "boss", "email": mine["email"], "email_verified": true });
    assert_eq!(
        site.sign_in("google", person.clone()).await.problem().is(),
        (409, "account.sign_in_first"),
        "the address is not proved here"
    );
    admin.get("/api/admin/posts").await.ok();
    let db = site.app.core().store.writer();
    let mut row = account::Entity::find().one(db).await.unwrap().unwrap().into_active_model();
    row.email_verified_at = Set(Some(NOW));
    row.update(db).await.unwrap();
    let reply = site.sign_in("google", person).await;
    assert_eq!((&reply.ok()["role"], &reply.ok()["is_admin"]), (&json!("reader"), &json!(false)));
    assert!(reply.set_cookie("mwanga_staff").is_none());
    assert_eq!(site.caller(&reply).get("/api/admin/posts").await.problem().is(), (403, "auth.forbidden"));
}

#[tokio::test]
async fn an_id_token_with_wrong_claims_or_signature_answers_400() {
    let site = SocialSite::new().await;
    let changes: [(&str, ClaimsChange); 11] = [
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
            site.provider.change_claims(change);
            let reply = site.sign_in(name, amina()).await;
            assert_eq!(reply.problem().is(), (400, "auth.social_failed"), "{name}: {what}");
            assert!(reply.set_cookie("mwanga_reader").is_none());
        }
        site.provider.behave();
        for signature in [Signature::None, Signature::Stranger, Signature::PublicKeyAsSecret] {
            site.provider.sign_with(signature);
            assert_eq!(
                site.sign_in(name, amina()).await.problem().is(),
                (400, "auth.social_failed"),
                "{name}: {signature:?}"
            );
        }
        site.provider.behave();
    }
    assert_eq!(site.accounts().await, 0);
    site.sign_in("google", amina()).await.ok();
}

#[tokio::test]
async fn a_rotated_signing_key_is_fetched_at_most_once_a_minute() {
    let site = SocialSite::new().await;
    site.sign_in("google", amina()).await.ok();
    site.provider.sign_with(Signature::NewKey);
    assert_eq!(site.sign_in("google", amina()).await.problem().is(), (400, "auth.social_failed"));
    site.app.clock.advance_ms(61_000);
    site.sign_in("google", amina()).await.ok();
}

#[tokio::test]
async fn only_the_browser_that_began_a_sign_in_can_finish_it_and_once() {
    let site = SocialSite::new().await;
    let (mine, other) = (site.start_sign_in("google").await, site.start_sign_in("google").await);
    let code = site.provider.consent(&mine.page, amina());
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
            site.callback(name, &code, state, &cookies).await.problem().is(),
            (400, "auth.social_failed"),
            "{what}"
        );
    }
    assert_eq!(
        site.callback("google", "", &mine.state, &cookie(&mine.cookie)).await.problem().is(),
        (400, "auth.social_failed"),
        "no code"
    );
    // The code was not spent by any of these.
    site.finish_sign_in("google", &mine, &code).await.ok();
    assert_eq!(
        site.finish_sign_in("google", &mine, &code).await.problem().is(),
        (400, "auth.social_failed"),
        "a code that was used"
    );
    // A code of a sign-in that an attacker began does not fit the victim's: PKCE.
    let injected = site
        .provider
        .consent(&site.start_sign_in("facebook").await.page, json!({ "sub": "evil", "email": "evil@example.com" }));
    let victim = site.start_sign_in("facebook").await;
    assert_eq!(
        site.finish_sign_in("facebook", &victim, &injected).await.problem().is(),
        (400, "auth.social_failed"),
        "a code of another sign-in"
    );
    assert_eq!(site.accounts().await, 1);
}

#[tokio::test]
async fn a_sign_in_at_the_provider_expires_after_ten_minutes() {
    let site = SocialSite::new().await;
    for (waited_ms, status) in [(599_000, StatusCode::OK), (600_000, StatusCode::BAD_REQUEST)] {
        let pending = site.start_sign_in("facebook").await;
        let code = site.provider.consent(&pending.page, amina());
        site.app.clock.advance_ms(waited_ms);
        assert_eq!(site.finish_sign_in("facebook", &pending, &code).await.status, status);
    }
}

#[tokio::test]
async fn a_declined_consent_and_a_provider_error_have_different_codes() {
    let site = SocialSite::new().await;
    for (error, code) in [
        ("access_denied", "auth.social_declined"),
        ("user_cancelled_login", "auth.social_declined"),
        ("server_error", "auth.social_failed"),
        ("%3Cb%3E", "auth.social_failed"),
    ] {
        let pending = site.start_sign_in("google").await;
        let path = format!("/api/auth/callback/google?error={error}&state={}", pending.state);
        let reply =
            site.app.anyone().get_with(&path, &[("cookie", &format!("mwanga_social={}", pending.cookie))]).await;
        assert_eq!(reply.problem().is(), (400, code), "{error}");
    }
}

#[tokio::test]
async fn an_unconfigured_provider_redirects_with_error_unavailable() {
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
async fn a_failing_or_hanging_provider_is_reported_within_8_seconds() {
    let site = SocialSite::new().await;
    let fail_at = |path, fault| {
        site.provider.behave();
        site.provider.fail_at(path, fault);
    };
    for fault in [Fault::Status(500), Fault::Status(404), Fault::Garbage, Fault::Huge, Fault::Redirects, Fault::Hangs] {
        // One that hangs takes its time here too.
        let paths: &[_] =
            if matches!(fault, Fault::Hangs) { &["/keys"] } else { &["/.well-known/openid-configuration", "/keys"] };
        for &path in paths {
            fail_at(path, fault);
            let began = Instant::now();
            let reply = site.app.get("/api/auth/login/linkedin").await;
            assert_eq!(
                reply.header("location"),
                format!("{BASE}/auth/callback/linkedin?error=temporarily_unavailable"),
                "{path}: {fault:?}"
            );
            assert!(began.elapsed() < CLIENT_TIMEOUT, "{path}: {fault:?} took {:?}", began.elapsed());
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
        fail_at(path, fault);
        let began = Instant::now();
        let reply = site.sign_in("facebook", amina()).await;
        assert_eq!(reply.problem().is(), problem, "{path}: {fault:?}");
        assert!(began.elapsed() < CLIENT_TIMEOUT, "{path}: {fault:?} took {:?}", began.elapsed());
        assert!(reply.set_cookie("mwanga_reader").is_none());
    }
    assert_eq!(site.accounts().await, 0);
    site.provider.behave();
    site.sign_in("linkedin", amina()).await.ok();
}

#[tokio::test]
async fn concurrent_first_sign_ins_of_one_person_create_one_account() {
    let site = SocialSite::new().await;
    let replies = futures_util::future::join_all((0..6).map(|_| site.sign_in("google", amina()))).await;
    for reply in replies.iter().filter(|reply| reply.status != StatusCode::OK) {
        assert_eq!(reply.status, StatusCode::CONFLICT, "{}", reply.text());
    }
    assert!(replies.iter().any(|reply| reply.status == StatusCode::OK));
    assert_eq!(site.accounts().await, 1);
}

#[tokio::test]
async fn deleting_an_account_deletes_its_identities() {
    let site = SocialSite::new().await;
    let reply = site.sign_in("google", amina()).await;
    let caller = site.caller(&reply);
    caller.json(axum::http::Method::DELETE, "/api/auth/account", &json!({})).await.ok();
    assert_eq!(account_identity::Entity::find().count(site.app.core().store.reader()).await.unwrap(), 0);
    let again = site.profile(&site.sign_in("google", amina()).await).await;
    assert_eq!(again["email"], "amina@example.com");
}

#[tokio::test]
async fn a_sign_in_on_the_api_host_redirects_to_the_sites_host() {
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
