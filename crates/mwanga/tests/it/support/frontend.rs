//! Frontend builds that are slow, broken or small on purpose.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

/// A frontend whose pages fail to render, though their calls are named.
pub fn broken_bundle() -> TempDir {
    bundle(r#"export const render = () => { throw new Error("this page is broken"); };"#)
}

/// A frontend that takes 150 ms over a page and shows the titles it was given.
pub fn slow_bundle() -> TempDir {
    bundle(
        r#"export const render = (url, answers) => {
            const until = Date.now() + 150;
            while (Date.now() < until) {}
            const { title } = Object.values(JSON.parse(answers))[0].body;
            return JSON.stringify({ html: `<h1>${title}</h1>`, head: `<title>${title}</title>` });
        };"#,
    )
}

/// A frontend with a search page that says how many posts were found.
pub fn search_bundle() -> TempDir {
    bundle_of(
        r#"export const pages = () => '[{"path":"/search","query":["q"]}]';
        export const calls = (url) => JSON.stringify({ calls: ["/search" + url] });
        export const render = (url, answers) => {
            const { total } = Object.values(JSON.parse(answers))[0].body;
            return JSON.stringify({ html: `<h1>${total} found</h1>`, head: "" });
        };"#,
    )
}

/// A build whose server bundle knows the post page.
fn bundle(render: &str) -> TempDir {
    bundle_of(&format!(
        r#"export const pages = () => '[{{"path":"/post/slug/:slug","query":[]}}]';
        export const calls = (url) => JSON.stringify({{ calls: [url] }});
        {render}"#
    ))
}

/// A build with the files of the real one and a server bundle of its own.
fn bundle_of(script: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let real = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../frontend/dist");
    for name in ["client/assets", "client/.vite", "server"] {
        fs::create_dir_all(folder.path().join(name)).expect("a folder");
    }
    for name in ["client/theme.inline.js", "client/.vite/manifest.json"] {
        fs::copy(real.join(name), folder.path().join(name)).expect("the frontend is built");
    }
    fs::write(folder.path().join("server/ssr.js"), script).expect("a bundle");
    folder
}
