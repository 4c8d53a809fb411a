//! kill -9 while sample posts are added: the rest follows after the next start, and none is there twice.

use std::collections::BTreeSet;
use std::time::Duration;

use crate::support::*;

const PASSWORD: &str = "a lamp in the window";
const SET_UP: &str = "/api/admin/set-up";

async fn serve(site: &Site) -> (Binary, String) {
    let mut command = site.command(&["serve"]);
    command.env("MWANGA_LEASE_S", "1").env("RUST_LOG", "error");
    let server = Binary::start(command).await;
    let login = json!({ "email": "amina@example.com", "password": PASSWORD });
    let reply = server.post("/api/auth/admin/login", None, &login).await.ok();
    (server, reply["token"].as_str().unwrap().to_owned())
}

/// Waits until this many are there.
async fn wait_for(server: &Binary, token: &str, added: u64) -> Value {
    for _ in 0..1_200 {
        let posts = server.get_as(SET_UP, token).await.ok()["sample_posts"].clone();
        if posts["added"].as_u64().unwrap() >= added {
            return posts;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the sample posts never came");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sample_posts_survive_kill_9_without_a_second_copy() {
    let site = Site::new().await;
    assert!(site.make_admin("amina@example.com", PASSWORD).await.status.success());
    let (mut server, token) = serve(&site).await;
    server.post(&format!("{SET_UP}/sample-posts"), Some(&token), &json!({})).await.ok();
    for kill_after in [1, 3] {
        let posts = wait_for(&server, &token, kill_after).await;
        assert!(posts["added"].as_u64() < Some(8), "killed too late: {posts}");
        server.child.start_kill().expect("it still runs");
        server.child.wait().await.unwrap();
        server = serve(&site).await.0;
        // Somebody who is not sure presses again.
        server.post(&format!("{SET_UP}/sample-posts"), Some(&token), &json!({})).await.ok();
    }
    wait_for(&server, &token, 8).await;
    let list = server.get_as("/api/admin/posts?per_page=100", &token).await.ok();
    let titles: BTreeSet<&str> =
        list["data"].as_array().unwrap().iter().map(|post| post["title"].as_str().unwrap()).collect();
    assert_eq!((&list["total"], titles.len()), (&json!(8), 8));
}
