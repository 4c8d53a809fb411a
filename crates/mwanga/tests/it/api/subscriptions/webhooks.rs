use super::*;

#[tokio::test]
async fn an_approval_webhook_captures_an_order_without_its_buyer() {
    let shop = Shop::new().await;
    let id = shop.order("8_months", "amina@example.com").await;
    shop.wallet.approve(&id);
    assert_eq!(shop.send(&shop.wallet.message("CHECKOUT.ORDER.APPROVED", &id)).await.status, StatusCode::NO_CONTENT);
    shop.app.run_jobs().await;
    assert_eq!((shop.order_status(&id).await.as_str(), shop.wallet.charges(&id)), ("captured", 1));
    assert_eq!(shop.capture(&id).await.ok()["expires_at"], "2027-07-20T20:59:59Z");
}

#[tokio::test]
async fn webhooks_in_any_order_and_repeated_end_in_the_wallets_status() {
    let kinds = ["CHECKOUT.ORDER.APPROVED", "PAYMENT.CAPTURE.COMPLETED", "PAYMENT.CAPTURE.REFUNDED"];
    // Every order of three messages.
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        let shop = Shop::new().await;
        let kept = shop.buy("12_months", "amina@example.com").await;
        let id = shop.buy("8_months", "amina@example.com").await;
        let messages = kinds.map(|kind| shop.wallet.message(kind, &id));
        shop.wallet.refund(&id);
        for n in order {
            for _ in 0..2 {
                assert_eq!(shop.send(&messages[n]).await.status, StatusCode::NO_CONTENT);
            }
            shop.app.run_jobs().await;
            assert_eq!(
                shop.order_status(&id).await,
                "refunded",
                "{order:?}: the first message says that something happened, the wallet says what"
            );
        }
        assert_eq!((shop.order_status(&kept).await.as_str(), shop.wallet.charges(&id)), ("captured", 1));
        let status = shop.status(&shop.reader("amina@example.com").await).await;
        assert_eq!((&status["status"], &status["expires_at"]), (&json!("active"), &json!("2027-11-20T20:59:59Z")));
        let admin = shop.app.staff(Role::Admin).await;
        let seen = admin.get("/api/admin/subscriptions/1").await.ok();
        let signals = seen["orders"][0]["signals"].as_array().unwrap();
        let logged: Vec<_> = signals
            .iter()
            .filter(|signal| signal["source"] == "webhook")
            .map(|signal| signal["said"].as_str().unwrap())
            .collect();
        assert_eq!(logged, order.map(|n| kinds[n]), "each message stands in the book once");
    }
}

#[tokio::test]
async fn a_forged_webhook_answers_400_and_triggers_no_wallet_call() {
    let shop = Shop::new().await;
    let id = shop.order("8_months", "amina@example.com").await;
    shop.wallet.approve(&id);
    let (headers, text) = shop.wallet.message("PAYMENT.CAPTURE.COMPLETED", &id);
    let unsigned: Vec<_> = headers.iter().filter(|(name, _)| name != "paypal-transmission-sig").cloned().collect();
    for (what, forged) in [
        ("another signature", (WalletDouble::headers("of nobody"), text.clone())),
        ("no signature", (unsigned, text.clone())),
        ("another text", (headers.clone(), text.replace("1.50", "1.5"))),
        ("no JSON", (headers.clone(), text.replace('}', ""))),
        ("no message", (headers.clone(), "[]".into())),
        ("JSON that ends the question", (headers.clone(), format!("{text}, \"webhook_id\": \"x\""))),
    ] {
        assert_eq!(shop.send(&forged).await.problem().is(), (400, "webhook.forged"), "{what}");
    }
    let order_calls = shop.wallet.calls("order");
    shop.app.run_jobs().await;
    assert_eq!(
        (shop.order_status(&id).await.as_str(), shop.wallet.calls("order"), shop.wallet.charges(&id)),
        ("created", order_calls, 0)
    );
    // The true one is none the worse.
    assert_eq!(shop.send(&(headers, text)).await.status, StatusCode::NO_CONTENT);
    shop.app.run_jobs().await;
    assert_eq!(shop.order_status(&id).await, "captured");
}

#[tokio::test]
async fn a_flood_of_webhooks_verifies_at_most_50_signatures_and_answers_429() {
    let wallet = WalletDouble::start().await;
    let app = TestApp::with(|config| wallet.configure(config)).await;
    let shop = Shop { app, wallet };
    let id = shop.order("8_months", "amina@example.com").await;
    let other = shop.order("8_months", "juma@example.com").await;
    let (signed, text) = shop.wallet.message("PAYMENT.CAPTURE.COMPLETED", &id);
    let send = async |from: &str, headers: &[(String, String)], text: &str| {
        let headers: Vec<(&str, &str)> = headers.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        shop.app.anyone_at(from).send(Method::POST, "/api/webhooks/paypal", Body::from(text.to_owned()), &headers).await
    };
    let mut limited = 0;
    for _ in 0..400 {
        let reply = send("203.0.113.9", &WalletDouble::headers("of nobody"), &text).await;
        match reply.status {
            StatusCode::BAD_REQUEST => {}
            _ => {
                assert_eq!(reply.problem().is(), (429, "webhook.limited"));
                assert!(reply.header("retry-after").parse::<u32>().is_ok());
                limited += 1;
            }
        }
    }
    assert!(limited >= 350, "{limited}");
    let verify_calls = shop.wallet.calls("verify");
    assert!(
        (1..=50).contains(&verify_calls),
        "{verify_calls}: whoever knows of one order makes us ask about it only so often"
    );
    // From another address neither, and the true one comes again later; other orders are none the worse.
    assert_eq!(send("203.0.113.10", &signed, &text).await.problem().is(), (429, "webhook.limited"));
    let (headers, text) = shop.wallet.message("CHECKOUT.ORDER.APPROVED", &other);
    assert_eq!(send("203.0.113.10", &headers, &text).await.status, StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn a_flood_of_webhooks_without_an_order_answers_429() {
    let wallet = WalletDouble::start().await;
    let app = TestApp::with(|config| wallet.configure(config)).await;
    let sender = app.anyone_at("203.0.113.9");
    let mut limited = 0;
    for _ in 0..400 {
        let reply = sender.send(Method::POST, "/api/webhooks/paypal", Body::from("[]"), &[]).await;
        limited += u32::from(reply.status == StatusCode::TOO_MANY_REQUESTS);
    }
    assert!(limited >= 50, "{limited}");
}

#[tokio::test]
async fn a_webhook_that_cannot_be_verified_answers_503_and_can_be_resent() {
    let shop = Shop::new().await;
    let id = shop.order("8_months", "amina@example.com").await;
    shop.wallet.approve(&id);
    let message = shop.wallet.message("CHECKOUT.ORDER.APPROVED", &id);
    shop.wallet.go_away(true);
    assert_eq!(shop.send(&message).await.problem().is(), (503, "payments.unavailable"));
    shop.wallet.go_away(false);
    assert_eq!(shop.send(&message).await.status, StatusCode::NO_CONTENT);
    shop.app.run_jobs().await;
    assert_eq!(shop.order_status(&id).await, "captured");
}

#[tokio::test]
async fn a_webhook_about_an_unknown_order_answers_204_and_is_ignored() {
    let (shop, other) = (Shop::new().await, Shop::new().await);
    let id = other.order("8_months", "amina@example.com").await;
    let (headers, text) = other.wallet.message("CHECKOUT.ORDER.APPROVED", &id);
    // Nobody asks whether it is true: it is about nothing here.
    assert_eq!(shop.send(&(headers, text)).await.status, StatusCode::NO_CONTENT);
    assert_eq!(shop.wallet.calls("verify"), 0);
    // One wallet serves two sites.
    let id = shop.order("8_months", "amina@example.com").await;
    let message = shop.wallet.message("CHECKOUT.ORDER.APPROVED", &id);
    paid_order::Entity::delete_many().exec(shop.app.core().store.writer()).await.unwrap();
    assert_eq!(shop.send(&message).await.status, StatusCode::NO_CONTENT);
    assert!(shop.orders().await.is_empty());
}
