//! Every route of the server, in one list.

use std::sync::LazyLock;
use std::time::Duration;

use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router};
use mwanga_core::brand_pictures;
use mwanga_core::config::Config;
use tower::ServiceExt;
use tower_http::compression::predicate::{And, DefaultPredicate, NotForContentType, Predicate};
use tower_http::compression::{CompressionLayer, CompressionLevel};
use tower_http::cors::{AllowOrigin, CorsLayer};
use tower_http::timeout::RequestBodyTimeoutLayer;
use utoipa::OpenApi;
use utoipa::openapi::Server;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouterExt};
use utoipa_axum::routes;

use crate::AppState;
use crate::api::{
    admin, analytics, auth, author, backups, category, contact, corrections, newsletter, pages as site_pages, posts,
    preview, search, site, subscriptions, tag, uploads, webhooks,
};
use crate::api_host::{OnApiHost, is_for_api_host};
use crate::brand_pictures::brand_picture;
use crate::documents::{Document, EncodedDocument};
use crate::{
    api_docs, assets, dev, forms, mailed_links, media, newsletter_forms, openapi, problem, rendering, security_log,
    signed_media,
};

#[derive(OpenApi)]
#[openapi(
    info(title = "Mwanga", description = "The API of a Mwanga site. Errors: see `Problem`; programs switch on its `code`."),
    servers((url = "/api")),
    tags((name = "posts"), (name = "search"), (name = "newsletter"), (name = "subscriptions"), (name = "site"), (name = "accounts"), (name = "admin"), (name = "analytics"), (name = "media"))
)]
struct ApiDoc;

/// Routes of the API, without a prefix.
#[expect(clippy::too_many_lines, reason = "a table")]
fn api_routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::with_openapi(ApiDoc::openapi())
        .routes(routes!(site::site))
        .routes(routes!(site_pages::page_by_slug))
        .routes(routes!(contact::send_message))
        .routes(routes!(posts::public_posts))
        .routes(routes!(posts::todays_picks))
        .routes(routes!(posts::posts_by_category))
        .routes(routes!(posts::post_by_slug))
        .routes(routes!(posts::related_posts))
        .routes(routes!(posts::post_address))
        .routes(routes!(posts::full_post))
        .routes(routes!(corrections::corrections))
        .routes(routes!(category::category))
        .routes(routes!(tag::tag))
        .routes(routes!(author::author))
        .routes(routes!(search::search_all))
        .routes(routes!(search::suggest))
        .routes(routes!(newsletter::subscribe))
        .routes(routes!(newsletter::pending_subscription, newsletter::confirm))
        .routes(routes!(newsletter::link, newsletter::unsubscribe))
        .routes(routes!(newsletter::topics))
        .routes(routes!(newsletter::preferences, newsletter::set_preferences))
        .routes(routes!(newsletter::archive))
        .routes(routes!(newsletter::archived))
        .routes(routes!(newsletter::audience))
        .routes(routes!(newsletter::audience_by_topic))
        .routes(routes!(newsletter::draft))
        .routes(routes!(newsletter::list_drafts, newsletter::create_draft))
        .routes(routes!(newsletter::get_draft, newsletter::update_draft, newsletter::delete_draft))
        .routes(routes!(newsletter::preview))
        .routes(routes!(newsletter::test))
        .routes(routes!(newsletter::send))
        .routes(routes!(newsletter::list_issues))
        .routes(routes!(newsletter::get_issue))
        .routes(routes!(newsletter::undo))
        .routes(routes!(newsletter::pause))
        .routes(routes!(newsletter::resume))
        .routes(routes!(newsletter::resend_uncertain))
        .routes(routes!(newsletter::deliveries))
        .routes(routes!(newsletter::report))
        .routes(routes!(newsletter::schedule, newsletter::set_schedule))
        .routes(routes!(subscriptions::plans))
        .routes(routes!(subscriptions::subscribe))
        .routes(routes!(subscriptions::capture))
        .routes(routes!(subscriptions::payment))
        .routes(routes!(subscriptions::status))
        .routes(routes!(subscriptions::receipts))
        .routes(routes!(subscriptions::set_print_address))
        .routes(routes!(webhooks::payment_webhook))
        .routes(routes!(webhooks::payment_callback))
        .routes(routes!(analytics::track).layer(DefaultBodyLimit::max(analytics::MAX_EVENT_BYTES)))
        .routes(routes!(auth::admin::admin_login))
        .routes(routes!(auth::admin::first_account, auth::admin::admin_register))
        .routes(routes!(auth::register_user))
        .routes(routes!(auth::login_user))
        .routes(routes!(auth::social_login))
        .routes(routes!(auth::social_callback))
        .routes(routes!(auth::change_password))
        .routes(routes!(auth::new_password))
        .routes(routes!(auth::reset_password))
        .routes(routes!(auth::verify_email))
        .routes(routes!(auth::resend_verification))
        .routes(routes!(auth::refresh))
        .routes(routes!(auth::profile, auth::update_profile))
        .routes(routes!(auth::list_sessions))
        .routes(routes!(auth::end_session))
        .routes(routes!(auth::logout))
        .routes(routes!(auth::logout_everywhere))
        .routes(routes!(auth::delete_account))
        .routes(routes!(auth::ask_delete_code))
        .routes(routes!(admin::posts::list_posts, admin::posts::create_post))
        .routes(routes!(admin::posts::get_post, admin::posts::update_post, admin::posts::delete_post))
        .routes(routes!(admin::posts::change_posts))
        .routes(routes!(admin::get_desk))
        .routes(routes!(admin::get_calendar))
        .routes(routes!(admin::posts::submit_post))
        .routes(routes!(admin::posts::return_post))
        .routes(routes!(admin::posts::approve_post))
        .routes(routes!(admin::posts::list_notes, admin::posts::create_note))
        .routes(routes!(admin::posts::list_post_links, admin::posts::check_post_links))
        .routes(routes!(admin::posts::posts_with_title))
        .routes(routes!(admin::list_deals))
        .routes(routes!(admin::posts::update_note))
        .routes(routes!(admin::posts::list_corrections, admin::posts::create_correction))
        .routes(routes!(admin::posts::update_correction, admin::posts::withdraw_correction))
        .routes(routes!(admin::posts::duplicate_post))
        .routes(routes!(admin::posts::restore_post))
        .routes(routes!(admin::posts::get_unsaved, admin::posts::store_unsaved))
        .routes(routes!(admin::posts::list_preview_links, admin::posts::create_preview_link))
        .routes(routes!(admin::posts::end_preview_link))
        .routes(routes!(preview::preview))
        .routes(routes!(preview::answer_preview))
        .routes(routes!(admin::posts::list_revisions))
        .routes(routes!(admin::posts::get_revision))
        .routes(routes!(admin::pages::list_pages, admin::pages::create_page))
        .routes(routes!(admin::pages::get_page, admin::pages::update_page, admin::pages::delete_page))
        .routes(routes!(admin::pages::restore_page))
        .routes(routes!(admin::pages::list_page_revisions))
        .routes(routes!(admin::pages::get_page_revision))
        .routes(routes!(admin::notify_subscribers, admin::notice_state, admin::withdraw_notice))
        .routes(routes!(admin::notice_choice, admin::set_notice_choice))
        .routes(routes!(admin::notify_of_newest))
        .routes(routes!(admin::admin_picks, admin::order_picks))
        .routes(routes!(admin::staff::list_staff))
        .routes(routes!(admin::staff::update_staff))
        .routes(routes!(admin::staff::invite_staff))
        .routes(routes!(admin::staff::withdraw_invite))
        .routes(routes!(admin::admin_categories, admin::create_category))
        .routes(routes!(admin::update_category, admin::delete_category))
        .routes(routes!(admin::order_categories))
        .routes(routes!(admin::clean_broken_media))
        .routes(routes!(admin::embed))
        .routes(routes!(admin::status))
        .routes(routes!(admin::get_doctor))
        .routes(routes!(admin::get_hold, admin::release_hold))
        .routes(routes!(admin::backups::list_backups, admin::backups::request_backup))
        .routes(routes!(admin::backups::create_backup_link))
        .routes(routes!(backups::download_backup))
        .routes(routes!(admin::upload_config))
        .routes(routes!(admin::email_logs))
        .routes(routes!(admin::email_logs_csv))
        .routes(routes!(admin::list_subscribers))
        .routes(routes!(admin::lift_suppression))
        .routes(routes!(admin::subscribers_csv))
        .routes(routes!(admin::list_subscriptions))
        .routes(routes!(admin::subscriptions_csv))
        .routes(routes!(admin::refused_payments))
        .routes(routes!(admin::print_addresses_csv))
        .routes(routes!(admin::get_subscription))
        .routes(routes!(admin::refund_subscription))
        .routes(routes!(analytics::analytics_of_posts))
        .routes(routes!(analytics::analytics_summary))
        .routes(routes!(analytics::analytics_table))
        .routes(routes!(admin::generate_presigned_url))
        .routes(routes!(admin::media::record_media))
        .routes(routes!(admin::media::list_media))
        .routes(routes!(admin::get_navigation, admin::update_navigation))
        .routes(routes!(admin::settings::get_settings, admin::settings::update_settings))
        .routes(routes!(admin::set_up::get_set_up, admin::set_up::update_set_up))
        .routes(routes!(admin::set_up::answer_set_up))
        .routes(routes!(admin::set_up::add_sample_posts))
        .routes(routes!(admin::settings::settings_shades))
        .routes(routes!(admin::settings::settings_history))
        .routes(routes!(admin::settings::restore_settings))
        .routes(routes!(admin::settings::preview_settings))
        .routes(routes!(admin::settings::add_settings_picture).layer(DefaultBodyLimit::max(brand_pictures::MAX_BYTES)))
        .routes(routes!(admin::media::get_media_item, admin::media::update_media_item, admin::media::delete_media_item))
        .routes(routes!(admin::media::restore_media_item))
        .routes(routes!(admin::list_trash))
}

/// The OpenAPI 3.1 document.
pub fn openapi_document() -> utoipa::openapi::OpenApi {
    let (_, document) = api_routes().routes(routes!(uploads::upload)).split_for_parts();
    openapi::complete(document)
}

/// Largest body of a call; only uploads take more.
const MAX_BODY: usize = 2 * 1024 * 1024;

/// The API at bare paths, with everything that stands in front of a call.
pub fn api(app: &AppState) -> Router {
    let (routes, _) = api_routes().split_for_parts();
    // A wildcard key holds slashes, which the description's `{key}` cannot say.
    let uploads =
        Router::new().route("/uploads/{*key}", axum::routing::put(uploads::upload)).layer(DefaultBodyLimit::disable());
    let api = Router::new()
        .merge(routes)
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .merge(uploads)
        .route("/openapi.json", get(openapi_json))
        .route("/docs", get(api_docs::api_docs))
        .fallback(problem::no_such_call)
        .method_not_allowed_fallback(problem::wrong_method)
        .layer(axum::middleware::from_fn(no_store))
        .layer(axum::middleware::from_fn_with_state(app.clone(), signed_media::sign_addresses))
        .layer(axum::middleware::from_fn_with_state(app.clone(), security_log::trace_call))
        .with_state(app.clone());
    match cors(&app.core.config) {
        Some(cors) => api.layer(cors),
        None => api,
    }
}

/// Lets the pages of exactly these origins call with credentials; everybody else's browser keeps the answers to itself.
fn cors(config: &Config) -> Option<CorsLayer> {
    let origins: Vec<HeaderValue> =
        config.http.cors_origins.iter().filter_map(|origin| HeaderValue::from_str(origin).ok()).collect();
    let methods = [Method::GET, Method::POST, Method::PUT, Method::DELETE];
    let layer = CorsLayer::new().allow_methods(methods).allow_headers([
        header::ACCEPT,
        header::AUTHORIZATION,
        header::CONTENT_TYPE,
        HeaderName::from_static("idempotency-key"),
    ]);
    let layer = layer.expose_headers([header::RETRY_AFTER]).allow_credentials(true).max_age(PREFLIGHT_LIFE);
    (!origins.is_empty()).then(|| layer.allow_origin(AllowOrigin::list(origins)))
}

/// How long a browser remembers what an origin may.
const PREFLIGHT_LIFE: Duration = Duration::from_secs(600);

/// Adds `no-store` to API responses without a `Cache-Control` of their own: they are for their caller alone.
async fn no_store(request: Request, next: axum::middleware::Next) -> Response {
    let mut response = next.run(request).await;
    response.headers_mut().entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// The description, made once for each host: it is some hundred kilobytes.
async fn openapi_json(on_api_host: Option<Extension<OnApiHost>>, method: Method, headers: HeaderMap) -> Response {
    static FOR_SITE: LazyLock<EncodedDocument> = LazyLock::new(|| description(None));
    static FOR_API_HOST: LazyLock<EncodedDocument> = LazyLock::new(|| description(Some(vec![Server::new("/")])));
    let ready = if on_api_host.is_some() { &*FOR_API_HOST } else { &*FOR_SITE };
    ready.prepare(&headers).await;
    ready.respond(&method, &headers)
}

fn description(servers: Option<Vec<Server>>) -> EncodedDocument {
    let mut document = openapi_document();
    if servers.is_some() {
        document.servers = servers;
    }
    let json = document.to_json().expect("it is written as JSON");
    EncodedDocument::new(Document::file("application/json", json).compressible(), &HeaderMap::new())
}

/// How long a client may pause between two pieces of a body.
const BODY_IDLE_TIMEOUT: Duration = Duration::from_secs(10);

/// Everything that is served, on every host.
pub fn routes(app: &AppState) -> Router {
    let (site, config) = (site(app), app.core.config.clone());
    let routes = if config.http.api_host.is_none() {
        site
    } else {
        let api = app.api().layer(compression());
        Router::new().fallback(async move |mut request: Request| {
            if is_for_api_host(&config, request.headers()) {
                request.extensions_mut().insert(OnApiHost);
                api.oneshot(request).await
            } else {
                site.oneshot(request).await
            }
        })
    };
    routes.layer(RequestBodyTimeoutLayer::new(BODY_IDLE_TIMEOUT))
}

/// Backups are compressed already, and browsers show how far a file of a known length has come.
fn compression() -> CompressionLayer<And<DefaultPredicate, NotForContentType>> {
    let is_text = DefaultPredicate::new().and(NotForContentType::const_new("application/octet-stream"));
    CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(is_text)
}

/// The site, with the API in its folder.
fn site(app: &AppState) -> Router {
    Router::new()
        .nest_service("/api", app.api().layer(compression()))
        .route("/healthz", get(healthz))
        .route("/readyz", get(readyz))
        .route("/assets/{*name}", get(assets::asset))
        .route("/favicon.svg", get(assets::favicon))
        .route("/brand/{name}", get(brand_picture))
        .route("/media/{*key}", get(media::media))
        .route("/admin", get(rendering::admin_shell))
        .route("/admin/{*rest}", get(rendering::admin_shell))
        .route("/admin-analytics", get(rendering::admin_shell))
        .route("/admin-auth", get(rendering::admin_shell))
        .route("/admin-subscriptions", get(rendering::admin_shell))
        .route("/r/{code}", get(mailed_links::follow))
        .route("/newsletter/confirm", get(rendering::page).post(newsletter_forms::confirm))
        .route("/newsletter/unsubscribe", get(rendering::page).post(newsletter_forms::unsubscribe))
        .merge(posted_forms())
        .merge(dev::routes(app))
        .fallback(rendering::page)
        .with_state(app.clone())
}

/// Forms that browsers post without script.
fn posted_forms() -> Router<AppState> {
    Router::new()
        .route("/newsletter/subscribe", get(forms::sign_up).post(forms::subscribe))
        .route("/newsletter/preferences", get(rendering::page).post(forms::set_preferences))
        .route("/contact", get(rendering::page).post(forms::send_message))
        .layer(DefaultBodyLimit::max(forms::MAX_BYTES))
}

async fn healthz() -> &'static str {
    "ok\n"
}

/// Whether requests that need the database can be answered.
async fn readyz(State(app): State<AppState>) -> Response {
    let ready =
        async { app.core.store.ping().await.is_ok() && mwanga_store::migrations::is_current(&app.core.store).await };
    match tokio::time::timeout(Duration::from_secs(5), ready).await {
        Ok(true) => "ready\n".into_response(),
        _ => (StatusCode::SERVICE_UNAVAILABLE, [(header::RETRY_AFTER, "2")], "the database is out of reach\n")
            .into_response(),
    }
}
