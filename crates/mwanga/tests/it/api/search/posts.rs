use crate::support::*;

const HOUR: i64 = 3_600_000;

async fn found(app: &TestApp, query: &str) -> Vec<String> {
    let answer = app.get(&format!("/api/search/search?q={query}")).await.ok();
    assert_eq!(answer["total"], answer["results"].as_array().unwrap().len());
    titles(&answer["results"]).into_iter().map(str::to_owned).collect()
}

#[tokio::test]
async fn without_an_index_every_word_must_match_title_tags_or_text() {
    let app = TestApp::new().await;
    app.post("Solar pumps")
        .content("<p>Water for <strong>half an acre</strong>.</p><table><tr><td>Litres</td></tr></table>")
        .tags("Farm")
        .insert()
        .await;
    app.post("Other").content("<p>Water and tea.</p>").insert().await;
    for query in [
        "solar",
        "SOLAR",
        "water%20half",
        "acre%20farm%20pump",
        "litres",
        "s%C3%B3lar",
        "acre,%20(farm)!",
        "solar%20solar",
    ] {
        assert_eq!(found(&app, query).await, ["Solar pumps"], "{query}");
    }
    for query in ["solar%20tea", "olar", "strong", "xyz", "waterfall"] {
        assert_eq!(found(&app, query).await, [""; 0], "{query}");
    }
    assert_eq!(found(&app, "water").await, ["Other", "Solar pumps"]);
}

#[tokio::test]
async fn without_an_index_accents_and_other_scripts_match() {
    let app = TestApp::new().await;
    app.post("Café njema").content("<p>Çay, naïve – Москва 日本</p>").insert().await;
    for query in
        ["cafe", "caf%C3%A9", "cay", "naive", "%D0%9C%D0%BE%D1%81%D0%BA%D0%B2%D0%B0", "moskva", "%E6%97%A5%E6%9C%AC"]
    {
        assert_eq!(found(&app, query).await, ["Café njema"], "{query}");
    }
}

#[tokio::test]
async fn without_an_index_title_matches_come_first_then_the_newest() {
    let app = TestApp::new().await;
    app.post("Solar, old").in_ms(-3 * HOUR).insert().await;
    app.post("Solar, new").in_ms(-2 * HOUR).insert().await;
    app.post("In the text").content("<p>Solar.</p>").in_ms(-HOUR).insert().await;
    app.post("In the tags").tags("solar").insert().await;
    assert_eq!(found(&app, "solar").await, ["Solar, new", "Solar, old", "In the tags", "In the text"]);
}

#[tokio::test]
async fn published_pages_are_found_beside_posts() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let found = async |query: &str| {
        let answer = app.get(&format!("/api/search/search?q={query}")).await.ok();
        let pages = answer["pages"].as_array().unwrap().iter();
        pages.map(|page| page["path"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let page = json!({ "title": "Jobs at {brand}", "content": "<p>Beekeepers, and “quiet <b>mornings</b>”.</p>" });
    let jobs = editor.post("/api/admin/pages", page).await.ok();
    assert_eq!(found("beekeepers").await, [""; 0], "a draft is not found");
    let at = format!("/api/admin/pages/{}", jobs["id"]);
    editor.put(&at, json!({ "status": "published", "slug": "jobs" })).await.ok();
    for query in ["beekeep", "BEEKEEPERS", "mwanga%20jobs%20morning", "%22quiet%20mornings%22"] {
        assert_eq!(found(query).await, ["/jobs"], "{query}");
    }
    for query in ["beekeepers%20xyz", "%22mornings%20quiet%22", "beekeepers&category=tech", "beekeepers&page=2"] {
        assert_eq!(found(query).await, [""; 0], "{query}");
    }
    let answer = app.get("/api/search/search?q=jobs").await.ok();
    assert_eq!(
        (&answer["total"], &answer["pages"][0]["highlights"]["title"]),
        (&json!(0), &json!(["", "Jobs", " at Mwanga"]))
    );
    // Pages that the product brings are found too, those with the words in their title first.
    assert_eq!(found("privacy%20policy").await[0], "/privacy-policy");
    editor.put(&at, json!({ "content": "<p>None.</p>" })).await.ok();
    assert_eq!(found("beekeepers").await, [""; 0]);
    editor.put("/api/admin/pages/privacy-policy", json!({ "status": "draft" })).await.ok();
    assert!(!found("privacy%20policy").await.contains(&"/privacy-policy".to_owned()));
}

#[tokio::test]
async fn search_results_are_paged_with_an_exact_total() {
    let app = TestApp::new().await;
    for number in 1..=5 {
        app.post(&format!("Solar {number}")).in_ms(-HOUR + number).insert().await;
    }
    let page = app.get("/api/search/search?q=solar&page=2&per_page=2").await.ok();
    assert_eq!(
        (titles(&page["results"]), &page["total"], &page["page"], &page["per_page"]),
        (vec!["Solar 3", "Solar 2"], &json!(5), &json!(2), &json!(2))
    );
    let beyond = app.get("/api/search/search?q=solar&page=1000000000&per_page=100").await.ok();
    assert_eq!((titles(&beyond["results"]), &beyond["total"]), (vec![], &json!(5)));
    assert_eq!(app.get("/api/search/search?q=solar").await.ok()["per_page"], 20);
    for bad in ["page=0", "per_page=101", "page=x"] {
        assert_eq!(
            app.get(&format!("/api/search/search?q=solar&{bad}")).await.problem().is(),
            (400, "request.invalid_query"),
            "{bad}"
        );
    }
}

#[tokio::test]
async fn an_empty_query_or_only_wildcards_find_nothing() {
    let app = TestApp::new().await;
    app.post("100 percent _x_").insert().await;
    for query in ["", "%20%20", "%25", "_", "%25%25", "%5C", "'", "%00", "%FF", "%E2%80%A6"] {
        let answer = app.get(&format!("/api/search/search?q={query}")).await.ok();
        assert_eq!(
            (&answer["results"], &answer["post_media"], &answer["standalone_media"], &answer["total"]),
            (&json!([]), &json!([]), &json!([]), &json!(0)),
            "{query}"
        );
    }
    assert_eq!(app.get("/api/search/search").await.ok()["q"], "");
    // Wildcards of LIKE are escaped.
    assert_eq!(found(&app, "1%25").await, ["100 percent _x_"]);
    for query in ["%25ercent", "p_rcent", "p%25nt", "100%25percent%25y"] {
        assert_eq!(found(&app, query).await, [""; 0], "{query}");
    }
}

#[tokio::test]
async fn a_query_is_truncated_at_200_characters() {
    let app = TestApp::new().await;
    app.post("Solar").insert().await;
    let answer = app.get(&format!("/api/search/search?q=%20solar%20{}never", "solar%20".repeat(40))).await.ok();
    assert_eq!(titles(&answer["results"]), ["Solar"], "what follows after 200 characters is not looked for");
    let q = answer["q"].as_str().unwrap();
    assert!(q.chars().count() <= 200 && q.starts_with("solar solar"), "{q}");
    assert_eq!(app.get(&format!("/api/search/search?q={}", "%C3%A9".repeat(300))).await.ok()["q"], "é".repeat(200));
}

#[tokio::test]
async fn drafts_scheduled_posts_and_gated_text_are_not_found() {
    let app = TestApp::new().await;
    app.post("Solar draft").draft().insert().await;
    app.post("Solar ahead").in_ms(HOUR).insert().await;
    let body = format!("<p>{}</p><p>The hidden secret.</p>", "Free words. ".repeat(40));
    let paid = app
        .post("Paid")
        .tags("gated")
        .content(&body)
        .form(|form| form.access = Some("subscribers".into()))
        .insert()
        .await;
    assert_eq!(found(&app, "solar").await, [""; 0]);
    for (query, hits) in [("secret", 0), ("hidden", 0), ("paid", 1), ("gated", 1), ("free", 1)] {
        assert_eq!(found(&app, query).await.len(), hits, "{query}");
    }
    app.clock.advance_ms(HOUR);
    assert_eq!(found(&app, "solar").await, ["Solar ahead"]);
    let editor = app.staff(Role::Editor).await;
    editor.put(&format!("/api/admin/posts/{}", paid.id), json!({ "access": "everyone" })).await.ok();
    assert_eq!(found(&app, "secret").await, ["Paid"]);
    editor.put(&format!("/api/admin/posts/{}", paid.id), json!({ "access": "registered" })).await.ok();
    assert_eq!(found(&app, "secret").await, [""; 0]);
}

#[tokio::test]
async fn without_an_index_search_follows_every_save() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let post = app.post("Habari").content("<p>Solar</p>").insert().await;
    let address = format!("/api/admin/posts/{}", post.id);
    editor.put(&address, json!({ "title": "Asubuhi", "content": "<p>Wind</p>", "tags": "Radio" })).await.ok();
    for (query, hits) in [("habari", 0), ("solar", 0), ("asubuhi", 1), ("wind", 1), ("radio", 1)] {
        assert_eq!(found(&app, query).await.len(), hits, "{query}");
    }
    editor.put(&address, json!({ "status": "draft" })).await.ok();
    assert_eq!(found(&app, "wind").await, [""; 0]);
    editor.put(&address, json!({ "status": "published" })).await.ok();
    assert_eq!(found(&app, "wind").await, ["Asubuhi"]);
    editor.delete(&address).await.ok();
    assert_eq!(found(&app, "wind").await, [""; 0]);
}

#[tokio::test]
async fn a_search_result_has_no_content_and_is_no_store() {
    let app = TestApp::new().await;
    app.post("Solar").insert().await;
    let reply = app.get("/api/search/search?q=Solar").await;
    let hit = &reply.ok()["results"][0];
    assert_eq!(
        (&hit["slug"], &hit["category_slug"], &reply.ok()["q"]),
        (&json!("solar"), &json!("tech"), &json!("Solar"))
    );
    assert!(hit.get("content").is_none() && hit.get("words").is_none());
    assert_eq!(reply.header("cache-control"), "no-store");
}

#[tokio::test]
async fn without_an_index_posts_are_found_by_category_or_author_name() {
    let app = TestApp::new().await;
    app.post("Keeping a ledger").category("digital-finance").by("Achieng Otieno").insert().await;
    app.post("Pumps").category("science").insert().await;
    for query in [
        "digital%20finance",
        "Finance",
        "finance%20ledger",
        "%22digital%20finance%22",
        "digital",
        "achieng",
        "otieno%20achieng",
        "%22achieng%20otieno%22",
        "finance%20achieng",
    ] {
        assert_eq!(found(&app, query).await, ["Keeping a ledger"], "{query}");
    }
    for query in ["%22finance%20digital%22", "finance%20pumps", "science%20ledger"] {
        assert_eq!(found(&app, query).await, [""; 0], "{query}");
    }
    assert_eq!(found(&app, "science").await, ["Pumps"]);
    assert_eq!(found(&app, "mwanga%20team").await, ["Pumps"], "the team's by-line");
    // A new name finds them at once, without any post being saved.
    let editor = app.staff(Role::Editor).await;
    let id = app.get("/api/category/science").await.ok()["category"]["id"].clone();
    editor.put(&format!("/api/admin/categories/{id}"), json!({ "name": "Nature" })).await.ok();
    assert_eq!((found(&app, "nature").await, found(&app, "science").await), (vec!["Pumps".to_owned()], vec![]));
}
