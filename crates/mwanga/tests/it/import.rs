//! `mwanga import` on a store of its own and beside a running server.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use mwanga_core::posts::{self, ImportOutcome, ImportPost, PostForm};
use mwanga_imports::wordpress;

use crate::support::*;

fn sample() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../imports/src/wordpress/sample.xml")
}

fn output_text(output: &std::process::Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

#[tokio::test]
async fn an_import_is_visible_on_a_running_server_and_can_be_repeated() {
    let site = Site::new().await;
    let server = site.serve().await;
    assert_eq!(server.get("/api/posts/public").await.ok()["total"], 0);
    assert!(server.get("/").await.text().contains("Nothing is published yet."));

    let file = sample();
    let first = site.run(&["import", "wordpress", file.to_str().unwrap()]).await;
    assert!(first.status.success(), "{}", output_text(&first));
    let mut total = 0;
    for _ in 0..30 {
        total = server.get("/api/posts/public").await.ok()["total"].as_u64().unwrap();
        if total > 0 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert!(total > 0, "the server did not notice within three seconds");

    let posts = server.get("/api/posts/public?per_page=100").await.ok();
    for post in posts["data"].as_array().unwrap() {
        let slug = post["slug"].as_str().unwrap();
        let page = server.get(&format!("/post/slug/{slug}")).await;
        assert_eq!(page.status, StatusCode::OK, "{slug}");
        let text = server.get(&format!("/api/post/slug/{slug}")).await;
        for trace in ["<!-- wp:", "[caption", "[gallery ids", "<script", "onerror="] {
            assert!(!text.text().contains(trace), "{slug} holds {trace}");
        }
        assert!(!text.text().contains("@"), "an author's address stands in {slug}");
        let whole = text.ok();
        let by_line = format!("/api/author/{}", whole["author_slug"].as_str().unwrap());
        let tagged = whole["tag_list"]
            .as_array()
            .unwrap()
            .iter()
            .map(|tag| format!("/api/tag/{}", tag["slug"].as_str().unwrap()));
        for list in tagged.chain([by_line]) {
            assert!(
                server.get(&format!("{list}?per_page=100")).await.ok()["data"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .any(|card| card["slug"] == slug),
                "{list}"
            );
        }
    }

    let second = site.run(&["import", "wordpress", file.to_str().unwrap()]).await;
    assert!(second.status.success(), "{}", output_text(&second));
    assert!(output_text(&second).contains("0 posts added"), "{}", output_text(&second));
    assert_eq!(server.get("/api/posts/public").await.ok()["total"], total);
}

#[tokio::test]
async fn a_truncated_export_fails_and_reports_what_was_imported() {
    let site = Site::new().await;
    let whole = std::fs::read_to_string(sample()).unwrap();
    let cut = site_file(&whole[..whole.rfind("</item>").unwrap() - 40]);
    let uploads = site.folder.path().join("uploads/2024/05");
    std::fs::create_dir_all(&uploads).unwrap();
    let import =
        ["import", "wordpress", cut.path().to_str().unwrap(), "--media", uploads.parent().unwrap().to_str().unwrap()];
    let mut runs = Vec::new();
    for with_picture in [false, true, true] {
        if with_picture {
            std::fs::write(uploads.join("dhow.png"), png(30, 20)).unwrap();
        }
        let output = site.run(&import).await;
        assert!(
            !output.status.success() && output_text(&output).contains("the import ended early"),
            "{}",
            output_text(&output)
        );
        runs.push(String::from_utf8(output.stdout).unwrap());
    }
    for (run, parts) in runs.iter().zip([
        ["7 posts added: 2 published", "2 pictures and videos are missing"].as_slice(),
        // Nothing was added, and yet something was done.
        &[
            "0 posts added",
            "1 post here already got pictures that had been missing:\n  - A & B: how a dhow is caulked",
            "1 picture or video added",
        ],
        &["0 posts added", "7 posts were here already"],
    ]) {
        assert!(
            run.starts_with("WordPress import from lantern.example\n") && parts.iter().all(|part| run.contains(part)),
            "{parts:?} is not all in {run}"
        );
    }
    // Of a file that is not there nothing can be reported.
    let missing = site.run(&["import", "wordpress", "/no/such/file.xml"]).await;
    assert!(
        !missing.status.success() && missing.stdout.is_empty() && !output_text(&missing).contains("panicked"),
        "{}",
        output_text(&missing)
    );
}

/// The WordPress project's theme test data, which is no part of this project: every kind of post that a theme should be
/// able to show.
#[tokio::test]
async fn every_imported_post_of_the_theme_test_data_can_be_read() {
    let path = std::env::var("MWANGA_WORDPRESS_TEST_DATA").unwrap_or_else(|_| {
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/wordpress-theme-test-data.xml").into()
    });
    let Ok(data) = std::fs::read_to_string(&path) else {
        // Past what cargo keeps of a test that passes.
        let _ = writeln!(
            std::io::stderr(),
            "skipped, as {path} is not here: every_imported_post_of_the_theme_test_data_can_be_read"
        );
        return;
    };
    let app = TestApp::new().await;
    // No test asks the web: what is under `invalid` has no address.
    let data = ["wpthemetestdata.wordpress.com", "wpthemetestdata.files.wordpress.com", "upload.wikimedia.org"]
        .iter()
        .fold(data, |data, host| data.replace(host, &format!("{}.invalid", host.replace('.', "-"))));
    let report = wordpress::run(app.core(), site_file(&data).path(), None)
        .await
        .unwrap_or_else(|failure| panic!("{}", failure.error));
    assert_eq!((report.published, report.scheduled, report.brought.refused.count), (55, 1, 0), "{report}");
    assert!(report.brought.files.missing.first.iter().all(|name| name.contains(".invalid/")), "{report}");

    assert_eq!(app.get("/").await.status, StatusCode::OK);
    for category in app.get("/api/site").await.ok()["categories"].as_array().unwrap() {
        let page = app.get(&format!("/category/{}", category["slug"].as_str().unwrap())).await;
        assert_eq!(page.status, StatusCode::OK, "{category}");
    }
    let mut slugs = BTreeSet::new();
    for number in 1.. {
        let list = app.get(&format!("/api/posts/public?per_page=20&page={number}")).await.ok();
        let cards = list["data"].as_array().unwrap();
        if cards.is_empty() {
            break;
        }
        slugs.extend(cards.iter().map(|card| card["slug"].as_str().unwrap().to_owned()));
    }
    assert_eq!(slugs.len() as u64, report.published);
    for slug in &slugs {
        let page = app.get(&format!("/post/slug/{slug}")).await;
        assert_eq!(page.status, StatusCode::OK, "{slug}");
        let post = app.get(&format!("/api/post/slug/{slug}")).await.ok();
        // Code may speak of shortcodes and blocks.
        let content = post["content"].as_str().unwrap();
        let prose: String =
            content.split("<pre>").map(|part| part.rsplit("</pre>").next().unwrap_or_default()).collect();
        for trace in [
            "<!-- wp:",
            "&lt;!-- wp:",
            "[gallery",
            "[caption",
            "[wp_caption",
            "[audio",
            "[video",
            "[playlist",
            "[embed",
            "[/",
        ] {
            assert!(!prose.contains(trace), "{slug} holds {trace}: {prose}");
        }
    }
}

#[tokio::test]
async fn concurrent_imports_of_one_slug_get_different_slugs() {
    let app = TestApp::new().await;
    let imports = (0..12).map(|number| {
        let form = PostForm {
            title: Some("Tides".into()),
            content: Some("<p>High at six.</p>".into()),
            category_name: Some("tech".into()),
            ..PostForm::default()
        };
        let post = ImportPost {
            external_key: format!("wordpress:a.example:post:{number}"),
            form,
            slug: Some("tides".into()),
            created_at: None,
            owner_id: None,
        };
        posts::import(app.core(), post)
    });
    let outcomes = futures_util::future::join_all(imports).await;
    assert!(outcomes.iter().all(|outcome| matches!(outcome, Ok(ImportOutcome::Added))), "{outcomes:?}");
    assert_eq!(app.get("/api/posts/public").await.ok()["total"], 12);
}

fn site_file(text: &str) -> tempfile::NamedTempFile {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), text).unwrap();
    file
}

#[tokio::test]
async fn an_import_of_subscribers_prints_a_report() {
    let site = Site::new().await;
    let file = site.folder.path().join("list.csv");
    let path = file.to_str().unwrap();
    std::fs::write(&file, "email,confirmed_at\namina@example.com,2025-01-02\nnobody,\n").unwrap();
    for (arguments, expected) in [
        (
            ["import", "subscribers", path, "--dry-run"].as_slice(),
            "Dry run: nothing was changed.\ntaken: 1 (1 confirmed, 0 not confirmed, 0 who left)",
        ),
        (["import", "subscribers", path].as_slice(), "taken: 1 (1 confirmed, 0 not confirmed, 0 who left)\nskipped: 0"),
        (
            ["import", "subscribers", path].as_slice(),
            "skipped: 1 (1 here already, 0 left or bounced here)\nwrong lines: 1\n  line 3: this is no e-mail address",
        ),
    ] {
        let output = site.run(arguments).await;
        assert!(output.status.success() && output_text(&output).contains(expected), "{}", output_text(&output));
    }
    std::fs::write(&file, "email,name\njuma@example.com,Juma\nzuri@example.com").unwrap();
    // The second time nothing is taken, and that is told.
    for expected in ["taken: 1", "taken: 0 (0 confirmed, 0 not confirmed, 0 who left)\nskipped: 1"] {
        let output = site.run(&["import", "subscribers", path]).await;
        assert!(
            !output.status.success()
                && output_text(&output).contains(expected)
                && output_text(&output).contains("breaks off in line 3"),
            "{}",
            output_text(&output)
        );
    }
}
