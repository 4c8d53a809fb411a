//! The templates of mails: files of `templates/`, embedded. What ends in `.html` escapes what it is given.

use std::sync::LazyLock;

use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{AutoEscape, Environment, Error, UndefinedBehavior, escape_formatter};
use serde::Serialize;

use crate::html;

static TEMPLATES: LazyLock<Environment<'static>> = LazyLock::new(|| {
    let mut templates = Environment::new();
    templates.set_undefined_behavior(UndefinedBehavior::Strict);
    templates.set_syntax(SyntaxConfig::builder().keep_trailing_newline(true).build().expect("the usual syntax"));
    // As pages escape: the one of the library writes each slash of an address as six characters.
    templates.set_formatter(|out, state, value| match value.as_str() {
        Some(text) if !value.is_safe() && *state.auto_escape() == AutoEscape::Html => {
            let mut escaped = String::with_capacity(text.len() + 8);
            html::escape_attribute(text, &mut escaped);
            out.write_str(&escaped).map_err(Error::from)
        }
        _ => escape_formatter(out, state, value),
    });
    for (name, source) in FILES {
        templates.add_template(name, source).expect("a template that the tests render");
    }
    templates
});

const FILES: [(&str, &str); 15] = [
    ("layout.html", include_str!("templates/layout.html")),
    ("parts.html", include_str!("templates/parts.html")),
    ("letter.html", include_str!("templates/letter.html")),
    ("letter.txt", include_str!("templates/letter.txt")),
    ("newsletter.html", include_str!("templates/newsletter.html")),
    ("newsletter.txt", include_str!("templates/newsletter.txt")),
    ("welcome.html", include_str!("templates/welcome.html")),
    ("welcome.txt", include_str!("templates/welcome.txt")),
    ("block.html", include_str!("templates/block.html")),
    ("video.html", include_str!("templates/video.html")),
    ("reader_message.html", include_str!("templates/reader_message.html")),
    ("reader_message.txt", include_str!("templates/reader_message.txt")),
    ("digest.html", include_str!("templates/digest.html")),
    ("notice.html", include_str!("templates/notice.html")),
    ("words.html", include_str!("templates/words.html")),
];

/// Renders a file of `templates/`.
///
/// # Panics
///
/// When it asks for what `context` lacks; the tests render each.
pub(crate) fn render(name: &str, context: impl Serialize) -> String {
    let rendered = TEMPLATES.get_template(name).and_then(|template| template.render(Serde(context)));
    rendered.unwrap_or_else(|e| panic!("the template {name}: {e:#}"))
}
