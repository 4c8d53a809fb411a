//! React in QuickJS: a URL and the answers of its API calls in, HTML out. Knows no feature.
//!
//! The bundle is one ESM file that exports `pages()`, `calls(url)` and `render(url, answers)`, strings in and
//! out. It is compiled to bytecode once; a few dedicated threads each keep an engine (about 1.1 MB) made from those
//! bytes, because engines are not `Send` and because a render must never run on a worker of the async runtime.
//!
//! Nothing the bundle does may take the server down: an engine has a memory limit, a stack limit and a deadline, and
//! after any failure it is thrown away and made again (about 2 ms). What the caller gets is an [`SsrError`] with the
//! stack of the script, and it answers with the shell that the browser renders.

mod engine;
mod error;
mod polyfill;
mod renderer;

pub use error::SsrError;
pub use renderer::{PageCalls, PagePattern, Rendered, Renderer, RendererOptions};
