mod bulk;
mod clean_html;
mod corrections;
mod create;
mod delete;
mod duplicate;
mod get;
mod links;
mod list;
mod mark_updated;
mod notes;
mod pasted_pictures;
mod preview_links;
mod review;
mod revisions;
mod search;
mod slugs;
mod update;
mod validation;
mod writers;

use crate::support::*;

/// A whole post as JSON; `more` adds to it or takes its place.
fn post_with(more: Value) -> Value {
    let mut body = json!({ "title": "Habari", "content": "<p>Text</p>", "category_name": "tech" });
    for (name, value) in more.as_object().expect("an object") {
        body[name] = value.clone();
    }
    body
}

/// A draft that its writer made by the API; its address.
async fn draft_of(writer: &Caller, title: &str) -> String {
    let body = post_with(json!({ "title": title, "status": "draft" }));
    format!("/api/admin/posts/{}", writer.post("/api/admin/posts", body).await.ok()["id"])
}
