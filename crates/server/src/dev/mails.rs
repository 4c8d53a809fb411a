//! `/_mails`: preview of every mail with sample data.

use axum::Router;
use axum::extract::{Path, Query, Request, State};
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use mwanga_core::mail::{MailSample, PreviewLook, PreviewPictures, PreviewTheme, preview_as};
use mwanga_core::{accounts, backups, contact, newsletter, posts, subscriptions};
use mwanga_store::StoreResult;
use serde::Deserialize;

use crate::problem::ApiError;
use crate::{AppState, rendering};

/// How a mail is looked at.
#[derive(Debug, Default, Deserialize)]
pub struct Look {
    #[serde(flatten)]
    preview: PreviewLook,
    /// Shows all mails in frames of this width in pixels.
    width: Option<u16>,
}

/// The widths of the frames: a phone, and a window.
const WIDTHS: [u16; 2] = [320, 640];

pub fn routes() -> Router<AppState> {
    Router::new().route("/_mails", get(list)).route("/_mails/{name}", get(one))
}

async fn list(State(app): State<AppState>, Query(look): Query<Look>) -> Response {
    let mails = match samples(&app).await {
        Ok(mails) => mails,
        Err(e) => return ApiError::from(e).into_response(),
    };
    let query = query(&look);
    let rows: String = mails
        .iter()
        .enumerate()
        .map(|(n, MailSample { name, html, .. })| {
            let frame = look.width.map_or_else(String::new, |width| {
                format!(
                    "<br><iframe src=\"/_mails/{n}{query}\" title=\"{name}\" width=\"{width}\" height=\"900\"></iframe>"
                )
            });
            format!(
                "<li><a href=\"/_mails/{n}\">{name}</a>, <a href=\"/_mails/{n}.txt\">as text</a>, <a href=\"/_mails/{n}.eml\">as it is sent</a>, {} kB{frame}</li>",
                html.len().div_ceil(1_000)
            )
        })
        .collect();
    let switches: String = WIDTHS
        .iter()
        .flat_map(|width| {
            ["theme=light", "theme=dark", "theme=light&amp;pictures=off", "theme=dark&amp;pictures=off"].map(|look| {
                format!("<li><a href=\"/_mails?width={width}&amp;{look}\">{width} pixels, {}</a></li>", words(look))
            })
        })
        .collect();
    let language = &app.core.settings().site.language;
    let page = format!(
        "<!doctype html><html lang=\"{language}\"><title>Mails</title><style>body{{font:16px/1.5 sans-serif}}ul{{display:flex;flex-wrap:wrap;gap:16px 32px;list-style:none;padding:0}}</style>\
         <h1>Mails</h1><ul>{switches}</ul><ul>{rows}</ul></html>"
    );
    ([(header::CONTENT_SECURITY_POLICY, "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'")], Html(page))
        .into_response()
}

fn words(look: &str) -> String {
    look.replace("theme=", "").replace("&amp;pictures=off", ", no pictures")
}

fn query(look: &Look) -> String {
    let theme = if matches!(look.preview.theme, Some(PreviewTheme::Dark)) { "dark" } else { "light" };
    let pictures = if matches!(look.preview.pictures, Some(PreviewPictures::Off)) { "&amp;pictures=off" } else { "" };
    format!("?theme={theme}{pictures}")
}

async fn one(
    State(app): State<AppState>,
    Path(name): Path<String>,
    Query(look): Query<Look>,
    request: Request,
) -> Response {
    let (number, form) = name.split_once('.').unwrap_or((&name, "html"));
    let number: Option<usize> = number.parse().ok();
    let found = match number {
        Some(number) => samples(&app).await.map(|samples| samples.into_iter().nth(number)),
        None => Ok(None),
    };
    match found.map(|sample| sample.map(|sample| (form, sample))) {
        Ok(Some(("txt", MailSample { text, .. }))) => text.into_response(),
        Ok(Some(("eml", MailSample { message, .. }))) => match message {
            Ok(message) => ([(header::CONTENT_TYPE, "message/rfc822")], message.formatted()).into_response(),
            Err(e) => (StatusCode::INTERNAL_SERVER_ERROR, e.to_string()).into_response(),
        },
        Ok(Some(("html", MailSample { html, .. }))) => {
            let headers = [
                (header::CONTENT_SECURITY_POLICY, "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'"),
                (header::X_FRAME_OPTIONS, "SAMEORIGIN"),
            ];
            (headers, Html(preview_as(html, look.preview))).into_response()
        }
        Ok(_) => rendering::page(State(app), request).await.into_response(),
        Err(e) => ApiError::from(e).into_response(),
    }
}

async fn samples(app: &AppState) -> StoreResult<Vec<MailSample>> {
    let settings = app.core.settings();
    let letters = accounts::samples(&app.core)
        .into_iter()
        .chain(newsletter::samples(&app.core))
        .chain(subscriptions::samples(&app.core))
        .chain(backups::samples(&app.core))
        .chain(posts::event_samples(&app.core));
    let mut samples: Vec<MailSample> =
        letters.map(|letter| MailSample::of_letter(&letter, &settings, app.core.now())).collect();
    samples.push(contact::sample(&app.core));
    samples.push(newsletter::welcome_sample(&app.core).await?);
    samples.extend(newsletter::issue_samples(&app.core, "Two lamps for the price of one", SAMPLE).await?);
    Ok(samples)
}

const SAMPLE: &str = "<p>Good morning. A second lamp costs less than you think, and more than it should.</p><h2><a href=\"/\">Two lamps for the price of one</a></h2><p>What a second lamp costs in a year, and when the first one is <strong>enough</strong>.</p>\
    <blockquote><p>Light is cheap. Wires are not.</p></blockquote><ul><li>Price</li><li>Power</li></ul><h3>What we measured</h3><table><tbody><tr><th>Lamp</th><th>Watt</th></tr><tr><td>Taa</td><td>9</td></tr></tbody></table><hr><p>Thank you for reading.</p>";
