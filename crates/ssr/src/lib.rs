//! Server-side rendering of React in QuickJS: from a URL and the responses of its API calls to HTML. Knows no feature.
//!
//! The bundle is one ESM file that exports `pages()`, `calls(url)` and `render(url, answers)`, strings in and
//! out. It is compiled to bytecode once; a few dedicated threads each have an engine (about 1.1 MB) that runs that
//! bytecode, because engines are not `Send` and because a render must never block the async runtime.
//!
//! Engines are sandboxes: each has a memory limit, a stack limit and a deadline, and after any failure it is discarded
//! and started again (about 2 ms). The caller gets an [`SsrError`] with the JavaScript stack trace, and falls back to
//! client-side rendering.
//!
//! - `renderer`: [`Renderer`], its render threads and their queue. `engine`: one QuickJS engine and its limits.
//! - `polyfill` (Rust and JavaScript): the web APIs that QuickJS lacks. `error`: [`SsrError`].

mod engine;
mod error;
mod polyfill;
mod renderer;

pub use error::SsrError;
pub use renderer::{PageCalls, PagePattern, RenderedPage, Renderer, RendererOptions};
