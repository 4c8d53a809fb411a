//! `mwanga backup` and `mwanga restore`, with the real binary.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::time::Duration;

use axum::http::Method;
use mwanga_backup::{MediaPart, Options, Source};
use mwanga_core::media::MediaStore;
use mwanga_store::queries::{issue_links, settings, tables};
use mwanga_store::types::{IssueId, Timestamp};
use mwanga_store::{ConnectionTrait, Store, StoreOptions};
use tokio::process::Command;

use crate::api::uploads::Upload;
use crate::faults::sampling::runs_every_case;
use crate::support::*;

const BASE_URL: &str = "https://news.example";

/// A store to back up or to restore into.
pub struct Place {
    site: Site,
    url: String,
}

impl Place {
    /// Of the database that the suite runs on.
    pub async fn new() -> Self {
        let site = Site::new().await;
        Self { url: site.database.url.clone(), site }
    }

    async fn sqlite() -> Self {
        let place = Self::new().await;
        Self { url: format!("sqlite://{}", place.folder().join("moved.sqlite").display()), ..place }
    }

    pub fn folder(&self) -> &Path {
        self.site.folder.path()
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = self.site.command(arguments);
        command.env("DATABASE_URL", &self.url).env("MWANGA_BASE_URL", BASE_URL).env("MWANGA_ENV", "development");
        command
    }

    pub async fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().await.unwrap()
    }

    async fn serve(&self) -> Binary {
        Binary::start(self.command(&["serve"])).await
    }

    /// Writes a backup and answers its path.
    pub async fn back_up(&self, options: &[&str]) -> PathBuf {
        let file = self.folder().join(format!("{}.backup", mwanga_core::secrets::random_token(8)));
        let output = self.run(&[&["backup", file.to_str().unwrap()], options].concat()).await;
        assert!(output.status.success(), "{}", text(&output));
        file
    }

    pub async fn restore(&self, file: &Path) -> Output {
        self.run(&["restore", file.to_str().unwrap()]).await
    }

    pub async fn store(&self) -> Store {
        Store::open(&StoreOptions { url: self.url.clone(), readers: 1 }).await.unwrap()
    }

    /// All rows that a backup holds, by table.
    pub async fn rows(&self) -> BTreeMap<String, BTreeSet<String>> {
        let store = self.store().await;
        let mut rows = BTreeMap::new();
        for table in tables::all(store.reader()).await.unwrap() {
            if mwanga_backup::LEFT_OUT.iter().any(|(name, _)| *name == table.name) {
                continue;
            }
            let page = table.page(store.reader(), None, 100_000).await.unwrap();
            let rows_of_table = page.into_iter().map(|row| Value::from(row).to_string());
            // A restored copy is held.
            rows.insert(table.name, rows_of_table.filter(|row| !row.contains(r#""key":"held""#)).collect());
        }
        store.close().await.unwrap();
        rows
    }

    /// Everything in the data folder, empty folders too, and the tables of the database.
    pub async fn contents(&self) -> BTreeSet<String> {
        let mut contents = entries_below(self.folder());
        if self.url.starts_with("postgres") {
            let store = self.store().await;
            contents.extend(tables::names(store.reader()).await.unwrap());
            store.close().await.unwrap();
        }
        contents
    }

    pub fn media(&self) -> BTreeMap<String, Vec<u8>> {
        let files = self.folder().join("media").join("files");
        let keys = files_below(&files).into_iter().filter(|path| !path.starts_with('.'));
        keys.map(|path| (path.clone(), std::fs::read(files.join(&path)).unwrap())).collect()
    }
}

/// Files, by their path below `folder`.
pub fn files_below(folder: &Path) -> BTreeSet<String> {
    let mut files = entries_below(folder);
    files.retain(|path| !folder.join(path).is_dir());
    files
}

/// Files and folders, by their path below `folder`.
fn entries_below(folder: &Path) -> BTreeSet<String> {
    let (mut entries, mut folders) = (BTreeSet::new(), vec![folder.to_owned()]);
    while let Some(below) = folders.pop() {
        for entry in std::fs::read_dir(below).into_iter().flatten() {
            let path = entry.unwrap().path();
            entries.insert(path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned());
            if path.is_dir() {
                folders.push(path);
            }
        }
    }
    entries
}

pub fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// A publication with rows in most tables, and a server on it.
pub async fn publication() -> (Place, Binary) {
    let site = Site::demo().await;
    let place = Place { url: site.database.url.clone(), site };
    let server = place.serve().await;
    (place, server)
}

async fn page_of(server: &Binary, path: &str) -> String {
    let page = server.get(path).await;
    assert_eq!(page.status, StatusCode::OK, "{path}");
    String::from_utf8(page.body.to_vec()).unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restored_backup_has_equal_rows_files_and_pages_on_either_database() {
    let (place, server) = publication().await;
    let backup = place.back_up(&[]).await;
    let paths = ["/", "/category/tech", "/feed.xml", "/sitemap.xml"];
    let mut pages = Vec::new();
    for path in paths {
        pages.push(page_of(&server, path).await);
    }
    server.terminate().await;
    drop(server);
    let moved = Place::sqlite().await;
    let back = Place::new().await;
    let output = moved.restore(&backup).await;
    assert!(output.status.success(), "{}", text(&output));
    let output = back.restore(&moved.back_up(&[]).await).await;
    assert!(output.status.success(), "{}", text(&output));
    let rows = place.rows().await;
    assert!(rows.values().filter(|rows| !rows.is_empty()).count() > 15);
    for restored in [&moved, &back] {
        let restored_rows = restored.rows().await;
        for (table, rows) in &rows {
            // What the server did while it was backed up: jobs, and how far the words of search were looked through.
            if table != "job" && table != "job_schedule" && table != "analytics_day" {
                let kept = |rows: &BTreeSet<String>| -> BTreeSet<String> {
                    rows.iter().filter(|row| !row.contains("folded_words.")).cloned().collect()
                };
                assert_eq!(kept(rows), kept(&restored_rows[table]), "{table}");
            }
        }
        assert_eq!(place.media(), restored.media());
        let server = restored.serve().await;
        assert_eq!(server.get("/").await.header("x-robots-tag"), "noindex", "it is held");
        let doctor = text(&restored.run(&["doctor"]).await);
        assert!(doctor.contains("It was restored from the backup of 20"), "{doctor}");
        assert!(doctor.contains("These are the files of this site."), "{doctor}");
        for (path, page) in paths.iter().zip(&pages) {
            assert_eq!(&page_of(&server, path).await, page, "{path}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ids_of_deleted_rows_are_not_given_out_again_after_a_restore() {
    let place = Place::new().await;
    place.run(&["migrate"]).await;
    let store = place.store().await;
    let last = |id: i64| BTreeMap::from([("post".to_owned(), id)]);
    tables::set_sequences(store.writer(), &last(41)).await.unwrap();
    store.close().await.unwrap();
    let restored = Place::new().await;
    let output = restored.restore(&place.back_up(&[]).await).await;
    assert!(output.status.success(), "{}", text(&output));
    let store = restored.store().await;
    assert_eq!(tables::sequences(store.reader()).await.unwrap()["post"], 41);
    store.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn links_of_mailed_newsletters_lead_on_after_a_restore_under_another_secret() {
    let place = Place::new().await;
    place.run(&["migrate"]).await;
    let store = place.store().await;
    let (now, key) = (Timestamp(1), "k".repeat(43));
    settings::insert_if_absent(store.writer(), "newsletter_link_key", &key, now).await.unwrap();
    let tx = store.begin().await.unwrap();
    let issue = "INSERT INTO issue (id, kind, status, subject, preheader, html, fingerprint, created_at, starts_at) VALUES (7, 'manual', 'sent', 'Taa', '', '<p>Habari.</p>', 'f', 1, 1)";
    tx.execute_unprepared(issue).await.unwrap();
    let urls = vec!["/post/slug/taa".to_owned(), "https://shop.example/".to_owned()];
    issue_links::insert(&tx, IssueId(7), urls).await.unwrap();
    let rows = issue_links::list(&tx, IssueId(7)).await.unwrap();
    issue_links::add_clicks(&tx, rows.iter().map(|row| (row.id, 5)).collect()).await.unwrap();
    tx.commit().await.unwrap();
    store.close().await.unwrap();
    let restored = Place::new().await;
    let output = restored.restore(&place.back_up(&[]).await).await;
    assert!(output.status.success(), "{}", text(&output));
    let server = restored.serve().await;
    let secret = |place: &Place| std::fs::read(place.folder().join("secret.key")).unwrap();
    assert_ne!(secret(&place), secret(&restored));
    for (row, location) in rows.iter().zip([format!("{BASE_URL}/post/slug/taa"), "https://shop.example/".into()]) {
        assert_eq!(row.clicks, 0);
        let signature = mwanga_core::secrets::sign_with(&key.clone().into(), &format!("link\n{}\n{}", row.id, row.url));
        let reply = server.get(&format!("/r/{}-{}", row.id, &signature[..32])).await;
        assert_eq!(
            (reply.status, reply.header("location")),
            (StatusCode::FOUND, location.as_str()),
            "held, and it leads on"
        );
    }
    server.terminate().await;
    let store = restored.store().await;
    let clicks = issue_links::list(store.reader(), IssueId(7)).await.unwrap().iter().map(|row| row.clicks).sum::<i64>();
    // Without the name of a browser, these two were a robot's.
    assert_eq!(clicks, 10);
    store.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_is_its_owners_alone_overwrites_nothing_and_holds_the_secret_key_only_when_asked() {
    let place = Place::new().await;
    place.run(&["migrate"]).await;
    let key = std::fs::read(place.folder().join("secret.key")).unwrap();
    let holds_key = |file: &Path| {
        let parts = parts_of(file);
        parts.iter().any(|(_, content)| content.windows(key.len()).any(|window| window == key))
    };
    let plain = place.back_up(&[]).await;
    assert_eq!(std::fs::metadata(&plain).unwrap().permissions().mode() & 0o777, 0o600);
    assert!(!holds_key(&plain));
    let with_secret = place.back_up(&["--with-secrets"]).await;
    assert!(holds_key(&with_secret));

    let before = std::fs::read(&plain).unwrap();
    let output = place.run(&["backup", plain.to_str().unwrap()]).await;
    assert!(!output.status.success() && text(&output).contains("is there already"), "{}", text(&output));
    assert_eq!(std::fs::read(&plain).unwrap(), before);

    let restored = Place::new().await;
    let output = restored.restore(&with_secret).await;
    assert!(output.status.success(), "{}", text(&output));
    assert_eq!(std::fs::read(restored.folder().join("secret.key")).unwrap(), key);
}

/// Names and contents, in their order.
type Parts = Vec<(String, Vec<u8>)>;

/// The parts of a plain backup.
fn parts_of(file: &Path) -> Parts {
    let mut archive = tar::Archive::new(zstd::Decoder::new(std::fs::File::open(file).unwrap()).unwrap());
    let entries = archive.entries().unwrap();
    entries
        .map(|entry| {
            let mut entry = entry.unwrap();
            let path = entry.path().unwrap().to_str().unwrap().to_owned();
            let mut content = Vec::new();
            entry.read_to_end(&mut content).unwrap();
            (path, content)
        })
        .collect()
}

/// A file with these parts, whatever they say.
fn write_parts(file: &Path, parts: &[(String, Vec<u8>)]) {
    let mut out = tar::Builder::new(zstd::Encoder::new(std::fs::File::create(file).unwrap(), 1).unwrap());
    for (path, content) in parts {
        let mut header = tar::Header::new_gnu();
        header.set_size(content.len() as u64);
        // `set_path` refuses what leads elsewhere.
        header.as_gnu_mut().unwrap().name[..path.len()].copy_from_slice(path.as_bytes());
        header.set_cksum();
        out.append(&header, content.as_slice()).unwrap();
    }
    out.into_inner().unwrap().finish().unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_cut_altered_newer_or_foreign_file_is_refused_and_leaves_nothing_behind() {
    let (place, server) = publication().await;
    let whole = place.back_up(&[]).await;
    drop(server);
    let bytes = std::fs::read(&whole).unwrap();
    let decoded = zstd::decode_all(bytes.as_slice()).unwrap();
    let parts = parts_of(&whole);
    let target = Place::new().await;
    let file = tempfile::tempdir().unwrap();
    let file = file.path().join("file");
    let empty = target.contents().await;

    let mut cases: Parts = Vec::new();
    for part in [0, 1, 3, 4, 100, bytes.len() / 3, bytes.len() / 2, bytes.len() - 100, bytes.len() - 5, bytes.len() - 1]
    {
        cases.push((format!("cut at {part}"), bytes[..part].to_vec()));
    }
    for position in (5..bytes.len()).step_by(bytes.len() / 12) {
        let mut altered = bytes.clone();
        altered[position] ^= 0x10;
        // A few bits of a zstd frame say nothing: without them it is the same backup.
        if zstd::decode_all(altered.as_slice()).ok().as_ref() != Some(&decoded) {
            cases.push((format!("another byte at {position}"), altered));
        }
    }
    let mut altered = |name: &str, alter: &dyn Fn(&mut Parts)| {
        let mut parts = parts.clone();
        alter(&mut parts);
        write_parts(&file, &parts);
        cases.push((name.to_owned(), std::fs::read(&file).unwrap()));
    };
    let index = |parts: &[(String, Vec<u8>)], name: &str| parts.iter().position(|(path, _)| path == name).unwrap();
    let replace = |parts: &mut Parts, name: &str, from: &str, to: &str| {
        let index = index(parts, name);
        let content = String::from_utf8(parts[index].1.clone()).unwrap();
        assert!(content.contains(from), "{name} has no {from}");
        parts[index].1 = content.replacen(from, to, 1).into_bytes();
    };
    altered("another title", &|parts| replace(parts, "tables/post.jsonl", "solar", "polar"));
    altered("no manifest", &|parts| drop(parts.pop()));
    altered("no files", &|parts| parts.retain(|(path, _)| !path.starts_with("media/")));
    altered("a table less", &|parts| parts.retain(|(path, _)| path != "tables/subscriber.jsonl"));
    altered("a table twice", &|parts| {
        let again = parts[index(parts, "tables/post.jsonl")].clone();
        parts.insert(parts.len() - 1, again);
    });
    altered("an unknown table", &|parts| parts.insert(1, ("tables/coupon.jsonl".into(), b"{}\n".to_vec())));
    altered("an unknown column", &|parts| replace(parts, "tables/post.jsonl", "{\"", "{\"colour\":1,\""));
    altered("a text for a number", &|parts| {
        replace(parts, "tables/post.jsonl", "\"created_at\":", "\"created_at\":\"x\",\"old\":")
    });
    altered("a file that leads elsewhere", &|parts| {
        parts.insert(2, ("media/../../elsewhere.txt".into(), b"gone".to_vec()));
    });
    altered("a name of its own", &|parts| parts.insert(2, ("/etc/passwd".into(), b"gone".to_vec())));
    altered("a newer format", &|parts| replace(parts, "backup.json", "\"format\": 1", "\"format\": 2"));
    altered("a newer schema", &|parts| replace(parts, "backup.json", "m2026", "m2126"));
    altered("another product", &|parts| replace(parts, "backup.json", "mwanga", "ghost"));
    for key in ["", "\n", "short", &" ".repeat(64), &format!("{}\n", "k".repeat(31))] {
        altered(&format!("the key {key:?}"), &|parts| parts.insert(1, ("secret.key".into(), key.into())));
    }
    cases.push(("a text".into(), b"Habari".to_vec()));
    cases.push(("nothing".into(), Vec::new()));

    for (name, content) in cases {
        std::fs::write(&file, content).unwrap();
        let output = target.restore(&file).await;
        let said = text(&output);
        assert!(!output.status.success(), "{name} was restored");
        assert!(said.starts_with("mwanga: ") && said.trim().lines().count() == 1, "{name}: {said}");
        assert!(!said.contains("panicked"), "{name}: {said}");
        assert_eq!(name.starts_with("the key"), said.contains("no key of 32 characters"), "{name}: {said}");
        assert_eq!(target.contents().await, empty, "{name}: {said}");
        let mut into_no_folder = target.command(&["restore", file.to_str().unwrap()]);
        into_no_folder.env("MWANGA_DATA_DIR", target.folder().join("not-there-yet"));
        assert!(!into_no_folder.output().await.unwrap().status.success(), "{name} was restored into no folder");
        assert_eq!(target.contents().await, empty, "{name} into no folder");
        if !name.starts_with("an unknown") && !name.starts_with("a text for") && !name.starts_with("a table twice") {
            let output = target.run(&["backup", "--verify", file.to_str().unwrap()]).await;
            assert!(!output.status.success(), "{name} was verified");
        }
    }
    let output = target.restore(&whole).await;
    assert!(output.status.success(), "{}", text(&output));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_is_never_restored_over_a_store() {
    let place = Place::new().await;
    place.run(&["migrate"]).await;
    let backup = place.back_up(&[]).await;
    let before = place.rows().await;
    let server = place.serve().await;
    let output = place.restore(&backup).await;
    assert!(!output.status.success() && text(&output).contains("empty"), "{}", text(&output));
    assert_eq!(server.get("/readyz").await.status, StatusCode::OK);
    drop(server);
    assert_eq!(place.rows().await["category"], before["category"]);

    let with_files = Place::new().await;
    let files = with_files.folder().join("media/files");
    std::fs::create_dir_all(&files).unwrap();
    std::fs::write(files.join("mine.webp"), "mine").unwrap();
    let output = with_files.restore(&backup).await;
    assert!(!output.status.success() && text(&output).contains("holds files already"), "{}", text(&output));
    assert_eq!(std::fs::read_to_string(files.join("mine.webp")).unwrap(), "mine");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_encrypted_backup_opens_with_its_identity_alone() {
    use age::secrecy::ExposeSecret;

    let place = Place::new().await;
    place.run(&["migrate"]).await;
    let keys = [age::x25519::Identity::generate(), age::x25519::Identity::generate()];
    let files = keys.each_ref().map(|key| {
        let file = place.folder().join(format!("{}.txt", key.to_public()));
        std::fs::write(&file, format!("# created: today\n{}\n", key.to_string().expose_secret())).unwrap();
        file.to_str().unwrap().to_owned()
    });
    let recipient = keys[0].to_public().to_string();
    let backup = place.back_up(&["--encrypt-to", &recipient]).await;
    let backup = backup.to_str().unwrap();
    assert!(std::fs::read(backup).unwrap().starts_with(b"age-encryption.org/v1"));
    for (arguments, expected) in [
        (&["backup", "--verify", backup, "--identity", &files[0]][..], None),
        (&["backup", "--verify", backup], Some("--identity")),
        (&["backup", "--verify", backup, "--identity", &files[1]], Some("does not open the backup")),
        (&["backup", "other", "--encrypt-to", "age1nobody"], Some("is no age recipient")),
    ] {
        let output = place.run(arguments).await;
        let said = text(&output);
        assert_eq!(output.status.success(), expected.is_none(), "{arguments:?}: {said}");
        assert!(said.contains(expected.unwrap_or("as it was written")), "{arguments:?}: {said}");
    }
    let bytes = std::fs::read(backup).unwrap();
    let cut = place.folder().join("cut");
    std::fs::write(&cut, &bytes[..bytes.len() - 20]).unwrap();
    let restored = Place::new().await;
    let restore = |file: &str| restored.command(&["restore", file, "--identity", &files[0]]).output();
    let output = restore(cut.to_str().unwrap()).await.unwrap();
    assert!(!output.status.success() && text(&output).contains("damaged"), "{}", text(&output));
    let output = restore(backup).await.unwrap();
    assert!(output.status.success(), "{}", text(&output));
    assert_eq!(restored.rows().await["category"], place.rows().await["category"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_goes_through_a_pipe_and_names_files_that_are_missing() {
    let (place, server) = publication().await;
    let (key, _) = place.media().into_iter().next().unwrap();
    std::fs::remove_file(place.folder().join("media/files").join(&key)).unwrap();
    let output = place.run(&["backup", "-"]).await;
    drop(server);
    assert!(output.status.success());
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains(&format!("missing: the file {key}")), "{said}");
    let restored = Place::new().await;
    let mut child = restored
        .command(&["restore", "-"])
        .stdin(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    tokio::io::AsyncWriteExt::write_all(&mut input, &output.stdout).await.unwrap();
    drop(input);
    let output = child.wait_with_output().await.unwrap();
    assert!(output.status.success(), "{}", text(&output));
    assert_eq!(restored.media(), place.media());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_killed_backup_or_restore_leaves_a_whole_store_or_none() {
    let (place, server) = publication().await;
    let whole = place.back_up(&[]).await;
    let rows = place.rows().await;
    let mut killed = 0;
    // `make faults` spreads 200 kills over backups, restores and the nights of `faults/backups.rs`.
    let (backups, restores) = if runs_every_case() { (60, 80) } else { (12, 24) };
    for round in 0..backups {
        let file = place.folder().join("killed.backup");
        let mut child = place.command(&["backup", file.to_str().unwrap()]).spawn().unwrap();
        tokio::time::sleep(Duration::from_millis(10 + round * 144 / backups)).await;
        child.kill().await.unwrap();
        if file.exists() {
            let output = place.run(&["backup", "--verify", file.to_str().unwrap()]).await;
            assert!(output.status.success(), "{}", text(&output));
            std::fs::remove_file(file).unwrap();
        } else {
            killed += 1;
        }
    }
    assert!(killed > 0, "no kill came before the end");
    drop(server);
    let (mut unfinished, mut target) = (0, Place::new().await);
    for round in 0..restores {
        let mut child = target.command(&["restore", whole.to_str().unwrap()]).spawn().unwrap();
        tokio::time::sleep(Duration::from_millis(10 + round * 600 / restores)).await;
        child.kill().await.unwrap();
        let started = tokio::time::timeout(Duration::from_secs(20), target.run(&["migrate"])).await.unwrap();
        if started.status.success() {
            let restored = target.rows().await;
            // Nothing had begun, or everything was done.
            assert!(restored["post"].is_empty() || restored["post"] == rows["post"], "round {round}");
            assert!(restored["post"].is_empty() == target.media().is_empty(), "round {round}");
            target = Place::new().await;
        } else {
            unfinished += 1;
            assert!(text(&started).contains("run it again"), "round {round}: {}", text(&started));
        }
    }
    assert!(unfinished > 0, "no kill came in the midst of a restore");
    let output = target.restore(&whole).await;
    // The last kill may have come when all but the marker was done.
    assert!(output.status.success() || text(&output).contains("holds tables already"), "{}", text(&output));
    assert_eq!(target.rows().await["post"], rows["post"]);
    assert_eq!(target.media(), place.media());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_of_no_store_or_of_another_version_is_refused() {
    let place = Place::new().await;
    let output = place.run(&["backup", "none"]).await;
    assert!(!output.status.success(), "{}", text(&output));
    assert_eq!(place.run(&["doctor"]).await.status.code(), Some(2), "broken");
    place.run(&["migrate"]).await;
    let store = place.store().await;
    store
        .writer()
        .execute_unprepared("DELETE FROM seaql_migrations WHERE version LIKE 'm20261123_000150%'")
        .await
        .unwrap();
    store.close().await.unwrap();
    let output = place.run(&["backup", "other"]).await;
    assert!(text(&output).contains("another version"), "{}", text(&output));
    assert!(!place.folder().join("none").exists() && !place.folder().join("other").exists());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restore_refuses_a_folder_with_files_and_one_that_another_restore_fills() {
    let (place, server) = publication().await;
    let whole = place.back_up(&[]).await;
    drop(server);
    let target = Place::new().await;
    let file = target.folder().join("media").join("files").join("2026").join("photo.jpg");
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(&file, b"of somebody").unwrap();
    let s3 = S3::new().await;
    let mut command = target.command(&["restore", whole.to_str().unwrap()]);
    let output = command.envs(s3.variables()).output().await.unwrap();
    assert!(!output.status.success() && text(&output).contains("holds files already"), "{}", text(&output));
    assert_eq!(std::fs::read(&file).unwrap(), b"of somebody", "a failed restore deletes nothing that was there");

    let target = Place::new().await;
    let folder = std::fs::File::open(target.folder()).unwrap();
    folder.lock().unwrap();
    let output = target.restore(&whole).await;
    assert!(text(&output).contains("another restore into this data folder is under way"), "{}", text(&output));
    drop(folder);
    assert!(target.restore(&whole).await.status.success());
}

/// Uploads a file into the bucket as a browser does; its key.
async fn uploaded(s3: &S3, editor: &Caller, name: &str, content_type: &str, bytes: Vec<u8>) -> String {
    let upload = Upload::of(editor, name, content_type).await;
    assert_eq!(s3.put(&upload.link, content_type, bytes).await.status, StatusCode::OK);
    editor.post("/api/admin/media/record", json!({ "file_url": upload.file_url })).await.ok();
    upload.file_url.trim_start_matches("/media/").to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn files_of_a_bucket_stay_there_unless_asked_and_are_restored_into_a_folder_or_another_bucket() {
    let s3 = S3::new().await;
    let app = TestApp::with(|config| config.media.place = s3.place()).await;
    let editor = app.staff(Role::Editor).await;
    let video = mp4_with((0..5_000_000u32).map(|number| (number / 7) as u8).collect());
    let keys = [
        uploaded(&s3, &editor, "photo.jpg", "image/jpeg", jpeg_of_a_phone()).await,
        uploaded(&s3, &editor, "market.mp4", "video/mp4", video).await,
    ];
    let (folder, config) = (tempfile::tempdir().unwrap(), app.core().config.clone());
    let back_up = async |name: &str, with_bucket_media: bool| {
        let media = std::sync::Arc::new(MediaStore::open(&config).await.unwrap());
        let source = Source { store: app.core().store.clone(), config: config.clone(), media, now: app.core().now() };
        let file = folder.path().join(name);
        let options = Options { with_bucket_media, ..Options::default() };
        (mwanga_backup::write_file(source, options, &file).await.map(|(report, _)| report), file)
    };
    let (report, _) = back_up("rows", false).await;
    let report = report.unwrap();
    assert_eq!(report.header.media, MediaPart::Bucket(format!("{}/site/one", s3.name)));
    assert!(report.manifest.parts.iter().all(|part| !part.path.starts_with("media/")));

    let (report, whole) = back_up("whole", true).await;
    assert!(report.unwrap().manifest.missing_media.is_empty());
    let mut stored = BTreeMap::new();
    for key in &keys {
        stored.insert(key.clone(), s3.send(Method::GET, &format!("site/one/files/{key}"), Vec::new()).await.body);
    }
    let target = Place::new().await;
    let output = target.restore(&whole).await;
    assert!(output.status.success(), "{}", text(&output));
    assert_eq!(target.media().into_iter().map(|(key, bytes)| (key, bytes.into())).collect::<BTreeMap<_, _>>(), stored);

    let (target, other) = (Place::new().await, S3::new().await);
    let restore = async || {
        let mut command = target.command(&["restore", whole.to_str().unwrap()]);
        command.envs(other.variables()).output().await.unwrap()
    };
    other.cut();
    let output = restore().await;
    assert!(!output.status.success());
    other.mend();
    let output = restore().await;
    assert!(output.status.success(), "{}", text(&output));
    for (key, bytes) in &stored {
        let file = other.send(Method::GET, &format!("site/one/files/{key}"), Vec::new()).await;
        assert_eq!(&file.body, bytes, "{key}");
    }

    // A bucket that goes away in the middle leaves no file that looks whole, and loses nothing itself.
    std::fs::remove_dir_all(app.data_dir().join("media").join("cache")).unwrap();
    s3.cut_after(6);
    let (report, file) = back_up("cut", true).await;
    assert!(report.is_err());
    assert!(!file.exists());
    s3.mend();
    let left = s3.keys().await;
    assert!(keys.iter().all(|key| left.contains(&format!("files/{key}"))), "{left:?}");
}
