use super::*;

async fn refund(shop: &Shop, body: Value) -> Reply {
    shop.app.staff(Role::Admin).await.post("/api/admin/subscriptions/1/refund", body).await
}

#[tokio::test]
async fn a_refund_takes_back_the_months_of_its_own_order_only() {
    let shop = Shop::new().await;
    let first = shop.buy("8_months", "amina@example.com").await;
    shop.app.clock.advance_ms(at("2027-01-10T09:00:00Z").0 - NOW.0);
    let second = shop.buy("12_months", "amina@example.com").await;
    let amina = shop.reader("amina@example.com").await;
    assert_eq!(shop.status(&amina).await["expires_at"], "2028-07-20T20:59:59Z");

    let done = refund(&shop, json!({ "order_id": 1 })).await.ok();
    assert_eq!((&done["message"], &done["subscription"]["status"]), (&json!("Refunded."), &json!("active")));
    assert_eq!((shop.wallet.refunds(&first), shop.wallet.refunds(&second)), (1, 0));
    let status = shop.status(&amina).await;
    assert_eq!(
        (&status["plan"], &status["expires_at"]),
        (&json!("12_months"), &json!("2028-01-10T20:59:59Z")),
        "what the other order paid for, whole"
    );

    // The last one of all: nothing is left.
    let done = refund(&shop, json!({})).await.ok();
    assert_eq!(
        (&done["subscription"]["status"], &done["subscription"]["refundable"]),
        (&json!("refunded"), &json!(false))
    );
    let status = shop.status(&amina).await;
    assert_eq!((&status["status"], &status["subscribed"]), (&json!("refunded"), &json!(false)));
    assert_eq!(refund(&shop, json!({})).await.problem().is(), (409, "payment.not_refundable"));
    let receipts = amina.get("/api/subscriptions/receipts").await.ok();
    assert!(
        receipts["data"]
            .as_array()
            .unwrap()
            .iter()
            .all(|receipt| receipt["refunded_at"].is_string() && receipt["period_until"].is_null())
    );
    assert!(
        !mwanga_core::subscriptions::is_entitled(shop.app.core(), mwanga_store::types::AccountId(1)).await.unwrap()
    );

    // Who comes back begins anew.
    shop.buy("8_months", "amina@example.com").await;
    assert_eq!(shop.status(&amina).await["expires_at"], "2027-09-10T20:59:59Z");
}

#[tokio::test]
async fn a_refund_whose_answer_was_lost_is_paid_out_once() {
    for fault in [WalletFault::CutAfter, WalletFault::StatusAfter(500), WalletFault::CutBefore] {
        let shop = Shop::new().await;
        let id = shop.buy("8_months", "amina@example.com").await;
        shop.wallet.fail_at("refund", &[fault; 3]);
        assert_eq!(refund(&shop, json!({})).await.problem().is(), (503, "payment.refunding"));
        // Until the wallet says so, what was paid for stays.
        assert_eq!(shop.status(&shop.reader("amina@example.com").await).await["status"], "active");
        shop.wait(2);
        shop.app.run_jobs().await;
        assert_eq!((shop.order_status(&id).await.as_str(), shop.wallet.refunds(&id)), ("refunded", 1), "{fault:?}");
    }
}

#[tokio::test]
async fn a_refused_refund_keeps_the_access_and_can_be_retried() {
    for refusal in [Err("REFUND_FAILED_INSUFFICIENT_FUNDS"), Err("TRANSACTION_REFUSED"), Ok("FAILED")] {
        let shop = Shop::new().await;
        let id = shop.buy("8_months", "amina@example.com").await;
        shop.wallet.next_refund(&id, refusal);
        assert_eq!(refund(&shop, json!({})).await.problem().is(), (409, "payment.refund_refused"), "{refusal:?}");
        assert_eq!((shop.order_status(&id).await.as_str(), shop.wallet.refunds(&id)), ("captured", 0), "{refusal:?}");
        let seen = shop.app.staff(Role::Admin).await.get("/api/admin/subscriptions/1").await.ok();
        let entry = seen["orders"][0]["signals"].as_array().unwrap().last().unwrap().clone();
        assert_eq!(
            (&entry["source"], &entry["said"]),
            (&json!("admin"), &json!("the wallet refused the refund")),
            "{refusal:?}"
        );
        // The next day there is enough on our balance.
        shop.wait(24 * 60);
        shop.app.run_jobs().await;
        refund(&shop, json!({})).await.ok();
        assert_eq!((shop.order_status(&id).await.as_str(), shop.wallet.refunds(&id)), ("refunded", 1), "{refusal:?}");
    }
}

#[tokio::test]
async fn an_undocumented_capture_status_triggers_no_refund() {
    let shop = Shop::new().await;
    let id = shop.buy("8_months", "amina@example.com").await;
    shop.wallet.clear(&id, "PENDING_REVIEW");
    assert_eq!(refund(&shop, json!({})).await.problem().is(), (503, "payment.refunding"));
    assert_eq!((shop.order_status(&id).await.as_str(), shop.wallet.calls("refund")), ("refunding", 0));
}

#[tokio::test]
async fn a_pending_refund_is_checked_once_per_poll_until_it_ends() {
    for end in ["COMPLETED", "FAILED"] {
        let shop = Shop::new().await;
        let id = shop.buy("8_months", "amina@example.com").await;
        shop.wallet.next_refund(&id, Ok("PENDING"));
        let reply = refund(&shop, json!({})).await;
        assert_eq!(reply.problem().is(), (503, "payment.refunding"));
        assert!(
            reply.text().contains("The refund goes on by itself") && !reply.text().contains("receipt"),
            "{}",
            reply.text()
        );
        assert_eq!((shop.order_status(&id).await.as_str(), shop.wallet.calls("refund")), ("refunding", 1));
        for looks in 2..5 {
            shop.wait(24 * 60);
            shop.app.run_jobs().await;
            assert_eq!((shop.order_status(&id).await.as_str(), shop.wallet.calls("refund")), ("refunding", looks));
        }
        assert_eq!(
            shop.status(&shop.reader("amina@example.com").await).await["status"],
            "active",
            "what was paid for stays until the money is back"
        );
        shop.wallet.end_refund(&id, end);
        shop.wait(24 * 60);
        shop.app.run_jobs().await;
        let (order_statuses, refunds) = if end == "COMPLETED" { ("refunded", 1) } else { ("captured", 0) };
        assert_eq!((shop.order_status(&id).await.as_str(), shop.wallet.refunds(&id)), (order_statuses, refunds));
    }
}

#[tokio::test]
async fn a_refund_made_at_the_wallet_meanwhile_counts_as_refunded() {
    let shop = Shop::new().await;
    let id = shop.buy("8_months", "amina@example.com").await;
    // The wallet's staff is quicker by a moment.
    shop.wallet.fail_at("refund", &[WalletFault::Slow(400)]);
    let admin = shop.app.staff(Role::Admin).await;
    let (reply, ()) = tokio::join!(admin.post("/api/admin/subscriptions/1/refund", json!({})), async {
        while shop.wallet.calls("refund") == 0 {
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
        shop.wallet.refund(&id);
    });
    assert_eq!(reply.ok()["subscription"]["status"], "refunded");
    assert_eq!(shop.wallet.refunds(&id), 1);
}

#[tokio::test]
async fn orders_of_others_and_unknown_orders_are_not_refunded() {
    let shop = Shop::new().await;
    shop.buy("8_months", "amina@example.com").await;
    shop.buy("8_months", "juma@example.com").await;
    assert_eq!(refund(&shop, json!({ "order_id": 2 })).await.problem().is(), (409, "payment.not_refundable"));
    assert_eq!(refund(&shop, json!({ "order_id": 99 })).await.problem().is(), (409, "payment.not_refundable"));
    let editor = shop.app.staff(Role::Editor).await;
    assert_eq!(
        editor.post("/api/admin/subscriptions/1/refund", json!({})).await.problem().is(),
        (403, "auth.forbidden")
    );
    assert!(shop.order_statuses().await.values().all(|status| status == "captured"));
}
