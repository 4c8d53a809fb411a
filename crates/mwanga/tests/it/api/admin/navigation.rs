//! `/admin/navigation`, and the menus that readers have.

use crate::support::*;

const PATH: &str = "/api/admin/navigation";

async fn save(admin: &Caller, version: i64, values: Value) -> Reply {
    admin.put(PATH, json!({ "version": version, "values": values })).await
}

/// The menus as readers have them.
async fn menus(app: &TestApp) -> Value {
    app.get("/api/site").await.ok()["navigation"].clone()
}

fn labels(links: &Value) -> Vec<&str> {
    links.as_array().unwrap().iter().map(|link| link["label"].as_str().unwrap()).collect()
}

fn entry(kind: &str, target: &Value, label: &str) -> Value {
    json!({ "kind": kind, "target": target.as_str().map_or_else(|| target.to_string(), str::to_owned), "label": label })
}

#[tokio::test]
async fn a_fresh_store_has_the_menus_of_the_specification() {
    let app = TestApp::new().await;
    let menus = menus(&app).await;
    let bar = "Latest News, Tech, Business, Politics, Trending, The Big Story, AI, Science, Security, Digital Finance, \
               Entertainment, Deals";
    assert_eq!(labels(&menus["bar"]).join(", "), bar);
    assert_eq!(menus["bar"][5], json!({ "label": "The Big Story", "href": "/category/the-big-story" }));
    let titles = |groups: &Value| {
        groups.as_array().unwrap().iter().map(|g| g["title"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(titles(&menus["menu"]), ["Events", "More"]);
    let more = "Advertise, Imports, Exports, Buying Guide, Electronics, Mwanga Consultancy";
    assert_eq!(labels(&menus["menu"][1]["links"]).join(", "), more);
    assert_eq!(menus["menu"][0]["links"].as_array().unwrap().len(), 14);
    assert_eq!(menus["services"].as_array().unwrap().len(), 15);
    let help = json!({ "label": "Advanced IT support", "href": "/services/advanced-it-support-services" });
    assert_eq!(menus["services"][8], help);
    assert_eq!(titles(&menus["footer"]), ["Mwanga Consultancy", "About us", "For readers", "Sections"]);
    let consultancy = &menus["footer"][0];
    assert_eq!(
        (&consultancy["href"], &consultancy["text"]),
        (
            &json!("/mwanga-consultancy"),
            &json!("Guides for people who buy from abroad, sell abroad, or choose equipment.")
        )
    );
    let about = "About, Contact, FAQs, Privacy policy, User agreement";
    assert_eq!(labels(&menus["footer"][1]["links"]).join(", "), about);
    assert_eq!(labels(&menus["footer"][3]["links"]), ["Video", "Reviews", "Services", "Advertise"]);
}

#[tokio::test]
async fn a_menu_is_saved_shown_on_every_page_and_taken_back() {
    let app = TestApp::new().await;
    let admin = app.staff(Role::Admin).await;
    let fresh = admin.get(PATH).await.ok();
    assert_eq!((&fresh["version"], &fresh["data"]), (&json!(0), &fresh["shipped"]));
    let bar =
        json!([entry("category", &json!("tech"), ""), entry("link", &json!("mailto:desk@nuru.example"), "Tips <b>")]);
    let saved = save(&admin, 0, json!({ "bar": bar })).await.ok();
    assert_eq!((&saved["version"], &saved["data"]["bar"]), (&json!(1), &bar));
    let page = app.get("/about").await;
    assert!(page.text().contains("href=\"mailto:desk@nuru.example\"") && page.text().contains("Tips &lt;b&gt;"));
    assert!(!page.text().contains("Tips <b>"));
    // They are settings: the history names them, and null brings the installation's back.
    let history = admin.get("/api/admin/settings/history").await.ok();
    assert_eq!(history["data"][0]["changes"][0], json!({ "key": "navigation.bar", "from": null, "to": bar }));
    assert_eq!(save(&admin, 0, json!({ "bar": [] })).await.problem().is(), (409, "settings.changed"));
    let again = save(&admin, 1, json!({ "bar": null })).await.ok();
    assert_eq!(again["data"]["bar"], fresh["data"]["bar"]);
    let preview = json!({ "values": { "navigation.bar": bar }, "subject": "home" });
    let html = admin.post("/api/admin/settings/preview", preview).await.ok()["html"].as_str().unwrap().to_owned();
    assert!(html.contains("mailto:desk@nuru.example"));
    assert!(!app.get("/about").await.text().contains("mailto:desk@nuru.example"));
}

#[tokio::test]
async fn hostile_menus_are_refused_at_their_places_and_nothing_is_saved() {
    let app = TestApp::new().await;
    let admin = app.staff(Role::Admin).await;
    let fine = entry("category", &json!("tech"), "");
    let values = json!({
        "bar": [fine, entry("link", &json!("javascript:alert(1)"), "Evil")],
        "footer": [
            { "title": "A", "page": "", "text": "", "entries": [] },
            { "title": "B", "page": "", "text": "", "entries": [fine, entry("link", &json!("//evil.example"), "Shop")] },
        ],
        "services": vec![fine.clone(); 10_000],
    });
    let problem = save(&admin, 0, values).await.problem();
    assert_eq!(problem.is(), (422, "settings.invalid"));
    assert_eq!(problem.field_names(), ["navigation.bar.2", "navigation.footer.2.2", "navigation.services"]);
    assert!(problem.fields["navigation.bar.2"].starts_with("Entry 2, “Evil”: a link is a path"));
    assert!(problem.fields["navigation.footer.2.2"].starts_with("Group 2, entry 2, “Shop”: "));
    for odd in [json!("x"), json!({}), json!([[]]), json!([{ "kind": "script", "target": "x" }]), json!(7)] {
        let problem = save(&admin, 0, json!({ "bar": odd })).await.problem();
        assert_eq!(problem.is(), (422, "settings.invalid"), "{odd}");
    }
    assert_eq!(save(&admin, 0, json!({ "elsewhere": [] })).await.problem().is(), (422, "settings.invalid"));
    assert_eq!(admin.get(PATH).await.ok()["version"], 0);
    for (role, status) in [(Role::Editor, 403), (Role::Admin, 200)] {
        let caller = app.staff(role).await;
        assert_eq!(caller.get(PATH).await.status.as_u16(), status);
        assert_eq!(save(&caller, 0, json!({ "bar": [] })).await.status.as_u16(), status);
    }
}

#[tokio::test]
async fn entries_follow_what_they_lead_to_and_end_no_other_page() {
    let app = TestApp::new().await;
    let admin = app.staff(Role::Admin).await;
    let page = json!({ "title": "Jobs at {brand}", "short_title": "Jobs", "slug": "jobs", "content": "<p>None.</p>" });
    let jobs = admin.post("/api/admin/pages", page).await.ok()["id"].clone();
    let at = format!("/api/admin/pages/{jobs}");
    let bar = json!([
        entry("page", &jobs, ""),
        entry("page", &json!("about"), ""),
        entry("category", &json!("review"), ""),
        entry("tag", &json!("Solar Power"), ""),
        entry("page", &json!("999999"), "Gone"),
        entry("category", &json!("nowhere"), "Gone"),
        entry("category", &json!("tech"), ""),
    ]);
    save(&admin, 0, json!({ "bar": bar })).await.ok();
    assert_eq!(
        labels(&menus(&app).await["bar"]),
        ["About", "Review", "Tech"],
        "a draft and what is missing are left out"
    );
    let targets = admin.get(PATH).await.ok()["targets"].clone();
    let of = |kind: &str, target: &Value| {
        let target = target.as_str().map_or_else(|| target.to_string(), str::to_owned);
        targets.as_array().unwrap().iter().find(|one| one["kind"] == kind && one["target"] == target).cloned()
    };
    assert_eq!(of("page", &jobs).unwrap()["is_public"], false);
    assert!(of("category", &json!("nowhere")).is_none());

    // What is drawn anew, of a page without any of this in its text.
    let ends = async |path: &str, fields: Value| {
        app.get("/contact").await;
        let cached = app.state.cache.get("/contact", app.core().now()).expect("it is cached");
        admin.put(path, fields).await.ok();
        !app.state.cache.is_fresh(&cached, app.core().now())
    };
    let about = "/api/admin/pages/about";
    assert!(ends(&at, json!({ "status": "published" })).await, "it is shown now");
    assert_eq!(labels(&menus(&app).await["bar"]), ["Jobs", "About", "Review", "Tech"]);
    assert!(!ends(&at, json!({ "content": "<p>Two.</p>" })).await, "its text stands in no menu");
    assert!(ends(&at, json!({ "short_title": "Work", "slug": "work" })).await);
    assert_eq!(menus(&app).await["bar"][0], json!({ "label": "Work", "href": "/work" }));
    assert!(ends(about, json!({ "short_title": "Who we are" })).await);
    assert!(!ends(about, json!({ "content": "<p>We.</p>" })).await);
    let other = admin
        .post("/api/admin/pages", json!({ "title": "Other", "content": "<p>A.</p>", "status": "published" }))
        .await
        .ok();
    let other = format!("/api/admin/pages/{}", other["id"]);
    assert!(!ends(&other, json!({ "title": "Another" })).await, "no menu shows it");

    app.post("Panels").tags("Solar power").insert().await;
    assert_eq!(labels(&menus(&app).await["bar"]), ["Work", "Who we are", "Review", "Solar power", "Tech"]);
    let ids = app.get("/api/site").await.ok()["categories"].clone();
    let id = |slug: &str| ids.as_array().unwrap().iter().find(|one| one["slug"] == slug).unwrap()["id"].clone();
    admin.put(&format!("/api/admin/categories/{}", id("review")), json!({ "name": "Tests" })).await.ok();
    assert_eq!(labels(&menus(&app).await["bar"])[2], "Tests");
    // A deleted category leads to its successor, which is not named twice.
    admin.delete(&format!("/api/admin/categories/{}?target={}", id("review"), id("tech"))).await.ok();
    assert_eq!(labels(&menus(&app).await["bar"]), ["Work", "Who we are", "Tech", "Solar power"]);
    admin.delete(&at).await.ok();
    assert_eq!(labels(&menus(&app).await["bar"]), ["Who we are", "Tech", "Solar power"]);
}

#[tokio::test]
async fn the_consultancy_follows_the_brand_and_leaves_with_its_page() {
    let app = TestApp::new().await;
    let admin = app.staff(Role::Admin).await;
    let shipped = admin.get(PATH).await.ok()["shipped"].clone();
    let brand = json!({ "version": 0, "values": { "site.brand": "Nuru Times" } });
    admin.put("/api/admin/settings", brand).await.ok();
    // Nobody said that this one has a consultancy.
    let menu = menus(&app).await;
    assert_eq!((&menu["consultancy"], &menu["footer"][0]["title"]), (&Value::Null, &json!("About us")));
    assert_eq!(menu["menu"][0]["title"], "Sections");
    assert!(!app.get("/").await.text().contains("Consultancy"));
    assert_eq!(admin.get(PATH).await.ok()["shipped"]["menu"][0]["title"], "Sections");
    let values = json!({ "menu": shipped["menu"], "footer": shipped["footer"] });
    save(&admin, 1, values).await.ok();
    let menu = menus(&app).await;
    assert_eq!(menu["consultancy"], "/nuru-times-consultancy");
    let last = menu["menu"][1]["links"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(last, json!({ "label": "Nuru Times Consultancy", "href": "/nuru-times-consultancy" }));
    assert_eq!(menu["footer"][0]["title"], "Nuru Times Consultancy");
    admin.put("/api/admin/pages/consultancy", json!({ "status": "draft" })).await.ok();
    let menu = menus(&app).await;
    assert_eq!((&menu["consultancy"], &menu["footer"][0]["title"]), (&Value::Null, &json!("About us")));
    assert!(!labels(&menu["menu"][1]["links"]).contains(&"Nuru Times Consultancy"));
    assert!(!app.get("/").await.text().contains("-consultancy"));
}
