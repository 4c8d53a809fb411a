//! `/_mails`: preview of every mail with sample data, in development only.

use axum::extract::{Path, Request, State};
use axum::response::{Html, IntoResponse, Response};
use mwanga_core::{accounts, contact, newsletter, subscriptions};

use crate::{AppState, pages};

pub async fn list(State(app): State<AppState>, request: Request) -> Response {
    if app.core.config.production {
        return pages::page(State(app), request).await.into_response();
    }
    let mails = samples(&app);
    let rows: String = mails
        .iter()
        .enumerate()
        .map(|(n, (name, ..))| {
            format!("<li><a href=\"/_mails/{n}\">{name}</a>, <a href=\"/_mails/{n}.txt\">as text</a></li>")
        })
        .collect();
    Html(format!("<!doctype html><html lang=\"en\"><title>Mails</title><h1>Mails</h1><ul>{rows}</ul></html>"))
        .into_response()
}

pub async fn one(State(app): State<AppState>, Path(name): Path<String>, request: Request) -> Response {
    let (number, as_text) = name.strip_suffix(".txt").map_or((&*name, false), |number| (number, true));
    let found = number
        .parse()
        .ok()
        .and_then(|n: usize| samples(&app).into_iter().nth(n))
        .filter(|_| !app.core.config.production);
    match found {
        Some((_, _, text)) if as_text => text.into_response(),
        Some((_, html, _)) => Html(html).into_response(),
        None => pages::page(State(app), request).await.into_response(),
    }
}

/// Kind, HTML and text of each.
fn samples(app: &AppState) -> Vec<(String, String, String)> {
    let settings = app.core.settings();
    let letters = accounts::samples(&app.core)
        .into_iter()
        .chain(newsletter::samples(&app.core))
        .chain(subscriptions::samples(&app.core));
    let mut samples: Vec<_> = letters
        .map(|letter| (letter.kind.as_str().to_owned(), letter.html(&settings), letter.text(&settings)))
        .collect();
    let (kind, html, text) = contact::sample(&app.core);
    samples.push((kind.as_str().to_owned(), html, text));
    let issues = newsletter::issue_samples(&app.core, "Two lamps for the price of one", SAMPLE);
    samples.extend(issues.into_iter().map(|(kind, preview)| (kind.as_str().to_owned(), preview.html, preview.text)));
    samples
}

const SAMPLE: &str = "<h2><a href=\"/\">Two lamps for the price of one</a></h2><p>What a second lamp costs in a year, and when the first one is <strong>enough</strong>.</p>\
    <blockquote><p>Light is cheap. Wires are not.</p></blockquote><ul><li>Price</li><li>Power</li></ul><table><tbody><tr><th>Lamp</th><th>Watt</th></tr><tr><td>Taa</td><td>9</td></tr></tbody></table><hr><p>Thank you for reading.</p>";
