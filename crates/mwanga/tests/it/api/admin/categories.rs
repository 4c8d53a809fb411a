use crate::support::*;

#[tokio::test]
async fn all_categories_are_listed_as_a_bare_array() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let list = editor.get("/api/admin/categories").await.ok();
    let list = list.as_array().expect("a bare list");
    assert_eq!(list.len(), 21);
    assert_eq!((&list[0]["name"], &list[0]["slug"]), (&json!("Latest News"), &json!("latest-news")));
    assert!(list.iter().all(|category| category["id"].is_i64()));
}

const PATH: &str = "/api/admin/categories";

async fn id_of(editor: &Caller, slug: &str) -> i64 {
    let list = editor.get(PATH).await.ok();
    list.as_array().unwrap().iter().find(|category| category["slug"] == slug).unwrap()["id"].as_i64().unwrap()
}

#[tokio::test]
async fn a_created_category_has_its_page_at_once_and_a_taken_name_answers_409() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    app.get("/category/solar-power").await;
    let created = editor.post(PATH, json!({ "name": "  Solar \n power " })).await;
    assert_eq!(created.status, StatusCode::CREATED);
    assert_eq!((&created.ok()["name"], &created.ok()["slug"]), (&json!("Solar power"), &json!("solar-power")));
    app.post("Habari").category("Solar power").insert().await;
    assert_eq!(app.get("/category/solar-power").await.status, StatusCode::OK);
    for (name, is, field) in [
        ("solar POWER", (409, "category.name_taken"), "name"),
        ("Solar-Power", (409, "category.name_taken"), "name"),
        ("…", (422, "category.invalid"), "name"),
        ("", (422, "category.invalid"), "name"),
    ] {
        let problem = editor.post(PATH, json!({ "name": name })).await.problem();
        assert_eq!((problem.is(), problem.field_names()), (is, vec![field]), "{name}");
    }
}

#[tokio::test]
async fn concurrent_creations_of_one_category_name_create_it_once() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let created = futures_util::future::join_all((0..5).map(|_| editor.post(PATH, json!({ "name": "Solar" })))).await;
    assert_eq!(created.iter().filter(|reply| reply.status == StatusCode::CREATED).count(), 1);
    assert!(
        created
            .iter()
            .all(|reply| reply.status == StatusCode::CREATED || reply.problem().is() == (409, "category.name_taken"))
    );
}

#[tokio::test]
async fn a_renamed_category_is_on_every_page_and_keeps_its_slug() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    app.post("Habari").insert().await;
    let pages = ["/", "/category/tech", "/post/slug/habari"];
    for path in pages {
        app.get(path).await;
    }
    let tech = id_of(&editor, "tech").await;
    let renamed = editor.put(&format!("{PATH}/{tech}"), json!({ "name": "Gadgets" })).await.ok();
    assert_eq!(
        (&renamed["name"], &renamed["slug"], &renamed["message"]),
        (&json!("Gadgets"), &json!("tech"), &json!("Category renamed."))
    );
    for path in pages {
        assert!(app.get(path).await.text().contains("Gadgets"), "{path}");
    }
    // Its own name in another case is no conflict, another category's name is.
    editor.put(&format!("{PATH}/{tech}"), json!({ "name": "GADGETS" })).await.ok();
    assert_eq!(
        editor.put(&format!("{PATH}/{tech}"), json!({ "name": "business" })).await.problem().is(),
        (409, "category.name_taken")
    );
    assert_eq!(
        editor.put(&format!("{PATH}/999999"), json!({ "name": "New" })).await.problem().is(),
        (404, "category.not_found")
    );
}

#[tokio::test]
async fn deleting_a_category_moves_its_posts_and_redirects_to_the_target() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    // More than are moved in one step.
    for number in 1..=51 {
        app.post(&format!("Review {number}")).category("review").insert().await;
    }
    let draft = app.post("Draft").category("review").draft().insert().await;
    let (review, tech, video) =
        (id_of(&editor, "review").await, id_of(&editor, "tech").await, id_of(&editor, "video").await);
    for path in ["/category/review", "/category/tech", "/post/slug/review-1"] {
        app.get(path).await;
    }
    for target in [review, 999_999] {
        assert_eq!(
            editor.delete(&format!("{PATH}/{review}?target={target}")).await.problem().is(),
            (422, "category.invalid")
        );
    }
    assert_eq!(editor.delete(&format!("{PATH}/{review}")).await.problem().is(), (400, "request.invalid_query"));
    assert_eq!(editor.delete(&format!("{PATH}/{review}?target={tech}")).await.ok()["message"], "Category deleted.");

    assert_eq!(app.get("/api/category/tech").await.ok()["total"], 51);
    assert_eq!(editor.get(&format!("/api/admin/posts/{}", draft.id)).await.ok()["category_slug"], "tech");
    assert!(app.get("/post/slug/review-1").await.text().contains("/category/tech"));
    let reply = app.get("/category/review").await;
    assert_eq!((reply.status, reply.header("location")), (StatusCode::MOVED_PERMANENTLY, "/category/tech"));
    // A form that was opened before still names the old one, and so does what was kept of the post.
    let saved = editor
        .put(&format!("/api/admin/posts/{}", draft.id), json!({ "category_name": "review", "brand": "Jua" }))
        .await
        .ok();
    assert_eq!(saved["category_slug"], "tech");
    assert_eq!(editor.get(&format!("/api/admin/posts/{}/revisions/1", draft.id)).await.ok()["category_slug"], "tech");

    // The target goes too: both addresses lead on.
    editor.delete(&format!("{PATH}/{tech}?target={video}")).await.ok();
    for path in ["/category/review", "/category/tech"] {
        assert_eq!(app.get(path).await.header("location"), "/category/video", "{path}");
    }
    // A new category with an old name takes the slug back from the redirect.
    editor.post(PATH, json!({ "name": "Review" })).await.ok();
    assert_eq!(app.get("/category/review").await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_built_in_category_cannot_be_deleted() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let tech = id_of(&editor, "tech").await;
    for slug in ["latest-news", "trending", "sponsored"] {
        let id = id_of(&editor, slug).await;
        assert_eq!(
            editor.delete(&format!("{PATH}/{id}?target={tech}")).await.problem().is(),
            (409, "category.built_in"),
            "{slug}"
        );
    }
    assert_eq!(
        editor.delete(&format!("{PATH}/999999?target={tech}")).await.problem().is(),
        (404, "category.not_found")
    );
}

#[tokio::test]
async fn posts_saved_while_their_category_is_deleted_keep_their_changes() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let (review, tech) = (id_of(&editor, "review").await, id_of(&editor, "tech").await);
    let mut addresses = Vec::new();
    for number in 1..=10 {
        addresses.push(format!(
            "/api/admin/posts/{}",
            app.post(&format!("Post {number}")).category("review").insert().await.id
        ));
    }
    let saves = futures_util::future::join_all(
        addresses.iter().map(|address| editor.put(address, json!({ "brand": "Jua", "category_name": "review" }))),
    );
    let path = format!("{PATH}/{review}?target={tech}");
    let (gone, saved) = futures_util::future::join(editor.delete(&path), saves).await;
    gone.ok();
    for (reply, address) in saved.iter().zip(&addresses) {
        reply.ok();
        let post = editor.get(address).await.ok();
        assert_eq!((&post["brand"], &post["category_slug"]), (&json!("Jua"), &json!("tech")));
    }
}

#[tokio::test]
async fn a_category_name_over_60_characters_is_refused_unless_already_stored() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let (longest, longer) = ("ä".repeat(60), "ä".repeat(61));
    editor.post(PATH, json!({ "name": longest })).await.ok();
    let problem = editor.post(PATH, json!({ "name": longer })).await.problem();
    assert_eq!((problem.is(), problem.field_names()), ((422, "category.invalid"), vec!["name"]));
    let video = id_of(&editor, "video").await;
    assert_eq!(
        editor.put(&format!("{PATH}/{video}"), json!({ "name": longer })).await.problem().is(),
        (422, "category.invalid")
    );
    // As an earlier version stored it; another process reads it anew.
    let tx = app.core().store.begin().await.unwrap();
    mwanga_store::queries::categories::rename(&tx, mwanga_store::types::CategoryId(video), &longer).await.unwrap();
    tx.commit().await.unwrap();
    let app = TestApp::sharing_store(&app).await;
    let editor = app.staff(Role::Editor).await;
    editor.put(&format!("{PATH}/{video}"), json!({ "name": longer })).await.ok();
}
