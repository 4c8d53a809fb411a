//! Console messages are logged. A test binary of its own, because the tracing subscriber is global.

use std::io::Write;
use std::sync::{Arc, Mutex};

use mwanga_ssr::{Renderer, RendererOptions};

const BUNDLE: &str = r#"
export const pages = () => "[]";
export const render = () => "";
export function calls() {
  console.debug("debug", 1, true, null, undefined);
  console.log("log", { a: [1] });
  console.info("100%", "done");
  console.warn("%s has %d of %o%%", "Tech", 5, { b: 2 }, "more");
  console.error(new TypeError("broken"));
  const round = {}; round.round = round;
  console.error(round, Symbol("s"));
  console.assert(1 === 2, "sums");
  setTimeout(() => {}, 0);
  return JSON.stringify({ calls: [] });
}
"#;

#[derive(Clone, Default)]
struct Sink(Arc<Mutex<Vec<u8>>>);

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn console_calls_are_logged_with_their_level() {
    let sink = Sink::default();
    let writer = sink.clone();
    tracing_subscriber::fmt()
        .with_max_level(tracing::Level::TRACE)
        .with_ansi(false)
        .without_time()
        .with_writer(move || writer.clone())
        .init();
    let renderer = Renderer::new(BUNDLE, RendererOptions::default()).unwrap();
    renderer.calls("/").await.unwrap();

    let log = String::from_utf8(sink.0.lock().unwrap().clone()).unwrap();
    let mut rest = log.as_str();
    for line in [
        "DEBUG mwanga_ssr::console: debug 1 true null undefined\n",
        " INFO mwanga_ssr::console: log {\"a\":[1]}\n",
        " INFO mwanga_ssr::console: 100% done\n",
        " WARN mwanga_ssr::console: Tech has 5 of {\"b\":2}% more\n",
        "ERROR mwanga_ssr::console: TypeError: broken\n",
        "ERROR mwanga_ssr::console: [object Object] Symbol(s)\n",
        "ERROR mwanga_ssr::console: Assertion failed: sums\n",
        " WARN mwanga_ssr::console: setTimeout was called while rendering; its callback will never run stack=",
    ] {
        let at = rest.find(line).unwrap_or_else(|| panic!("no {line} in order in\n{log}"));
        rest = &rest[at + line.len()..];
    }
}
