//! Addresses of names that ASCII cannot tell apart: they keep their own letters, percent-encoded on the wire, and what
//! an earlier version spelled in ASCII leads there.

use mwanga_core::{posts, slug};
use mwanga_store::ConnectionTrait;

use crate::support::*;

const HOUR: i64 = 3_600_000;

/// What a browser sends for a path.
fn encoded(path: &str) -> String {
    let escaped = |byte: u8| if byte.is_ascii() { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    path.bytes().map(escaped).collect()
}

async fn location(app: &TestApp, path: &str) -> (u16, String) {
    let page = app.get(path).await;
    (page.status.as_u16(), page.header("location").to_owned())
}

#[tokio::test]
async fn a_post_a_tag_and_a_byline_have_an_address_in_their_own_letters_and_lists_say_it_encoded() {
    let app = TestApp::new().await;
    let post = app.post("أسعار الكتب في الخرطوم").tags("أسعار, سعر").by("أحمد علي").insert().await;
    assert_eq!(post.slug, "أسعار-الكتب-في-الخرطوم");
    let paths = ["/post/slug/أسعار-الكتب-في-الخرطوم", "/tag/أسعار", "/tag/سعر", "/author/أحمد-علي"].map(encoded);
    for path in &paths {
        let page = app.get(path).await;
        assert_eq!(page.status, StatusCode::OK, "{path}");
        let canonical = format!("<link rel=\"canonical\" href=\"https://mwanga.example{path}\"");
        assert!(page.text().contains(&canonical), "{canonical}\n{}", page.text());
        // Another spelling of the same address.
        assert_eq!(location(&app, &path.to_lowercase()).await, (301, path.clone()));
        assert_eq!(location(&app, &format!("{path}/")).await, (301, path.clone()));
    }
    for (file, wanted) in [
        ("/feed.xml", vec![&paths[0]]),
        ("/atom.xml", vec![&paths[0], &paths[3]]),
        ("/feed.json", vec![&paths[0], &paths[3]]),
        ("/sitemap-posts-1.xml", vec![&paths[0]]),
        ("/sitemap-pages.xml", vec![&paths[1], &paths[2], &paths[3]]),
        ("/llms.txt", vec![]),
    ] {
        let reply = app.get(file).await;
        let text = reply.text();
        for path in wanted {
            assert!(text.contains(&format!("https://mwanga.example{path}")), "{file}: {path}\n{text}");
        }
        assert!(!text.contains("/slug/أسعار") && !text.contains("/tag/س") && !text.contains("/author/أ"), "{file}");
    }
    for path in &paths[1..] {
        assert_eq!(app.get(&format!("{path}/feed.xml")).await.status, StatusCode::OK, "{path}");
        assert_eq!(location(&app, &format!("{path}/feed/")).await, (301, format!("{path}/feed.xml")));
    }
}

#[tokio::test]
async fn names_that_ascii_spells_alike_have_pages_of_their_own_and_their_old_address_lists_them() {
    let app = TestApp::new().await;
    let names = ["أحمد علي", "حامد علي", "حمد علي"];
    for (name, n) in names.iter().zip(1..) {
        app.post(&format!("Post {n}")).by(name).tags(name).in_ms(-HOUR + n).insert().await;
    }
    for kind in ["author", "tag"] {
        for (name, n) in names.iter().zip(1..) {
            let slug = name.replace(' ', "-");
            let path = encoded(&format!("/{kind}/{slug}"));
            let page = app.get(&format!("/api{path}")).await.ok();
            assert_eq!(page[kind], json!({ "slug": slug, "name": name }));
            assert_eq!((titles(&page["data"]), &page["canonical_path"]), (vec![&*format!("Post {n}")], &json!(path)));
            assert_eq!(page["namesakes"], json!([]));
        }
        let old = format!("/{kind}/hmd-ly");
        let page = app.get(&format!("/api{old}")).await.ok();
        let listed: Vec<&str> =
            page["namesakes"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
        assert_eq!(listed, names);
        assert_eq!((titles(&page["data"]), &page["total"]), (vec!["Post 3", "Post 2", "Post 1"], &json!(3)));
        assert_eq!((&page["canonical_path"], &page[kind]["slug"]), (&json!(old), &json!("hmd-ly")));
        let html = app.get(&old).await;
        assert_eq!(html.status, StatusCode::OK);
        for name in names {
            let link = format!("href=\"{}\"", encoded(&format!("/{kind}/{}", name.replace(' ', "-"))));
            assert!(html.text().contains(&link), "{link}\n{}", html.text());
        }
        let feed = app.get(&format!("{old}/feed.xml")).await;
        assert!(["Post 1", "Post 2", "Post 3"].iter().all(|title| feed.text().contains(title)), "{}", feed.text());
        // Of a single one it is another spelling.
        app.post("Alone").by("هند").tags("هند").insert().await;
        let hind = encoded(&format!("/{kind}/هند"));
        assert_eq!(location(&app, &format!("/{kind}/hnd")).await, (301, hind));
        assert_eq!(app.get(&format!("/api/{kind}/nobody")).await.status, StatusCode::NOT_FOUND);
    }
    // One more of them ends what is cached of the old address.
    let editor = app.staff(Role::Editor).await;
    let cached = CachedResponses::of(&app, &["/api/author/hmd-ly", "/api/author/nobody"]).await;
    let fourth = json!({ "custom_author": "حميد علي" });
    editor.put("/api/admin/posts/1", fourth).await.ok();
    assert_eq!(cached.purged(&app), ["/api/author/hmd-ly"]);
}

#[tokio::test]
async fn posts_of_an_earlier_version_get_the_addresses_of_their_own_letters() {
    let app = TestApp::new().await;
    app.post("Habari").by("أحمد علي").tags("سعر").insert().await;
    for statement in ["UPDATE post SET author_slug = ''", "UPDATE post_tag SET slug = 's-r'", "DELETE FROM ascii_slug"]
    {
        app.core().store.writer().execute_unprepared(statement).await.unwrap();
    }
    assert_eq!(posts::backfill(app.core()).await.unwrap(), 1);
    assert_eq!(location(&app, "/author/hmd-ly").await, (301, encoded("/author/أحمد-علي")));
    assert_eq!(titles(&app.get(&encoded("/api/tag/سعر")).await.ok()["data"]), ["Habari"]);
    // A menu of then leads there.
    let admin = app.staff(Role::Admin).await;
    let ascii = slug::ascii_from_title("سعر").unwrap();
    let bar = json!([{ "kind": "tag", "target": ascii, "label": "" }]);
    let saved = json!({ "version": 0, "values": { "navigation.bar": bar } });
    admin.put("/api/admin/settings", saved).await.ok();
    let site = app.get("/api/site").await.ok();
    assert_eq!(site["navigation"]["bar"][0]["label"], "سعر", "{site}");
    assert_eq!(location(&app, &format!("/tag/{ascii}")).await, (301, encoded("/tag/سعر")));
}

#[tokio::test]
async fn categories_of_different_words_stand_beside_each_other_and_menus_lead_to_them() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    for name in ["كتب", "كتاب", "ከተማ"] {
        let created = editor.post("/api/admin/categories", json!({ "name": name })).await;
        assert_eq!((created.status, &created.ok()["slug"]), (StatusCode::CREATED, &json!(name)), "{name}");
        app.post(&format!("In {name}")).category(name).insert().await;
        let path = encoded(&format!("/category/{name}"));
        let page = app.get(&path).await;
        assert_eq!(page.status, StatusCode::OK, "{path}");
        assert!(page.text().contains(&format!("In {name}")), "{}", page.text());
        assert_eq!(app.get(&format!("{path}/feed.xml")).await.status, StatusCode::OK);
    }
    let taken = editor.post("/api/admin/categories", json!({ "name": "كِتاب" })).await.problem();
    assert_eq!(taken.is(), (409, "category.name_taken"));
    let home = app.get("/").await;
    assert!(home.text().contains(&encoded("href=\"/category/كتاب\"")), "{}", home.text());
}

#[tokio::test]
async fn a_page_of_the_newsroom_has_its_own_letters_and_what_is_none_leads_home() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let input = json!({ "title": "من نحن", "content": "<p>مرحبا</p>", "status": "published" });
    let page = editor.post("/api/admin/pages", input).await.ok();
    assert_eq!(page["slug"], "من-نحن");
    let path = encoded("/من-نحن");
    let shown = app.get(&path).await;
    assert_eq!(shown.status, StatusCode::OK);
    assert!(shown.text().contains("مرحبا") && shown.text().contains(&format!("https://mwanga.example{path}\"")));
    assert!(app.get("/sitemap-pages.xml").await.text().contains(&path));
    assert_eq!(location(&app, &path.to_lowercase()).await, (301, path.clone()));
    assert_eq!(location(&app, &encoded("/ከተማ")).await, (302, "/".to_owned()));
    // An address typed as browsers show or copy it.
    let typed = json!({ "slug": encoded("عن-نور") });
    let moved = editor.put(&format!("/api/admin/pages/{}", page["id"]), typed).await.ok();
    assert_eq!(moved["slug"], "عن-نور");
    assert_eq!(location(&app, &path).await, (301, encoded("/عن-نور")));
}

#[tokio::test]
async fn newsletters_lead_to_posts_in_their_own_letters_and_know_which_they_had() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let post = app.post("ሰላም ለዓለም").insert().await;
    let draft = editor.get("/api/newsletter/admin-draft").await.ok();
    let link = encoded("href=\"/post/slug/ሰላም-ለዓለም\"");
    assert!(draft["html"].as_str().unwrap().contains(&link), "{draft}");
    assert_eq!(draft["stories"][0]["slug"], post.slug);
}

#[tokio::test]
async fn a_publication_from_right_to_left_does_so_as_a_whole_and_dates_are_those_of_its_region() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Admin).await;
    let saved = json!({ "version": 0, "values": { "site.language": "ar-SD" } });
    editor.put("/api/admin/settings", saved).await.ok();
    app.post("مصباح").content("<p>نور.</p>").insert().await;
    app.post("Lamp").insert().await;
    for path in ["/", &encoded("/post/slug/مصباح"), "/admin", "/contact"] {
        let page = app.get(path).await;
        assert!(page.text().contains("<html lang=\"ar-SD\" dir=\"rtl\""), "{path}: {}", page.text());
    }
    let post = app.get(&encoded("/post/slug/مصباح")).await;
    assert!(post.text().contains("٢٠٢٦</time>"), "{}", post.text());
    let plans = app.get("/subscribe").await;
    assert!(plans.text().contains("\u{200f}٣\u{a0}US$"), "{}", plans.text());
    let draft = editor.get("/api/newsletter/admin-draft").await.ok();
    let mail = json!({ "subject": draft["subject"], "html": draft["html"] });
    let mail = editor.post("/api/newsletter/admin-preview", mail).await.ok();
    let html = mail["html"].as_str().unwrap();
    assert!(html.contains("<html lang=\"ar-SD\" dir=\"rtl\">") && html.contains("٢٠٢٦"), "{html}");
    // What is said in English has its full stop at its end.
    assert!(html.contains("<p dir=\"auto\" align=\"right\" style=\"margin:0\">You get"), "{html}");

    let english = TestApp::new().await;
    english.post("Lamp").insert().await;
    assert!(!english.get("/").await.text().contains(" dir="));
}
