use feed_rs::model::FeedType;
use mwanga_store::entities::media_item;

use super::{FOLDERS, feed, feed_titles, feeds, title};
use crate::support::*;

const DAY: i64 = 24 * 3_600_000;

#[tokio::test]
async fn a_post_is_complete_in_rss_atom_and_json_feed() {
    let app = TestApp::new().await;
    let cover = mwanga_core::media::import_file(app.core(), "cover", "cover.png", png(40, 20)).await.unwrap();
    let post = app
        .post("Habari ya jua")
        .content(r#"<h2>Jua</h2><p>See <a href="/about">about</a> and <a href="https://other.example/">other</a>.</p><figure><img src="2026/11/in.webp" alt="In"></figure>"#)
        .form(|form| {
            form.excerpt = Some("In \"short\" & sweet".into());
            form.tags = Some("jua, umeme".into());
            form.author_name = Some("guest_writer".into());
            form.custom_author = Some("Wanjiru K.".into());
            form.media_url = Some(cover.object_key.clone());
        })
        .insert()
        .await;
    for (path, kind) in feeds("").iter().zip([FeedType::RSS2, FeedType::Atom, FeedType::JSON]) {
        let feed = feed(&app, path).await;
        assert_eq!(feed.feed_type, kind, "{path}");
        assert_eq!(feed.title.as_ref().unwrap().content, "Mwanga", "{path}");
        assert!(
            feed.links.iter().any(|link| link.href.trim_end_matches('/') == "https://mwanga.example"),
            "{path}: {:?}",
            feed.links
        );
        let [entry] = &feed.entries[..] else { panic!("{path}: one post") };
        assert_eq!(title(entry), "Habari ya jua", "{path}");
        assert_eq!(entry.id, format!("https://mwanga.example/blog/post/{}", post.id), "{path}");
        assert!(
            entry.links.iter().any(|link| link.href == "https://mwanga.example/post/slug/habari-ya-jua"),
            "{path}: {:?}",
            entry.links
        );
        assert_eq!(entry.published.unwrap().timestamp_millis(), NOW.0, "{path}");
        let summary = &entry.summary.as_ref().unwrap().content;
        assert_eq!(summary.replace("&amp;", "&").replace("&quot;", "\""), "In \"short\" & sweet", "{path}");
        let content = entry.content.as_ref().and_then(|content| content.body.as_deref()).unwrap();
        for part in [
            r#"<h2 dir="auto">Jua</h2>"#,
            r#"href="https://mwanga.example/about""#,
            r#"href="https://other.example/""#,
            r#"src="https://mwanga.example/media/2026/11/in.webp""#,
        ] {
            assert!(content.contains(part), "{path}: {part} in {content}");
        }
        if kind != FeedType::JSON {
            // The parser keeps neither of a JSON feed.
            assert_eq!(
                entry.authors.iter().filter_map(|author| author.name.as_deref()).collect::<Vec<_>>(),
                ["Wanjiru K."],
                "{path}"
            );
        }
        let terms: Vec<_> = entry.categories.iter().map(|category| category.term.as_str()).collect();
        assert_eq!(terms, ["Tech", "jua", "umeme"], "{path}");
    }
    let picture = format!("https://mwanga.example/media/share/{}.jpg", cover.object_key);
    let rss = feed(&app, "/feed.xml").await;
    let media =
        rss.entries[0].media.iter().flat_map(|media| &media.content).find(|content| content.width.is_some()).unwrap();
    assert_eq!((media.url.as_ref().unwrap().as_str(), media.width, media.height), (&*picture, Some(40), Some(20)));
    let atom = feed(&app, "/atom.xml").await;
    let enclosure = atom.entries[0].links.iter().find(|link| link.rel.as_deref() == Some("enclosure")).unwrap();
    assert_eq!((enclosure.href.as_str(), enclosure.length), (&*picture, None), "its copy is not made yet");
    let json = app.get("/feed.json").await.json();
    assert_eq!(
        (&json["items"][0]["image"], &json["items"][0]["authors"][0]["name"]),
        (&json!(picture), &json!("Wanjiru K."))
    );
}

#[tokio::test]
async fn the_lead_picture_begins_the_text_of_feeds_once() {
    let app = TestApp::new().await;
    let import = async |name: &str| {
        mwanga_core::media::import_file(app.core(), name, &format!("{name}.png"), png(40, 20)).await.unwrap()
    };
    let (cover, shown, beside) = (import("cover").await, import("shown").await, import("beside").await);
    let url = |item: &media_item::Model| mwanga_core::media::url(&item.object_key);
    let in_text = format!(r#"<p>Text</p><figure><img src="{}" alt="Lamp"></figure>"#, url(&shown));
    app.post("Above")
        .form(|form| {
            form.media_url = Some(url(&cover));
            form.media_urls = Some(vec![url(&cover), url(&beside)]);
        })
        .insert()
        .await;
    app.post("Within").content(&in_text).form(|form| form.media_url = Some(url(&shown))).insert().await;
    let paid = |form: &mut mwanga_core::posts::PostForm| form.media_url = Some(url(&cover));
    app.post("Paid").category("sponsored").form(paid).insert().await;
    app.post("Bare").insert().await;
    for path in feeds("").iter().chain(&feeds("/category/sponsored")) {
        for entry in feed(&app, path).await.entries {
            let content = entry.content.as_ref().and_then(|content| content.body.clone()).unwrap();
            let copies = |item: &media_item::Model| content.matches(&*item.object_key).count();
            let lead = "<figure><img src=\"https://mwanga.example/media/";
            match title(&entry) {
                "Above" => assert!(content.starts_with(lead) && copies(&cover) == 1, "{path}: {content}"),
                "Within" => assert!(content.starts_with("<p") && copies(&shown) == 1, "{path}: {content}"),
                "Paid" => {
                    assert!(content.starts_with(&format!("<p><strong>Paid post</strong></p>{lead}")), "{content}")
                }
                _ => assert!(!content.contains("<img"), "{path}: {content}"),
            }
        }
    }
    let json = app.get("/feed.json").await.json();
    let item = |title: &str| json["items"].as_array().unwrap().iter().find(|item| item["title"] == title).unwrap();
    let copy = |item: &media_item::Model| {
        let url = format!("https://mwanga.example/media/share/{}.jpg", item.object_key);
        json!({ "url": url, "mime_type": "image/jpeg" })
    };
    assert_eq!(item("Above")["attachments"], json!([copy(&cover), copy(&beside)]));
    assert_eq!(item("Bare").get("attachments"), None);
}

#[tokio::test]
async fn videos_are_attached_to_the_json_feed_with_their_length() {
    let app = TestApp::new().await;
    let cover = mwanga_core::media::import_file(app.core(), "cover", "cover.png", png(40, 20)).await.unwrap();
    let film = mp4();
    let (length, name) = (film.len(), "film.mp4");
    let film = mwanga_core::media::import_file(app.core(), "film", name, film).await.unwrap();
    let text = format!(r#"<p>Text</p><figure><video src="/media/{}" controls></video></figure>"#, film.object_key);
    app.post("Habari").content(&text).insert().await;
    app.post("Gated")
        .content(&format!("<p>a</p><h2>b</h2>{text}"))
        .form(|form| {
            form.access = Some("subscribers".into());
            form.media_url = Some(mwanga_core::media::url(&cover.object_key));
            form.media_urls = Some(vec![mwanga_core::media::url(&film.object_key)]);
        })
        .insert()
        .await;
    let json = app.get("/feed.json").await.json();
    let of = |title: &str| {
        let item = json["items"].as_array().unwrap().iter().find(|item| item["title"] == title).unwrap().clone();
        (item["attachments"].clone(), item["content_html"].as_str().unwrap().contains(&*film.object_key))
    };
    let attached = json!([{
        "url": format!("https://mwanga.example/media/{}", film.object_key),
        "mime_type": "video/mp4",
        "size_in_bytes": length,
    }]);
    assert_eq!(of("Habari"), (attached, true));
    let cover = format!("https://mwanga.example/media/share/{}.jpg", cover.object_key);
    let public = json!([{ "url": cover, "mime_type": "image/jpeg" }]);
    assert_eq!(of("Gated"), (public, false), "a stranger is given no file of the rest");
}

#[tokio::test]
async fn hostile_text_leaves_feeds_and_sitemaps_well_formed() {
    let app = TestApp::with(|config| {
        config.site.brand = "A & B <i>]]></i>".into();
        config.site.tagline = "\u{1}</channel> \"quoted\"".into();
    })
    .await;
    let hostile = [
        "]]> <script>alert(1)</script>",
        "a \u{0}\u{b}\u{1f}\u{7f}\u{fffe} b",
        "🌅 &amp; &#0; &lt;",
        "\u{202e}مرحبا بالعالم\u{202c}",
        "\" ' --> <!-- ?>",
        "\u{feff}x\r\n\ty",
    ];
    for text in hostile {
        app.post(text)
            .content(&format!("<p>{text}</p><pre><code>]]&gt; &lt;script&gt; &amp;amp;</code></pre>"))
            .form(|form| {
                form.excerpt = Some(text.into());
                form.tags = Some(format!("{text}, x"));
                form.author_name = Some("custom".into());
                form.custom_author = Some(text.into());
            })
            .insert()
            .await;
    }
    for path in feeds("").into_iter().chain(feeds("/category/tech")) {
        let feed = feed(&app, &path).await;
        assert_eq!(feed.entries.len(), hostile.len(), "{path}");
        assert!(feed.title.unwrap().content.contains("A & B"), "{path}");
        for entry in &feed.entries {
            let content = entry.content.as_ref().and_then(|content| content.body.as_deref()).unwrap();
            assert!(!content.contains("<script"), "{path}: {content}");
        }
        let titles: Vec<_> = feed.entries.iter().map(title).collect();
        for part in ["🌅", "مرحبا", "]]>"] {
            assert!(titles.iter().any(|title| title.contains(part)), "{path}: {part} in {titles:?}");
        }
    }
    for path in ["/sitemap.xml", "/sitemap-posts-1.xml", "/sitemap-news.xml", "/sitemap-pages.xml"] {
        super::sitemap(&app, path).await;
    }
}

#[tokio::test]
async fn gated_text_is_in_no_feed() {
    let app = TestApp::new().await;
    let words = "word ".repeat(300);
    for access in ["registered", "subscribers"] {
        app.post(access)
            .content(&format!("<p>The opening.</p><p>{words}</p><p>The secret end.</p>"))
            .form(|form| {
                form.access = Some(access.into());
                form.tags = Some("Solar Power".into());
            })
            .insert()
            .await;
    }
    for path in FOLDERS.into_iter().flat_map(feeds) {
        let reply = app.get(&path).await;
        assert!(!reply.text().contains("The secret end."), "{path}");
        for entry in &feed(&app, &path).await.entries {
            let content = entry.content.as_ref().and_then(|content| content.body.as_deref()).unwrap();
            assert!(content.contains("The opening.") && content.contains("/post/slug/"), "{path}: {content}");
        }
    }
}

#[tokio::test]
async fn a_feed_has_the_30_newest_posts_and_sponsored_ones_have_their_own() {
    let app = TestApp::new().await;
    for number in 1..=32 {
        app.post(&format!("Post {number:02}")).in_ms(-DAY + number).insert().await;
    }
    app.post("Paid").category("sponsored").form(|form| form.brand = Some("Panya & Sons".into())).insert().await;
    let expected: Vec<_> = (3..=32).rev().map(|number| format!("Post {number:02}")).collect();
    for path in feeds("") {
        assert_eq!(feed_titles(&app, &path).await, expected, "{path}");
    }
    for path in feeds("/category/sponsored") {
        let feed = feed(&app, &path).await;
        assert_eq!(feed.entries.iter().map(title).collect::<Vec<_>>(), ["Paid"], "{path}");
        assert!(
            feed.entries[0].content.as_ref().unwrap().body.as_ref().unwrap().contains("Paid for by Panya &amp; Sons"),
            "{path}"
        );
    }
}

#[tokio::test]
async fn another_spelling_of_a_feed_address_redirects_and_unknown_ones_404() {
    let app = TestApp::new().await;
    app.post("Habari").form(|form| form.tags = Some("Solar Power".into())).insert().await;
    for (path, own) in [
        ("/category/Tech/feed.xml", "/category/tech/feed.xml"),
        ("/category/TECH/feed.xml", "/category/tech/feed.xml"),
        ("/tag/Solar%20Power/atom.xml", "/tag/solar-power/atom.xml"),
        ("/author/Mwanga%20Team/feed.json", "/author/mwanga-team/feed.json"),
    ] {
        let reply = app.get(path).await;
        assert_eq!((reply.status, reply.header("location")), (StatusCode::MOVED_PERMANENTLY, own), "{path}");
    }
    for path in [
        "/category/nothing/feed.xml",
        "/tag/nothing/feed.xml",
        "/author/nobody/feed.json",
        "/tag/%20/feed.xml",
        "/feed.rss",
        "/category/tech/feed.txt",
        "/x/feed.json",
    ] {
        assert_eq!(app.get(path).await.status, StatusCode::NOT_FOUND, "{path}");
    }
}

#[tokio::test]
async fn a_site_without_posts_has_empty_feeds() {
    let app = TestApp::new().await;
    for path in feeds("").into_iter().chain(feeds("/category/tech")) {
        assert!(feed(&app, &path).await.entries.is_empty(), "{path}");
    }
}

#[tokio::test]
async fn a_feed_answers_304_to_its_etag() {
    let app = TestApp::new().await;
    app.post("Habari").insert().await;
    for (path, content_type) in
        feeds("").iter().zip(["application/rss+xml", "application/atom+xml", "application/feed+json"])
    {
        let first = app.get(path).await;
        assert!(first.header("content-type").starts_with(content_type), "{path}");
        assert_eq!(first.header("cache-control"), "public, max-age=0, must-revalidate", "{path}");
        assert_eq!(first.header("last-modified"), "Fri, 20 Nov 2026 09:00:00 GMT", "{path}");
        let again = app.anyone().get_with(path, &[("if-none-match", first.header("etag"))]).await;
        assert_eq!((again.status, again.body.len()), (StatusCode::NOT_MODIFIED, 0), "{path}");
    }
}

#[tokio::test]
async fn a_feed_answers_304_to_if_modified_since_until_it_changes() {
    let app = TestApp::new().await;
    let first = app.post("Habari").in_ms(-DAY).insert().await;
    app.post("Jambo").in_ms(-DAY + 1).insert().await;
    let editor = app.staff(Role::Editor).await;
    for path in feeds("").into_iter().chain(["/sitemap-posts-1.xml".to_owned()]) {
        let whole = app.get(&path).await;
        let at = whole.header("last-modified").to_owned();
        let status_of = async |headers: &[(&str, &str)]| app.anyone().get_with(&path, headers).await.status;
        for date in [&at, "Fri, 01 Jan 2100 00:00:00 GMT", "Saturday, 01-Jan-50 00:00:00 GMT"] {
            assert_eq!(status_of(&[("if-modified-since", date)]).await, StatusCode::NOT_MODIFIED, "{path} {date}");
        }
        for date in ["Thu, 01 Jan 2026 00:00:00 GMT", "yesterday"] {
            assert_eq!(status_of(&[("if-modified-since", date)]).await, StatusCode::OK, "{path} {date}");
        }
        assert_eq!(
            status_of(&[("if-modified-since", &at), ("if-none-match", "\"other\"")]).await,
            StatusCode::OK,
            "{path}: an ETag says more"
        );
    }
    let before = app.get("/feed.xml").await.header("last-modified").to_owned();
    // No date that the feed shows moves on by this, and some move back.
    editor.delete(&format!("/api/admin/posts/{}", first.id)).await.ok();
    let after = app.anyone().get_with("/feed.xml", &[("if-modified-since", &before)]).await;
    assert_eq!(after.status, StatusCode::OK, "{before}, then {}", after.header("last-modified"));
    assert!(!after.text().contains("Habari"));
}
