use crate::support::*;

#[tokio::test]
async fn a_list_has_an_envelope_with_data_page_and_total() {
    let app = TestApp::new().await;
    app.post("Habari").form(|form| form.tags = Some("jua, maji".into())).insert().await;
    let list = app.get("/api/posts/public").await.ok();
    let expected: Value = serde_json::from_str(
        r#"{
          "data": [
            {
              "access": "everyone",
              "author_label": "Mwanga Team",
              "author_name": "mwanga_team",
              "author_slug": "mwanga-team",
              "brand": "",
              "category_name": "Tech",
              "category_slug": "tech",
              "created_at": "2026-11-20T09:00:00Z",
              "custom_author": "",
              "deal_links": [],
              "excerpt": "The text of Habari.",
              "extra_text": "",
              "language": "",
              "id": 1,
              "is_today_pick": false,
              "media_url": null,
              "media_urls": [],
              "poster_url": null,
              "preview": null,
              "publish_date": null,
              "published_at": "2026-11-20T09:00:00Z",
              "reading_minutes": 1,
              "slug": "habari",
              "summary": "",
              "tags": "jua, maji",
              "title": "Habari"
            }
          ],
          "page": 1,
          "per_page": 20,
          "total": 1
        }"#,
    )
    .expect("JSON");
    assert_eq!(list, expected);
}

#[tokio::test]
async fn posts_in_a_list_have_no_content() {
    let app = TestApp::new().await;
    app.post("Habari").insert().await;
    let list = app.get("/api/posts/public").await.ok();
    assert!(list["data"][0].get("content").is_none());
}

#[tokio::test]
async fn posts_are_listed_newest_first_page_by_page() {
    let app = TestApp::new().await;
    for number in 1..=23 {
        app.post(&format!("Post {number}")).in_ms(-60_000 * (24 - number)).insert().await;
    }
    let first = app.get("/api/posts/public").await.ok();
    assert_eq!((&first["total"], &first["page"], &first["per_page"]), (&json!(23), &json!(1), &json!(20)));
    assert_eq!(titles(&first["data"]).len(), 20);
    assert_eq!(titles(&first["data"])[0], "Post 23");
    let second = app.get("/api/posts/public?page=2").await.ok();
    assert_eq!(titles(&second["data"]), ["Post 3", "Post 2", "Post 1"]);
    let beyond = app.get("/api/posts/public?page=9").await.ok();
    assert_eq!((titles(&beyond["data"]).len(), &beyond["total"]), (0, &json!(23)));
    let small = app.get("/api/posts/public?page=2&per_page=2").await.ok();
    assert_eq!(titles(&small["data"]), ["Post 21", "Post 20"]);
}

#[tokio::test]
async fn a_page_size_outside_1_to_100_answers_400() {
    let app = TestApp::new().await;
    for good in ["per_page=1", "per_page=100", "page=1"] {
        assert_eq!(app.get(&format!("/api/posts/public?{good}")).await.status, StatusCode::OK, "{good}");
    }
    for bad in [
        "per_page=0",
        "per_page=101",
        "per_page=-1",
        "per_page=x",
        "page=0",
        "page=-1",
        "page=1.5",
        "page=99999999999999999999",
    ] {
        assert_eq!(
            app.get(&format!("/api/posts/public?{bad}")).await.problem().is(),
            (400, "request.invalid_query"),
            "{bad}"
        );
    }
}

#[tokio::test]
async fn posts_are_filtered_by_category_slug_id_or_name_in_any_case() {
    let app = TestApp::new().await;
    let money = app.post("Money").category("digital-finance").insert().await;
    app.post("Other").insert().await;
    for name in [
        "digital-finance".to_owned(),
        "Digital%20Finance".into(),
        "dIGITAL%20fINANCE".into(),
        "DIGITAL-FINANCE".into(),
        money.category_id.to_string(),
    ] {
        let list = app.get(&format!("/api/posts/public?category={name}")).await.ok();
        assert_eq!((titles(&list["data"]), &list["total"]), (vec!["Money"], &json!(1)), "{name}");
    }
}

#[tokio::test]
async fn filtering_by_an_unknown_category_answers_category_not_found() {
    let app = TestApp::new().await;
    let problem = app.get("/api/posts/public?category=gardening").await.problem();
    assert_eq!(problem.code, "category.not_found");
    assert!(!problem.error.contains("gardening"), "{}", problem.error);
}

#[tokio::test]
async fn posts_are_filtered_by_pick() {
    let app = TestApp::new().await;
    app.post("Plain").insert().await;
    app.post("Picked").pick().insert().await;
    let picks = app.get("/api/posts/public?pick=true").await.ok();
    assert_eq!((titles(&picks["data"]), &picks["total"]), (vec!["Picked"], &json!(1)));
    assert_eq!(app.get("/api/posts/public?pick=false").await.ok()["total"], 2);
}

#[tokio::test]
async fn excluded_categories_are_left_out_of_the_list() {
    let app = TestApp::new().await;
    app.post("Tech").insert().await;
    app.post("Paid").category("sponsored").insert().await;
    app.post("Deal").category("deals").insert().await;
    let list = app.get("/api/posts/public?exclude=sponsored").await.ok();
    assert_eq!((titles(&list["data"]), &list["total"]), (vec!["Deal", "Tech"], &json!(2)));
    let list = app.get("/api/posts/public?exclude=sponsored,deals").await.ok();
    assert_eq!((titles(&list["data"]), &list["total"]), (vec!["Tech"], &json!(1)));
}

#[tokio::test]
async fn sponsored_posts_are_listed_with_a_page_size_of_three() {
    let app = TestApp::new().await;
    for number in 1..=4 {
        app.post(&format!("Paid {number}")).category("sponsored").insert().await;
    }
    let list = app.get("/api/posts/public?category=sponsored&per_page=3").await.ok();
    assert_eq!((titles(&list["data"]), &list["total"]), (vec!["Paid 4", "Paid 3", "Paid 2"], &json!(4)));
}

#[tokio::test]
async fn a_draft_is_in_no_public_list() {
    let app = TestApp::new().await;
    app.post("Draft").draft().pick().insert().await;
    for path in [
        "/api/posts/public",
        "/api/posts/public?pick=true",
        "/api/posts/public/todays-picks",
        "/api/posts/public/by-category",
        "/api/category/tech",
    ] {
        let list = app.get(path).await.ok();
        assert_eq!((list["data"].as_array().map(Vec::len), &list["total"]), (Some(0), &json!(0)), "{path}");
    }
}

#[tokio::test]
async fn category_totals_follow_every_save_and_deletion() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let total = async || app.get("/api/posts/public?category=tech").await.ok()["total"].clone();
    assert_eq!(total().await, 0);
    let post = app.post("Habari").insert().await;
    assert_eq!(total().await, 1);
    let address = format!("/api/admin/posts/{}", post.id);
    editor.put(&address, json!({ "category_name": "ai" })).await.ok();
    assert_eq!(total().await, 0);
    editor.put(&address, json!({ "category_name": "tech" })).await.ok();
    assert_eq!(total().await, 1);
    editor.delete(&address).await.ok();
    assert_eq!(total().await, 0);
}
