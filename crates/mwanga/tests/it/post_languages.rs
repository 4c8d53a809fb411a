//! A post in another language than the publication's: what says so to browsers, machines and readers of feeds, and how
//! it is found.

use std::time::Duration;

use mwanga_store::entities::post::Model;

use crate::support::*;

async fn swahili(app: &TestApp) -> Model {
    let form = |form: &mut mwanga_core::posts::PostForm| form.language = Some("SW".into());
    app.post("Taa za soko").content("<p>Taa zinawaka. <em lang=FR>Bonsoir</em>.</p>").form(form).insert().await
}

#[tokio::test]
async fn the_page_of_a_post_has_its_language_and_what_is_around_it_that_of_the_publication() {
    let app = TestApp::new().await;
    swahili(&app).await;
    app.post("Market lamps").insert().await;
    let page = app.get("/post/slug/taa-za-soko").await;
    for part in [
        "<html lang=\"sw\"",
        "<div id=\"root\" lang=\"en\">",
        "class=\"post-article\" lang=\"sw\" dir=\"ltr\"",
        "<span lang=\"fr\"><em>Bonsoir</em></span>",
        "\"inLanguage\":\"sw\"",
        "<meta property=\"og:locale\" content=\"sw_KE\"",
    ] {
        assert!(page.text().contains(part), "{part}");
    }
    let other = app.get("/post/slug/market-lamps").await;
    for part in ["<html lang=\"en\"", "<div id=\"root\"><", "\"inLanguage\":\"en\"", "content=\"en_KE\""] {
        assert!(other.text().contains(part), "{part}");
    }
    let home = app.get("/").await;
    assert!(home.text().contains("<html lang=\"en\""));
    let title = home.text().split("</h3>").find(|part| part.contains("Taa za soko")).expect("on home");
    assert!(title.rsplit_once("<h3").unwrap().1.contains(" lang=\"sw\""), "{title}");
    app.post("أضواء").slug("lamps").form(|form| form.language = Some("ar".into())).insert().await;
    let arabic = app.get("/post/slug/lamps").await;
    assert!(arabic.text().contains("class=\"post-article\" lang=\"ar\" dir=\"rtl\""));
    assert!(arabic.text().contains("class=\"byline\" lang=\"en\" dir=\"ltr\""));
    let feed = app.get("/feed.json").await;
    assert!(feed.text().contains("dir=\\\"rtl\\\""), "{}", feed.text());
}

#[tokio::test]
async fn feeds_and_the_news_sitemap_say_the_language_of_each_post() {
    let app = TestApp::new().await;
    app.post("Market lamps").insert().await;
    swahili(&app).await;
    for (address, part) in [
        ("/feed.xml", "<dc:language>sw</dc:language>"),
        ("/feed.xml", "&lt;div lang=&quot;sw&quot; dir=&quot;ltr&quot;&gt;"),
        ("/atom.xml", "<entry xml:lang=\"sw\">"),
        ("/feed.json", "\"language\":\"sw\""),
        ("/sitemap-news.xml", "<news:language>sw</news:language>"),
    ] {
        let text = app.get(address).await.text().replace("&#34;", "&quot;").replace("&#60;", "&lt;");
        assert_eq!(
            text.replace('"', "&quot;").matches(&part.replace('"', "&quot;")).count(),
            1,
            "{address} {part}: {text}"
        );
    }
    assert!(app.get("/sitemap-news.xml").await.text().contains("<news:language>en</news:language>"));
}

#[tokio::test]
async fn a_language_is_a_tag_and_is_kept_in_its_usual_form() {
    let app = TestApp::new().await;
    let admin = app.staff(Role::Admin).await;
    let post = swahili(&app).await;
    assert_eq!(post.language, "sw");
    let path = format!("/api/admin/posts/{}", post.id);
    for wrong in ["Kiswahili", "s", "en us", "\"><script>"] {
        let reply = admin.put(&path, json!({ "language": wrong })).await;
        assert_eq!(reply.status, StatusCode::UNPROCESSABLE_ENTITY, "{wrong}");
        assert!(reply.json()["fields"]["language"].is_string(), "{wrong}");
    }
    for (sent, kept) in [("pt_br", "pt-BR"), ("zh-hant", "zh-Hant"), ("", "")] {
        let saved = admin.put(&path, json!({ "language": sent })).await.ok();
        assert_eq!(saved["language"], kept);
    }
    // Purged with the save.
    assert!(app.get("/post/slug/taa-za-soko").await.text().contains("<html lang=\"en\""));
}

#[tokio::test]
async fn words_are_found_by_the_inflections_of_their_language() {
    let app = TestApp::indexed().await;
    let admin = app.staff(Role::Admin).await;
    let text = "<p>En el bus, trabajando.</p>";
    app.post("Unsaid").content(text).insert().await;
    app.post("Spanish").content(text).form(|form| form.language = Some("es".into())).insert().await;
    let found = async || {
        let results = app.get("/api/search/search?q=trabajar%20bus").await.ok();
        let mut titles: Vec<String> = titles(&results["results"]).into_iter().map(str::to_owned).collect();
        titles.sort();
        let marked = results["results"]
            .as_array()
            .unwrap()
            .iter()
            .all(|hit| hit["highlights"]["text"].as_array().unwrap().iter().any(|piece| piece == "trabajando"));
        assert!(marked, "{results}");
        titles
    };
    assert_eq!(found().await, ["Spanish"]);
    // What says no language follows the publication's, and so do its stems.
    let current = admin.get("/api/admin/settings").await.ok();
    let change = json!({ "version": current["version"], "values": { "site.language": "es-MX" } });
    admin.put("/api/admin/settings", change).await.ok();
    let both = async {
        while found().await != ["Spanish", "Unsaid"] {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), both).await.expect("the index follows the language");
    assert_eq!(app.state.check_consistency().await.unwrap(), []);
}
