//! Polyfilled globals of the bundle. Each case is an expression and its expected value as JSON.

use mwanga_ssr::{Renderer, RendererOptions};

const BUNDLE: &str = r#"
export const pages = () => "[]";
export const calls = (expression) => {
  let value;
  try { value = (0, eval)(expression); } catch (error) { value = `${error}`; }
  return JSON.stringify({ calls: [JSON.stringify(value) ?? "undefined"] });
};
export const render = () => "";
"#;

async fn check(cases: &[(&str, &str)]) {
    let renderer = Renderer::new(BUNDLE, RendererOptions { threads: 1, ..RendererOptions::default() }).unwrap();
    for (expression, expected) in cases {
        let given = renderer.calls(expression).await.unwrap().calls;
        assert_eq!(given, [*expected], "{expression}");
    }
}

#[tokio::test]
async fn url_parses_and_resolves_as_in_browsers() {
    check(&[
        (r#"new URL("https://a.example:8080/p/q?x=1&y=2#z").href"#, r#""https://a.example:8080/p/q?x=1&y=2#z""#),
        (r#"new URL("https://a.example:8080/p").origin"#, r#""https://a.example:8080""#),
        (r#"new URL("https://a.example:8080/p").protocol"#, r#""https:""#),
        (r#"new URL("https://a.example:8080/p").host"#, r#""a.example:8080""#),
        (r#"new URL("https://a.example:8080/p").hostname"#, r#""a.example""#),
        (r#"new URL("https://a.example:8080/p").port"#, r#""8080""#),
        (r#"new URL("https://a.example:443/p").port"#, r#""""#),
        (r#"new URL("https://A.Example").href"#, r#""https://a.example/""#),
        (r#"new URL("https://a.example/p/../q").pathname"#, r#""/q""#),
        (r#"new URL("https://a.example/?").search"#, r#""""#),
        (r#"new URL("https://a.example/?a=%20b").search"#, r#""?a=%20b""#),
        (r#"new URL("https://a.example/#top").hash"#, r##""#top""##),
        (r#"new URL("https://u:p@a.example/").username"#, r#""u""#),
        (r#"new URL("https://u:p@a.example/").password"#, r#""p""#),
        (r#"new URL("https://a.example/habari ya asubuhi").pathname"#, r#""/habari%20ya%20asubuhi""#),
        (r#"new URL("https://münchen.example/").host"#, r#""xn--mnchen-3ya.example""#),
        (r#"new URL("mailto:a@b.example").origin"#, r#""null""#),
        (r#"new URL("mailto:a@b.example").pathname"#, r#""a@b.example""#),
        // Relative to a base.
        (r#"new URL("/category/tech?page=2", "http://localhost").href"#, r#""http://localhost/category/tech?page=2""#),
        (r#"new URL("../x", "https://a.example/p/q/r").href"#, r#""https://a.example/p/x""#),
        (r#"new URL("?q=1", "https://a.example/p#h").href"#, r#""https://a.example/p?q=1""#),
        (r#"new URL("//b.example/x", "https://a.example").href"#, r#""https://b.example/x""#),
        (r#"new URL("https://b.example/", "https://a.example").host"#, r#""b.example""#),
        (r#"new URL("", new URL("https://a.example/p?q#h")).href"#, r#""https://a.example/p?q""#),
        // Bad input.
        (r#"new URL("/relative")"#, r#""TypeError: Invalid URL""#),
        (r#"new URL("")"#, r#""TypeError: Invalid URL""#),
        (r#"new URL("http://")"#, r#""TypeError: Invalid URL""#),
        (r#"new URL("https://a b/")"#, r#""TypeError: Invalid URL""#),
        (r#"new URL("/x", "not a base")"#, r#""TypeError: Invalid URL""#),
        (r#"new URL("/x", null)"#, r#""TypeError: Invalid URL""#),
        (r#"URL.canParse("/x")"#, "false"),
        (r#"URL.canParse("/x", "https://a.example")"#, "true"),
        (r#"URL.parse("/x")"#, "null"),
        // As text.
        (r#"`${new URL("https://a.example")}`"#, r#""https://a.example/""#),
        (r#"[new URL("https://a.example")]"#, r#"["https://a.example/"]"#),
        (r#"new URL("https://a.example") instanceof URL"#, "true"),
        (r#"Object.prototype.toString.call(new URL("https://a.example"))"#, r#""[object URL]""#),
        // Changed.
        (r#"{ const u = new URL("https://a.example/p"); u.search = "a=1"; u.hash = "h"; u.pathname = "/q"; u.href }"#, r##""https://a.example/q?a=1#h""##),
        (r#"{ const u = new URL("https://a.example/p"); u.port = "8443"; u.host }"#, r#""a.example:8443""#),
        (r#"{ const u = new URL("https://a.example/p"); u.port = "no"; u.href }"#, r#""https://a.example/p""#),
        (r#"{ const u = new URL("https://a.example/p"); u.href = "no" }"#, r#""TypeError: Invalid URL""#),
        (
            r#"{ const u = new URL("https://a.example/p?a=1&b=2"); u.searchParams.set("a", "é"); u.searchParams.delete("b"); u.href }"#,
            r#""https://a.example/p?a=%C3%A9""#,
        ),
        (
            r#"{ const u = new URL("https://a.example/p?a=1"); const s = u.searchParams; u.search = "?b=2"; [s.get("a"), s.get("b"), s === u.searchParams] }"#,
            r#"[null,"2",true]"#,
        ),
        (r#"{ const u = new URL("https://a.example/p?a=1"); u.searchParams.delete("a"); u.href }"#, r#""https://a.example/p""#),
        (r#"new URL("https://a.example/\ud83d").pathname"#, r#""/%EF%BF%BD""#),
    ])
    .await;
}

#[tokio::test]
async fn url_search_params_reads_and_writes_as_in_browsers() {
    check(&[
        (r#"new URLSearchParams("?a=1&b=2&a=3").getAll("a")"#, r#"["1","3"]"#),
        (r#"new URLSearchParams("a=1").get("b")"#, "null"),
        (r#"new URLSearchParams("q=a+b%20c").get("q")"#, r#""a b c""#),
        (r#"new URLSearchParams({ page: 2, q: "a b&c" }).toString()"#, r#""page=2&q=a+b%26c""#),
        (r#"new URLSearchParams([["a", "1"], ["b", "2"]]).toString()"#, r#""a=1&b=2""#),
        (r#"new URLSearchParams([["a"]])"#, r#""TypeError: Each query pair must be a name and a value""#),
        (r#"new URLSearchParams(new URLSearchParams("a=1")).toString()"#, r#""a=1""#),
        (r#"new URLSearchParams(new Map([["a", 1]])).toString()"#, r#""a=1""#),
        (r#"new URLSearchParams().toString()"#, r#""""#),
        (r#"new URLSearchParams("a&b=").toString()"#, r#""a=&b=""#),
        (r#"[...new URLSearchParams("a=1&b=2")]"#, r#"[["a","1"],["b","2"]]"#),
        (r#"[...new URLSearchParams("a=1&b=2").keys()]"#, r#"["a","b"]"#),
        (r#"[...new URLSearchParams("a=1&b=2").values()]"#, r#"["1","2"]"#),
        (r#"Object.fromEntries(new URLSearchParams("a=1&b=2"))"#, r#"{"a":"1","b":"2"}"#),
        (r#"{ const s = new URLSearchParams("a=1&b=2&a=3"); s.set("a", 9); s.append("c", true); s.toString() }"#, r#""a=9&b=2&c=true""#),
        (
            r#"{ const s = new URLSearchParams("a=1&a=2&b=1"); s.delete("a", "1"); [s.toString(), s.size, s.has("a", "1"), s.has("b")] }"#,
            r#"["a=2&b=1",2,false,true]"#,
        ),
        (r#"{ const s = new URLSearchParams("b=2&a=2&a=1"); s.sort(); s.toString() }"#, r#""a=2&a=1&b=2""#),
        (r#"{ const seen = []; new URLSearchParams("a=1&b=2").forEach((v, k) => seen.push(k + v)); seen }"#, r#"["a1","b2"]"#),
        (r#"new URLSearchParams("a=\ud83d").get("a")"#, "\"\u{fffd}\""),
    ])
    .await;
}

#[tokio::test]
async fn bundles_see_only_the_polyfilled_globals() {
    check(&[
        ("typeof queueMicrotask", r#""function""#),
        ("setTimeout(() => {}, 5)", "0"),
        ("clearTimeout(0)", "undefined"),
        ("typeof __mwanga", r#""undefined""#),
        ("Object.keys(globalThis)", r#"["performance"]"#),
        ("typeof fetch + typeof document + typeof window", r#""undefinedundefinedundefined""#),
    ])
    .await;
}
