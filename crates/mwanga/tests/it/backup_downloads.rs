//! Backups that an administrator downloads.

use std::collections::BTreeSet;
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::time::Duration;

use axum::body::Body;
use axum::http::Method;
use mwanga_core::held::{self, HoldReason};
use mwanga_store::entities::{account, backup};
use mwanga_store::queries;
use mwanga_store::queries::tables;
use mwanga_store::types::{AccountId, BackupKind, BackupStatus};
use sea_orm::{ActiveModelTrait, EntityTrait, Set};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::support::*;

const BACKUPS: &str = "/api/admin/backups";
const MINUTE_MS: i64 = 60_000;
const DAY_MS: i64 = 24 * 60 * MINUTE_MS;

fn folder(app: &TestApp) -> PathBuf {
    app.data_dir().join("backups")
}

/// Names of the files in the folder of downloads.
fn files(app: &TestApp) -> Vec<String> {
    let entries = std::fs::read_dir(folder(app)).into_iter().flatten();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

async fn rows(app: &TestApp) -> Vec<backup::Model> {
    backup::Entity::find().all(app.core().store.reader()).await.unwrap()
}

/// Asks for a backup, and answers its id.
async fn request(admin: &Caller) -> i64 {
    let reply = admin.post(BACKUPS, json!({})).await;
    assert_eq!(reply.status, StatusCode::CREATED, "{}", reply.text());
    reply.ok()["backup"]["id"].as_i64().unwrap()
}

/// Has a backup made, and answers its id.
async fn create(app: &TestApp, admin: &Caller) -> i64 {
    let id = request(admin).await;
    app.run_jobs().await;
    assert_eq!(listed(admin).await[0]["status"], "done");
    id
}

async fn listed(admin: &Caller) -> Vec<Value> {
    admin.get(BACKUPS).await.ok()["data"].as_array().unwrap().clone()
}

async fn link_reply(admin: &Caller, id: i64) -> Reply {
    admin.post(&format!("{BACKUPS}/{id}/link"), json!({})).await
}

/// A new link to a backup, as a path.
async fn link(admin: &Caller, id: i64) -> String {
    let url = link_reply(admin, id).await.ok()["url"].as_str().unwrap().to_owned();
    url.strip_prefix(BASE).expect("a link of this site").to_owned()
}

#[track_caller]
fn refused(reply: &Reply) {
    assert_eq!(reply.problem().is(), (410, "link.invalid"));
}

/// Names and contents of the parts of a plain backup.
fn parts_of(bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut archive = tar::Archive::new(zstd::Decoder::new(bytes).unwrap());
    let entries = archive.entries().unwrap();
    entries
        .map(|entry| {
            let (mut entry, mut content) = (entry.unwrap(), Vec::new());
            entry.read_to_end(&mut content).unwrap();
            (entry.path().unwrap().to_str().unwrap().to_owned(), content)
        })
        .collect()
}

#[tokio::test]
async fn a_download_is_whole_private_on_the_disk_and_holds_every_table_but_no_secret_key() {
    let app = TestApp::with(|config| config.site.brand = "Nuru Times".into()).await;
    let admin = app.staff(Role::Admin).await;
    app.post("Habari za asubuhi").insert().await;
    let id = request(&admin).await;
    let waiting = &listed(&admin).await[0];
    assert_eq!(
        (&waiting["status"], &waiting["size_bytes"], &waiting["error"]),
        (&json!("waiting"), &json!(null), &json!(null))
    );
    app.run_jobs().await;
    let done = &listed(&admin).await[0];
    assert_eq!((&done["id"], &done["status"], &done["encrypted"]), (&json!(id), &json!("done"), &json!(false)));
    assert_eq!(done["expires_at"], app.core().now().plus_ms(DAY_MS).iso());
    assert_eq!(done["done_bytes"], done["total_bytes"]);
    assert!(done["total_bytes"].as_i64().unwrap() > 0);

    let [name] = &files(&app)[..] else { panic!("one file: {:?}", files(&app)) };
    let mode = |path: PathBuf| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(folder(&app)), mode(folder(&app).join(name))), (0o700, 0o600));

    let reply = app.anyone().get(&link(&admin, id).await).await;
    assert_eq!(reply.status, StatusCode::OK, "{}", String::from_utf8_lossy(&reply.body));
    for (header, value) in [
        ("content-type", "application/octet-stream"),
        ("content-disposition", "attachment; filename=\"nuru-times-2026-11-20.backup\""),
        ("content-length", &done["size_bytes"].to_string()),
        ("cache-control", "private, no-store"),
        ("referrer-policy", "no-referrer"),
        ("x-content-type-options", "nosniff"),
        ("x-robots-tag", "noindex"),
    ] {
        assert_eq!(reply.header(header), value, "{header}");
    }
    assert_eq!(reply.body.len() as u64, done["size_bytes"].as_u64().unwrap());
    mwanga_backup::verify(&reply.body[..], None).unwrap();
    let parts = parts_of(&reply.body);
    let stored: BTreeSet<&str> =
        parts.iter().filter_map(|(path, _)| path.strip_prefix("tables/")?.strip_suffix(".jsonl")).collect();
    let all = tables::all(app.core().store.reader()).await.unwrap();
    let is_left_out = |table: &str| mwanga_backup::LEFT_OUT.iter().any(|(name, _)| *name == table);
    let expected: BTreeSet<&str> = all.iter().map(|table| &*table.name).filter(|name| !is_left_out(name)).collect();
    assert_eq!(stored, expected);
    let posts = &parts.iter().find(|(path, _)| path == "tables/post.jsonl").unwrap().1;
    assert!(String::from_utf8_lossy(posts).contains("Habari za asubuhi"));
    assert!(parts.iter().all(|(path, _)| path != "secret.key"));
    let secret = b"a key that only the tests know";
    assert!(parts.iter().all(|(_, content)| content.windows(secret.len()).all(|window| window != secret)));
}

#[tokio::test]
async fn a_link_is_good_once_for_five_minutes_and_until_the_next_one() {
    let app = TestApp::new().await;
    let admin = app.staff(Role::Admin).await;
    let (id, anyone) = (create(&app, &admin).await, app.anyone());
    let path = link(&admin, id).await;
    let head = anyone.send(Method::HEAD, &path, Body::empty(), &[]).await;
    assert_eq!((head.status, head.body.len()), (StatusCode::OK, 0));
    let whole = anyone.get(&path).await;
    assert_eq!(whole.status, StatusCode::OK, "a HEAD request uses nothing up");
    assert_eq!(head.header("content-length"), whole.body.len().to_string());
    refused(&anyone.get(&path).await);
    assert_eq!(anyone.send(Method::HEAD, &path, Body::empty(), &[]).await.status, StatusCode::GONE);

    let (earlier, later) = (link(&admin, id).await, link(&admin, id).await);
    refused(&anyone.get(&earlier).await);
    assert_eq!(anyone.get(&later).await.status, StatusCode::OK);

    let late = link(&admin, id).await;
    app.clock.advance_ms(5 * MINUTE_MS);
    refused(&anyone.get(&late).await);
    for forged in ["x", "", "%00", "%ff", &"a".repeat(43), &"a".repeat(4_000)] {
        let reply = anyone.get(&format!("/api/backups/download?code={forged}")).await;
        assert!(matches!(reply.problem().is(), (410, "link.invalid") | (400, "request.invalid_query")), "{forged:?}");
    }
}

#[tokio::test]
async fn a_link_ends_with_the_session_the_role_and_the_password_of_its_maker() {
    let app = TestApp::new().await;
    let (owner, anyone) = (app.staff(Role::Admin).await, app.anyone());
    let id = create(&app, &owner).await;
    for end in ["logout", "logout-everywhere", "role", "new password by mail", "new password"] {
        let admin = app.staff(Role::Admin).await;
        let path = link(&admin, id).await;
        assert_eq!(anyone.send(Method::HEAD, &path, Body::empty(), &[]).await.status, StatusCode::OK, "{end}");
        match end {
            "logout" | "logout-everywhere" => drop(admin.post(&format!("/api/auth/{end}"), json!({})).await.ok()),
            "role" => owner.change_role(&admin, "editor").await,
            "new password by mail" => {
                let email = admin.get("/api/auth/profile").await.ok()["email"].clone();
                anyone.post("/api/auth/change-password", json!({ "email": email })).await.ok();
                let code = app.code_mailed_to(email.as_str().unwrap()).await;
                let input = json!({ "code": code, "password": "a lantern in the yard" });
                anyone.post("/api/auth/reset-password", input).await.ok();
            }
            // In the very session, which goes on.
            _ => {
                let id = admin.get("/api/auth/profile").await.ok()["id"].as_i64().unwrap();
                let account = account::ActiveModel {
                    id: Set(AccountId(id)),
                    password_hash: Set(Some("of another".to_owned())),
                    ..Default::default()
                };
                account.update(app.core().store.writer()).await.unwrap();
            }
        }
        assert_eq!(anyone.send(Method::HEAD, &path, Body::empty(), &[]).await.status, StatusCode::GONE, "{end}");
        refused(&anyone.get(&path).await);
    }
    // That of another one stays.
    let path = link(&owner, id).await;
    assert_eq!(anyone.get(&path).await.status, StatusCode::OK);
}

#[tokio::test]
async fn of_two_downloads_by_one_link_at_once_one_gets_the_file() {
    let app = TestApp::new().await;
    let admin = app.staff(Role::Admin).await;
    let id = create(&app, &admin).await;
    for _ in 0..5 {
        let (path, anyone) = (link(&admin, id).await, app.anyone());
        let (first, second) = tokio::join!(anyone.get(&path), anyone.get(&path));
        let statuses = BTreeSet::from([first.status.as_u16(), second.status.as_u16()]);
        assert_eq!(statuses, BTreeSet::from([200, 410]));
    }
}

#[tokio::test]
async fn guessing_links_is_limited() {
    let app = TestApp::new().await;
    let guesser = app.anyone_at("192.0.2.7");
    let guess = async || guesser.get("/api/backups/download?code=guess").await.status;
    for _ in 0..300 {
        assert_eq!(guess().await, StatusCode::GONE);
    }
    assert_eq!(guess().await, StatusCode::TOO_MANY_REQUESTS);
}

#[tokio::test]
async fn after_a_day_a_download_is_gone_with_its_file_and_its_row() {
    let app = TestApp::new().await;
    let admin = app.staff(Role::Admin).await;
    let id = create(&app, &admin).await;
    app.clock.advance_ms(DAY_MS - MINUTE_MS);
    app.run_jobs().await;
    assert_eq!((files(&app).len(), rows(&app).await.len()), (1, 1));
    // Before the job comes, which runs each hour.
    app.clock.advance_ms(MINUTE_MS);
    let admin = app.staff(Role::Admin).await;
    assert!(listed(&admin).await.is_empty());
    assert_eq!(link_reply(&admin, id).await.problem().is(), (404, "backup.not_found"));
    app.clock.advance_ms(60 * MINUTE_MS);
    app.run_jobs().await;
    assert_eq!((files(&app).len(), rows(&app).await.len()), (0, 0));
}

#[tokio::test]
async fn a_second_request_while_a_backup_is_made_answers_the_first() {
    let app = TestApp::new().await;
    let (admin, other) = (app.staff(Role::Admin).await, app.staff(Role::Admin).await);
    let first = request(&admin).await;
    assert_eq!(request(&admin).await, first);
    assert_eq!(request(&other).await, first);
    assert_eq!(link_reply(&admin, first).await.problem().is(), (409, "backup.not_done"));
    app.run_jobs().await;
    assert_eq!(files(&app).len(), 1);
    assert_ne!(request(&admin).await, first);
    app.run_jobs().await;
    assert_eq!(files(&app).len(), 2);
}

#[tokio::test]
async fn a_request_that_is_repeated_with_its_key_answers_the_same_backup_also_when_it_is_done() {
    let app = TestApp::new().await;
    let admin = app.staff(Role::Admin).await;
    let keyed = admin.with_header("idempotency-key", "of-one-press");
    let first = request(&keyed).await;
    app.run_jobs().await;
    assert_eq!(request(&keyed).await, first);
    app.run_jobs().await;
    assert_eq!(files(&app).len(), 1);
    assert_ne!(request(&admin.with_header("idempotency-key", "of-another")).await, first);
    app.run_jobs().await;
}

#[tokio::test]
async fn an_editor_has_no_backups() {
    let app = TestApp::new().await;
    let (admin, editor) = (app.staff(Role::Admin).await, app.staff(Role::Editor).await);
    let id = create(&app, &admin).await;
    for reply in [editor.get(BACKUPS).await, editor.post(BACKUPS, json!({})).await, link_reply(&editor, id).await] {
        assert_eq!(reply.problem().is(), (403, "auth.forbidden"));
    }
    assert_eq!(rows(&app).await.len(), 1);
    assert_eq!(link_reply(&admin, 999_999).await.problem().is(), (404, "backup.not_found"));
}

#[tokio::test]
async fn a_folder_that_cannot_be_made_fails_with_a_plain_reason_and_the_next_try_works() {
    let app = TestApp::new().await;
    let admin = app.staff(Role::Admin).await;
    std::fs::write(folder(&app), "in the way").unwrap();
    let failed = request(&admin).await;
    app.run_jobs().await;
    let row = &listed(&admin).await[0];
    assert_eq!((&row["status"], &row["size_bytes"]), (&json!("failed"), &json!(null)));
    let error = row["error"].as_str().unwrap();
    assert!(error.contains("cannot") && error.contains(folder(&app).to_str().unwrap()), "{error}");
    assert_eq!(link_reply(&admin, failed).await.problem().is(), (409, "backup.not_done"));
    std::fs::remove_file(folder(&app)).unwrap();
    let id = request(&admin).await;
    assert_ne!(id, failed);
    app.run_jobs().await;
    let path = link(&admin, id).await;
    mwanga_backup::verify(&app.anyone().get(&path).await.body[..], None).unwrap();
    // The job tries again by itself.
    app.clock.advance_ms(60 * MINUTE_MS);
    app.run_jobs().await;
    let admin = app.staff(Role::Admin).await;
    assert!(listed(&admin).await.iter().all(|row| row["status"] == "done" && row["error"] == json!(null)));
}

#[tokio::test]
async fn a_held_copy_still_makes_a_backup_to_download() {
    let app = TestApp::new().await;
    let admin = app.staff(Role::Admin).await;
    held::hold(app.core(), HoldReason::Command).await.unwrap();
    let id = create(&app, &admin).await;
    let path = link(&admin, id).await;
    mwanga_backup::verify(&app.anyone().get(&path).await.body[..], None).unwrap();
}

#[tokio::test]
async fn a_download_is_encrypted_to_the_recipient_of_the_configuration() {
    use age::secrecy::ExposeSecret;

    let key = age::x25519::Identity::generate();
    let recipient = key.to_public().to_string();
    let app = TestApp::with(|config| config.backup.encrypt_to = Some(recipient)).await;
    let admin = app.staff(Role::Admin).await;
    assert_eq!(admin.get(BACKUPS).await.ok()["encrypted"], true);
    let id = create(&app, &admin).await;
    assert_eq!(listed(&admin).await[0]["encrypted"], true);
    let path = link(&admin, id).await;
    let body = app.anyone().get(&path).await.body;
    assert!(body.starts_with(b"age-encryption.org/v1"));
    let file = app.data_dir().join("identity.txt");
    std::fs::write(&file, key.to_string().expose_secret()).unwrap();
    let identity = mwanga_backup::Identity::read(&file).unwrap();
    mwanga_backup::verify(&body[..], Some(&identity)).unwrap();
}

#[tokio::test]
async fn the_state_of_scheduled_backups_is_listed_with_the_reason_of_a_failure() {
    let app = TestApp::new().await;
    let admin = app.staff(Role::Admin).await;
    let schedule = async |admin: &Caller| admin.get(BACKUPS).await.ok()["schedule"].clone();
    let none = schedule(&admin).await;
    assert_eq!((&none["scheduled"], &none["last_good_at"], &none["newest"]), (&json!(false), &json!(null), &json!([])));
    let (db, now) = (app.core().store.writer(), app.core().now());
    for _ in 0..12 {
        let row = queries::backups::insert(db, BackupKind::Scheduled, BackupStatus::Running, now).await.unwrap();
        queries::backups::fail(db, row.id, "the bucket did not take it", now).await.unwrap();
    }
    let failed = schedule(&admin).await;
    assert_eq!(failed["error"], "the bucket did not take it");
    assert_eq!(failed["newest"].as_array().unwrap().len(), 10);
    assert_eq!(failed["newest"][0]["status"], "failed");
    assert!(listed(&admin).await.is_empty());
}

/// More than fits into the buffers on the way, so that the server waits for the reader.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_slow_download_is_served_whole_and_uncompressed() {
    let app = TestApp::new().await;
    let admin = app.staff(Role::Admin).await;
    let id = create(&app, &admin).await;
    // A file of some size, in place of the one that was made.
    let row = rows(&app).await.pop().unwrap();
    let size = 24 * 1024 * 1024;
    std::fs::write(folder(&app).join(row.file_name.as_ref().unwrap()), vec![b'a'; size]).unwrap();
    let file = queries::backups::WrittenFile {
        name: row.file_name.unwrap(),
        size_bytes: i64::try_from(size).unwrap(),
        sha256: String::new(),
        encrypted: false,
    };
    queries::backups::finish(app.core().store.writer(), row.id, file, app.core().now()).await.unwrap();
    let (path, site) = (link(&admin, id).await, app.listen().await);
    let mut connection = tokio::net::TcpStream::connect(site.url.trim_start_matches("http://")).await.unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip, br\r\nConnection: close\r\n\r\n");
    connection.write_all(request.as_bytes()).await.unwrap();
    let (mut whole, mut piece) = (Vec::new(), vec![0; 1024 * 1024]);
    loop {
        let read = connection.read(&mut piece).await.unwrap();
        if read == 0 {
            break;
        }
        whole.extend_from_slice(&piece[..read]);
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let head_bytes = whole.windows(4).position(|window| window == b"\r\n\r\n").unwrap() + 4;
    let head = String::from_utf8_lossy(&whole[..head_bytes]).to_lowercase();
    assert!(head.starts_with("http/1.1 200"), "{head}");
    assert!(head.contains(&format!("content-length: {size}\r\n")) && !head.contains("content-encoding"), "{head}");
    assert_eq!(whole.len() - head_bytes, size);
}
