use mwanga_core::earlier_files;
use mwanga_core::media::{self, variants::Variant};
use mwanga_store::ConnectionTrait;
use mwanga_store::entities::{issue, media_item};
use mwanga_store::types::{MediaId, PostStatus};
use sea_orm::EntityTrait;

use crate::api::uploads::Upload;
use crate::support::*;

const PATH: &str = "/api/admin/media";

/// Imports a file and returns its row.
async fn file(app: &TestApp, name: &str) -> media_item::Model {
    let bytes = if name.ends_with(".mp4") { mp4() } else { png(600, 300) };
    media::import_file(app.core(), name, name, bytes).await.unwrap()
}

fn names(list: &Value) -> Vec<&str> {
    list["data"].as_array().unwrap().iter().map(|file| file["file_name"].as_str().unwrap()).collect()
}

fn of(id: MediaId) -> String {
    format!("{PATH}/{id}")
}

#[tokio::test]
async fn files_are_listed_newest_first_and_paged_by_cursor() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    assert_eq!(editor.get(PATH).await.ok(), json!({ "data": [], "per_page": 24, "next": null }));
    for name in ["lamp.png", "lake.png", "clip.mp4", "market.png", "road.png"] {
        file(&app, name).await;
    }
    let first = editor.get(&format!("{PATH}?per_page=2")).await.ok();
    assert_eq!(names(&first), ["road.png", "market.png"]);
    let next = first["next"].as_str().unwrap();
    // A cursor is stable: new files do not shift the next page.
    file(&app, "new.png").await;
    let second = editor.get(&format!("{PATH}?per_page=2&after={next}")).await.ok();
    assert_eq!(names(&second), ["clip.mp4", "lake.png"]);
    let third = editor.get(&format!("{PATH}?per_page=2&after={}", second["next"].as_str().unwrap())).await.ok();
    assert_eq!((names(&third), &third["next"]), (vec!["lamp.png"], &json!(null)));
    for bad in ["after=x", "per_page=0", "per_page=101", "kind=captions", "orphans=perhaps"] {
        assert_eq!(editor.get(&format!("{PATH}?{bad}")).await.status, StatusCode::BAD_REQUEST, "{bad}");
    }
}

#[tokio::test]
async fn a_file_is_found_by_name_and_description_and_has_a_thumbnail() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let lamp = file(&app, "IMG-4711.png").await;
    file(&app, "lake.png").await;
    file(&app, "clip.mp4").await;
    let texts = json!({ "alt": " Çay  on a table ", "caption": "Tea at noon.", "credit": "Amina Otieno" });
    let saved = editor.put(&of(lamp.id), texts).await.ok();
    assert_eq!(
        (&saved["alt"], &saved["caption"], &saved["credit"]),
        (&json!("Çay on a table"), &json!("Tea at noon."), &json!("Amina Otieno"))
    );
    for q in ["img 4711", "cay", "TEA noo", "otieno", "lam OR", "100%"] {
        let expected: &[&str] = if q.starts_with("lam") || q.starts_with("100") { &[] } else { &["IMG-4711.png"] };
        assert_eq!(
            names(&editor.get(&format!("{PATH}?q={}", q.replace('%', "%25").replace(' ', "%20"))).await.ok()),
            expected,
            "{q}"
        );
    }
    assert_eq!(names(&editor.get(&format!("{PATH}?q=%20")).await.ok()).len(), 3);
    assert_eq!(names(&editor.get(&format!("{PATH}?kind=video")).await.ok()), ["clip.mp4"]);
    assert_eq!(names(&editor.get(&format!("{PATH}?kind=image")).await.ok()).len(), 2);
    let found = &editor.get(&format!("{PATH}?q=otieno")).await.ok()["data"][0];
    assert_eq!(
        (&found["url"], &found["width"], &found["used_by"]),
        (&json!(media::url(&lamp.object_key)), &json!(600), &json!(0))
    );
    let srcset = found["picture"]["srcset"].as_str().unwrap();
    assert!(srcset.contains("/media/w240/") && srcset.ends_with(" 600w"), "{srcset}");
    let blur = found["picture"]["blur"].as_str().unwrap();
    assert!(blur.starts_with("data:image/webp;base64,") && blur.len() < 200, "{blur}");
}

#[tokio::test]
async fn search_among_many_files_pages_common_and_rare_words_correctly() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    // More files than the index keeps for a common word.
    let mut items = Vec::new();
    for number in 1..=205 {
        let name = format!("photo {number}.png");
        items.push(media::import_file(app.core(), &name, &name, png(2, 2)).await.unwrap());
    }
    let found = async |query: &str| editor.get(&format!("{PATH}?{}", query.replace(' ', "%20"))).await.ok();
    let named = |numbers: &[usize]| numbers.iter().map(|number| format!("photo {number}.png")).collect::<Vec<_>>();
    let first = found("q=pho&per_page=2").await;
    assert_eq!(names(&first), named(&[205, 204]));
    assert_eq!(
        names(&found(&format!("q=pho&per_page=2&after={}", first["next"].as_str().unwrap())).await),
        named(&[203, 202])
    );
    let some = [179, 178, 177, 176, 175, 174, 173, 172, 171, 170, 17];
    for q in ["q=photo 17", "q=17 photo"] {
        assert_eq!(names(&found(q).await), named(&some), "{q}");
    }
    let third = found("q=photo 17&per_page=3").await;
    assert_eq!(
        names(&found(&format!("q=photo 17&per_page=3&after={}", third["next"].as_str().unwrap())).await),
        named(&some[3..6])
    );
    assert!(names(&found("q=photo 17&kind=video").await).is_empty() && names(&found("q=photo zebra").await).is_empty());
    app.post("Habari").form(|form| form.media_url = Some(items[16].object_key.clone())).insert().await;
    assert_eq!(names(&found("q=photo 17&orphans=true").await), named(&some[..10]));
    editor.put(&of(items[0].id), json!({ "alt": "A zebra, a zebra" })).await.ok();
    assert_eq!(names(&found("q=zeb").await), named(&[1]));
    editor.put(&of(items[0].id), json!({ "alt": "A lion" })).await.ok();
    assert!(names(&found("q=zeb").await).is_empty(), "only the current description is indexed");
    assert_eq!(names(&found("q=photo lio").await), named(&[1]));
}

#[tokio::test]
async fn a_file_in_use_lists_its_uses_and_its_deletion_answers_409() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let names_of = [
        "text.png",
        "list.png",
        "cover.png",
        "poster.png",
        "draft.png",
        "mail.png",
        "still.png",
        "clip.mp4",
        "none.png",
    ];
    let mut files = Vec::new();
    for name in names_of {
        files.push(file(&app, name).await);
    }
    let [text, list, cover, poster, draft, mail, still, clip, none] = &files[..] else { unreachable!() };
    let shown = app.post("Shown").content(&format!(r#"<p>a</p><img src="{}" alt="Its own">"#, text.object_key));
    let shown = shown.form(|form| {
        form.media_urls = Some(vec![list.object_key.clone()]);
        form.media_url = Some(cover.object_key.clone());
        form.poster_url = Some(poster.object_key.clone());
    });
    let shown = shown.insert().await;
    app.post("Draft").draft().content(&format!(r#"<p>a</p><img src="{}" alt="">"#, draft.object_key)).insert().await;
    let issue =
        json!({ "subject": "Hello", "html": format!(r#"<p>a</p><img src="/media/{}" alt="">"#, mail.object_key) });
    editor.post("/api/newsletter/admin-send", issue).await.ok();
    editor.put(&of(clip.id), json!({ "poster": media::url(&still.object_key) })).await.ok();

    assert_eq!(names(&editor.get(&format!("{PATH}?orphans=true")).await.ok()), ["none.png", "clip.mp4"]);
    for used in [text, list, cover, poster, draft, mail, still] {
        let problem = editor.delete(&of(used.id)).await.problem();
        assert_eq!(problem.is(), (409, "media.in_use"), "{}", used.file_name);
        assert_eq!(editor.get(&of(used.id)).await.ok()["used_by"], 1, "{}", used.file_name);
    }
    let opened = editor.get(&of(text.id)).await.ok();
    let expected = json!([{ "id": shown.id, "title": "Shown", "slug": "shown", "status": PostStatus::Published, "is_public": true }]);
    assert_eq!(opened["posts"], expected);
    assert_eq!(editor.get(&of(draft.id)).await.ok()["posts"][0]["is_public"], false);
    assert_eq!(editor.get(&of(mail.id)).await.ok()["issues"][0]["subject"], "Hello");
    assert_eq!(editor.get(&of(still.id)).await.ok()["videos"], json!([{ "id": clip.id, "file_name": "clip.mp4" }]));

    // What no post shows any more is free.
    editor.put(&format!("/api/admin/posts/{}", shown.id), json!({ "content": "<p>b</p>" })).await.ok();
    editor.delete(&of(text.id)).await.ok();
    editor.delete(&of(none.id)).await.ok();
}

#[tokio::test]
async fn a_file_says_how_many_posts_and_pages_show_it_in_old_versions_alone() {
    let app = TestApp::with(|config| config.kept_revisions = 3).await;
    let admin = app.staff(Role::Admin).await;
    let files = [file(&app, "text.png").await, file(&app, "cover.png").await, file(&app, "share.png").await];
    let [text, cover, share] = &files;
    let earlier = async || {
        let mut counts = Vec::new();
        for file in &files {
            let opened = admin.get(&of(file.id)).await.ok();
            counts.push((opened["earlier_posts"].as_u64().unwrap(), opened["earlier_pages"].as_u64().unwrap()));
        }
        counts
    };
    let with = format!(r#"<p>a</p><img src="/media/{}" alt="">"#, text.object_key);
    let mut paths = Vec::new();
    for title in ["Habari", "Jambo"] {
        let post = json!({ "title": title, "content": with, "category_name": "tech", "media_url": media::url(&cover.object_key) });
        paths.push(format!("/api/admin/posts/{}", admin.post("/api/admin/posts", post).await.ok()["id"]));
    }
    let page = json!({ "title": "Kurasa", "content": with, "share_picture": media::url(&share.object_key) });
    paths.push(format!("/api/admin/pages/{}", admin.post("/api/admin/pages", page).await.ok()["id"]));
    assert_eq!(earlier().await, [(0, 0), (0, 0), (0, 0)], "shown as they stand");

    let without = json!({ "content": "<p>b</p>", "media_url": "", "share_picture": "" });
    admin.put(&paths[0], without.clone()).await.ok();
    assert_eq!(earlier().await, [(1, 0), (1, 0), (0, 0)]);
    admin.put(&paths[1], json!({ "content": "<p>b</p>" })).await.ok();
    admin.put(&paths[2], without).await.ok();
    assert_eq!(earlier().await, [(2, 1), (1, 0), (0, 1)]);
    // Shown again, and left out once more.
    admin.put(&paths[0], json!({ "content": with })).await.ok();
    assert_eq!(earlier().await, [(1, 1), (1, 0), (0, 1)]);
    admin.put(&paths[0], json!({ "content": "<p>c</p>" })).await.ok();
    assert_eq!(earlier().await, [(2, 1), (0, 0), (0, 1)], "the first version with the cover is no longer kept");

    // Revisions of an earlier version of the product are read once, and say the same.
    let known = earlier().await;
    for (read, expected) in [(7, &known), (0, &vec![(0, 0); 3])] {
        for table in ["post_earlier_file", "page_earlier_file"] {
            app.core().store.writer().execute_unprepared(&format!("DELETE FROM {table}")).await.unwrap();
        }
        assert_eq!(earlier().await, [(0, 0); 3]);
        assert_eq!(earlier_files::backfill(app.core()).await.unwrap(), read);
        assert_eq!(&earlier().await, expected);
    }
}

#[tokio::test]
async fn a_deleted_file_and_its_resized_copies_answer_404_at_once() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Admin).await;
    let lamp = file(&app, "lamp.png").await;
    let copy = format!("/media/w240/{}", lamp.object_key);
    assert_eq!(app.get(&copy).await.status, StatusCode::OK);
    let forever = format!("{}?forever=true", of(lamp.id));
    assert_eq!(editor.delete(&forever).await.ok(), json!({ "message": "File deleted." }));
    // From this moment on, whatever becomes of the bytes.
    for address in [copy.as_str(), &media::url(&lamp.object_key)] {
        assert_eq!(app.get(address).await.status, StatusCode::NOT_FOUND, "{address}");
    }
    let files = app.core().media().folder().unwrap();
    let paths = [files.path(&lamp.object_key), files.variant_path(&lamp.object_key, Variant::Page { width: 240 })];
    assert!(paths.iter().all(|path| path.exists()), "the row goes first");
    app.run_jobs().await;
    assert!(!paths.iter().any(|path| path.exists()));
    for reply in
        [editor.get(&of(lamp.id)).await, editor.delete(&of(lamp.id)).await, editor.put(&of(lamp.id), json!({})).await]
    {
        assert_eq!(reply.problem().is(), (404, "media.not_found"));
    }
    // An importer brings it in again, once.
    let again = file(&app, "lamp.png").await;
    assert_ne!(again.object_key, lamp.object_key);
    assert_eq!(file(&app, "lamp.png").await.id, again.id);
}

#[tokio::test]
async fn sending_a_newsletter_waits_for_the_row_lock_of_a_file_deletion() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let lamp = file(&app, "lamp.png").await;
    let other = app.other_store().await;
    let deletion = other.begin().await.unwrap();
    deletion
        .execute_unprepared(&format!("DELETE FROM import_record; DELETE FROM media_item WHERE id = {}", lamp.id))
        .await
        .unwrap();
    let letter =
        json!({ "subject": "Habari", "html": format!(r#"<p>Look.</p><img src="/media/{}" alt="">"#, lamp.object_key) });
    let send = editor.post("/api/newsletter/admin-send", letter);
    let delete = async {
        tokio::time::sleep(std::time::Duration::from_millis(400)).await;
        let written = issue::Entity::find().all(app.core().store.reader()).await.unwrap();
        assert!(written.is_empty(), "the insert waits for the lock");
        deletion.commit().await.unwrap();
    };
    futures_util::future::join(send, delete).await.0.ok();
}

#[tokio::test]
async fn changing_a_description_purges_the_posts_whose_preview_is_the_file() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let lamp = file(&app, "lamp.png").await;
    let content = format!(r#"<p>a</p><figure><img src="{}" alt="Mine"></figure>"#, lamp.object_key);
    app.post("Habari").content(&content).form(|form| form.media_url = Some(lamp.object_key.clone())).insert().await;
    let cached = CachedResponses::of(&app, &["/api/posts/public", "/api/post/slug/habari"]).await;
    editor.put(&of(lamp.id), json!({ "alt": "A lamp" })).await.ok();
    assert_eq!(cached.purged(&app), ["/api/posts/public", "/api/post/slug/habari"]);
    let post = app.get("/api/post/slug/habari").await.ok();
    assert_eq!(post["preview"]["alt"], "A lamp");
    let blur = post["preview"]["blur"].as_str().unwrap();
    assert!(blur.starts_with("data:image/webp;base64,") && blur.len() < 200, "{blur}");
    assert!(post["content"].as_str().unwrap().contains(r#"alt="Mine""#), "a post's own description stays");
    let behind = format!("background:center/cover no-repeat url({blur})");
    assert!(
        post["content"].as_str().unwrap().contains(&behind)
            && app.get("/post/slug/habari").await.text().contains(&behind)
    );
    let written = editor.get(&format!("/api/admin/posts/{}", post["id"])).await.ok();
    assert!(!written["content"].as_str().unwrap().contains("style"), "what the editor opens is what was saved");
    assert!(!app.get("/feed.xml").await.text().contains("data:image"));
}

#[tokio::test]
async fn a_focal_point_reaches_everything_that_crops_the_picture() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let lamp = file(&app, "lamp.png").await;
    app.post("Habari").form(|form| form.media_url = Some(lamp.object_key.clone())).insert().await;
    app.post("Of old").form(|form| form.media_urls = Some(vec![lamp.object_key.clone()])).insert().await;
    assert_eq!(editor.get(&of(lamp.id)).await.ok()["focal_point"], json!(null));
    let cached = CachedResponses::of(&app, &["/api/posts/public", "/api/post/slug/habari"]).await;
    let point = json!({ "x": 20, "y": 100 });
    let saved = editor.put(&of(lamp.id), json!({ "focal_point": point, "is_public": true })).await.ok();
    assert_eq!(saved["focal_point"], point);
    assert_eq!(cached.purged(&app), ["/api/posts/public", "/api/post/slug/habari"]);
    let in_list = app.get("/api/posts/public").await.ok()["data"].clone();
    assert_eq!(in_list.as_array().unwrap().len(), 2);
    for post in in_list.as_array().unwrap() {
        assert_eq!(post["preview"]["focal_point"], point);
    }
    assert_eq!(app.get("/api/post/slug/habari").await.ok()["preview"]["focal_point"], point);
    assert!(app.get("/post/slug/habari").await.text().contains("object-position:20% 100%"));
    assert_eq!(editor.get(PATH).await.ok()["data"][0]["focal_point"], point);
    assert_eq!(app.get("/api/search/search?q=lamp").await.ok()["post_media"][0]["focal_point"], point);

    // What is left out stays, and null is the centre again.
    assert_eq!(editor.put(&of(lamp.id), json!({ "alt": "A lamp" })).await.ok()["focal_point"], point);
    let centred = editor.put(&of(lamp.id), json!({ "focal_point": null })).await.ok();
    assert_eq!((&centred["focal_point"], &centred["alt"]), (&json!(null), &json!("A lamp")));
}

#[tokio::test]
async fn a_focal_point_outside_the_picture_is_refused() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let lamp = file(&app, "lamp.png").await;
    editor.put(&of(lamp.id), json!({ "focal_point": { "x": 0, "y": 7 } })).await.ok();
    for point in [json!({ "x": 101, "y": 50 }), json!({ "x": 50, "y": -1 })] {
        let problem = editor.put(&of(lamp.id), json!({ "focal_point": point, "alt": "No" })).await.problem();
        assert_eq!((problem.is(), problem.field_names()), ((422, "media.invalid"), vec!["focal_point"]), "{point}");
    }
    for point in [json!({ "x": 50 }), json!("centre"), json!({ "x": 0.5, "y": 0.5 })] {
        let refused = editor.put(&of(lamp.id), json!({ "focal_point": point })).await;
        assert!(refused.status.is_client_error(), "{point}: {}", refused.status);
    }
    let kept = editor.get(&of(lamp.id)).await.ok();
    assert_eq!((&kept["focal_point"], &kept["alt"]), (&json!({ "x": 0, "y": 7 }), &json!("")));
}

#[tokio::test]
async fn files_are_listed_by_their_addresses() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let (lamp, lake) = (file(&app, "lamp.png").await, file(&app, "lake.png").await);
    file(&app, "road.png").await;
    let [lamp, lake] = [lamp, lake].map(|item| item.object_key);
    for urls in
        [format!("/media/{lamp},{lake}"), format!("{lake},/media/none.png,https://elsewhere.example/a.png,{lamp}")]
    {
        assert_eq!(names(&editor.get(&format!("{PATH}?urls={urls}")).await.ok()), ["lake.png", "lamp.png"], "{urls}");
    }
    for urls in ["", "nothing%20here"] {
        assert!(names(&editor.get(&format!("{PATH}?urls={urls}")).await.ok()).is_empty(), "{urls}");
    }
}

#[tokio::test]
async fn a_file_is_found_by_the_bytes_it_was_uploaded_with() {
    let app = TestApp::new().await;
    let (editor, author) = (app.staff(Role::Editor).await, app.staff(Role::Author).await);
    let files = [("photo.jpg", "image/jpeg", jpeg_of_a_phone()), ("walk.mp4", "video/mp4", mp4())];
    for (name, content_type, bytes) in files {
        let upload = Upload::of(&editor, name, content_type).await;
        upload.put(&editor, bytes.clone()).await.ok();
        let sum = media::sha256(&bytes);
        let same = format!("{PATH}?sha256={}", sum.to_uppercase());
        assert!(names(&editor.get(&same).await.ok()).is_empty(), "{name} is not recorded yet");
        let record = json!({ "file_url": upload.file_url, "file_name": name });
        let recorded = editor.post("/api/admin/media/record", record).await.ok();
        assert_eq!(names(&editor.get(&same).await.ok()), [name]);
        assert!(names(&author.get(&same).await.ok()).is_empty(), "an author does not see what others uploaded");
        editor.delete(&format!("{PATH}/{}", recorded["id"])).await.ok();
        assert!(names(&editor.get(&same).await.ok()).is_empty(), "{name} lies in the trash");
    }
    file(&app, "lamp.png").await;
    let imported = format!("{PATH}?sha256={}", media::sha256(&png(600, 300)));
    assert_eq!(names(&editor.get(&imported).await.ok()), ["lamp.png"]);
    assert!(names(&editor.get(&format!("{PATH}?sha256=")).await.ok()).is_empty());
}

#[tokio::test]
async fn a_post_has_the_caption_and_credit_of_its_cover() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let (cover, inset) = (file(&app, "cover.png").await, file(&app, "inset.png").await);
    let content = format!(r#"<p>a</p><figure><img src="{}" alt=""></figure>"#, inset.object_key);
    app.post("Habari").content(&content).form(|form| form.media_url = Some(cover.object_key.clone())).insert().await;
    app.post("Bare").insert().await;
    editor.put(&of(cover.id), json!({ "caption": "At five.", "credit": "Amina Otieno" })).await.ok();
    let post = app.get("/api/post/slug/habari").await.ok();
    assert_eq!((&post["cover_caption"], &post["cover_credit"]), (&json!("At five."), &json!("Amina Otieno")));
    assert!(!post["content"].as_str().unwrap().contains(&cover.object_key), "a cover is kept apart from the text");
    assert!(app.get("/post/slug/habari").await.text().contains("At five. Photo: Amina Otieno</figcaption>"));
    let bare = app.get("/api/post/slug/bare").await.ok();
    assert_eq!((&bare["cover_caption"], &bare["cover_credit"]), (&json!(""), &json!("")));
}

#[tokio::test]
async fn file_texts_posters_and_subtitles_are_validated() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let (lamp, clip) = (file(&app, "lamp.png").await, file(&app, "clip.mp4").await);
    for (id, body, field) in [
        (lamp.id, json!({ "alt": "a".repeat(1_001) }), "alt"),
        (lamp.id, json!({ "credit": "a".repeat(201) }), "credit"),
        (lamp.id, json!({ "poster": media::url(&lamp.object_key) }), "poster"),
        (clip.id, json!({ "poster": media::url(&clip.object_key) }), "poster"),
        (clip.id, json!({ "poster": "/media/none.png" }), "poster"),
        (clip.id, json!({ "poster": "https://elsewhere.example/a.png" }), "poster"),
        (clip.id, json!({ "captions": media::url(&lamp.object_key) }), "captions"),
    ] {
        let problem = editor.put(&of(id), body.clone()).await.problem();
        assert_eq!((problem.is(), problem.field_names()), ((422, "media.invalid"), vec![field]), "{body}");
    }
    let lines = json!({ "alt": "A\u{0}lamp", "caption": "In the\u{7}\nyard", "credit": "\u{1b}Amina\u{85}" });
    let saved = editor.put(&of(lamp.id), lines).await.ok();
    assert_eq!(
        (&saved["alt"], &saved["caption"], &saved["credit"]),
        (&json!("A lamp"), &json!("In the yard"), &json!("Amina"))
    );
    let saved = editor.put(&of(clip.id), json!({ "poster": media::url(&lamp.object_key) })).await.ok();
    assert_eq!(
        (&saved["poster"], &saved["picture"]["url"]),
        (&json!(media::url(&lamp.object_key)), &json!(media::url(&lamp.object_key)))
    );
    assert_eq!(
        editor.put(&of(clip.id), json!({ "alt": "A clip" })).await.ok()["poster"],
        saved["poster"],
        "what is left out stays"
    );
    assert_eq!(editor.put(&of(clip.id), json!({ "poster": "" })).await.ok()["poster"], json!(null));
}

const SUBTITLES: &[u8] = b"WEBVTT\n\n00:00.000 --> 00:02.000\nHabari.\n";

/// Uploads subtitles and answers their address.
async fn subtitles(editor: &Caller) -> String {
    let upload = Upload::of(editor, "clip.vtt", "text/vtt").await;
    upload.put(editor, SUBTITLES.to_vec()).await.ok();
    let item = editor.post("/api/admin/media/record", json!({ "file_url": upload.file_url })).await.ok();
    assert_eq!((&item["kind"], &item["content_type"]), (&json!("captions"), &json!("text/vtt")));
    upload.file_url
}

#[tokio::test]
async fn a_video_is_delivered_with_its_poster_and_subtitles() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let (clip, still) = (file(&app, "clip.mp4").await, file(&app, "still.png").await);
    let content = format!(r#"<p>a</p><video src="{}" controls></video>"#, clip.object_key);
    app.post("Habari").content(&content).insert().await;
    let cached = CachedResponses::of(&app, &["/api/post/slug/habari"]).await;
    let first = subtitles(&editor).await;
    assert_eq!(names(&editor.get(PATH).await.ok()).len(), 2, "subtitles lie behind their video");
    let body = json!({ "captions": first, "poster": media::url(&still.object_key) });
    assert_eq!(editor.put(&of(clip.id), body).await.ok()["captions"], json!(first));
    assert_eq!(cached.purged(&app), ["/api/post/slug/habari"]);
    let post = app.get("/api/post/slug/habari").await.ok();
    let text = post["content"].as_str().unwrap();
    let still_url = media::url(&still.object_key);
    let around = format!(
        r#"preload="metadata" width="600" height="300" poster="{still_url}"><track kind="captions" label="Captions" src="{first}">"#
    );
    assert!(text.contains(&around), "its shape by its picture: {text}");
    assert_eq!(
        (&post["poster_url"], &post["preview"]["captions"], &post["share_picture"]["url"]),
        (&json!(still_url), &json!(first), &json!(format!("/media/share/{}.jpg", still.object_key)))
    );
    let served = app.get(&first).await;
    assert_eq!((served.header("content-type"), &served.body[..]), ("text/vtt", SUBTITLES));

    // The ones before go with the change, and the last ones with their video.
    let second = subtitles(&editor).await;
    editor.put(&of(clip.id), json!({ "captions": second })).await.ok();
    assert_eq!(app.get(&first).await.status, StatusCode::NOT_FOUND);
    assert_eq!(editor.delete(&of(clip.id)).await.problem().is(), (409, "media.in_use"));
    let id = app.get("/api/post/slug/habari").await.ok()["id"].clone();
    let admin = app.staff(Role::Admin).await;
    admin.delete(&format!("/api/admin/posts/{id}?forever=true")).await.ok();
    admin.delete(&format!("{}?forever=true", of(clip.id))).await.ok();
    assert_eq!(app.get(&second).await.status, StatusCode::NOT_FOUND);
    app.run_jobs().await;
}

#[tokio::test]
async fn subtitles_that_are_not_webvtt_or_are_over_1_mib_are_refused() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let listed = editor.get("/api/admin/upload-config").await.ok();
    assert!(!listed["allowed_extensions"].as_array().unwrap().contains(&json!("vtt")));
    let mut long = SUBTITLES.to_vec();
    long.resize(1024 * 1024 + 1, b'\n');
    for (bytes, refused) in
        [(b"<html>".to_vec(), (415, "media.type")), (png(4, 3), (415, "media.type")), (long, (413, "media.too_large"))]
    {
        let upload = Upload::of(&editor, "clip.vtt", "text/vtt").await;
        upload.put(&editor, bytes).await.ok();
        assert_eq!(
            editor.post("/api/admin/media/record", json!({ "file_url": upload.file_url })).await.problem().is(),
            refused
        );
        assert_eq!(app.get(&upload.file_url).await.status, StatusCode::NOT_FOUND);
    }
}

#[tokio::test]
async fn a_recorded_file_keeps_the_name_it_was_first_recorded_with() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let upload = Upload::of(&editor, "photo.png", "image/png").await;
    upload.put(&editor, png(4, 3)).await.ok();
    let name = "Soko la Gikomba, asubuhi.png";
    let typed = "Soko la\u{0}Gikomba,\n asubuhi.png";
    editor.post("/api/admin/media/record", json!({ "file_url": upload.file_url, "file_name": typed })).await.ok();
    editor.post("/api/admin/media/record", json!({ "file_url": upload.file_url, "file_name": "other.png" })).await.ok();
    assert_eq!(names(&editor.get(&format!("{PATH}?q=gikomba")).await.ok()), [name]);
}

#[tokio::test]
async fn an_agencys_words_fill_what_nobody_described_and_its_rights_stay_in_the_file() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let xmp = r#"<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about="" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" photoshop:Credit="Jua Agency" photoshop:City="Kilimani"
        xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:Iptc4xmpCore="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/">
        <dc:description><rdf:Alt><rdf:li xml:lang="x-default">Lamps at dusk</rdf:li></rdf:Alt></dc:description>
        <dc:rights><rdf:Alt><rdf:li xml:lang="x-default">(c) Jua</rdf:li></rdf:Alt></dc:rights>
        <Iptc4xmpCore:AltTextAccessibility><rdf:Alt><rdf:li xml:lang="en">Three lamps</rdf:li></rdf:Alt></Iptc4xmpCore:AltTextAccessibility>
        </rdf:Description></rdf:RDF></x:xmpmeta>"#;
    let mut jpeg = std::io::Cursor::new(Vec::new());
    image::DynamicImage::new_rgb8(40, 20).write_to(&mut jpeg, image::ImageFormat::Jpeg).unwrap();
    let mut jpeg = jpeg.into_inner();
    let contents = [&b"http://ns.adobe.com/xap/1.0/\0"[..], xmp.as_bytes()].concat();
    let segment = [&[0xff, 0xe1][..], &(contents.len() as u16 + 2).to_be_bytes(), &contents].concat();
    jpeg.splice(2..2, segment);
    let described = media::FileDescription {
        file_name: "b.jpg".into(),
        alt: "Ours".into(),
        caption: "Our caption".into(),
        ..Default::default()
    };
    let item = media::import_file(app.core(), "a", "a.jpg", jpeg.clone()).await.unwrap();
    let file = editor.get(&of(item.id)).await.ok();
    assert_eq!(
        (&file["alt"], &file["caption"], &file["credit"]),
        (&json!("Three lamps"), &json!("Lamps at dusk"), &json!("Jua Agency"))
    );
    assert_eq!(names(&editor.get(&format!("{PATH}?q=jua")).await.ok()), ["a.jpg"], "found by its credit");
    let item = media::import_described_file(app.core(), "b", &described, jpeg).await.unwrap();
    let file = editor.get(&of(item.id)).await.ok();
    assert_eq!(
        (&file["alt"], &file["caption"], &file["credit"]),
        (&json!("Ours"), &json!("Our caption"), &json!("Jua Agency")),
        "what somebody wrote stays"
    );
    let served = app.get(&media::url(&item.object_key)).await;
    let has = |text: &str| served.body.windows(text.len()).any(|part| part == text.as_bytes());
    assert!(has("(c) Jua") && has("Jua Agency") && !has("Kilimani") && !has("dusk"));
}
