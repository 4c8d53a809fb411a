use mwanga_core::subscriptions::{Entitlement, entitlement};
use mwanga_store::types::AccountId;

use super::*;

#[tokio::test]
async fn paid_time_opens_posts_for_subscribers_until_it_is_over() {
    let shop = Shop::new().await;
    let gated = shop.app.post("Ya wanachama").content(&format!("<p>Mwanzo.</p><p>{} SIRI</p>", "maneno ".repeat(200)));
    let post = gated.form(|form| form.access = Some("subscribers".into())).insert().await;
    let path = format!("/api/posts/{}/full", post.id);
    let amina = shop.reader("amina@example.com").await;
    assert_eq!(amina.get(&path).await.problem().is(), (403, "post.subscribers_only"));
    shop.buy("8_months", "amina@example.com").await;
    assert!(amina.get(&path).await.ok()["content"].as_str().unwrap().contains("SIRI"));
    // Another reader's months open nothing, nor do one's own before the address is proved.
    assert_eq!(shop.reader("juma@example.com").await.get(&path).await.problem().is(), (403, "post.subscribers_only"));
    let unproved = shop.app.reader().await;
    let email = unproved.get("/api/auth/profile").await.ok()["email"].as_str().unwrap().to_owned();
    assert_eq!(unproved.get(&path).await.problem().is(), (403, "post.subscribers_only"));
    shop.buy("8_months", &email).await;
    assert_eq!(unproved.get(&path).await.problem().is(), (403, "post.address_unconfirmed"));
    // What strangers get stays what it was.
    assert!(!shop.app.get(&format!("/api/post/slug/{}", post.slug)).await.text().contains("SIRI"));

    // Sessions end long before, so the rule itself is asked.
    let end = at(shop.status(&amina).await["expires_at"].as_str().unwrap());
    let id = AccountId(crate::api::claims(amina.token.as_ref().unwrap())["sub"].as_str().unwrap().parse().unwrap());
    let core = shop.app.core();
    shop.app.clock.advance_ms(end.0 - core.now().0 - 1);
    assert_eq!(entitlement(core, id).await.unwrap(), Entitlement::Paid);
    shop.app.clock.advance_ms(1);
    assert_eq!(entitlement(core, id).await.unwrap(), Entitlement::Unpaid);
}
