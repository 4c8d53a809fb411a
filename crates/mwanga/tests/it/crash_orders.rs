//! kill -9 while orders are made and paid: whoever is charged is charged once and has what they paid for.

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
async fn whoever_is_charged_is_charged_once_and_has_what_they_paid_for() {
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
        let (tell, mut told) = mpsc::unbounded_channel();
        let buyers: Vec<_> = (0..BUYERS)
            .map(|buyer| {
                let (url, wallet, tell) = (server.url.clone(), wallet.clone(), tell.clone());
                tokio::spawn(buy(url, wallet, format!("{round}-{buyer}"), tell))
            })
            .collect();
        drop(tell);
        let mut answered = 0;
        while let Some(id) = told.recv().await {
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
    store.writer().execute_unprepared("UPDATE paid_order SET next_check_at = 1 WHERE status IN ('created', 'capturing')").await.unwrap();
    PollOrders {}.enqueue(store.writer(), Timestamp(1)).await.unwrap();
    let server = serve(&site, &wallet).await;
    let settled = async || {
        let orders = paid_order::Entity::find().all(store.reader()).await.unwrap();
        let approved = wallet.approved();
        orders.iter().filter(|order| order.wallet_order.as_ref().is_some_and(|id| approved.contains(id))).all(|order| order.status == OrderStatus::Captured)
    };
    let patience = tokio::time::Instant::now() + Duration::from_secs(60);
    while !settled().await {
        assert!(tokio::time::Instant::now() < patience, "approved orders are not settled");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let orders = paid_order::Entity::find().all(store.reader()).await.unwrap();
    let by_wallet: BTreeMap<String, &paid_order::Model> = orders.iter().filter_map(|order| Some((order.wallet_order.clone()?, order))).collect();
    let active: Vec<String> = subscription::Entity::find().all(store.reader()).await.unwrap().into_iter().map(|row| row.email_key).collect();
    for (id, charges) in wallet.all() {
        assert!(charges <= 1, "{id} was charged {charges} times");
        if charges == 1 {
            let order = by_wallet.get(&id).unwrap_or_else(|| panic!("{id} was charged and is not ours"));
            assert!(order.status == OrderStatus::Captured && active.contains(&order.email_key), "{id} was charged, and is {:?}", order.status);
        }
    }
    for id in &acknowledged {
        assert_eq!((wallet.charges(id), by_wallet[id].status), (1, OrderStatus::Captured), "{id} was acknowledged");
    }
    drop(server);
    store.close().await.unwrap();
}

/// Buys one subscription after another until the server is gone, and tells of each that was acknowledged.
async fn buy(url: String, wallet: Arc<WalletDouble>, name: String, tell: mpsc::UnboundedSender<String>) {
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    for n in 0.. {
        let wish = json!({ "plan": "8_months", "payment_method": "paypal", "email": format!("buyer-{name}-{n}@example.com"), "auto_subscribe_all": true });
        let made = client.post(format!("{url}/api/subscriptions/subscribe")).header("idempotency-key", format!("{name}-{n}")).json(&wish).send().await;
        let Ok(made) = made else { return };
        let Ok(made) = made.json::<Value>().await else { return };
        let id = made["payment_id"].as_str().unwrap_or_else(|| panic!("{made}")).to_owned();
        wallet.approve(&id);
        let bought = client.post(format!("{url}/api/subscriptions/capture")).json(&json!({ "payment_id": id })).send().await;
        let Ok(bought) = bought else { return };
        let status = bought.status();
        if bought.bytes().await.is_err() {
            return;
        }
        assert!(status.is_success(), "{status}");
        let _ = tell.send(id);
    }
}
