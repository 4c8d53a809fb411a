use super::*;

#[tokio::test]
async fn a_receipt_is_mailed_once_and_listed_by_the_api() {
    let shop = Shop::new().await;
    let amina = shop.reader("amina@example.com").await;
    let id = shop.buy("12_months", "amina@example.com").await;
    shop.capture(&id).await.ok();
    shop.wait(3);
    let mails = shop.app.mails_to("amina@example.com").await;
    assert_eq!(mails.len(), 1);
    assert_eq!(mails[0].subject, "Your subscription to Mwanga: receipt 000001");
    for words in [
        "$4.00 for Print + Digital",
        "from 20 November 2026 until 20 November 2027",
        "https://mwanga.example/subscription-status",
    ] {
        assert!(mails[0].text.contains(words), "{words} in {}", mails[0].text);
    }
    let list = amina.get("/api/subscriptions/receipts").await.ok();
    assert_eq!((&list["total"], &list["page"], &list["per_page"]), (&json!(1), &json!(1), &json!(20)));
    assert_eq!(
        list["data"][0],
        json!({
            "number": "000001", "plan": "12_months", "plan_name": "Print + Digital", "price_minor": 400, "currency": "USD", "paid_at": "2026-11-20T09:00:00Z",
            "refunded_at": null, "wallet_reference": WalletDouble::capture_id(&id), "period_from": "2026-11-20T09:00:00Z", "period_until": "2027-11-20T20:59:59Z",
        })
    );
    // A guest is told how to come to it.
    shop.buy("8_months", "guest@example.com").await;
    let mail = shop.app.mails_to("guest@example.com").await.pop().unwrap();
    assert!(
        mail.text.contains("open an account with the same address")
            && mail.text.contains("https://mwanga.example/auth/register")
    );
    shop.wallet.refund(&id);
    shop.send(&shop.wallet.message("PAYMENT.CAPTURE.REFUNDED", &id)).await;
    let mail = shop.app.mails_to("amina@example.com").await.pop().unwrap();
    assert!(mail.subject.contains("$4.00 went back to you") && mail.text.contains("has ended"), "{}", mail.text);
}

#[tokio::test]
async fn reminders_are_mailed_once_14_3_and_0_days_before_the_end() {
    let shop = Shop::new().await;
    shop.buy("8_months", "amina@example.com").await;
    let end = at("2027-07-20T20:59:59Z");
    let subjects = async || -> Vec<String> {
        let mails = shop.app.mails_to("amina@example.com").await;
        mails.into_iter().map(|mail| mail.subject).filter(|subject| subject.contains("ends")).collect()
    };
    let go_to =
        |before_hours: i64| shop.app.clock.advance_ms(end.0 - before_hours * 3_600_000 - shop.app.core().now().0);
    // Seven in the morning of a day is 17 hours before its end.
    go_to(14 * 24 + 18);
    assert!(subjects().await.is_empty());
    let times =
        [(14 * 24 + 16, 1), (13 * 24, 1), (3 * 24 + 18, 1), (3 * 24 + 16, 2), (18, 2), (16, 3), (1, 3), (-5, 3)];
    for (before, count) in times {
        go_to(before);
        assert_eq!(subjects().await.len(), count, "{before} hours before the end");
        assert_eq!(subjects().await.len(), count, "{before} hours before the end, once more");
    }
    let expected = ["in 14 days", "in 3 days", "today"].map(|when| format!("Your subscription to Mwanga ends {when}"));
    assert_eq!(subjects().await, expected);
}

#[tokio::test]
async fn a_new_time_zone_repeats_and_skips_no_reminder() {
    // Seven in Nairobi is 17 hours before the end, in Los Angeles it is later; in Tokyo the last day is the next one.
    for (zone, hours_before_the_end, count) in [("America/Los_Angeles", 16, 2), ("Asia/Tokyo", 1, 3)] {
        let shop = Shop::new().await;
        shop.buy("8_months", "amina@example.com").await;
        let end = at("2027-07-20T20:59:59Z");
        let subjects = async |before_hours: i64| -> Vec<String> {
            shop.app.clock.advance_ms(end.0 - before_hours * 3_600_000 - shop.app.core().now().0);
            let mails = shop.app.mails_to("amina@example.com").await;
            mails.into_iter().map(|mail| mail.subject).filter(|subject| subject.contains("ends")).collect()
        };
        assert!(subjects(14 * 24 + 18).await.is_empty());
        assert_eq!(subjects(13 * 24).await.len(), 1);
        assert_eq!(subjects(50).await.len(), 2);
        shop.app.set_time_zone(zone).await;
        assert_eq!(subjects(hours_before_the_end).await.len(), count, "{zone}");
        let all = subjects(1).await;
        assert_eq!((all.len(), all[2].ends_with("today")), (3, true), "{zone}: {all:?}");
    }
}

#[tokio::test]
async fn a_renewal_moves_the_reminder_and_a_refund_cancels_it() {
    let shop = Shop::new().await;
    shop.buy("8_months", "amina@example.com").await;
    let back = shop.buy("8_months", "juma@example.com").await;
    shop.app.clock.advance_ms(at("2027-07-10T09:00:00Z").0 - NOW.0);
    // Due, and not yet sent when both happen.
    shop.buy("8_months", "amina@example.com").await;
    shop.wallet.refund(&back);
    shop.send(&shop.wallet.message("PAYMENT.CAPTURE.REFUNDED", &back)).await;
    let reminders = async |email: &str| {
        shop.app.mails_to(email).await.into_iter().filter(|mail| mail.subject.contains("ends")).count()
    };
    shop.app.clock.advance_ms(12 * 24 * 3_600_000);
    assert_eq!((reminders("amina@example.com").await, reminders("juma@example.com").await), (0, 0));
    shop.app.clock.advance_ms(at("2028-03-10T09:00:00Z").0 - shop.app.core().now().0);
    assert_eq!(reminders("amina@example.com").await, 1);
}

#[tokio::test]
async fn missed_reminders_are_mailed_once_and_not_after_the_end() {
    let shop = Shop::new().await;
    shop.buy("8_months", "amina@example.com").await;
    shop.buy("12_months", "juma@example.com").await;
    shop.app.run_jobs().await;
    let reminders = async |email: &str| {
        shop.app.mails_to(email).await.into_iter().filter(|mail| mail.subject.contains("ends")).count()
    };
    shop.app.clock.advance_ms(at("2027-07-19T09:00:00Z").0 - NOW.0);
    assert_eq!(reminders("amina@example.com").await, 1, "14 and 3 days are one by now");
    shop.app.clock.advance_ms(at("2027-12-20T09:00:00Z").0 - shop.app.core().now().0);
    assert_eq!(reminders("juma@example.com").await, 0);
}

#[tokio::test]
async fn newsletters_of_a_purchase_need_a_verified_address_or_confirmation() {
    let shop = Shop::new().await;
    let amina = shop.reader("amina@example.com").await;
    let ask = async |buyer: &Caller, email: &str| {
        let request =
            json!({ "plan": "8_months", "payment_method": "paypal", "email": email, "auto_subscribe_all": true });
        let id = payment_id(&buyer.post("/api/subscriptions/subscribe", request).await);
        shop.wallet.approve(&id);
        shop.capture(&id).await.ok();
    };
    let subscriber = async |email: &str| {
        mwanga_store::queries::subscribers::by_email_key(shop.app.core().store.reader(), email).await.unwrap()
    };
    ask(&amina, "amina@example.com").await;
    let row = subscriber("amina@example.com").await.unwrap();
    assert_eq!(row.status.as_str(), "confirmed");
    assert!(
        mwanga_store::queries::subscribers::topics(shop.app.core().store.reader(), row.id).await.unwrap().len() > 20
    );
    // A guest may be anybody.
    ask(&amina, "juma@example.com").await;
    assert_eq!(subscriber("juma@example.com").await.unwrap().status.as_str(), "pending");
    let subjects = async |email: &str| -> Vec<String> {
        shop.app.mails_to(email).await.into_iter().map(|mail| mail.subject).collect()
    };
    let welcomes = |subjects: &[String]| subjects.iter().filter(|subject| *subject == "Welcome to Mwanga").count();
    let mailed = subjects("juma@example.com").await;
    assert!(mailed.iter().any(|subject| subject.contains("Confirm your newsletter")), "{mailed:?}");
    assert_eq!((welcomes(&mailed), welcomes(&subjects("amina@example.com").await)), (0, 1), "{mailed:?}");
    // Nobody asked.
    shop.buy("8_months", "neema@example.com").await;
    assert!(subscriber("neema@example.com").await.is_none());
}

#[tokio::test]
async fn a_purchase_by_others_keeps_the_topics_of_a_subscriber() {
    for double_opt_in in [true, false] {
        let shop = Shop::with(|config| config.mail.double_opt_in = double_opt_in).await;
        shop.app.subscribe("left@example.com", SubscriberStatus::Unsubscribed).await;
        let db = shop.app.core().store.reader();
        let topics = async |email: &str| {
            let row = queries::subscribers::by_email_key(db, email).await.unwrap().unwrap();
            (row.status, queries::subscribers::topics(db, row.id).await.unwrap())
        };
        let left = queries::subscribers::by_email_key(db, "left@example.com").await.unwrap().unwrap();
        queries::subscribers::set_topics(shop.app.core().store.writer(), left.id, &["games"]).await.unwrap();
        for email in ["left@example.com", "new@example.com"] {
            let request =
                json!({ "plan": "8_months", "payment_method": "paypal", "email": email, "auto_subscribe_all": true });
            let id = payment_id(&shop.app.anyone().post("/api/subscriptions/subscribe", request).await);
            shop.wallet.approve(&id);
            shop.capture(&id).await.ok();
        }
        assert_eq!(topics("left@example.com").await.1, ["games"], "double opt-in: {double_opt_in}");
        let (status, all) = topics("new@example.com").await;
        assert_eq!(
            (status, all.len() > 20),
            (if double_opt_in { SubscriberStatus::Pending } else { SubscriberStatus::Confirmed }, true)
        );
    }
}

#[tokio::test]
async fn the_print_address_is_set_by_the_buyer_until_the_owner_sets_it() {
    let shop = Shop::new().await;
    let id = shop.buy("12_months", "amina@example.com").await;
    let code = shop.capture(&id).await.ok()["address_code"].as_str().unwrap().to_owned();
    let address = |name: &str| json!({ "name": name, "line1": " PO Box\n1 ", "city": "Nairobi", "country": "Kenya" });
    let with_code = |name: &str, code: &str| {
        let mut body = address(name);
        body["address_code"] = json!(code);
        body
    };
    let guest = shop.app.anyone();
    let path = "/api/subscriptions/print-address";
    assert_eq!(guest.put(path, address("Amina")).await.problem().is(), (401, "auth.required"));
    assert_eq!(guest.put(path, with_code("Amina", "1-00")).await.problem().is(), (403, "subscription.not_printed"));
    let missing = guest.put(path, json!({ "address_code": code })).await.problem();
    assert_eq!(
        (missing.is(), missing.field_names()),
        ((422, "subscription.invalid"), vec!["city", "country", "line1", "name"])
    );
    let saved = guest.put(path, with_code("Amina", &code)).await.ok();
    assert_eq!(
        (&saved["message"], &saved["print_address"]["line1"]),
        (&json!("Your address is saved."), &json!("PO Box 1"))
    );
    // The same buyer may correct it; the buyer of another order may not.
    guest.put(path, with_code("Amina N.", &code)).await.ok();
    let other = shop.buy("12_months", "amina@example.com").await;
    let other = shop.capture(&other).await.ok()["address_code"].as_str().unwrap().to_owned();
    assert_eq!(guest.put(path, with_code("Somebody", &other)).await.problem().is(), (403, "subscription.address_kept"));

    let amina = shop.reader("amina@example.com").await;
    let status = shop.status(&amina).await;
    assert_eq!((&status["print"], &status["print_address"]["name"]), (&json!(true), &json!("Amina N.")));
    amina.put(path, address("The house of Amina")).await.ok();
    assert_eq!(guest.put(path, with_code("Amina", &code)).await.problem().is(), (403, "subscription.address_kept"));
    let digital = shop.reader("juma@example.com").await;
    shop.buy("8_months", "juma@example.com").await;
    assert_eq!(digital.put(path, address("Juma")).await.problem().is(), (403, "subscription.not_printed"));

    let admin = shop.app.staff(Role::Admin).await;
    shop.buy("12_months", "neema@example.com").await;
    let file = admin.get("/api/admin/subscriptions/addresses/csv").await;
    assert_eq!(file.header("content-disposition"), "attachment; filename=\"print-addresses-2026-11-20.csv\"");
    assert_eq!(
        file.text().lines().skip(1).collect::<Vec<_>>(),
        [
            "\"amina@example.com\",\"The house of Amina\",\"PO Box 1\",\"\",\"Nairobi\",\"\",\"Kenya\",\"\",\"2028-11-20T20:59:59Z\"",
            "\"neema@example.com\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"2027-11-20T20:59:59Z\"",
        ]
    );
    shop.app.clock.advance_ms(at("2027-11-20T20:59:59Z").0 - NOW.0);
    assert_eq!(
        shop.app.staff(Role::Admin).await.get("/api/admin/subscriptions/addresses/csv").await.text().lines().count(),
        2
    );
    assert_eq!(
        guest.put(path, with_code("Amina", &code)).await.problem().is(),
        (403, "subscription.not_printed"),
        "its time is over"
    );
}

#[tokio::test]
async fn print_delivery_begins_at_once_and_lasts_the_months_paid_for_it() {
    let shop = Shop::new().await;
    let amina = shop.reader("amina@example.com").await;
    shop.buy("8_months", "amina@example.com").await;
    shop.buy("12_months", "amina@example.com").await;
    shop.buy("8_months", "amina@example.com").await;
    let status = shop.status(&amina).await;
    assert_eq!((&status["print"], &status["expires_at"]), (&json!(true), &json!("2029-03-20T20:59:59Z")));
    let file = async || {
        shop.app.staff(Role::Admin).await.get("/api/admin/subscriptions/addresses/csv").await.text().to_owned()
    };
    assert!(file().await.contains("\"2027-11-20T20:59:59Z\""), "twelve months of paper, not twenty: {}", file().await);
    shop.app.clock.advance_ms(at("2027-11-20T20:59:59Z").0 - NOW.0);
    let status = shop.status(&shop.reader("amina@example.org").await).await;
    assert_eq!(status["status"], "none");
    assert_eq!(file().await.lines().count(), 1);
}

#[tokio::test]
async fn deleting_an_account_keeps_its_orders_and_deletes_its_print_address() {
    let shop = Shop::new().await;
    let id = shop.buy("12_months", "amina@example.com").await;
    let amina = shop.reader("amina@example.com").await;
    amina
        .put(
            "/api/subscriptions/print-address",
            json!({ "name": "Amina", "line1": "PO Box 1", "city": "Nairobi", "country": "Kenya" }),
        )
        .await
        .ok();
    amina.json(Method::DELETE, "/api/auth/account", &json!({})).await.ok();
    assert_eq!(shop.order_status(&id).await, "captured");
    assert!(
        mwanga_store::queries::subscriptions::get_print_address(shop.app.core().store.reader(), "amina@example.com")
            .await
            .unwrap()
            .is_none()
    );
    // Whoever proves the address again has what was paid for.
    assert_eq!(shop.status(&shop.reader("amina@example.com").await).await["status"], "active");
}

#[tokio::test]
async fn a_subscription_lasts_to_the_end_of_the_day_that_is_said() {
    let shop = Shop::new().await;
    shop.buy("8_months", "amina@example.com").await;
    shop.app.clock.advance_ms(at("2027-07-20T20:58:59Z").0 - NOW.0);
    assert_eq!(shop.status(&shop.reader("amina@example.com").await).await["subscribed"], true);
    shop.app.clock.advance_ms(60_000);
    // Another one with the same address: the first account is gone.
    account::Entity::delete_many().exec(shop.app.core().store.writer()).await.unwrap();
    let status = shop.status(&shop.reader("amina@example.com").await).await;
    assert_eq!(
        (&status["subscribed"], &status["status"], &status["plan"]),
        (&json!(false), &json!("expired"), &json!("8_months"))
    );
}
