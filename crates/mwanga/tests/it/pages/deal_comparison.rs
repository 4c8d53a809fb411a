//! The comparison of deals: drawn from the deals of a post wherever its text is delivered to readers.

use mwanga_core::posts::DealForm;
use mwanga_store::entities::post::Model;

use super::visible;
use crate::support::*;

const HOUR: i64 = 3_600_000;
const PLACE: &str = "<div data-block=\"deals\"></div>";

fn deals(app: &TestApp) -> Vec<DealForm> {
    let deal = |shop: &str, price: &str, best_for: &str| DealForm {
        url: format!("https://{shop}.example.com/lamp?a=1&b=2"),
        label: shop.into(),
        product_name: format!("Lamp of {shop}"),
        price: price.into(),
        best_for: Some(best_for.into()),
        ..Default::default()
    };
    let ends = Some(app.core().now().plus_ms(HOUR).iso());
    vec![
        DealForm { ends_at: ends, ..deal("duka", "17", "Long rains") },
        DealForm { cta_text: "Show me".into(), ..deal("soko", "KSh 900", "") },
    ]
}

async fn compared(app: &TestApp, content: &str, access: &str) -> Model {
    let deals = deals(app);
    let fill = |form: &mut mwanga_core::posts::PostForm| {
        form.deal_links = Some(deals);
        form.access = Some(access.into());
    };
    app.post("Habari").content(content).form(fill).insert().await
}

fn text() -> String {
    format!("<p>Before</p>{PLACE}<p>After</p>")
}

#[tokio::test]
async fn a_page_compares_its_deals_where_its_text_says_so() {
    let app = TestApp::new().await;
    let post = compared(&app, &text(), "everyone").await;
    let page = app.get("/post/slug/habari").await;
    let table = "<table role=\"table\" aria-labelledby=\"deals-compared\"><caption><strong id=\"deals-compared\">\
        The deals compared</strong> <span>We may earn a commission when you buy through these links.</span></caption>";
    assert!(
        page.text().contains(&format!("<p dir=\"auto\">Before</p><div data-block=\"deals\">{table}")),
        "{}",
        page.text()
    );
    assert!(page.text().contains(
        "<a href=\"https://duka.example.com/lamp?a=1&amp;b=2\" target=\"_blank\" rel=\"sponsored nofollow noopener\" \
         class=\"compared-link\">duka <span class=\"sr-only\">Lamp of duka at duka (opens in a new tab)</span>"
    ));
    let seen = visible(&page);
    let rows = "Product Best for Price Shop Lamp of duka Long rains $17 Price seen on 20 Nov 2026 Ends on 20 Nov 2026";
    assert!(seen.contains(rows), "{seen}");
    assert!(seen.contains("Lamp of soko KSh 900 Price seen on 20 Nov 2026 soko Show me"), "{seen}");
    let editor = app.staff(Role::Editor).await;
    let form = editor.get(&format!("/api/admin/posts/{}", post.id)).await.ok();
    assert_eq!(form["content"], text(), "the form has the place alone");
}

#[tokio::test]
async fn a_deal_that_is_over_loses_price_and_button_in_the_comparison_by_itself() {
    let app = TestApp::new().await;
    compared(&app, &text(), "everyone").await;
    for path in ["/post/slug/habari", "/feed.xml"] {
        assert!(app.get(path).await.text().contains("$17"), "{path}");
    }
    app.clock.advance_ms(HOUR);
    let page = app.get("/post/slug/habari").await;
    assert!(visible(&page).contains("Lamp of duka Long rains Expired on 20 Nov 2026 duka Lamp of soko"));
    assert!(!page.text().contains("$17") && !page.text().contains("href=\"https://duka.example.com"));
    let feed = app.get("/feed.xml").await.text().to_owned();
    assert!(feed.contains("Lamp of duka at duka: expired on 20 Nov 2026") && !feed.contains("$17"), "{feed}");
}

#[tokio::test]
async fn feeds_list_the_deals_with_their_links_and_search_texts_say_nothing_of_them() {
    let app = TestApp::new().await;
    compared(&app, &text(), "everyone").await;
    let feed = app.get("/feed.json").await.json();
    let html = feed["items"][0]["content_html"].as_str().unwrap();
    assert!(html.contains(
        "<p dir=\"auto\">Before</p><div data-block=\"deals\"><p><strong>The deals compared</strong></p>\
         <p>We may earn a commission when you buy through these links.</p><ul>\
         <li><a href=\"https://duka.example.com/lamp?a=1&amp;b=2\" rel=\"sponsored nofollow noopener\">\
         Lamp of duka at duka</a>: $17 (price seen on 20 Nov 2026). Best for: Long rains</li>"
    ));
    assert_eq!(feed["items"][0]["summary"], "Before After");
}

#[tokio::test]
async fn without_deals_readers_see_nothing_of_a_comparison() {
    let app = TestApp::new().await;
    app.post("Habari").content(&text()).insert().await;
    for path in ["/post/slug/habari", "/feed.xml", "/api/post/slug/habari"] {
        let answer = app.get(path).await.text().to_owned();
        assert!(!answer.contains("data-block") && !answer.contains("compared"), "{path}: {answer}");
    }
}

#[tokio::test]
async fn the_comparison_of_a_gated_post_is_for_those_who_may_read_it() {
    let app = TestApp::new().await;
    let post = compared(&app, &format!("{}<p>{}</p>", text(), "maneno ".repeat(300)), "registered").await;
    for path in ["/post/slug/habari", "/feed.xml", "/api/post/slug/habari"] {
        assert!(!app.get(path).await.text().contains("duka"), "{path}");
    }
    let whole = app.reader().await.get(&format!("/api/posts/{}/full", post.id)).await.ok();
    assert!(whole["content"].as_str().unwrap().contains("Lamp of duka"), "{whole}");
}

#[tokio::test]
async fn a_text_with_thousands_of_comparisons_shows_one() {
    let app = TestApp::new().await;
    compared(&app, &format!("<p>a</p>{}", PLACE.repeat(5_000)), "everyone").await;
    assert_eq!(app.get("/post/slug/habari").await.text().matches("id=\"deals-compared\"").count(), 1);
}
