//! Subscribers in and out as CSV files.

use std::path::PathBuf;

use mwanga_imports::subscribers::{Report, run};
use mwanga_store::entities::subscriber;
use mwanga_store::queries;
use mwanga_store::types::SubscriberStatus::{self, Bounced, Confirmed, Pending, Unsubscribed};
use mwanga_store::types::Timestamp;
use sea_orm::{ActiveModelTrait, EntityTrait, IntoActiveModel, QueryOrder, Set};

use crate::support::*;

const CSV: &str = "/api/admin/subscribers/csv";

fn file(app: &TestApp, bytes: impl AsRef<[u8]>) -> PathBuf {
    let file = app.data_dir().join("list.csv");
    std::fs::write(&file, bytes).unwrap();
    file
}

async fn import(app: &TestApp, text: &str, dry_run: bool) -> Report {
    run(app.core(), &file(app, text), dry_run).await.unwrap()
}

/// Why an import ended early, and how many it had taken.
async fn failed_import(app: &TestApp, bytes: impl AsRef<[u8]>) -> (String, u64) {
    let failure = run(app.core(), &file(app, bytes), false).await.unwrap_err();
    (failure.error.to_string(), failure.report.unwrap_or_default().imported())
}

fn invalid_lines(report: &Report) -> Vec<u64> {
    report.invalid.iter().map(|invalid| invalid.line).collect()
}

async fn rows(app: &TestApp) -> Vec<subscriber::Model> {
    subscriber::Entity::find().order_by_asc(subscriber::Column::Id).all(app.core().store.reader()).await.unwrap()
}

async fn set(app: &TestApp, email: &str, status: SubscriberStatus) {
    let row = rows(app).await.into_iter().find(|row| row.email == email).unwrap();
    let mut row = row.into_active_model();
    row.status = Set(status);
    row.update(app.core().store.writer()).await.unwrap();
}

async fn export(app: &TestApp) -> String {
    let reply = app.staff(Role::Admin).await.get(CSV).await;
    assert_eq!((reply.status, reply.header("content-type")), (StatusCode::OK, "text/csv; charset=utf-8"));
    assert_eq!(reply.header("content-disposition"), "attachment; filename=\"subscribers-2026-11-20.csv\"");
    reply.text().to_owned()
}

/// With the mark that spreadsheets begin a file with, an empty line, and a cell over two lines.
const LIST: &str = "\u{feff}Email,name,confirmed_at,topics,Notes\r\n\
    Amina@Example.com,\"Amina, of Nairobi\",2025-01-02T03:04:05Z,games;books; Nonsense,\r\n\
    juma@example.com,,,,\"said\r\nno\"\r\n\
    \r\n\
    nobody,,2025-01-02,,\r\n\
    late@example.com,,2999-01-01,,\r\n\
    when@example.com,,soon,,\r\n\
    AMINA@example.com,again,2025-01-02,,\r\n\
    short@example.com\r\n\
    long@example.com,Juma, of Kisumu,2025-01-02,,\r\n\
    last@example.com,,,,";

#[tokio::test]
async fn a_csv_list_is_imported_once_and_its_invalid_lines_are_reported() {
    let app = TestApp::new().await;
    let dry = import(&app, LIST, true).await;
    assert_eq!(rows(&app).await, []);
    let first = import(&app, LIST, false).await;
    assert_eq!((first.confirmed, first.pending, first.existing, first.opted_out), (1, 2, 1, 0));
    assert_eq!(invalid_lines(&first), [6, 7, 8, 10, 11]);
    assert_eq!(first.unknown_topics.iter().collect::<Vec<_>>(), ["nonsense"]);
    assert_eq!(first.unknown_columns, ["notes"]);
    assert!(!first.to_string().contains('@'), "{first}");
    assert_eq!(dry, Report { dry_run: true, ..first }, "a dry run says what a run does");
    let kept = rows(&app).await;
    let seen: Vec<_> = kept.iter().map(|row| (&*row.email, &*row.name, row.status, row.confirmed_at)).collect();
    let confirmed_at = Timestamp::parse("2025-01-02T03:04:05Z");
    let expected = [
        ("Amina@Example.com", "Amina, of Nairobi", Confirmed, confirmed_at),
        ("juma@example.com", "", Pending, None),
        ("last@example.com", "", Pending, None),
    ];
    assert_eq!(seen, expected);
    assert_eq!(queries::subscribers::topics(app.core().store.reader(), kept[0].id).await.unwrap(), ["books", "games"]);
    assert!(app.mails_to("juma@example.com").await.is_empty(), "an import mails nobody");

    let second = import(&app, LIST, false).await;
    assert_eq!((second.imported(), second.left, second.existing), (0, 0, 4));
    assert_eq!(rows(&app).await, kept);
}

#[tokio::test]
async fn an_import_confirms_pending_subscribers_and_never_resubscribes() {
    let app = TestApp::new().await;
    let list = |at: &str| {
        format!(
            "email,confirmed_at,topics\nleft@example.com,{at},games\ngone@example.com,{at},games\nwaits@example.com,{at},games\n"
        )
    };
    import(&app, &list(""), false).await;
    set(&app, "left@example.com", Unsubscribed).await;
    set(&app, "gone@example.com", Bounced).await;
    for dry_run in [true, false] {
        let report = import(&app, &list("2025-01-02"), dry_run).await;
        assert_eq!((report.confirmed, report.opted_out, report.existing), (1, 2, 0));
    }
    let kept = rows(&app).await;
    assert_eq!(kept.iter().map(|row| row.status).collect::<Vec<_>>(), [Unsubscribed, Bounced, Confirmed]);
    assert_eq!(kept[2].confirmed_at, Timestamp::parse("2025-01-01T21:00:00Z"));
}

#[tokio::test]
async fn who_left_by_a_file_is_subscribed_by_none_of_its_lines() {
    let head = "email,status,confirmed_at,topics\n";
    let line = |status: &str| match status {
        "confirmed" => "amina@example.com,confirmed,2025-01-02,games\n".to_owned(),
        _ => format!("Amina@Example.com,{status},,\n"),
    };
    for (statuses, expected, [confirmed, pending, inactive, left, existing, opted_out]) in [
        (&["confirmed", "unsubscribed"][..], Unsubscribed, [1, 0, 0, 1, 0, 0]),
        (&["unsubscribed", "confirmed"], Unsubscribed, [0, 0, 1, 0, 0, 1]),
        (&["pending", "bounced"], Bounced, [0, 1, 0, 1, 0, 0]),
        (&["bounced", "pending"], Bounced, [0, 0, 1, 0, 0, 1]),
        (&["pending", "confirmed"], Confirmed, [1, 1, 0, 0, 0, 0]),
        (&["confirmed", "pending"], Confirmed, [1, 0, 0, 0, 1, 0]),
        (&["pending", "confirmed", "unsubscribed", "confirmed"], Unsubscribed, [1, 1, 0, 1, 0, 1]),
    ] {
        // In one file, and each in a file a week after the other.
        let app = TestApp::new().await;
        let lines: Vec<String> = statuses.iter().map(|status| line(status)).collect();
        let whole = format!("{head}{}", lines.concat());
        let dry = import(&app, &whole, true).await;
        let report = import(&app, &whole, false).await;
        let Report { confirmed: c, pending: p, inactive: i, left: l, existing: e, opted_out: o, .. } = report;
        assert_eq!([c, p, i, l, e, o], [confirmed, pending, inactive, left, existing, opted_out], "{statuses:?}");
        assert_eq!(dry, Report { dry_run: true, ..report }, "{statuses:?}");
        assert_eq!(rows(&app).await[0].status, expected, "{statuses:?}");
        let later = TestApp::new().await;
        for line in &lines {
            import(&later, &format!("{head}{line}"), false).await;
        }
        assert_eq!(rows(&later).await[0].status, expected, "{statuses:?}");
    }
}

#[tokio::test]
async fn who_left_by_a_column_of_another_program_is_not_subscribed() {
    const CONFIRMED: &str = "2025-01-02T03:04:05Z";
    let left_at = Timestamp::parse("2025-06-07T08:09:10Z");
    for (column, cell, expected, at) in [
        ("unsubscribed_at", "2025-06-07T08:09:10Z", Unsubscribed, left_at),
        ("Unsubscribed At", "7 June 2025", Unsubscribed, None),
        ("UNSUB_TIME", "2025-06-07 11:09:10", Unsubscribed, left_at),
        ("deleted_at", "2025-06-07T08:09:10.000Z", Unsubscribed, left_at),
        ("unsubscribed_at", "2999-01-01", Unsubscribed, None),
        ("unsubscribed", "TRUE", Unsubscribed, None),
        ("Opted-Out", "1", Unsubscribed, None),
        ("email_disabled", "yes", Unsubscribed, None),
        ("subscribed_to_emails", "false", Unsubscribed, None),
        ("CLEAN_TIME", "2025-06-07 11:09:10", Bounced, left_at),
        ("status", "Unsubscribed", Unsubscribed, None),
        ("status", "cleaned", Bounced, None),
        ("status", "blocklisted", Unsubscribed, None),
        ("unsubscribed_at", "", Confirmed, None),
        ("unsubscribed_at", "NULL", Confirmed, None),
        ("unsubscribed", "False", Confirmed, None),
        ("subscribed_to_emails", "true", Confirmed, None),
        ("subscribed_to_emails", "", Confirmed, None),
        ("active_subscription", "false", Confirmed, None),
    ] {
        let app = TestApp::new().await;
        // Whatever else the line says, and subscribed before as never before.
        for (email, confirmed_at) in [("juma@example.com", CONFIRMED), ("amina@example.com", CONFIRMED)] {
            if email == "juma@example.com" {
                import(&app, &format!("email,confirmed_at\n{email},{confirmed_at}\n"), false).await;
            }
            let list = format!("email,confirmed_at,{column}\n{email},{confirmed_at},{cell}\n");
            let dry = import(&app, &list, true).await;
            let report = import(&app, &list, false).await;
            let known = column == "active_subscription";
            assert_eq!(!report.unknown_columns.is_empty(), known, "{column}: {:?}", report.unknown_columns);
            assert_eq!(dry, Report { dry_run: true, ..report }, "{column} {cell}");
        }
        let [juma, amina]: [_; 2] = rows(&app).await.try_into().unwrap();
        assert_eq!((juma.status, amina.status), (expected, expected), "{column} {cell}");
        assert_eq!(amina.left_at, at, "{column} {cell}");
        let here = (expected != Confirmed).then(|| at.unwrap_or(app.core().now()));
        assert_eq!(juma.left_at, here, "{column} {cell}");
    }
    // A line that is wrong in something else says all the same who left.
    let app = TestApp::new().await;
    let report = import(&app, "email,confirmed_at,unsubscribed_at\nzuri@example.com,soon,2025-06-07\n", false).await;
    assert_eq!((report.inactive, report.invalid.len(), rows(&app).await[0].status), (1, 0, Unsubscribed));
}

#[tokio::test]
async fn since_says_when_somebody_left_and_nothing_where_nobody_knows() {
    let app = TestApp::new().await;
    let admin = app.staff(Role::Admin).await;
    import(
        &app,
        "email,confirmed_at,status\njuma@example.com,2025-01-02,\nold@example.com,2025-01-02,unsubscribed\n",
        false,
    )
    .await;
    let since = async || {
        let list = admin.get(LIST_PATH).await.ok();
        list["data"].as_array().unwrap().iter().rev().map(|row| row["since"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(since().await, [json!("2025-01-01T21:00:00Z"), Value::Null]);
    let (writer, juma) = (app.core().store.writer(), rows(&app).await[0].id);
    app.clock.advance_ms(60_000);
    let left = app.core().now();
    queries::subscribers::unsubscribe(writer, juma, None, left).await.unwrap();
    app.clock.advance_ms(60_000);
    // Whoever left stays as they left.
    queries::subscribers::unsubscribe(writer, juma, None, app.core().now()).await.unwrap();
    assert_eq!(since().await[0], json!(left.iso()));
    assert!(queries::subscribers::resubscribe(writer, juma).await.unwrap());
    assert_eq!(since().await[0], "2025-01-01T21:00:00Z");
    queries::subscribers::unsubscribe(writer, juma, None, app.core().now()).await.unwrap();
    assert!(queries::subscribers::confirm(writer, juma, app.core().now()).await.unwrap());
    assert_eq!((since().await[0].clone(), rows(&app).await[0].left_at), (json!(app.core().now().iso()), None));
}

#[tokio::test]
async fn a_line_whose_status_and_date_contradict_is_reported() {
    let app = TestApp::new().await;
    let list = "status,email,confirmed_at\n\
        confirmed,a@example.com,2025-01-02\nconfirmed,b@example.com,\npending,c@example.com,\npending,d@example.com,2025-01-02\n\
        unsubscribed,e@example.com,2025-01-02\nunsubscribed,f@example.com,\nbounced,g@example.com,\nperhaps,h@example.com,\n";
    let report = import(&app, list, false).await;
    assert_eq!((invalid_lines(&report), report.inactive), (vec![3, 5, 9], 3));
    let statuses: Vec<_> = rows(&app).await.into_iter().map(|row| (row.email, row.status)).collect();
    let expected = [("a", Confirmed), ("c", Pending), ("e", Unsubscribed), ("f", Unsubscribed), ("g", Bounced)];
    assert_eq!(statuses, expected.map(|(name, status)| (format!("{name}@example.com"), status)));
}

#[tokio::test]
async fn a_file_that_is_no_csv_list_or_is_truncated_fails_with_a_reason() {
    let app = TestApp::new().await;
    for no_list in ["", "name;mail\n", "amina@example.com\njuma@example.com\n", "email;name\na@example.com;A\n"] {
        let (error, taken) = failed_import(&app, no_list).await;
        assert!(error.contains("no column `email`") && taken == 0, "{no_list:?}: {error}");
    }
    assert!(failed_import(&app, "email,name,Email\n").await.0.contains("`email` twice"));
    assert!(
        run(app.core(), &app.data_dir().join("none.csv"), false)
            .await
            .unwrap_err()
            .error
            .to_string()
            .contains("none.csv")
    );
    // Cut inside a quoted cell; between two cells; inside a cell without quotes.
    for (n, cut) in ["\"b{n}@example.com\",\"Ju", "\"b{n}@example.com\"", "b{n}@example"].iter().enumerate() {
        let cut = cut.replace("{n}", &n.to_string());
        let (error, taken) = failed_import(&app, format!("email,name\na{n}@example.com,\n{cut}")).await;
        assert_eq!((&*error, taken), ("the file breaks off in line 3; is it whole?", 1), "{cut}");
    }
    let report = run(app.core(), &file(&app, b"email\nam\xffina@example.com\nzuri@example.com"), false).await.unwrap();
    assert_eq!((report.pending, invalid_lines(&report)), (1, vec![2]));
}

#[tokio::test]
async fn an_export_has_no_formulas_and_can_be_imported_elsewhere() {
    let app = TestApp::new().await;
    let list = "email,name,confirmed_at,topics\n\
        amina@example.com,\"Amina, of Nairobi\",2025-01-02T03:04:05.678Z,games;books\n\
        +sum@example.com,\"=HYPERLINK(\"\"https://bad.example\"\")\",2025-01-02,\nleft@example.com,,2025-01-02,\nwaits@example.com,,,\n";
    import(&app, list, false).await;
    let left = rows(&app).await.into_iter().find(|row| row.email == "left@example.com").unwrap().id;
    queries::subscribers::unsubscribe(app.core().store.writer(), left, None, app.core().now()).await.unwrap();
    let text = export(&app).await;
    assert_eq!(
        text.split("\r\n").collect::<Vec<_>>(),
        [
            r#""email","name","confirmed_at","topics","status","unsubscribed_at""#,
            r#""amina@example.com","Amina, of Nairobi","2025-01-02T03:04:05.678Z","books;games","confirmed","""#,
            r#""'+sum@example.com","'=HYPERLINK(""https://bad.example"")","2025-01-01T21:00:00Z","","confirmed","""#,
            r#""left@example.com","","2025-01-01T21:00:00Z","","unsubscribed","2026-11-20T09:00:00Z""#,
            r#""waits@example.com","","","","pending","""#,
            "",
        ]
    );
    let other = TestApp::new().await;
    let report = import(&other, &text, false).await;
    assert_eq!((report.confirmed, report.pending, report.inactive, report.invalid.len()), (2, 1, 1, 0), "{report}");
    assert_eq!(export(&other).await, text);
}

#[tokio::test]
async fn an_export_of_thousands_of_subscribers_is_complete() {
    let app = TestApp::new().await;
    let list: String = (0..2_345).map(|n| format!("r{n}@example.com,2025-01-02\n")).collect();
    assert_eq!(import(&app, &format!("email,confirmed_at\n{list}"), false).await.confirmed, 2_345);
    let text = export(&app).await;
    assert_eq!(text.lines().count(), 2_346);
    assert!(text.contains("\"r2344@example.com\""));
}

const LIST_PATH: &str = "/api/admin/subscribers";

fn emails(list: &Value) -> Vec<&str> {
    list["data"].as_array().unwrap().iter().map(|row| row["email"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn administrators_list_subscribers_by_status_and_address_page_by_page() {
    let app = TestApp::new().await;
    let admin = app.staff(Role::Admin).await;
    import(&app, "email,confirmed_at\njuma@example.com,2025-01-02\namina@example.com,\nann@exämple.example,\n", false)
        .await;
    let all = admin.get(LIST_PATH).await.ok();
    assert_eq!(emails(&all), ["ann@exämple.example", "amina@example.com", "juma@example.com"]);
    assert_eq!((all["total"].as_u64(), all["data"][2]["status"].as_str()), (Some(3), Some("confirmed")));
    assert_eq!(all["data"][2]["since"], "2025-01-01T21:00:00Z");
    for (query, expected) in [
        ("status=pending", &["ann@exämple.example", "amina@example.com"][..]),
        ("status=bounced", &[]),
        ("q=a", &["amina@example.com", "ann@exämple.example"]),
        ("q=Amina%40", &["amina@example.com"]),
        ("q=ann%40ex%C3%A4mple.example", &["ann@exämple.example"]),
        ("q=%25", &[]),
    ] {
        let list = admin.get(&format!("{LIST_PATH}?{query}")).await.ok();
        assert_eq!(emails(&list), expected, "{query}");
        assert!(list["total"].is_null(), "{query}");
    }
    for filter in ["", "q=a&"] {
        let first = admin.get(&format!("{LIST_PATH}?{filter}per_page=1")).await.ok();
        let next = first["next"].as_str().unwrap();
        let second = admin.get(&format!("{LIST_PATH}?{filter}per_page=1&after={next}")).await.ok();
        assert_ne!(emails(&first), emails(&second), "{filter}");
    }
    for role in [Role::Editor, Role::Author, Role::Contributor] {
        assert_eq!(app.staff(role).await.get(LIST_PATH).await.status, StatusCode::FORBIDDEN, "{role:?}");
    }
    assert_eq!(app.get(LIST_PATH).await.status, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn a_lifted_suppression_lets_newsletters_go_to_the_address_again() {
    let app = TestApp::new().await;
    let admin = app.staff(Role::Admin).await;
    import(&app, "email,confirmed_at\njuma@example.com,2025-01-02\namina@example.com,\n", false).await;
    let writer = app.core().store.writer();
    for row in rows(&app).await {
        queries::subscribers::mark_bounced(writer, row.id, "550 5.1.1 User unknown", app.core().now()).await.unwrap();
    }
    let list = admin.get(LIST_PATH).await.ok();
    assert_eq!(
        (list["data"][1]["status"].as_str(), list["data"][0]["status"].as_str()),
        (Some("bounced"), Some("pending"))
    );
    for row in list["data"].as_array().unwrap() {
        assert_eq!((row["suppressed"].as_bool(), row["reason"].as_str()), (Some(true), Some("550 5.1.1 User unknown")));
    }
    // Whatever the status says, a suppressed address gets no mail.
    set(&app, "juma@example.com", Confirmed).await;
    let juma = rows(&app).await[0].id;
    assert_eq!(queries::deliveries::filter_active_recipients(writer, &[juma]).await.unwrap(), []);
    assert_eq!(mwanga_core::newsletter::count_audience(app.core(), &[]).await.unwrap(), 0);
    set(&app, "juma@example.com", Bounced).await;
    for (row, status) in [(&list["data"][1], "confirmed"), (&list["data"][0], "pending")] {
        let path = format!("{LIST_PATH}/{}/lift", row["id"]);
        assert_eq!(app.staff(Role::Editor).await.post(&path, json!({})).await.status, StatusCode::FORBIDDEN);
        for _ in 0..2 {
            let lifted = admin.post(&path, json!({})).await.ok();
            assert_eq!((lifted["status"].as_str(), lifted["suppressed"].as_bool()), (Some(status), Some(false)));
            assert!(lifted["reason"].is_null());
        }
    }
    let active = queries::deliveries::filter_active_recipients(writer, &[rows(&app).await[0].id]).await.unwrap();
    assert_eq!(active.len(), 1);
    assert_eq!(admin.post(&format!("{LIST_PATH}/999/lift"), json!({})).await.status, StatusCode::NOT_FOUND);
}
