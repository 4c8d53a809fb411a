use mwanga_core::mail::Letter;
use mwanga_store::types::MailKind;

use crate::support::*;

fn letter(n: usize, to: &str, kind: MailKind, subject: &str) -> Letter {
    Letter {
        id: format!("mail{n}"),
        kind,
        to: to.to_owned(),
        subject: subject.to_owned(),
        heading: subject.to_owned(),
        facts: Vec::new(),
        opening: "Habari.".into(),
        link: ("Open", "https://mwanga.example/?code=secret".into()),
        closing: "Kwaheri.".into(),
    }
}

/// Sends so many mails, each a minute after the one before.
async fn send(app: &TestApp, count: usize) {
    for n in 0..count {
        let kind = if n % 3 == 0 { MailKind::StaffInvite } else { MailKind::VerifyEmail };
        let letter = letter(n, &format!("Reader{n}@example.com"), kind, &format!("Letter {n}"));
        app.core().mailer().send(app.core(), &letter).await.unwrap();
        app.clock.advance_ms(60_000);
    }
}

fn subjects(list: &Value) -> Vec<&str> {
    list["data"].as_array().unwrap().iter().map(|mail| mail["subject"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn every_sent_mail_is_in_the_email_log() {
    let app = TestApp::new().await;
    let admin = app.staff(Role::Admin).await;
    assert_eq!(
        admin.get("/api/admin/email-logs").await.ok(),
        json!({ "data": [], "total": 0, "page": 1, "per_page": 20, "next": null })
    );
    app.anyone()
        .post("/api/auth/register-user", json!({ "email": "Amina@example.com", "password": "a lamp in the window" }))
        .await
        .ok();
    app.run_jobs().await;
    let list = admin.get("/api/admin/email-logs").await.ok();
    let mut mail = list["data"][0].clone();
    assert!(mail["id"].as_i64().is_some());
    mail.as_object_mut().unwrap().remove("id");
    let at = "2026-11-20T09:00:00Z";
    assert_eq!(
        mail,
        json!({
            "recipient": "Amina@example.com", "subject": "Confirm your e-mail address for Mwanga", "kind": "verify_email", "status": "sent",
            "error": null, "attempts": 1, "created_at": at, "tried_at": at, "sent_at": at,
        })
    );
    assert_eq!(list["total"], 1);
}

#[tokio::test]
async fn a_failed_attempt_logs_its_error_and_the_retry_updates_the_same_row() {
    let sink = SmtpSink::start().await;
    let url = sink.url.clone();
    let app = TestApp::with(|config| config.mail.smtp_url = Some(url.into())).await;
    // Signed in anew each time: hours go by.
    let list = async || app.staff(Role::Admin).await.get("/api/admin/email-logs").await.ok();
    let first = async || list().await["data"][0].clone();
    let send = async || {
        app.core().mailer().send(app.core(), &letter(1, "amina@example.com", MailKind::VerifyEmail, "Habari")).await
    };

    sink.answer("451 4.7.1 come back later");
    assert!(send().await.is_err());
    let mail = first().await;
    assert_eq!((&mail["status"], &mail["sent_at"], &mail["attempts"]), (&json!("retrying"), &Value::Null, &json!(1)));
    assert!(mail["error"].as_str().unwrap().contains("come back later"));

    // Without a retry for two hours it counts as failed; a later attempt may still succeed.
    app.clock.advance_ms(2 * 3_600_000 + 1);
    mwanga_core::retention::sweep(app.core()).await.unwrap();
    assert_eq!(first().await["status"], "failed");

    sink.answer("250 2.0.0 kept");
    send().await.unwrap();
    let mail = first().await;
    assert_eq!((&mail["status"], &mail["error"], &mail["attempts"]), (&json!("sent"), &Value::Null, &json!(2)));
    assert_eq!((&mail["created_at"], &mail["sent_at"]), (&json!("2026-11-20T09:00:00Z"), &mail["tried_at"]));

    sink.answer("550 5.1.1 nobody of this name");
    assert!(
        app.core()
            .mailer()
            .send(app.core(), &letter(2, "nobody@example.com", MailKind::VerifyEmail, "Habari"))
            .await
            .is_err()
    );
    let mail = first().await;
    assert_eq!(mail["status"], "failed");
    assert!(mail["error"].as_str().unwrap().contains("nobody of this name"));
    // What was sent stays sent, whatever comes after.
    assert!(send().await.is_err());
    let list = list().await;
    assert_eq!((list["data"][1]["status"].clone(), list["total"].clone()), (json!("sent"), json!(2)));
}

#[tokio::test]
async fn the_email_log_is_paged_by_cursor_while_new_mails_arrive() {
    let app = TestApp::new().await;
    send(&app, 25).await;
    let admin = app.staff(Role::Admin).await;
    let first = admin.get("/api/admin/email-logs?per_page=10").await.ok();
    assert_eq!((first["total"].clone(), subjects(&first)[..2].to_vec()), (json!(25), vec!["Letter 24", "Letter 23"]));
    // What is sent meanwhile moves nothing.
    app.core().mailer().send(app.core(), &letter(99, "late@example.com", MailKind::VerifyEmail, "Late")).await.unwrap();
    let second =
        admin.get(&format!("/api/admin/email-logs?per_page=10&after={}", first["next"].as_str().unwrap())).await.ok();
    assert_eq!((second["total"].clone(), subjects(&second)[0]), (json!(26), "Letter 14"));
    let third =
        admin.get(&format!("/api/admin/email-logs?per_page=10&after={}", second["next"].as_str().unwrap())).await.ok();
    assert_eq!(
        (subjects(&third), third["next"].clone()),
        (vec!["Letter 4", "Letter 3", "Letter 2", "Letter 1", "Letter 0"], Value::Null)
    );
    assert_eq!(subjects(&admin.get("/api/admin/email-logs?per_page=10&page=3").await.ok())[0], "Letter 5");
    for query in ["?after=here", "?page=0", "?per_page=101", "?status=lost", "?kind=chain"] {
        assert_eq!(
            admin.get(&format!("/api/admin/email-logs{query}")).await.problem().is(),
            (400, "request.invalid_query"),
            "{query}"
        );
    }
}

#[tokio::test]
async fn the_email_log_is_filtered_by_recipient_kind_and_status() {
    let app = TestApp::new().await;
    send(&app, 25).await;
    let admin = app.staff(Role::Admin).await;
    let ask = async |query: &str| admin.get(&format!("/api/admin/email-logs?{query}")).await.ok();
    let found = ask("q=READER1").await;
    let expected = [
        "Letter 10",
        "Letter 11",
        "Letter 12",
        "Letter 13",
        "Letter 14",
        "Letter 15",
        "Letter 16",
        "Letter 17",
        "Letter 18",
        "Letter 19",
        "Letter 1",
    ];
    assert_eq!((subjects(&found), found.get("total")), (expected.to_vec(), None));
    // By key, over the same list.
    let first = ask("q=reader1&per_page=4").await;
    let rest = ask(&format!("q=reader1&per_page=100&after={}", first["next"].as_str().unwrap())).await;
    assert_eq!(subjects(&rest), expected[4..]);
    assert_eq!(subjects(&ask("q=eader").await), [""; 0]);
    for (query, count) in [
        ("kind=staff_invite", 9),
        ("kind=verify_email&status=sent", 16),
        ("status=failed", 0),
        ("q=reader1&kind=staff_invite", 3),
    ] {
        assert_eq!(subjects(&ask(&format!("{query}&per_page=100")).await).len(), count, "{query}");
    }
}

#[tokio::test]
async fn the_csv_export_has_every_row_and_no_formula() {
    let app = TestApp::new().await;
    send(&app, 2).await;
    app.core()
        .mailer()
        .send(
            app.core(),
            &letter(7, "reader7@example.com", MailKind::VerifyEmail, "=HYPERLINK(\"https://bad.example\")"),
        )
        .await
        .unwrap();
    let admin = app.staff(Role::Admin).await;
    let file = admin.get("/api/admin/email-logs/csv").await;
    assert_eq!(file.header("content-disposition"), "attachment; filename=\"email-logs-2026-11-20.csv\"");
    assert_eq!(
        file.text().lines().collect::<Vec<_>>(),
        [
            "\"To\",\"Subject\",\"Kind\",\"Status\",\"Sent\",\"Last try\",\"Tries\",\"Error\"",
            "\"reader7@example.com\",\"'=HYPERLINK(\"\"https://bad.example\"\")\",\"verify_email\",\"sent\",\"2026-11-20T09:02:00Z\",\"2026-11-20T09:02:00Z\",\"1\",\"\"",
            "\"Reader1@example.com\",\"Letter 1\",\"verify_email\",\"sent\",\"2026-11-20T09:01:00Z\",\"2026-11-20T09:01:00Z\",\"1\",\"\"",
            "\"Reader0@example.com\",\"Letter 0\",\"staff_invite\",\"sent\",\"2026-11-20T09:00:00Z\",\"2026-11-20T09:00:00Z\",\"1\",\"\"",
        ]
    );
    assert_eq!(admin.get("/api/admin/email-logs/csv?kind=staff_invite").await.text().lines().count(), 2);
}

#[tokio::test]
async fn a_mail_without_an_answer_is_uncertain_until_a_retry_is_accepted() {
    let sink = SmtpSink::start().await;
    let url = sink.url.clone();
    let app = TestApp::with(|config| config.mail.smtp_url = Some(url.into())).await;
    let admin = app.staff(Role::Admin).await;
    let first = async || admin.get("/api/admin/email-logs").await.ok()["data"][0].clone();
    let send = async || {
        app.core().mailer().send(app.core(), &letter(1, "amina@example.com", MailKind::VerifyEmail, "Habari")).await
    };

    sink.answer("");
    assert!(send().await.is_err());
    let mail = first().await;
    assert_eq!((&mail["status"], &mail["sent_at"], &mail["attempts"]), (&json!("uncertain"), &Value::Null, &json!(1)));
    assert!(mail["error"].as_str().unwrap().contains("did not say whether it took it"), "{mail}");
    assert_eq!(subjects(&admin.get("/api/admin/email-logs?status=uncertain").await.ok()), ["Habari"]);
    assert_eq!(subjects(&admin.get("/api/admin/email-logs?status=failed").await.ok()), [""; 0]);
    let file = app.staff(Role::Admin).await.get("/api/admin/email-logs/csv?status=uncertain").await;
    assert!(file.text().contains("\"uncertain\""), "{}", file.text());
    // The first one may have arrived, whatever becomes of the second.
    for refusal in ["451 4.7.1 come back later", "550 5.7.1 no"] {
        sink.answer(refusal);
        assert!(send().await.is_err());
        assert_eq!(first().await["status"], "uncertain");
    }
    sink.answer("250 2.0.0 kept");
    send().await.unwrap();
    let mail = first().await;
    assert_eq!((&mail["status"], &mail["error"], &mail["attempts"]), (&json!("sent"), &Value::Null, &json!(4)));
}

#[tokio::test]
async fn a_mail_in_flight_is_sending_and_becomes_uncertain_when_cut_off() {
    let sink = SmtpSink::start().await;
    let url = sink.url.clone();
    let app = TestApp::with(|config| config.mail.smtp_url = Some(url.into())).await;
    let rows = async || app.staff(Role::Admin).await.get("/api/admin/email-logs").await.ok()["data"].clone();
    sink.hang_for("amina@example.com");
    let core = app.core().clone();
    let sending = tokio::spawn(async move {
        core.mailer().send(&core, &letter(1, "amina@example.com", MailKind::VerifyEmail, "Habari")).await.is_ok()
    });
    until("its data are out", || !sink.mails().is_empty()).await;
    assert_eq!((&rows().await[0]["status"], &rows().await[0]["error"]), (&json!("sending"), &Value::Null));
    // As if the process had ended.
    sending.abort();
    assert!(sending.await.is_err());
    mwanga_core::mail::mark_interrupted(app.core()).await.unwrap();
    let mail = rows().await[0].clone();
    assert_eq!((&mail["status"], &mail["attempts"]), (&json!("uncertain"), &json!(1)));
    assert!(mail["error"].as_str().unwrap().contains("The process ended"), "{mail}");
    // Elsewhere a process goes on: its rows are left for two hours.
    sink.hang_for("juma@example.com");
    let core = app.core().clone();
    let sending = tokio::spawn(async move {
        core.mailer().send(&core, &letter(2, "juma@example.com", MailKind::VerifyEmail, "Habari")).await.is_ok()
    });
    until("its data are out", || sink.mails().len() == 2).await;
    sending.abort();
    mwanga_core::retention::sweep(app.core()).await.unwrap();
    assert_eq!(rows().await[0]["status"], "sending");
    app.clock.advance_ms(2 * 3_600_000 + 1);
    mwanga_core::retention::sweep(app.core()).await.unwrap();
    assert_eq!(rows().await[0]["status"], "uncertain");
}

#[tokio::test]
async fn editors_see_masked_addresses_and_find_whole_ones_alone() {
    let sink = SmtpSink::start().await;
    let url = sink.url.clone();
    let app = TestApp::with(|config| config.mail.smtp_url = Some(url.into())).await;
    let (admin, editor) = (app.staff(Role::Admin).await, app.staff(Role::Editor).await);
    sink.answer("550 5.1.1 <Amina@example.com>: no such user (juma@example.com)");
    let of_amina = letter(1, "Amina@example.com", MailKind::VerifyEmail, "Habari");
    app.core().mailer().send(app.core(), &of_amina).await.unwrap_err();
    let path = "/api/admin/email-logs";
    let whole = admin.get(path).await.ok();
    assert_eq!(whole["data"][0]["recipient"], "Amina@example.com");
    assert!(whole["data"][0]["error"].as_str().unwrap().contains("<Amina@example.com>"), "{whole}");
    let masked = editor.get(path).await.ok();
    assert_eq!(masked["data"][0]["recipient"], "A…@example.com");
    assert!(masked["data"][0]["error"].as_str().unwrap().contains("<A…@example.com>"), "{masked}");
    assert!(!masked.to_string().to_lowercase().contains("amina") && !masked.to_string().contains("juma"), "{masked}");
    // Letter by letter a search would tell the rest.
    for (query, found) in
        [("amina@example.com", 1), ("am", 0), ("amina@", 0), ("amina@example.co", 0), ("x@y.example", 0)]
    {
        let list = editor.get(&format!("{path}?q={query}")).await.ok();
        assert_eq!(list["data"].as_array().unwrap().len(), found, "{query}");
    }
    assert_eq!(admin.get(&format!("{path}?q=am")).await.ok()["data"].as_array().unwrap().len(), 1);
}
