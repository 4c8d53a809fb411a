use crate::support::*;

const PATH: &str = "/api/contact";

fn message(text: &str) -> Value {
    json!({ "name": "Amina", "email": "amina@example.com", "message": text, "website": "" })
}

async fn mails(app: &TestApp) -> Vec<Mail> {
    app.run_jobs().await;
    app.mails_to(&app.core().config.site.contact_email).await
}

#[tokio::test]
async fn a_message_is_mailed_to_the_contact_address_and_answered_to_its_writer() {
    let app = TestApp::new().await;
    let answer = app.anyone().post(PATH, message("Habari,\n<b>the lamp</b>")).await.ok();
    assert_eq!(answer["message"], "Thank you. Your message is on its way.");
    let mails = mails(&app).await;
    assert_eq!(mails.len(), 1);
    assert_eq!(mails[0].subject, "Message from the contact form of Mwanga");
    let log = app.staff(Role::Editor).await.get("/api/admin/email-logs").await.ok();
    assert_eq!(log["data"][0]["kind"], "contact_message");
}

#[tokio::test]
async fn a_message_that_does_not_hold_names_its_fields_and_mails_nobody() {
    let app = TestApp::new().await;
    let problem = app.anyone().post(PATH, json!({ "email": "no address" })).await.problem();
    assert_eq!((problem.is(), problem.field_names()), ((422, "contact.invalid"), vec!["email", "message", "name"]));
    let long = app.anyone().post(PATH, message(&"a".repeat(5_001))).await.problem();
    assert_eq!(long.field_names(), ["message"]);
    assert_eq!(mails(&app).await.len(), 0);
}

#[tokio::test]
async fn a_program_that_fills_in_the_hidden_field_is_answered_and_mails_nobody() {
    let app = TestApp::new().await;
    let mut body = message("Buy");
    body["website"] = json!("https://spam.example");
    let answer = app.anyone().post(PATH, body).await.ok();
    assert_eq!(answer["message"], "Thank you. Your message is on its way.");
    assert_eq!(mails(&app).await.len(), 0);
}

#[tokio::test]
async fn five_messages_an_hour_are_taken_from_one_network() {
    let app = TestApp::new().await;
    let (one, other) = (app.anyone_at("192.0.2.7"), app.anyone_at("198.51.100.7"));
    for n in 0..5 {
        one.post(PATH, message(&format!("Message {n}"))).await.ok();
    }
    let refused = one.post(PATH, message("One more")).await;
    assert_eq!(refused.problem().is(), (429, "request.limited"));
    assert!(refused.header("retry-after").parse::<u32>().unwrap() > 3_000);
    other.post(PATH, message("From elsewhere")).await.ok();
    app.clock.advance_ms(3_601_000);
    one.post(PATH, message("An hour later")).await.ok();
    assert_eq!(mails(&app).await.len(), 7);
}

#[tokio::test]
async fn a_repeated_message_is_mailed_once() {
    let app = TestApp::new().await;
    let reader = app.anyone().with_header("idempotency-key", "k");
    for _ in 0..2 {
        reader.post(PATH, message("Habari")).await.ok();
    }
    assert_eq!(reader.post(PATH, message("Other")).await.problem().is(), (422, "request.key_reused"));
    assert_eq!(mails(&app).await.len(), 1);
}

#[tokio::test]
async fn a_hundred_messages_an_hour_are_taken_in_all() {
    let app = TestApp::new().await;
    let mut statuses = Vec::new();
    for n in 0..105 {
        let answer = app.anyone_at(&format!("192.0.2.{n}")).post(PATH, message("Habari")).await;
        statuses.push(answer.status);
    }
    assert!(statuses[..100].iter().all(|status| *status == StatusCode::OK));
    assert!(statuses[100..].iter().all(|status| *status == StatusCode::TOO_MANY_REQUESTS));
    app.clock.advance_ms(3_600_000);
    app.anyone_at("192.0.2.200").post(PATH, message("An hour later")).await.ok();
    assert_eq!(mails(&app).await.len(), 101);
}

#[tokio::test]
async fn messages_from_the_networks_of_one_site_are_counted_together() {
    let app = TestApp::new().await;
    // Networks of a /56, and those of a /48 that are in different ones.
    for (site, step, expected) in [(0, 1, 20), (1, 256, 80)] {
        let mut taken = 0;
        for n in 0..90 {
            let network = format!("2001:db8:{site}:{:x}::1", n * step);
            let answer = app.anyone_at(&network).post(PATH, message("Habari")).await;
            taken += usize::from(answer.status == StatusCode::OK);
        }
        assert_eq!(taken, expected, "{step}");
        app.clock.advance_ms(3_600_000);
    }
}
