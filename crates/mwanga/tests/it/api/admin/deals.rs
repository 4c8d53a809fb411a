//! Deals that somebody should look at, and the weekly check of their links.

use std::time::Duration;

use mwanga_core::link_checks::CheckDeals;
use mwanga_core::outbound::Reach;
use mwanga_core::posts::DealForm;
use mwanga_jobs::Job;

use crate::support::*;

const DAY_MS: i64 = 24 * 3_600_000;

fn deal(app: &TestApp, label: &str, price: &str, ends_in_ms: Option<i64>) -> DealForm {
    DealForm {
        url: format!("http://{label}.invalid/lamp"),
        label: label.to_owned(),
        product_name: "Lamp".into(),
        price: price.into(),
        ends_at: Some(ends_in_ms.map(|ms| app.core().now().plus_ms(ms).iso()).unwrap_or_default()),
        ..DealForm::default()
    }
}

async fn listed(editor: &Caller, query: &str) -> Vec<(String, Value)> {
    let list = editor.get(&format!("/api/admin/deals{query}")).await.ok();
    list["data"]
        .as_array()
        .unwrap()
        .iter()
        .map(|deal| (deal["label"].as_str().unwrap().to_owned(), deal["problems"].clone()))
        .collect()
}

#[tokio::test]
async fn deals_that_are_broken_over_or_old_are_listed_of_public_posts() {
    let app = TestApp::with(|config| {
        config.links.enabled = true;
        config.links.reach = Reach::Public;
        config.timeouts.next_link = Duration::from_millis(1);
    })
    .await;
    let fine = [deal(&app, "fine", "", None), deal(&app, "ending", "9", Some(10 * DAY_MS))];
    app.post("Lamps").form(|form| form.deal_links = Some(fine.to_vec())).insert().await;
    let hidden = vec![deal(&app, "hidden", "9", Some(DAY_MS))];
    app.post("Draft").draft().form(|form| form.deal_links = Some(hidden)).insert().await;
    let editor = app.staff(Role::Editor).await;
    assert!(listed(&editor, "").await.is_empty());

    CheckDeals {}.run(app.core().clone()).await.unwrap();
    let broken = |label: &str| (label.to_owned(), json!(["broken"]));
    assert_eq!(listed(&editor, "").await, [broken("fine"), broken("ending")]);
    let first = editor.get("/api/admin/deals?per_page=1&page=2").await.ok();
    assert_eq!((&first["total"], &first["data"][0]["label"]), (&json!(2), &json!("ending")));
    assert_eq!((&first["data"][0]["post_title"], &first["data"][0]["position"]), (&json!("Lamps"), &json!(1)));

    app.clock.advance_ms(11 * DAY_MS);
    let editor = app.staff(Role::Editor).await;
    let ending = ("ending".to_owned(), json!(["broken", "expired"]));
    assert_eq!(listed(&editor, "?problem=expired").await, std::slice::from_ref(&ending));
    app.post("Old").form(|form| form.deal_links = Some(vec![deal(&app, "old", "9", None)])).insert().await;
    app.clock.advance_ms(31 * DAY_MS);
    let editor = app.staff(Role::Editor).await;
    let old = ("old".to_owned(), json!(["old_price"]));
    assert_eq!(listed(&editor, "?problem=old_price").await, std::slice::from_ref(&old));
    assert_eq!(listed(&editor, "").await, [old, broken("fine"), ending]);
    assert_eq!(editor.get("/api/admin/deals?problem=dull").await.status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn a_price_that_was_seen_again_is_old_no_more() {
    let app = TestApp::new().await;
    let post = app.post("Old").form(|form| form.deal_links = Some(vec![deal(&app, "old", "9", None)])).insert().await;
    app.clock.advance_ms(31 * DAY_MS);
    let editor = app.staff(Role::Editor).await;
    assert_eq!(listed(&editor, "").await, [("old".to_owned(), json!(["old_price"]))]);
    let path = format!("/api/admin/posts/{}", post.id);
    let mut deals = editor.get(&path).await.ok()["deal_links"].clone();
    deals[0]["price_checked"] = json!(true);
    editor.put(&path, json!({ "deal_links": deals })).await.ok();
    assert!(listed(&editor, "").await.is_empty());
}
