//! Preview links: what an outsider reads and answers.

use axum::body::Body;
use axum::http::Method;
use mwanga_core::{media, posts};
use mwanga_store::types::PostId;

use super::{draft_of, post_with};
use crate::support::*;

const MINUTE_MS: i64 = 60_000;
const DAY_MS: i64 = 24 * 3_600_000;

/// The code of a new link.
async fn link(editor: &Caller, post: &str, may_approve: bool) -> String {
    let made = editor.post(&format!("{post}/preview-links"), json!({ "days": 3, "may_approve": may_approve })).await;
    code_of(&made.ok())
}

fn code_of(made: &Value) -> String {
    made["url"].as_str().unwrap().rsplit_once("/preview/").unwrap().1.to_owned()
}

async fn links(editor: &Caller, post: &str) -> Vec<Value> {
    editor.get(&format!("{post}/preview-links")).await.ok()["data"].as_array().unwrap().clone()
}

async fn email(caller: &Caller) -> String {
    caller.get("/api/auth/profile").await.ok()["email"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_link_shows_the_saved_draft_to_each_kind_of_reader_and_nothing_of_the_newsroom() {
    let app = TestApp::new().await;
    let (author, editor) = (app.staff(Role::Author).await, app.staff(Role::Editor).await);
    let post = draft_of(&author, "Kibogoyo").await;
    let text = format!("<p>{}</p><p>Mwishoni</p>", "Mwanzo wa habari ndefu sana. ".repeat(40));
    author.put(&post, json!({ "content": text, "access": "subscribers", "extra_text": "Ziada" })).await.ok();
    editor.post(&format!("{post}/notes"), json!({ "text": "Mchicha" })).await.ok();
    let code = link(&editor, &post, false).await;
    for (kind, access, is_whole) in [
        ("stranger", "subscribers", false),
        ("reader", "subscribers", false),
        ("subscriber", "subscribers", true),
        ("stranger", "registered", false),
        ("reader", "registered", true),
        ("stranger", "everyone", true),
    ] {
        author.put(&post, json!({ "access": access })).await.ok();
        let reply = app.anyone_at("192.0.2.7").get(&format!("/api/preview/{code}?as={kind}")).await;
        assert_eq!(reply.header("cache-control"), "no-store");
        let body = reply.ok();
        assert_eq!(body["post"]["title"], "Kibogoyo");
        assert_eq!(body["post"]["gated"], !is_whole, "{kind} {access}");
        assert_eq!(reply.text().contains("Mwishoni"), is_whole, "{kind} {access}");
        assert_eq!(reply.text().contains("Ziada"), is_whole, "{kind} {access}");
        assert_eq!(body["revision"], author.get(&post).await.ok()["revision"]);
        for word in ["Mchicha", "owner", "made_by", &email(&author).await, &email(&editor).await] {
            assert!(!reply.text().contains(word), "{word} is of the newsroom");
        }
    }
    let wrong = app.get(&format!("/api/preview/{code}?as=admin")).await;
    assert_eq!(wrong.problem().is(), (400, "request.invalid_query"));
    let address = post.replace("/api/admin/posts/", "/api/posts/");
    assert_eq!(app.get(&format!("{address}/address")).await.status, StatusCode::NOT_FOUND, "the draft stays one");
    assert_eq!(app.get("/api/posts/public").await.ok()["total"], 0);
}

#[tokio::test]
async fn links_that_are_over_answer_410() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let post = draft_of(&editor, "Habari").await;
    let over = async |code: &str, why: &str| {
        for kind in ["", "?as=subscriber"] {
            let reply = app.get(&format!("/api/preview/{code}{kind}")).await;
            assert_eq!(
                (reply.problem().is(), reply.header("cache-control")),
                ((410, "link.invalid"), "no-store"),
                "{why}"
            );
        }
        let answer = json!({ "approve": true, "revision": 1 });
        let answered = app.anyone().post(&format!("/api/preview/{code}/answer"), answer).await;
        assert_eq!(answered.problem().is(), (410, "link.invalid"), "{why}");
    };
    over(&"a".repeat(32), "one that never was").await;
    over("x", "no code").await;
    over(&"a".repeat(1_000), "a long one").await;
    over("%00", "a NUL").await;
    let (ended, other) = (link(&editor, &post, true).await, link(&editor, &post, true).await);
    let id = links(&editor, &post).await[1]["id"].clone();
    for _ in 0..2 {
        editor.delete(&format!("/api/admin/preview-links/{id}")).await.ok();
    }
    over(&ended, "one that was ended").await;
    app.get(&format!("/api/preview/{other}")).await.ok();
    let live: Vec<bool> = links(&editor, &post).await.iter().map(|link| link["is_live"] == true).collect();
    assert_eq!(live, [true, false]);
    app.clock.advance_ms(3 * DAY_MS - 1);
    app.get(&format!("/api/preview/{other}")).await.ok();
    app.clock.advance_ms(1);
    over(&other, "one that expired").await;
    let editor = app.staff(Role::Editor).await;
    let last = link(&editor, &post, true).await;
    editor.delete(&post).await.ok();
    over(&last, "one of a post that is gone").await;
    assert_eq!(editor.delete("/api/admin/preview-links/99").await.problem().is(), (404, "post.link_not_found"));
}

#[tokio::test]
async fn a_link_is_made_once_however_often_it_is_asked_for_and_its_code_is_not_stored() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let post = draft_of(&editor, "Habari").await;
    let path = format!("{post}/preview-links");
    let keyed = editor.with_header("idempotency-key", "k1");
    let (once, twice) = (keyed.post(&path, json!({ "days": 2 })).await, keyed.post(&path, json!({ "days": 2 })).await);
    assert_eq!((once.status, twice.status), (StatusCode::CREATED, StatusCode::CREATED));
    assert_eq!(once.ok(), twice.ok());
    app.get(&format!("/api/preview/{}", code_of(&once.ok()))).await.ok();
    assert_eq!(links(&editor, &post).await.len(), 1);
    assert_eq!(keyed.post(&path, json!({ "days": 3 })).await.problem().is(), (422, "request.key_reused"));
    let stored = mwanga_store::queries::preview_links::list(app.core().store.reader(), PostId(1)).await.unwrap();
    assert!(!format!("{stored:?}").contains(&code_of(&once.ok())), "the code is stored");
    // Once it is ended the key makes another, which does not open the old address again.
    editor.delete(&format!("/api/admin/preview-links/{}", once.ok()["id"])).await.ok();
    app.clock.advance_ms(1);
    let third = keyed.post(&path, json!({ "days": 2 })).await.ok();
    assert_ne!(code_of(&third), code_of(&once.ok()));
    let old = app.get(&format!("/api/preview/{}", code_of(&once.ok()))).await;
    assert_eq!(old.problem().is(), (410, "link.invalid"));
    for days in [0, 31, -1] {
        let problem = editor.post(&path, json!({ "days": days })).await.problem();
        assert_eq!((problem.is(), problem.field_names()), ((422, "post.invalid"), vec!["days"]), "{days}");
    }
    for _ in 1..50 {
        editor.post(&path, json!({ "days": 1 })).await.ok();
    }
    assert_eq!(editor.post(&path, json!({ "days": 1 })).await.problem().is(), (422, "post.invalid"));
    let gone = editor.post("/api/admin/posts/99/preview-links", json!({ "days": 1 })).await;
    assert_eq!(gone.problem().is(), (404, "post.not_found"));
}

#[tokio::test]
async fn the_list_says_when_a_link_was_last_opened() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let post = draft_of(&editor, "Habari").await;
    let code = link(&editor, &post, false).await;
    let opened = async || links(&editor, &post).await[0]["last_opened_at"].clone();
    let (outsider, path) = (app.anyone_at("192.0.2.7"), format!("/preview/{code}"));
    outsider.send(Method::HEAD, &path, Body::empty(), &[]).await;
    outsider.send(Method::HEAD, &format!("/api{path}"), Body::empty(), &[]).await;
    assert_eq!(opened().await, Value::Null, "a HEAD opens nothing");
    assert!(outsider.get(&path).await.status.is_success());
    let first = opened().await;
    assert_eq!(first, app.clock.now().iso(), "by the page");
    app.clock.advance_ms(MINUTE_MS - 1);
    outsider.get(&path).await;
    assert_eq!(opened().await, first, "once a minute");
    app.clock.advance_ms(1);
    outsider.get(&format!("/api{path}")).await.ok();
    assert_eq!(opened().await, app.clock.now().iso(), "by the call");
}

#[tokio::test]
async fn a_yes_holds_until_the_text_changes_and_a_note_joins_those_of_the_newsroom() {
    let app = TestApp::new().await;
    let (author, editor) = (app.staff(Role::Author).await, app.staff(Role::Editor).await);
    let post = draft_of(&author, "Habari").await;
    let code = link(&editor, &post, true).await;
    let (outsider, path) = (app.anyone_at("192.0.2.7"), format!("/api/preview/{code}/answer"));
    let agreed = async || editor.get(&post).await.ok()["agreed_at"].clone();
    assert_eq!(agreed().await, Value::Null);
    let note = "<script>alert(1)</script> @editor";
    outsider.post(&path, json!({ "approve": true, "note": note, "revision": 1 })).await.ok();
    let yes = app.clock.now().iso();
    assert_eq!(agreed().await, yes);
    let notes = author.get(&format!("{post}/notes")).await.ok();
    let first = &notes["data"][0];
    assert_eq!((&first["text"], &first["author"], &first["by_link"]), (&json!(note), &Value::Null, &json!(true)));
    let listed = &links(&editor, &post).await[0];
    assert_eq!((&listed["agreed_at"], &listed["agreement_holds"]), (&json!(yes), &json!(true)));
    assert_eq!(listed["answer_count"], 1);

    // Neither a note nor a step of the review, nor a date takes the yes back.
    outsider.post(&path, json!({ "note": "One more", "revision": 1 })).await.ok();
    author.post(&format!("{post}/submit"), json!({})).await.ok();
    assert_eq!(agreed().await, yes);
    author.put(&post, json!({ "publish_date": "2030-01-01T09:00:00Z" })).await.ok();
    assert_eq!(agreed().await, yes);
    let old = outsider.post(&path, json!({ "approve": true, "revision": 1 })).await.problem();
    assert_eq!(old.is(), (409, "post.changed"));
    assert!(!old.body.to_string().contains("current"), "an outsider gets no post of the admin area");
    assert_eq!(editor.review(&post, "approve", json!({})).await.ok()["agreed_at"], yes);

    author.put(&post, json!({ "excerpt": "Another" })).await.ok();
    assert_eq!(agreed().await, Value::Null, "the text was changed");
    let seen = app.get(&format!("/api/preview/{code}")).await.ok();
    assert_eq!((&seen["agreed_at"], &seen["agreement_holds"]), (&json!(yes), &json!(false)));
    outsider.post(&path, json!({ "approve": true, "revision": seen["revision"] })).await.ok();
    assert_ne!(agreed().await, Value::Null);
    assert_eq!(app.get("/api/posts/public").await.ok()["total"], 0, "nothing is published by it");
}

#[tokio::test]
async fn the_owner_and_who_made_the_link_are_mailed_and_nobody_else() {
    let app = TestApp::new().await;
    let (author, editor, other) =
        (app.staff(Role::Author).await, app.staff(Role::Editor).await, app.staff(Role::Editor).await);
    let post = draft_of(&author, "Kibogoyo").await;
    let code = link(&editor, &post, true).await;
    let other_name = other.get("/api/auth/profile").await.ok()["username"].clone();
    let note = format!("Mchicha @{}", other_name.as_str().unwrap());
    let answer = json!({ "approve": true, "note": note, "revision": 1 });
    app.anyone().post(&format!("/api/preview/{code}/answer"), answer).await.ok();
    app.clock.advance_ms(10 * MINUTE_MS);
    app.run_jobs().await;
    for (who, count) in [(&author, 1), (&editor, 1), (&other, 0)] {
        let mails = app.mails_to(&email(who).await).await;
        assert_eq!(mails.len(), count);
        for mail in mails {
            assert!(mail.subject.contains("preview link of your post was answered"), "{}", mail.subject);
            for word in ["Kibogoyo", "Mchicha", code.as_str()] {
                assert!(!format!("{mail:?}").contains(word), "{word} stays in the newsroom");
            }
        }
    }
}

#[tokio::test]
async fn wrong_answers_are_refused_and_a_repeated_one_counts_once() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let post = draft_of(&editor, "Habari").await;
    let reading = link(&editor, &post, false).await;
    let outsider = app.anyone_at("192.0.2.7");
    let yes = json!({ "approve": true, "revision": 1 });
    let refused = outsider.post(&format!("/api/preview/{reading}/answer"), yes).await;
    assert_eq!(refused.problem().is(), (403, "auth.forbidden"));
    let path = format!("/api/preview/{}/answer", link(&editor, &post, true).await);
    for body in [
        json!({ "revision": 1 }),
        json!({ "note": " \u{7} ", "revision": 1 }),
        json!({ "approve": true, "note": "x".repeat(2_001), "revision": 1 }),
        json!({ "note": "x".repeat(1_000_000), "revision": 1 }),
    ] {
        let problem = outsider.post(&path, body).await.problem();
        assert_eq!((problem.is(), problem.field_names()), ((422, "post.invalid"), vec!["note"]));
    }
    assert_eq!(outsider.post(&path, json!({ "approve": true })).await.problem().is(), (422, "request.invalid"));
    let ahead = outsider.post(&path, json!({ "approve": true, "revision": 9 })).await;
    assert_eq!(ahead.problem().is(), (409, "post.changed"));
    let keyed = outsider.with_header("idempotency-key", "k1");
    for _ in 0..2 {
        keyed.post(&path, json!({ "note": "Once", "revision": 1 })).await.ok();
    }
    assert_eq!(links(&editor, &post).await[0]["answer_count"], 1);
    for _ in 1..20 {
        outsider.post(&path, json!({ "note": "More", "revision": 1 })).await.ok();
    }
    let last = outsider.post(&path, json!({ "note": "More", "revision": 1 })).await;
    assert_eq!(last.problem().is(), (409, "link.used_up"));
    assert_eq!(editor.get(&format!("{post}/notes")).await.ok()["data"].as_array().unwrap().len(), 20);
}

#[tokio::test]
async fn unsaved_text_is_shown_to_who_stored_it_alone_and_changes_nothing() {
    let app = TestApp::new().await;
    let (author, editor) = (app.staff(Role::Author).await, app.staff(Role::Editor).await);
    let post = draft_of(&author, "Habari").await;
    let path = format!("{post}/preview");
    let saved = author.get(&path).await.ok();
    assert_eq!((&saved["unsaved_at"], &saved["post"]["title"]), (&Value::Null, &json!("Habari")));
    let text = json!({ "title": "Kibogoyo", "content": "<p>Mchicha<script>x</script></p>", "access": "registered" });
    author.put(&path, text).await.ok();
    let unsaved = author.get(&path).await.ok();
    assert_eq!((&unsaved["post"]["title"], &unsaved["post"]["gated"]), (&json!("Kibogoyo"), &json!(true)));
    let whole = author.get(&format!("{path}?as=reader")).await.ok();
    assert_eq!(whole["post"]["content"], "<p dir=\"auto\">Mchicha</p>", "cleaned as a save would");
    assert!(whole["unsaved_at"].is_string());
    assert_eq!(editor.get(&path).await.ok()["post"]["title"], "Habari", "it is the writer's alone");
    let kept = author.get(&post).await.ok();
    assert_eq!((&kept["title"], &kept["revision"]), (&json!("Habari"), &json!(1)));
    let code = link(&editor, &post, false).await;
    for address in [format!("/api/preview/{code}"), format!("/preview/{code}"), "/api/search/search?q=Mchicha".into()] {
        let reply = app.get(&address).await;
        assert!(!reply.text().replace("q=Mchicha", "").contains("<p>Mchicha"), "{address}");
        assert!(!reply.text().contains("Kibogoyo"), "{address}");
    }
    author.put(&path, json!({ "title": "Kibogoyo wa pili" })).await.ok();
    assert_eq!(author.get(&path).await.ok()["post"]["title"], "Kibogoyo wa pili", "one for each post and account");
    author.put(&path, json!({ "title": " " })).await.ok();
    assert_eq!(author.get(&path).await.ok()["post"]["title"], "", "what it lacks is no reason to lose the rest");
    let wrong = author.put(&path, json!({ "title": "x".repeat(301) })).await;
    assert_eq!((wrong.problem().is(), wrong.problem().field_names()), ((422, "post.invalid"), vec!["title"]));
    let pick = author.put(&path, json!({ "is_today_pick": true })).await;
    assert_eq!(pick.problem().is(), (403, "auth.forbidden"), "what may not be saved is not stored");
    author.put(&post, json!({ "brand": "Mine" })).await.ok();
    assert_eq!(author.get(&path).await.ok()["post"]["title"], "Habari", "it was saved since");
    author.put(&path, json!({ "title": "Kibogoyo" })).await.ok();
    author.put(&path, json!({ "title": "Habari" })).await.ok();
    assert_eq!(author.get(&path).await.ok()["unsaved_at"], Value::Null, "it is what is saved");
    author.put(&path, json!({ "title": "Kibogoyo" })).await.ok();
    let owner = posts::get(app.core(), PostId(1)).await.unwrap().unwrap().owner_id.unwrap();
    let writer = posts::Writer { account_id: owner, role: Role::Author };
    for (ms, is_kept) in [(DAY_MS - 1, true), (1, false)] {
        app.clock.advance_ms(ms);
        let (_, stored_at) = posts::with_unsaved(app.core(), writer, PostId(1)).await.unwrap();
        assert_eq!(stored_at.is_some(), is_kept, "for 24 hours");
    }
}

#[tokio::test]
async fn a_preview_shows_private_files_by_signed_addresses() {
    let app = TestApp::with(|config| config.media.private = true).await;
    let editor = app.staff(Role::Editor).await;
    let file = media::import_file(app.core(), "a.png", "a.png", png(600, 300)).await.unwrap();
    let post = draft_of(&editor, "Habari").await;
    let content = format!(r#"<p>Text</p><img src="/media/{}" alt="">"#, file.object_key);
    editor.put(&post, json!({ "content": content })).await.ok();
    let code = link(&editor, &post, false).await;
    for path in [format!("/api/preview/{code}"), format!("/preview/{code}")] {
        let text = app.get(&path).await.text().replace('\\', "").replace("&amp;", "&");
        let at = text.find(&format!("/media/{}?signed=", file.object_key)).expect("a signed address");
        let address = text[at..].split(['"', ' ']).next().unwrap();
        assert_eq!(app.get(address).await.status, StatusCode::OK, "{address}");
    }
}

#[tokio::test]
async fn nobody_previews_a_post_that_they_may_not_read() {
    let app = TestApp::new().await;
    let (contributor, stranger, editor) =
        (app.staff(Role::Contributor).await, app.staff(Role::Contributor).await, app.staff(Role::Editor).await);
    let post = draft_of(&contributor, "Habari").await;
    let path = format!("{post}/preview");
    assert_eq!(stranger.get(&path).await.problem().is(), (403, "auth.forbidden"));
    assert_eq!(stranger.put(&path, json!({ "title": "Mine" })).await.problem().is(), (403, "auth.forbidden"));
    contributor.put(&path, json!({ "title": "Mine" })).await.ok();
    let publish = contributor.put(&path, json!({ "status": "published" })).await;
    assert_eq!(publish.problem().is(), (403, "auth.forbidden"));
    let made = editor.post("/api/admin/posts", post_with(json!({ "status": "draft" }))).await.ok();
    let of_editors = format!("/api/admin/posts/{}/preview", made["id"]);
    assert_eq!(contributor.get(&of_editors).await.problem().is(), (403, "auth.forbidden"));
    assert_eq!(editor.get("/api/admin/posts/99/preview").await.problem().is(), (404, "post.not_found"));
}

#[tokio::test]
async fn the_page_of_a_link_is_never_cached_and_gives_its_address_to_nobody() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let post = draft_of(&editor, "Kibogoyo").await;
    let path = format!("/preview/{}", link(&editor, &post, true).await);
    for title in ["Kibogoyo", "Mchicha"] {
        editor.put(&post, json!({ "title": title })).await.ok();
        let page = app.get(&path).await;
        assert_eq!(page.status, StatusCode::OK);
        assert!(page.text().contains(title) && page.text().contains("Looks good"), "{}", page.text());
        for machine_word in ["application/ld+json", "rel=\"canonical\"", "og:description", "share-row"] {
            assert!(!page.text().contains(machine_word), "{machine_word}");
        }
        assert!(page.text().contains("<meta name=\"robots\" content=\"noindex\""));
    }
    assert!(app.state.cache.get(&path, app.core().now()).is_none(), "it is in the page cache");
    let served = app.listen().await;
    for path in [path.clone(), format!("{path}?as=subscriber"), format!("/preview/{}", "a".repeat(32))] {
        let page = served.get(&path).await;
        assert_eq!(page.status.as_u16(), if path.contains("aaaaaaaa") { 410 } else { 200 }, "{path}");
        for (name, value) in
            [("cache-control", "no-store"), ("referrer-policy", "no-referrer"), ("x-robots-tag", "noindex")]
        {
            assert_eq!(page.header(name), value, "{name} of {path}");
        }
    }
    for word in ["Kibogoyo", "Mchicha"] {
        for address in ["/", "/feed.xml", "/sitemap.xml", "/llms.txt", "/api/search/search?q=habari", "/robots.txt"] {
            assert!(!app.get(address).await.text().contains(word), "{word} in {address}");
        }
    }
}
