//! What is not published is in no public answer, and in no mail: a word is put into everything that the newsroom writes
//! about a post, and then looked for everywhere.

use mwanga_store::types::SubscriberStatus;

use crate::support::*;

/// The words; as slugs and folded words they are the same.
const PLACES: [&str; 8] = ["kibogoyo", "mchicha", "tangawizi", "mdalasini", "karafuu", "iliki", "pilipili", "binzari"];

/// Every kind of public answer, with the word asked for where one can ask. `{id}` is the post's.
const ADDRESSES: &[&str] = &[
    "/",
    "/post/slug/{word}",
    "/api/post/slug/{word}",
    "/api/post/slug/{word}/related",
    "/api/post/slug/habari/related",
    "/api/posts/{id}/address",
    "/post/{id}",
    "/post/slug/habari",
    "/og/post/{id}-1.png",
    "/og/post/{id}-1-2.png",
    "/og/post/{id}-2-2.png",
    "/category/tech",
    "/tag/{word}",
    "/author/{word}",
    "/author/mwanga-team",
    "/search?query={word}",
    "/api/search/search?query={word}",
    "/api/search/suggest?q={word}",
    "/api/posts/public",
    "/api/posts/public/by-category",
    "/api/posts/public/todays-picks",
    "/api/category/tech",
    "/api/tag/{word}",
    "/api/author/{word}",
    "/api/site",
    "/feed.xml",
    "/atom.xml",
    "/feed.json",
    "/category/tech/feed.xml",
    "/author/{word}/feed.xml",
    "/tag/{word}/feed.xml",
    "/sitemap.xml",
    "/sitemap-posts-1.xml",
    "/sitemap-pages.xml",
    "/sitemap-news.xml",
    "/llms.txt",
    "/robots.txt",
    "/newsletter/issues",
    "/corrections",
    "/corrections/feed.xml",
    "/corrections/feed.json",
    "/api/corrections",
    "/no/such/{word}",
];

/// Asks every public address; those that repeat the question are read without it.
async fn assert_nowhere(app: &TestApp, id: &Value, word: &str, state: &str) {
    for caller in [app.anyone(), app.reader().await] {
        for address in ADDRESSES {
            let path = address.replace("{word}", word).replace("{id}", &id.to_string());
            let reply = caller.get(&path).await;
            let text = String::from_utf8_lossy(&reply.body).to_lowercase();
            // A page repeats its own address and what was searched for; the post's title is longer.
            let found = text.contains(&format!("{word} of the newsroom"));
            assert!(!found, "{state}: {path} tells of it");
            if !address.contains("{word}") {
                assert!(!text.contains(word), "{state}: {path} holds the word");
            }
            assert!(
                !reply.headers.values().any(|value| value.as_bytes().windows(word.len()).any(|w| w == word.as_bytes()))
                    || address.contains("{word}"),
                "{state}: a header of {path}"
            );
        }
    }
    app.clock.advance_ms(15 * 60_000);
    app.run_jobs().await;
    for mail in Mail::read_all(&app.data_dir().join("outbox")) {
        assert!(!format!("{mail:?}").to_lowercase().contains(word), "{state}: a mail: {}", mail.subject);
    }
}

fn post_of(word: &str) -> Value {
    let sentence = format!("{word} of the newsroom");
    json!({
        "title": sentence, "content": format!("<p>{sentence}</p>"), "category_name": "tech", "status": "draft",
        "author_name": "custom", "custom_author": word, "tags": word, "brand": sentence, "extra_text": sentence,
        "excerpt": sentence, "summary": sentence, "slug": word,
        "deal_links": [{ "url": format!("https://{word}.example"), "label": sentence, "cta_text": sentence,
            "product_name": sentence, "price": "9" }],
    })
}

#[tokio::test]
async fn words_that_are_not_published_are_in_no_public_answer_and_no_mail() {
    let app = TestApp::indexed().await;
    let (contributor, editor) = (app.staff(Role::Contributor).await, app.staff(Role::Editor).await);
    app.post("Habari").tags("jua").insert().await;
    app.subscribers(3, SubscriberStatus::Confirmed).await;
    let [draft, review, scheduled, note, trashed, unsaved, answer, correction] = PLACES;
    let create = async |word| contributor.post("/api/admin/posts", post_of(word)).await.ok()["id"].clone();

    let id = create(draft).await;
    assert_nowhere(&app, &id, draft, "a draft").await;
    let listed = editor.get("/api/admin/posts?status=draft").await.ok();
    assert!(listed.to_string().contains("kibogoyo of the newsroom"), "the newsroom sees it: {listed}");

    let id = create(review).await;
    contributor.post(&format!("/api/admin/posts/{id}/submit"), json!({})).await.ok();
    assert_nowhere(&app, &id, review, "in review").await;

    let id = create(scheduled).await;
    let date = app.clock.now().plus_ms(5 * 24 * 3_600_000).iso();
    contributor.put(&format!("/api/admin/posts/{id}"), json!({ "publish_date": date })).await.ok();
    contributor.post(&format!("/api/admin/posts/{id}/submit"), json!({})).await.ok();
    let approved = editor.review(&format!("/api/admin/posts/{id}"), "approve", json!({})).await.ok();
    assert_eq!((&approved["status"], &approved["is_public"]), (&json!("published"), &json!(false)));
    assert_nowhere(&app, &id, scheduled, "approved for a later day").await;

    // A note stays in the newsroom, also when its post is public.
    let id = contributor
        .post("/api/admin/posts", json!({ "title": "Open", "content": "<p>Open</p>", "category_name": "tech" }))
        .await
        .ok()["id"]
        .clone();
    let text = format!("{note} of the newsroom");
    editor.post(&format!("/api/admin/posts/{id}/notes"), json!({ "text": text, "quote": text })).await.ok();
    contributor.post(&format!("/api/admin/posts/{id}/submit"), json!({})).await.ok();
    editor.review(&format!("/api/admin/posts/{id}"), "return", json!({ "note": text })).await.ok();
    contributor.post(&format!("/api/admin/posts/{id}/submit"), json!({})).await.ok();
    editor.review(&format!("/api/admin/posts/{id}"), "approve", json!({})).await.ok();
    editor.post(&format!("/api/admin/posts/{id}/notify-subscribers"), json!({})).await.ok();
    assert_nowhere(&app, &id, note, "a note").await;

    // Nor is what is typed and not saved, and what an outsider answers to a preview link, of the same public post.
    // Tokens are good for an hour.
    let editor = app.staff(Role::Editor).await;
    let open = format!("/api/admin/posts/{id}");
    let text = format!("{unsaved} of the newsroom");
    editor.put(&format!("{open}/preview"), json!({ "title": text, "content": format!("<p>{text}</p>") })).await.ok();
    assert!(editor.get(&format!("{open}/preview")).await.text().contains(unsaved), "its writer sees it");
    assert_nowhere(&app, &id, unsaved, "unsaved text").await;
    let link = editor.post(&format!("{open}/preview-links"), json!({ "days": 1, "may_approve": true })).await.ok();
    let code = link["url"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
    let revision = editor.get(&open).await.ok()["revision"].clone();
    let note = format!("{answer} of the newsroom");
    let body = json!({ "approve": true, "note": note, "revision": revision });
    app.anyone().post(&format!("/api/preview/{code}/answer"), body).await.ok();
    assert_nowhere(&app, &id, answer, "an outsider's answer").await;
    let seen = app.get(&format!("/preview/{code}")).await;
    assert!(!seen.text().contains(answer) && !seen.text().contains(unsaved), "the link shows what is saved alone");

    // A post that was public and lies in the trash.
    let public = editor
        .post("/api/admin/posts", {
            let mut post = post_of(trashed);
            post["status"] = json!("published");
            post
        })
        .await
        .ok();
    assert!(app.get("/").await.text().contains("karafuu of the newsroom"), "it is public first");
    editor.delete(&format!("/api/admin/posts/{}", public["id"])).await.ok();
    assert_nowhere(&app, &public["id"], trashed, "in the trash").await;

    // What was wrong in a post is said while it is public, and again once it is.
    corrections_are_as_hidden_as_their_post(&app, correction).await;

    // The same addresses tell of the scheduled post once its day has come: they would have told of it before.
    app.clock.advance_ms(6 * 24 * 3_600_000);
    for address in ["/", "/post/slug/{word}", "/api/posts/public", "/feed.xml", "/tag/{word}", "/author/{word}"] {
        let reply = app.get(&address.replace("{word}", scheduled)).await;
        assert!(reply.text().contains("tangawizi of the newsroom"), "{address} tells of what is public");
    }
}

async fn corrections_are_as_hidden_as_their_post(app: &TestApp, word: &str) {
    // A token is good for an hour of the clock, which each look moves on.
    let editor = async || app.staff(Role::Editor).await;
    let made = app.post("Maji").insert().await;
    let (id, own) = (json!(made.id.0), format!("/api/admin/posts/{}", made.id));
    let text = format!("{word} of the newsroom");
    let row = editor().await.post(&format!("{own}/corrections"), json!({ "text": text })).await.ok();
    for address in ["/post/slug/maji", "/corrections", "/corrections/feed.xml", "/api/corrections"] {
        assert!(app.get(address).await.text().contains(&text), "{address} tells of what is public");
    }
    editor().await.put(&own, json!({ "status": "draft" })).await.ok();
    assert_nowhere(app, &id, word, "a correction of a draft").await;
    editor()
        .await
        .put(&format!("/api/admin/corrections/{}", row["id"]), json!({ "text": format!("{text}.") }))
        .await
        .ok();
    let date = app.clock.now().plus_ms(5 * 24 * 3_600_000).iso();
    editor().await.put(&own, json!({ "status": "published", "publish_date": date })).await.ok();
    assert_nowhere(app, &id, word, "a correction of a scheduled post").await;
    app.clock.advance_ms(5 * 24 * 3_600_000);
    assert!(app.get("/corrections").await.text().contains(&text), "its day has come");
    editor().await.delete(&own).await.ok();
    assert_nowhere(app, &id, word, "a correction in the trash").await;
    app.staff(Role::Admin).await.delete(&format!("{own}?forever=true")).await.ok();
    assert_nowhere(app, &id, word, "a correction of a post that is gone").await;
}

#[tokio::test]
async fn two_hundred_saves_by_twenty_people_on_one_draft_lose_no_word() {
    const PEOPLE: usize = 20;
    const SAVES: usize = 10;
    let app = TestApp::new().await;
    let owner = app.staff(Role::Contributor).await;
    let address = format!("/api/admin/posts/{}", owner.post("/api/admin/posts", post_of("habari")).await.ok()["id"]);
    let mut people = vec![owner];
    for _ in 1..PEOPLE {
        people.push(app.staff(Role::Editor).await);
    }
    let writers = people.iter().enumerate().map(|(person, caller)| {
        let address = &address;
        async move {
            let (mut saved, mut conflicts) = (Vec::new(), 0);
            let mut seen = caller.get(address).await.ok();
            for save in 0..SAVES {
                let word = format!("word-{person}-{save}-end");
                let text = format!("{}<p>{word}</p>", seen["content"].as_str().unwrap());
                let reply = caller.put(address, json!({ "content": text, "revision": seen["revision"] })).await;
                if reply.status.is_success() {
                    seen = reply.ok();
                    saved.push((word, seen["revision"].as_i64().unwrap()));
                } else {
                    let problem = reply.problem();
                    assert_eq!(problem.is(), (409, "post.changed"), "a save is kept or the writer is asked");
                    conflicts += 1;
                    seen = problem.body["current"].clone();
                }
            }
            (saved, conflicts)
        }
    });
    let outcomes = futures_util::future::join_all(writers).await;
    let saved: Vec<(String, i64)> = outcomes.iter().flat_map(|(saved, _)| saved.clone()).collect();
    let conflicts: usize = outcomes.iter().map(|(_, conflicts)| conflicts).sum();
    assert_eq!(saved.len() + conflicts, PEOPLE * SAVES);
    assert!(!saved.is_empty() && conflicts > 0, "{} saved, {conflicts} conflicts", saved.len());
    // From outside: a connection of the test's own reads what the file has.
    let store = app.other_store().await;
    let id = mwanga_store::types::PostId(address.rsplit('/').next().unwrap().parse().unwrap());
    let post = mwanga_store::queries::posts::get(store.reader(), id).await.unwrap().unwrap();
    for (word, _) in &saved {
        assert!(post.content.contains(word.as_str()), "{word} is lost");
    }
    let mut revisions: Vec<i64> = saved.iter().map(|(_, revision)| *revision).collect();
    revisions.sort_unstable();
    let expected: Vec<i64> = (2..).take(saved.len()).collect();
    assert_eq!(revisions, expected, "each acknowledged save has a revision of its own");
}
