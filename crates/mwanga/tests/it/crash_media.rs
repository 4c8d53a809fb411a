//! kill -9 while files are uploaded and recorded: no row without its file, no public file without its row.

use std::time::Duration;

use mwanga_store::entities::media_item;
use mwanga_store::types::MediaKind;
use mwanga_store::{Store, StoreOptions};
use sea_orm::EntityTrait;
use tokio::sync::mpsc;

use crate::support::*;

const PASSWORD: &str = "a lamp in the window";
const ROUNDS: u32 = 4;
const WRITERS: u32 = 3;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_kill_9_every_media_row_has_its_file_and_every_file_its_row() {
    let site = Site::new().await;
    kill_while_uploading(&site, async || site.serve().await).await;
    // What a dead process was writing has a name that nobody asks for.
    let parts = std::fs::read_dir(site.folder.path().join("media/incoming")).unwrap();
    assert!(
        parts
            .filter_map(Result::ok)
            .filter(|entry| entry.path().is_file())
            .all(|entry| entry.file_name().to_string_lossy().ends_with(".part"))
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_kill_9_every_media_row_has_its_object_in_the_bucket() {
    let (site, s3) = (Site::new().await, S3::new().await);
    let serve = async || {
        let mut command = site.command(&["serve"]);
        command.envs(s3.variables());
        Binary::start(command).await
    };
    kill_while_uploading(&site, serve).await;
}

/// Pictures and videos, each from its link to its row, and a kill at another step in each round.
async fn kill_while_uploading(site: &Site, serve: impl AsyncFn() -> Binary) {
    assert!(site.make_admin("amina@example.com", PASSWORD).await.status.success());
    let mut asked: Vec<String> = Vec::new();
    for round in 0..ROUNDS {
        let mut server = serve().await;
        let login = json!({ "email": "amina@example.com", "password": PASSWORD });
        let token = server.post("/api/auth/admin/login", None, &login).await.ok()["token"].as_str().unwrap().to_owned();
        check(site, &server, &asked).await;
        // What was cut off is recorded now, as an editor tries again, or was never there.
        for url in &asked {
            let again = server.post("/api/admin/media/record", Some(&token), &json!({ "file_url": url })).await;
            assert!(matches!(again.status.as_u16(), 200 | 404), "{}", again.status);
        }
        check(site, &server, &asked).await;
        if round == ROUNDS - 1 {
            break;
        }
        let (sender, mut receiver) = mpsc::unbounded_channel();
        let uploading: Vec<_> = (0..WRITERS)
            .map(|writer| tokio::spawn(upload(server.url.clone(), token.clone(), writer % 2 == 0, sender.clone())))
            .collect();
        drop(sender);
        let mut steps = 0;
        while let Some(step) = receiver.recv().await {
            steps += 1;
            if let Step::Asked(url) = step {
                asked.push(url);
            }
            if steps == 20 + round * 11 {
                // In the midst of a step, and not always of the same one.
                tokio::time::sleep(Duration::from_micros(700 * u64::from(round))).await;
                server.child.start_kill().expect("it still runs");
            }
        }
        for uploading in uploading {
            uploading.await.unwrap();
        }
        server.child.wait().await.unwrap();
    }
    assert!(asked.len() > 10, "{}", asked.len());
}

enum Step {
    /// The address that the file will have.
    Asked(String),
    Put,
    Recorded,
}

/// Uploads and records pictures or videos until the server is gone.
async fn upload(server: String, token: String, is_picture: bool, sender: mpsc::UnboundedSender<Step>) {
    let client = reqwest::Client::new();
    let (name, content_type, bytes) = if is_picture {
        ("a.png", "image/png", png(900, 700))
    } else {
        ("a.mp4", "video/mp4", mp4_with(vec![7; 1_500_000]))
    };
    let go = async || -> Option<()> {
        loop {
            let link = format!("{server}/api/admin/generate-presigned-url?filename={name}&contentType={content_type}");
            let link: Value = client.get(link).bearer_auth(&token).send().await.ok()?.json().await.ok()?;
            let file_url = link["file_url"].as_str()?.to_owned();
            let _ = sender.send(Step::Asked(file_url.clone()));
            let put = client.put(link["url"].as_str()?).header("content-type", content_type).body(bytes.clone());
            put.send().await.ok()?;
            let _ = sender.send(Step::Put);
            let record = client
                .post(format!("{server}/api/admin/media/record"))
                .bearer_auth(&token)
                .json(&json!({ "file_url": file_url }));
            record.send().await.ok()?;
            let _ = sender.send(Step::Recorded);
        }
    };
    go().await;
}

async fn check(site: &Site, server: &Binary, asked: &[String]) {
    let store = Store::open(&StoreOptions { url: site.database.url.clone(), readers: 1 }).await.unwrap();
    let rows = media_item::Entity::find().all(store.reader()).await.unwrap();
    store.close().await.unwrap();
    for row in &rows {
        let file = server.get(&format!("/media/{}", row.object_key)).await;
        assert_eq!((file.status, file.body.len() as i64), (StatusCode::OK, row.size_bytes), "{}", row.object_key);
        let is_whole = if row.kind == MediaKind::Image {
            image::load_from_memory(&file.body).is_ok()
        } else {
            file.body.ends_with(&[7; 100])
        };
        assert!(is_whole, "{}", row.object_key);
    }
    for url in asked {
        let has_row = rows.iter().any(|row| url.ends_with(&row.object_key));
        assert_eq!(server.get(url).await.status == StatusCode::OK, has_row, "{url}");
    }
}
