//! A store written by an earlier version: derived data that is missing is backfilled at the next start.

use mwanga_core::{folded_words, media, posts};
use mwanga_store::{ConnectionTrait, Store, StoreOptions};

use crate::support::*;

/// Takes away what the schema did not have at first.
async fn remove_derived_data(store: &Store) {
    for statement in [
        "UPDATE post SET author_slug = ''",
        "DELETE FROM post_tag",
        "DELETE FROM post_search",
        "DELETE FROM post_media",
        "UPDATE media_item SET search_name = '', indexed_name = '', thumbhash = NULL, blur = NULL",
        "DELETE FROM media_word",
        "UPDATE post SET title_key = ''",
        // One that saved beside the newer version counted nothing.
        "UPDATE counter SET value = 3",
    ] {
        store.writer().execute_unprepared(statement).await.unwrap();
    }
}

#[tokio::test]
async fn posts_of_an_earlier_version_are_indexed_by_tag_author_and_search() {
    let app = TestApp::new().await;
    // More than are filled in one transaction.
    for number in 1..=20 {
        app.post(&format!("Post {number}")).tags("Solar").by("Amina").insert().await;
    }
    app.post("Draft").tags("Solar").by("Amina").draft().insert().await;
    let editor = app.staff(Role::Editor).await;
    let item = media::import_file(app.core(), "pump", "pump.png", png(4, 3)).await.unwrap();
    editor.put(&format!("/api/admin/media/{}", item.id), json!({ "is_public": true })).await.ok();
    remove_derived_data(&app.core().store).await;
    let paths = ["/api/tag/solar", "/api/author/amina"];
    for path in paths {
        assert_eq!(app.get(path).await.status, StatusCode::NOT_FOUND, "{path}");
    }
    let cached = CachedResponses::of(&app, &paths).await;
    assert_eq!(posts::backfill(app.core()).await.unwrap(), 21);
    assert_eq!(cached.purged(&app), paths);
    assert_eq!(editor.get("/api/admin/posts?q=DRAFT").await.ok()["total"], 1);
    assert_eq!(editor.get("/api/admin/posts").await.ok()["total"], 21);
    for path in paths {
        assert_eq!(app.get(path).await.ok()["total"], 20, "{path}");
    }
    let found = app.get("/api/search/search?q=post%20solar").await.ok();
    assert_eq!((&found["total"], &found["standalone_media"]), (&json!(20), &json!([])));
    assert_eq!(
        app.get("/api/search/search?q=pump").await.ok()["standalone_media"][0]["url"],
        media::url(&item.object_key)
    );
    assert_eq!(editor.get("/api/admin/media?q=pump").await.ok()["data"][0]["url"], media::url(&item.object_key));
    assert_eq!(posts::backfill(app.core()).await.unwrap(), 0, "nothing is missing any more");
}

#[tokio::test]
async fn a_file_described_by_an_earlier_version_is_indexed_at_start() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    media::import_file(app.core(), "pump", "pump.png", png(4, 3)).await.unwrap();
    // It knows nothing of the index.
    app.core()
        .store
        .writer()
        .execute_unprepared("UPDATE media_item SET alt = 'A zebra', search_name = ' pump png a zebra'")
        .await
        .unwrap();
    posts::backfill(app.core()).await.unwrap();
    for (word, count) in [("zebra", 1), ("pump", 1), ("lion", 0)] {
        assert_eq!(
            editor.get(&format!("/api/admin/media?q={word}")).await.ok()["data"].as_array().unwrap().len(),
            count,
            "{word}"
        );
    }
}

#[tokio::test]
async fn words_that_an_earlier_version_folded_in_another_way_are_made_anew_once() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let item = media::import_file(app.core(), "pump", "pump.png", png(4, 3)).await.unwrap();
    let described = json!({ "alt": "مضخة", "is_public": true });
    editor.put(&format!("/api/admin/media/{}", item.id), described).await.ok();
    // More than are made in one run.
    for number in 0..60 {
        let cover = (number == 59).then(|| media::url(&item.object_key));
        let form = |form: &mut mwanga_core::posts::PostForm| form.media_url = cover;
        app.post(&format!("علم {number}")).slug(&format!("post-{number}")).form(form).insert().await;
    }
    let plain = app.post("Solar").insert().await.id;
    let search = async |query: &str| app.get(&format!("/api/search/search?q={query}")).await.ok();
    let library = async || editor.get("/api/admin/media?q=%D9%85%D8%B6%D8%AE%D9%87").await.ok()["data"].clone();
    let run = async |statement: &str| {
        app.core().store.writer().execute_unprepared(statement).await.unwrap();
    };
    for statement in [
        "UPDATE post_search SET title = ' lm', words = ' lm' WHERE post_id <> {plain}",
        "UPDATE post SET title_key = ' lm' WHERE id <> {plain}",
        "UPDATE post_media SET words = ' mdkh@ lm'",
        "UPDATE media_item SET search_name = ' pump png mdkh@', indexed_name = ' pump png mdkh@'",
        "DELETE FROM media_word",
    ] {
        run(&statement.replace("{plain}", &plain.to_string())).await;
    }
    assert_eq!(search("%D8%B9%D9%84%D9%85").await["total"], 0);
    assert_eq!(library().await, json!([]));
    assert_eq!(folded_words::backfill(app.core()).await.unwrap(), 61);
    assert_eq!(search("%D8%B9%D9%84%D9%85").await["total"], 60);
    assert_eq!(search("lm").await["total"], 0);
    assert_eq!(search("%D9%85%D8%B6%D8%AE%D8%A9").await["post_media"].as_array().unwrap().len(), 1);
    assert_eq!(library().await[0]["url"], media::url(&item.object_key));
    let same = editor.get("/api/admin/posts/same-title?title=%D8%B9%D9%84%D9%85%207").await.ok();
    assert_eq!(same["data"].as_array().unwrap().len(), 1);
    run("UPDATE post_search SET words = ' lm'").await;
    assert_eq!(folded_words::backfill(app.core()).await.unwrap(), 0, "once");
    // An interrupted run goes on where it was.
    run(&format!("UPDATE setting SET value = '2 {}' WHERE key = 'folded_words.posts'", plain.0 - 2)).await;
    assert_eq!(folded_words::backfill(app.core()).await.unwrap(), 2);
}

#[tokio::test]
async fn pictures_of_an_earlier_version_get_a_thumbhash_once() {
    let app = TestApp::new().await;
    let mut items = Vec::new();
    for name in ["kept.png", "damaged.png", "out of reach.png"] {
        items.push(media::import_file(app.core(), name, name, png(40, 30)).await.unwrap());
    }
    assert!(items.iter().all(|item| item.thumbhash.as_ref().is_some_and(|hash| hash.len() > 20)), "{items:?}");
    remove_derived_data(&app.core().store).await;
    std::fs::write(app.core().media().folder().unwrap().path(&items[1].object_key), "no picture").unwrap();
    std::fs::remove_file(app.core().media().folder().unwrap().path(&items[2].object_key)).unwrap();
    assert_eq!(media::backfill_thumbhashes(app.core()).await.unwrap(), 2);
    let keys: Vec<String> = items.iter().map(|item| item.object_key.clone()).collect();
    let mut now = media::find_by_keys(app.core(), &keys).await.unwrap();
    now.sort_by_key(|item| item.id.0);
    let hashes: Vec<_> = now.iter().map(|item| item.thumbhash.clone()).collect();
    assert_eq!(hashes, [items[0].thumbhash.clone(), Some(String::new()), None]);
    assert_eq!((now[0].blur.clone(), now[1].blur.as_deref()), (items[0].blur.clone(), Some("")));
    assert_eq!(
        media::backfill_thumbhashes(app.core()).await.unwrap(),
        0,
        "what cannot be read is not read at each start"
    );
    app.core().store.writer().execute_unprepared("UPDATE media_item SET blur = NULL").await.unwrap();
    assert_eq!(media::backfill_thumbhashes(app.core()).await.unwrap(), 2, "drawn of the hash alone");
    let drawn = media::find_by_keys(app.core(), &keys[..1]).await.unwrap();
    assert_eq!(drawn[0].blur, items[0].blur);
}

#[tokio::test]
async fn concurrent_backfills_and_edits_leave_each_post_consistent() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let mut ids = Vec::new();
    for number in 1..=20 {
        ids.push(app.post(&format!("Post {number}")).tags("Solar").insert().await.id);
    }
    remove_derived_data(&app.core().store).await;
    let edit = async {
        for id in &ids {
            editor.put(&format!("/api/admin/posts/{id}"), json!({ "tags": "Wind" })).await.ok();
        }
    };
    let (first, second, ()) =
        futures_util::future::join3(posts::backfill(app.core()), posts::backfill(app.core()), edit).await;
    assert!(first.unwrap() + second.unwrap() <= 20);
    assert_eq!(app.get("/api/tag/wind").await.ok()["total"], 20);
    assert_eq!(app.get("/api/tag/solar").await.status, StatusCode::NOT_FOUND);
    assert_eq!(app.get("/api/author/mwanga-team").await.ok()["total"], 20);
}

#[tokio::test]
async fn a_start_backfills_missing_data() {
    let site = Site::new().await;
    site.make_admin("editor@example.com", "a long enough password").await;
    let server = site.serve().await;
    let signed_in = server
        .post(
            "/api/auth/admin/login",
            None,
            &json!({ "email": "editor@example.com", "password": "a long enough password" }),
        )
        .await
        .ok();
    let form = json!({ "title": "Habari", "content": "<p>Text</p>", "category_name": "tech", "tags": "Solar" });
    server.post("/api/admin/posts", signed_in["token"].as_str(), &form).await.ok();
    server.terminate().await;
    let store = Store::open(&StoreOptions { url: site.database.url.clone(), readers: 1 }).await.unwrap();
    remove_derived_data(&store).await;
    store.close().await.unwrap();
    let server = site.serve().await;
    assert_eq!(server.get("/api/tag/solar").await.ok()["total"], 1);
}
