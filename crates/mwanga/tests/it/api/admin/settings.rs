//! Settings: saved whole or not at all, shown at once, and only where they are seen.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::Method;
use mwanga_core::settings::KEYS;
use mwanga_server::CachedPage;
use mwanga_store::entities::settings_version;
use mwanga_store::queries::settings_versions;

use crate::support::*;

const PATH: &str = "/api/admin/settings";

async fn save(admin: &Caller, version: i64, values: Value) -> Reply {
    admin.put(PATH, json!({ "version": version, "values": values })).await
}

async fn upload(admin: &Caller, file: Vec<u8>) -> Reply {
    admin.send(Method::POST, "/api/admin/settings/pictures", Body::from(file), &[("content-type", "image/png")]).await
}

#[tokio::test]
async fn a_fresh_store_answers_the_defaults_of_every_setting() {
    let app = TestApp::new().await;
    let settings = app.staff(Role::Admin).await.get(PATH).await.ok();
    assert_eq!(settings["version"], 0);
    assert_eq!(settings["data"].as_object().unwrap().len(), KEYS.len());
    assert_eq!(settings["data"]["site.brand"], json!({ "value": "Mwanga", "source": "default", "variable": null }));
}

#[tokio::test]
async fn a_save_is_all_or_nothing_and_says_what_is_wrong() {
    let app = TestApp::new().await;
    let admin = app.staff(Role::Admin).await;
    let values = json!({
        "site.brand": "<b>Nuru</b>", "site.contact_email": "desk", "look.accent": "#ffff00",
        "site.social_links": ["javascript:alert(1)"], "site.logo": "0123456789abcdef0123456789abcdef",
    });
    let problem = save(&admin, 0, values).await.problem();
    assert_eq!(problem.is(), (422, "settings.invalid"));
    let wrong = ["look.accent", "site.contact_email", "site.logo", "site.social_links"];
    assert_eq!(problem.field_names(), wrong);
    let unknown = save(&admin, 0, json!({ "site.brand": "Nuru", "site.nothing": 1 })).await.problem();
    assert_eq!(unknown.is(), (422, "settings.invalid"));
    assert_eq!(admin.get(PATH).await.ok()["version"], 0, "nothing was saved");
    // Markup in a name is text, here and everywhere.
    save(&admin, 0, json!({ "site.brand": "<b>Nuru</b>" })).await.ok();
    let page = app.get("/about").await;
    assert!(page.text().contains("&lt;b&gt;Nuru&lt;/b&gt;") && !page.text().contains("<b>Nuru"));
}

#[tokio::test]
async fn the_shades_of_a_colour_are_told_before_it_is_saved() {
    let app = TestApp::new().await;
    let admin = app.staff(Role::Admin).await;
    let shades = admin.get(&format!("{PATH}/shades?colour=%230B5FA5")).await.ok();
    assert_eq!(shades["shades"]["day"], "#0b5fa5");
    let installed = admin.get(&format!("{PATH}/shades?colour=%23b03a12")).await.ok();
    assert_eq!(installed, json!({ "shades": null }));
    for refused in ["%23ffff00", "red", "%23fff", "red;}body{display:none", ""] {
        let problem = admin.get(&format!("{PATH}/shades?colour={refused}")).await.problem();
        assert_eq!(
            (problem.is(), problem.field_names()),
            ((422, "settings.invalid"), vec!["look.accent"]),
            "{refused}"
        );
    }
    assert_eq!(admin.get(PATH).await.ok()["version"], 0);
}

#[tokio::test]
async fn a_save_on_an_older_version_is_refused_and_keeps_what_was_saved() {
    let app = TestApp::new().await;
    let admin = app.staff(Role::Admin).await;
    assert_eq!(save(&admin, 0, json!({ "site.brand": "Nuru" })).await.ok()["version"], 1);
    let problem = save(&admin, 0, json!({ "site.tagline": "Light" })).await.problem();
    assert_eq!(problem.is(), (409, "settings.changed"));
    let both = tokio::join!(
        save(&admin, 1, json!({ "site.tagline": "One" })),
        save(&admin, 1, json!({ "site.footer_words": "Two" }))
    );
    let statuses = [both.0.status.as_u16(), both.1.status.as_u16()];
    assert!(statuses == [200, 409] || statuses == [409, 200], "{statuses:?}");
    let settings = admin.get(PATH).await.ok();
    assert_eq!((&settings["version"], &settings["data"]["site.brand"]["value"]), (&json!(2), &json!("Nuru")));
}

#[tokio::test]
async fn what_the_environment_fixes_is_refused_with_its_variable() {
    let app = TestApp::with(|config| {
        config.site.brand = "Nuru".into();
        config.environment = ["MWANGA_BRAND".to_owned()].into();
    })
    .await;
    let admin = app.staff(Role::Admin).await;
    let problem = save(&admin, 0, json!({ "site.brand": "Other", "site.tagline": "Light" })).await.problem();
    assert_eq!(problem.is(), (409, "settings.fixed"));
    let settings = admin.get(PATH).await.ok();
    let fixed = json!({ "value": "Nuru", "source": "environment", "variable": "MWANGA_BRAND" });
    assert_eq!((&settings["version"], &settings["data"]["site.brand"]), (&json!(0), &fixed));
}

#[tokio::test]
async fn production_never_stands_without_contact() {
    let app = TestApp::with(|config| {
        config.production = true;
        config.site.contact_email.clear();
        config.site.contact_phone.clear();
    })
    .await;
    let admin = app.staff(Role::Admin).await;
    let problem = save(&admin, 0, json!({ "site.brand": "Nuru" })).await.problem();
    assert_eq!(problem.field_names(), ["site.contact_email", "site.contact_phone"]);
    let contact = json!({ "site.contact_email": "desk@nuru.example", "site.contact_phone": "+254 20 555 0100" });
    save(&admin, 0, contact).await.ok();
    let problem = save(&admin, 1, json!({ "site.contact_phone": null })).await.problem();
    assert_eq!(problem.is(), (422, "settings.invalid"));
}

#[tokio::test]
async fn a_save_shows_at_once_where_it_was_made_and_on_other_nodes_within_two_seconds() {
    let (one, two) = TestApp::two_nodes().await;
    let admin = one.staff(Role::Admin).await;
    for node in [&one, &two] {
        assert!(node.get("/about").await.text().contains("Mwanga"));
    }
    save(&admin, 0, json!({ "site.brand": "Nuru Times" })).await.ok();
    assert!(one.get("/about").await.text().contains("<title>About | Nuru Times"));
    let deadline = tokio::time::Instant::now() + Duration::from_secs(10);
    while !two.get("/about").await.text().contains("<title>About | Nuru Times") {
        assert!(tokio::time::Instant::now() < deadline, "the other node never heard of it");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(two.core().settings().version, 1);
}

/// What is looked at after each save: pages and files, of which a save ends exactly those that show it.
const SHOWN: [&str; 12] = [
    "/",
    "/about",
    "/feed.xml",
    "/icon-192.png",
    "/llms.txt",
    "/manifest.webmanifest",
    "/og/site.png",
    "/robots.txt",
    "/sitemap-news.xml",
    "/sitemap-pages.xml",
    "/sitemap.xml",
    "/.well-known/security.txt",
];

/// The cached pages and files, drawn where they are not there.
async fn cached(app: &TestApp) -> Vec<(&'static str, Arc<CachedPage>)> {
    let mut pages = Vec::new();
    for path in SHOWN {
        assert_eq!(app.get(path).await.status, StatusCode::OK, "{path}");
        pages.push((path, app.state.cache.get(path, app.core().now()).expect("it is cached")));
    }
    pages
}

#[tokio::test]
async fn each_setting_ends_exactly_the_pages_that_show_it() {
    let app = TestApp::new().await;
    let admin = app.staff(Role::Admin).await;
    let picture = upload(&admin, png(64, 64)).await.json()["hash"].clone();
    app.post("Two lamps").insert().await;
    let named = ["/about", "/feed.xml", "/icon-192.png", "/llms.txt", "/manifest.webmanifest", "/og/site.png"];
    let without = |left_out: &[&str]| named.into_iter().filter(|path| !left_out.contains(path)).collect::<Vec<_>>();
    let pages = || vec!["/about"];
    let machines = || vec!["/llms.txt", "/robots.txt"];
    let rows: [(&str, Value, Vec<&str>); 38] = [
        (
            "site.brand",
            json!("Nuru"),
            [without(&["/icon-192.png"]), vec!["/sitemap-news.xml", "/sitemap-pages.xml"]].concat(),
        ),
        ("site.tagline", json!("Light for all."), without(&["/icon-192.png"])),
        (
            "site.language",
            json!("sw"),
            vec!["/about", "/feed.xml", "/manifest.webmanifest", "/og/site.png", "/sitemap-news.xml"],
        ),
        ("site.time_zone", json!("Europe/London"), pages()),
        ("site.contact_email", json!("desk@nuru.example"), vec!["/about", "/.well-known/security.txt"]),
        ("site.contact_phone", json!("+254 20 555 0199"), pages()),
        ("site.postal_address", json!("Moi Avenue 1"), vec![]),
        ("site.social_links", json!(["https://x.example/nuru"]), pages()),
        ("site.footer_words", json!("{brand}, Mombasa"), pages()),
        ("site.logo", picture.clone(), pages()),
        ("site.logo_dark", picture.clone(), pages()),
        ("site.mark", picture.clone(), without(&["/llms.txt"])),
        ("site.mark_dark", picture.clone(), pages()),
        ("site.share_picture", picture.clone(), vec!["/og/site.png"]),
        ("look.accent", json!("#0b5fa5"), vec!["/about", "/icon-192.png", "/og/site.png"]),
        ("look.typefaces", json!("literata"), pages()),
        ("newsletter.sender", json!("Nuru <news@nuru.example>"), vec![]),
        ("newsletter.reply_to", json!("desk@nuru.example"), vec![]),
        ("newsletter.double_opt_in", json!(false), vec![]),
        ("newsletter.daily_enabled", json!(true), vec![]),
        ("newsletter.daily_time", json!("07:15"), vec![]),
        ("newsletter.daily_minimum", json!(3), vec![]),
        ("newsletter.one_notice_a_day", json!(true), vec![]),
        ("newsletter.welcome_posts", json!(["two-lamps"]), vec![]),
        ("newsletter.count_clicks", json!(false), vec![]),
        ("crawlers.search", json!(false), machines()),
        ("crawlers.answer", json!(false), machines()),
        ("crawlers.train", json!(false), machines()),
        ("analytics.count", json!(false), vec![]),
        ("uploads.max_mb", json!(7), vec![]),
        ("posts.default_access", json!("subscribers"), vec![]),
        ("posts.default_notice", json!("nobody"), vec![]),
        ("navigation.bar", json!([]), pages()),
        ("navigation.menu", json!([]), pages()),
        ("navigation.services", json!([]), pages()),
        ("navigation.footer", json!([]), pages()),
        ("front_page.blocks", json!([{ "kind": "recent" }]), vec!["/"]),
        ("front_page.banner", json!({ "text": "Bridge closed", "ends_at": "2099-11-25T18:00:00Z" }), vec!["/"]),
    ];
    assert_eq!(rows.iter().map(|row| row.0).collect::<Vec<_>>(), KEYS.iter().map(|key| key.name).collect::<Vec<_>>());
    for (version, (key, value, mut expected)) in rows.into_iter().enumerate() {
        let before = cached(&app).await;
        save(&admin, version as i64, json!({ key: value })).await.ok();
        let is_over = |page: &CachedPage| !app.state.cache.is_fresh(page, app.core().now());
        let mut ended: Vec<_> = before.iter().filter(|(_, page)| is_over(page)).map(|(path, _)| *path).collect();
        // What stands around one page stands around home.
        if expected.contains(&"/about") {
            expected.push("/");
        }
        ended.sort_unstable();
        expected.sort_unstable();
        assert_eq!(ended, expected, "{key}");
    }
}

#[tokio::test]
async fn dates_follow_the_time_zone_and_the_language() {
    let app = TestApp::new().await;
    let admin = app.staff(Role::Admin).await;
    let at = |form: &mut mwanga_core::posts::PostForm| form.publish_date = Some("2026-11-19T22:30:00Z".into());
    app.post("Habari").slug("habari").form(at).insert().await;
    assert_eq!(app.get("/api/site").await.ok()["calendar"], Value::Null);
    assert!(app.get("/post/slug/habari").await.text().contains("20 November 2026"));
    save(&admin, 0, json!({ "site.time_zone": "europe/london" })).await.ok();
    assert_eq!(admin.get(PATH).await.ok()["data"]["site.time_zone"]["value"], "Europe/London");
    assert!(app.get("/post/slug/habari").await.text().contains("19 November 2026"));
    save(&admin, 1, json!({ "site.language": "sw", "site.time_zone": "Asia/Kathmandu" })).await.ok();
    let page = app.get("/post/slug/habari").await;
    assert!(page.text().contains("20 Novemba 2026") && !page.text().contains("November 2026"));
    assert_eq!(app.get("/api/site").await.ok()["calendar"]["offsets"], json!([345]));
    let problem = save(&admin, 2, json!({ "site.time_zone": "Africa/Atlantis" })).await.problem();
    assert_eq!((problem.is(), problem.field_names()), ((422, "settings.invalid"), vec!["site.time_zone"]));
    save(&admin, 2, json!({ "site.language": null, "site.time_zone": null })).await.ok();
    assert!(app.get("/post/slug/habari").await.text().contains("20 November 2026"), "one engine draws both");
}

#[tokio::test]
async fn file_names_search_and_schedules_follow_the_time_zone() {
    let app = TestApp::indexed().await;
    app.set_time_zone("America/New_York").await;
    let at = |form: &mut mwanga_core::posts::PostForm| form.publish_date = Some("2026-11-20T02:00:00Z".into());
    app.post("Night train").form(at).insert().await;
    let found = async |day: &str| {
        app.get(&format!("/api/search/search?q=train&from={day}&to={day}")).await.ok()["total"].clone()
    };
    assert_eq!((found("2026-11-19").await, found("2026-11-20").await), (json!(1), json!(0)));
    // Midnight in Nairobi, four in the afternoon in New York.
    app.clock.advance_ms(12 * 3_600_000);
    let file = app.staff(Role::Admin).await.get("/api/admin/subscribers/csv").await;
    assert_eq!(file.header("content-disposition"), "attachment; filename=\"subscribers-2026-11-20.csv\"");
    app.run_jobs().await;
    let schedules = mwanga_store::queries::jobs::list_schedules(app.core().store.reader()).await.unwrap();
    let next = |kind: &str| schedules.iter().find(|row| row.kind == kind).unwrap().next_at.iso();
    assert_eq!(next("analytics.roll_up"), "2026-11-21T05:05:00Z");
    assert_eq!(next("backup.create_scheduled"), "2026-11-21T08:10:00Z");
    assert_eq!(next("backup.test_restore"), "2026-11-22T10:00:00Z");
}

#[tokio::test]
async fn the_history_names_each_change_and_an_earlier_version_comes_back() {
    let app = TestApp::new().await;
    let admin = app.staff(Role::Admin).await;
    save(&admin, 0, json!({ "site.brand": "Nuru" })).await.ok();
    save(&admin, 1, json!({ "site.brand": null, "crawlers.train": false })).await.ok();
    let history = admin.get("/api/admin/settings/history").await.ok();
    let newest = &history["data"][0];
    assert_eq!((&newest["version"], history["data"].as_array().unwrap().len()), (&json!(2), 2));
    let changes = json!([
        { "key": "site.brand", "from": "Nuru", "to": null },
        { "key": "crawlers.train", "from": null, "to": false },
    ]);
    assert_eq!(newest["changes"], changes);
    assert!(newest["saved_by"].as_str().unwrap().contains('@'));
    let restore = async |earlier: i64, version: i64| {
        admin.post(&format!("/api/admin/settings/history/{earlier}/restore"), json!({ "version": version })).await
    };
    assert_eq!(restore(1, 1).await.problem().is(), (409, "settings.changed"));
    assert_eq!(restore(9, 2).await.problem().is(), (404, "settings.not_found"));
    let restored = restore(1, 2).await.ok();
    assert_eq!((&restored["version"], &restored["data"]["site.brand"]["value"]), (&json!(3), &json!("Nuru")));
    let installed = restore(0, 3).await.ok();
    assert_eq!(installed["data"]["site.brand"], json!({ "value": "Mwanga", "source": "default", "variable": null }));
}

#[tokio::test]
async fn a_logo_is_shown_by_an_address_that_never_changes() {
    let app = TestApp::new().await;
    let admin = app.staff(Role::Admin).await;
    for file in [b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>".to_vec(), png(64, 64)[..50].to_vec()] {
        assert_eq!(upload(&admin, file).await.problem().is(), (422, "settings.invalid"));
    }
    assert_eq!(upload(&admin, vec![0x89; 2 * 1024 * 1024 + 1]).await.problem().is(), (413, "request.too_large"));
    let added = upload(&admin, png(300, 60)).await;
    assert_eq!(added.status, StatusCode::CREATED);
    let picture = added.json();
    save(&admin, 0, json!({ "site.logo": picture["hash"], "site.mark": picture["hash"] })).await.ok();
    let url = picture["url"].as_str().unwrap();
    assert!(app.get("/about").await.text().contains(&format!("src=\"{url}\" width=\"300\" height=\"60\"")));
    let file = app.get(url).await;
    assert_eq!((file.status, file.header("content-type")), (StatusCode::OK, "image/png"));
    assert_eq!(file.header("cache-control"), "public, max-age=31536000, immutable");
    assert_eq!(app.get("/brand/0123456789abcdef0123456789abcdef.png").await.status, StatusCode::NOT_FOUND);
    assert_eq!(app.get("/favicon.svg").await.header("location"), "/icon-192.png");
}

#[tokio::test]
async fn a_preview_shows_what_nobody_saved_and_leaves_no_trace() {
    let app = TestApp::new().await;
    let admin = app.staff(Role::Admin).await;
    app.post("Two lamps").insert().await;
    let before = app.get("/").await;
    let values = json!({ "site.brand": "Nuru <Times>", "look.accent": "#0b5fa5", "look.typefaces": "fraunces" });
    let preview = async |subject: &str, dark: bool| {
        let asked = json!({ "values": values, "subject": subject, "dark": dark });
        let reply = admin.post("/api/admin/settings/preview", asked).await;
        assert_eq!(reply.header("cache-control"), "no-store");
        reply.ok()["html"].as_str().unwrap().to_owned()
    };
    for subject in ["home", "post"] {
        let html = preview(subject, true).await;
        assert!(
            html.contains("Nuru &lt;Times&gt;")
                && html.contains("--ember:light-dark(#")
                && html.contains("--night-ember:#"),
            "{subject}"
        );
        assert!(!html.contains("<script"), "{subject}");
        assert!(html.starts_with("<!doctype html><html class=\"js dark\" lang=\"en\" data-typefaces=\"fraunces\">"));
    }
    let mail = preview("mail", false).await;
    assert!(
        mail.contains("Nuru &lt;Times&gt;")
            && mail.contains("class=\"accent\" style=\"border-radius:999px;background:#0"),
        "{mail}"
    );
    assert!(mail.contains("/mark.png\" alt=\"\""), "a fresh store has the sign that is drawn from its name: {mail}");
    let picture = upload(&admin, png(64, 64)).await.json()["hash"].as_str().unwrap().to_owned();
    for (key, sign) in [("site.mark", "alt=\"\" width=\"34\""), ("site.logo", "alt=\"Mwanga\" height=\"40\"")] {
        let asked = json!({ "values": { key: picture }, "subject": "mail", "dark": false });
        let mail = admin.post("/api/admin/settings/preview", asked).await.ok()["html"].as_str().unwrap().to_owned();
        assert!(mail.contains(&format!("/brand/{picture}.png\" {sign}")), "{key}: {mail}");
    }
    let refused = json!({ "values": { "look.accent": "blue" }, "subject": "home" });
    assert_eq!(admin.post("/api/admin/settings/preview", refused).await.problem().is(), (422, "settings.invalid"));
    assert_eq!(app.get("/").await.text(), before.text());
    assert_eq!(admin.get(PATH).await.ok()["version"], 0);
}

#[tokio::test]
async fn a_broken_stored_value_never_keeps_the_server_from_starting() {
    let app = TestApp::new().await;
    for (version, values) in [(1, json!({ "site.brand": 7, "site.tagline": "Light" })), (2, json!("nothing"))] {
        let row = settings_version::Model { version, values, created_at: app.core().now(), created_by: None };
        settings_versions::insert(app.core().store.writer(), row).await.unwrap();
        let again = TestApp::sharing_store(&app).await;
        let settings = again.core().settings();
        let tagline =
            if version == 1 { "Light" } else { "Your guide to a brighter future, powered by reliable information." };
        assert_eq!(
            (settings.version, settings.site.brand.as_str(), settings.site.tagline.as_str()),
            (version, "Mwanga", tagline)
        );
        assert_eq!(again.get("/about").await.status, StatusCode::OK);
        let admin = again.staff(Role::Admin).await;
        assert_eq!(admin.get(PATH).await.ok()["version"], version);
    }
}

#[tokio::test]
async fn machines_are_told_what_they_may_do() {
    let app = TestApp::new().await;
    let admin = app.staff(Role::Admin).await;
    let fresh = app.get("/robots.txt").await;
    assert!(!fresh.text().contains("GPTBot") && !fresh.text().contains("Content-Signal"));
    save(&admin, 0, json!({ "crawlers.train": false, "crawlers.search": false })).await.ok();
    let robots = app.get("/robots.txt").await;
    assert!(robots.text().contains("Content-Signal: search=no, ai-input=yes, ai-train=no\n"), "{}", robots.text());
    assert!(robots.text().contains("User-agent: GPTBot\n") && !robots.text().contains("ChatGPT-User"));
    assert!(app.get("/llms.txt").await.text().contains("Do not train models with posts."));
    let page = app.listen().await.get("/about").await;
    assert_eq!((page.header("x-robots-tag"), page.header("content-usage")), ("noindex", "train-ai=n"));
}

#[tokio::test]
async fn settings_decide_over_uploads_access_counts_and_mails() {
    let app = TestApp::new().await;
    let admin = app.staff(Role::Admin).await;
    let values = json!({
        "uploads.max_mb": 7, "posts.default_access": "subscribers", "newsletter.double_opt_in": false,
        "newsletter.sender": "Nuru Desk <desk@nuru.example>", "newsletter.reply_to": "answers@nuru.example",
    });
    save(&admin, 0, values).await.ok();
    assert_eq!(admin.get("/api/admin/upload-config").await.ok()["max_file_size_mb"], 7);
    assert_eq!(admin.get("/api/admin/status").await.ok()["default_access"], "subscribers");
    assert_eq!(app.post("Two lamps").insert().await.access.as_str(), "subscribers");
    app.subscribe("amina@example.com", mwanga_store::types::SubscriberStatus::Confirmed).await;
    app.anyone()
        .post("/api/auth/register-user", json!({ "email": "amina@example.com", "password": "a lamp for each reader" }))
        .await
        .ok();
    app.run_jobs().await;
    let outbox = std::fs::read_dir(app.data_dir().join("outbox")).unwrap();
    let mail = std::fs::read_to_string(outbox.last().unwrap().unwrap().path()).unwrap();
    assert!(mail.contains("From: \"Nuru Desk\" <desk@nuru.example>"), "{mail}");
    assert!(mail.contains("<answers@nuru.example>"), "{mail}");
}
