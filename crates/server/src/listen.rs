//! The accept loop: connections, their limits, and a graceful shutdown without dropped requests.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::panic::AssertUnwindSafe;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Request, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;
use futures_util::future::{BoxFuture, Either, ready};
use hyper::body::{Body as _, Incoming};
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use mwanga_core::forwarded;
use tokio::net::{TcpListener, TcpStream};
use tower::ServiceExt;

use crate::api_host::is_for_api_host;
use crate::connections::{Connections, RequestTracker};
use crate::problem::ApiError;
use crate::slow_clients::{HEAD_TIMEOUT, MinimumRateBody, TimedStream};
use crate::{AppState, client_address, headers, rendering, router};

/// How long running requests may take to finish once the server is told to stop; uploads get the time that uploads
/// have.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(25);
/// Between "accept no more" and "finish": connections already in the backlog are still served.
const BACKLOG_GRACE: Duration = Duration::from_millis(300);

/// A bound TCP listener and its local address.
pub struct BoundListener {
    listener: TcpListener,
    pub address: SocketAddr,
}

/// Binds `listen`, or takes the socket that a service manager handed over (`LISTEN_FDS`, systemd's protocol).
pub async fn bind(listen: &str) -> anyhow::Result<BoundListener> {
    let listener = match listenfd::ListenFd::from_env().take_tcp_listener(0)? {
        Some(inherited) => {
            inherited.set_nonblocking(true)?;
            TcpListener::from_std(inherited)?
        }
        None => TcpListener::bind(listen).await.map_err(|e| anyhow::anyhow!("cannot listen on {listen}: {e}"))?,
    };
    let address = listener.local_addr()?;
    Ok(BoundListener { listener, address })
}

/// Serves until `stop` resolves, then drains: every open connection gets the response to its next request.
pub async fn serve(listening: BoundListener, app: AppState, stop: impl Future<Output = ()>) {
    let routes = router::routes(&app);
    let connections = Connections::new(&app.core.config);
    let mut stop = pin!(stop);
    loop {
        tokio::select! {
            accepted = listening.listener.accept() => accept(accepted, &app, &routes, &connections).await,
            () = &mut stop => break,
        }
    }
    connections.drain();
    let mut last = pin!(tokio::time::sleep(BACKLOG_GRACE));
    loop {
        tokio::select! {
            accepted = listening.listener.accept() => accept(accepted, &app, &routes, &connections).await,
            () = &mut last => break,
        }
    }
    drop(listening);
    let drain = DRAIN_TIMEOUT.max(Duration::from_secs(app.core.config.media.upload_timeout_s));
    connections.running.close();
    if tokio::time::timeout(drain, connections.running.wait()).await.is_err() {
        tracing::warn!("some requests did not finish in {} s", drain.as_secs());
    }
}

async fn accept(
    accepted: io::Result<(TcpStream, SocketAddr)>,
    app: &AppState,
    routes: &Router,
    connections: &Connections,
) {
    match accepted {
        Ok((stream, peer)) => serve_connection(stream, peer, app, routes, connections),
        Err(e) => {
            // Out of file handles, most often: accepting again at once would only burn the processor.
            tracing::warn!("accept: {e}");
            connections.close_idlest();
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}

/// Serves a connection in a task of its own.
fn serve_connection(stream: TcpStream, peer: SocketAddr, app: &AppState, routes: &Router, connections: &Connections) {
    let _ = stream.set_nodelay(true);
    let bytes = Arc::new(AtomicU64::new(0));
    let stream = TimedStream::new(stream, bytes.clone());
    let guard = connections.admit(&app.core.config, peer.ip());
    let tracker = guard.tracker();
    let (app, routes, of_service) = (app.clone(), routes.clone(), connections.clone());
    let service = service_fn(move |request: Request<Incoming>| {
        if request.body().is_end_stream() {
            tracker.request_received();
        }
        watch_for_proxies(&app, request.headers());
        // A cache hit needs no boxed future.
        match respond_from_cache(&app, &request) {
            Some(mut response) => {
                tracker.response_ready();
                of_service.announce_close(&mut response);
                Either::Left(ready(Ok::<_, Infallible>(response)))
            }
            None => {
                let request = request.map(|body| Body::new(MinimumRateBody::new(body, tracker.clone())));
                let response = handle(app.clone(), routes.clone(), peer, request);
                Either::Right(finish_response(response, tracker.clone(), of_service.clone()))
            }
        }
    });
    let connection = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIMEOUT)
        .max_buf_size(64 * 1024)
        .serve_connection(TokioIo::new(stream), service);
    let of_task = connections.clone();
    connections.running.spawn(async move {
        let mut connection = pin!(connection);
        let served = async {
            tokio::select! {
                ended = &mut connection => ended,
                () = of_task.idle_while_draining(&bytes) => {
                    // Ends one that waits for a request at once, any other one with its answer.
                    connection.as_mut().graceful_shutdown();
                    connection.await
                }
            }
        };
        tokio::select! {
            ended = served => {
                if let Err(e) = ended {
                    tracing::debug!("connection: {e}");
                }
            }
            () = guard.ended() => tracing::debug!(%peer, "ended to make room for another connection"),
        }
    });
}

/// Names the proxy in front of a development set-up that nobody called one: most likely it is a public site.
fn watch_for_proxies(app: &AppState, headers: &HeaderMap) {
    let config = &app.core.config;
    if config.is_environment_set || app.forwarded.load(Ordering::Relaxed) {
        return;
    }
    let Some(header) = client_address::forwarding_header(headers).map(str::to_owned) else { return };
    if app.forwarded.swap(true, Ordering::Relaxed) {
        return;
    }
    tracing::warn!(
        "a proxy leads requests here ({header}), and MWANGA_ENV is not set: this is a development set-up, whose practice \
         wallet, sample mails and set-up code answer this machine alone. Set MWANGA_ENV=production for readers"
    );
    let core = app.core.clone();
    tokio::spawn(async move {
        if let Err(e) = forwarded::note(&core, &header).await {
            tracing::warn!("`mwanga doctor` will not name the proxy: {e}");
        }
    });
}

/// Records that the response is ready, and announces the close of a draining connection.
fn finish_response(
    response: impl Future<Output = Response> + Send + 'static,
    tracker: RequestTracker,
    connections: Connections,
) -> BoxFuture<'static, Result<Response, Infallible>> {
    response
        .map(move |mut response| {
            tracker.response_ready();
            connections.announce_close(&mut response);
            Ok(response)
        })
        .boxed()
}

/// The response where no handler is needed: a refusal, or a cached page.
fn respond_from_cache(app: &AppState, request: &Request<Incoming>) -> Option<Response> {
    if let Some(mut refusal) = refuse_ambiguous_host(request) {
        headers::add_security_headers(&app.core.config, refusal.headers_mut());
        return Some(refusal);
    }
    if is_for_api_host(&app.core.config, request.headers()) {
        return None;
    }
    let mut page = rendering::cached(app, request.method(), request.uri(), request.headers())?;
    add_page_headers(app, request.uri().path(), page.headers_mut());
    Some(page)
}

async fn handle(app: AppState, routes: Router, peer: SocketAddr, mut request: Request<Body>) -> Response {
    let path = request.uri().path().to_owned();
    if let Some(local) = client_address::local(peer.ip(), &request) {
        request.extensions_mut().insert(local);
    }
    let client = client_address::resolve(&app.core.config.http.trusted_proxies, peer.ip(), request.headers());
    request.extensions_mut().insert(client);
    let answered = AssertUnwindSafe(routes.oneshot(request)).catch_unwind().await;
    // A panic ends one request with a 500 and its request id, not the connection.
    let mut response = match answered {
        Ok(Ok(response)) => response,
        Err(_) => ApiError::internal(anyhow::anyhow!("a handler panicked")).into_response(),
    };
    add_page_headers(&app, &path, response.headers_mut());
    headers::add_security_headers(&app.core.config, response.headers_mut());
    response
}

/// Headers of single pages: mailed links, checkout, admin area; of all pages where the site is held.
fn add_page_headers(app: &AppState, path: &str, headers: &mut HeaderMap) {
    headers::add_mailed_link_headers(path, headers);
    // A held site may be a copy: search engines must not index it beside the original.
    let crawlers = &app.core.settings().crawlers;
    if !crawlers.train {
        // draft-ietf-aipref-attach: as robots.txt says it, for one answer.
        headers.insert(HeaderName::from_static("content-usage"), HeaderValue::from_static("train-ai=n"));
    }
    if app.core.held().is_set() || !crawlers.search {
        headers.insert(HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex"));
    }
    if path == headers::CHECKOUT {
        headers.extend(app.checkout_headers.clone());
    }
    if headers::is_admin(path) {
        headers.extend(app.admin_headers.clone());
    }
}

/// Refuses requests with a missing or second `Host` (request smuggling). Content-Length beside chunks hyper refuses
/// itself.
fn refuse_ambiguous_host<B>(request: &Request<B>) -> Option<Response> {
    let hosts = request.headers().get_all(header::HOST).iter().count();
    let missing_host = hosts == 0 && request.version() == axum::http::Version::HTTP_11;
    (missing_host || hosts > 1).then(|| {
        let mut response = (StatusCode::BAD_REQUEST, "This request is not readable.\n").into_response();
        response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
        response
    })
}
