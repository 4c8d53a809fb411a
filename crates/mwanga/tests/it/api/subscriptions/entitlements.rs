use mwanga_core::subscriptions::is_entitled;
use mwanga_store::types::AccountId;

use super::*;

#[tokio::test]
async fn a_subscription_opens_gated_posts_until_it_expires() {
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
    let unverified = shop.app.reader().await;
    let email = unverified.get("/api/auth/profile").await.ok()["email"].as_str().unwrap().to_owned();
    assert_eq!(unverified.get(&path).await.problem().is(), (403, "post.subscribers_only"));
    shop.buy("8_months", &email).await;
    assert_eq!(
        unverified.get(&path).await.problem().is(),
        (403, "post.subscribers_only"),
        "and nobody learns that there are some"
    );
    // What strangers get stays what it was.
    assert!(!shop.app.get(&format!("/api/post/slug/{}", post.slug)).await.text().contains("SIRI"));

    // Sessions end long before, so the rule itself is asked.
    let end = at(shop.status(&amina).await["expires_at"].as_str().unwrap());
    let id = AccountId(crate::api::claims(amina.token.as_ref().unwrap())["sub"].as_str().unwrap().parse().unwrap());
    let core = shop.app.core();
    shop.app.clock.advance_ms(end.0 - core.now().0 - 1);
    assert!(is_entitled(core, id).await.unwrap());
    shop.app.clock.advance_ms(1);
    assert!(!is_entitled(core, id).await.unwrap());
}

#[tokio::test]
async fn a_signed_in_buyer_has_access_before_verifying_the_address() {
    let shop = Shop::new().await;
    let gated = shop.app.post("Ya wanachama").content(&format!("<p>Mwanzo.</p><p>{} SIRI</p>", "maneno ".repeat(200)));
    let post = gated.form(|form| form.access = Some("subscribers".into())).insert().await;
    let path = format!("/api/posts/{}/full", post.id);
    let reader = shop.app.reader().await;
    let email = reader.get("/api/auth/profile").await.ok()["email"].as_str().unwrap().to_owned();
    // Somebody else bought for the address before: the account that nobody confirmed learns nothing of it.
    shop.buy("12_months", &email).await;
    let unknown = shop.status(&reader).await;
    assert_eq!(
        (&unknown["status"], &unknown["subscribed"], &unknown["expires_at"]),
        (&json!("none"), &json!(false), &Value::Null)
    );
    assert_eq!(reader.get(&path).await.problem().is(), (403, "post.subscribers_only"));

    let id = payment_id(&shop.ask(&reader, "8_months", &email, "own").await);
    shop.wallet.approve(&id);
    let bought = shop.capture(&id).await.ok();
    assert_eq!(
        (&bought["needs_verification"], &bought["expires_at"]),
        (&json!(false), &json!("2027-07-20T20:59:59Z")),
        "as if it were the only one"
    );
    let status = shop.status(&reader).await;
    assert_eq!(
        (&status["status"], &status["plan_name"], &status["expires_at"]),
        (&json!("active"), &json!("Digital"), &json!("2027-07-20T20:59:59Z"))
    );
    assert_eq!((&status["email_verified"], &status["print"]), (&json!(false), &json!(false)));
    let receipts = reader.get("/api/subscriptions/receipts").await.ok();
    assert_eq!((&receipts["total"], &receipts["data"][0]["period_from"]), (&json!(1), &json!("2026-11-20T09:00:00Z")));
    assert!(reader.get(&path).await.ok()["content"].as_str().unwrap().contains("SIRI"));

    // Once the address is confirmed everything counts, each order once: twelve months and eight.
    reader.post("/api/auth/resend-verification", json!({})).await.ok();
    let code = shop.app.code_mailed_to(&email).await;
    reader.post("/api/auth/verify-email", json!({ "code": code })).await.ok();
    assert_eq!(shop.status(&reader).await["expires_at"], "2028-07-20T20:59:59Z");
    assert_eq!(reader.get("/api/subscriptions/receipts").await.ok()["total"], 2);
}
