//! Forms that a browser posts without script: newsletter sign-up, contact, preferences. Each does what its call of the
//! API does, by the same function, and is answered with a page that holds what was typed.

use std::borrow::Cow;
use std::collections::BTreeMap;

use axum::Json;
use axum::extract::rejection::RawFormRejection;
use axum::extract::{FromRequest, FromRequestParts, RawForm, RawQuery, Request, State};
use axum::http::header::{CACHE_CONTROL, HOST, ORIGIN, RETRY_AFTER};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Redirect, Response};
use mwanga_store::types::IssueId;
use serde::Serialize;
use url::form_urlencoded;

use crate::AppState;
use crate::api::{contact, newsletter};
use crate::client_address::ClientAddress;
use crate::documents::{Document, escape};
use crate::extract::{ApiJson, IdempotencyKey, RateLimitedClient};
use crate::problem::ApiError;
use crate::rendering;
use crate::views::NewsletterPreferencesView;

/// Most bytes of a form: the longest message of the contact form in any script.
pub const MAX_BYTES: usize = 128 * 1024;

/// Who reads the address of the sign-up's answer finds the newsletters there.
pub async fn sign_up() -> Redirect {
    Redirect::to("/newsletters")
}

pub async fn subscribe(
    State(app): State<AppState>,
    _: SentFromHere,
    client: Result<RateLimitedClient, ApiError>,
    form: SentForm,
) -> Response {
    let input = newsletter::SubscribeInput { email: form.text("email"), website: Some(form.text("website")) };
    let outcome = match client {
        Ok(client) => {
            newsletter::subscribe(State(app.clone()), client, IdempotencyKey::default(), ApiJson(input)).await
        }
        Err(e) => Err(e),
    };
    let outcome = outcome.map(|Json(answer)| Done { words: answer.message, preferences: None });
    app.answer_form("/form-answer/sign-up", &form, outcome).await
}

pub async fn send_message(
    State(app): State<AppState>,
    _: SentFromHere,
    client: Result<RateLimitedClient, ApiError>,
    form: SentForm,
) -> Response {
    let text = |name| form.text(name);
    let input = contact::ContactInput {
        name: text("name"),
        email: text("email"),
        message: text("message"),
        website: Some(text("website")),
    };
    let outcome = match client {
        Ok(client) => {
            contact::send_message(State(app.clone()), client, IdempotencyKey::default(), ApiJson(input)).await
        }
        Err(e) => Err(e),
    };
    let outcome = outcome.map(|Json(answer)| Done { words: answer.message, preferences: None });
    app.answer_form("/form-answer/contact", &form, outcome).await
}

/// Shows what the subscriber of a mailed link chose, and changes it. The code is in the query, as in the link.
pub async fn set_preferences(
    State(app): State<AppState>,
    _: SentFromHere,
    RawQuery(query): RawQuery,
    form: SentForm,
) -> Response {
    let change = form.text("change");
    let (words, topics, subscribed) = match change.as_str() {
        "topics" => ("Your topics are saved.", Some(form.all("topics")), None),
        "leave" => (newsletter::UNSUBSCRIBED, None, Some(false)),
        "return" => ("You’re subscribed again.", None, Some(true)),
        _ => ("", None, None),
    };
    let issue = parameter(query.as_deref(), "issue").parse().map(IssueId).ok();
    let code = parameter(query.as_deref(), "code");
    let input = newsletter::PreferencesInput { code, topics, subscribed, issue };
    let outcome = newsletter::set_preferences(State(app.clone()), ApiJson(input)).await;
    let outcome = outcome.map(|Json(preferences)| Done { words, preferences: Some(preferences) });
    app.answer_form("/form-answer/preferences", &form, outcome).await
}

/// The first value of a parameter of a query; empty without one.
pub fn parameter(query: Option<&str>, wanted: &str) -> String {
    let value = form_urlencoded::parse(query.unwrap_or_default().as_bytes()).find(|(name, _)| name == wanted);
    value.map(|(_, value)| value.into_owned()).unwrap_or_default()
}

/// What was done with a form.
struct Done {
    words: &'static str,
    preferences: Option<NewsletterPreferencesView>,
}

/// What the page of an answer shows (`form-answer.ts`).
#[derive(Serialize)]
struct FormAnswer<'a> {
    done: Option<&'static str>,
    problem: Option<&'a str>,
    fields: Option<&'a BTreeMap<Cow<'static, str>, String>>,
    typed: BTreeMap<&'a str, &'a str>,
    preferences: Option<NewsletterPreferencesView>,
}

impl AppState {
    /// Answers a form with its page; with a short notice and a button that sends it again where that cannot be drawn.
    async fn answer_form(&self, page: &str, form: &SentForm, outcome: Result<Done, ApiError>) -> Response {
        let typed = form.fields.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        let (status, retry_after_s, text, is_drawn) = match &outcome {
            Ok(done) => (StatusCode::OK, None, done.words.to_owned(), true),
            Err(e) => {
                let (status, text) = e.status_and_text();
                (status, e.retry_after_s(), text.to_owned(), !e.is_internal())
            }
        };
        let failed = outcome.is_err();
        let limited = form.client.is_some_and(|client| self.render_limit.count(client).is_err());
        let drawn = if is_drawn && !limited {
            let answer = match outcome {
                Ok(Done { words, preferences }) => {
                    FormAnswer { done: Some(words), problem: None, fields: None, typed, preferences }
                }
                Err(ref e) => FormAnswer {
                    done: None,
                    problem: Some(e.status_and_text().1),
                    fields: Some(e.fields()),
                    typed,
                    preferences: None,
                },
            };
            self.draw_form_answer(page, &answer).await
        } else {
            None
        };
        let document = match drawn {
            Some(html) => Document::plain(status, html).uncacheable(),
            None => {
                let again = if failed { form.send_again() } else { String::new() };
                rendering::notice(self, status, &text, &text, &again)
            }
        };
        let mut response = answer(self, document);
        if let Some(seconds) = retry_after_s {
            response.headers_mut().insert(RETRY_AFTER, seconds.into());
        }
        response
    }
}

/// A page for who sent the form, and for nobody else.
pub fn answer(app: &AppState, document: Document) -> Response {
    let mut response = app.encode(document).respond(&Method::POST, &HeaderMap::new());
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    response
}

/// A form as a browser posts it: `application/x-www-form-urlencoded`.
pub struct SentForm {
    fields: Vec<(String, String)>,
    client: Option<ClientAddress>,
}

impl SentForm {
    fn text(&self, wanted: &str) -> String {
        self.fields.iter().find(|(name, _)| name == wanted).map(|(_, text)| text.clone()).unwrap_or_default()
    }

    fn all(&self, wanted: &str) -> Vec<String> {
        self.fields.iter().filter(|(name, _)| name == wanted).map(|(_, text)| text.clone()).collect()
    }

    /// HTML of a form with the same fields, so that nobody has to type them again.
    fn send_again(&self) -> String {
        let field = |(name, text): &(String, String)| {
            format!("<input type=\"hidden\" name=\"{}\" value=\"{}\">", escape(name), escape(text))
        };
        let fields: String = self.fields.iter().map(field).collect();
        format!(
            "<form method=\"post\">{fields}<button type=\"submit\" class=\"min-h-11 cursor-pointer rounded-full \
             bg-ember px-5 py-2 text-sm font-semibold text-ember-ink\">Send again</button></form>"
        )
    }
}

impl FromRequest<AppState> for SentForm {
    type Rejection = Response;

    async fn from_request(request: Request, app: &AppState) -> Result<Self, Response> {
        let client = request.extensions().get().copied();
        let refuse = |status, text| answer(app, rendering::notice(app, status, text, text, ""));
        match RawForm::from_request(request, app).await {
            Ok(RawForm(body)) => Ok(Self { fields: form_urlencoded::parse(&body).into_owned().collect(), client }),
            Err(RawFormRejection::InvalidFormContentType(_)) => {
                Err(refuse(StatusCode::UNSUPPORTED_MEDIA_TYPE, "This form is not readable."))
            }
            Err(e) => Err(refuse(e.into_response().status(), "This is more than we take at once.")),
        }
    }
}

/// Refuses a form that a page of another site sent, where the browser says so.
pub struct SentFromHere;

impl FromRequestParts<AppState> for SentFromHere {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, Response> {
        if is_from_elsewhere(app.core.config.base(), parts) {
            let text = "This form was sent from another site.";
            return Err(answer(app, rendering::notice(app, StatusCode::FORBIDDEN, text, text, "")));
        }
        Ok(Self)
    }
}

/// Whether a form comes from another origin. The pages of mailed links tell nobody their address, which makes their own
/// `Origin` null; there the code is what permits anything.
fn is_from_elsewhere(base: &str, parts: &Parts) -> bool {
    let text = |name: &str| parts.headers.get(name).map(|value| value.to_str().unwrap_or("unreadable"));
    let site = text("sec-fetch-site");
    if site.is_some_and(|site| !matches!(site, "same-origin" | "none")) {
        return true;
    }
    match text(ORIGIN.as_str()) {
        None => false,
        Some("null") => site.is_none() && parts.uri.path() != "/newsletter/preferences",
        Some(origin) => {
            let authority = |url: &str| url.parse::<Uri>().ok()?.authority().map(|one| one.as_str().to_lowercase());
            let own = text(HOST.as_str()).or(parts.uri.authority().map(|one| one.as_str())).map(str::to_lowercase);
            let from = authority(origin);
            from.is_none() || (from != own && from != authority(base))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from_elsewhere(path: &str, headers: &[(&str, &str)]) -> bool {
        let mut request = Request::builder().method(Method::POST).uri(path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        is_from_elsewhere("https://news.example", &request.body(()).unwrap().into_parts().0)
    }

    #[test]
    fn a_form_of_another_origin_is_known_by_what_the_browser_says() {
        const OWN: (&str, &str) = ("host", "127.0.0.1:8080");
        for (headers, expected) in [
            (vec![OWN], false),
            (vec![OWN, ("origin", "http://127.0.0.1:8080")], false),
            (vec![OWN, ("origin", "https://News.example")], false),
            (vec![OWN, ("origin", "https://news.example.evil.example")], true),
            (vec![OWN, ("origin", "http://127.0.0.1:8081")], true),
            (vec![OWN, ("origin", "https://evil.example")], true),
            (vec![OWN, ("origin", "null")], true),
            (vec![OWN, ("origin", "")], true),
            (vec![("origin", "https://evil.example")], true),
            (vec![OWN, ("origin", "null"), ("sec-fetch-site", "same-origin")], false),
            (vec![OWN, ("sec-fetch-site", "none")], false),
            (vec![OWN, ("sec-fetch-site", "same-site")], true),
            (vec![OWN, ("sec-fetch-site", "cross-site")], true),
            (vec![OWN, ("origin", "https://evil.example"), ("sec-fetch-site", "same-origin")], true),
        ] {
            assert_eq!(from_elsewhere("/newsletter/subscribe", &headers), expected, "{headers:?}");
        }
        assert!(!from_elsewhere("/newsletter/preferences?code=a", &[OWN, ("origin", "null")]));
        assert!(from_elsewhere("/newsletter/preferences?code=a", &[OWN, ("origin", "https://evil.example")]));
    }
}
