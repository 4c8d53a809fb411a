//! Forms that a browser posts without script, and the pages that answer them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::body::Body;
use axum::http::Method;
use futures_util::future::join_all;
use mwanga_core::newsletter;
use mwanga_store::entities::subscriber;
use mwanga_store::types::SubscriberStatus::{Confirmed, Unsubscribed};
use sea_orm::EntityTrait;
use url::form_urlencoded::Serializer;

use crate::support::*;

const EMAIL: &str = "amina@example.com";
const FORM: (&str, &str) = ("content-type", "application/x-www-form-urlencoded");

async fn post(by: &Caller, path: &str, fields: &[(&str, &str)]) -> Reply {
    let body = Serializer::new(String::new()).extend_pairs(fields).finish();
    by.send(Method::POST, path, Body::from(body), &[FORM]).await
}

async fn sign_up(by: &Caller, email: &str) -> Reply {
    post(by, "/newsletter/subscribe", &[("email", email), ("website", "")]).await
}

async fn rows(app: &TestApp) -> Vec<subscriber::Model> {
    subscriber::Entity::find().all(app.core().store.reader()).await.unwrap()
}

/// A page for nobody else, in the frame of every page, which no script changes afterwards.
#[track_caller]
fn is_answer(page: &Reply, status: StatusCode) {
    assert_eq!((page.status, page.header("cache-control")), (status, "private, no-store"), "{}", page.text());
    assert!(page.header("content-type").starts_with("text/html"));
    assert!(page.header("content-security-policy").contains("form-action 'self'"));
    let html = page.text();
    assert!(html.contains("<header") && html.contains("site-footer") && !html.contains("<script type=\"module\""));
}

#[tokio::test]
async fn a_posted_address_is_signed_up_as_by_the_api() {
    let app = TestApp::new().await;
    let page = sign_up(&app.anyone(), " Amina@Example.com ").await;
    is_answer(&page, StatusCode::OK);
    assert!(page.text().contains("Almost there: confirm the link we e-mailed you."));
    assert_eq!(rows(&app).await.len(), 1);
    assert_eq!(app.mails_to("Amina@Example.com").await.len(), 1);
    // The API refuses the fourth mail in a day to one address; so does the form.
    for _ in 0..10 {
        app.anyone().post("/api/newsletter/subscribe", json!({ "email": EMAIL })).await;
    }
    let page = sign_up(&app.anyone(), EMAIL).await;
    is_answer(&page, StatusCode::TOO_MANY_REQUESTS);
    assert!(page.header("retry-after").parse::<u32>().unwrap() > 0 && page.text().contains(EMAIL));
    app.run_jobs().await;
}

#[tokio::test]
async fn a_refused_address_stays_in_the_form() {
    let app = TestApp::new().await;
    let typed = "\"><script>alert(1)</script>";
    let page = sign_up(&app.anyone(), typed).await;
    is_answer(&page, StatusCode::UNPROCESSABLE_ENTITY);
    let html = page.text();
    assert!(html.contains("Enter an e-mail address such as name@example.com."), "{html}");
    assert!(html.contains("value=\"&quot;&gt;&lt;script&gt;") && !html.contains("<script>alert"), "{html}");
    assert!(html.contains("action=\"/newsletter/subscribe\" method=\"post\""), "{html}");
    assert_eq!(rows(&app).await.len(), 0);
}

#[tokio::test]
async fn a_program_that_fills_in_the_trap_is_answered_and_mails_nobody() {
    let app = TestApp::new().await;
    let page =
        post(&app.anyone(), "/newsletter/subscribe", &[("email", EMAIL), ("website", "https://spam.example")]).await;
    is_answer(&page, StatusCode::OK);
    let fields = [("name", "A"), ("email", EMAIL), ("message", "Buy"), ("website", "x")];
    is_answer(&post(&app.anyone(), "/contact", &fields).await, StatusCode::OK);
    assert_eq!(rows(&app).await.len(), 0);
    app.run_jobs().await;
    assert_eq!(app.mails_to(&app.core().config.site.contact_email).await.len(), 0);
}

#[tokio::test]
async fn a_posted_message_is_mailed_and_a_refused_one_stays_in_the_form() {
    let app = TestApp::new().await;
    let page = post(&app.anyone(), "/contact", &[("email", "none"), ("message", "Habari & <b>asante</b>")]).await;
    is_answer(&page, StatusCode::UNPROCESSABLE_ENTITY);
    let html = page.text();
    for part in ["Enter your name.", "value=\"none\"", "Habari &amp; &lt;b&gt;asante&lt;/b&gt;"] {
        assert!(html.contains(part), "{part} in {html}");
    }
    let page = post(&app.anyone(), "/contact", &[("name", "Amina"), ("email", EMAIL), ("message", "Habari")]).await;
    is_answer(&page, StatusCode::OK);
    assert!(page.text().contains("Thank you. Your message is on its way."));
    app.run_jobs().await;
    assert_eq!(app.mails_to(&app.core().config.site.contact_email).await.len(), 1);
}

#[tokio::test]
async fn six_messages_an_hour_are_too_many_for_the_form_too_and_the_sixth_is_not_lost() {
    let app = TestApp::new().await;
    let reader = app.anyone_at("192.0.2.7");
    let fields = |message| [("name", "Amina"), ("email", EMAIL), ("message", message)];
    for _ in 0..5 {
        is_answer(&post(&reader, "/contact", &fields("Habari")).await, StatusCode::OK);
    }
    let page = post(&reader, "/contact", &fields("The sixth")).await;
    is_answer(&page, StatusCode::TOO_MANY_REQUESTS);
    assert!(page.text().contains("The sixth") && page.header("retry-after").parse::<u32>().unwrap() > 3_000);
    app.run_jobs().await;
}

#[tokio::test]
async fn the_forms_of_a_mailed_link_show_change_and_end_the_choice() {
    let app = TestApp::new().await;
    app.anyone().post("/api/newsletter/subscribe", json!({ "email": EMAIL })).await.ok();
    let code = app.code_mailed_to(EMAIL).await;
    app.anyone().post("/api/newsletter/confirm", json!({ "code": code, "topics": ["books"] })).await.ok();
    app.run_jobs().await;
    let path = newsletter::preferences_path(app.core(), &rows(&app).await[0]);
    let code = path.split_once("code=").unwrap().1.to_owned();
    let ask = async |fields: &[(&str, &str)]| {
        let page = post(&app.anyone(), &path, fields).await;
        is_answer(&page, StatusCode::OK);
        assert!(page.text().contains("For amina@example.com"), "{}", page.text());
        assert!(!page.text().contains(&code), "the code gets into no page");
        page.text().to_owned()
    };
    let topics = async || app.anyone().get(&format!("/api{path}")).await.ok()["topics"].clone();
    assert_eq!(ask(&[]).await.matches("checked=\"\"").count(), 1);
    assert_eq!(topics().await, json!(["books"]), "looking changes nothing");
    let saved = ask(&[("change", "topics"), ("topics", "games"), ("topics", "to-hear"), ("topics", "no-such")]).await;
    assert!(saved.contains("Your topics are saved."));
    assert_eq!(topics().await, json!(["games", "to-hear"]));
    ask(&[("change", "topics")]).await;
    assert_eq!(topics().await, json!([]));
    assert!(ask(&[("change", "leave")]).await.contains("You are unsubscribed."));
    assert_eq!(rows(&app).await[0].status, Unsubscribed);
    assert!(ask(&[("change", "return")]).await.contains("subscribed again."));
    assert_eq!(rows(&app).await[0].status, Confirmed);
    let wrong = post(&app.anyone(), "/newsletter/preferences?code=wrong", &[("change", "leave")]).await;
    is_answer(&wrong, StatusCode::GONE);
    assert!(wrong.text().contains("This link is no longer valid."));
}

#[tokio::test]
async fn a_form_of_another_site_or_of_another_type_does_nothing() {
    let app = TestApp::new().await;
    for (name, value) in [("origin", "https://evil.example"), ("origin", "null"), ("sec-fetch-site", "cross-site")] {
        let refused = sign_up(&app.anyone().with_header(name, value), EMAIL).await;
        assert_eq!(
            (refused.status, refused.header("cache-control")),
            (StatusCode::FORBIDDEN, "private, no-store"),
            "{name}: {value}"
        );
        let refused = post(&app.anyone().with_header(name, value), "/contact", &[("message", "a")]).await;
        assert_eq!(refused.status, StatusCode::FORBIDDEN, "{name}: {value}");
    }
    let as_json = app.anyone().post("/newsletter/subscribe", json!({ "email": EMAIL })).await;
    assert_eq!(as_json.status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    let long = post(&app.anyone(), "/contact", &[("message", &"a".repeat(200_000))]).await;
    assert_eq!(long.status, StatusCode::PAYLOAD_TOO_LARGE);
    assert_eq!(rows(&app).await.len(), 0);
    let own = sign_up(&app.anyone().with_header("origin", app.core().config.base()), EMAIL).await;
    is_answer(&own, StatusCode::OK);
    app.run_jobs().await;
}

#[tokio::test]
async fn an_answer_that_cannot_be_drawn_sends_the_form_again() {
    let app = TestApp::new().await;
    let reader = app.anyone_at("192.0.2.8");
    // Each answer is drawn for its reader, and no more of them at once than other pages that no cache has: what the
    // reader may still ask for is taken here, as fast as it comes back.
    let (state, address) = (app.state.clone(), "192.0.2.8".parse::<std::net::IpAddr>().expect("an address"));
    while app.state.render_limit.count_key(&address).is_ok() {}
    let done = Arc::new(AtomicBool::new(false));
    let taker = std::thread::spawn({
        let done = done.clone();
        move || {
            while !done.load(Ordering::Relaxed) {
                let _ = state.render_limit.count_key(&address);
            }
        }
    });
    let pages = join_all((0..5).map(|_| sign_up(&reader, "a&b"))).await;
    done.store(true, Ordering::Relaxed);
    taker.join().expect("it ends");
    let undrawn = pages.iter().find(|page| !page.text().contains("<header")).expect("one that is not drawn");
    assert_eq!(undrawn.header("cache-control"), "private, no-store");
    let html = undrawn.text();
    assert!(html.contains("<input type=\"hidden\" name=\"email\" value=\"a&amp;b\">"), "{html}");
    assert!(html.contains("Send again"), "{html}");
}

#[tokio::test]
async fn the_cached_pages_with_forms_are_the_same_for_everybody() {
    let app = TestApp::new().await;
    for (path, form) in [
        ("/newsletters", "action=\"/newsletter/subscribe\" method=\"post\""),
        ("/contact", "action=\"/contact\" method=\"post\""),
        ("/newsletter/preferences?code=secret", "method=\"post\""),
    ] {
        let page = app.get(path).await;
        assert!(page.text().contains(form) && !page.text().contains("secret"), "{path}");
        assert!(page.text().contains("Leave this empty") || path.contains("preferences"), "{path}");
    }
    let led = app.get("/newsletter/subscribe").await;
    assert_eq!((led.status, led.header("location")), (StatusCode::SEE_OTHER, "/newsletters"));
}
