//! Absolute URLs: feeds and mails have no base URL to resolve paths against.

use super::tokenizer::{Token, attributes, tokens};

/// Makes every `href`, `src` and `poster` that is a path of our site absolute. `base`: the origin, without a trailing
/// slash.
pub fn with_absolute_urls(html: &str, base: &str) -> String {
    let start = html.as_ptr() as usize;
    let mut out = String::with_capacity(html.len() + 256);
    let mut copied = 0;
    for token in tokens(html) {
        let Token::Open { attributes: tag, .. } = token else { continue };
        // Tokens are slices of `html`, so pointer differences are offsets.
        let tag_at = tag.as_ptr() as usize - start;
        for (name, value, at) in attributes(tag) {
            let is_url = ["href", "src", "poster"].iter().any(|known| name.eq_ignore_ascii_case(known));
            if is_url && value.starts_with('/') && !value.starts_with("//") {
                out.push_str(&html[copied..tag_at + at]);
                out.push_str(base);
                copied = tag_at + at;
            }
        }
    }
    out.push_str(&html[copied..]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_to_the_site_become_absolute_urls() {
        for (html, expected) in [
            (
                r#"<p>é <a href="/about" title="/x">a</a></p>"#,
                r#"<p>é <a href="https://m.example/about" title="/x">a</a></p>"#,
            ),
            (
                r#"<video src="/media/a.mp4" poster="/media/b.webp" controls=""></video>"#,
                r#"<video src="https://m.example/media/a.mp4" poster="https://m.example/media/b.webp" controls=""></video>"#,
            ),
            (
                r#"<a href="https://x.example/">a</a><a href="mailto:a@x.example">b</a>"#,
                r#"<a href="https://x.example/">a</a><a href="mailto:a@x.example">b</a>"#,
            ),
            (r#"<p>href="/about"</p>"#, r#"<p>href="/about"</p>"#),
            (r#"<a href="//x.example">a</a>"#, r#"<a href="//x.example">a</a>"#),
        ] {
            assert_eq!(with_absolute_urls(html, "https://m.example"), expected);
        }
    }
}
