//! Twenty photos of 12 megapixels at once: what they cost in memory, and what other readers notice. `make bench` runs
//! it.

use std::io::Cursor;
use std::time::{Duration, Instant};

use crate::support::*;

const PASSWORD: &str = "a lamp in the window";
const PHOTOS: usize = 20;

/// With as much in it as a camera sees, so that it takes some megabytes as a file.
fn photo() -> Vec<u8> {
    let mut noise = 1u32;
    let picture = image::RgbImage::from_fn(4_000, 3_000, |x, y| {
        noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let grain = (noise >> 27) as u8;
        image::Rgb([(x / 16) as u8 ^ grain, (y / 12) as u8 ^ grain, ((x + y) / 28) as u8])
    });
    let mut out = Cursor::new(Vec::new());
    picture.write_with_encoder(image::codecs::jpeg::JpegEncoder::new_with_quality(&mut out, 88)).unwrap();
    out.into_inner()
}

fn resident_mb(pid: u32, line: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let line = status.lines().find(|known| known.starts_with(line)).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() / 1024
}

async fn one(server: String, token: String, photo: Vec<u8>) {
    let client = reqwest::Client::new();
    let link = format!("{server}/api/admin/generate-presigned-url?filename=photo.jpg&contentType=image/jpeg");
    let link: Value = client.get(link).bearer_auth(&token).send().await.unwrap().json().await.unwrap();
    let put = client
        .put(link["url"].as_str().unwrap())
        .header("content-type", "image/jpeg")
        .body(photo)
        .send()
        .await
        .unwrap();
    assert_eq!(put.status(), 200);
    let record = client
        .post(format!("{server}/api/admin/media/record"))
        .bearer_auth(&token)
        .json(&json!({ "file_url": link["file_url"] }));
    let item: Value = record.send().await.unwrap().json().await.unwrap();
    assert_eq!((&item["width"], &item["height"]), (&json!(4_000), &json!(3_000)), "{item}");
    let copy = link["file_url"].as_str().unwrap().replacen("/media/", "/media/w960/", 1);
    loop {
        let sent = client.get(format!("{server}{copy}")).send().await.unwrap();
        if sent.headers()["content-type"] == "image/webp" {
            break;
        }
        // Nobody waits long for a copy: until it is made the picture itself goes out, and is not kept.
        assert_eq!(
            (sent.status().as_u16(), &sent.headers()["cache-control"]),
            (200, &reqwest::header::HeaderValue::from_static("no-cache"))
        );
    }
}

/// Milliseconds that 95 of 100 calls took at most, until `end` is done.
async fn p95_ms(server: &Binary, path: &str, end: impl Future<Output = ()>) -> f64 {
    let mut took = Vec::new();
    let mut end = std::pin::pin!(end);
    loop {
        let began = Instant::now();
        let call = async {
            server.get(path).await.ok();
            let took = began.elapsed();
            tokio::time::sleep(Duration::from_millis(20)).await;
            took
        };
        tokio::select! {
            () = &mut end => break,
            call = call => took.push(call),
        }
    }
    took.sort_unstable();
    took[took.len() * 95 / 100].as_secs_f64() * 1_000.
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a measurement of the release binary: make bench"]
async fn twenty_concurrent_photos_of_12_megapixels_take_at_most_200_mb() {
    let site = Site::new().await;
    assert!(site.make_admin("amina@example.com", PASSWORD).await.status.success());
    let server = site.serve().await;
    let login = json!({ "email": "amina@example.com", "password": PASSWORD });
    let token = server.post("/api/auth/admin/login", None, &login).await.ok()["token"].as_str().unwrap().to_owned();
    let photo = photo();
    let pid = server.child.id().unwrap();
    let path = "/api/posts/public";
    let quiet = p95_ms(&server, path, tokio::time::sleep(Duration::from_secs(2))).await;
    let before = resident_mb(pid, "VmRSS");
    let began = Instant::now();
    let all = async {
        futures_util::future::join_all((0..PHOTOS).map(|_| one(server.url.clone(), token.clone(), photo.clone())))
            .await;
    };
    let busy = p95_ms(&server, path, all).await;
    let (peak, took) = (resident_mb(pid, "VmHWM"), began.elapsed());
    println!(
        "{PHOTOS} photos of {:.1} MB with a narrow copy each: {:.1} s, {} MB more at the peak ({before} to {peak} MB); p95 of another call {busy:.1} ms, {quiet:.1} ms without them",
        photo.len() as f64 / 1e6,
        took.as_secs_f64(),
        peak.saturating_sub(before),
    );
    assert!(peak.saturating_sub(before) <= 200, "of 200 MB at most");
}
