//! Many saves of long texts at the same time: they hold up neither other people nor the end of the process.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{sleep, timeout};

use crate::support::*;

const PASSWORD: &str = "a lamp in the window";
/// What a machine under load takes to end.
const END: Duration = Duration::from_secs(20);

/// A server whose administrator saves texts of so many paragraphs at once, and the tasks that wait for them.
async fn busy_server(
    site: &Site,
    texts: usize,
    paragraphs: usize,
) -> (Binary, String, Vec<tokio::task::JoinHandle<Option<Reply>>>) {
    assert!(site.make_admin("amina@example.com", PASSWORD).await.status.success());
    let server = site.serve().await;
    let login = json!({ "email": "amina@example.com", "password": PASSWORD });
    let token = server.post("/api/auth/admin/login", None, &login).await.ok()["token"].as_str().unwrap().to_owned();
    let content = "<p>One <b>two</b> <i>three</i>.</p>".repeat(paragraphs);
    let post = Arc::new(json!({ "title": "Long", "content": content, "category_name": "tech" }));
    let saves = (0..texts)
        .map(|_| {
            let (caller, token, post) = (server.caller(), token.clone(), post.clone());
            tokio::spawn(async move { caller.try_json("POST", "/api/admin/posts", &token, &post).await })
        })
        .collect();
    (server, token, saves)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_account_that_saves_many_texts_waits_for_itself_and_others_are_answered() {
    let site = Site::new().await;
    let (server, token, saves) = busy_server(&site, 40, 1_000).await;
    sleep(Duration::from_millis(500)).await;
    assert!(server.get("/healthz").await.status.is_success());
    server.get_as("/api/admin/posts", &token).await.ok();
    let mut refused = 0;
    for save in saves {
        let reply = save.await.unwrap().expect("it is answered");
        match reply.status.as_u16() {
            200 | 201 => {}
            429 => {
                assert_eq!(reply.headers["retry-after"], "5");
                assert_eq!(reply.problem().is(), (429, "request.limited"));
                refused += 1;
            }
            other => panic!("{other}: {:?}", reply.body),
        }
    }
    assert!(refused <= 7, "one is read and 32 wait: {refused}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_process_ends_in_its_time_although_texts_are_read_that_nobody_waits_for() {
    let site = Site::new().await;
    let (mut server, _, saves) = busy_server(&site, 12, 5_000).await;
    sleep(Duration::from_millis(500)).await;
    saves.iter().for_each(tokio::task::JoinHandle::abort);
    server.terminate().await;
    assert!(timeout(END, server.child.wait()).await.expect("it ends").unwrap().success());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_second_signal_ends_a_process_that_reads_texts_at_once() {
    let site = Site::new().await;
    let (mut server, _, _saves) = busy_server(&site, 12, 5_000).await;
    sleep(Duration::from_millis(500)).await;
    server.terminate().await;
    sleep(Duration::from_millis(200)).await;
    if server.child.try_wait().unwrap().is_none() {
        server.terminate().await;
        timeout(END, server.child.wait()).await.expect("it ends").unwrap();
    }
}
