use super::*;

#[tokio::test]
async fn plans_and_the_payment_provider_are_answered_without_its_secret() {
    let shop = Shop::new().await;
    let (reply, provenance) = shop.app.answer("/api/subscriptions/plans").await;
    let plans = reply.ok();
    assert_eq!(provenance.tags, ["site"]);
    let sold: Vec<_> = plans["data"]
        .as_array()
        .unwrap()
        .iter()
        .map(|plan| (&plan["code"], &plan["name"], &plan["price_minor"], &plan["months"]))
        .collect();
    assert_eq!(
        sold,
        [
            (&json!("8_months"), &json!("Digital"), &json!(300), &json!(8)),
            (&json!("12_months"), &json!("Print + Digital"), &json!(400), &json!(12))
        ]
    );
    assert_eq!(
        (&plans["wallet"]["available"], &plans["wallet"]["note"], &plans["wallet"]["name"]),
        (&json!(true), &json!(""), &json!("PayPal"))
    );
    assert!(!reply.text().contains("what-only"), "the secret stays here");
}

#[tokio::test]
async fn without_a_payment_provider_checkout_answers_503() {
    let app = TestApp::new().await;
    assert_eq!(app.get("/api/subscriptions/plans").await.ok()["wallet"]["available"], false);
    let request = json!({ "plan": "8_months", "payment_method": "paypal", "email": "amina@example.com" });
    let reply = app.anyone().post("/api/subscriptions/subscribe", request).await;
    assert_eq!(reply.problem().is(), (503, "payments.not_set_up"));
    assert!(reply.header("retry-after").parse::<u32>().is_ok());
    assert_eq!(
        app.anyone().post("/api/subscriptions/capture", json!({ "payment_id": "x" })).await.problem().is(),
        (503, "payments.not_set_up")
    );
    assert_eq!(app.anyone().post("/api/webhooks/paypal", json!({})).await.problem().is(), (404, "not_found"));
}

#[tokio::test]
async fn an_invalid_order_answers_422_with_the_field() {
    let shop = Shop::new().await;
    for (plan, method, email, field, text) in [
        ("8_months", "paypal", "", "email", "Please enter your email"),
        ("8_months", "paypal", "amina", "email", "Enter an e-mail address such as name@example.com."),
        ("1_month", "paypal", "amina@example.com", "plan", "Choose a plan."),
        ("8_months", "card", "amina@example.com", "payment_method", "Choose a payment method."),
    ] {
        let reply = shop
            .app
            .anyone()
            .post("/api/subscriptions/subscribe", json!({ "plan": plan, "payment_method": method, "email": email }))
            .await;
        let problem = reply.problem();
        assert_eq!(
            (problem.is(), problem.error.as_str(), problem.field_names()),
            ((422, "subscription.invalid"), text, vec![field])
        );
    }
    assert!(shop.orders().await.is_empty() && shop.wallet.calls("create") == 0);
}

#[tokio::test]
async fn a_guest_is_charged_once_and_gets_access_by_verifying_the_address() {
    let shop = Shop::new().await;
    let id = shop.order("8_months", "Amina@Example.com").await;
    assert_eq!(shop.capture(&id).await.problem().is(), (409, "payment.not_approved"));
    shop.wallet.approve(&id);
    let bought = shop.capture(&id).await.ok();
    assert_eq!(
        bought,
        json!({
            "message": "PayPal payment successful!", "plan": "8_months", "plan_name": "Digital", "status": "active", "expires_at": "2027-07-20T20:59:59Z",
            "server_now": "2026-11-20T09:00:00Z", "email": "Amina@Example.com", "needs_verification": true, "print": false, "address_code": null,
        })
    );
    // The answer may be lost, and asked for again.
    assert_eq!(shop.capture(&id).await.ok(), bought);
    assert_eq!((shop.wallet.charges(&id), shop.order_status(&id).await.as_str()), (1, "captured"));

    let stranger = shop.app.reader().await;
    assert_eq!(shop.status(&stranger).await["status"], "none");
    let amina = shop.reader("amina@example.com").await;
    let status = shop.status(&amina).await;
    assert_eq!(
        (&status["subscribed"], &status["plan_name"], &status["status"]),
        (&json!(true), &json!("Digital"), &json!("active"))
    );
    assert_eq!(
        (&status["expires_at"], &status["server_now"]),
        (&json!("2027-07-20T20:59:59Z"), &json!("2026-11-20T09:00:00Z"))
    );
    shop.app.clock.advance_ms(at("2027-07-20T20:59:59Z").0 - NOW.0);
    let amina = shop.reader("amina@example.org").await;
    assert_eq!(shop.status(&amina).await["status"], "none");
}

#[tokio::test]
async fn a_verified_reader_has_access_at_once_and_a_gift_after_verification() {
    let shop = Shop::new().await;
    let amina = shop.reader("amina@example.com").await;
    let id = payment_id(&shop.ask(&amina, "12_months", "amina@example.com", "a").await);
    shop.wallet.approve(&id);
    assert_eq!(shop.capture(&id).await.ok()["needs_verification"], false);
    // Who buys for another address counts as a guest.
    let id = payment_id(&shop.ask(&amina, "8_months", "juma@example.com", "b").await);
    shop.wallet.approve(&id);
    assert_eq!(shop.capture(&id).await.ok()["needs_verification"], true);

    let account = json!({ "email": "juma@example.com", "password": "jua na maji" });
    let juma = shop.app.anyone().post("/api/auth/register-user", account).await.ok();
    let juma = shop.app.anyone().with_token(juma["token"].as_str().unwrap());
    let status = shop.status(&juma).await;
    assert_eq!(
        (&status["status"], &status["subscribed"], &status["email_verified"]),
        (&json!("none"), &json!(false), &json!(false))
    );
    assert_eq!(
        (&status["plan"], &status["expires_at"]),
        (&Value::Null, &Value::Null),
        "whoever opened the account may not be who paid"
    );
    assert_eq!(juma.get("/api/subscriptions/receipts").await.ok()["total"], 0);
    let code = shop.app.code_mailed_to("juma@example.com").await;
    juma.post("/api/auth/verify-email", json!({ "code": code })).await.ok();
    assert_eq!(shop.status(&juma).await["status"], "active");
    assert_eq!(juma.get("/api/subscriptions/receipts").await.ok()["data"][0]["price_minor"], 300);
}

#[tokio::test]
async fn a_repeated_idempotency_key_answers_the_same_order() {
    let shop = Shop::new().await;
    let guest = shop.app.anyone();
    let replies =
        futures_util::future::join_all((0..5).map(|_| shop.ask(&guest, "8_months", "amina@example.com", "one"))).await;
    let (created, refused): (Vec<&Reply>, Vec<&Reply>) = replies.iter().partition(|reply| reply.status.is_success());
    let created: Vec<String> = created.into_iter().map(payment_id).collect();
    assert!(!created.is_empty() && created.iter().all(|id| *id == created[0]), "{created:?}");
    assert!(refused.iter().all(|reply| reply.problem().is() == (409, "request.in_progress")));
    assert_eq!(payment_id(&shop.ask(&guest, "8_months", "amina@example.com", "one").await), created[0]);
    assert_eq!(
        shop.ask(&guest, "12_months", "amina@example.com", "one").await.problem().is(),
        (422, "request.key_reused")
    );
    assert_ne!(payment_id(&shop.ask(&guest, "8_months", "juma@example.com", "one").await), created[0]);
    assert_eq!(shop.orders().await.len(), 2);
}

#[tokio::test]
async fn a_refused_order_frees_its_idempotency_key() {
    let shop = Shop::new().await;
    let ask = async || payment_id(&shop.ask(&shop.app.anyone(), "8_months", "amina@example.com", "one").await);
    let first = ask().await;
    shop.wallet.approve(&first);
    shop.wallet.falsify(&first, None, Some("0.01"), None);
    shop.capture(&first).await.problem();
    let second = ask().await;
    assert_ne!(second, first);
    shop.wallet.approve(&second);
    shop.capture(&second).await.ok();
    assert_eq!(ask().await, second, "it is paid");
}

#[tokio::test]
async fn a_request_cannot_change_price_duration_or_owner_of_an_order() {
    let shop = Shop::new().await;
    let request = json!({ "plan": "12_months", "payment_method": "paypal", "email": "amina@example.com", "price_minor": 1, "price": "0.01", "currency": "KES", "months": 999 });
    let id = payment_id(&shop.app.anyone().post("/api/subscriptions/subscribe", request).await);
    let order = shop.orders().await.pop().unwrap();
    assert_eq!((order.price_minor, order.currency.as_str(), order.months), (400, "USD", 12));
    shop.wallet.approve(&id);
    let thief = json!({ "payment_id": id, "email": "thief@example.com", "plan": "12_months" });
    assert_eq!(shop.app.anyone().post("/api/subscriptions/capture", thief).await.ok()["email"], "amina@example.com");
    assert_eq!(
        shop.app.anyone().post("/api/subscriptions/capture", json!({ "payment_id": "no such" })).await.problem().is(),
        (404, "payment.unknown")
    );
}

#[tokio::test]
async fn an_order_whose_amount_or_reference_differs_grants_nothing() {
    let shop = Shop::new().await;
    for (custom_id, value, currency) in [
        (Some("another"), None, None),
        (None, Some("0.01"), None),
        (None, None, Some("KES")),
        (None, Some("3.000"), None),
    ] {
        let id = shop.order("8_months", "amina@example.com").await;
        shop.wallet.approve(&id);
        shop.wallet.falsify(&id, custom_id, value, currency);
        assert_eq!(
            shop.capture(&id).await.problem().is(),
            (409, "payment.refused"),
            "{custom_id:?} {value:?} {currency:?}"
        );
        assert_eq!((shop.wallet.charges(&id), shop.order_status(&id).await.as_str()), (0, "refused"), "not even taken");
    }
    // Somebody takes it at the wallet itself.
    let id = shop.order("8_months", "amina@example.com").await;
    shop.wallet.approve(&id);
    shop.wallet.fail_at("capture", &[WalletFault::CutAfter, WalletFault::CutAfter, WalletFault::CutAfter]);
    assert_eq!(shop.capture(&id).await.problem().is(), (503, "payments.unavailable"));
    shop.wallet.falsify(&id, None, Some("1.00"), None);
    assert_eq!(shop.capture(&id).await.problem().is(), (409, "payment.refused"));
    assert_eq!(shop.status(&shop.reader("amina@example.com").await).await["status"], "none");

    // There is no subscription to look under, so they are in a list of their own.
    let admin = shop.app.staff(Role::Admin).await;
    assert_eq!(admin.get("/api/admin/subscriptions").await.ok()["total"], 0);
    let list = admin.get("/api/admin/subscriptions/refused-payments").await.ok();
    let seen: Vec<_> =
        list["data"].as_array().unwrap().iter().map(|one| (&one["email"], &one["status"], &one["note"])).collect();
    let (email, refused) = (json!("amina@example.com"), json!("refused"));
    let (amount, reference) = (json!("the wallet names another amount"), json!("the wallet names another reference"));
    assert_eq!(
        seen,
        [
            (&email, &refused, &amount),
            (&email, &refused, &amount),
            (&email, &refused, &amount),
            (&email, &refused, &amount),
            (&email, &refused, &reference)
        ]
    );
    assert_eq!(list["data"][0]["wallet_order"], id);
    assert!(
        list["data"][0]["signals"][0]["said"].as_str().unwrap().contains("$1.00"),
        "what the wallet told: {}",
        list["data"][0]["signals"]
    );
    shop.app.clock.advance_ms(200 * 24 * 3_600_000);
    let later = shop.app.staff(Role::Editor).await.get("/api/admin/subscriptions/refused-payments").await.ok();
    assert_eq!(later["data"], json!([]), "no wallet gives it back any more");
}

#[tokio::test]
async fn an_order_keeps_its_price_when_the_plan_changes() {
    let shop = Shop::new().await;
    let guest = shop.app.anyone();
    shop.wallet.fail_at("create", &[WalletFault::Status(500); 3]);
    shop.ask(&guest, "8_months", "amina@example.com", "k").await.problem();
    // As an earlier version had it.
    let set = paid_order::ActiveModel { price_minor: Set(250), ..Default::default() };
    paid_order::Entity::update_many().set(set).exec(shop.app.core().store.writer()).await.unwrap();
    let id = payment_id(&shop.ask(&guest, "8_months", "amina@example.com", "k").await);
    shop.wallet.approve(&id);
    shop.capture(&id).await.ok();
    assert_eq!(shop.order_status(&id).await, "captured");
}

#[tokio::test]
async fn a_declined_payment_answers_402_and_can_be_paid_otherwise() {
    let shop = Shop::new().await;
    let id = shop.order("8_months", "amina@example.com").await;
    shop.wallet.approve_without_money(&id);
    assert_eq!(shop.capture(&id).await.problem().is(), (402, "payment.declined"));
    assert_eq!((shop.wallet.charges(&id), shop.order_status(&id).await.as_str()), (0, "created"));
    shop.wallet.approve(&id);
    shop.capture(&id).await.ok();
    assert_eq!(shop.wallet.charges(&id), 1);
}

#[tokio::test]
async fn a_declined_order_is_not_captured_later_without_the_buyer() {
    let shop = Shop::new().await;
    let id = shop.order("8_months", "amina@example.com").await;
    shop.wallet.approve_without_money(&id);
    assert_eq!(shop.capture(&id).await.problem().is(), (402, "payment.declined"));
    // The wallet goes on calling it approved, and the means are good again; but its buyer was told that nothing was
    // charged, and pays otherwise.
    shop.wallet.approve(&id);
    shop.buy("12_months", "amina@example.com").await;
    shop.send(&shop.wallet.message("CHECKOUT.ORDER.APPROVED", &id)).await;
    for _ in 0..3 {
        shop.wait(30);
        shop.app.run_jobs().await;
    }
    assert_eq!((shop.wallet.charges(&id), shop.order_status(&id).await.as_str()), (0, "created"));
    shop.wait(74 * 60);
    shop.app.run_jobs().await;
    assert_eq!((shop.wallet.charges(&id), shop.order_status(&id).await.as_str()), (0, "expired"));
}

#[tokio::test]
async fn a_declined_order_is_not_captured_by_a_concurrent_poller() {
    let shop = Shop::new().await;
    let id = shop.order("8_months", "amina@example.com").await;
    shop.wallet.approve_without_money_for_now(&id);
    // The poller reads the order and asks how it stands; its answer is on the way while the buyer is refused.
    shop.send(&shop.wallet.message("CHECKOUT.ORDER.APPROVED", &id)).await;
    shop.wallet.fail_at("order", &[WalletFault::Slow(1_500)]);
    let (_, refused) = tokio::join!(shop.app.run_jobs(), async {
        while shop.wallet.calls("order") == 0 {
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
        shop.capture(&id).await
    });
    assert_eq!(refused.problem().is(), (402, "payment.declined"));
    let row = shop.orders().await.remove(0);
    assert_eq!(
        (row.status.as_str(), row.declined_at.is_some()),
        ("created", true),
        "they were told that nothing was charged"
    );
    // The buyer pays by a second order.
    shop.buy("12_months", "amina@example.com").await;
    for _ in 0..3 {
        shop.wait(30);
        shop.app.run_jobs().await;
    }
    assert_eq!((shop.wallet.charges(&id), shop.order_status(&id).await.as_str()), (0, "created"));
}

#[tokio::test]
async fn an_order_that_expires_during_a_capture_is_not_charged() {
    let shop = Shop::new().await;
    let id = shop.order("8_months", "amina@example.com").await;
    shop.wallet.approve(&id);
    shop.wallet.fail_at("order", &[WalletFault::Slow(700)]);
    let (reply, ()) = tokio::join!(shop.capture(&id), async {
        while shop.wallet.calls("order") == 0 {
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
        let set =
            paid_order::ActiveModel { status: Set(mwanga_store::types::OrderStatus::Expired), ..Default::default() };
        paid_order::Entity::update_many().set(set).exec(shop.app.core().store.writer()).await.unwrap();
    });
    assert_eq!(reply.problem().is(), (409, "payment.closed"));
    assert_eq!((shop.wallet.calls("capture"), shop.wallet.charges(&id)), (0, 0));
}

#[tokio::test]
async fn an_order_already_captured_at_the_wallet_is_granted() {
    let shop = Shop::new().await;
    let id = shop.order("8_months", "amina@example.com").await;
    shop.wallet.approve(&id);
    // Taken between our question and our call: `ORDER_ALREADY_CAPTURED`.
    shop.wallet.fail_at("capture", &[WalletFault::Slow(400)]);
    let (reply, ()) = tokio::join!(shop.capture(&id), async {
        while shop.wallet.calls("capture") == 0 {
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
        shop.wallet.take(&id);
    });
    reply.ok();
    assert_eq!(
        (shop.order_status(&id).await.as_str(), shop.wallet.charges(&id), shop.wallet.calls("capture")),
        ("captured", 1, 1)
    );
}

#[tokio::test]
async fn a_retried_payment_after_a_decline_is_captured_by_the_poller() {
    let shop = Shop::new().await;
    let id = shop.order("8_months", "amina@example.com").await;
    shop.wallet.approve_without_money(&id);
    shop.capture(&id).await.problem();
    shop.wallet.approve(&id);
    shop.wallet.fail_at("capture", &[WalletFault::CutBefore; 3]);
    assert_eq!(shop.capture(&id).await.problem().is(), (503, "payments.unavailable"));
    shop.wait(2);
    shop.app.run_jobs().await;
    assert_eq!((shop.wallet.charges(&id), shop.order_status(&id).await.as_str()), (1, "captured"));
}

#[tokio::test]
async fn a_pending_capture_is_granted_once_the_wallet_completes_it() {
    let shop = Shop::new().await;
    let id = shop.order("8_months", "amina@example.com").await;
    shop.wallet.approve_pending(&id);
    assert_eq!(shop.capture(&id).await.problem().is(), (409, "payment.pending"));
    assert_eq!(shop.status(&shop.reader("amina@example.com").await).await["status"], "none");
    shop.wait(5);
    shop.app.run_jobs().await;
    assert_eq!(shop.order_status(&id).await, "capturing");
    shop.wallet.clear(&id, "COMPLETED");
    shop.wait(10);
    shop.app.run_jobs().await;
    assert_eq!((shop.order_status(&id).await.as_str(), shop.wallet.charges(&id)), ("captured", 1));
    let other = shop.order("8_months", "juma@example.com").await;
    shop.wallet.approve_pending(&other);
    shop.capture(&other).await.problem();
    shop.wallet.clear(&other, "DECLINED");
    assert_eq!(shop.capture(&other).await.problem().is(), (409, "payment.closed"));
}

#[tokio::test]
async fn a_renewal_starts_at_the_end_of_the_paid_period() {
    let shop = Shop::new().await;
    shop.app.clock.advance_ms(at("2027-01-31T09:00:00Z").0 - NOW.0);
    let id = shop.buy("8_months", "amina@example.com").await;
    assert_eq!(shop.capture(&id).await.ok()["expires_at"], at("2027-09-30T20:59:59Z").iso());
    shop.app.clock.advance_ms(90 * 24 * 3_600_000);
    let second = shop.buy("12_months", "Amina@example.com").await;
    // From the day it began on, the 31st, not from the 30th that September had.
    assert_eq!(shop.capture(&second).await.ok()["expires_at"], at("2028-09-30T20:59:59Z").iso());
    let third = shop.buy("8_months", "amina@example.com").await;
    assert_eq!(shop.capture(&third).await.ok()["expires_at"], at("2029-05-31T20:59:59Z").iso());
    let orders = shop.orders().await;
    assert!(
        orders.windows(2).all(|pair| pair[0].period_until.map(|until| until.plus_ms(1_000)) == pair[1].period_from)
    );
}

#[tokio::test]
async fn the_csp_allows_the_wallets_hosts_on_the_checkout_page_only() {
    let shop = Shop::new().await;
    let served = shop.app.listen().await;
    let (pay, home) = (served.get("/subscribe?step=3").await, served.get("/").await);
    let policy = pay.header("content-security-policy");
    for part in [
        "script-src 'self' 'sha256-",
        "https://*.paypal.com",
        "frame-src https://*.paypal.com",
        "frame-ancestors 'none'",
    ] {
        assert!(policy.contains(part), "{part} in {policy}");
    }
    // The wallet opens a window, which has to find its way back.
    assert_eq!(pay.header("cross-origin-opener-policy"), "same-origin-allow-popups");
    assert!(!home.header("content-security-policy").contains("paypal"));
    assert_eq!(home.header("cross-origin-opener-policy"), "same-origin");
    // Another wallet's script is let in by its own origin alone; without a wallet nobody's.
    let other = TestApp::with(|config| {
        shop.wallet.configure(config);
        config.payments.paypal.as_mut().unwrap().sdk_url = "https://pay.example/sdk.js".into();
    })
    .await;
    let policy = other.listen().await.get("/subscribe").await;
    assert!(
        policy.header("content-security-policy").contains("https://pay.example;")
            && !policy.header("content-security-policy").contains("paypal")
    );
    let none = TestApp::new().await;
    assert_eq!(none.listen().await.get("/subscribe").await.header("cross-origin-opener-policy"), "same-origin");
}
