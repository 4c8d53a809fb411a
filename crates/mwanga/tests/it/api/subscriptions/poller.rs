use mwanga_core::subscriptions::PollOrders;
use mwanga_jobs::Job;

use super::*;

const HOUR: i64 = 60;

#[tokio::test]
async fn the_poller_captures_approved_orders_and_expires_unpaid_ones() {
    let shop = Shop::new().await;
    let (paid, open) =
        (shop.order("8_months", "amina@example.com").await, shop.order("8_months", "juma@example.com").await);
    shop.wait(2);
    shop.app.run_jobs().await;
    assert_eq!(
        (shop.order_status(&paid).await.as_str(), shop.order_status(&open).await.as_str()),
        ("created", "created")
    );
    // The buyer agrees late, and closes the browser.
    shop.wait(20);
    shop.wallet.approve(&paid);
    shop.wait(6);
    shop.app.run_jobs().await;
    assert_eq!((shop.order_status(&paid).await.as_str(), shop.wallet.charges(&paid)), ("captured", 1));
    // After the wallet's own limit nobody can pay any more, and nobody asks.
    shop.wait(74 * HOUR);
    shop.app.run_jobs().await;
    assert_eq!(shop.order_status(&open).await, "expired");
    let asked = shop.wallet.calls("order");
    shop.wait(24 * HOUR);
    shop.app.run_jobs().await;
    assert_eq!(shop.wallet.calls("order"), asked);
    assert_eq!(shop.capture(&open).await.problem().is(), (409, "payment.closed"));
}

#[tokio::test]
async fn orders_unknown_to_the_wallet_expire_and_free_their_key() {
    let shop = Shop::new().await;
    let id = payment_id(&shop.ask(&shop.app.anyone(), "8_months", "amina@example.com", "one").await);
    shop.wallet.forget(&id);
    shop.wallet.fail_at("create", &[WalletFault::Status(500); 3]);
    shop.ask(&shop.app.anyone(), "8_months", "juma@example.com", "k").await.problem();
    shop.wait(10);
    shop.app.run_jobs().await;
    assert!(shop.orders().await.iter().all(|order| order.status.as_str() == "created"), "too early to say");
    shop.wait(4 * HOUR);
    shop.app.run_jobs().await;
    assert!(
        shop.orders().await.iter().all(|order| order.status.as_str() == "expired" && order.next_check_at.is_none())
    );
    assert_eq!(shop.wallet.calls("create"), 4, "nobody makes an order that nobody can pay");
    assert_ne!(
        payment_id(&shop.ask(&shop.app.anyone(), "8_months", "amina@example.com", "one").await),
        id,
        "its key is free"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_poll_aborted_in_a_wallet_call_is_retried_by_the_next_run() {
    let shop = Shop::new().await;
    let id = shop.order("8_months", "amina@example.com").await;
    shop.wallet.approve(&id);
    // An order of some days is asked about each hour.
    shop.wait(48 * HOUR);
    for call in ["order", "capture"] {
        shop.wallet.fail_at(call, &[WalletFault::HangsAfter]);
        let before = shop.wallet.calls(call);
        let run = tokio::spawn(PollOrders {}.run(shop.app.core().clone()));
        until("the wallet is asked", || shop.wallet.calls(call) > before).await;
        run.abort();
        assert!(run.await.is_err());
    }
    // The next run polls it at once.
    PollOrders {}.run(shop.app.core().clone()).await.unwrap();
    assert_eq!((shop.order_status(&id).await.as_str(), shop.wallet.charges(&id)), ("captured", 1));
    shop.app.run_jobs().await;
}

#[tokio::test]
async fn a_failing_order_does_not_block_the_polling_of_others() {
    let shop = Shop::new().await;
    for n in 0..6 {
        let id = shop.order("8_months", &format!("reader{n}@example.com")).await;
        shop.wallet.approve(&id);
    }
    shop.wait(2);
    // As often as one call is tried: one order, whichever is asked about first.
    shop.wallet.fail_at("order", &[WalletFault::Status(500); 3]);
    shop.app.run_jobs().await;
    let captured = async || shop.order_statuses().await.values().filter(|status| *status == "captured").count();
    assert_eq!((captured().await, shop.wallet.calls("order")), (5, 3 + 5), "it is not asked about again and again");
    shop.wait(1);
    shop.app.run_jobs().await;
    assert_eq!(captured().await, 6);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_nodes_rarely_poll_the_same_order() {
    const ORDERS: usize = 30;
    let wallet = WalletDouble::start().await;
    let (first, second) = TestApp::two_nodes_with(|config| {
        wallet.configure(config);
        config.http.rate_limits = false;
    })
    .await;
    for n in 0..ORDERS {
        let request = json!({ "plan": "8_months", "payment_method": "paypal", "email": format!("r{n}@example.com") });
        first.anyone().post("/api/subscriptions/subscribe", request).await.ok();
    }
    let store = &first.core().store;
    let set = paid_order::ActiveModel { next_check_at: Set(Some(first.core().now())), ..Default::default() };
    paid_order::Entity::update_many().set(set).exec(store.writer()).await.unwrap();
    wallet.fail_at("order", &[WalletFault::Slow(20); 2 * ORDERS]);
    let runs = [first.core().clone(), second.core().clone()].map(|core| tokio::spawn(PollOrders {}.run(core)));
    for run in runs {
        run.await.unwrap().unwrap();
    }
    let asked = wallet.calls("order");
    assert!((ORDERS..ORDERS * 3 / 2).contains(&asked), "{asked} questions about {ORDERS} orders");
}

#[tokio::test]
async fn orders_are_polled_until_an_unavailable_wallet_is_back() {
    let shop = Shop::new().await;
    let mut ids = Vec::new();
    for n in 0..5 {
        ids.push(shop.order("8_months", &format!("reader{n}@example.com")).await);
    }
    for id in &ids {
        shop.wallet.approve(id);
    }
    shop.wallet.go_away(true);
    // Longer than any job is tried.
    for _ in 0..3 {
        shop.wait(13 * HOUR);
        shop.app.run_jobs().await;
    }
    assert!(shop.order_statuses().await.values().all(|status| status == "created" || status == "capturing"));
    shop.wallet.go_away(false);
    for _ in 0..3 {
        shop.wait(7 * HOUR);
        shop.app.run_jobs().await;
    }
    for id in &ids {
        assert_eq!((shop.order_status(id).await.as_str(), shop.wallet.charges(id)), ("captured", 1));
    }
}

#[tokio::test]
async fn the_poller_notices_a_refund_without_a_webhook() {
    let shop = Shop::new().await;
    let id = shop.buy("8_months", "amina@example.com").await;
    shop.wait(10 * 24 * HOUR);
    shop.app.run_jobs().await;
    assert_eq!(shop.order_status(&id).await, "captured");
    shop.wallet.refund(&id);
    shop.wait(8 * 24 * HOUR);
    shop.app.run_jobs().await;
    assert_eq!(shop.order_status(&id).await, "refunded");
    assert_eq!(shop.status(&shop.reader("amina@example.com").await).await["status"], "refunded");
}

#[tokio::test]
async fn concurrent_captures_on_two_nodes_charge_once() {
    let wallet = WalletDouble::start().await;
    let (first, second) = TestApp::two_nodes_with(|config| {
        wallet.configure(config);
        config.http.rate_limits = false;
    })
    .await;
    for round in 0..5 {
        let request =
            json!({ "plan": "8_months", "payment_method": "paypal", "email": format!("r{round}@example.com") });
        let id = payment_id(&first.anyone().post("/api/subscriptions/subscribe", request).await);
        wallet.approve(&id);
        let ask = |node: &TestApp| {
            let (caller, id) = (node.anyone(), id.clone());
            async move { caller.post("/api/subscriptions/capture", json!({ "payment_id": id })).await }
        };
        let replies =
            futures_util::future::join_all((0..8).map(|n| ask(if n % 2 == 0 { &first } else { &second }))).await;
        let mut granted = 0;
        for reply in replies {
            match reply.status {
                StatusCode::OK => granted += 1,
                _ => assert_eq!(reply.status, StatusCode::SERVICE_UNAVAILABLE, "{}", reply.text()),
            }
        }
        assert!(granted > 0);
        assert_eq!(wallet.charges(&id), 1);
    }
}
