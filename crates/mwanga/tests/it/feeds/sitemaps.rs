use mwanga_store::entities::post::{Entity, Model};
use mwanga_store::types::PostId;
use quick_xml::events::Event;
use quick_xml::name::ResolveResult;
use sea_orm::{ActiveModelTrait, EntityTrait, IntoActiveModel};

use super::{addresses, sitemap};
use crate::support::*;

const HOUR: i64 = 3_600_000;
const BASE: &str = "https://mwanga.example";

#[tokio::test]
async fn the_sitemap_index_leads_to_every_public_address_and_no_other() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    app.post("Habari").in_ms(-HOUR).form(|form| form.tags = Some("Solar Power".into())).insert().await;
    app.post("Paid").category("sponsored").insert().await;
    app.post("Draft").draft().insert().await;
    app.post("Later").in_ms(HOUR).insert().await;
    let gone = app.post("Gone").insert().await;
    editor.delete(&format!("/api/admin/posts/{}", gone.id)).await.ok();
    let mut found = Vec::new();
    let index = sitemap(&app, "/sitemap.xml").await;
    for (file, _) in &index {
        found.extend(addresses(&app, file.strip_prefix(BASE).expect("an address of ours")).await);
    }
    for path in [
        "/",
        "/category/tech",
        "/category/sponsored",
        "/post/slug/habari",
        "/post/slug/paid",
        "/author/mwanga-team",
        "/tag/solar-power",
        "/about",
        "/services/data-engineering",
    ] {
        assert!(found.contains(&format!("{BASE}{path}")), "{path} in {found:?}");
    }
    for path in ["draft", "later", "gone", "category/ai", "search", "admin"] {
        assert!(!found.iter().any(|address| address.contains(path)), "{path} in {found:?}");
    }
    for address in &found {
        let path = address.strip_prefix(BASE).unwrap();
        let behind = if path.starts_with("/author/") || path.starts_with("/tag/") {
            format!("/api{path}")
        } else {
            path.to_owned()
        };
        assert_eq!(app.get(&behind).await.status, StatusCode::OK, "{address}");
    }
    let posts = index.iter().find(|(file, _)| file.ends_with("/sitemap-posts-1.xml")).unwrap();
    assert_eq!(posts.1.as_deref(), Some("2026-11-20T09:00:00+00:00"));
}

#[tokio::test]
async fn every_address_has_the_last_change_of_what_it_shows() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let with_tag = |tag: &'static str| move |form: &mut mwanga_core::posts::PostForm| form.tags = Some(tag.into());
    let old = app.post("Old").in_ms(-5 * HOUR).category("ai").form(with_tag("Sun")).insert().await;
    app.post("New").in_ms(-2 * HOUR).form(with_tag("Wind")).insert().await;
    app.post("Later").in_ms(HOUR).category("ai").form(with_tag("Sun")).insert().await;
    let changed_at = async |path: &str| {
        let address = format!("{BASE}{path}");
        let listed = sitemap(&app, "/sitemap-pages.xml").await;
        listed
            .into_iter()
            .find(|(loc, _)| *loc == address)
            .unwrap_or_else(|| panic!("{path}"))
            .1
            .expect("a last change")
    };
    for (loc, at) in sitemap(&app, "/sitemap-pages.xml").await {
        assert!(at.is_some_and(|at| at.as_str() <= "2026-11-20T09:00:00+00:00"), "{loc}");
    }
    let now = changed_at("/tag/sun").await;
    app.clock.advance_ms(60_000);
    editor.put(&format!("/api/admin/posts/{}", old.id), json!({ "content": "<p>Other words.</p>" })).await.ok();
    let saved = "2026-11-20T09:01:00+00:00";
    for path in ["/", "/category/ai", "/tag/sun", "/author/mwanga-team"] {
        assert_eq!(changed_at(path).await, saved, "{path}");
    }
    assert!(now.as_str() < saved);
    for path in ["/category/tech", "/tag/wind"] {
        assert!(changed_at(path).await.as_str() < saved, "{path}");
    }
    app.clock.advance_ms(HOUR);
    assert_eq!(changed_at("/tag/sun").await, "2026-11-20T10:00:00+00:00", "a dated post became public");
    let editor = app.staff(Role::Editor).await;
    let made =
        editor.post("/api/admin/pages", json!({ "title": "Jobs", "content": "<p>a</p>", "status": "published" }));
    made.await.ok();
    assert_eq!(changed_at("/jobs").await, "2026-11-20T10:01:00+00:00");
}

#[tokio::test]
async fn each_sitemap_is_named_once() {
    let app = TestApp::new().await;
    app.post("Habari").insert().await;
    let mut named: Vec<String> = app
        .get("/robots.txt")
        .await
        .text()
        .lines()
        .filter_map(|line| line.strip_prefix("Sitemap: ").map(str::to_owned))
        .collect();
    named.extend(addresses(&app, "/sitemap.xml").await);
    named.sort();
    let files = ["sitemap-news", "sitemap-pages", "sitemap-posts-1", "sitemap"];
    assert_eq!(named, files.map(|file| format!("{BASE}/{file}.xml")));
}

#[tokio::test]
async fn post_sitemaps_are_split_by_ranges_of_2000_ids() {
    let app = TestApp::new().await;
    let first = app.post("First").insert().await;
    // As if 2,000 more had been there: the next one starts another file.
    let far = Model { id: PostId(2_001), slug: "far".into(), ..first.clone() };
    Entity::insert(far.into_active_model().reset_all())
        .exec_without_returning(app.core().store.writer())
        .await
        .unwrap();
    let index = addresses(&app, "/sitemap.xml").await;
    assert!(
        index.ends_with(&[format!("{BASE}/sitemap-posts-1.xml"), format!("{BASE}/sitemap-posts-2.xml")]),
        "{index:?}"
    );
    assert_eq!(addresses(&app, "/sitemap-posts-1.xml").await, [format!("{BASE}/post/slug/{}", first.slug)]);
    assert_eq!(addresses(&app, "/sitemap-posts-2.xml").await, [format!("{BASE}/post/slug/far")]);
    for number in ["0", "3", "01", "+1", "-1", "x", "99999999999999999999", "9223372036854775807", ""] {
        assert_eq!(app.get(&format!("/sitemap-posts-{number}.xml")).await.status, StatusCode::NOT_FOUND, "{number}");
    }
}

#[tokio::test]
async fn the_news_sitemap_has_the_posts_of_two_days_without_sponsored_ones() {
    let app = TestApp::new().await;
    app.post("Old").in_ms(-49 * HOUR).insert().await;
    app.post("Yesterday's <b> & more").slug("yesterday").in_ms(-47 * HOUR).insert().await;
    app.post("Today").insert().await;
    app.post("Paid").category("sponsored").insert().await;
    let both = [format!("{BASE}/post/slug/today"), format!("{BASE}/post/slug/yesterday")];
    assert_eq!(addresses(&app, "/sitemap-news.xml").await, both);
    // What the sitemap reader does not know: the elements of the news namespace, in their order.
    let reply = app.get("/sitemap-news.xml").await;
    let mut reader = quick_xml::NsReader::from_reader(&reply.body[..]);
    let (mut names, mut texts) = (Vec::new(), Vec::new());
    let mut inside = String::new();
    loop {
        match reader.read_resolved_event().expect("well-formed") {
            (ResolveResult::Bound(namespace), Event::Start(start))
                if namespace.as_ref() == "http://www.google.com/schemas/sitemap-news/0.9" =>
            {
                names.push(start.local_name().as_ref().to_owned());
            }
            (_, Event::Text(text)) => inside.push_str(&text),
            (_, Event::GeneralRef(name)) => inside.push_str(match &*name {
                "lt" => "<",
                "gt" => ">",
                "amp" => "&",
                "apos" => "'",
                other => panic!("&{other};"),
            }),
            (_, Event::End(end)) if end.local_name().as_ref() != "url" => texts.push(std::mem::take(&mut inside)),
            (_, Event::Eof) => break,
            _ => {}
        }
    }
    assert_eq!(names, ["news", "publication", "name", "language", "publication_date", "title"].repeat(2));
    for text in ["Mwanga", "en", "2026-11-20T09:00:00Z", "Today", "2026-11-18T10:00:00Z", "Yesterday's <b> & more"] {
        assert!(texts.iter().any(|one| one == text), "{text} in {texts:?}");
    }
    app.clock.advance_ms(HOUR);
    assert_eq!(addresses(&app, "/sitemap-news.xml").await, both[..1], "an hour later it is no news any more");
}
