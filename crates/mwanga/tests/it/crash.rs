//! kill -9 while posts are saved: every acknowledged save is there, whole.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use mwanga_store::types::PostId;
use mwanga_store::{Store, StoreOptions, queries};
use sea_orm::{ConnectionTrait, DbBackend, Statement, TransactionTrait};
use tokio::sync::mpsc;

use crate::support::*;

const PASSWORD: &str = "a lamp in the window";
const ROUNDS: u32 = 3;
const WRITERS: u32 = 4;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_acknowledged_save_survives_kill_9() {
    let site = Site::new().await;
    assert!(site.make_admin("amina@example.com", PASSWORD).await.status.success());
    // By writer: post, and the last save that was answered.
    let mut acknowledged: Vec<Option<(i64, u32)>> = vec![None; WRITERS as usize];
    for round in 0..ROUNDS {
        let mut server = site.serve().await;
        let login = json!({ "email": "amina@example.com", "password": PASSWORD });
        let token = Arc::new(
            server.post("/api/auth/admin/login", None, &login).await.ok()["token"].as_str().unwrap().to_owned(),
        );
        for (writer, known) in acknowledged.iter().enumerate() {
            if let Some((id, save)) = known {
                check(&server, &token, *id, writer, *save).await;
                check_revisions(&site, *id).await;
            }
        }
        if round == ROUNDS - 1 {
            break;
        }
        let (sender, mut receiver) = mpsc::unbounded_channel();
        let writers: Vec<_> = (0..WRITERS)
            .map(|writer| {
                tokio::spawn(write(
                    server.caller(),
                    token.clone(),
                    writer,
                    acknowledged[writer as usize],
                    sender.clone(),
                ))
            })
            .collect();
        drop(sender);
        let mut answered = 0;
        while let Some((writer, id, save)) = receiver.recv().await {
            acknowledged[writer as usize] = Some((id, save));
            answered += 1;
            // In the midst of the others' saves.
            if answered == 25 + round * 7 {
                server.child.start_kill().expect("it still runs");
            }
        }
        for writer in writers {
            writer.await.unwrap();
        }
        server.child.wait().await.unwrap();
    }
    assert!(acknowledged.iter().all(Option::is_some));
}

/// Saves one post again and again until the server is gone, and tells of every save that was answered.
async fn write(
    server: ServerCaller,
    token: Arc<String>,
    writer: u32,
    known: Option<(i64, u32)>,
    sender: mpsc::UnboundedSender<(u32, i64, u32)>,
) {
    let (mut id, mut save) = known.map_or((None, 0), |(id, save)| (Some(id), save));
    loop {
        save += 1;
        let body = body(writer as usize, save);
        let saved = match id {
            None => server.try_json("POST", "/api/admin/posts", &token, &body).await,
            Some(id) => server.try_json("PUT", &format!("/api/admin/posts/{id}"), &token, &body).await,
        };
        let Some(saved) = saved else { return };
        id = saved.ok()["id"].as_i64();
        let _ = sender.send((writer, id.expect("an id"), save));
    }
}

fn body(writer: usize, save: u32) -> Value {
    json!({ "title": format!("Writer {writer}, save {save}"), "content": format!("<p>{}</p>", format!("Text {writer}-{save}. ").repeat(400).trim_end()), "category_name": "tech" })
}

/// The post is as one save left it, and that save is none older than the last one answered.
async fn check(server: &Binary, token: &str, id: i64, writer: usize, answered: u32) {
    let post = server.get_as(&format!("/api/admin/posts/{id}"), token).await.ok();
    let title = post["title"].as_str().unwrap();
    let save: u32 = title.rsplit(' ').next().unwrap().parse().unwrap();
    // The one that was under way when the server was killed may be there or not.
    assert!((answered..=answered + 1).contains(&save), "{title}, but {answered} was answered");
    assert_eq!(post["content"], body(writer, save)["content"], "title and content are of one save");
    assert!(
        server.get(&format!("/post/slug/{}", post["slug"].as_str().unwrap())).await.text().contains(title),
        "the page agrees"
    );
    // At once: the database answers until the index has caught up.
    for query in [format!("%22writer+{writer}+save+{save}%22"), format!("%22text+{writer}+{save}%22")] {
        let found = server.get(&format!("/api/search/search?q={query}")).await.ok();
        assert_eq!((titles(&found["results"]), &found["total"]), (vec![title], &json!(1)), "search agrees");
    }
}

/// The post and its newest revision were written together, and none is missing.
async fn check_revisions(site: &Site, id: i64) {
    let store = Store::open(&StoreOptions { url: site.database.url.clone(), readers: 1 }).await.unwrap();
    let post = queries::posts::get(store.reader(), PostId(id)).await.unwrap().unwrap();
    let revisions = queries::posts::list_revisions(store.reader(), PostId(id)).await.unwrap();
    let numbers: Vec<i32> = revisions.iter().map(|(revision, ..)| *revision).collect();
    assert_eq!(numbers, (1..=post.revision).rev().collect::<Vec<_>>());
    let newest =
        queries::posts::get_revision(store.reader(), PostId(id), post.revision).await.unwrap().unwrap().snapshot;
    assert_eq!((&newest["title"], &newest["content"]), (&json!(post.title), &json!(post.content)));
    store.close().await.unwrap();
}

/// What a program that replicates the WAL does, such as Litestream: it holds a read transaction open, and moves rows
/// out of the WAL itself in between.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_foreign_reader_and_checkpointer_beside_the_server_lose_no_save() {
    let site = Site::new().await;
    if !site.database.url.starts_with("sqlite") {
        return;
    }
    assert!(site.make_admin("amina@example.com", PASSWORD).await.status.success());
    let mut server = site.serve().await;
    let login = json!({ "email": "amina@example.com", "password": PASSWORD });
    let token = server.post("/api/auth/admin/login", None, &login).await.ok()["token"].as_str().unwrap().to_owned();
    let foreign = async || sea_orm::Database::connect(&site.database.url).await.unwrap();
    let (replicator, stop) = (foreign().await, Arc::new(AtomicBool::new(false)));
    let stopped = stop.clone();
    let replicates = tokio::spawn(async move {
        let mut checkpoints = 0;
        for mode in ["PASSIVE", "RESTART", "TRUNCATE"].into_iter().cycle() {
            if stopped.load(Ordering::SeqCst) {
                break;
            }
            let snapshot = replicator.begin().await.unwrap();
            let before = posts(&snapshot).await;
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
            assert_eq!(posts(&snapshot).await, before, "its snapshot stays");
            snapshot.rollback().await.unwrap();
            let checkpoint = replicator.execute_unprepared(&format!("PRAGMA wal_checkpoint({mode})")).await;
            checkpoints += u32::from(checkpoint.is_ok());
        }
        checkpoints
    });
    let mut saved = Vec::new();
    for save in 0..60 {
        let post = server.post("/api/admin/posts", Some(&token), &body(0, save)).await.ok();
        saved.push(post["id"].as_i64().unwrap());
    }
    stop.store(true, Ordering::SeqCst);
    assert!(replicates.await.unwrap() > 3);
    assert_eq!(posts(&foreign().await).await, saved, "another process sees each one");
    server.child.kill().await.unwrap();
    assert_eq!(posts(&foreign().await).await, saved);
    let store = Store::open(&StoreOptions { url: site.database.url.clone(), readers: 1 }).await.unwrap();
    assert_eq!(store.check_integrity().await.unwrap(), Some(Vec::new()));
}

async fn posts(db: &impl ConnectionTrait) -> Vec<i64> {
    let ids = Statement::from_string(DbBackend::Sqlite, "SELECT id FROM post ORDER BY id");
    db.query_all_raw(ids).await.unwrap().iter().map(|row| row.try_get_by_index(0).unwrap()).collect()
}
