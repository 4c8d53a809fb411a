//! Fault injection: the wallet fails in every way, at every call.

use super::*;

const FAULTS: [WalletFault; 9] = [
    WalletFault::CutBefore,
    WalletFault::CutAfter,
    WalletFault::Status(500),
    WalletFault::StatusAfter(502),
    WalletFault::Status(503),
    // Another call with the same request id is under way.
    WalletFault::Status(409),
    WalletFault::TooMany,
    WalletFault::ForgetsKeys,
    WalletFault::Slow(300),
];

/// Buys with these faults, coming back as a browser does until the wallet has said something, or at last the poller
/// has.
async fn buy_with_faults(faults: &[(&'static str, Vec<WalletFault>)]) {
    let shop = Shop::new().await;
    for (call, faults) in faults {
        shop.wallet.fail_at(call, faults);
    }
    let guest = shop.app.anyone();
    let mut order_id = None;
    for _ in 0..5 {
        let reply = shop.ask(&guest, "8_months", "amina@example.com", "one").await;
        if reply.status.is_success() {
            order_id = Some(payment_id(&reply));
            break;
        }
        assert_eq!(reply.problem().is(), (503, "payments.unavailable"), "{faults:?}");
        assert!(reply.header("retry-after").parse::<u32>().is_ok());
    }
    let id = order_id.unwrap_or_else(|| panic!("no order after {faults:?}"));
    assert_eq!(shop.wallet.all().len(), 1, "{faults:?}: one order at the wallet");
    shop.wallet.approve(&id);
    let first = shop.capture(&id).await;
    if !first.status.is_success() {
        assert_eq!(first.problem().is(), (503, "payments.unavailable"), "{faults:?}");
        // The buyer leaves, and the poller finishes the order.
        for _ in 0..4 {
            shop.wait(6);
            shop.app.run_jobs().await;
        }
    }
    assert_eq!((shop.order_status(&id).await.as_str(), shop.wallet.charges(&id)), ("captured", 1), "{faults:?}");
    assert_eq!(shop.status(&shop.reader("amina@example.com").await).await["status"], "active", "{faults:?}");
}

#[tokio::test]
async fn any_single_fault_at_any_wallet_call_charges_once_and_grants() {
    for fault in FAULTS {
        for call in ["key", "create", "order", "capture"] {
            if !(call == "key" && fault == WalletFault::ForgetsKeys) {
                buy_with_faults(&[(call, vec![fault])]).await;
            }
        }
    }
}

#[tokio::test]
async fn repeated_faults_of_the_wallet_charge_once_and_grant() {
    use WalletFault::{CutAfter, CutBefore, Garbage, Status, StatusAfter};
    for faults in [
        vec![CutAfter; 3],
        vec![StatusAfter(500); 3],
        vec![CutBefore, StatusAfter(500), CutAfter],
        vec![Status(503); 7],
        vec![Garbage; 2],
    ] {
        buy_with_faults(&[("capture", faults.clone())]).await;
        buy_with_faults(&[("create", faults.clone()), ("capture", faults.clone()), ("order", faults)]).await;
    }
}

#[tokio::test]
async fn a_hanging_wallet_answers_503_in_time_and_is_charged_once() {
    for fault in [WalletFault::HangsBefore, WalletFault::HangsAfter] {
        let shop = Shop::new().await;
        let id = shop.order("8_months", "amina@example.com").await;
        shop.wallet.approve(&id);
        shop.wallet.fail_at("capture", &[fault; 9]);
        let began = std::time::Instant::now();
        assert_eq!(shop.capture(&id).await.problem().is(), (503, "payments.unavailable"));
        assert!(began.elapsed() < std::time::Duration::from_secs(12), "{:?}", began.elapsed());
        shop.wallet.fail_at("order", &[]);
        // It has had enough of that.
        let status = shop.order_status(&id).await;
        assert_eq!(status, "capturing");
        if fault == WalletFault::HangsAfter {
            shop.wait(2);
            shop.app.run_jobs().await;
            assert_eq!((shop.order_status(&id).await.as_str(), shop.wallet.charges(&id)), ("captured", 1));
        }
    }
}

#[tokio::test]
async fn rejected_wallet_credentials_answer_503_without_the_secret() {
    let wallet = WalletDouble::start().await;
    let app = TestApp::with(|config| {
        wallet.configure(config);
        config.payments.paypal.as_mut().unwrap().secret = "hunter2".into();
    })
    .await;
    let request = json!({ "plan": "8_months", "payment_method": "paypal", "email": "amina@example.com" });
    let reply = app.anyone().post("/api/subscriptions/subscribe", request).await;
    assert_eq!(reply.problem().is(), (503, "payments.unavailable"));
    assert!(!reply.text().contains("hunter2"));
}

#[tokio::test]
async fn the_access_token_of_the_wallet_is_fetched_once() {
    let shop = Shop::new().await;
    for n in 0..3 {
        shop.buy("8_months", &format!("reader{n}@example.com")).await;
    }
    assert_eq!(shop.wallet.calls("key"), 1);
}

#[tokio::test]
async fn pages_and_plans_are_served_while_the_wallet_is_down() {
    let shop = Shop::new().await;
    shop.wallet.go_away(true);
    assert_eq!(shop.app.get("/").await.status, StatusCode::OK);
    assert_eq!(shop.app.get("/api/subscriptions/plans").await.status, StatusCode::OK);
    let reader = shop.reader("amina@example.com").await;
    assert_eq!(shop.status(&reader).await["status"], "none");
}
