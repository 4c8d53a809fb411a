use crate::support::*;

const HOUR: i64 = 3_600_000;

#[tokio::test]
async fn an_author_page_lists_the_public_posts_of_a_byline() {
    let app = TestApp::new().await;
    for number in 1..=3 {
        app.post(&format!("Post {number}")).by("Amina Otieno").in_ms(-HOUR + number).insert().await;
    }
    app.post("Team").insert().await;
    app.post("Draft").by("Amina Otieno").draft().insert().await;
    let page = app.get("/api/author/amina-otieno?page=2&per_page=2").await.ok();
    assert_eq!(page["author"], json!({ "slug": "amina-otieno", "name": "Amina Otieno" }));
    assert_eq!(
        (titles(&page["data"]), &page["total"], &page["page"], &page["per_page"]),
        (vec!["Post 1"], &json!(3), &json!(2), &json!(2))
    );
    assert_eq!(
        (&page["canonical_path"], &page["data"][0]["author_slug"]),
        (&json!("/author/amina-otieno"), &json!("amina-otieno"))
    );
    let team = app.get("/api/author/mwanga-team").await.ok();
    assert_eq!(
        (titles(&team["data"]), &team["author"]["name"], &team["per_page"]),
        (vec!["Team"], &json!("Mwanga Team"), &json!(20))
    );
    assert_eq!(app.get("/api/author/mwanga-team?page=0").await.problem().is(), (400, "request.invalid_query"));
}

#[tokio::test]
async fn author_names_that_differ_in_accents_share_one_page() {
    let app = TestApp::new().await;
    app.post("Older").by("Jose Njoroge").in_ms(-HOUR).insert().await;
    app.post("Newer").by("José Njoroge").insert().await;
    let page = app.get("/api/author/Jos%C3%A9%20Njoroge").await.ok();
    assert_eq!((titles(&page["data"]), &page["author"]["name"]), (vec!["Newer", "Older"], &json!("José Njoroge")));
}

#[tokio::test]
async fn an_author_without_public_posts_answers_404() {
    let app = TestApp::new().await;
    app.post("Draft").by("Amina").draft().insert().await;
    app.post("Ahead").by("Baraka").in_ms(HOUR).insert().await;
    for slug in ["amina", "baraka", "none", "%00", "...", "mwanga_team"] {
        let problem = app.get(&format!("/api/author/{slug}")).await.problem();
        assert_eq!(
            (problem.is(), &*problem.error),
            ((404, "author.not_found"), "There is no author of this name."),
            "{slug}"
        );
    }
    let (_, provenance) = app.answer("/api/author/baraka").await;
    assert_eq!((provenance.expires_at, provenance.tags), (Some(NOW.plus_ms(HOUR)), vec!["author:baraka".to_owned()]));
    app.clock.advance_ms(HOUR);
    assert_eq!(titles(&app.get("/api/author/baraka").await.ok()["data"]), ["Ahead"]);
}

#[tokio::test]
async fn changing_a_byline_purges_the_old_and_the_new_author_only() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let post = app.post("Habari").by("Amina").insert().await;
    app.post("Other").insert().await;
    let cached =
        CachedResponses::of(&app, &["/api/author/amina", "/api/author/baraka", "/api/author/mwanga-team"]).await;
    editor.put(&format!("/api/admin/posts/{}", post.id), json!({ "custom_author": "Baraka" })).await.ok();
    assert_eq!(cached.purged(&app), ["/api/author/amina", "/api/author/baraka"]);
    assert_eq!(app.get("/api/author/amina").await.status, StatusCode::NOT_FOUND);
    assert_eq!(titles(&app.get("/api/author/baraka").await.ok()["data"]), ["Habari"]);
    editor.delete(&format!("/api/admin/posts/{}", post.id)).await.ok();
    assert_eq!(app.get("/api/author/baraka").await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn the_team_byline_follows_the_brand() {
    let app = TestApp::with(|config| config.site.brand = "Nuru Times".into()).await;
    app.post("Habari").insert().await;
    let card = app.get("/api/posts/public").await.ok()["data"][0].clone();
    assert_eq!(
        (&card["author_name"], &card["author_label"], &card["author_slug"]),
        (&json!("mwanga_team"), &json!("Nuru Times Team"), &json!("nuru-times-team"))
    );
    let page = app.get("/api/author/nuru-times-team").await.ok();
    assert_eq!(
        (titles(&page["data"]), &page["author"]),
        (vec!["Habari"], &json!({ "slug": "nuru-times-team", "name": "Nuru Times Team" }))
    );
    assert_eq!(titles(&app.get("/api/search/search?q=text&author=nuru-times-team").await.ok()["results"]), ["Habari"]);
    let elsewhere = app.get("/author/mwanga-team?utm_source=x").await;
    assert_eq!(
        (elsewhere.status, elsewhere.header("location")),
        (StatusCode::MOVED_PERMANENTLY, "/author/nuru-times-team?utm_source=x")
    );
    for path in
        ["/author/nuru-times-team", "/author/nuru-times-team/feed.xml", "/post/slug/habari", "/sitemap-pages.xml"]
    {
        let page = app.get(path).await;
        assert_eq!(page.status, StatusCode::OK, "{path}");
        assert!(
            page.text().contains("nuru-times-team")
                && !page.text().contains("mwanga-team")
                && !page.text().contains("Mwanga Team"),
            "{path}"
        );
    }
    assert_eq!(app.get("/admin").await.text().matches("<title>Nuru Times admin</title>").count(), 1);
    // An edit purges the page of the team.
    let editor = app.staff(Role::Editor).await;
    editor.put("/api/admin/posts/1", json!({ "title": "Asubuhi" })).await.ok();
    assert!(app.get("/author/nuru-times-team").await.text().contains("Asubuhi"));
}
