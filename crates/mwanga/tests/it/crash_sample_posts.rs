//! kill -9 while sample posts are added: the rest follows after the next start, and none is there twice.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use mwanga_store::entities::import_record;
use sea_orm::{ColumnTrait, DatabaseConnection, EntityTrait, PaginatorTrait, QueryFilter};

use crate::faults::operations::connect;
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

/// How many posts and files were imported.
async fn imported(database: &DatabaseConnection) -> u64 {
    import_record::Entity::find().count(database).await.unwrap()
}

async fn imported_posts(database: &DatabaseConnection) -> u64 {
    let posts = import_record::Entity::find().filter(import_record::Column::PostId.is_not_null());
    posts.count(database).await.unwrap()
}

async fn wait_until(pause_ms: u64, is_so: impl AsyncFn() -> bool) {
    let began = Instant::now();
    while !is_so().await {
        assert!(began.elapsed() < Duration::from_secs(60), "the sample posts never came");
        tokio::time::sleep(Duration::from_millis(pause_ms)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sample_posts_survive_kill_9_without_a_second_copy() {
    let site = Site::new().await;
    assert!(site.make_admin("amina@example.com", PASSWORD).await.status.success());
    let database = connect(&site.database.url).await;
    let mut interrupted = 0;
    for kill_after in [1, 5, 10, 15] {
        let (mut server, token) = serve(&site).await;
        // Somebody who is not sure presses again.
        server.post(&format!("{SET_UP}/sample-posts"), Some(&token), &json!({})).await.ok();
        // The moment matters: asking the server for its progress takes longer than a post does.
        wait_until(1, async || imported(&database).await >= kill_after).await;
        server.child.start_kill().expect("it still runs");
        server.child.wait().await.unwrap();
        interrupted += usize::from(imported_posts(&database).await < 8);
    }
    assert!(interrupted > 0, "each kill came too late");
    let (server, token) = serve(&site).await;
    wait_until(50, async || server.get_as(SET_UP, &token).await.ok()["sample_posts"]["waiting"] == 0).await;
    let list = server.get_as("/api/admin/posts?per_page=100", &token).await.ok();
    let titles: BTreeSet<&str> =
        list["data"].as_array().unwrap().iter().map(|post| post["title"].as_str().unwrap()).collect();
    assert_eq!((&list["total"], titles.len()), (&json!(8), 8));
    assert_eq!(imported_posts(&database).await, 8);
    database.close().await.unwrap();
}
