//! Payments on a phone: asked once, told once or never, and proven by the operator alone.

use mwanga_core::subscriptions::PollOrders;
use mwanga_jobs::Job;
use mwanga_store::entities::payment_push;
use mwanga_store::types::OrderStatus;
use sea_orm::ConnectionTrait;

use super::*;

const PHONE: &str = "0712 345 678";

/// A site that asks on phones, and the double of the operator.
struct PhoneShop {
    app: TestApp,
    operator: PushDouble,
}

impl PhoneShop {
    async fn new() -> Self {
        let operator = PushDouble::start().await;
        let app = TestApp::with(|config| {
            operator.configure(config);
            config.http.rate_limits = false;
        })
        .await;
        Self { app, operator }
    }

    async fn ask(&self, phone: &str, email: &str, key: &str) -> Reply {
        let wish = json!({ "plan": "8_months", "payment_method": "practice_push", "email": email, "phone": phone });
        self.app.anyone().with_header("idempotency-key", key).post("/api/subscriptions/subscribe", wish).await
    }

    async fn pay(&self) -> String {
        payment_id(&self.ask(PHONE, "amina@example.com", "one").await)
    }

    async fn state(&self, id: &str) -> Value {
        self.app.get(&format!("/api/subscriptions/payments/{id}")).await.ok()["state"].clone()
    }

    /// The operator calls back about a request.
    async fn call_back(&self, id: &str, asked: &AskedPhone) -> StatusCode {
        self.app.anyone().post(&asked.callback, PushDouble::callback(id, asked)).await.status
    }

    /// The person answers, and the operator tells it.
    async fn answer(&self, status: &'static str) {
        let (id, _) = self.operator.one();
        self.operator.answer(&id, status);
        let (id, asked) = self.operator.one();
        assert_eq!(self.call_back(&id, &asked).await, StatusCode::OK);
    }

    async fn order(&self) -> (paid_order::Model, payment_push::Model) {
        let db = self.app.core().store.reader();
        let order = paid_order::Entity::find().one(db).await.unwrap().expect("an order");
        let push = payment_push::Entity::find_by_id(order.id).one(db).await.unwrap().expect("a push");
        (order, push)
    }

    async fn poll_after(&self, seconds: i64) {
        self.app.clock.advance_ms(seconds * 1_000);
        self.app.run_jobs().await;
    }

    async fn doubtful(&self) -> Vec<Value> {
        let admin = self.app.staff(Role::Admin).await;
        let list = admin.get("/api/admin/subscriptions/refused-payments").await.ok();
        list["data"].as_array().unwrap().clone()
    }

    /// Does something while nothing can be written to a table.
    async fn without_table<T>(&self, table: &str, work: impl Future<Output = T>) -> T {
        let db = self.app.core().store.writer();
        db.execute_unprepared(&format!("ALTER TABLE {table} RENAME TO away")).await.unwrap();
        let done = work.await;
        db.execute_unprepared(&format!("ALTER TABLE away RENAME TO {table}")).await.unwrap();
        done
    }
}

#[tokio::test]
async fn plans_list_each_way_to_pay_and_todays_fields_mean_the_first() {
    let (wallet, operator) = (WalletDouble::start().await, PushDouble::start().await);
    let app = TestApp::with(|config| {
        wallet.configure(config);
        operator.configure(config);
    })
    .await;
    let plans = app.get("/api/subscriptions/plans").await.ok();
    let digital = &plans["data"][0];
    assert_eq!((&digital["price_minor"], &digital["currency"]), (&json!(300), &json!("USD")));
    let (paypal, phone) = (
        json!({ "method": "paypal", "currency": "USD", "amount": 300 }),
        json!({ "method": "practice_push", "currency": "KES", "amount": 40_000 }),
    );
    assert_eq!(digital["methods"], json!([paypal, phone]));
    let methods = plans["methods"].as_array().unwrap();
    let seen: Vec<_> = methods.iter().map(|one| (&one["method"], &one["flow"], &one["fields"][0]["name"])).collect();
    let (paypal, redirect, phone) = (json!("paypal"), json!("redirect"), json!("phone"));
    assert_eq!(seen, [(&paypal, &redirect, &Value::Null), (&json!("practice_push"), &json!("push"), &phone)]);
    let none = TestApp::new().await.get("/api/subscriptions/plans").await.ok();
    assert_eq!((&none["data"][0]["methods"], &none["methods"]), (&json!([]), &json!([])));
    assert_eq!(none["data"][0]["price_minor"], 300);
}

#[tokio::test]
async fn what_is_paid_on_the_phone_is_granted_once_and_its_number_is_forgotten() {
    let shop = PhoneShop::new().await;
    let id = shop.pay().await;
    let (request, asked) = shop.operator.one();
    assert_eq!((asked.phone.as_str(), asked.amount_minor), ("254712345678", 40_000));
    let secret = asked.callback.rsplit('/').next().unwrap();
    assert!(secret.len() >= 32 && secret.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b)), "{secret}");
    let path = format!("/api/subscriptions/payments/{id}");
    let reply = shop.app.get(&path).await;
    assert_eq!(reply.header("cache-control"), "no-store");
    let waiting = reply.ok();
    assert_eq!((&waiting["state"], &waiting["reason"]), (&json!("waiting"), &Value::Null));
    assert_eq!(waiting["until"], "2026-11-20T09:01:30Z");
    let capture = async || shop.app.anyone().post("/api/subscriptions/capture", json!({ "payment_id": id })).await;
    assert_eq!(capture().await.problem().is(), (409, "payment.pending"));
    // Neither the operator's id nor another one is a payment's.
    for other in [request.as_str(), "x", secret] {
        let reply = shop.app.get(&format!("/api/subscriptions/payments/{other}")).await;
        assert_eq!(reply.problem().is(), (404, "payment.unknown"), "{other}");
    }
    shop.answer("paid").await;
    shop.app.run_jobs().await;
    let paid = shop.app.get(&path).await.ok();
    let (message, until) = ("Phone payment successful!", "2027-07-20T20:59:59Z");
    assert_eq!(paid, json!({ "state": "paid", "reason": null, "message": message, "until": until }));
    let bought = capture().await.ok();
    assert_eq!(
        (&bought["message"], &bought["email"]),
        (&json!("Phone payment successful!"), &json!("amina@example.com"))
    );
    // Told again, once more after days, and asked again: it is one payment.
    for _ in 0..2 {
        let (id, asked) = shop.operator.one();
        assert_eq!(shop.call_back(&id, &asked).await, StatusCode::OK);
        shop.app.run_jobs().await;
        shop.app.clock.advance_ms(48 * 3_600_000);
    }
    let (order, push) = shop.order().await;
    assert_eq!((order.status, order.wallet_order.as_deref()), (OrderStatus::Captured, Some(request.as_str())));
    assert_eq!((push.phone_key, push.phone_end.as_str(), push.waiting_since), (None, "", None));
    let signals = queries::orders::list_signals(shop.app.core().store.reader(), order.id).await.unwrap();
    assert_eq!(signals.iter().filter(|signal| signal.message == "called back").count(), 1, "{signals:?}");
    assert_eq!(shop.operator.calls("push"), 1);
    assert_eq!(shop.doubtful().await, Vec::<Value>::new());
    // A refund is the provider's too.
    let admin = shop.app.staff(Role::Admin).await;
    let list = admin.get("/api/admin/subscriptions").await.ok();
    let refund = format!("/api/admin/subscriptions/{}/refund", list["data"][0]["id"]);
    admin.post(&refund, json!({})).await.ok();
    assert_eq!(shop.state(&id).await, "failed");
}

#[tokio::test]
async fn what_is_not_paid_on_the_phone_says_why_and_a_repeated_request_asks_nobody() {
    for (status, reason) in [("cancelled", "cancelled"), ("no_money", "no_money"), ("no_answer", "no_answer")] {
        let shop = PhoneShop::new().await;
        let id = shop.pay().await;
        shop.answer(status).await;
        shop.app.run_jobs().await;
        let failed = shop.app.get(&format!("/api/subscriptions/payments/{id}")).await.ok();
        assert_eq!((&failed["state"], &failed["reason"]), (&json!("failed"), &json!(reason)));
        assert!(failed["message"].as_str().unwrap().ends_with("Nothing was charged."), "{failed}");
        assert_eq!(shop.pay().await, id, "who repeats the request hears of the same payment");
        assert_eq!(shop.operator.calls("push"), 1);
        // Another request is another order.
        assert_ne!(payment_id(&shop.ask(PHONE, "amina@example.com", "two").await), id);
        assert_eq!(shop.operator.calls("push"), 2);
    }
}

#[tokio::test]
async fn a_phone_is_asked_for_one_payment_at_a_time() {
    let shop = PhoneShop::new().await;
    for wrong in ["", "12345", "0812 345 678", "+44 7700 900000"] {
        let problem = shop.ask(wrong, "amina@example.com", "wrong").await.problem();
        assert_eq!((problem.is(), problem.field_names()), ((422, "subscription.invalid"), vec!["phone"]), "{wrong}");
    }
    let replies = futures_util::future::join_all(
        ["a@example.com", "b@example.com", "c@example.com"].map(|email| shop.ask("+254712345678", email, email)),
    )
    .await;
    let (asked, refused): (Vec<_>, Vec<_>) = replies.iter().partition(|reply| reply.status.is_success());
    assert_eq!((asked.len(), refused.len()), (1, 2));
    assert!(refused.iter().all(|reply| reply.problem().is() == (409, "payment.waiting")));
    assert_eq!(shop.operator.calls("push"), 1);
    shop.ask("0110 000 002", "zuri@example.com", "other").await.ok();
    assert_eq!(shop.operator.calls("push"), 2, "another phone is free");
    // A double press of one request is one payment.
    let ask = || shop.ask("0110 000 003", "juma@example.com", "press");
    let (first, second) = tokio::join!(ask(), ask());
    for reply in [first, second] {
        assert!(reply.status.is_success() || reply.problem().is() == (409, "request.in_progress"));
    }
    assert_eq!(shop.operator.calls("push"), 3);
    // After the wait both are unclear, and the phone is free.
    shop.poll_after(120).await;
    shop.ask(PHONE, "d@example.com", "later").await.ok();
}

#[tokio::test]
async fn a_callback_before_the_answer_to_the_push_gives_the_order_its_request() {
    for fault in [PushFault::HangsAfter, PushFault::StatusAfter(502), PushFault::GarbageAfter] {
        let shop = PhoneShop::new().await;
        shop.operator.fail_at("push", &[fault]);
        let id = shop.pay().await;
        assert_eq!(shop.state(&id).await, "waiting", "{fault:?}");
        assert_eq!(shop.pay().await, id);
        shop.answer("paid").await;
        shop.app.run_jobs().await;
        assert_eq!((shop.state(&id).await, shop.operator.calls("push")), (json!("paid"), 1), "{fault:?}");
    }
}

#[tokio::test]
async fn a_push_whose_answer_and_callback_are_lost_is_unclear_within_two_minutes_and_never_repeated() {
    for fault in [PushFault::HangsBefore, PushFault::HangsAfter, PushFault::Status(503), PushFault::Garbage] {
        let shop = PhoneShop::new().await;
        shop.operator.fail_at("push", &[fault]);
        let id = shop.pay().await;
        for _ in 0..8 {
            assert_eq!(shop.state(&id).await, "waiting", "{fault:?}");
            shop.poll_after(10).await;
        }
        assert_eq!(shop.doubtful().await.len(), 0);
        for _ in 0..4 {
            shop.poll_after(10).await;
        }
        let told = shop.app.get(&format!("/api/subscriptions/payments/{id}")).await.ok();
        assert_eq!((&told["state"], &told["reason"]), (&json!("unclear"), &Value::Null), "{fault:?}");
        assert!(told["message"].as_str().unwrap().contains("Please do not pay again"), "{told}");
        let listed = shop.doubtful().await;
        assert_eq!((listed.len(), &listed[0]["status"]), (1, &json!("unclear")), "{fault:?}");
        let note = listed[0]["note"].as_str().unwrap();
        assert!(note.contains("400.00 KES") && note.contains("ends in 678") && !note.contains("712345"), "{note}");
        shop.poll_after(43_200).await;
        assert_eq!((shop.pay().await, shop.operator.calls("push")), (id.clone(), 1), "{fault:?}: nobody asks again");
        // Whoever paid all the same gets it, when the operator tells at last.
        if let Some((request, _)) = shop.operator.asked().pop() {
            shop.operator.answer(&request, "paid");
            let (request, asked) = shop.operator.one();
            assert_eq!(shop.call_back(&request, &asked).await, StatusCode::OK);
            shop.app.run_jobs().await;
            assert_eq!((shop.state(&id).await, shop.doubtful().await.len()), (json!("paid"), 0), "{fault:?}");
        }
    }
}

#[tokio::test]
async fn waiting_ends_even_while_no_job_runs_and_the_operator_says_nothing() {
    let shop = PhoneShop::new().await;
    let id = shop.pay().await;
    shop.app.clock.advance_ms(119_000);
    assert_eq!(shop.state(&id).await, "waiting");
    shop.app.clock.advance_ms(1_000);
    assert_eq!(shop.state(&id).await, "unclear");
    shop.operator.fail_at("find", &[PushFault::Status(500)]);
    shop.app.run_jobs().await;
    assert_eq!(shop.doubtful().await.len(), 1, "a request that waits, too");
    let (request, _) = shop.operator.one();
    shop.operator.answer(&request, "no_answer");
    shop.poll_after(3_600).await;
    shop.poll_after(3_600).await;
    assert_eq!((shop.state(&id).await, shop.doubtful().await.len()), (json!("failed"), 0));
}

#[tokio::test]
async fn a_phone_that_was_never_asked_says_so_at_once_and_is_free() {
    for status in [400, 401, 404, 422, 429] {
        let shop = PhoneShop::new().await;
        shop.operator.fail_at("push", &[PushFault::Status(status)]);
        let id = shop.pay().await;
        let failed = shop.app.get(&format!("/api/subscriptions/payments/{id}")).await.ok();
        assert_eq!((&failed["state"], &failed["reason"]), (&json!("failed"), &json!("not_sent")), "{status}");
        assert_ne!(payment_id(&shop.ask(PHONE, "amina@example.com", "two").await), id);
        assert_eq!(shop.operator.asked().len(), 1, "{status}");
    }
}

#[tokio::test]
async fn an_order_keeps_its_first_request_and_a_second_is_shown_to_administrators() {
    // The callback names another request than the answer did: both may be paid.
    let shop = PhoneShop::new().await;
    shop.operator.fail_at("push", &[PushFault::OtherId("firstrequest")]);
    let id = shop.pay().await;
    let (second, _) = shop.operator.one();
    shop.answer("paid").await;
    shop.app.run_jobs().await;
    let (order, push) = shop.order().await;
    assert_eq!((order.wallet_order.as_deref(), push.second_request), (Some("firstrequest"), Some(second.clone())));
    let listed = shop.doubtful().await;
    assert_eq!(listed.len(), 1);
    assert!(listed[0]["note"].as_str().unwrap().contains(&second), "{listed:?}");
    shop.poll_after(120).await;
    assert_eq!(shop.state(&id).await, "unclear");
    assert_eq!(shop.operator.calls("push"), 1);

    // One that belongs to another order stays there.
    let shop = PhoneShop::new().await;
    let first = shop.pay().await;
    let (request, asked) = shop.operator.one();
    let other = payment_id(&shop.ask("0110 000 002", "zuri@example.com", "two").await);
    let foreign = shop.operator.asked().into_iter().find(|(id, _)| *id != request).unwrap().1;
    shop.operator.answer(&request, "paid");
    assert_eq!(shop.call_back(&request, &foreign).await, StatusCode::OK);
    shop.app.run_jobs().await;
    assert_eq!(shop.state(&other).await, "waiting", "what another phone paid grants nothing");
    assert_eq!(shop.call_back(&request, &asked).await, StatusCode::OK);
    shop.app.run_jobs().await;
    assert_eq!((shop.state(&first).await, shop.state(&other).await), (json!("paid"), json!("waiting")));
    assert_eq!(shop.doubtful().await.len(), 1);
}

#[tokio::test]
async fn a_second_request_after_the_first_came_to_nothing_is_unclear() {
    let shop = PhoneShop::new().await;
    let id = shop.pay().await;
    let (_, asked) = shop.operator.one();
    shop.answer("cancelled").await;
    shop.app.run_jobs().await;
    assert_eq!(shop.state(&id).await, "failed");
    assert_eq!(shop.call_back("another", &asked).await, StatusCode::OK);
    shop.app.run_jobs().await;
    shop.poll_after(3_600).await;
    assert_eq!((shop.state(&id).await, shop.doubtful().await.len()), (json!("unclear"), 1));
}

#[tokio::test]
async fn callbacks_are_believed_at_the_address_of_their_order_alone_and_never_about_money() {
    let shop = PhoneShop::new().await;
    let id = shop.pay().await;
    let (request, mut asked) = shop.operator.one();
    let (path, secret) = asked.callback.rsplit_once('/').unwrap();
    let body = json!({ "request_id": request, "status": "paid", "amount_minor": 40_000 });
    for wrong in [
        format!("{path}/{}", "0".repeat(secret.len())),
        format!("{path}/{}", secret.to_uppercase()),
        format!("{path}/x"),
        format!("/api/webhooks/paypal/{secret}"),
    ] {
        let reply = shop.app.anyone().post(&wrong, body.clone()).await;
        assert_eq!(reply.problem().is(), (404, "not_found"), "{wrong}");
    }
    for garbage in [json!({}), json!([]), json!({ "request_id": "" }), json!({ "request_id": "../x" })] {
        assert_eq!(shop.app.anyone().post(&asked.callback, garbage).await.status, StatusCode::BAD_REQUEST);
    }
    // It says paid, and nobody paid.
    asked.status = "paid";
    assert_eq!(shop.call_back(&request, &asked).await, StatusCode::OK);
    shop.app.run_jobs().await;
    assert_eq!(shop.state(&id).await, "waiting");
    // It was paid, and another amount is told.
    shop.operator.answer(&request, "paid");
    asked.amount_minor = 100;
    assert_eq!(shop.call_back(&request, &asked).await, StatusCode::OK);
    shop.app.run_jobs().await;
    assert_eq!((shop.state(&id).await, shop.order().await.0.status), (json!("unclear"), OrderStatus::Refused));
    assert_eq!(shop.doubtful().await.len(), 1);
}

#[tokio::test]
async fn a_write_that_fails_at_any_step_pushes_once_at_most_and_what_is_paid_is_granted() {
    // Before anything: nothing is asked, and the key is free.
    let shop = PhoneShop::new().await;
    let reply = shop.without_table("payment_push", shop.ask(PHONE, "amina@example.com", "one")).await;
    assert!(reply.status.is_server_error() && shop.operator.calls("push") == 0);
    let id = shop.pay().await;
    // What the operator tells cannot be written: it is not answered as written.
    shop.operator.answer(&shop.operator.one().0, "paid");
    let (request, asked) = shop.operator.one();
    let status = shop.without_table("order_signal", shop.call_back(&request, &asked)).await;
    assert!(status.is_server_error(), "{status}");
    // The poller asks all the same; what came of it cannot be written at first.
    shop.app.clock.advance_ms(10_000);
    let _ = shop.without_table("subscription", PollOrders {}.run(shop.app.core().clone())).await;
    assert_eq!(shop.state(&id).await, "waiting");
    for _ in 0..3 {
        shop.poll_after(10).await;
    }
    assert_eq!((shop.state(&id).await, shop.operator.calls("push")), (json!("paid"), 1));

    // The answer to the push cannot be written: the callback brings the request's id.
    let shop = PhoneShop::new().await;
    let reply = shop.without_table("order_signal", shop.ask(PHONE, "amina@example.com", "one")).await;
    assert!(reply.status.is_server_error() && shop.operator.calls("push") == 1);
    let id = shop.pay().await;
    assert_eq!(shop.order().await.0.wallet_order, None);
    shop.answer("paid").await;
    shop.app.run_jobs().await;
    assert_eq!((shop.state(&id).await, shop.operator.calls("push")), (json!("paid"), 1));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_process_that_ends_at_any_call_to_the_operator_pushes_once() {
    for fault in [PushFault::HangsBefore, PushFault::HangsAfter] {
        let shop = PhoneShop::new().await;
        shop.operator.fail_at("push", &[fault]);
        let ask = {
            let caller = shop.app.anyone().with_header("idempotency-key", "one");
            let (method, email) = ("practice_push", "amina@example.com");
            let wish = json!({ "plan": "8_months", "payment_method": method, "email": email, "phone": PHONE });
            tokio::spawn(async move { caller.post("/api/subscriptions/subscribe", wish).await })
        };
        until("the operator is asked", || shop.operator.calls("push") == 1).await;
        ask.abort();
        let id = shop.pay().await;
        assert_eq!((shop.state(&id).await, shop.operator.calls("push")), (json!("waiting"), 1), "{fault:?}");
        shop.app.clock.advance_ms(10_000);
        if let Some((request, _)) = shop.operator.asked().pop() {
            shop.operator.answer(&request, "paid");
            let (request, asked) = shop.operator.one();
            assert_eq!(shop.call_back(&request, &asked).await, StatusCode::OK);
            // The poll ends while it asks.
            shop.operator.fail_at("find", &[PushFault::HangsBefore]);
            let before = shop.operator.calls("find");
            let run = tokio::spawn(PollOrders {}.run(shop.app.core().clone()));
            until("the operator is asked", || shop.operator.calls("find") > before).await;
            run.abort();
            let _ = run.await;
            PollOrders {}.run(shop.app.core().clone()).await.unwrap();
            assert_eq!(shop.state(&id).await, "paid");
        } else {
            for _ in 0..3 {
                shop.poll_after(40).await;
            }
            assert_eq!(shop.state(&id).await, "unclear");
        }
        assert_eq!(shop.operator.calls("push"), 1, "{fault:?}");
        shop.app.run_jobs().await;
    }
}

#[tokio::test]
async fn an_order_that_was_never_pushed_ends_and_frees_its_phone() {
    let shop = PhoneShop::new().await;
    // The process ended between the order and the push.
    shop.pay().await;
    let set = payment_push::ActiveModel { waiting_since: Set(None), ..Default::default() };
    let db = shop.app.core().store.writer();
    payment_push::Entity::update_many().set(set).exec(db).await.unwrap();
    let set = paid_order::ActiveModel { wallet_order: Set(None), ..Default::default() };
    paid_order::Entity::update_many().set(set).exec(db).await.unwrap();
    for _ in 0..7 {
        shop.poll_after(10).await;
    }
    let (order, push) = shop.order().await;
    assert_eq!((order.status, push.phone_key), (OrderStatus::Expired, None));
    assert_eq!(shop.doubtful().await, Vec::<Value>::new());
}

#[tokio::test]
async fn a_provider_that_hangs_delays_no_other() {
    let (wallet, operator) = (WalletDouble::start().await, PushDouble::start().await);
    let app = TestApp::with(|config| {
        wallet.configure(config);
        operator.configure(config);
        config.http.rate_limits = false;
    })
    .await;
    let shop = PhoneShop { app, operator };
    for n in 0..4 {
        let wish = json!({ "plan": "8_months", "payment_method": "paypal", "email": format!("buyer-{n}@example.com") });
        shop.app.anyone().post("/api/subscriptions/subscribe", wish).await.ok();
    }
    wallet.go_away(true);
    shop.operator.fail_at("push", &[PushFault::Status(500)]);
    shop.pay().await;
    for _ in 0..12 {
        shop.poll_after(10).await;
    }
    assert_eq!(shop.doubtful().await.len(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_servers_push_an_order_once_and_a_phone_once() {
    let operator = PushDouble::start().await;
    let (here, there) = TestApp::two_nodes_with(|config| {
        operator.configure(config);
        config.http.rate_limits = false;
    })
    .await;
    let ask = async |app: &TestApp, email: &str, key: &str| {
        let wish = json!({ "plan": "8_months", "payment_method": "practice_push", "email": email, "phone": PHONE });
        app.anyone().with_header("idempotency-key", key).post("/api/subscriptions/subscribe", wish).await
    };
    let (first, second) = tokio::join!(ask(&here, "amina@example.com", "one"), ask(&there, "amina@example.com", "one"));
    for reply in [&first, &second] {
        let is_refused = || ["request.in_progress", "payment.waiting"].contains(&reply.problem().is().1);
        assert!(reply.status.is_success() || is_refused(), "{}", reply.text());
    }
    let (third, fourth) = tokio::join!(ask(&here, "b@example.com", "b"), ask(&there, "c@example.com", "c"));
    assert_eq!([third, fourth].map(|reply| reply.problem().is().1.to_owned()), ["payment.waiting", "payment.waiting"]);
    assert_eq!(operator.calls("push"), 1);
    let id = payment_id(if first.status.is_success() { &first } else { &second });
    let (request, _) = operator.one();
    operator.answer(&request, "paid");
    let (request, asked) = operator.one();
    let body = PushDouble::callback(&request, &asked);
    let tell = async |app: &TestApp| app.anyone().post(&asked.callback, body.clone()).await;
    let (one, two) = tokio::join!(tell(&here), tell(&there));
    assert_eq!((one.status, two.status), (StatusCode::OK, StatusCode::OK));
    here.run_jobs().await;
    there.run_jobs().await;
    assert_eq!(there.get(&format!("/api/subscriptions/payments/{id}")).await.ok()["state"], "paid");
    assert_eq!(here.staff(Role::Admin).await.get("/api/admin/subscriptions").await.ok()["total"], 1);
}

#[tokio::test]
async fn a_request_that_the_operator_has_forgotten_is_unclear_and_not_unpaid() {
    let shop = PhoneShop::new().await;
    let id = shop.pay().await;
    shop.operator.forget(&shop.operator.one().0);
    for _ in 0..12 {
        shop.poll_after(10).await;
    }
    assert_eq!((shop.state(&id).await, shop.doubtful().await.len()), (json!("unclear"), 1));
}
