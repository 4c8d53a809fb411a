mod admin;
mod after_purchase;
mod checkout;
mod earlier_ends;
mod entitlements;
mod faults;
mod poller;
mod pushes;
mod refunds;
mod webhooks;

use std::collections::BTreeMap;

use axum::body::Body;
use axum::http::Method;
use mwanga_store::entities::{account, paid_order};
use mwanga_store::queries;
use mwanga_store::types::{SubscriberStatus, Timestamp};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, Set};

use crate::support::*;

/// A site that sells subscriptions, and the double of its payment provider (the wallet).
struct Shop {
    app: TestApp,
    wallet: WalletDouble,
}

impl Shop {
    async fn new() -> Self {
        Self::with(|_| {}).await
    }

    async fn with(configure: impl FnOnce(&mut mwanga_core::config::Config)) -> Self {
        let wallet = WalletDouble::start().await;
        let app = TestApp::with(|config| {
            wallet.configure(config);
            config.http.rate_limits = false;
            configure(config);
        })
        .await;
        Self { app, wallet }
    }

    async fn ask(&self, buyer: &Caller, plan: &str, email: &str, key: &str) -> Reply {
        let request = json!({ "plan": plan, "payment_method": "paypal", "email": email, "auto_subscribe_all": false });
        buyer.with_header("idempotency-key", key).post("/api/subscriptions/subscribe", request).await
    }

    /// An order of a guest.
    async fn order(&self, plan: &str, email: &str) -> String {
        let key = mwanga_core::secrets::random_token(8);
        payment_id(&self.ask(&self.app.anyone(), plan, email, &key).await)
    }

    async fn capture(&self, id: &str) -> Reply {
        self.app.anyone().post("/api/subscriptions/capture", json!({ "payment_id": id })).await
    }

    /// A complete purchase without faults: order, approval, capture.
    async fn buy(&self, plan: &str, email: &str) -> String {
        let id = self.order(plan, email).await;
        self.wallet.approve(&id);
        self.capture(&id).await.ok();
        id
    }

    /// A reader whose e-mail address is verified.
    async fn reader(&self, email: &str) -> Caller {
        let reader = self.app.reader().await;
        let id: i64 = crate::api::claims(reader.token.as_ref().unwrap())["sub"].as_str().unwrap().parse().unwrap();
        let set = account::ActiveModel {
            email: Set(email.to_owned()),
            email_key: Set(email.to_lowercase()),
            email_verified_at: Set(Some(self.app.core().now())),
            ..Default::default()
        };
        account::Entity::update_many()
            .set(set)
            .filter(account::Column::Id.eq(id))
            .exec(self.app.core().store.writer())
            .await
            .unwrap();
        reader
    }

    async fn status(&self, reader: &Caller) -> Value {
        reader.get("/api/subscriptions/status").await.ok()
    }

    async fn orders(&self) -> Vec<paid_order::Model> {
        paid_order::Entity::find()
            .order_by_asc(paid_order::Column::Id)
            .all(self.app.core().store.reader())
            .await
            .unwrap()
    }

    /// The status of each order, by the wallet's order id.
    async fn order_statuses(&self) -> BTreeMap<String, String> {
        self.orders()
            .await
            .into_iter()
            .map(|order| (order.wallet_order.unwrap_or_default(), order.status.as_str().to_owned()))
            .collect()
    }

    async fn order_status(&self, id: &str) -> String {
        self.order_statuses().await.remove(id).expect("an order of ours")
    }

    /// Sends a message as the wallet does.
    async fn send(&self, (headers, text): &(Vec<(String, String)>, String)) -> Reply {
        let headers: Vec<(&str, &str)> = headers.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        self.app.anyone().send(Method::POST, "/api/webhooks/paypal", Body::from(text.clone()), &headers).await
    }

    fn wait(&self, minutes: i64) {
        self.app.clock.advance_ms(minutes * 60_000);
    }
}

#[track_caller]
fn payment_id(reply: &Reply) -> String {
    let body = reply.ok();
    assert_eq!(body["payment_id"], body["data"]["payment_id"]);
    body["payment_id"].as_str().unwrap().to_owned()
}

fn at(text: &str) -> Timestamp {
    Timestamp::parse(text).unwrap()
}
