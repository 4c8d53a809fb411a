//! The accept loop: connections, their limits, and an end without a dropped request.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::panic::AssertUnwindSafe;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Request, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;
use futures_util::future::{Either, ready};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::ServiceExt;

use crate::problem::ApiError;
use crate::{AppState, client_address, headers, pages, router};

/// How long a client may take over the head of a request.
const HEAD_TIMEOUT: Duration = Duration::from_secs(10);
/// How long running requests may take to finish once the server is told to stop; uploads get the time that uploads have.
const DRAIN: Duration = Duration::from_secs(25);
/// How long a kept-alive connection may be silent once the server is told to stop. Whoever sends more often is told `Connection: close` with an answer, and
/// so never sends a request into a connection that is being closed (RFC 9112, 9.6).
const SILENCE: Duration = Duration::from_secs(5);
/// Between "accept no more" and "finish": connections already in the backlog are still served.
const LAST_CONNECTIONS: Duration = Duration::from_millis(300);

/// A bound socket.
pub struct Listening {
    listener: TcpListener,
    pub address: SocketAddr,
}

/// Binds `listen`, or takes the socket that a service manager handed over (`LISTEN_FDS`, systemd's protocol).
pub async fn bind(listen: &str) -> anyhow::Result<Listening> {
    let listener = match listenfd::ListenFd::from_env().take_tcp_listener(0)? {
        Some(inherited) => {
            inherited.set_nonblocking(true)?;
            TcpListener::from_std(inherited)?
        }
        None => TcpListener::bind(listen).await.map_err(|e| anyhow::anyhow!("cannot listen on {listen}: {e}"))?,
    };
    let address = listener.local_addr()?;
    Ok(Listening { listener, address })
}

/// Serves until `stop` resolves, then lets every connection have the answer to its next request.
pub async fn serve(listening: Listening, app: AppState, stop: impl Future<Output = ()>) {
    let routes = router::routes(&app);
    let connections = Connections::default();
    let mut stop = pin!(stop);
    loop {
        tokio::select! {
            accepted = listening.listener.accept() => take(accepted, &app, &routes, &connections).await,
            () = &mut stop => break,
        }
    }
    connections.drain();
    let mut last = pin!(tokio::time::sleep(LAST_CONNECTIONS));
    loop {
        tokio::select! {
            accepted = listening.listener.accept() => take(accepted, &app, &routes, &connections).await,
            () = &mut last => break,
        }
    }
    drop(listening);
    let drain = DRAIN.max(Duration::from_secs(app.core.config.upload_timeout_s));
    connections.running.close();
    if tokio::time::timeout(drain, connections.running.wait()).await.is_err() {
        tracing::warn!("some requests did not finish in {} s", drain.as_secs());
    }
}

/// The open connections, and whether they are to end (connection draining).
#[derive(Clone, Default)]
struct Connections {
    running: TaskTracker,
    /// Asked for each answer, so it is a flag and not a lock.
    draining: Arc<AtomicBool>,
    drain_began: CancellationToken,
}

impl Connections {
    fn drain(&self) {
        self.draining.store(true, Ordering::Relaxed);
        self.drain_began.cancel();
    }

    /// While they drain, the answer says that it is the connection's last one; hyper ends the connection behind it.
    fn may_end(&self, response: &mut Response) {
        if self.draining.load(Ordering::Relaxed) {
            response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
        }
    }

    /// Resolves when they drain and nothing came or went over this one for some seconds.
    async fn silent(&self, bytes: &AtomicU64) {
        self.drain_began.cancelled().await;
        let mut seen = bytes.load(Ordering::Relaxed);
        loop {
            tokio::time::sleep(SILENCE).await;
            let now = bytes.load(Ordering::Relaxed);
            if now == seen {
                return;
            }
            seen = now;
        }
    }
}

async fn take(accepted: io::Result<(TcpStream, SocketAddr)>, app: &AppState, routes: &Router, connections: &Connections) {
    let (stream, peer) = match accepted {
        Ok(accepted) => accepted,
        Err(e) => {
            // Out of file handles, most often: accepting again at once would only burn the processor.
            tracing::warn!("accept: {e}");
            tokio::time::sleep(Duration::from_millis(50)).await;
            return;
        }
    };
    let _ = stream.set_nodelay(true);
    let bytes = Arc::new(AtomicU64::new(0));
    let stream = Counted { stream, bytes: bytes.clone() };
    let (app, routes, of_service) = (app.clone(), routes.clone(), connections.clone());
    let service = service_fn(move |request: Request<Incoming>| {
        // A hit is here at once; only what has to wait gets a future of its own.
        match at_once(&app, &request) {
            Some(mut response) => {
                of_service.may_end(&mut response);
                Either::Left(ready(Ok::<_, Infallible>(response)))
            }
            None => {
                let (answered, connections) = (answer(app.clone(), routes.clone(), peer, request), of_service.clone());
                Either::Right(
                    answered
                        .map(move |mut response| {
                            connections.may_end(&mut response);
                            Ok(response)
                        })
                        .boxed(),
                )
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
        let ended = tokio::select! {
            ended = &mut connection => ended,
            () = of_task.silent(&bytes) => {
                // Ends one that waits for a request at once, any other one with its answer.
                connection.as_mut().graceful_shutdown();
                connection.await
            }
        };
        if let Err(e) = ended {
            tracing::debug!("connection: {e}");
        }
    });
}

/// A connection that counts what comes and goes.
struct Counted {
    stream: TcpStream,
    bytes: Arc<AtomicU64>,
}

impl Counted {
    fn count(&self, bytes: usize) {
        self.bytes.fetch_add(bytes as u64, Ordering::Relaxed);
    }

    fn counted(&self, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        if let Poll::Ready(Ok(bytes)) = &written {
            self.count(*bytes);
        }
        written
    }
}

impl AsyncRead for Counted {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(cx, buffer);
        self.count(buffer.filled().len() - before);
        read
    }
}

impl AsyncWrite for Counted {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.counted(written)
    }

    fn poll_write_vectored(mut self: Pin<&mut Self>, cx: &mut Context<'_>, slices: &[io::IoSlice<'_>]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, slices);
        self.counted(written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

fn at_once(app: &AppState, request: &Request<Incoming>) -> Option<Response> {
    if let Some(mut refusal) = refuse(request) {
        headers::secure(&app.core.config, refusal.headers_mut());
        return Some(refusal);
    }
    if router::is_for_api_host(&app.core.config, request.headers()) {
        return None;
    }
    let mut page = pages::cached(app, request.method(), request.uri(), request.headers())?;
    of_this_page(app, request.uri().path(), page.headers_mut());
    Some(page)
}

async fn answer(app: AppState, routes: Router, peer: SocketAddr, mut request: Request<Incoming>) -> Response {
    let path = request.uri().path().to_owned();
    let client = client_address::behind(&app.core.config.trusted_proxies, peer.ip(), request.headers());
    request.extensions_mut().insert(client);
    let answered = AssertUnwindSafe(routes.oneshot(request.map(Body::new))).catch_unwind().await;
    // A fault of ours ends one request, with a number to ask for, and not the connection.
    let mut response = match answered {
        Ok(Ok(response)) => response,
        Err(_) => ApiError::internal(anyhow::anyhow!("a handler panicked")).into_response(),
    };
    of_this_page(&app, &path, response.headers_mut());
    headers::secure(&app.core.config, response.headers_mut());
    response
}

/// What some pages carry and others do not.
fn of_this_page(app: &AppState, path: &str, headers: &mut HeaderMap) {
    headers::of_mailed_links(path, headers);
    if path == headers::CHECKOUT {
        headers.extend(app.checkout_headers.clone());
    }
    if headers::is_admin(path) {
        headers.extend(app.admin_headers.clone());
    }
}

/// What proxies and servers are known to read differently is not read at all. (A length beside chunks hyper refuses itself.)
fn refuse<B>(request: &Request<B>) -> Option<Response> {
    let hosts = request.headers().get_all(header::HOST).iter().count();
    let missing_host = hosts == 0 && request.version() == axum::http::Version::HTTP_11;
    (missing_host || hosts > 1).then(|| {
        let mut response = (StatusCode::BAD_REQUEST, "This request is not readable.\n").into_response();
        response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
        response
    })
}
