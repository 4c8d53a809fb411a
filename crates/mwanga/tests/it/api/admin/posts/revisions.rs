use mwanga_core::media;

use crate::support::*;

#[tokio::test]
async fn every_save_is_a_revision_with_its_time_and_its_editor() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let email = editor.get("/api/auth/profile").await.ok()["email"].clone();
    let post = app.post("First").tags("jua").insert().await;
    let address = format!("/api/admin/posts/{}", post.id);
    for title in ["Second", "Third"] {
        app.clock.advance_ms(60_000);
        editor.put(&address, json!({ "title": title, "content": format!("<p>{title}</p>"), "tags": "" })).await.ok();
    }
    let list = editor.get(&format!("{address}/revisions")).await.ok();
    assert_eq!(
        list["data"],
        json!([
            { "revision": 3, "saved_at": NOW.plus_ms(120_000).iso(), "saved_by": email },
            { "revision": 2, "saved_at": NOW.plus_ms(60_000).iso(), "saved_by": email },
            { "revision": 1, "saved_at": NOW.iso(), "saved_by": null },
        ])
    );
    let first = editor.get(&format!("{address}/revisions/1")).await.ok();
    assert_eq!(
        (&first["title"], &first["content"], &first["tags"]),
        (&json!("First"), &json!("<p>The text of First.</p>"), &json!("jua"))
    );
    assert_eq!(
        (&first["revision"], &first["slug"], &first["updated_at"]),
        (&json!(1), &json!("first"), &json!(NOW.iso()))
    );
    assert_eq!(editor.get(&address).await.ok()["title"], "Third", "looking changes nothing");
}

#[tokio::test]
async fn only_the_newest_revisions_are_kept() {
    let app = TestApp::with(|config| config.kept_revisions = 2).await;
    let editor = app.staff(Role::Editor).await;
    let post = app.post("Habari").insert().await;
    let other = app.post("Other").insert().await;
    let address = format!("/api/admin/posts/{}", post.id);
    for number in 2..=4 {
        editor.put(&address, json!({ "brand": format!("Brand {number}") })).await.ok();
    }
    let kept = editor.get(&format!("{address}/revisions")).await.ok();
    assert_eq!(
        kept["data"].as_array().unwrap().iter().map(|kept| kept["revision"].as_i64().unwrap()).collect::<Vec<_>>(),
        [4, 3]
    );
    assert_eq!(editor.get(&format!("{address}/revisions/2")).await.problem().is(), (404, "post.not_found"));
    editor.get(&format!("/api/admin/posts/{}/revisions/1", other.id)).await.ok();
}

#[tokio::test]
async fn an_unknown_post_or_revision_answers_404() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let post = app.post("Habari").insert().await;
    for path in ["/api/admin/posts/99999/revisions".to_owned(), format!("/api/admin/posts/{}/revisions/2", post.id)] {
        assert_eq!(editor.get(&path).await.problem().is(), (404, "post.not_found"), "{path}");
    }
}

#[tokio::test]
async fn an_earlier_version_says_which_of_its_files_are_in_the_trash_and_which_are_gone() {
    let app = TestApp::new().await;
    let admin = app.staff(Role::Admin).await;
    let file = async |name: &str| media::import_file(app.core(), name, name, png(4, 3)).await.unwrap();
    let (kept, trashed, gone) = (file("kept.png").await, file("trashed.png").await, file("gone.png").await);
    let pictures: String =
        [&kept, &trashed, &gone].map(|file| format!("<p><img src=\"/media/{}\"></p>", file.object_key)).concat();
    let post = json!({ "title": "Habari", "content": format!("<p>a</p>{pictures}"), "category_name": "tech" });
    let page = json!({ "title": "Kurasa", "content": format!("<p>a</p>{pictures}") });
    let paths = [
        format!("/api/admin/posts/{}", admin.post("/api/admin/posts", post).await.ok()["id"]),
        format!("/api/admin/pages/{}", admin.post("/api/admin/pages", page).await.ok()["id"]),
    ];
    for path in &paths {
        let missing = &admin.get(&format!("{path}/revisions/1")).await.ok()["missing_files"];
        assert_eq!(missing, &json!({ "in_trash": [], "gone": 0 }), "{path}");
        admin.put(path, json!({ "content": "<p>a</p>" })).await.ok();
    }
    for file in [&trashed, &gone] {
        admin.delete(&format!("/api/admin/media/{}", file.id)).await.ok();
    }
    admin.delete(&format!("/api/admin/media/{}?forever=true", gone.id)).await.ok();
    for path in &paths {
        let missing = &admin.get(&format!("{path}/revisions/1")).await.ok()["missing_files"];
        assert_eq!(missing, &json!({ "in_trash": [trashed.file_name], "gone": 1 }), "{path}");
    }
    let restored = json!({ "content": format!("<p>a</p>{pictures}") });
    admin.put(&paths[0], restored).await.ok();
    let missing = &admin.get(&format!("{}/revisions/1", paths[1])).await.ok()["missing_files"];
    assert_eq!(missing, &json!({ "in_trash": [], "gone": 1 }));
}
