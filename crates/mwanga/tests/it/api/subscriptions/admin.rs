use super::*;

fn emails(list: &Value) -> Vec<&str> {
    list["data"].as_array().unwrap().iter().map(|entry| entry["email"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn subscriptions_are_listed_newest_first_and_paged_by_cursor() {
    let shop = Shop::new().await;
    for n in 0..7 {
        shop.buy(if n % 2 == 0 { "8_months" } else { "12_months" }, &format!("Reader{n}@example.com")).await;
    }
    let admin = shop.app.staff(Role::Admin).await;
    let first = admin.get("/api/admin/subscriptions?per_page=3").await.ok();
    assert_eq!(
        (emails(&first), &first["total"]),
        (vec!["Reader6@example.com", "Reader5@example.com", "Reader4@example.com"], &json!(7))
    );
    shop.buy("8_months", "late@example.com").await;
    let next = |list: &Value| format!("/api/admin/subscriptions?per_page=3&after={}", list["next"].as_str().unwrap());
    let second = admin.get(&next(&first)).await.ok();
    assert_eq!(
        (emails(&second), &second["total"]),
        (vec!["Reader3@example.com", "Reader2@example.com", "Reader1@example.com"], &json!(8))
    );
    let third = admin.get(&next(&second)).await.ok();
    assert_eq!((emails(&third), &third["next"]), (vec!["Reader0@example.com"], &Value::Null));
    assert_eq!(
        emails(&admin.get("/api/admin/subscriptions?per_page=3&page=3").await.ok()),
        ["Reader1@example.com", "Reader0@example.com"]
    );
    for query in ["?after=here", "?page=0", "?per_page=101", "?status=lost", "?plan=1_month"] {
        assert_eq!(
            admin.get(&format!("/api/admin/subscriptions{query}")).await.problem().is(),
            (400, "request.invalid_query"),
            "{query}"
        );
    }
    // Who buys again stands there once.
    shop.buy("8_months", "late@example.com").await;
    assert_eq!(admin.get("/api/admin/subscriptions").await.ok()["total"], 8);
}

#[tokio::test]
async fn subscriptions_are_filtered_by_email_status_and_plan() {
    let shop = Shop::new().await;
    let back = shop.buy("12_months", "amina@example.com").await;
    shop.wallet.refund(&back);
    shop.send(&shop.wallet.message("PAYMENT.CAPTURE.REFUNDED", &back)).await;
    shop.app.run_jobs().await;
    shop.buy("8_months", "Amani@example.com").await;
    shop.app.clock.advance_ms(300 * 24 * 3_600_000);
    shop.buy("12_months", "ben@example.com").await;
    shop.buy("8_months", "amos@example.com").await;
    let admin = shop.app.staff(Role::Admin).await;
    for (query, found) in [
        ("q=AM", vec!["Amani@example.com", "amina@example.com", "amos@example.com"]),
        ("q=mina", vec![]),
        ("status=active", vec!["amos@example.com", "ben@example.com"]),
        ("status=expired", vec!["Amani@example.com"]),
        ("status=refunded", vec!["amina@example.com"]),
        ("plan=12_months", vec!["ben@example.com", "amina@example.com"]),
        ("q=am&status=active", vec!["amos@example.com"]),
    ] {
        let list = admin.get(&format!("/api/admin/subscriptions?{query}")).await.ok();
        assert_eq!((emails(&list), list.get("total")), (found, None), "{query}");
    }
    let first = admin.get("/api/admin/subscriptions?q=am&per_page=1").await.ok();
    let rest =
        admin.get(&format!("/api/admin/subscriptions?q=am&after={}", first["next"].as_str().unwrap())).await.ok();
    assert_eq!(emails(&rest), ["amina@example.com", "amos@example.com"]);
    let file = shop.app.staff(Role::Admin).await.get("/api/admin/subscriptions/csv?q=am").await;
    assert_eq!(file.text().lines().count(), 4);
    assert!(file.text().contains("\"amina@example.com\",\"\",\"Print + Digital\",\"refunded\""), "{}", file.text());
}

#[tokio::test]
async fn a_subscription_lists_its_orders_and_their_log_entries() {
    let shop = Shop::new().await;
    shop.reader("amina@example.com").await;
    let declined = shop.order("8_months", "amina@example.com").await;
    shop.wallet.approve_without_money(&declined);
    shop.capture(&declined).await.problem();
    let id = shop.buy("8_months", "Amina@example.com").await;
    let admin = shop.app.staff(Role::Admin).await;
    let seen = admin.get("/api/admin/subscriptions/1").await.ok();
    assert_eq!(
        (&seen["email"], &seen["user"]["email"], &seen["refundable"]),
        (&json!("Amina@example.com"), &json!("amina@example.com"), &json!(true))
    );
    assert_eq!(
        (&seen["last_payment"]["wallet_order"], &seen["last_payment"]["price_minor"]),
        (&json!(id), &json!(300))
    );
    let orders = seen["orders"].as_array().unwrap();
    assert_eq!(
        orders.iter().map(|order| order["status"].as_str().unwrap()).collect::<Vec<_>>(),
        ["captured", "created"]
    );
    assert_eq!(orders[0]["plan_name"], "Digital");
    assert_eq!(orders[1]["signals"][0]["said"], "the wallet declined it");
    assert_eq!(
        (&orders[0]["signals"][0]["source"], &orders[0]["signals"][0]["status"]),
        (&json!("browser"), &json!("captured"))
    );
    assert_eq!(admin.get("/api/admin/subscriptions/99").await.problem().is(), (404, "subscription.not_found"));
}

#[tokio::test]
async fn editors_see_masked_addresses_of_subscribers() {
    let shop = Shop::new().await;
    let register = json!({ "email": "amina@example.com", "password": "a lamp in the window" });
    shop.app.anyone().post("/api/auth/register-user", register).await.ok();
    shop.buy("8_months", "amina@example.com").await;
    let (admin, editor) = (shop.app.staff(Role::Admin).await, shop.app.staff(Role::Editor).await);
    let list = "/api/admin/subscriptions";
    let id = admin.get(list).await.ok()["data"][0]["id"].clone();
    let one = format!("{list}/{id}");
    for path in
        [list, &one, "/api/admin/subscriptions/refused-payments", "/api/admin/subscriptions?q=amina@example.com"]
    {
        let seen = editor.get(path).await.ok().to_string();
        assert!(!seen.contains("amina"), "{path}: {seen}");
    }
    assert_eq!(emails(&editor.get(list).await.ok()), ["a…@example.com"]);
    assert_eq!(emails(&admin.get(list).await.ok()), ["amina@example.com"]);
    for (query, found) in [("amina@example.com", 1), ("AMINA@example.com", 1), ("am", 0), ("amina@example.co", 0)] {
        let listed = editor.get(&format!("{list}?q={query}")).await.ok();
        assert_eq!(emails(&listed).len(), found, "{query}");
    }
}
