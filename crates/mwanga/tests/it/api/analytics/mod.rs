mod posts;
mod scale;
mod summary;
mod track;

use crate::support::*;

const FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";

/// A reader's browser.
fn reader(app: &TestApp) -> Caller {
    app.anyone().with_header("user-agent", FIREFOX)
}

/// Sends a tracking event, as a page does.
async fn track(caller: &Caller, event: &str, metadata: Value) -> Reply {
    caller.post("/api/analytics/track", json!({ "eventType": event, "metadata": metadata })).await
}

/// The whole summary as an editor reads it.
async fn summary(app: &TestApp) -> Value {
    app.staff(Role::Editor).await.get("/api/analytics/summary").await.ok()
}

/// A post with two deals.
async fn deal_post(app: &TestApp, title: &str) -> i64 {
    let deal = |n: i32, product: &str| mwanga_core::posts::DealForm {
        url: format!("https://shop.example/{title}/{n}"),
        label: "Duka".into(),
        product_name: product.into(),
        ..Default::default()
    };
    let deals = vec![deal(0, "Lamp"), deal(1, "Panel")];
    app.post(title).form(|form| form.deal_links = Some(deals)).insert().await.id.0
}
