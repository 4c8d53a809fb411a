//! The security log: account, event and network of each event, without secrets.

use mwanga_core::security::Event;

use crate::support::*;

const EMAIL: &str = "amina@example.com";
const PASSWORD: &str = "a lamp in the window";

/// Lines of the target `security`, without colours.
fn lines(log: &str) -> Vec<String> {
    let plain: String = log
        .split('\u{1b}')
        .enumerate()
        .map(|(n, part)| if n == 0 { part } else { part.split_once('m').map_or("", |(_, rest)| rest) })
        .collect();
    plain.lines().filter(|line| line.contains(" security: ")).map(str::to_owned).collect()
}

#[tokio::test]
async fn security_events_are_logged_without_secrets() {
    let site = Site::new().await;
    site.make_admin(EMAIL, PASSWORD).await;
    let log = site.folder.path().join("log");
    let plain = site.command(&["serve"]);
    let mut command = tokio::process::Command::new("sh");
    command
        .args(["-c", "exec \"$0\" serve 2>\"$1\"", env!("CARGO_BIN_EXE_mwanga"), log.to_str().unwrap()])
        .env_clear()
        .kill_on_drop(true);
    for (name, value) in plain.as_std().get_envs() {
        command.env(name, value.unwrap_or_default());
    }
    command.env("RUST_LOG", "warn,security=info").current_dir(site.folder.path());
    let server = Binary::start(command).await;
    let login = |password: &str| json!({ "email": EMAIL, "password": password });
    assert_eq!(
        server.post("/api/auth/admin/login", None, &login("hunter2 hunter2")).await.status,
        StatusCode::UNAUTHORIZED
    );
    let token =
        server.post("/api/auth/admin/login", None, &login(PASSWORD)).await.ok()["token"].as_str().unwrap().to_owned();
    let reader =
        server.post("/api/auth/login-user", None, &login(PASSWORD)).await.ok()["token"].as_str().unwrap().to_owned();
    assert_eq!(server.get_as("/api/admin/posts", &reader).await.status, StatusCode::FORBIDDEN);
    server.get_as("/api/admin/subscribers/csv", &token).await.text();
    let subscribe = json!({ "email": "juma@example.com" });
    server.post("/api/newsletter/subscribe", None, &subscribe).await.ok();
    assert_eq!(server.get_as("/api/admin/subscribers", &token).await.ok()["total"], 1);
    server
        .post("/api/admin/staff/invites", Some(&token), &json!({ "email": "juma@example.com", "role": "editor" }))
        .await
        .ok();
    server.post("/api/auth/logout-everywhere", Some(&token), &json!({})).await.ok();
    server.terminate().await;
    let text = std::fs::read_to_string(&log).unwrap();
    let lines = lines(&text);
    for (event, parts) in [
        ("sign_in_failed", vec!["of_account=\"1\"", "kind=\"staff\"", "path=\"/auth/admin/login\""]),
        ("signed_in", vec!["of_account=\"1\"", "kind=\"staff\"", "network=127.0.0.1"]),
        ("new_browser", vec!["of_account=\"1\""]),
        ("forbidden", vec!["account=1", "path=\"/admin/posts\""]),
        ("exported", vec!["account=1", "subject=\"subscribers-"]),
        ("invited", vec!["account=1", "role=\"editor\""]),
        ("signed_out_everywhere", vec!["account=1"]),
    ] {
        let found = lines
            .iter()
            .find(|line| line.contains(&format!("event=\"{event}\"")))
            .unwrap_or_else(|| panic!("{event} in {text}"));
        for part in parts {
            assert!(found.contains(part), "{part} in {found}");
        }
    }
    let pages = lines.iter().filter(|line| line.contains("subject=\"subscribers: a page of 1\"")).count();
    assert_eq!(pages, 1, "reading addresses by pages is told like a file of them: {text}");
    for secret in [PASSWORD, "hunter2", EMAIL, "juma@example.com", token.as_str(), reader.as_str()] {
        assert!(!text.contains(secret), "{secret} in {text}");
    }
}

#[test]
fn every_security_event_is_documented_in_operations_md() {
    let document = include_str!("../../../../docs/operations.md");
    for event in Event::ALL {
        assert!(document.contains(&format!("`{}`", event.as_str())), "{}", event.as_str());
    }
}
