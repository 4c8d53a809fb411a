mod clean_html;
mod create;
mod delete;
mod get;
mod list;
mod revisions;
mod slugs;
mod update;
mod validation;

use crate::support::*;

/// A whole post as JSON; `more` adds to it or takes its place.
fn post_with(more: Value) -> Value {
    let mut body = json!({ "title": "Habari", "content": "<p>Text</p>", "category_name": "tech" });
    for (name, value) in more.as_object().expect("an object") {
        body[name] = value.clone();
    }
    body
}
