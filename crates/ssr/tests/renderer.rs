//! The renderer with small handwritten bundles: results, limits and recovery after failures.

use std::time::{Duration, Instant};

use mwanga_ssr::{PageCalls, PagePattern, RenderedPage, Renderer, RendererOptions, SsrError};

/// A bundle whose `render` does what the path says.
const BUNDLE: &str = r#"
const page = (html) => JSON.stringify({ html, head: "<title>t</title>" });
let renders = 0;
const acts = {
  "/": (answers) => page(`<main>${Object.keys(answers).join()}</main>`),
  "/throw": () => { const inner = () => { throw new TypeError("no such post"); }; inner(); },
  "/throw-text": () => { throw "just text"; },
  "/throw-null": () => { throw undefined; },
  "/loop": () => { for (;;) {} },
  "/stubborn": () => { for (;;) { try { for (;;) {} } catch {} } },
  "/microtask": () => { const again = () => { Promise.resolve().then(again); }; again(); return page("<p>m</p>"); },
  "/slow-microtask": () => { Promise.resolve().then(() => { for (;;) {} }); return page("<p>m</p>"); },
  "/queued-throw": () => { queueMicrotask(() => { throw new Error("queued"); }); return page("<p>q</p>"); },
  "/few-microtasks": () => { let n = 0; const again = () => { if (n++ < 50) Promise.resolve().then(again); }; again(); return page("<p>few</p>"); },
  "/memory": () => { const all = []; for (;;) all.push(new Array(10000).fill(all.length)); },
  "/memory-text": () => { const all = []; for (;;) all.push("x".repeat(10000000) + all.length); },
  "/deep": () => { const down = (n) => down(n + 1) + 1; return page(String(down(0))); },
  "/suspense": () => page("<div><!--$!--><template></template><!--/$--></div>"),
  "/empty": () => page(" "),
  "/number": () => 7,
  "/promise": async () => page("<p>late</p>"),
  "/not-json": () => "<p>no json</p>",
  "/no-head": () => JSON.stringify({ html: "<p>x</p>" }),
  "/half-emoji": () => page("<p>" + "😀".slice(0, 1) + "</p>"),
  "/nul": () => page("<p>a\u0000b é 😀</p>"),
  "/timer": () => { const id = setTimeout(() => {}, 10); clearTimeout(id); return page("<p>" + id + "</p>"); },
  "/count": () => page(`<p>${++renders}</p>`),
  "/spin": () => { let n = 0; for (let i = 0; i < 200000; i++) n += i; return page(`<p>${n}</p>`); },
};
export const pages = () => JSON.stringify([{ path: "/", query: [], listed: ["/"] }, { path: "/category/:id", query: ["page"], module: "src/category-page.tsx" }]);
export function calls(url) {
  if (url === "/throw") throw new Error("no calls");
  const calls = ["/posts/public?exclude=sponsored", "/site"];
  return JSON.stringify(url === "/none" ? { calls, status: 404 } : { calls });
}
export function render(url, answers) { return acts[url](JSON.parse(answers)); }
"#;

fn options(threads: usize) -> RendererOptions {
    RendererOptions { threads, deadline: Duration::from_millis(150), ..RendererOptions::default() }
}

fn renderer() -> Renderer {
    Renderer::new(BUNDLE, options(1)).unwrap()
}

#[tokio::test]
async fn pages_calls_and_render_of_the_bundle_are_called() {
    let renderer = renderer();
    assert_eq!(
        renderer.pages(),
        [
            PagePattern { path: "/".into(), query: vec![], module: None, listed: vec!["/".into()] },
            PagePattern {
                path: "/category/:id".into(),
                query: vec!["page".into()],
                module: Some("src/category-page.tsx".into()),
                listed: vec![]
            },
        ]
    );
    let both = vec!["/posts/public?exclude=sponsored".to_owned(), "/site".to_owned()];
    assert_eq!(renderer.calls("/").await.unwrap(), PageCalls { calls: both.clone(), status: None });
    assert_eq!(renderer.calls("/none").await.unwrap(), PageCalls { calls: both, status: Some(404) });
    assert_eq!(
        renderer.render("/", r#"{"/site":{},"/b":{}}"#).await.unwrap(),
        RenderedPage { html: "<main>/site,/b</main>".into(), head: "<title>t</title>".into() }
    );
}

#[tokio::test]
async fn a_thrown_error_has_its_message_and_stack() {
    let renderer = renderer();
    let error = renderer.render("/throw", "{}").await.unwrap_err();
    assert_eq!(error.to_string(), "TypeError: no such post");
    assert!(error.stack().contains("inner") && error.stack().contains("ssr.js:6:"), "{error:?}");
    let error = renderer.calls("/throw").await.unwrap_err();
    assert_eq!(error.to_string(), "Error: no calls");
    let error = renderer.render("/throw-text", "{}").await.unwrap_err();
    assert_eq!(error.to_string(), "just text");
    let error = renderer.render("/throw-null", "{}").await.unwrap_err();
    assert_eq!(error.to_string(), "undefined");
    let error = renderer.render("/queued-throw", "{}").await.unwrap_err();
    assert_eq!(error.to_string(), "Error: queued");
    let error = renderer.render("/unknown", "{}").await.unwrap_err();
    assert_eq!(error.kind(), "script");
    let error = renderer.render("/", "no json").await.unwrap_err();
    assert!(error.to_string().starts_with("SyntaxError"), "{error}");
}

#[tokio::test]
async fn a_script_over_a_limit_is_stopped_and_the_next_render_succeeds() {
    let renderer = renderer();
    for (url, kind) in [
        ("/loop", "deadline"),
        ("/stubborn", "deadline"),
        ("/slow-microtask", "deadline"),
        ("/microtask", "pending_jobs"),
        ("/memory", "memory"),
        ("/memory-text", "memory"),
        ("/deep", "script"),
    ] {
        // A debug build fills memory slowly.
        let patient = Renderer::new(
            BUNDLE,
            RendererOptions {
                deadline: Duration::from_millis(if kind == "memory" { 20_000 } else { 200 }),
                ..options(1)
            },
        )
        .unwrap();
        for _ in 0..3 {
            let error = patient.render(url, "{}").await.unwrap_err();
            assert_eq!(error.kind(), kind, "{url}: {error:?}");
            assert_eq!(patient.render("/", "{}").await.unwrap().html, "<main></main>", "{url}");
        }
    }
    let error = renderer.render("/loop", "{}").await.unwrap_err();
    assert!(error.stack().contains("ssr.js:9:"), "{error:?}");
    assert_eq!(renderer.render("/few-microtasks", "{}").await.unwrap().html, "<p>few</p>");
}

#[tokio::test]
async fn an_output_that_is_no_page_is_an_error() {
    let renderer = renderer();
    for (url, message) in [
        ("/suspense", "a Suspense boundary failed"),
        ("/empty", "the page came out empty"),
        ("/number", "the bundle gave back int, not a string"),
        ("/promise", "the bundle gave back promise, not a string"),
    ] {
        let error = renderer.render(url, "{}").await.unwrap_err();
        assert_eq!(error, SsrError::Output { message: message.into() }, "{url}");
    }
    for url in ["/not-json", "/no-head"] {
        assert_eq!(renderer.render(url, "{}").await.unwrap_err().kind(), "output", "{url}");
    }
}

#[tokio::test]
async fn unusual_text_is_rendered_unchanged() {
    let renderer = renderer();
    assert_eq!(renderer.render("/half-emoji", "{}").await.unwrap().html, "<p>\u{fffd}</p>");
    assert_eq!(renderer.render("/nul", "{}").await.unwrap().html, "<p>a\0b é 😀</p>");
    assert_eq!(renderer.render("/timer", "{}").await.unwrap().html, "<p>0</p>");
}

#[tokio::test]
async fn an_engine_is_reused_until_a_render_fails() {
    let renderer = renderer();
    for expected in ["<p>1</p>", "<p>2</p>", "<p>3</p>"] {
        assert_eq!(renderer.render("/count", "{}").await.unwrap().html, expected);
    }
    renderer.render("/throw", "{}").await.unwrap_err();
    assert_eq!(renderer.render("/count", "{}").await.unwrap().html, "<p>1</p>");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn six_hundred_concurrent_renders_all_get_their_own_result() {
    let renderer =
        Renderer::new(BUNDLE, RendererOptions { queue: 600, deadline: Duration::from_secs(5), ..options(3) }).unwrap();
    let renders: Vec<_> = (0..600)
        .map(|number| {
            let renderer = renderer.clone();
            tokio::spawn(async move {
                let url = if number % 10 == 0 { "/throw" } else { "/spin" };
                (number, renderer.render(url, "{}").await)
            })
        })
        .collect();
    for render in renders {
        let (number, result) = render.await.unwrap();
        match result {
            Ok(page) => assert_eq!(page.html, "<p>19999900000</p>"),
            Err(error) => assert!(number % 10 == 0 && error.kind() == "script", "{error:?}"),
        }
    }
}

#[tokio::test]
async fn a_full_render_queue_refuses_at_once() {
    let renderer =
        Renderer::new(BUNDLE, RendererOptions { queue: 2, deadline: Duration::from_millis(300), ..options(1) })
            .unwrap();
    let renders = (0..12).map(|_| {
        let renderer = renderer.clone();
        tokio::spawn(async move { renderer.render("/loop", "{}").await.unwrap_err().kind() })
    });
    let mut kinds = Vec::new();
    for render in renders.collect::<Vec<_>>() {
        kinds.push(render.await.unwrap());
    }
    let full = kinds.iter().filter(|kind| **kind == "queue_full").count();
    assert!((9..=10).contains(&full), "{kinds:?}");
    assert_eq!(renderer.render("/", "{}").await.unwrap().html, "<main></main>");
}

#[tokio::test]
async fn a_dropped_render_frees_its_place_in_the_queue() {
    let renderer =
        Renderer::new(BUNDLE, RendererOptions { queue: 8, deadline: Duration::from_millis(300), ..options(1) })
            .unwrap();
    // The deadline is CPU time of the thread: measured first on this machine.
    let began = Instant::now();
    renderer.render("/loop", "{}").await.unwrap_err();
    let one = began.elapsed();
    for _ in 0..8 {
        let waiting = renderer.render("/loop", "{}");
        tokio::time::timeout(Duration::from_millis(1), waiting).await.unwrap_err();
    }
    // One loop runs to its deadline; the seven cancelled ones are skipped.
    let page = tokio::time::timeout(5 * one, renderer.render("/", "{}"));
    assert_eq!(page.await.unwrap().unwrap().html, "<main></main>");
}

#[test]
fn a_broken_bundle_is_refused_with_a_reason() {
    let whole = |render: &str| {
        format!("export const pages = () => '[]'; export const calls = () => '[]';\nexport const render = {render};")
    };
    for (bundle, part) in [
        ("export const pages = (", "SyntaxError"),
        ("export const pages = () => '[]'; export const calls = () => '[]';", "no function `render`"),
        (&whole("7"), "no function `render`"),
        (&(whole("() => ''") + "throw new Error('at the top');"), "Error: at the top"),
        (&(whole("() => ''") + "await new Promise(() => {});"), "never comes"),
        (&(whole("() => ''") + "for (;;) {}"), "stopped after"),
        (&("import 'react';".to_owned() + &whole("() => ''")), "react"),
        (&whole("() => ''").replace("'[]'", "'{}'"), "`pages` gave back JSON of another shape"),
    ] {
        let error = Renderer::new(bundle, options(1)).unwrap_err();
        assert!(error.to_string().contains(part), "{bundle}\n{error:?}");
    }
    let error = Renderer::new(&(whole("() => ''") + "\nnull.x;"), options(1)).unwrap_err();
    assert!(error.stack().contains("ssr.js:3:"), "{error:?}");
}
