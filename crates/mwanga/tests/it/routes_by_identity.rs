//! Authorization: one row for each route, on the site's host and on the API's own. A route without a row fails.

use std::collections::BTreeSet;

use axum::body::Body;
use axum::http::Method;
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use mwanga_store::types::SessionKind;

use crate::support::*;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum For {
    Anyone,
    SignedIn,
    /// Anyone of the newsroom, contributors and authors too.
    Writers,
    /// Editors and administrators.
    Staff,
    Admins,
}
use For::{Admins, Anyone, SignedIn, Staff, Writers};

/// By path, then method. Calls of the API stand below `/api`.
const ROUTES: &[(&str, &str, For)] = &[
    ("GET", "/_mails", Anyone),
    ("GET", "/_mails/{name}", Anyone),
    ("GET", "/admin", Anyone),
    ("GET", "/admin-analytics", Anyone),
    ("GET", "/admin-auth", Anyone),
    ("GET", "/admin-subscriptions", Anyone),
    ("GET", "/admin/{*rest}", Anyone),
    ("GET", "/api/admin/backups", Admins),
    ("POST", "/api/admin/backups", Admins),
    ("POST", "/api/admin/backups/{id}/link", Admins),
    ("GET", "/api/admin/calendar", Writers),
    ("GET", "/api/admin/categories", Writers),
    ("POST", "/api/admin/categories", Staff),
    ("DELETE", "/api/admin/categories/{id}", Staff),
    ("PUT", "/api/admin/categories/order", Staff),
    ("PUT", "/api/admin/categories/{id}", Staff),
    ("POST", "/api/admin/clean-broken-media", Staff),
    ("GET", "/api/admin/desk", Writers),
    ("GET", "/api/admin/deals", Staff),
    ("DELETE", "/api/admin/corrections/{id}", Staff),
    ("PUT", "/api/admin/corrections/{id}", Staff),
    ("GET", "/api/admin/doctor", Admins),
    ("GET", "/api/admin/email-logs", Staff),
    ("GET", "/api/admin/email-logs/csv", Admins),
    ("GET", "/api/admin/embed", Writers),
    ("GET", "/api/admin/generate-presigned-url", Writers),
    ("DELETE", "/api/admin/hold", Admins),
    ("GET", "/api/admin/hold", Admins),
    ("GET", "/api/admin/media", Writers),
    ("POST", "/api/admin/media/record", Writers),
    ("DELETE", "/api/admin/media/{id}", Staff),
    ("GET", "/api/admin/media/{id}", Writers),
    ("PUT", "/api/admin/media/{id}", Writers),
    ("POST", "/api/admin/media/{id}/restore", Staff),
    ("GET", "/api/admin/navigation", Admins),
    ("PUT", "/api/admin/navigation", Admins),
    ("GET", "/api/admin/notice-choice", Staff),
    ("PUT", "/api/admin/notice-choice", Staff),
    ("POST", "/api/admin/notify-subscribers", Staff),
    ("PUT", "/api/admin/notes/{id}", Writers),
    ("GET", "/api/admin/pages", Staff),
    ("POST", "/api/admin/pages", Staff),
    ("DELETE", "/api/admin/pages/{id}", Staff),
    ("GET", "/api/admin/pages/{id}", Staff),
    ("PUT", "/api/admin/pages/{id}", Staff),
    ("POST", "/api/admin/pages/{id}/restore", Staff),
    ("GET", "/api/admin/pages/{id}/revisions", Staff),
    ("GET", "/api/admin/pages/{id}/revisions/{revision}", Staff),
    ("GET", "/api/admin/posts", Writers),
    ("POST", "/api/admin/posts", Writers),
    ("POST", "/api/admin/posts/bulk", Writers),
    ("DELETE", "/api/admin/posts/{id}", Writers),
    ("GET", "/api/admin/posts/same-title", Writers),
    ("GET", "/api/admin/posts/{id}", Writers),
    ("PUT", "/api/admin/posts/{id}", Writers),
    ("POST", "/api/admin/posts/{id}/approve", Staff),
    ("GET", "/api/admin/posts/{id}/corrections", Writers),
    ("POST", "/api/admin/posts/{id}/corrections", Writers),
    ("POST", "/api/admin/posts/{id}/duplicate", Writers),
    ("GET", "/api/admin/posts/{id}/links", Writers),
    ("POST", "/api/admin/posts/{id}/links", Writers),
    ("GET", "/api/admin/posts/{id}/notes", Writers),
    ("POST", "/api/admin/posts/{id}/notes", Writers),
    ("DELETE", "/api/admin/posts/{id}/notify-subscribers", Staff),
    ("GET", "/api/admin/posts/{id}/notify-subscribers", Staff),
    ("POST", "/api/admin/posts/{id}/notify-subscribers", Staff),
    ("POST", "/api/admin/posts/{id}/restore", Writers),
    ("POST", "/api/admin/posts/{id}/return", Staff),
    ("GET", "/api/admin/posts/{id}/preview", Writers),
    ("PUT", "/api/admin/posts/{id}/preview", Writers),
    ("GET", "/api/admin/posts/{id}/preview-links", Staff),
    ("POST", "/api/admin/posts/{id}/preview-links", Staff),
    ("GET", "/api/admin/posts/{id}/revisions", Writers),
    ("GET", "/api/admin/posts/{id}/revisions/{revision}", Writers),
    ("POST", "/api/admin/posts/{id}/submit", Writers),
    ("DELETE", "/api/admin/preview-links/{id}", Staff),
    ("GET", "/api/admin/set-up", Admins),
    ("PUT", "/api/admin/set-up", Admins),
    ("POST", "/api/admin/set-up/sample-posts", Admins),
    ("PUT", "/api/admin/set-up/{name}", Admins),
    ("GET", "/api/admin/settings", Admins),
    ("PUT", "/api/admin/settings", Admins),
    ("GET", "/api/admin/settings/history", Admins),
    ("POST", "/api/admin/settings/history/{version}/restore", Admins),
    ("POST", "/api/admin/settings/pictures", Staff),
    ("POST", "/api/admin/settings/preview", Admins),
    ("GET", "/api/admin/settings/shades", Admins),
    ("GET", "/api/admin/staff", Admins),
    ("POST", "/api/admin/staff/invites", Admins),
    ("DELETE", "/api/admin/staff/invites/{id}", Admins),
    ("PUT", "/api/admin/staff/{id}", Admins),
    ("GET", "/api/admin/status", Staff),
    ("GET", "/api/admin/subscribers", Admins),
    ("POST", "/api/admin/subscribers/{id}/lift", Admins),
    ("GET", "/api/admin/subscribers/csv", Admins),
    ("GET", "/api/admin/subscriptions", Staff),
    ("GET", "/api/admin/subscriptions/addresses/csv", Admins),
    ("GET", "/api/admin/subscriptions/csv", Admins),
    ("GET", "/api/admin/subscriptions/refused-payments", Staff),
    ("GET", "/api/admin/subscriptions/{id}", Staff),
    ("POST", "/api/admin/subscriptions/{id}/refund", Admins),
    ("GET", "/api/admin/todays-picks", Staff),
    ("PUT", "/api/admin/todays-picks", Staff),
    ("GET", "/api/admin/trash", Staff),
    ("GET", "/api/admin/upload-config", Writers),
    ("GET", "/api/analytics/posts", Staff),
    ("GET", "/api/analytics/summary", Staff),
    ("GET", "/api/analytics/tables/{name}", Admins),
    ("POST", "/api/analytics/track", Anyone),
    ("DELETE", "/api/auth/account", SignedIn),
    ("POST", "/api/auth/admin/login", Anyone),
    ("GET", "/api/auth/admin/register", Anyone),
    ("POST", "/api/auth/admin/register", Anyone),
    ("GET", "/api/auth/callback/{provider}", Anyone),
    ("POST", "/api/auth/change-password", Anyone),
    ("POST", "/api/auth/delete-code", SignedIn),
    ("GET", "/api/auth/login/{provider}", Anyone),
    ("POST", "/api/auth/login-user", Anyone),
    ("POST", "/api/auth/logout", Anyone),
    ("POST", "/api/auth/logout-everywhere", SignedIn),
    ("POST", "/api/auth/password", SignedIn),
    ("GET", "/api/auth/profile", SignedIn),
    ("PUT", "/api/auth/profile", SignedIn),
    ("POST", "/api/auth/refresh", Anyone),
    ("POST", "/api/auth/register-user", Anyone),
    ("POST", "/api/auth/resend-verification", SignedIn),
    ("POST", "/api/auth/reset-password", Anyone),
    ("GET", "/api/auth/sessions", SignedIn),
    ("DELETE", "/api/auth/sessions/{id}", SignedIn),
    ("POST", "/api/auth/verify-email", Anyone),
    ("GET", "/api/author/{slug}", Anyone),
    ("GET", "/api/backups/download", Anyone),
    ("GET", "/api/category/{name}", Anyone),
    ("POST", "/api/contact", Anyone),
    ("GET", "/api/corrections", Anyone),
    ("GET", "/api/docs", Anyone),
    ("GET", "/api/newsletter/admin-audience", Staff),
    ("GET", "/api/newsletter/admin-audience/topics", Staff),
    ("GET", "/api/newsletter/admin-draft", Staff),
    ("GET", "/api/newsletter/admin-drafts", Staff),
    ("POST", "/api/newsletter/admin-drafts", Staff),
    ("DELETE", "/api/newsletter/admin-drafts/{id}", Staff),
    ("GET", "/api/newsletter/admin-drafts/{id}", Staff),
    ("PUT", "/api/newsletter/admin-drafts/{id}", Staff),
    ("GET", "/api/newsletter/admin-issues", Staff),
    ("GET", "/api/newsletter/admin-issues/{id}", Staff),
    ("GET", "/api/newsletter/admin-issues/{id}/deliveries", Staff),
    ("POST", "/api/newsletter/admin-issues/{id}/pause", Staff),
    ("GET", "/api/newsletter/admin-issues/{id}/report", Staff),
    ("POST", "/api/newsletter/admin-issues/{id}/resend-uncertain", Staff),
    ("POST", "/api/newsletter/admin-issues/{id}/resume", Staff),
    ("POST", "/api/newsletter/admin-issues/{id}/undo", Staff),
    ("POST", "/api/newsletter/admin-preview", Staff),
    ("GET", "/api/newsletter/admin-schedule", Staff),
    ("PUT", "/api/newsletter/admin-schedule", Staff),
    ("POST", "/api/newsletter/admin-send", Staff),
    ("POST", "/api/newsletter/admin-test", Staff),
    ("GET", "/api/newsletter/confirm", Anyone),
    ("POST", "/api/newsletter/confirm", Anyone),
    ("GET", "/api/newsletter/issues", Anyone),
    ("GET", "/api/newsletter/issues/{id}", Anyone),
    ("GET", "/api/newsletter/preferences", Anyone),
    ("POST", "/api/newsletter/preferences", Anyone),
    ("POST", "/api/newsletter/subscribe", Anyone),
    ("GET", "/api/newsletter/topics", Anyone),
    ("GET", "/api/newsletter/unsubscribe", Anyone),
    ("POST", "/api/newsletter/unsubscribe", Anyone),
    ("GET", "/api/openapi.json", Anyone),
    ("GET", "/api/pages/{slug}", Anyone),
    ("GET", "/api/post/slug/{slug}", Anyone),
    ("GET", "/api/post/slug/{slug}/related", Anyone),
    ("GET", "/api/posts/public", Anyone),
    ("GET", "/api/posts/public/by-category", Anyone),
    ("GET", "/api/posts/public/todays-picks", Anyone),
    ("GET", "/api/posts/{id}/address", Anyone),
    ("GET", "/api/posts/{id}/full", SignedIn),
    ("GET", "/api/preview/{code}", Anyone),
    ("POST", "/api/preview/{code}/answer", Anyone),
    ("GET", "/api/search/search", Anyone),
    ("GET", "/api/search/suggest", Anyone),
    ("GET", "/api/site", Anyone),
    ("POST", "/api/subscriptions/capture", Anyone),
    ("GET", "/api/subscriptions/payments/{payment_id}", Anyone),
    ("GET", "/api/subscriptions/plans", Anyone),
    ("PUT", "/api/subscriptions/print-address", Anyone),
    ("GET", "/api/subscriptions/receipts", SignedIn),
    ("GET", "/api/subscriptions/status", SignedIn),
    ("POST", "/api/subscriptions/subscribe", Anyone),
    ("GET", "/api/tag/{slug}", Anyone),
    ("PUT", "/api/uploads/{key}", Anyone),
    ("POST", "/api/webhooks/{provider}", Anyone),
    ("POST", "/api/webhooks/{provider}/{secret}", Anyone),
    ("GET", "/assets/{*name}", Anyone),
    ("GET", "/brand/{name}", Anyone),
    ("GET", "/contact", Anyone),
    ("POST", "/contact", Anyone),
    ("GET", "/favicon.svg", Anyone),
    ("GET", "/healthz", Anyone),
    ("GET", "/media/{*key}", Anyone),
    ("GET", "/newsletter/confirm", Anyone),
    ("POST", "/newsletter/confirm", Anyone),
    ("GET", "/newsletter/preferences", Anyone),
    ("POST", "/newsletter/preferences", Anyone),
    ("GET", "/newsletter/subscribe", Anyone),
    ("POST", "/newsletter/subscribe", Anyone),
    ("GET", "/newsletter/unsubscribe", Anyone),
    ("POST", "/newsletter/unsubscribe", Anyone),
    ("GET", "/r/{code}", Anyone),
    ("GET", "/readyz", Anyone),
];

/// Some of what the fallbacks answer, which know no identities: pages, files that machines read, and nothing.
const FALLBACKS: [(&str, &str, For); 9] = [
    ("GET", "/", Anyone),
    ("GET", "/post/slug/habari", Anyone),
    ("GET", "/category/tech", Anyone),
    ("GET", "/feed.xml", Anyone),
    ("GET", "/newsletter/issues/feed.xml", Anyone),
    ("GET", "/sitemap.xml", Anyone),
    ("GET", "/robots.txt", Anyone),
    ("GET", "/no/such/page", Anyone),
    ("GET", "/api/no-such-call", Anyone),
];

#[test]
fn every_route_has_a_row_in_the_authorization_table() {
    let listed: BTreeSet<(String, String)> =
        ROUTES.iter().map(|(method, path, _)| ((*method).to_owned(), (*path).to_owned())).collect();
    assert_eq!(listed.len(), ROUTES.len(), "a row stands twice");
    let mut known = BTreeSet::new();
    let document = serde_json::to_value(mwanga_server::openapi_document()).unwrap();
    for (path, methods) in document["paths"].as_object().unwrap() {
        known.extend(methods.as_object().unwrap().keys().map(|method| (method.to_uppercase(), format!("/api{path}"))));
    }
    // Routes that the description leaves out, as the source names them.
    let source =
        [include_str!("../../../server/src/router.rs"), include_str!("../../../server/src/dev/mails.rs")].concat();
    for text in source.split(".route(\"").skip(1) {
        let (path, rest) = text.split_once('"').unwrap();
        let handler = rest.lines().next().unwrap();
        match path {
            "/uploads/{*key}" => assert!(handler.contains("put(uploads::upload)")),
            _ => {
                assert!(handler.contains("get("), "{path} takes something else than GET: give it a row by hand");
                let folder = if matches!(path, "/openapi.json" | "/docs") { "/api" } else { "" };
                known.insert(("GET".to_owned(), format!("{folder}{path}")));
                if handler.contains(").post(") {
                    known.insert(("POST".to_owned(), path.to_owned()));
                }
            }
        }
    }
    assert!(known.len() > 40, "{known:?}");
    let missing: Vec<_> = known.difference(&listed).collect();
    assert!(missing.is_empty(), "say who may call these: {missing:?}");
    let gone: Vec<_> = listed.difference(&known).collect();
    assert!(gone.is_empty(), "these are no routes any more: {gone:?}");
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Identity {
    Nobody,
    Garbage,
    ForeignKey,
    SignedOut,
    TooOld,
    Reader,
    /// Staff who signed in as readers do.
    StaffAsReader,
    Contributor,
    Author,
    Editor,
    Admin,
}
use Identity::{
    Admin, Author, Contributor, Editor, ForeignKey, Garbage, Nobody, Reader, SignedOut, StaffAsReader, TooOld,
};

impl Identity {
    async fn caller(self, app: &TestApp) -> Caller {
        match self {
            Nobody => app.anyone(),
            Garbage => app.anyone().with_token("garbage"),
            ForeignKey => {
                let admin = app.staff(Role::Admin).await;
                let claims = crate::api::claims(admin.token.as_ref().unwrap());
                let key = EncodingKey::from_secret(b"another key of more than 32 characters");
                app.anyone().with_token(&jsonwebtoken::encode(&Header::new(Algorithm::HS256), &claims, &key).unwrap())
            }
            SignedOut => {
                let admin = app.staff(Role::Admin).await;
                admin.post("/api/auth/logout", json!({})).await.ok();
                admin
            }
            TooOld => {
                let admin = app.staff(Role::Admin).await.without_cookie();
                app.clock.advance_ms(3_600_000);
                admin
            }
            Reader => app.reader().await,
            StaffAsReader => app.signed_in(Role::Admin, SessionKind::Reader).await,
            Contributor => app.staff(Role::Contributor).await,
            Author => app.staff(Role::Author).await,
            Editor => app.staff(Role::Editor).await,
            Admin => app.staff(Role::Admin).await,
        }
    }

    /// Status and code of the refusal; none where it may.
    const fn refused(self, route: For) -> Option<(u16, &'static str)> {
        match (route, self) {
            (Anyone, _)
            | (SignedIn, Reader | StaffAsReader | Contributor | Author | Editor | Admin)
            | (Writers, Contributor | Author | Editor | Admin)
            | (Staff, Editor | Admin)
            | (Admins, Admin) => None,
            (_, Nobody) => Some((401, "auth.required")),
            (_, Garbage | ForeignKey) => Some((401, "auth.token_invalid")),
            (_, SignedOut | TooOld) => Some((401, "auth.session_expired")),
            _ => Some((403, "auth.forbidden")),
        }
    }
}

const IDENTITIES: [Identity; 11] =
    [Nobody, Garbage, ForeignKey, SignedOut, TooOld, Reader, StaffAsReader, Contributor, Author, Editor, Admin];
const API_HOST: &str = "api.mwanga.example";

fn request_path(path: &str) -> String {
    let path =
        path.replace("{id}", "999999").replace("{slug}", "habari").replace("{name}", "tech").replace("{key}", "x.png");
    let path = path
        .replace("/webhooks/{provider}", "/webhooks/paypal")
        .replace("{secret}", "0f")
        .replace("{payment_id}", "x")
        .replace("{provider}", "google")
        .replace("{revision}", "1");
    path.replace("{*key}", "x.png").replace("{*name}", "x.js").replace("{*rest}", "posts")
}

/// Asks every route as everybody; `ask` sends it to one host.
async fn ask_all(app: &TestApp, routes: &[(&str, &str, For)], ask: impl AsyncFn(&Caller, Method, &str) -> Reply) {
    for (method, path, route) in routes {
        let (method, path): (Method, String) = (method.parse().unwrap(), request_path(path));
        let mut anyone = None;
        for identity in IDENTITIES {
            let caller = identity.caller(app).await;
            let reply = ask(&caller, method.clone(), &path).await;
            let what = format!("{method} {path} as {identity:?}");
            match identity.refused(*route) {
                Some(refusal) => {
                    let problem = reply.problem();
                    assert_eq!(problem.is(), refusal, "{what}");
                    let keys: Vec<&String> = problem.body.as_object().unwrap().keys().collect();
                    assert_eq!(keys, ["code", "error", "message"], "{what}: no byte of data");
                }
                None => {
                    assert!(
                        !matches!(reply.status.as_u16(), 401 | 403 | 500..),
                        "{what}: {} {}",
                        reply.status,
                        reply.text()
                    );
                    // What anyone may have is the same for everyone.
                    if *route == Anyone {
                        let (status, body) = anyone.get_or_insert_with(|| (reply.status, reply.body.clone()));
                        assert_eq!((&reply.status, &reply.body), (&*status, &*body), "{what}");
                    }
                }
            }
        }
    }
}

async fn app() -> TestApp {
    let app = TestApp::with(|config| {
        config.http.api_host = Some(API_HOST.to_owned());
        config.http.rate_limits = false;
        // The site check calls it: nothing leaves this machine.
        config.http.base_url = Some("http://127.0.0.1:1".parse().expect("a URL"));
    });
    let app = app.await;
    app.post("Habari").insert().await;
    app
}

#[tokio::test]
async fn each_identity_gets_only_its_routes_on_the_sites_host() {
    let app = app().await;
    ask_all(&app, &[ROUTES, &FALLBACKS].concat(), async |caller, method, path| {
        caller.send(method, path, Body::empty(), &[("host", "mwanga.example")]).await
    })
    .await;
}

#[tokio::test]
async fn each_identity_gets_only_its_routes_on_the_api_host() {
    let app = app().await;
    let calls: Vec<_> = ROUTES.iter().copied().filter(|(_, path, _)| path.starts_with("/api/")).collect();
    ask_all(&app, &calls, async |caller, method, path| {
        caller.send(method, path.strip_prefix("/api").unwrap(), Body::empty(), &[("host", API_HOST)]).await
    })
    .await;
}

#[tokio::test]
async fn the_api_host_serves_the_api_and_no_pages() {
    let app = app().await;
    let admin = app.staff(Role::Admin).await;
    for (method, path, _) in ROUTES.iter().copied().chain(FALLBACKS) {
        let reply = admin
            .send(method.parse().unwrap(), &request_path(path), Body::empty(), &[("host", "API.mwanga.example")])
            .await;
        // These names are both: a page of the site and a call at its bare path.
        let is_both = matches!(path, "/post/slug/habari" | "/category/tech" | "/admin/{*rest}" | "/contact");
        // A call that is only posted knows no GET.
        let is_posted = matches!((method, path), ("GET", "/contact" | "/newsletter/subscribe"));
        if is_posted {
            assert_eq!(reply.problem().is(), (405, "method_not_allowed"), "{path}");
        } else if !is_both && !path.starts_with("/newsletter/") {
            assert_eq!(reply.problem().is(), (404, "not_found"), "{path}");
        } else {
            assert!(reply.header("content-type").starts_with("application/json"), "{path}");
        }
    }
    let site = app.anyone().send(Method::GET, "/posts/public", Body::empty(), &[("host", "mwanga.example")]).await;
    assert_eq!(site.status, StatusCode::FOUND, "bare paths are calls on the API's host alone");
}
