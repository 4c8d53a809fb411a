//! Hostile uploads: refused, or reduced to the picture alone, in little memory; nothing of them is public and
//! nothing lies around.

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use mwanga_core::retention;

use crate::api::uploads::Upload;
use crate::support::*;

const RECORD: &str = "/api/admin/media/record";

/// So many zeros in little space.
fn deflated_zeros(zeros: usize) -> Vec<u8> {
    let mut deflated_zeros = ZlibEncoder::new(Vec::new(), Compression::best());
    let zero = vec![0; 1 << 20];
    for _ in 0..zeros >> 20 {
        deflated_zeros.write_all(&zero).unwrap();
    }
    deflated_zeros.finish().unwrap()
}

fn png_chunk(kind: &[u8], data: &[u8]) -> Vec<u8> {
    let mut crc = flate2::Crc::new();
    crc.update(kind);
    crc.update(data);
    [&(data.len() as u32).to_be_bytes()[..], kind, data, &crc.sum().to_be_bytes()].concat()
}

/// A PNG that says it is so large and holds so many zeros, in little space.
fn png_bomb(width: u32, height: u32, zeros: usize) -> Vec<u8> {
    // Eight bits each of red, green, blue and what shines through.
    let head = [&width.to_be_bytes()[..], &height.to_be_bytes(), &[8, 6, 0, 0, 0]].concat();
    [
        &b"\x89PNG\r\n\x1a\n"[..],
        &png_chunk(b"IHDR", &head),
        &png_chunk(b"IDAT", &deflated_zeros(zeros)),
        &png_chunk(b"IEND", &[]),
    ]
    .concat()
}

/// Good pictures with 250 MB of zeros beside them: as colours, as words.
fn bombs_beside_pictures() -> Vec<Vec<u8>> {
    let zeros = deflated_zeros(250 << 20);
    let beside = |kind: &[u8], head: &[u8]| {
        let picture = png(300, 300);
        let (start, rest) = picture.split_at(33);
        [start, &png_chunk(kind, &[head, &zeros].concat()), rest].concat()
    };
    let colours = beside(b"iCCP", b"colours\0\0");
    vec![
        colours.clone(),
        colours.clone(),
        colours.clone(),
        colours,
        beside(b"zTXt", b"words\0\0"),
        beside(b"iTXt", b"words\0\x01\0\0\0"),
    ]
}

/// A lossless WebP whose head says 16,384 pixels a side.
fn webp_bomb() -> Vec<u8> {
    let picture = b"\x2f\xff\xff\xff\x0f\x00\x00\x00\x00\x00";
    [
        &b"RIFF"[..],
        &(picture.len() as u32 + 12).to_le_bytes(),
        b"WEBPVP8L",
        &(picture.len() as u32).to_le_bytes(),
        picture,
    ]
    .concat()
}

fn gif_bomb(side: u16) -> Vec<u8> {
    let side = side.to_le_bytes();
    [
        &b"GIF89a"[..],
        &side,
        &side,
        b"\x80\0\0\0\0\0\xff\xff\xff",
        b"\x2c\0\0\0\0",
        &side,
        &side,
        b"\0\x02\x02\x4c\x01\0\x3b",
    ]
    .concat()
}

fn hostile() -> Vec<(&'static str, &'static str, &'static str, Vec<u8>)> {
    let script = b"<html><script>alert(1)</script></html>".to_vec();
    let svg = b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>".to_vec();
    let behind = |head: Vec<u8>| [head, script.clone()].concat();
    vec![
        ("nothing at all", "a.png", "image/png", Vec::new()),
        ("no video at all", "a.mp4", "video/mp4", Vec::new()),
        ("SVG", "a.png", "image/png", svg.clone()),
        ("SVG with a head", "a.png", "image/png", [b"<?xml version='1.0'?>".to_vec(), svg].concat()),
        ("HTML", "a.jpg", "image/jpeg", script.clone()),
        ("PDF", "a.png", "image/png", b"%PDF-1.7\n1 0 obj<</S/JavaScript>>".to_vec()),
        ("PNG as JPEG", "a.jpg", "image/jpeg", png(4, 3)),
        ("JPEG as PNG", "a.png", "image/png", jpeg_of_a_phone()),
        ("PNG as video", "a.mp4", "video/mp4", png(4, 3)),
        ("video as PNG", "a.png", "image/png", mp4()),
        ("GIF and script", "a.gif", "image/gif", b"GIF89a/*\0\0\0\0\0*/=1;alert(1);//".to_vec()),
        ("GIF and HTML", "a.gif", "image/gif", behind(b"GIF89a".to_vec())),
        (
            "JPEG head and HTML",
            "a.jpg",
            "image/jpeg",
            behind(b"\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0".to_vec()),
        ),
        ("PNG head and HTML", "a.png", "image/png", behind(b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".to_vec())),
        ("MP4 head and HTML", "a.mp4", "video/mp4", behind(b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom".to_vec())),
        ("QuickTime head and HTML", "a.mov", "video/quicktime", behind(b"\0\0\0\x14ftypqt  \0\0\0\0qt  ".to_vec())),
        ("WebM head and HTML", "a.webm", "video/webm", behind(b"\x1a\x45\xdf\xa3\x87\x42\x82\x84webm".to_vec())),
        ("10,000 pixels wide", "a.png", "image/png", png(10_000, 1)),
        ("10,000 pixels high", "a.png", "image/png", png(1, 10_000)),
        ("PNG bomb by its head", "a.png", "image/png", png_bomb(60_000, 60_000, 1 << 20)),
        ("PNG bomb within the sides", "a.png", "image/png", png_bomb(9_000, 9_000, 324_000_000)),
        ("PNG with more than it says", "a.png", "image/png", png_bomb(9_000, 8_000, 1 << 30)),
        ("WebP bomb", "a.webp", "image/webp", webp_bomb()),
        ("GIF bomb", "a.gif", "image/gif", gif_bomb(u16::MAX)),
        ("GIF bomb within the sides", "a.gif", "image/gif", gif_bomb(9_000)),
    ]
}

/// The most memory that this process ever had, in MB.
fn peak_mb() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() / 1024
}

/// The memory limit of a whole site in MB, whichever of these files it gets.
const MEMORY_LIMIT_MB: u64 = 300;

/// Whether this process runs nothing but the test of this name, so that its memory is the test's. One that runs others
/// too starts such a process, and waits for it.
async fn is_alone(test: &str) -> bool {
    const ALONE: &str = "MWANGA_TEST_ALONE";
    if std::env::var_os(ALONE).is_some() {
        return true;
    }
    let name = format!("{}::{test}", module_path!().split_once("::").unwrap().1);
    let mut command = tokio::process::Command::new(std::env::current_exe().unwrap());
    let run = command.args(["--exact", &name]).env(ALONE, "").output().await.unwrap();
    let said = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success() && said.contains("1 passed"), "{said}{}", String::from_utf8_lossy(&run.stderr));
    false
}

#[tokio::test]
async fn hostile_files_are_refused_in_bounded_memory_and_leave_no_file() {
    if !is_alone("hostile_files_are_refused_in_bounded_memory_and_leave_no_file").await {
        return;
    }
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let mut left = Vec::new();
    for (what, name, content_type, bytes) in hostile() {
        let upload = Upload::of(&editor, name, content_type).await;
        upload.put_as(&editor, bytes, content_type).await.ok();
        let answer = editor.post(RECORD, json!({ "file_url": upload.file_url })).await;
        assert!(answer.status.is_client_error(), "{what}: {}", answer.status);
        assert_eq!(app.get(&upload.file_url).await.status, StatusCode::NOT_FOUND, "{what}");
        left.push(upload);
    }
    // What was never asked to be recorded goes with the sweep.
    let upload = Upload::of(&editor, "a.png", "image/png").await;
    upload.put(&editor, b"<html>".to_vec()).await.ok();
    app.clock.advance_ms((mwanga_core::clock::Clock::system().now().0 - NOW.0).max(0) + 25 * 3_600_000);
    assert_eq!(retention::sweep(app.core()).await.unwrap().uploads, 1);
    for folder in ["incoming", "files"] {
        let files = files_below(&app.data_dir().join("media").join(folder));
        assert!(files.iter().all(|file| file.ends_with(".mwanga")), "{files:?}");
    }
    assert!(peak_mb() < MEMORY_LIMIT_MB, "{} MB", peak_mb());
}

#[tokio::test]
async fn decompression_bombs_in_picture_metadata_cost_no_memory() {
    if !is_alone("decompression_bombs_in_picture_metadata_cost_no_memory").await {
        return;
    }
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let mut uploads = Vec::new();
    for bomb in bombs_beside_pictures() {
        let upload = Upload::of(&editor, "a.png", "image/png").await;
        upload.put(&editor, bomb).await.ok();
        uploads.push(upload.file_url);
    }
    let recorded = futures_util::future::join_all(
        uploads.iter().map(|file_url| editor.post(RECORD, json!({ "file_url": file_url }))),
    )
    .await;
    assert!(recorded.iter().all(|answer| answer.status == StatusCode::OK));
    for file_url in &uploads {
        for address in [file_url.clone(), file_url.replace("/media/", "/media/w240/")] {
            let sent = app.get(&address).await;
            assert_eq!(sent.status, StatusCode::OK);
            assert!(
                sent.body.len() < 10_000 && image::load_from_memory(&sent.body).is_ok(),
                "{address}: {}",
                sent.body.len()
            );
        }
    }
    assert!(peak_mb() < MEMORY_LIMIT_MB, "{} MB", peak_mb());
}

fn files_below(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { files.extend(files_below(&path)) } else { files.push(path) }
    }
    files
}

#[tokio::test]
async fn a_script_appended_to_a_picture_is_cut_off() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let mut gif = std::io::Cursor::new(Vec::new());
    image::DynamicImage::new_rgb8(8, 4).write_to(&mut gif, image::ImageFormat::Gif).unwrap();
    for (name, content_type, picture) in [
        ("a.png", "image/png", png(8, 4)),
        ("a.jpg", "image/jpeg", jpeg_of_a_phone()),
        ("a.gif", "image/gif", gif.into_inner()),
    ] {
        let upload = Upload::of(&editor, name, content_type).await;
        upload.put_as(&editor, [picture, b"<script>alert(1)</script>".to_vec()].concat(), content_type).await.ok();
        editor.post(RECORD, json!({ "file_url": upload.file_url })).await.ok();
        let served = app.get(&upload.file_url).await;
        assert_eq!((served.status, served.header("content-type")), (StatusCode::OK, content_type));
        assert!(!served.body.windows(7).any(|window| window == b"<script"), "{name}");
        assert!(image::load_from_memory(&served.body).is_ok(), "{name}");
    }
}

#[tokio::test]
async fn no_file_name_escapes_the_media_folder() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    for name in
        ["../../a.png", "..%2f..%2fa.png", "a.png%00.html", "/etc/a.png", "a.php.png", "con.png", "%e2%80%ae.png"]
    {
        let answer =
            editor.get(&format!("/api/admin/generate-presigned-url?filename={name}&contentType=image/png")).await;
        if answer.status != StatusCode::OK {
            assert!(answer.status.is_client_error(), "{name}");
            continue;
        }
        let url = answer.ok()["file_url"].as_str().unwrap().to_owned();
        let key = url.strip_prefix("/media/2026/11/").unwrap_or_else(|| panic!("{name}: {url}"));
        assert!(
            key.strip_suffix(".png").is_some_and(|stem| stem.chars().all(|c| c.is_ascii_alphanumeric())),
            "{name}: {url}"
        );
    }
    for name in ["a.svg", "a.html", "a.png.exe", "a", ".png", ""] {
        let answer =
            editor.get(&format!("/api/admin/generate-presigned-url?filename={name}&contentType=image/png")).await;
        assert!(answer.status.is_client_error(), "{name}");
    }
}
