//! File permissions: the data folder is accessible to its owner only, whatever the umask.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Stdio;

use tokio::process::Command;

use crate::support::*;

/// The binary, started under a umask that lets everybody read and write.
fn with_open_umask(site: &Site, arguments: &[&str]) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", "umask 000; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_mwanga")]).args(arguments);
    let like = site.command(&[]);
    command.env_clear().envs(like.as_std().get_envs().filter_map(|(name, value)| Some((name, value?))));
    command.stdin(Stdio::null()).kill_on_drop(true).current_dir(site.folder.path());
    command
}

/// Everything below a folder that somebody else may read or write.
fn find_accessible_to_others(folder: &Path, found: &mut Vec<String>, seen: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let Ok(about) = path.symlink_metadata() else { continue };
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        seen.push(name.clone());
        let mode = about.permissions().mode() & 0o777;
        if mode & 0o077 != 0 {
            found.push(format!("{name} {mode:o}"));
        }
        if about.is_dir() {
            find_accessible_to_others(&path, found, seen);
        }
    }
}

#[tokio::test]
async fn every_file_of_the_data_folder_is_accessible_to_its_owner_only() {
    let site = Site::new().await;
    let data = site.folder.path().join("data");
    std::fs::create_dir(&data).unwrap();
    std::fs::set_permissions(&data, std::fs::Permissions::from_mode(0o777)).unwrap();
    // Of an earlier version, which did not see to it.
    std::fs::create_dir_all(data.join("media/files")).unwrap();
    std::fs::create_dir(data.join("outbox")).unwrap();
    std::fs::write(data.join("outbox/old.eml"), "Subject: Habari\r\n\r\n").unwrap();
    for (path, mode) in [("media", 0o755), ("media/files", 0o755), ("outbox", 0o755), ("outbox/old.eml", 0o644)] {
        std::fs::set_permissions(data.join(path), std::fs::Permissions::from_mode(mode)).unwrap();
    }
    let mut command = with_open_umask(&site, &["serve"]);
    command.env("MWANGA_DATA_DIR", &data);
    if site.database.url.starts_with("sqlite") {
        command.env("DATABASE_URL", format!("sqlite://{}", data.join("mwanga.sqlite").display()));
    }
    let server = Binary::start(command).await;
    let subscribed = server.post("/api/newsletter/subscribe", None, &json!({ "email": "asha@example.com" })).await;
    assert!(subscribed.status.is_success(), "{}", subscribed.text());
    until("a mail lies in the outbox", || std::fs::read_dir(data.join("outbox")).unwrap().count() > 1).await;
    until("the search index is there", || data.join("search").is_dir()).await;
    let (mut found, mut seen) = (Vec::new(), Vec::new());
    find_accessible_to_others(&data, &mut found, &mut seen);
    assert_eq!(data.metadata().unwrap().permissions().mode() & 0o777, 0o700, "the folder itself");
    assert!(found.is_empty(), "{found:?}");
    assert!(
        ["secret.key", "outbox", "media", "search"].iter().all(|name| seen.iter().any(|seen| seen == name)),
        "{seen:?}"
    );
}
