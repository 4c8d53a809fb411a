//! The real binary.

use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::support::*;

const PASSWORD: &str = "a lamp in the window";

fn output_text(output: &std::process::Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

#[tokio::test]
async fn migrate_creates_the_schema_and_can_be_repeated() {
    let site = Site::new().await;
    for _ in 0..2 {
        let output = site.run(&["migrate"]).await;
        assert!(output.status.success(), "{}", output_text(&output));
    }
}

#[tokio::test]
async fn concurrent_migrations_all_succeed() {
    let site = Site::new().await;
    let outputs = futures_util::future::join_all((0..4).map(|_| site.run(&["migrate"]))).await;
    for output in outputs {
        assert!(output.status.success(), "{}", output_text(&output));
    }
    let server = site.serve().await;
    assert_eq!(server.get("/readyz").await.status, StatusCode::OK);
}

#[tokio::test]
async fn serve_prints_its_address_and_a_set_up_code_until_there_is_an_admin() {
    let site = Site::new().await;
    let server = site.serve().await;
    assert!(server.url.starts_with("http://127.0.0.1:") && !server.url.ends_with(":0"), "{}", server.url);
    let code = server.set_up_code().expect("a set-up code while there is no administrator").to_owned();
    assert_eq!(server.get("/api/site").await.ok()["base_url"], server.url);
    let address = format!("{}/admin-auth?setup_code={code}", server.url);
    assert!(server.startup_lines.contains(&address), "on a line of its own: {:?}", server.startup_lines);
    let first = server.get("/api/auth/admin/register").await.ok();
    assert_eq!(first, json!({ "first_account": "set_up_code" }));
    let register = json!({ "email": "amina@example.com", "password": PASSWORD, "setup_code": code });
    let session = server.post("/api/auth/admin/register", None, &register).await.ok();
    assert_eq!(server.get("/api/auth/admin/register").await.ok(), json!({ "first_account": null }));
    drop(server);
    assert_eq!(session["role"], "admin");
    assert_eq!(site.serve().await.set_up_code(), None, "there is an administrator now");
}

#[tokio::test]
async fn admin_create_works_beside_a_running_server_and_ends_the_set_up_code() {
    let site = Site::new().await;
    let server = site.serve().await;
    let code = server.set_up_code().unwrap().to_owned();
    let output = site.make_admin("amina@example.com", PASSWORD).await;
    assert!(output.status.success(), "{}", output_text(&output));
    assert!(!output_text(&output).contains(PASSWORD));
    let session = server
        .post("/api/auth/admin/login", None, &json!({ "email": "amina@example.com", "password": PASSWORD }))
        .await
        .ok();
    assert_eq!(session["role"], "admin");
    let register = json!({ "email": "other@example.com", "password": PASSWORD, "setup_code": code });
    assert_eq!(
        server.post("/api/auth/admin/register", None, &register).await.problem().is(),
        (403, "auth.registration_closed")
    );
}

#[tokio::test]
async fn admin_create_reads_the_password_from_the_environment_and_checks_it() {
    let site = Site::new().await;
    let create = ["admin", "create", "--email", "amina@example.com", "--role", "editor"];
    for (password, good) in [("short", false), ("", false), (PASSWORD, true)] {
        let output = site.command(&create).env("MWANGA_PASSWORD", password).output().await.unwrap();
        assert_eq!(output.status.success(), good, "{}", output_text(&output));
    }
    let output = site
        .command(&["admin", "create", "--email", "a@example.com", "--role", "editor", "--password", PASSWORD])
        .output()
        .await
        .unwrap();
    assert!(!output.status.success(), "a password on the command line is read by every process of the machine");
}

#[tokio::test]
async fn admin_create_for_an_existing_account_resets_password_and_sessions() {
    let site = Site::new().await;
    let server = site.serve().await;
    let login = json!({ "email": "amina@example.com", "password": PASSWORD });
    assert!(site.make_admin("amina@example.com", PASSWORD).await.status.success());
    let token = server.post("/api/auth/admin/login", None, &login).await.ok()["token"].as_str().unwrap().to_owned();
    assert!(site.make_admin("amina@example.com", "another lamp in the window").await.status.success());
    assert_eq!(
        server.post("/api/admin/posts", Some(&token), &json!({})).await.problem().is(),
        (401, "auth.session_expired")
    );
    assert_eq!(server.post("/api/auth/admin/login", None, &login).await.problem().is(), (401, "auth.invalid"));
}

#[tokio::test]
async fn production_refuses_to_start_without_a_required_variable() {
    let site = Site::new().await;
    let whole = [
        ("MWANGA_BASE_URL", "https://mwanga.example"),
        ("MWANGA_CONTACT_EMAIL", "desk@mwanga.example"),
        ("MWANGA_CONTACT_PHONE", "+254 20 555 0101"),
    ];
    for (missing, _) in whole {
        let output = site
            .command(&["serve"])
            .env("MWANGA_ENV", "production")
            .envs(whole.into_iter().filter(|(name, _)| *name != missing))
            .output()
            .await
            .unwrap();
        assert!(
            !output.status.success() && output_text(&output).contains(missing),
            "{missing}: {}",
            output_text(&output)
        );
    }
    let demo = site.command(&["serve", "--demo"]).env("MWANGA_ENV", "production").envs(whole).output().await.unwrap();
    assert!(!demo.status.success() && output_text(&demo).contains("--demo"), "{}", output_text(&demo));

    let mut command = site.command(&["serve"]);
    command.env("MWANGA_ENV", "production").envs(whole);
    let server = Binary::start(command).await;
    assert_eq!(server.set_up_code(), None, "no code in production");
    let site_answer = server.get("/api/site").await;
    assert_eq!(site_answer.ok()["base_url"], "https://mwanga.example");
    assert_eq!(site_answer.header("strict-transport-security"), "max-age=31536000");
}

#[tokio::test]
async fn an_invalid_variable_is_named_without_its_value() {
    let site = Site::new().await;
    for (name, value) in [
        ("MWANGA_MAX_UPLOAD_MB", "lots"),
        ("MWANGA_BASE_URL", "not-an-address"),
        ("MWANGA_SECRET_KEY", "too-short"),
        ("DATABASE_URL", "mysql://u:hunter2@h/d"),
    ] {
        let output = site.command(&["serve"]).env(name, value).output().await.unwrap();
        assert!(!output.status.success() && output_text(&output).contains(name), "{name}: {}", output_text(&output));
        assert!(!output_text(&output).contains(value), "{}", output_text(&output));
    }
}

#[tokio::test]
async fn sigterm_lets_requests_in_flight_finish() {
    let site = Site::new().await;
    let mut server = site.serve().await;
    assert!(site.make_admin("amina@example.com", PASSWORD).await.status.success());
    let login = json!({ "email": "amina@example.com", "password": PASSWORD });
    let token = server.post("/api/auth/admin/login", None, &login).await.ok()["token"].as_str().unwrap().to_owned();
    let post =
        json!({ "title": "Saved while stopping", "content": "<p>Text</p>", "category_name": "tech" }).to_string();

    // Half a request is under way when the signal comes.
    let address = server.url.trim_start_matches("http://").to_owned();
    let mut connection = TcpStream::connect(&address).await.unwrap();
    let head = format!(
        "POST /api/admin/posts HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {token}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nExpect: 100-continue\r\n\r\n",
        post.len()
    );
    connection.write_all(head.as_bytes()).await.unwrap();
    let mut begun = [0u8; 25];
    connection.read_exact(&mut begun).await.unwrap();
    assert!(begun.starts_with(b"HTTP/1.1 100"), "the server reads the body");
    server.terminate().await;
    // It is stopping once nobody new gets in.
    while TcpStream::connect(&address).await.is_ok() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    connection.write_all(post.as_bytes()).await.unwrap();
    let mut answer = String::new();
    connection.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 201"), "{answer}");
    let status = tokio::time::timeout(Duration::from_secs(10), server.child.wait()).await.expect("it ends").unwrap();
    assert!(status.success());

    let again = site.serve().await;
    assert_eq!(again.get("/api/post/slug/saved-while-stopping").await.status, StatusCode::OK);
}

#[tokio::test]
async fn production_refuses_to_start_with_the_demo_passwords() {
    let site = Site::new().await;
    let output = site.make_admin("admin@example.com", "mwanga-demo-admin").await;
    assert!(output.status.success(), "{}", output_text(&output));
    let mut command = site.command(&["serve"]);
    command
        .env("MWANGA_ENV", "production")
        .env("MWANGA_BASE_URL", "https://news.example")
        .env("MWANGA_CONTACT_EMAIL", "desk@news.example")
        .env("MWANGA_CONTACT_PHONE", "+254 20 555 0101");
    let output = tokio::time::timeout(Duration::from_secs(30), command.output()).await.expect("it ends").unwrap();
    assert!(!output.status.success() && output_text(&output).contains("admin@example.com"), "{}", output_text(&output));
}

#[tokio::test]
async fn admin_create_does_not_demote_an_administrator() {
    let site = Site::new().await;
    site.make_admin("amina@example.com", PASSWORD).await;
    let mut command = site.command(&["admin", "create", "--email", "amina@example.com", "--role", "editor"]);
    let output = command.env("MWANGA_PASSWORD", PASSWORD).output().await.unwrap();
    assert!(!output.status.success() && output_text(&output).contains("keeps that role"), "{}", output_text(&output));
}
