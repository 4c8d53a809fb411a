use axum::body::Body;
use axum::http::Method;
use mwanga_core::categories::CategoryChanges;
use mwanga_store::types::CategoryId;

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
    let stored = CategoryChanges { name: Some(longer.clone()), ..CategoryChanges::default() };
    mwanga_store::queries::categories::update(&tx, CategoryId(video), stored).await.unwrap();
    tx.commit().await.unwrap();
    let app = TestApp::sharing_store(&app).await;
    let editor = app.staff(Role::Editor).await;
    editor.put(&format!("{PATH}/{video}"), json!({ "name": longer })).await.ok();
}

async fn change(editor: &Caller, slug: &str, changes: Value) -> Reply {
    editor.put(&format!("{PATH}/{}", id_of(editor, slug).await), changes).await
}

#[tokio::test]
async fn a_category_says_what_it_is_and_what_is_absent_stays() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    app.post("Habari").category("science").insert().await;
    app.post("Draft").category("science").draft().insert().await;
    let uploaded = editor
        .send(Method::POST, "/api/admin/settings/pictures", Body::from(png(64, 32)), &[("content-type", "image/png")])
        .await
        .json();
    let before = app.get("/category/science").await;
    assert!(!before.text().contains(".of-science{"));
    let fields = json!({ "description": " What is <known>\n now. ", "colour": "#0B5FA5", "picture": uploaded["hash"] });
    let saved = change(&editor, "science", fields).await.ok();
    assert_eq!((&saved["name"], &saved["message"]), (&json!("Science"), &json!("Category saved.")));
    let saved = change(&editor, "science", json!({ "on_home": false })).await.ok();
    assert_eq!(saved["description"], "What is <known> now.");
    assert_eq!((&saved["colour"], &saved["post_count"]), (&json!("#0b5fa5"), &json!(1)));
    assert_eq!((&saved["on_home"], &saved["is_news"]), (&json!(false), &json!(true)));
    assert_eq!(saved["picture"]["url"], uploaded["url"]);

    let page = app.get("/category/science").await;
    for part in [
        "<meta name=\"description\" content=\"What is &lt;known&gt; now.\"",
        "What is &lt;known&gt; now.</p>",
        &format!("<meta property=\"og:image\" content=\"https://mwanga.example{}\"", uploaded["url"].as_str().unwrap()),
        ".of-science{color:light-dark(#",
    ] {
        assert!(page.text().contains(part), "{part} in {}", page.text());
    }
    assert!(!page.text().contains("#0B5FA5") && !page.text().contains("<known>"));
    assert!(!app.get("/").await.text().contains("section-science"), "it is not on home");
    // Back to what the style sheet and the posts say.
    change(&editor, "science", json!({ "description": "", "colour": "", "picture": "", "on_home": true })).await.ok();
    assert_eq!(app.get("/category/science").await.text(), before.text());
}

#[tokio::test]
async fn a_category_refuses_what_cannot_be_shown_and_names_the_field() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    for (field, value) in [
        ("colour", json!("red;}body{display:none")),
        ("colour", json!("#ffff00")),
        ("description", json!("x".repeat(301))),
        ("picture", json!("0123456789abcdef0123456789abcdef")),
        ("picture", json!("../../etc/passwd")),
    ] {
        let problem = change(&editor, "science", json!({ field: value, "on_home": false })).await.problem();
        assert_eq!((problem.is(), problem.field_names()), ((422, "category.invalid"), vec![field]), "{value}");
    }
    for field in ["is_news", "on_home"] {
        let problem = change(&editor, "sponsored", json!({ field: true })).await.problem();
        assert_eq!((problem.is(), problem.field_names()), ((422, "category.invalid"), vec![field]));
    }
    let list = editor.get(PATH).await.ok();
    assert!(list.as_array().unwrap().iter().all(|row| row["slug"] != "science" || row["on_home"] == true));
}

#[tokio::test]
async fn categories_stand_in_the_order_that_somebody_gave_them() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    for slug in ["tech", "video"] {
        app.post(&format!("On {slug}")).category(slug).insert().await;
    }
    let slugs = async || {
        let list = editor.get(PATH).await.ok();
        list.as_array().unwrap().iter().map(|row| row["slug"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let before = slugs().await;
    assert!(app.get("/").await.text().find("section-tech") < app.get("/").await.text().find("section-video"));
    let list = editor.get(PATH).await.ok();
    let mut ids: Vec<i64> = list.as_array().unwrap().iter().map(|row| row["id"].as_i64().unwrap()).collect();
    for wrong in [vec![], ids[1..].to_vec(), [&ids[..], &ids[..1]].concat(), [&ids[1..], &[999_999]].concat()] {
        let problem = editor.put(&format!("{PATH}/order"), json!({ "ids": wrong })).await.problem();
        assert_eq!(problem.is(), (409, "category.list_changed"));
    }
    assert_eq!(slugs().await, before);
    ids.reverse();
    editor.put(&format!("{PATH}/order"), json!({ "ids": ids })).await.ok();
    assert_eq!(slugs().await, before.iter().rev().cloned().collect::<Vec<_>>());
    assert!(app.get("/").await.text().find("section-video") < app.get("/").await.text().find("section-tech"));
    // A new one comes last.
    editor.post(PATH, json!({ "name": "Aardvarks" })).await.ok();
    assert_eq!(slugs().await.last().unwrap(), "aardvarks");
}

#[tokio::test]
async fn what_is_no_news_is_neither_in_most_recent_nor_in_feeds_nor_in_the_news_sitemap() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    app.post("Buy a lamp").category("advertise").insert().await;
    app.post("Lamps burn").category("science").insert().await;
    let places =
        ["/feed.xml", "/atom.xml", "/feed.json", "/sitemap-news.xml", "/api/posts/public?exclude=sponsored&per_page=9"];
    for path in places {
        let text = app.get(path).await.text().to_owned();
        assert!(!text.contains("Buy a lamp") && text.contains("Lamps burn"), "{path}");
    }
    // Its own page and feed have it, and so has every other list.
    for path in ["/category/advertise", "/category/advertise/feed.xml", "/api/posts/public"] {
        assert!(app.get(path).await.text().contains("Buy a lamp"), "{path}");
    }
    change(&editor, "advertise", json!({ "is_news": true })).await.ok();
    change(&editor, "science", json!({ "is_news": false })).await.ok();
    for path in places {
        let text = app.get(path).await.text().to_owned();
        assert!(text.contains("Buy a lamp") && !text.contains("Lamps burn"), "{path}");
    }
}
