//! Access tokens: forged, expired, and those whose claims contradict the session.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use mwanga_core::accounts::TOKEN_TTL_S;
use secrecy::ExposeSecret;

use crate::support::*;

pub fn claims(token: &str) -> Value {
    serde_json::from_slice(&BASE64.decode(token.split('.').nth(1).unwrap()).unwrap()).unwrap()
}

fn signed(claims: &Value, algorithm: Algorithm, key: &[u8]) -> String {
    jsonwebtoken::encode(&Header::new(algorithm), claims, &EncodingKey::from_secret(key)).unwrap()
}

#[tokio::test]
async fn an_access_token_has_the_claims_that_the_browser_reads() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let claims = claims(editor.token.as_ref().unwrap());
    assert!(claims["sub"].is_string() && claims["email"].is_string() && claims["sid"].is_string(), "{claims}");
    assert_eq!((&claims["is_admin"], &claims["role"]), (&json!(true), &json!("editor")));
    assert_eq!(claims["exp"], NOW.0 / 1000 + 3_600);
}

#[tokio::test]
async fn a_forged_or_changed_token_answers_401() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let token = editor.token.clone().unwrap();
    let key = app.core().keys.key("bearer").to_vec();
    let parts: Vec<&str> = token.split('.').collect();
    let claims = claims(&token);
    let none = BASE64.encode(r#"{"alg":"none","typ":"JWT"}"#);
    let mut raised = claims.clone();
    raised["role"] = json!("admin");
    let raised = BASE64.encode(raised.to_string());
    for (attack, token) in [
        ("no algorithm", format!("{none}.{}.", parts[1])),
        ("no algorithm, old signature", format!("{none}.{}.{}", parts[1], parts[2])),
        ("another key", signed(&claims, Algorithm::HS256, b"another key of more than 32 characters")),
        ("an empty key", signed(&claims, Algorithm::HS256, b"")),
        ("another algorithm", signed(&claims, Algorithm::HS512, &key)),
        ("changed claims", format!("{}.{raised}.{}", parts[0], parts[2])),
        ("no signature", format!("{}.{}.", parts[0], parts[1])),
        ("half a token", token[..token.len() / 2].to_owned()),
        ("garbage", "garbage".to_owned()),
        ("dots", "..".to_owned()),
        ("a megabyte", "x".repeat(30_000)),
    ] {
        assert_eq!(
            editor.with_token(&token).get("/api/admin/posts").await.problem().is(),
            (401, "auth.token_invalid"),
            "{attack}"
        );
    }
    // The same way of signing with nothing changed is good: the attacks failed for the right reason.
    assert_eq!(
        editor.with_token(&signed(&claims, Algorithm::HS256, &key)).get("/api/admin/posts").await.status,
        StatusCode::OK
    );
}

#[tokio::test]
async fn claims_that_contradict_the_sessions_row_are_refused() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let reader = app.reader().await;
    let key = app.core().keys.key("bearer").to_vec();
    let claims = claims(editor.token.as_ref().unwrap());
    let other = self::claims(reader.token.as_ref().unwrap())["sub"].clone();
    for (name, value) in [
        ("sub", other),
        ("role", json!("admin")),
        ("role", json!("reader")),
        ("is_admin", json!(false)),
        ("nbf", json!(NOW.0 / 1000 + 3_600)),
    ] {
        let mut changed = claims.clone();
        changed[name] = value.clone();
        let token = signed(&changed, Algorithm::HS256, &key);
        assert_eq!(
            editor.with_token(&token).get("/api/admin/posts").await.status,
            StatusCode::UNAUTHORIZED,
            "{name}: {value}"
        );
    }
}

#[tokio::test]
async fn a_token_of_an_earlier_version_is_valid_until_it_expires() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let mut claims = claims(editor.token.as_ref().unwrap());
    claims.as_object_mut().unwrap().remove("nbf");
    let token = signed(&claims, Algorithm::HS256, app.core().config.keys.secret.expose_secret().as_bytes());
    assert_eq!(editor.with_token(&token).get("/api/admin/posts").await.status, StatusCode::OK);
    app.clock.advance_ms(TOKEN_TTL_S * 1_000);
    assert_eq!(editor.with_token(&token).get("/api/admin/posts").await.problem().is(), (401, "auth.session_expired"));
}

#[tokio::test]
async fn an_access_token_expires_after_one_hour() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    app.clock.advance_ms(TOKEN_TTL_S * 1_000 - 1_000);
    assert_eq!(editor.get("/api/admin/posts").await.status, StatusCode::OK);
    app.clock.advance_ms(1_000);
    assert_eq!(editor.get("/api/admin/posts").await.problem().is(), (401, "auth.session_expired"));
}

#[tokio::test]
async fn a_token_with_an_unknown_session_answers_401() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let mut claims = claims(editor.token.as_ref().unwrap());
    claims["sid"] = json!("another");
    let token = signed(&claims, Algorithm::HS256, &app.core().keys.key("bearer"));
    assert_eq!(editor.with_token(&token).get("/api/admin/posts").await.status, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn a_request_without_a_token_answers_401_auth_required() {
    let app = TestApp::new().await;
    for header in ["", "Bearer", "Bearer ", "Basic YTpi", "token"] {
        let problem = app.anyone().get_with("/api/admin/posts", &[("authorization", header)]).await.problem();
        assert_eq!((problem.is(), problem.error.as_str()), ((401, "auth.required"), "Please sign in."), "{header}");
    }
}
