//! The threads, the queue before them, and the answers they give.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver, SyncSender, TrySendError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use serde::Deserialize;
use tokio::sync::oneshot;

use crate::engine::{Engine, Export, Limits, Program};
use crate::error::SsrError;

/// What React leaves where a Suspense boundary failed. `renderToString` reports that as success.
const FAILED_BOUNDARY: &str = "<!--$!-->";

/// Room on a thread's stack beside the script's own: the interpreter's frames above its limit and the Rust below them.
const STACK_MARGIN_BYTES: usize = 1024 * 1024;

/// How many threads render and what each engine may use.
#[derive(Debug, Clone)]
pub struct RendererOptions {
    /// Render threads, each with an engine of its own.
    pub threads: usize,
    /// Calls that may wait for a thread; one more fails at once with [`SsrError::QueueFull`].
    pub queue: usize,
    /// Memory of one engine, in bytes.
    pub memory_limit_bytes: usize,
    /// JavaScript stack of one engine, in bytes.
    pub stack_bytes: usize,
    /// How long one call may run, the time in the queue not counted. On Unix this is CPU time of the thread.
    pub deadline: Duration,
}

impl Default for RendererOptions {
    /// One thread a core up to four, 256 waiting calls, 64 MB, 1 MB of stack, 250 ms (2 s in a debug build, whose
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

/// One public page, as the bundle's list of routes names it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct PagePattern {
    /// Path with parameters, `/post/slug/:slug`.
    pub path: String,
    /// The query parameters that change the page; all others are no part of its cache key.
    pub query: Vec<String>,
    /// The source file of the page's own chunk, by which the build's manifest names what to load beforehand.
    #[serde(default)]
    pub module: Option<String>,
    /// The addresses of it that are always there, for the lists that crawlers read.
    #[serde(default)]
    pub listed: Vec<String>,
}

/// What a page is made of.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct PageCalls {
    /// API paths, the page's main one first.
    pub calls: Vec<String>,
    /// The page's status where its own list of addresses decides it; else it is the main call's.
    #[serde(default)]
    pub status: Option<u16>,
}

/// A finished page.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Rendered {
    /// Markup of the root element; never empty, never with a failed Suspense boundary.
    pub html: String,
    /// Title, meta and link elements for the head.
    pub head: String,
}

/// Calls into the bundle from async code. A clone shares threads and queue; they end when the last clone is dropped.
#[derive(Debug, Clone)]
pub struct Renderer {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    jobs: SyncSender<Job>,
    queue: usize,
    pages: Vec<PagePattern>,
}

impl Renderer {
    /// Compiles `bundle` (source of one ESM file), checks it in a first engine, and starts the threads.
    ///
    /// Blocks for about 30 ms with a bundle of React's size.
    ///
    /// # Errors
    ///
    /// - [`SsrError::Bundle`]: it does not compile or evaluate, lacks one of `pages`, `calls` and `render`, or its
    ///   `pages()` gives no list of pages.
    /// - [`SsrError::Deadline`], [`SsrError::Memory`], [`SsrError::PendingJobs`]: evaluating it broke a limit.
    /// - [`SsrError::Internal`]: no thread or no engine could be made.
    pub fn new(bundle: &str, options: RendererOptions) -> Result<Self, SsrError> {
        let limits = Limits {
            memory_bytes: options.memory_limit_bytes,
            stack_bytes: options.stack_bytes,
            deadline: options.deadline,
        };
        let (program, pages) = on_first_thread(bundle, limits)?;
        let program = Arc::new(program);

        let queue = options.queue.max(1);
        let (sender, receiver) = mpsc::sync_channel(queue);
        let receiver = Arc::new(Mutex::new(receiver));
        for number in 0..options.threads.max(1) {
            let (program, receiver) = (Arc::clone(&program), Arc::clone(&receiver));
            spawn(format!("mwanga-ssr-{number}"), limits, move || {
                Worker { program, limits, engine: None }.run(&receiver);
            })?;
        }
        Ok(Self { shared: Arc::new(Shared { jobs: sender, queue, pages }) })
    }

    /// The public pages, read from the bundle once at the start.
    #[must_use]
    pub fn pages(&self) -> &[PagePattern] {
        &self.shared.pages
    }

    /// What the page at `url` (path and query) needs.
    ///
    /// # Errors
    ///
    /// Any [`SsrError`]; the renderer itself is well again for the next call.
    pub async fn calls(&self, url: &str) -> Result<PageCalls, SsrError> {
        let (reply, answer) = oneshot::channel();
        self.submit(url, "", Reply::Calls(reply))?;
        answer.await.unwrap_or_else(|_| Err(lost()))
    }

    /// The markup of the page at `url` (path and query), drawn from `answers` (JSON keyed by API path).
    ///
    /// Dropping the future gives the call up: it is skipped if it still waits, or runs to its end unheard.
    ///
    /// # Errors
    ///
    /// Any [`SsrError`]. Empty markup and a failed Suspense boundary count as [`SsrError::Output`], although React
    /// reports neither. The renderer itself is well again for the next call.
    pub async fn render(&self, url: &str, answers: &str) -> Result<Rendered, SsrError> {
        let (reply, answer) = oneshot::channel();
        self.submit(url, answers, Reply::Render(reply))?;
        answer.await.unwrap_or_else(|_| Err(lost()))
    }

    fn submit(&self, url: &str, answers: &str, reply: Reply) -> Result<(), SsrError> {
        let job = Job { url: url.to_owned(), answers: answers.to_owned(), span: tracing::Span::current(), reply };
        self.shared.jobs.try_send(job).map_err(|error| match error {
            TrySendError::Full(_) => SsrError::QueueFull { waiting: self.shared.queue },
            TrySendError::Disconnected(_) => lost(),
        })
    }
}

/// A call that waits for a thread.
struct Job {
    url: String,
    answers: String,
    /// The caller's span, so that console lines of the render carry the request they belong to.
    span: tracing::Span,
    reply: Reply,
}

enum Reply {
    Calls(oneshot::Sender<Result<PageCalls, SsrError>>),
    Render(oneshot::Sender<Result<Rendered, SsrError>>),
}

/// One render thread and the engine it keeps.
struct Worker {
    program: Arc<Program>,
    limits: Limits,
    engine: Option<Engine>,
}

impl Worker {
    fn run(mut self, jobs: &Mutex<Receiver<Job>>) {
        loop {
            // Between two calls, so that no reader waits for it. If it fails the next call tries again and reports.
            if let Err(error) = self.attempt(|_| Ok(())) {
                tracing::error!(error = %error, stack = error.stack(), "no render engine could be started");
            }
            let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok(job) = job else { return };
            let Job { url, answers, span, reply } = job;
            let _entered = span.enter();
            // A send fails only when nobody waits any more.
            match reply {
                Reply::Calls(reply) if !reply.is_closed() => {
                    let _ = reply.send(self.attempt(|engine| calls(engine, &url)));
                }
                Reply::Render(reply) if !reply.is_closed() => {
                    let _ = reply.send(self.attempt(|engine| render(engine, &url, &answers)));
                }
                Reply::Calls(_) | Reply::Render(_) => {}
            }
        }
    }

    /// Runs `work` in the engine, starting one if there is none. After any failure the engine is gone: a script that
    /// was stopped half-way may have left its globals in any state.
    fn attempt<T>(&mut self, work: impl FnOnce(&Engine) -> Result<T, SsrError>) -> Result<T, SsrError> {
        let outcome = contained(|| {
            let engine = match self.engine.take() {
                Some(engine) => engine,
                None => Engine::start(&self.program, self.limits)?,
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

fn render(engine: &Engine, url: &str, answers: &str) -> Result<Rendered, SsrError> {
    #[cfg(test)]
    assert!(url != "/test-panic", "a panic for the test");
    let rendered: Rendered = read_json(&engine.call(Export::Render, url, answers)?, "render")?;
    if rendered.html.trim().is_empty() {
        return Err(SsrError::Output { message: "the page came out empty".into() });
    }
    if rendered.html.contains(FAILED_BOUNDARY) {
        return Err(SsrError::Output { message: "a Suspense boundary failed".into() });
    }
    Ok(rendered)
}

/// Compiles, evaluates and reads the pages where the stack is as large as the engine expects.
fn on_first_thread(bundle: &str, limits: Limits) -> Result<(Program, Vec<PagePattern>), SsrError> {
    let bundle = bundle.to_owned();
    let first = spawn("mwanga-ssr-start".into(), limits, move || {
        contained(|| {
            let program = Program::compile(&bundle, limits)?;
            let pages = Engine::start(&program, limits)?
                .call(Export::Pages, "", "")
                .and_then(|pages| read_json(&pages, "pages"))
                .map_err(|error| SsrError::Bundle { message: error.to_string(), stack: error.stack().to_owned() })?;
            Ok((program, pages))
        })
    })?;
    first.join().unwrap_or_else(|_| Err(lost()))
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

/// A panic as an error, so that the thread lives on.
fn contained<T>(work: impl FnOnce() -> Result<T, SsrError>) -> Result<T, SsrError> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        let message = panic
            .downcast_ref::<&str>()
            .map(|text| (*text).to_owned())
            .or_else(|| panic.downcast_ref::<String>().cloned())
            .unwrap_or_else(|| "a panic without a message".to_owned());
        Err(SsrError::Internal { message })
    })
}

fn lost() -> SsrError {
    SsrError::Internal { message: "no render thread is left".into() }
}

fn read_json<T: for<'de> Deserialize<'de>>(json: &str, export: &str) -> Result<T, SsrError> {
    serde_json::from_str(json)
        .or_else(|error| match mend_surrogates(json) {
            Some(mended) => serde_json::from_str(&mended),
            None => Err(error),
        })
        .map_err(|error| SsrError::Output { message: format!("`{export}` gave back JSON of another shape: {error}") })
}

/// JSON with every half of a surrogate pair replaced by U+FFFD; nothing when there is none.
///
/// An excerpt that JavaScript cuts in the middle of an emoji ends in such a half. It is one odd character, no reason
/// to lose the page.
fn mend_surrogates(json: &str) -> Option<String> {
    let unit = |at: usize| -> Option<u16> {
        let escape = json.as_bytes().get(at..at + 6)?;
        if !escape.starts_with(b"\\u") {
            return None;
        }
        u16::from_str_radix(std::str::from_utf8(&escape[2..]).ok()?, 16).ok()
    };
    let mut mended = String::with_capacity(json.len());
    let (mut copied, mut at, mut found) = (0, 0, false);
    while let Some(step) = json[at..].find('\\') {
        at += step;
        match unit(at) {
            Some(0xD800..=0xDBFF) if matches!(unit(at + 6), Some(0xDC00..=0xDFFF)) => at += 12,
            Some(0xD800..=0xDFFF) => {
                mended.push_str(&json[copied..at]);
                mended.push_str("\\ufffd");
                at += 6;
                copied = at;
                found = true;
            }
            Some(_) => at += 6,
            None => at += 2,
        }
        // An escape that is cut off, or stands before a longer character, is broken JSON anyway.
        if !json.is_char_boundary(at) {
            return None;
        }
    }
    mended.push_str(&json[copied..]);
    found.then_some(mended)
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
            assert_eq!(mend_surrogates(json).as_deref(), expected, "{json}");
        }
    }
}
