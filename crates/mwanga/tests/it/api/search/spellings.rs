//! What is written in two ways is one word to who searches.

use crate::support::*;

/// The sign of a query in an address.
fn in_address(query: &str) -> String {
    query.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

async fn search(app: &TestApp, query: &str) -> Value {
    app.get(&format!("/api/search/search?q={}", in_address(query))).await.ok()
}

async fn finds(app: &TestApp, query: &str, title: &str) -> bool {
    titles(&search(app, query).await["results"]).contains(&title)
}

/// Posts by title and text, with the queries that find each.
const FOUND: &[(&str, &str, &[&str])] = &[
    (
        "A",
        "Wi-Fi for every school",
        &["wifi", "wi-fi", "wi fi", "WiFi", "Wi\u{2011}Fi", "\"wi fi for\"", "\"wifi for every\""],
    ),
    ("B", "Free wifi in town", &["wi-fi town", "wi fi town", "\"free wi-fi in town\"", "Wi–Fi town"]),
    ("C", "After COVID-19 came", &["covid19", "covid-19", "covid 19", "COVID19 came"]),
    ("D", "Covid19 numbers", &["covid-19 numbers", "covid 19 numbers"]),
    (
        "E",
        "It cost KSh1,000,000 then",
        &["1000000", "1,000,000", "ksh 1000000", "ksh1,000,000", "KSh 1,000,000", "1 000 000", "cost 1000000 then"],
    ),
    ("F", "A total of 10 000 pupils", &["10000 pupils", "10,000 pupils", "10 000 pupils"]),
    ("G", "A total of 20,000 goats", &["20000", "20 000", "20,000"]),
    (
        "H",
        "The co-operative societies",
        &["cooperative", "co-operative", "co operative", "cooperatives", "co\u{ad}operative"],
    ),
    ("I", "A cooperative bank", &["co-operative bank", "co operative bank", "co-operatives bank", "co-oper"]),
    ("J", "An e-mail came", &["email", "e-mail", "e mail", "emails"]),
    ("K", "Email us", &["e-mail us", "e mail us"]),
    ("L", "A 5-G mast", &["5g", "5-g", "5 g", "5G"]),
    ("M", "The iPhone 15 is here", &["iphone15", "iphone 15", "iPhone15", "iphone-15"]),
    ("N", "The Nokia3310 is back", &["nokia 3310", "nokia-3310", "3310"]),
    ("O", "By Ng'ang'a Mwangi", &["nganga", "ng'ang'a", "Ng’ang’a", "Ngang'a", "ng`ang`a"]),
    ("P", "The U.S. said", &["us said", "U.S. said", "u.s"]),
    ("Q", "Written in Node.js", &["nodejs", "node.js", "node js"]),
    ("R", "On WhatsApp today", &["whats app", "whatsapp", "whats-app", "WhatsApp"]),
    ("S", "A Tik Tok dance", &["TikTok", "tik-tok", "tik tok"]),
    ("T", "Call 0712-345-678", &["0712345678", "0712 345 678", "0712-345-678"]),
    ("U", "TCP/IP explained", &["tcpip", "tcp/ip", "tcp ip"]),
    ("V", "AT&T paid", &["att", "at&t"]),
];

async fn fill(app: &TestApp) {
    for (title, text, _) in FOUND {
        app.post(title).content(&format!("<p>{}.</p>", text.replace('&', "&amp;"))).insert().await;
    }
    app.post("Fraction").content("<p>It grew by 1.5 percent, 1,5 elsewhere; they won 1-0.</p>").insert().await;
}

#[tokio::test]
async fn words_are_found_in_whichever_spelling() {
    let app = TestApp::indexed().await;
    fill(&app).await;
    let mut missing = Vec::new();
    for (title, text, queries) in FOUND {
        for query in *queries {
            if !finds(&app, query, title).await {
                missing.push(format!("{query} -> {text}"));
            }
        }
    }
    assert_eq!(missing, [""; 0]);
    for query in ["15", "10", "19 covidx", "1000"] {
        assert!(!finds(&app, query, "Fraction").await, "{query}");
    }
    assert!(finds(&app, "1.5 percent", "Fraction").await);
}

#[tokio::test]
async fn without_an_index_words_are_found_in_whichever_spelling() {
    let app = TestApp::new().await;
    fill(&app).await;
    let mut missing = Vec::new();
    for (title, text, queries) in FOUND {
        // The index alone knows English endings, and what joins within a phrase.
        let only_indexed = ["cooperatives", "co-operatives bank", "emails", "\"wifi for every\""];
        for query in queries.iter().filter(|query| !only_indexed.contains(query)) {
            if !finds(&app, query, title).await {
                missing.push(format!("{query} -> {text}"));
            }
        }
    }
    assert_eq!(missing, [""; 0]);
    assert!(!finds(&app, "15", "Fraction").await);
}

#[tokio::test]
async fn a_word_is_marked_as_it_is_written() {
    for indexed in [true, false] {
        let app = if indexed { TestApp::indexed().await } else { TestApp::new().await };
        app.post("Wi-Fi for KSh1,000,000").content("<p>Cheap wifi.</p>").insert().await;
        for (query, title, text) in [
            ("wifi", json!(["", "Wi-Fi", " for KSh1,000,000"]), json!(["Cheap ", "wifi", "."])),
            ("wi-fi", json!(["", "Wi-Fi", " for KSh1,000,000"]), json!(["Cheap ", "wifi", "."])),
            ("1000000", json!(["Wi-Fi for ", "KSh1,000,000", ""]), json!(["Cheap wifi."])),
        ] {
            let marks = search(&app, query).await["results"][0]["highlights"].clone();
            assert_eq!((&marks["title"], &marks["text"]), (&title, &text), "{query} {indexed}");
        }
    }
}

#[tokio::test]
async fn suggestions_and_categories_know_other_spellings() {
    let app = TestApp::indexed().await;
    let editor = app.staff(Role::Editor).await;
    editor.post("/api/admin/categories", json!({ "name": "E-commerce" })).await.ok();
    app.post("Co-operative banks").category("e-commerce").insert().await;
    for query in ["ecommerce", "e-commerce", "e commerce", "cooperative", "\"ecommerce\""] {
        assert!(finds(&app, query, "Co-operative banks").await, "{query}");
    }
    for query in ["coope", "co-oper", "cooperative ba"] {
        let answer = app.get(&format!("/api/search/suggest?q={}", in_address(query))).await.ok();
        assert_eq!(answer["data"].as_array().unwrap().len(), 1, "{query}");
    }
}

#[tokio::test]
async fn the_newsroom_finds_words_in_whichever_spelling() {
    for indexed in [true, false] {
        let app = TestApp::new().await;
        if indexed {
            app.newsroom_index_in("search-newsroom").await;
        }
        let editor = app.staff(Role::Editor).await;
        app.post("Wi-Fi draft").draft().insert().await;
        for query in ["wifi", "wi-fi", "wi fi"] {
            let answer = editor.get(&format!("/api/admin/posts?q={}", in_address(query))).await.ok();
            assert!(answer.to_string().contains("Wi-Fi draft"), "{query} {indexed}");
        }
    }
}
