//! Render threads and their queue.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver, SyncSender, TrySendError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use serde::Deserialize;
use tokio::sync::oneshot;

use crate::engine::{Bytecode, Engine, Export, Limits};
use crate::error::SsrError;

/// Marker that React writes for a failed Suspense boundary. `renderToString` reports that as success.
const FAILED_BOUNDARY: &str = "<!--$!-->";

/// Stack of a thread beyond the script's limit, for the interpreter's and Rust's frames.
const STACK_MARGIN_BYTES: usize = 1024 * 1024;

/// Number of render threads, queue size and limits of each engine.
#[derive(Debug, Clone)]
pub struct RendererOptions {
    /// Render threads, each with an engine of its own.
    pub threads: usize,
    /// Queue size: calls that may wait for a thread; one more fails at once with [`SsrError::QueueFull`].
    pub queue: usize,
    /// Memory of one engine, in bytes.
    pub memory_limit_bytes: usize,
    /// JavaScript stack of one engine, in bytes.
    pub stack_bytes: usize,
    /// Deadline of one call, without its time in the queue. CPU time of the thread on Unix.
    pub deadline: Duration,
}

impl Default for RendererOptions {
    /// One thread per core up to four, 256 queued calls, 64 MB, 1 MB of stack, 250 ms (2 s in a debug build, whose
    /// bundle is React's development build).
    fn default() -> Self {
        Self {
            threads: thread::available_parallelism().map_or(1, usize::from).clamp(1, 4),
            queue: 256,
            memory_limit_bytes: 64 * 1024 * 1024,
            stack_bytes: 1024 * 1024,
            deadline: Duration::from_millis(if cfg!(debug_assertions) { 2_000 } else { 250 }),
        }
    }
}

/// A public page in the bundle's list of routes.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct PagePattern {
    /// Path with parameters, `/post/slug/:slug`.
    pub path: String,
    /// Query parameters that are part of the page's cache key.
    pub query: Vec<String>,
    /// Source file of the page's chunk, by which the build manifest names the files to preload.
    #[serde(default)]
    pub module: Option<String>,
    /// Addresses of the page that always exist, for sitemaps.
    #[serde(default)]
    pub listed: Vec<String>,
}

/// API calls that a page needs before it is rendered.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct PageCalls {
    /// API paths; the first is the main call.
    pub calls: Vec<String>,
    /// HTTP status of the page where its route decides it; otherwise it is that of the main call.
    #[serde(default)]
    pub status: Option<u16>,
}

/// A rendered page.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct RenderedPage {
    /// HTML of the root element; never empty, never with a failed Suspense boundary.
    pub html: String,
    /// Title, meta and link elements for the head.
    pub head: String,
}

/// Renders pages from async code. Clones share threads and queue, which end when the last clone is dropped.
#[derive(Debug, Clone)]
pub struct Renderer {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    queue: SyncSender<QueuedCall>,
    queue_size: usize,
    pages: Vec<PagePattern>,
}

impl Renderer {
    /// Compiles `bundle` (source of one ESM file), evaluates it in a first engine, and starts the threads.
    ///
    /// Blocks for about 30 ms.
    ///
    /// # Errors
    ///
    /// - [`SsrError::Bundle`]: it does not compile or evaluate, lacks one of `pages`, `calls` and `render`, or its
    ///   `pages()` returns no list of pages.
    /// - [`SsrError::Deadline`], [`SsrError::Memory`], [`SsrError::PendingJobs`]: evaluating it exceeded a limit.
    /// - [`SsrError::Internal`]: no thread or engine could be created.
    pub fn new(bundle: &str, options: RendererOptions) -> Result<Self, SsrError> {
        let limits = Limits {
            memory_bytes: options.memory_limit_bytes,
            stack_bytes: options.stack_bytes,
            deadline: options.deadline,
        };
        let (bytecode, pages) = compile_and_list_pages(bundle, limits)?;
        let bytecode = Arc::new(bytecode);

        let queue_size = options.queue.max(1);
        let (sender, receiver) = mpsc::sync_channel(queue_size);
        let receiver = Arc::new(Mutex::new(receiver));
        for number in 0..options.threads.max(1) {
            let (bytecode, receiver) = (Arc::clone(&bytecode), Arc::clone(&receiver));
            spawn(format!("mwanga-ssr-{number}"), limits, move || {
                RenderThread { bytecode, limits, engine: None }.run(&receiver);
            })?;
        }
        Ok(Self { shared: Arc::new(Shared { queue: sender, queue_size, pages }) })
    }

    /// Public pages, read from the bundle once at start.
    #[must_use]
    pub fn pages(&self) -> &[PagePattern] {
        &self.shared.pages
    }

    /// API calls that the page at `url` (path and query) needs.
    ///
    /// # Errors
    ///
    /// Any [`SsrError`]; the renderer can be used again.
    pub async fn calls(&self, url: &str) -> Result<PageCalls, SsrError> {
        let (reply, answer) = oneshot::channel();
        self.submit(url, "", Reply::Calls(reply))?;
        answer.await.unwrap_or_else(|_| Err(no_thread()))
    }

    /// Renders the page at `url` (path and query) from `answers`: the API responses as JSON, keyed by API path.
    ///
    /// Dropping the future cancels the call: it is skipped where it is still queued, otherwise its result is discarded.
    ///
    /// # Errors
    ///
    /// Any [`SsrError`]. Empty markup and a failed Suspense boundary count as [`SsrError::Output`], although React
    /// reports neither. The renderer can be used again.
    pub async fn render(&self, url: &str, answers: &str) -> Result<RenderedPage, SsrError> {
        let (reply, answer) = oneshot::channel();
        self.submit(url, answers, Reply::Render(reply))?;
        answer.await.unwrap_or_else(|_| Err(no_thread()))
    }

    fn submit(&self, url: &str, answers: &str, reply: Reply) -> Result<(), SsrError> {
        let call =
            QueuedCall { url: url.to_owned(), answers: answers.to_owned(), span: tracing::Span::current(), reply };
        self.shared.queue.try_send(call).map_err(|error| match error {
            TrySendError::Full(_) => SsrError::QueueFull { waiting: self.shared.queue_size },
            TrySendError::Disconnected(_) => no_thread(),
        })
    }
}

/// A call in the queue.
struct QueuedCall {
    url: String,
    answers: String,
    /// The caller's span, so that console messages are logged with their request.
    span: tracing::Span,
    reply: Reply,
}

/// Where the result of a call is sent.
enum Reply {
    Calls(oneshot::Sender<Result<PageCalls, SsrError>>),
    Render(oneshot::Sender<Result<RenderedPage, SsrError>>),
}

/// A render thread and its engine.
struct RenderThread {
    bytecode: Arc<Bytecode>,
    limits: Limits,
    engine: Option<Engine>,
}

impl RenderThread {
    fn run(mut self, queue: &Mutex<Receiver<QueuedCall>>) {
        loop {
            // The engine is started between calls, so that no reader waits for it. Where that fails, the next call
            // tries again and gets the error.
            if let Err(error) = self.with_engine(|_| Ok(())) {
                tracing::error!(error = %error, stack = error.stack(), "no render engine could be started");
            }
            let call = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok(call) = call else { return };
            let QueuedCall { url, answers, span, reply } = call;
            let _entered = span.enter();
            // A send fails only where the caller was cancelled.
            match reply {
                Reply::Calls(reply) if !reply.is_closed() => {
                    let _ = reply.send(self.with_engine(|engine| calls(engine, &url)));
                }
                Reply::Render(reply) if !reply.is_closed() => {
                    let _ = reply.send(self.with_engine(|engine| render(engine, &url, &answers)));
                }
                Reply::Calls(_) | Reply::Render(_) => {}
            }
        }
    }

    /// Runs `work` in the engine, and starts one where there is none. Any error discards the engine: an interrupted
    /// script may have left its globals in any state.
    fn with_engine<T>(&mut self, work: impl FnOnce(&Engine) -> Result<T, SsrError>) -> Result<T, SsrError> {
        let outcome = catch_panics(|| {
            let engine = match self.engine.take() {
                Some(engine) => engine,
                None => Engine::start(&self.bytecode, self.limits)?,
            };
            let answer = work(&engine)?;
            self.engine = Some(engine);
            Ok(answer)
        });
        debug_assert!(outcome.is_ok() == self.engine.is_some());
        outcome
    }
}

fn calls(engine: &Engine, url: &str) -> Result<PageCalls, SsrError> {
    read_json(&engine.call(Export::Calls, url, "")?, "calls")
}

fn render(engine: &Engine, url: &str, answers: &str) -> Result<RenderedPage, SsrError> {
    #[cfg(test)]
    assert!(url != "/test-panic", "a panic for the test");
    let rendered: RenderedPage = read_json(&engine.call(Export::Render, url, answers)?, "render")?;
    if rendered.html.trim().is_empty() {
        return Err(SsrError::Output { message: "the page came out empty".into() });
    }
    if rendered.html.contains(FAILED_BOUNDARY) {
        return Err(SsrError::Output { message: "a Suspense boundary failed".into() });
    }
    Ok(rendered)
}

/// Compiles and evaluates the bundle and reads its pages, on a thread whose stack is large enough for the engine.
fn compile_and_list_pages(bundle: &str, limits: Limits) -> Result<(Bytecode, Vec<PagePattern>), SsrError> {
    let bundle = bundle.to_owned();
    let first = spawn("mwanga-ssr-start".into(), limits, move || {
        catch_panics(|| {
            let bytecode = Bytecode::compile(&bundle, limits)?;
            let pages = Engine::start(&bytecode, limits)?
                .call(Export::Pages, "", "")
                .and_then(|pages| read_json(&pages, "pages"))
                .map_err(|error| SsrError::Bundle { message: error.to_string(), stack: error.stack().to_owned() })?;
            Ok((bytecode, pages))
        })
    })?;
    first.join().unwrap_or_else(|_| Err(no_thread()))
}

fn spawn<T: Send + 'static>(
    name: String,
    limits: Limits,
    body: impl FnOnce() -> T + Send + 'static,
) -> Result<thread::JoinHandle<T>, SsrError> {
    thread::Builder::new()
        .name(name)
        .stack_size(limits.stack_bytes + STACK_MARGIN_BYTES)
        .spawn(body)
        .map_err(|error| SsrError::Internal { message: error.to_string() })
}

/// Turns a panic into an error, so that the thread goes on.
fn catch_panics<T>(work: impl FnOnce() -> Result<T, SsrError>) -> Result<T, SsrError> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        let message = panic
            .downcast_ref::<&str>()
            .map(|text| (*text).to_owned())
            .or_else(|| panic.downcast_ref::<String>().cloned())
            .unwrap_or_else(|| "a panic without a message".to_owned());
        Err(SsrError::Internal { message })
    })
}

fn no_thread() -> SsrError {
    SsrError::Internal { message: "no render thread is left".into() }
}

/// Parses what an export returned.
fn read_json<T: for<'de> Deserialize<'de>>(json: &str, export: &str) -> Result<T, SsrError> {
    serde_json::from_str(json)
        .or_else(|error| match replace_lone_surrogates(json) {
            Some(replaced) => serde_json::from_str(&replaced),
            None => Err(error),
        })
        .map_err(|error| SsrError::Output { message: format!("`{export}` gave back JSON of another shape: {error}") })
}

/// Replaces lone surrogates in JSON by U+FFFD; `None` where there is none.
///
/// A text that JavaScript truncates in the middle of an emoji ends in a lone surrogate, for which the page must not
/// fail.
fn replace_lone_surrogates(json: &str) -> Option<String> {
    let escaped_unit = |at: usize| -> Option<u16> {
        let escape = json.as_bytes().get(at..at + 6)?;
        if !escape.starts_with(b"\\u") {
            return None;
        }
        u16::from_str_radix(std::str::from_utf8(&escape[2..]).ok()?, 16).ok()
    };
    let mut replaced = String::with_capacity(json.len());
    let (mut copied, mut at, mut found) = (0, 0, false);
    while let Some(step) = json[at..].find('\\') {
        at += step;
        match escaped_unit(at) {
            Some(0xD800..=0xDBFF) if matches!(escaped_unit(at + 6), Some(0xDC00..=0xDFFF)) => at += 12,
            Some(0xD800..=0xDFFF) => {
                replaced.push_str(&json[copied..at]);
                replaced.push_str("\\ufffd");
                at += 6;
                copied = at;
                found = true;
            }
            Some(_) => at += 6,
            None => at += 2,
        }
        // A truncated escape, or one before a multi-byte character, is invalid JSON anyway.
        if !json.is_char_boundary(at) {
            return None;
        }
    }
    replaced.push_str(&json[copied..]);
    found.then_some(replaced)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BUNDLE: &str = r#"
        export const pages = () => "[]";
        export const calls = () => '{"calls":[]}';
        export const render = (url) => JSON.stringify({ html: `<p>${url}</p>`, head: "" });
    "#;

    #[tokio::test]
    async fn a_panic_fails_one_render_and_the_next_succeeds() {
        let options = RendererOptions { threads: 1, ..RendererOptions::default() };
        let renderer = Renderer::new(BUNDLE, options).unwrap();
        for _ in 0..3 {
            let error = renderer.render("/test-panic", "{}").await.unwrap_err();
            assert_eq!(error, SsrError::Internal { message: "a panic for the test".into() });
            assert_eq!(renderer.render("/a", "{}").await.unwrap().html, "<p>/a</p>");
        }
    }

    #[test]
    fn unpaired_surrogates_become_the_replacement_character() {
        let cases = [
            (r#""plain""#, None),
            (r#""\ud83d\ude00""#, None),
            (r#""a\ud83d""#, Some("\"a\\ufffd\"")),
            (r#""\ude00b""#, Some("\"\\ufffdb\"")),
            (r#""\ud83d\ud83d\ude00""#, Some("\"\\ufffd\\ud83d\\ude00\"")),
            (r#""\\ud83d""#, None),
            (r#""\\\ud83d""#, Some("\"\\\\\\ufffd\"")),
            (r#""\n\u0041\ud800é""#, Some("\"\\n\\u0041\\ufffdé\"")),
            ("\"\\", None),
        ];
        for (json, expected) in cases {
            assert_eq!(replace_lone_surrogates(json).as_deref(), expected, "{json}");
        }
    }
}
