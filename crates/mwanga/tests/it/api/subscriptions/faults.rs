//! The wallet goes wrong in every way, at every call.

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
async fn buys(faults: &[(&'static str, Vec<WalletFault>)]) {
    let shop = Shop::new().await;
    for (call, faults) in faults {
        shop.wallet.fail_at(call, faults);
    }
    let guest = shop.app.anyone();
    let mut made = None;
    for _ in 0..5 {
        let reply = shop.ask(&guest, "8_months", "amina@example.com", "one").await;
        if reply.status.is_success() {
            made = Some(payment_id(&reply));
            break;
        }
        assert_eq!(reply.problem().is(), (503, "payments.unavailable"), "{faults:?}");
        assert!(reply.header("retry-after").parse::<u32>().is_ok());
    }
    let id = made.unwrap_or_else(|| panic!("no order after {faults:?}"));
    assert_eq!(shop.wallet.all().len(), 1, "{faults:?}: one order at the wallet");
    shop.wallet.approve(&id);
    let first = shop.capture(&id).await;
    if !first.status.is_success() {
        assert_eq!(first.problem().is(), (503, "payments.unavailable"), "{faults:?}");
        // The buyer goes away, and the poller comes.
        for _ in 0..4 {
            shop.wait(6);
            shop.app.run_jobs().await;
        }
    }
    assert_eq!((shop.stand(&id).await.as_str(), shop.wallet.charges(&id)), ("captured", 1), "{faults:?}");
    assert_eq!(shop.status(&shop.reader("amina@example.com").await).await["status"], "active", "{faults:?}");
}

#[tokio::test]
async fn any_one_fault_at_any_call_charges_once_and_grants() {
    for fault in FAULTS {
        for call in ["key", "create", "order", "capture"] {
            if !(call == "key" && fault == WalletFault::ForgetsKeys) {
                buys(&[(call, vec![fault])]).await;
            }
        }
    }
}

#[tokio::test]
async fn faults_in_a_row_charge_once_and_grant() {
    use WalletFault::{CutAfter, CutBefore, Garbage, Status, StatusAfter};
    for faults in [
        vec![CutAfter; 3],
        vec![StatusAfter(500); 3],
        vec![CutBefore, StatusAfter(500), CutAfter],
        vec![Status(503); 7],
        vec![Garbage; 2],
    ] {
        buys(&[("capture", faults.clone())]).await;
        buys(&[("create", faults.clone()), ("capture", faults.clone()), ("order", faults)]).await;
    }
}

#[tokio::test]
async fn a_wallet_that_hangs_keeps_nobody_waiting_for_long_and_the_money_is_ours_once() {
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
        let id_known = shop.stand(&id).await;
        assert_eq!(id_known, "capturing");
        if fault == WalletFault::HangsAfter {
            shop.wait(2);
            shop.app.run_jobs().await;
            assert_eq!((shop.stand(&id).await.as_str(), shop.wallet.charges(&id)), ("captured", 1));
        }
    }
}

#[tokio::test]
async fn a_wallet_that_does_not_take_our_secret_is_said_without_it() {
    let wallet = WalletDouble::start().await;
    let app = TestApp::with(|config| {
        wallet.configure(config);
        config.paypal.as_mut().unwrap().secret = "hunter2".into();
    })
    .await;
    let wish = json!({ "plan": "8_months", "payment_method": "paypal", "email": "amina@example.com" });
    let reply = app.anyone().post("/api/subscriptions/subscribe", wish).await;
    assert_eq!(reply.problem().is(), (503, "payments.unavailable"));
    assert!(!reply.text().contains("hunter2"));
}

#[tokio::test]
async fn the_key_is_asked_for_once() {
    let shop = Shop::new().await;
    for n in 0..3 {
        shop.buy("8_months", &format!("reader{n}@example.com")).await;
    }
    assert_eq!(shop.wallet.calls("key"), 1);
}

#[tokio::test]
async fn pages_and_posts_go_on_without_the_wallet() {
    let shop = Shop::new().await;
    shop.wallet.go_away(true);
    assert_eq!(shop.app.get("/").await.status, StatusCode::OK);
    assert_eq!(shop.app.get("/api/subscriptions/plans").await.status, StatusCode::OK);
    let reader = shop.reader("amina@example.com").await;
    assert_eq!(shop.status(&reader).await["status"], "none");
}
