//! kill -9 while orders are created, paid and refunded: whoever is charged is charged once and has what they paid for,
//! and money goes back once.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use mwanga_core::subscriptions::PollOrders;
use mwanga_jobs::Job;
use mwanga_store::entities::{paid_order, subscription};
use mwanga_store::types::{OrderStatus, Timestamp};
use mwanga_store::{ConnectionTrait, Store, StoreOptions};
use sea_orm::EntityTrait;
use tokio::sync::mpsc;

use crate::support::*;

const ROUNDS: u32 = 4;
const BUYERS: u32 = 4;

async fn serve(site: &Site, wallet: &WalletDouble) -> Binary {
    let mut command = site.command(&["serve"]);
    command.env("MWANGA_LEASE_S", "2").env("MWANGA_RATE_LIMITS", "off").env("RUST_LOG", "error");
    for (name, value) in wallet.variables() {
        command.env(name, value);
    }
    Binary::start(command).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_kill_9_every_buyer_is_charged_once_and_has_access() {
    let (site, wallet) = (Site::new().await, Arc::new(WalletDouble::start().await));
    // By wallet's name of the order: payments that were acknowledged.
    let mut acknowledged: Vec<String> = Vec::new();
    for round in 0..ROUNDS {
        // The wallet takes its time, so that the end comes between a call and its answer.
        let slow: Vec<WalletFault> = (0..200).map(|n| WalletFault::Slow(5 + (n * 37) % 60)).collect();
        for call in ["create", "capture", "order"] {
            wallet.fail_at(call, &slow);
        }
        let mut server = serve(&site, &wallet).await;
        let (sender, mut receiver) = mpsc::unbounded_channel();
        let buyers: Vec<_> = (0..BUYERS)
            .map(|buyer| {
                let (url, wallet, sender) = (server.url.clone(), wallet.clone(), sender.clone());
                tokio::spawn(buy(url, wallet, format!("{round}-{buyer}"), sender))
            })
            .collect();
        drop(sender);
        let mut answered = 0;
        while let Some(id) = receiver.recv().await {
            acknowledged.push(id);
            answered += 1;
            if answered == 6 + round * 3 {
                server.child.start_kill().expect("it still runs");
            }
        }
        for buyer in buyers {
            buyer.await.unwrap();
        }
        server.child.wait().await.unwrap();
    }
    assert!(acknowledged.len() >= 24, "{}", acknowledged.len());

    // The minute passes after which the wallet is asked.
    let store = Store::open(&StoreOptions { url: site.database.url.clone(), readers: 1 }).await.unwrap();
    store
        .writer()
        .execute_unprepared("UPDATE paid_order SET next_check_at = 1 WHERE status IN ('created', 'capturing')")
        .await
        .unwrap();
    PollOrders {}.enqueue(store.writer(), Timestamp(1)).await.unwrap();
    let server = serve(&site, &wallet).await;
    let settled = async || {
        let orders = paid_order::Entity::find().all(store.reader()).await.unwrap();
        let approved = wallet.approved();
        orders
            .iter()
            .filter(|order| order.wallet_order.as_ref().is_some_and(|id| approved.contains(id)))
            .all(|order| order.status == OrderStatus::Captured)
    };
    let patience = tokio::time::Instant::now() + Duration::from_secs(60);
    while !settled().await {
        assert!(tokio::time::Instant::now() < patience, "approved orders are not settled");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let orders = paid_order::Entity::find().all(store.reader()).await.unwrap();
    let by_wallet: BTreeMap<String, &paid_order::Model> =
        orders.iter().filter_map(|order| Some((order.wallet_order.clone()?, order))).collect();
    let active: Vec<String> =
        subscription::Entity::find().all(store.reader()).await.unwrap().into_iter().map(|row| row.email_key).collect();
    for (id, charges) in wallet.all() {
        assert!(charges <= 1, "{id} was charged {charges} times");
        if charges == 1 {
            let order = by_wallet.get(&id).unwrap_or_else(|| panic!("{id} was charged and is not ours"));
            assert!(
                order.status == OrderStatus::Captured && active.contains(&order.email_key),
                "{id} was charged, and is {:?}",
                order.status
            );
        }
    }
    for id in &acknowledged {
        assert_eq!((wallet.charges(id), by_wallet[id].status), (1, OrderStatus::Captured), "{id} was acknowledged");
    }
    drop(server);
    store.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_kill_9_every_refund_is_paid_once_and_ends_its_subscription() {
    let (site, wallet) = (Site::new().await, Arc::new(WalletDouble::start().await));
    assert!(site.make_admin("amina@example.com", "a lamp in the window").await.status.success());
    let mut server = serve(&site, &wallet).await;
    let mut orders = Vec::new();
    for n in 0..9 {
        let request =
            json!({ "plan": "8_months", "payment_method": "paypal", "email": format!("buyer-{n}@example.com") });
        let id = server.post("/api/subscriptions/subscribe", None, &request).await.ok()["payment_id"]
            .as_str()
            .unwrap()
            .to_owned();
        wallet.approve(&id);
        server.post("/api/subscriptions/capture", None, &json!({ "payment_id": id })).await.ok();
        orders.push(id);
    }
    let login = json!({ "email": "amina@example.com", "password": "a lamp in the window" });
    let token = server.post("/api/auth/admin/login", None, &login).await.ok()["token"].as_str().unwrap().to_owned();

    // Every third at the wallet itself, which tells us until we say that we heard it; the others by the administrator.
    let messages: BTreeMap<usize, _> = (0..orders.len())
        .filter(|n| n % 3 == 0)
        .map(|n| (n, wallet.message("PAYMENT.CAPTURE.REFUNDED", &orders[n])))
        .collect();
    for n in messages.keys() {
        wallet.refund(&orders[*n]);
    }
    let mut acknowledged = vec![false; orders.len()];
    for round in 0..4 {
        let slow: Vec<WalletFault> = (0..100).map(|n| WalletFault::Slow(20 + (n * 37) % 80)).collect();
        for call in ["refund", "captured", "verify"] {
            wallet.fail_at(call, &slow);
        }
        let before = wallet.calls("refund");
        let asked = (0..orders.len()).filter(|n| !acknowledged[*n]).map(|n| {
            let client = reqwest::Client::builder().no_proxy().build().unwrap();
            let request = match messages.get(&n) {
                Some((headers, text)) => headers
                    .iter()
                    .fold(client.post(format!("{}/api/webhooks/paypal", server.url)), |request, (name, value)| {
                        request.header(name, value)
                    })
                    .body(text.clone()),
                None => client
                    .post(format!("{}/api/admin/subscriptions/{}/refund", server.url, n + 1))
                    .bearer_auth(&token)
                    .json(&json!({})),
            };
            tokio::spawn(async move { (n, request.send().await.is_ok_and(|reply| reply.status().is_success())) })
        });
        let asked: Vec<_> = asked.collect();
        let last = round == 3;
        if !last {
            while wallet.calls("refund") == before && asked.iter().any(|asked| !asked.is_finished()) {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            tokio::time::sleep(Duration::from_millis(40 * round)).await;
            server.child.start_kill().expect("it still runs");
        }
        for asked in asked {
            let (n, done) = asked.await.unwrap();
            acknowledged[n] |= done;
        }
        if !last {
            server.child.wait().await.unwrap();
            server = serve(&site, &wallet).await;
        }
    }

    // The day passes after which the wallet is asked.
    let store = Store::open(&StoreOptions { url: site.database.url.clone(), readers: 1 }).await.unwrap();
    let known = async || paid_order::Entity::find().all(store.reader()).await.unwrap();
    let patience = tokio::time::Instant::now() + Duration::from_secs(60);
    while known().await.iter().any(|order| order.status != OrderStatus::Refunded) {
        assert!(tokio::time::Instant::now() < patience, "money that went back is not known");
        store
            .writer()
            .execute_unprepared("UPDATE paid_order SET next_check_at = 1 WHERE status IN ('captured', 'refunding')")
            .await
            .unwrap();
        PollOrders {}.enqueue(store.writer(), Timestamp(1)).await.unwrap();
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    for id in &orders {
        assert_eq!((wallet.charges(id), wallet.refunds(id)), (1, 1), "{id}");
    }
    let left = subscription::Entity::find().all(store.reader()).await.unwrap();
    assert!(left.iter().all(|row| row.status == mwanga_store::types::SubscriptionState::Refunded));
    drop(server);
    store.close().await.unwrap();
}

/// Buys one subscription after another until the server is gone, and tells of each that was acknowledged.
async fn buy(url: String, wallet: Arc<WalletDouble>, name: String, sender: mpsc::UnboundedSender<String>) {
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    for n in 0.. {
        let request = json!({ "plan": "8_months", "payment_method": "paypal", "email": format!("buyer-{name}-{n}@example.com"), "auto_subscribe_all": true });
        let made = client
            .post(format!("{url}/api/subscriptions/subscribe"))
            .header("idempotency-key", format!("{name}-{n}"))
            .json(&request)
            .send()
            .await;
        let Ok(made) = made else { return };
        let Ok(made) = made.json::<Value>().await else { return };
        let id = made["payment_id"].as_str().unwrap_or_else(|| panic!("{made}")).to_owned();
        wallet.approve(&id);
        let bought =
            client.post(format!("{url}/api/subscriptions/capture")).json(&json!({ "payment_id": id })).send().await;
        let Ok(bought) = bought else { return };
        let status = bought.status();
        if bought.bytes().await.is_err() {
            return;
        }
        assert!(status.is_success(), "{status}");
        let _ = sender.send(id);
    }
}
