//! Search as the index answers it.

use std::time::{Duration, Instant};

use mwanga_core::media;

use crate::support::*;

const HOUR: i64 = 3_600_000;
const DAY: i64 = 24 * HOUR;

async fn search(app: &TestApp, query: &str) -> Value {
    app.get(&format!("/api/search/search?q={query}")).await.ok()
}

async fn found(app: &TestApp, query: &str) -> Vec<String> {
    titles(&search(app, query).await["results"]).into_iter().map(str::to_owned).collect()
}

/// A text in pieces, with brackets around what was searched for.
fn marked_up(pieces: &Value) -> String {
    let pieces = pieces.as_array().unwrap().iter().map(|piece| piece.as_str().unwrap());
    pieces
        .enumerate()
        .map(|(place, piece)| if place % 2 == 1 { format!("[{piece}]") } else { piece.to_owned() })
        .collect()
}

#[tokio::test]
async fn search_matches_inflections_typos_prefixes_accents_and_phrases() {
    let app = TestApp::indexed().await;
    app.post("Solar pumps for smallholders")
        .content("<p>Charging the batteries took <strong>half an acre</strong> of café roofs.</p><table><tr><td>Litres</td></tr></table>")
        .tags("Irrigation, Farm")
        .by("Achieng Otieno")
        .form(|form| {
            form.brand = Some("Jua Works".into());
            form.excerpt = Some("A harvest of light.".into());
            let deal = json!([{ "url": "https://shop.example/1", "label": "Duka Moja", "product_name": "Maji Turbine", "price": "9" }]);
            form.deal_links = serde_json::from_value(deal).unwrap();
        })
        .insert()
        .await;
    app.post("Other").content("<p>Habari ya asubuhi. An acre and a half, 2024, gas.</p>").insert().await;
    for query in [
        "solar",
        "SOLAR",
        "s%C3%B3lar%20PUMPS", // as it stands there, in any case and without accents
        "pump",
        "charged%20battery",
        "litre", // another form
        "slar",
        "soalr",
        "pmps%20solar",
        "smalholdrs",
        "baterries", // with a slip, or two in a long word
        "smallh",
        "solar%20pum",
        "irrigatoin%20far", // still being typed
        "irrigation",
        "jua%20works",
        "achieng",
        "maji%20turbine",
        "duka%20moja",
        "harvest%20of%20light",
        "cafe", // wherever it stands
        "%22half%20an%20acre%22",
        "solar%20%22half%20an%20acre%22",
    ] {
        assert_eq!(found(&app, query).await, ["Solar pumps for smallholders"], "{query}");
    }
    for query in [
        "solar%20habari",
        "xyz",
        "gasping",
        "%22acre%20half%22",
        "%22pumps%20for%22%20asubuhi",
        "2025",
        "strong",
        "ga%20solar",
    ] {
        assert_eq!(found(&app, query).await, [""; 0], "{query}");
    }
    for query in ["habari", "habri", "asubuhi%20habari", "%22ya%20asubuhi%22", "2024", "gas"] {
        assert_eq!(found(&app, query).await, ["Other"], "{query}");
    }
    assert_eq!(
        found(&app, "solar%20smallholders%20xyzzy").await,
        ["Solar pumps for smallholders"],
        "one of three words may be missing when nothing has all"
    );
}

#[tokio::test]
async fn results_are_ranked_by_relevance_and_date() {
    let app = TestApp::indexed().await;
    app.post("Solar, old").in_ms(-400 * DAY).insert().await;
    app.post("Solar, new").in_ms(-HOUR).insert().await;
    app.post("In the text").content("<p>Solar.</p>").insert().await;
    app.post("Polar").content("<p>Bears.</p>").insert().await;
    app.post("Solaris").content("<p>A planet.</p>").insert().await;
    assert_eq!(found(&app, "solar").await, ["Solar, new", "Solar, old", "In the text", "Solaris", "Polar"]);
}

#[tokio::test]
async fn search_finds_every_save_once_it_is_answered() {
    let app = TestApp::indexed().await;
    let editor = app.staff(Role::Editor).await;
    let hits = async |query: &str| found(&app, query).await.len();
    let fields =
        json!({ "title": "Habari", "content": "<p>Solar</p>", "category_name": "tech", "author_name": "mwanga_team" });
    let created = editor.post("/api/admin/posts", fields).await.ok();
    let address = format!("/api/admin/posts/{}", created["id"]);
    assert_eq!(hits("solar").await, 1);
    editor.put(&address, json!({ "title": "Asubuhi", "content": "<p>Wind</p>", "tags": "Radio" })).await.ok();
    for (query, expected) in [("habari", 0), ("solar", 0), ("asubuhi", 1), ("wind", 1), ("radio", 1)] {
        assert_eq!(hits(query).await, expected, "{query}");
    }
    editor.put(&address, json!({ "status": "draft" })).await.ok();
    assert_eq!(hits("wind").await, 0);
    editor
        .put(&address, json!({ "status": "published", "publish_date": app.core().now().plus_ms(HOUR / 2).iso() }))
        .await
        .ok();
    assert_eq!(hits("wind").await, 0, "not before its time");
    app.clock.advance_ms(HOUR / 2);
    assert_eq!(hits("wind").await, 1, "nobody had to do anything");
    let hidden = format!("<p>{}</p><p>The hidden secret.</p>", "Free words. ".repeat(40));
    editor.put(&address, json!({ "content": hidden, "access": "subscribers" })).await.ok();
    assert_eq!((hits("secret").await, hits("free").await), (0, 1));
    assert!(!app.get("/api/search/search?q=free").await.text().contains("secret"));
    editor.put(&address, json!({ "access": "everyone" })).await.ok();
    assert_eq!(hits("secret").await, 1);
    let category = editor.post("/api/admin/categories", json!({ "name": "Lamps" })).await.ok();
    editor.put(&address, json!({ "category_name": "Lamps" })).await.ok();
    let in_science = async || app.get("/api/search/search?q=secret&category=science").await.ok()["total"].clone();
    assert_eq!(in_science().await, 0);
    let id = category["id"].as_i64().unwrap();
    let science = app.get("/api/category/science").await.ok()["category"]["id"].as_i64().unwrap();
    let admin = app.staff(Role::Admin).await;
    admin.delete(&format!("/api/admin/categories/{id}?target={science}")).await.ok();
    assert_eq!(in_science().await, 1, "moved with its category");
    editor.delete(&address).await.ok();
    assert_eq!(hits("secret").await, 0);
}

#[tokio::test]
async fn concurrent_saves_are_all_indexed() {
    let app = TestApp::indexed().await;
    let saves: Vec<_> = (0..12)
        .map(|number| app.post(&format!("Post {number}")).content(&format!("<p>solar{number}x</p>")).insert())
        .collect();
    let search_meanwhile = async {
        for _ in 0..12 {
            search(&app, "solar").await;
        }
    };
    tokio::join!(futures_util::future::join_all(saves), search_meanwhile);
    for number in 0..12 {
        assert_eq!(found(&app, &format!("solar{number}x")).await, [format!("Post {number}")]);
    }
}

#[tokio::test]
async fn results_are_filtered_by_category_author_and_date_and_paged() {
    let app = TestApp::indexed().await;
    for number in 1..=5i64 {
        app.post(&format!("Solar {number}"))
            .in_ms(-number * DAY)
            .category(if number > 2 { "science" } else { "tech" })
            .insert()
            .await;
    }
    app.post("Solar guest").in_ms(-10 * DAY).by("Achieng Otieno").insert().await;
    let narrowed = async |filter: &str| {
        titles(&app.get(&format!("/api/search/search?q=solar&{filter}")).await.ok()["results"])
            .join(" ")
            .replace("Solar ", "")
    };
    for (filter, expected) in [
        ("category=science", "3 4 5"),
        ("category=Tech&author=mwanga-team", "1 2"),
        ("author=achieng-otieno", "guest"),
        ("from=2026-11-17", "1 2 3"),
        ("to=2026-11-16", "4 5 guest"),
        ("from=2026-11-16&to=2026-11-17", "3 4"),
        ("from=2026-11-18&to=2026-11-16", ""),
        ("category=&author=&from=&to=", "1 2 3 4 5 guest"),
        ("category=never", ""),
        ("author=nobody", ""),
        ("page=2&per_page=2", "3 4"),
        ("page=9", ""),
    ] {
        assert_eq!(narrowed(filter).await, expected, "{filter}");
    }
    let page = app.get("/api/search/search?q=solar&page=2&per_page=4").await.ok();
    assert_eq!((&page["total"], &page["page"], &page["per_page"]), (&json!(6), &json!(2), &json!(4)));
    let beyond = app.get("/api/search/search?q=solar&page=1000000000&per_page=100").await.ok();
    assert_eq!((titles(&beyond["results"]), &beyond["total"]), (vec![], &json!(6)));
    for bad in ["from=yesterday", "to=2026-13-01", "from=2026-11-17T00:00:00Z", "page=0", "per_page=101"] {
        assert_eq!(
            app.get(&format!("/api/search/search?q=solar&{bad}")).await.problem().is(),
            (400, "request.invalid_query"),
            "{bad}"
        );
    }
}

#[tokio::test]
async fn matched_words_are_highlighted_in_title_and_text() {
    let app = TestApp::indexed().await;
    let content = format!(
        "<p>{}</p><p>Fish &amp; chips by <em>solar</em> light, charged at noon.</p><p>{}</p>",
        "First words. ".repeat(30),
        "Last words. ".repeat(30)
    );
    app.post("A <b>Sólar</b> day").content(&content).insert().await;
    let hit = &search(&app, "solar%20charging").await["results"][0];
    assert_eq!(
        marked_up(&hit["highlights"]["title"]),
        format!("{}", hit["title"].as_str().unwrap().replace("Sólar", "[Sólar]"))
    );
    let text = marked_up(&hit["highlights"]["text"]);
    assert!(
        text.contains("Fish & chips by [solar] light, [charged] at noon.")
            && text.starts_with('…')
            && text.ends_with('…'),
        "{text}"
    );
    let hit = &search(&app, "sloar").await["results"][0];
    assert!(marked_up(&hit["highlights"]["title"]).contains("[Sólar]"), "as it was meant");
    let hit = &search(&app, "day").await["results"][0];
    assert!(
        marked_up(&hit["highlights"]["text"]).starts_with("First words. First"),
        "where the text has none of it, it is shown from its beginning"
    );
}

#[tokio::test]
async fn a_misspelled_query_without_results_gets_a_suggestion() {
    let app = TestApp::indexed().await;
    app.post("Solar pumps").content("<p>Irrigation by gas and light.</p>").insert().await;
    for (query, suggestion) in [
        ("sloarr", json!("solar")),
        ("gsa%20pumps", json!("gas pumps")),
        ("solar", json!(null)),
        ("qqqqqqqq", json!(null)),
        ("2024", json!(null)),
    ] {
        let answer = search(&app, query).await;
        assert_eq!(answer["suggestion"], suggestion, "{query}");
        assert_eq!(answer["total"], u64::from(query == "solar"), "{query}");
    }
}

#[tokio::test]
async fn hostile_queries_answer_200_or_400_and_leave_the_index_open() {
    let app = TestApp::indexed().await;
    app.post("Solar")
        .content(&format!("<p>{}</p>", (0..3_000).map(|n| format!("a{} ", "b".repeat(n % 60))).collect::<String>()))
        .insert()
        .await;
    let long = "a".repeat(5_000);
    let words = "ab%20".repeat(1_000);
    let many: String = (0..60).map(|n| format!("abcdefg{}%20", char::from(b'a' + n % 26))).collect();
    let queries = [
        "",
        "%20%20",
        "%25",
        "_",
        "%5C",
        "'",
        "%00",
        "%FF",
        "%E2%80%A6",
        "%22",
        "%22%22",
        "%22%22%22",
        "title:solar",
        "solar%20AND%20(",
        "%2Bsolar%20-solar",
        "solar%5E9",
        "sol*",
        "/.*/",
        "%5B*%20TO%20*%5D",
        "NOT",
        "a",
        "%F0%9F%8E%89",
        "%E2%80%AEsolar",
        "%EF%BC%B3olar",
        &long,
        &words,
        &many,
    ];
    for query in queries {
        for call in [
            "search?q=",
            "search?page=1000000000000&per_page=100&q=",
            "search?author=%00&category=%00&q=",
            "suggest?q=",
        ] {
            let reply = app.get(&format!("/api/search/{call}{query}")).await;
            assert!(matches!(reply.status.as_u16(), 200 | 400), "{call}{query}: {}", reply.status);
        }
    }
    assert!(app.core().search().is_open(), "the index answered all of it");
}

#[tokio::test]
async fn indexed_files_are_found_by_name_description_and_caption() {
    let app = TestApp::indexed().await;
    let editor = app.staff(Role::Editor).await;
    let file = async |name: &str| media::import_file(app.core(), name, name, png(4, 3)).await.unwrap();
    let urls = |list: &Value| {
        list.as_array().unwrap().iter().map(|medium| medium["url"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let (cover, inset, alone) =
        (file("borehole-cover.png").await, file("pic-1.png").await, file("Kisumu_Pump-Été.png").await);
    let (cover, inset, alone_url) =
        (media::url(&cover.object_key), media::url(&inset.object_key), media::url(&alone.object_key));
    editor.put(&format!("/api/admin/media/{}", alone.id), json!({ "is_public": true })).await.ok();
    assert_eq!(urls(&search(&app, "kisumu").await["standalone_media"]), [&*alone_url]);
    let content = format!(
        "<p>Text</p><figure><img src=\"{inset}\" alt=\"A blue valve\"><figcaption>Rangi ya <em>bluu</em></figcaption></figure>"
    );
    let post =
        app.post("Half an acre").content(&content).form(|form| form.media_url = Some(cover.clone())).insert().await;
    for (query, expected) in [
        ("borehole", vec![&cover]),
        ("blue%20valves", vec![&inset]),
        ("rangi%20bluu", vec![&inset]),
        ("boerhole", vec![&cover]),
        ("acre", vec![&cover, &inset]),
    ] {
        let answer = search(&app, query).await;
        assert_eq!(urls(&answer["post_media"]).iter().collect::<Vec<_>>(), expected, "{query}");
        assert_eq!(answer["standalone_media"], json!([]), "{query}");
    }
    assert_eq!(search(&app, "borehole").await["post_media"][0]["post_title"], "Half an acre");
    editor.put(&format!("/api/admin/posts/{}", post.id), json!({ "media_urls": [alone.object_key] })).await.ok();
    let answer = search(&app, "pump%20ete").await;
    assert_eq!(
        (urls(&answer["post_media"]), urls(&answer["standalone_media"])),
        (vec![alone_url.clone()], vec![]),
        "it is the post's from here on"
    );
    editor.put(&format!("/api/admin/posts/{}", post.id), json!({ "access": "subscribers" })).await.ok();
    let answer = search(&app, "pump%20ete").await;
    assert_eq!(
        (urls(&answer["post_media"]), urls(&answer["standalone_media"])),
        (vec![], vec![alone_url.clone()]),
        "in the paid part, and marked public"
    );
    editor.put(&format!("/api/admin/media/{}", alone.id), json!({ "is_public": false })).await.ok();
    assert_eq!(search(&app, "pump").await["standalone_media"], json!([]));
    editor.put(&format!("/api/admin/media/{}", alone.id), json!({ "is_public": true })).await.ok();
    editor.delete(&format!("/api/admin/posts/{}", post.id)).await.ok();
    assert_eq!(urls(&search(&app, "pump").await["standalone_media"]), [&*alone_url]);

    let mut keys = Vec::new();
    for number in 1..=6 {
        keys.push(file(&format!("lamp-{number}.png")).await.object_key);
    }
    app.post("Many").form(|form| form.media_urls = Some(keys.clone())).insert().await;
    let expected: Vec<String> = keys[..4].iter().map(|key| media::url(key)).collect();
    assert_eq!(urls(&search(&app, "lamp").await["post_media"]), expected, "four of one post");
}

#[tokio::test]
async fn an_outdated_index_is_brought_up_to_the_store_at_start() {
    let app = TestApp::new().await;
    let kept = app.post("Kept").content("<p>solar</p>").insert().await;
    let changed = app.post("Changed").content("<p>solar</p>").insert().await;
    let deleted = app.post("Deleted").content("<p>solar</p>").insert().await;
    let editor = app.staff(Role::Editor).await;
    let elsewhere = app.data_dir().join("search/of-another-schema");
    std::fs::create_dir_all(&elsewhere).unwrap();
    let index_task = app.index_in("search").await;
    assert!(!elsewhere.exists(), "nobody reads it any more");
    assert_eq!(found(&app, "solar").await.len(), 3);
    // As when the process is killed: the saves below are not indexed.
    index_task.abort();
    let _ = index_task.await;
    let saved = async {
        editor.put(&format!("/api/admin/posts/{}", changed.id), json!({ "content": "<p>wind</p>" })).await.ok();
        editor.delete(&format!("/api/admin/posts/{}", deleted.id)).await.ok();
        app.post("New").content("<p>solar</p>").insert().await;
    };
    saved.await;
    let store = TestApp::sharing_store(&app).await;
    store.index_in("search").await;
    assert_eq!(found(&store, "solar").await, ["New", "Kept"]);
    assert_eq!(found(&store, "wind").await, ["Changed"]);
    assert_eq!(kept.title, "Kept");
}

#[tokio::test]
async fn a_damaged_index_is_rebuilt() {
    let app = TestApp::new().await;
    app.post("Kept").content("<p>solar</p>").insert().await;
    let index_task = app.index_in("search").await;
    app.core().stopping.cancel();
    index_task.await.unwrap();
    let folder = std::fs::read_dir(app.data_dir().join("search")).unwrap().next().unwrap().unwrap().path();
    for file in std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path()).filter(|file| file.is_file()) {
        std::fs::write(file, b"not what was written").unwrap();
    }
    let again = TestApp::sharing_store(&app).await;
    assert_eq!(found(&again, "solar").await, ["Kept"], "the database answers");
    again.index_in("search").await;
    assert_eq!(found(&again, "sloar").await, ["Kept"]);
}

#[tokio::test]
async fn a_save_rewrites_no_large_segment_of_the_index() {
    let app = TestApp::new().await;
    for n in 0..100 {
        app.post(&format!("Before {n}")).content(&"<p>solar</p>".repeat(20)).insert().await;
    }
    app.index_in("search").await;
    let folder = std::fs::read_dir(app.data_dir().join("search")).unwrap().next().unwrap().unwrap().path();
    let files = || {
        let all = std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path());
        all.filter(|path| path.extension().is_some_and(|it| it == "store")).collect::<Vec<_>>()
    };
    let [large] = files().try_into().unwrap();
    let editor = app.staff(Role::Editor).await;
    for n in 0..40 {
        let form = json!({ "title": format!("Saved {n}"), "content": "<p>wind</p>", "category_name": "tech" });
        editor.post("/api/admin/posts", form).await.ok();
    }
    assert!(!found(&app, "wind").await.is_empty());
    assert!(large.exists(), "it was written anew");
    // Small segments are merged, so saves do not add one each for ever.
    until("small parts are merged", || files().len() < 20).await;
}

#[tokio::test]
async fn a_change_on_one_node_is_found_on_the_other_within_two_seconds() {
    let (one, two) = TestApp::two_nodes().await;
    one.index_in("search-one").await;
    two.index_in("search-two").await;
    let post = one.post("Habari").content("<p>solar</p>").insert().await;
    let saved = Instant::now();
    while found(&two, "sloar").await != ["Habari"] {
        assert!(saved.elapsed() < Duration::from_secs(2), "not found on the other node");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let editor = one.staff(Role::Editor).await;
    editor.delete(&format!("/api/admin/posts/{}", post.id)).await.ok();
    assert_eq!(found(&one, "solar").await, [""; 0]);
    let deleted = Instant::now();
    while search(&two, "solar").await["total"] != 0 {
        assert!(deleted.elapsed() < Duration::from_secs(2), "still counted on the other node");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn posts_are_found_by_the_name_of_their_category_or_author() {
    let app = TestApp::indexed().await;
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

#[tokio::test]
async fn a_match_in_the_text_ranks_above_a_match_of_the_category() {
    let app = TestApp::indexed().await;
    app.post("Filed there").category("science").insert().await;
    app.post("In the text").content("<p>Some science.</p>").in_ms(-DAY).insert().await;
    app.post("Science in the title").in_ms(-2 * DAY).insert().await;
    assert_eq!(found(&app, "science").await, ["Science in the title", "In the text", "Filed there"]);
    assert_eq!(found(&app, "scince").await.len(), 3, "with a slip");
    assert_eq!(found(&app, "scien").await.len(), 3, "still being typed");
}
