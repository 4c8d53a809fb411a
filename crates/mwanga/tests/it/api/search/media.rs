use mwanga_core::media;
use mwanga_store::entities::media_item;

use crate::api::uploads::Upload;
use crate::support::*;

async fn file(app: &TestApp, name: &str) -> media_item::Model {
    media::import_file(app.core(), name, name, png(4, 3)).await.unwrap()
}

/// A file that an editor marked public.
async fn public_file(app: &TestApp, editor: &Caller, name: &str) -> media_item::Model {
    let bytes = if name.ends_with(".mp4") { mp4() } else { png(4, 3) };
    let item = media::import_file(app.core(), name, name, bytes).await.unwrap();
    editor.put(&format!("/api/admin/media/{}", item.id), json!({ "is_public": true })).await.ok();
    item
}

async fn search(app: &TestApp, query: &str) -> Value {
    app.get(&format!("/api/search/search?q={query}")).await.ok()
}

fn urls(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|medium| medium["url"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn files_of_a_post_are_found_by_file_name_description_and_post_title() {
    let app = TestApp::new().await;
    let (cover, inset) = (file(&app, "borehole-cover.png").await, file(&app, "pic-1.png").await);
    let (cover_url, inset_url) = (media::url(&cover.object_key), media::url(&inset.object_key));
    let post = app
        .post("Half an acre")
        .content(&format!("<p>Text</p><figure><img src=\"{inset_url}\" alt=\"A blue pump &amp; its hose\"></figure>"))
        .form(|form| form.media_url = Some(cover_url.clone()))
        .insert()
        .await;
    assert_eq!(
        search(&app, "borehole").await["post_media"],
        json!([{ "post_id": post.id, "post_slug": "half-an-acre", "post_title": "Half an acre", "url": cover_url, "kind": "image", "width": 4, "height": 3, "srcset": null, "alt": "", "focal_point": null }])
    );
    let described = search(&app, "pump%20hose").await;
    assert_eq!(
        (urls(&described["post_media"]), &described["post_media"][0]["alt"]),
        (vec![&*inset_url], &json!("A blue pump & its hose"))
    );
    assert_eq!(urls(&search(&app, "acre").await["post_media"]), [&*cover_url, &*inset_url]);
    assert_eq!(search(&app, "half%20borehole").await["post_media"].as_array().unwrap().len(), 1);
    for query in ["borehole", "acre", "pic"] {
        assert_eq!(search(&app, query).await["standalone_media"], json!([]), "{query}");
    }
}

#[tokio::test]
async fn files_of_a_post_are_found_by_their_current_library_description() {
    for app in [TestApp::new().await, TestApp::indexed().await] {
        let editor = app.staff(Role::Editor).await;
        let lamp = file(&app, "pic-7.png").await;
        let address = format!("/api/admin/media/{}", lamp.id);
        editor.put(&address, json!({ "alt": "Amina at the lake", "caption": "Early morning" })).await.ok();
        let post = app.post("Habari").form(|form| form.media_url = Some(lamp.object_key.clone())).insert().await;
        for query in ["amina%20lake", "early%20morning", "pic"] {
            assert_eq!(search(&app, query).await["post_media"][0]["post_id"], json!(post.id), "{query}");
        }
        // More than are written with the description.
        for number in 0..110 {
            app.post(&format!("More {number}"))
                .form(|form| form.media_url = Some(lamp.object_key.clone()))
                .insert()
                .await;
        }
        editor.put(&address, json!({ "alt": "Otieno at the lake" })).await.ok();
        app.run_jobs().await;
        assert_eq!(search(&app, "amina").await["post_media"], json!([]));
        for number in [0, 109] {
            assert_eq!(urls(&search(&app, &format!("otieno%20{number}")).await["post_media"]).len(), 1, "{number}");
        }
    }
}

#[tokio::test]
async fn subtitles_are_in_no_search_result() {
    for app in [TestApp::new().await, TestApp::indexed().await] {
        let editor = app.staff(Role::Editor).await;
        public_file(&app, &editor, "pump-clip.mp4").await;
        let subtitles = media::import_file(
            app.core(),
            "s",
            "pump-clip.vtt",
            b"WEBVTT\n\n00:00.000 --> 00:01.000\nHabari\n".to_vec(),
        )
        .await
        .unwrap();
        editor.put(&format!("/api/admin/media/{}", subtitles.id), json!({ "is_public": true })).await.ok();
        let found = search(&app, "pump").await;
        assert_eq!(found["standalone_media"].as_array().unwrap().len(), 1, "{found}");
    }
}

#[tokio::test]
async fn a_wide_picture_in_results_has_a_srcset() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let wide = media::import_file(app.core(), "wide", "pump.png", png(300, 3)).await.unwrap();
    editor.put(&format!("/api/admin/media/{}", wide.id), json!({ "is_public": true })).await.ok();
    let srcset = format!("/media/w240/{0}.webp 240w, /media/{0} 300w", wide.object_key);
    assert_eq!(search(&app, "pump").await["standalone_media"][0]["srcset"], srcset);
    let clip = media::import_file(app.core(), "c", "clip.mp4", mp4()).await.unwrap();
    editor.put(&format!("/api/admin/media/{}", clip.id), json!({ "poster": media::url(&wide.object_key) })).await.ok();
    app.post("Habari").form(|form| form.media_url = Some(clip.object_key.clone())).insert().await;
    let preview = &app.get("/api/posts/public").await.ok()["data"][0]["preview"];
    assert_eq!((&preview["kind"], &preview["srcset"]), (&json!("video"), &json!(srcset)), "of its poster");
    assert_eq!((&preview["width"], &preview["height"]), (&json!(300), &json!(3)), "and its shape");
}

#[tokio::test]
async fn at_most_four_files_of_one_post_are_found() {
    let app = TestApp::new().await;
    let mut keys = Vec::new();
    for number in 1..=6 {
        keys.push(file(&app, &format!("pump-{number}.png")).await.object_key);
    }
    app.post("Many").form(|form| form.media_urls = Some(keys.clone())).insert().await;
    let one = file(&app, "pump-7.png").await.object_key;
    app.post("One").in_ms(-1).form(|form| form.media_urls = Some(vec![one.clone()])).insert().await;
    let found = search(&app, "pump").await;
    let expected: Vec<String> = keys[..4].iter().chain([&one]).map(|key| media::url(key)).collect();
    assert_eq!(urls(&found["post_media"]), expected);
}

#[tokio::test]
async fn files_of_drafts_and_gated_parts_are_in_no_search_result() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let keys = [
        file(&app, "pump-draft.png").await.object_key,
        file(&app, "pump-first.png").await.object_key,
        file(&app, "pump-hidden.png").await.object_key,
    ];
    let draft = app.post("Draft").draft().form(|form| form.media_urls = Some(vec![keys[0].clone()])).insert().await;
    let gated = |form: &mut mwanga_core::posts::PostForm| {
        form.media_urls = Some(keys[1..].to_vec());
        form.access = Some("subscribers".into());
    };
    app.post("Paid").form(gated).insert().await;
    let found = search(&app, "pump").await;
    assert_eq!(
        (urls(&found["post_media"]), urls(&found["standalone_media"])),
        (vec![&*media::url(&keys[1])], vec![]),
        "what stands for a post, and no more"
    );
    let listed = app.get("/api/posts/public").await;
    assert!(listed.text().contains(&keys[1]) && !listed.text().contains(&keys[2]), "nor in any list");
    editor.put(&format!("/api/admin/posts/{}", draft.id), json!({ "status": "published" })).await.ok();
    assert_eq!(search(&app, "draft").await["post_media"][0]["post_title"], "Draft");
}

#[tokio::test]
async fn a_file_is_found_when_a_public_post_uses_it_or_it_is_marked_public() {
    for app in [TestApp::new().await, TestApp::indexed().await] {
        let editor = app.staff(Role::Editor).await;
        let upload = Upload::of(&editor, "photo.png", "image/png").await;
        upload.put(&editor, png(4, 3)).await.ok();
        let recorded = json!({ "file_url": upload.file_url, "file_name": "embargo-merger-photo.png" });
        editor.post("/api/admin/media/record", recorded).await.ok();
        let (url, nothing) = (upload.file_url, json!([]));
        let both = async |query: &str| {
            let found = search(&app, query).await;
            (found["post_media"].as_array().unwrap().len(), found["standalone_media"].clone())
        };
        assert_eq!(both("embargo").await, (0, nothing.clone()), "it was only uploaded");
        let draft = app.post("Merger").draft().form(|form| form.media_url = Some(url.clone())).insert().await;
        assert_eq!(both("embargo").await, (0, nothing.clone()), "a draft shows it");
        app.post("Later").in_ms(60_000).form(|form| form.media_url = Some(url.clone())).insert().await;
        assert_eq!(both("embargo").await, (0, nothing.clone()), "a post of tomorrow shows it");
        app.clock.advance_ms(60_000);
        assert_eq!(both("embargo").await, (1, nothing.clone()), "its moment has come");
        editor.put(&format!("/api/admin/posts/{}", draft.id), json!({ "media_url": "" })).await.ok();

        let alone = file(&app, "embargo-portrait.png").await;
        let (path, alone_url) = (format!("/api/admin/media/{}", alone.id), media::url(&alone.object_key));
        assert_eq!(both("portrait").await, (0, nothing.clone()), "brought in, and used by nothing");
        assert_eq!(editor.put(&path, json!({ "is_public": true })).await.ok()["is_public"], true);
        assert_eq!(urls(&both("portrait").await.1), [&*alone_url]);
        assert_eq!(
            editor.put(&path, json!({ "alt": "A portrait" })).await.ok()["is_public"],
            true,
            "what is left out stays"
        );
        let draft = app.post("Portrait").draft().form(|form| form.media_url = Some(alone_url.clone())).insert().await;
        assert_eq!(urls(&both("embargo%20portrait").await.1), [&*alone_url], "a draft takes nothing from it");
        editor.put(&format!("/api/admin/posts/{}", draft.id), json!({ "status": "published" })).await.ok();
        assert_eq!(both("embargo%20portrait").await, (1, nothing.clone()), "it stands once, with its post");
        editor.delete(&format!("/api/admin/posts/{}", draft.id)).await.ok();
        assert_eq!(urls(&both("embargo%20portrait").await.1), [&*alone_url]);
        editor.put(&path, json!({ "is_public": false })).await.ok();
        assert_eq!(both("embargo%20portrait").await, (0, nothing));
    }
}

#[tokio::test]
async fn public_files_without_a_post_are_found_by_name() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let item = public_file(&app, &editor, "Kisumu_Pump-Été.png").await;
    let url = media::url(&item.object_key);
    for query in ["pump", "kisumu%20ete", "PUMP%20png"] {
        let found = search(&app, query).await;
        assert_eq!(
            found["standalone_media"],
            json!([{ "url": url, "kind": "image", "width": 4, "height": 3, "srcset": null, "alt": "", "focal_point": null }]),
            "{query}"
        );
        assert_eq!(found["total"], 0);
    }
    assert_eq!(search(&app, "ump").await["standalone_media"], json!([]));
    // From here on it belongs to a post.
    let post = app.post("Habari").form(|form| form.media_urls = Some(vec![item.object_key.clone()])).insert().await;
    assert_eq!(search(&app, "pump").await["standalone_media"], json!([]));
    editor.delete(&format!("/api/admin/posts/{}", post.id)).await.ok();
    assert_eq!(urls(&search(&app, "pump").await["standalone_media"]), [&*url]);
}
