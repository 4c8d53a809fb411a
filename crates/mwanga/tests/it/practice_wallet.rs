//! The practice wallet: a payment provider simulated by the process itself, tested in the real binary.

use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::support::*;

async fn serve(site: &Site, variables: &[(&str, &str)]) -> Binary {
    let mut command = site.command(&["serve"]);
    for (name, value) in variables {
        command.env(name, value);
    }
    Binary::start(command).await
}

async fn order(server: &Binary, email: &str) -> String {
    let wish = json!({ "plan": "8_months", "payment_method": "paypal", "email": email });
    server.post("/api/subscriptions/subscribe", None, &wish).await.ok()["payment_id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn the_practice_wallet_approves_declines_refunds_and_survives_restarts() {
    let site = Site::new().await;
    assert!(site.make_admin("amina@example.com", "a lamp in the window").await.status.success());
    let server = serve(&site, &[]).await;
    let wallet = server.get("/api/subscriptions/plans").await.ok()["wallet"].clone();
    assert!(wallet["note"].as_str().unwrap().contains("no money moves"), "{wallet}");
    let script = server.get("/practice-wallet/sdk/js").await;
    assert!(script.header("content-type").starts_with("text/javascript") && script.text().contains("No money moves"));

    let id = order(&server, "amina@example.com").await;
    let payer = format!("/practice-wallet/payer/{id}");
    assert_eq!(server.get(&payer).await.ok()["value"], "3.00");
    let capture =
        async |server: &Binary| server.post("/api/subscriptions/capture", None, &json!({ "payment_id": id })).await;
    assert_eq!(capture(&server).await.problem().is(), (409, "payment.not_approved"));
    server.post(&payer, None, &json!({ "declines": true })).await;
    assert_eq!(capture(&server).await.problem().is(), (402, "payment.declined"));
    server.post(&payer, None, &json!({})).await;
    let bought = capture(&server).await.ok();
    // What the site asks needs the secret that only this process knows.
    for path in ["/v2/checkout/orders/1", "/v2/payments/captures/1"] {
        assert_eq!(server.get(&format!("/practice-wallet{path}")).await.status, StatusCode::UNAUTHORIZED);
    }
    server.terminate().await;

    let server = serve(&site, &[]).await;
    assert_eq!(capture(&server).await.ok()["expires_at"], bought["expires_at"]);
    let login = json!({ "email": "amina@example.com", "password": "a lamp in the window" });
    let token = server.post("/api/auth/admin/login", None, &login).await.ok()["token"].as_str().unwrap().to_owned();
    let refunded = server.post("/api/admin/subscriptions/1/refund", Some(&token), &json!({})).await.ok();
    assert_eq!(refunded["subscription"]["status"], "refunded");
}

#[tokio::test]
async fn subscriptions_of_the_demo_are_seen_by_their_reader_and_refunded_once() {
    let site = Site::demo().await;
    let server = site.serve().await;
    let token = async |path: &str, email: &str, password: &str| {
        let reply = server.post(path, None, &json!({ "email": email, "password": password })).await.ok();
        reply["token"].as_str().unwrap().to_owned()
    };
    let reader = token("/api/auth/login-user", "reader@example.com", "mwanga-demo-reader").await;
    let status = async || server.get_as("/api/subscriptions/status", &reader).await.ok();
    let seen = status().await;
    assert_eq!((&seen["status"], &seen["plan"], &seen["print"]), (&json!("active"), &json!("12_months"), &json!(true)));
    let receipts = server.get_as("/api/subscriptions/receipts", &reader).await.ok();
    assert_eq!((&receipts["total"], &receipts["data"][0]["price_minor"]), (&json!(1), &json!(400)));
    let admin = token("/api/auth/admin/login", "admin@example.com", "mwanga-demo-admin").await;
    let list = server.get_as("/api/admin/subscriptions", &admin).await.ok();
    let of = |email: &str| {
        let rows = list["data"].as_array().unwrap();
        rows.iter().find(|row| row["email"] == email).unwrap_or_else(|| panic!("{list}")).clone()
    };
    assert_eq!((&of("halima@example.com")["status"], list["total"].as_u64()), (&json!("refunded"), Some(6)));
    let refund = async |email: &str| {
        let path = format!("/api/admin/subscriptions/{}/refund", of(email)["id"]);
        server.post(&path, Some(&admin), &json!({})).await
    };
    refund("reader@example.com").await.ok();
    assert_eq!(status().await["status"], "refunded");
    refund("kiprono@example.com").await.ok();
    assert_eq!(refund("halima@example.com").await.status, StatusCode::CONFLICT);
}

#[tokio::test]
async fn the_practice_wallet_is_off_in_production_and_with_paypal() {
    let production = [
        ("MWANGA_ENV", "production"),
        ("MWANGA_BASE_URL", "https://news.example"),
        ("MWANGA_CONTACT_EMAIL", "desk@news.example"),
        ("MWANGA_CONTACT_PHONE", "+254 20 555 0101"),
    ];
    let paypal = [("PAYPAL_CLIENT_ID", "us"), ("PAYPAL_SECRET", "hunter2"), ("PAYPAL_BASE_URL", "http://127.0.0.1:9")];
    for (variables, available) in [(&production[..], false), (&paypal[..], true)] {
        let site = Site::new().await;
        let server = serve(&site, variables).await;
        let wallet = &server.get("/api/subscriptions/plans").await.ok()["wallet"];
        assert_eq!((&wallet["available"], &wallet["note"]), (&json!(available), &json!("")));
        // As any page that there is none of.
        assert_eq!(server.get("/practice-wallet/sdk/js").await.status, StatusCode::FOUND);
        assert_eq!(
            server.post("/practice-wallet/v1/oauth2/token", None, &json!({})).await.status,
            StatusCode::METHOD_NOT_ALLOWED
        );
    }
}

/// A request over a connection of its own, with headers that clients of the suite would not send.
async fn raw(server: &Binary, request: &str, host: &str, headers: &str, body: &str) -> (u16, String) {
    let address = server.url.trim_start_matches("http://");
    let mut connection = tokio::net::TcpStream::connect(address).await.unwrap();
    let length = body.len();
    let head = format!(
        "{request} HTTP/1.1\r\nHost: {host}\r\n{headers}Connection: close\r\nContent-Type: application/json\r\n\
         Content-Length: {length}\r\n\r\n{body}"
    );
    connection.write_all(head.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    connection.read_to_end(&mut answer).await.unwrap();
    let answer = String::from_utf8_lossy(&answer).into_owned();
    (answer.split(' ').nth(1).unwrap().parse().unwrap(), answer)
}

#[tokio::test]
async fn conveniences_of_development_answer_this_machine_alone() {
    let site = Site::new().await;
    let log = site.folder.path().join("log");
    let server = Binary::start_logging(site.command(&["serve"]), &log).await;
    let code = server.set_up_code().expect("a set-up code").to_owned();
    let here = server.url.trim_start_matches("http://").to_owned();
    let wish = json!({ "plan": "8_months", "payment_method": "paypal", "email": "amina@example.com" }).to_string();
    let register =
        json!({ "email": "amina@example.com", "password": "a lamp in the window", "setup_code": code }).to_string();
    let doctor = async || String::from_utf8(site.run(&["doctor"]).await.stdout).unwrap();
    assert!(!doctor().await.contains("proxy leads"));
    let id = order(&server, "amina@example.com").await;
    let strangers = [
        ("news.example", ""),
        (&*here, "X-Forwarded-For: 192.0.2.1\r\n"),
        (&*here, "X-Forwarded-Proto: https\r\n"),
        (&*here, "Forwarded: for=192.0.2.1\r\n"),
        (&*here, "Via: 1.1 proxy\r\n"),
        (&*here, "X-Real-IP: 192.0.2.1\r\n"),
        (&*here, "Origin: https://news.example\r\n"),
    ];
    // Once with nothing in memory, and once with what the developer looked at.
    for _ in 0..2 {
        for (host, headers) in strangers {
            for path in
                ["/practice-wallet/sdk/js", &format!("/practice-wallet/payer/{id}"), "/_mails", "/_mails/0", "/_styles"]
            {
                let (status, answer) = raw(&server, &format!("GET {path}"), host, headers, "").await;
                assert_eq!(status, 302, "{path} {host} {headers}: {answer}");
            }
            let (status, _) = raw(&server, &format!("POST /practice-wallet/payer/{id}"), host, headers, "{}").await;
            assert_eq!(status, 405, "{host} {headers}");
            let (_, plans) = raw(&server, "GET /api/subscriptions/plans", host, headers, "").await;
            assert!(plans.contains("\"available\":false") && !plans.contains("ractice"), "{host} {headers}: {plans}");
            let capture = json!({ "payment_id": id }).to_string();
            for (path, body) in [("subscribe", &wish), ("capture", &capture)] {
                let (_, answer) = raw(&server, &format!("POST /api/subscriptions/{path}"), host, headers, body).await;
                assert!(answer.contains("payments.not_set_up"), "{path} {host} {headers}: {answer}");
            }
            let (status, answer) = raw(&server, "POST /api/auth/admin/register", host, headers, &register).await;
            assert_eq!(status, 403, "{host} {headers}: {answer}");
        }
        for path in ["/practice-wallet/sdk/js", "/_mails", "/_mails/0", "/_styles"] {
            assert_eq!(server.get(path).await.status, StatusCode::OK, "{path}");
        }
    }
    let told = std::fs::read_to_string(&log).unwrap();
    assert_eq!(told.matches("a proxy leads requests here (x-forwarded-for)").count(), 1, "{told}");
    // It is written down beside the answers.
    let named = async { while !doctor().await.contains("A proxy leads requests here (x-forwarded-for)") {} };
    tokio::time::timeout(Duration::from_secs(20), named).await.expect("the doctor names it");
    server.post("/api/auth/admin/register", None, &serde_json::from_str(&register).unwrap()).await.ok();
}

#[tokio::test]
async fn passwords_of_the_demo_are_good_neither_through_a_proxy_nor_where_development_is_not_said() {
    let site = Site::demo().await;
    let log = site.folder.path().join("log");
    let server = Binary::start_logging(site.command(&["serve"]), &log).await;
    let here = server.url.trim_start_matches("http://").to_owned();
    let strangers = [("news.example", ""), (&*here, "X-Forwarded-For: 192.0.2.1\r\n"), (&*here, "Via: 1.1 proxy\r\n")];
    let sign_in = async |server: &Binary, host: &str, headers: &str, path: &str, email: &str, password: &str| {
        let body = json!({ "email": email, "password": password }).to_string();
        raw(server, &format!("POST /api/auth/{path}"), host, headers, &body).await
    };
    for (host, headers) in strangers {
        for (email, password, _) in mwanga_demo::ACCOUNTS {
            for (path, email) in [("admin/login", email), ("login-user", email), ("login-user", &email.to_uppercase())]
            {
                let (status, answer) = sign_in(&server, host, headers, path, email, password).await;
                assert!(status == 401 && answer.contains("auth.invalid"), "{path} {email}: {answer}");
            }
        }
    }
    let told = std::fs::read_to_string(&log).unwrap();
    assert_eq!(told.matches("a sign-in as admin@example.com was refused").count(), 1, "{told}");

    // A newsroom that tries the demo on its own network says so.
    let (email, known, _) = mwanga_demo::ACCOUNTS[1];
    let said = Site::demo().await;
    let trial = serve(&said, &[("MWANGA_ENV", "development")]).await;
    for (headers, expected) in [("", 200), (strangers[1].1, 401), (strangers[2].1, 401)] {
        let (status, answer) = sign_in(&trial, "newsroom.test", headers, "admin/login", email, known).await;
        assert_eq!(status, expected, "{headers}: {answer}");
    }

    let (email, known, _) = mwanga_demo::ACCOUNTS[0];
    let login = json!({ "email": email, "password": known });
    let token = server.post("/api/auth/admin/login", None, &login).await.ok()["token"].as_str().unwrap().to_owned();
    let own = "a lamp in the window";
    let change = json!({ "current_password": known, "password": own });
    server.post("/api/auth/password", Some(&token), &change).await.ok();
    let (status, answer) = sign_in(&server, &here, strangers[1].1, "admin/login", email, own).await;
    assert_eq!(status, 200, "a password of one's own: {answer}");
}

#[tokio::test]
async fn a_place_that_others_may_reach_starts_with_the_environment_said_alone() {
    for (name, value) in [("MWANGA_BASE_URL", "https://news.example"), ("MWANGA_LISTEN", "0.0.0.0:0")] {
        let site = Site::new().await;
        let mut refused = site.command(&["serve"]);
        let output = tokio::time::timeout(Duration::from_secs(30), refused.env(name, value).output()).await;
        let output = output.expect("it ends").unwrap();
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && told.contains("MWANGA_ENV must be set") && told.contains(name), "{told}");
        assert!(!String::from_utf8_lossy(&output.stdout).contains("set-up code"));
        assert!(site.run(&["migrate"]).await.status.success());
        let doctor = site.command(&["doctor"]).env(name, value).output().await.unwrap();
        let said = String::from_utf8_lossy(&doctor.stdout).into_owned();
        assert!(said.contains("MWANGA_ENV must be set"), "{said}");
        serve(&site, &[(name, value), ("MWANGA_ENV", "development")]).await;
    }
    // Without TLS it starts, and prints no code.
    let site = Site::new().await;
    let server = serve(&site, &[("MWANGA_BASE_URL", "http://news.example")]).await;
    assert_eq!(server.set_up_code(), None);
}
