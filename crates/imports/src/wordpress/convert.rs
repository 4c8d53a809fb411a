//! Conversion of WordPress content (classic or block editor) to HTML for the cleaner.

use super::autop::autop;
use super::blocks::{self, Block, Part};
use super::entry::Item;
use super::export_index::{Attachment, ExportIndex, has_extension, is_image};
use super::html_writer::{display_url, host, image_figure, push_caption, push_link, unwrap_tags, video_figure};
use super::notes::Notes;
use super::rewrite::rewrite;
use super::shortcodes::{self, Expansion, Shortcode};
use mwanga_html::{self as html, Token, escape_attribute, tokens, write_tag};

/// Maximum nesting of shortcodes.
const MAX_NESTING: usize = 12;

/// Converts the content of a post or page to HTML, with media URLs of their site. `notes` records what was left out,
/// changed or kept.
pub fn convert(index: &ExportIndex, item: &Item, notes: &mut Notes) -> String {
    let mut converter = Converter { index, id: item.id, notes, nesting: 0 };
    let html = if blocks::has_blocks(&item.content) {
        converter.parts(&blocks::parse(&item.content))
    } else {
        converter.freeform(&item.content)
    };
    rewrite(index, item, &html, converter.notes)
}

struct Converter<'a> {
    index: &'a ExportIndex,
    id: u64,
    notes: &'a mut Notes,
    nesting: usize,
}

impl Converter<'_> {
    /// Content of the classic editor.
    fn freeform(&mut self, text: &str) -> String {
        let text = replace_page_breaks(text);
        let text = self.shortcodes(&text);
        autop(&text, &mut |address| self.embed(&html::unescape(address), ""))
    }

    fn parts(&mut self, parts: &[Part<'_>]) -> String {
        let mut out = String::new();
        for part in parts {
            match part {
                Part::Html(html) if html.trim().is_empty() => out.push('\n'),
                Part::Html(html) => out.push_str(&self.freeform(html)),
                Part::Block(block) => out.push_str(&self.block(block)),
            }
        }
        out
    }

    /// HTML of a block with its inner blocks converted.
    fn inner_html(&mut self, block: &Block<'_>) -> String {
        let mut out = String::new();
        for part in &block.parts {
            match part {
                Part::Html(html) => out.push_str(&self.shortcodes(&replace_page_breaks(html))),
                Part::Block(inner) => out.push_str(&self.block(inner)),
            }
        }
        out
    }

    fn block(&mut self, block: &Block<'_>) -> String {
        match block.name {
            "more" | "nextpage" | "spacer" => String::new(),
            "freeform" | "classic" => self.parts(&block.parts),
            "shortcode" => {
                let inner = raw_html(block);
                self.freeform(&inner)
            }
            "code" | "preformatted" | "verse" => raw_html(block),
            "html" => self.shortcodes(&replace_page_breaks(&raw_html(block))),
            "gallery" => self.gallery_block(block),
            "cover" => self.cover(block),
            "file" => self.file(block),
            "audio" => self.audio_block(block),
            "embed" => self.embed_block(block),
            name if name.starts_with("core-embed/") => self.embed_block(block),
            "block" => self.skip("a reusable block"),
            "pattern" | "template-part" => self.skip("a pattern of their theme"),
            "missing" => {
                let inner = block.text("originalContent").map(str::to_owned).unwrap_or_else(|| raw_html(block));
                self.shortcodes(&replace_page_breaks(&inner))
            }
            name if is_dynamic(name) => self.skip(&format!("block {name}")),
            name if block.is_empty() => {
                if block.parts.is_empty() {
                    return self.skip(&format!("block {name}"));
                }
                String::new()
            }
            name => {
                if name.contains('/') {
                    self.notes.add_changed(&format!("block {name}, kept as plain text"));
                }
                self.inner_html(block)
            }
        }
    }

    /// Gallery block: its list markup is removed.
    fn gallery_block(&mut self, block: &Block<'_>) -> String {
        let inner = self.inner_html(block);
        unwrap_tags(&inner, |name, _| matches!(name, "ul" | "li"))
    }

    /// Cover block: its background image or video, then its text.
    fn cover(&mut self, block: &Block<'_>) -> String {
        let inner = self.inner_html(block);
        let shown = html::media_refs(&inner);
        match block.text("url").filter(|url| !shown.iter().any(|own| own == url)) {
            Some(url) if block.text("backgroundType") == Some("video") => format!("{}{inner}", video_figure(url, None)),
            Some(url) => {
                let alt = block
                    .text("alt")
                    .or_else(|| self.index.attachment_by_url(url).map(|(_, found)| found.alt.as_str()))
                    .unwrap_or_default();
                format!("{}{inner}", image_figure(url, alt, ""))
            }
            None => inner,
        }
    }

    /// File block: the link without its download button.
    fn file(&mut self, block: &Block<'_>) -> String {
        let inner = self.inner_html(block);
        let mut out = String::from("<p>");
        let mut skipping = false;
        for token in tokens(&inner) {
            match token {
                Token::Open { name: "a", attributes } if attributes.contains("wp-block-file__button") => {
                    skipping = true
                }
                Token::Close("a") if skipping => skipping = false,
                Token::Open { name: "a", attributes } => write_tag("a", attributes, &mut out),
                Token::Close("a") => out.push_str("</a>"),
                Token::Text(text) if !skipping => out.push_str(text),
                _ => {}
            }
        }
        out + "</p>"
    }

    /// Audio block: a link instead of a player.
    fn audio_block(&mut self, block: &Block<'_>) -> String {
        let inner = self.inner_html(block);
        let source = tokens(&inner).find_map(|token| match token {
            Token::Open { name: "audio" | "source", attributes } => html::attributes(attributes)
                .find(|(name, ..)| *name == "src")
                .map(|(_, src, _)| html::unescape(src).into_owned()),
            _ => None,
        });
        match source.or_else(|| block.text("src").map(str::to_owned)) {
            Some(source) => self.embed(&source, caption_of(&inner)),
            None => self.skip("audio without a file"),
        }
    }

    fn embed_block(&mut self, block: &Block<'_>) -> String {
        let inner = self.shortcodes(&raw_html(block));
        let caption = caption_of(&inner);
        match block.text("url") {
            Some(url) => self.embed(url, caption),
            None => {
                let text = html::plain_text(&inner, usize::MAX);
                match text.split(' ').find(|word| word.starts_with("http://") || word.starts_with("https://")) {
                    Some(url) => self.embed(url, caption),
                    None => inner,
                }
            }
        }
    }

    /// Embeds a URL: as an embed card if allowed, as an image or video if it is a file, else as a link. `caption` is
    /// HTML.
    fn embed(&mut self, url: &str, caption: &str) -> String {
        if let Some(card) = html::embed_card(url) {
            let mut out = String::from("<figure data-embed=\"");
            escape_attribute(&card.url, &mut out);
            out.push_str("\">");
            push_link(&card.href, card.label, &mut out);
            push_caption(caption, &mut out);
            return out + "</figure>";
        }
        if has_extension(url, &["mp4", "webm", "mov", "m4v", "ogv"]) {
            return video_figure(url, None);
        }
        if is_image(url) {
            return image_figure(url, "", caption);
        }
        let mut out = String::from("<p>");
        if has_extension(url, &["mp3", "ogg", "oga", "m4a", "wav", "flac"]) {
            let known =
                self.index.attachment_by_url(url).map(|(_, found)| found.alt.as_str()).filter(|alt| !alt.is_empty());
            let file = url.split(['?', '#']).next().unwrap_or_default().rsplit('/').next().unwrap_or_default();
            push_link(url, &format!("Listen: {}", known.unwrap_or(file)), &mut out);
        } else {
            self.notes.add_changed(&format!("embed of {}, kept as a link", host(url)));
            push_link(url, &display_url(url), &mut out);
        }
        out.push_str("</p>");
        if !caption.trim().is_empty() {
            out.push_str("<p>");
            out.push_str(caption);
            out.push_str("</p>");
        }
        out
    }

    fn shortcodes(&mut self, text: &str) -> String {
        if !text.contains('[') {
            return text.to_owned();
        }
        if self.nesting >= MAX_NESTING {
            self.notes.add_unexpanded("shortcodes in shortcodes in shortcodes");
            return text.to_owned();
        }
        self.nesting += 1;
        let Expansion { text, unexpanded } = shortcodes::expand(text, &mut |found| self.shortcode(found));
        self.nesting -= 1;
        unexpanded.into_iter().for_each(|what| self.notes.add_unexpanded(what));
        text
    }

    fn shortcode(&mut self, code: &Shortcode<'_>) -> String {
        match code.name {
            "caption" | "wp_caption" => self.caption(code),
            "gallery" => self.gallery(code),
            "playlist" => self.playlist(code),
            "audio" | "audioplayer" => {
                match code.url().or_else(|| self.file_attribute(code, &["src", "mp3", "ogg", "m4a", "wav"])) {
                    Some(url) => self.embed(&url, ""),
                    None => self.skip("audio without a file"),
                }
            }
            "video" => match self
                .file_attribute(code, &["src", "mp4", "webm", "mov", "m4v", "ogv", "flv", "wmv"])
                .or_else(|| code.url())
            {
                Some(url) if html::embed_card(&url).is_some() => self.embed(&url, ""),
                Some(url) => video_figure(&url, code.attribute("poster").as_deref()),
                None => self.skip("video without a file"),
            },
            "youtube" | "vimeo" => {
                let id = shortcodes::parse_attributes(code.attributes)
                    .into_iter()
                    .find(|(name, _)| matches!(name.as_str(), "id" | "v" | ""))
                    .map(|(_, value)| value);
                let page =
                    if code.name == "youtube" { "https://www.youtube.com/watch?v=" } else { "https://vimeo.com/" };
                match code.url().or_else(|| id.map(|id| format!("{page}{}", id.trim_start_matches('=')))) {
                    Some(url) => self.embed(&url, ""),
                    None => self.skip(&format!("[{}]", code.name)),
                }
            }
            "embed" | "soundcloud" | "spotify" | "dailymotion" | "tweet" | "twitter" | "googlemaps" | "slideshow"
                if code.url().is_some() =>
            {
                let url = code.url().unwrap_or_default();
                self.embed(&html::unescape(&url), "")
            }
            "code" | "sourcecode" if code.content.is_some() => {
                format!("<pre><code>{}</code></pre>", code.content.unwrap_or_default().trim_matches('\n'))
            }
            // Content of page builders, encoded.
            "vc_raw_html" | "vc_raw_js" => self.skip(&format!("[{}]", code.name)),
            name => {
                let Some(content) = code.content else { return self.skip(&format!("[{name}]")) };
                self.notes.add_changed(&format!("[{name}], kept as its text"));
                let content = self.shortcodes(content);
                if content.contains('\n') || is_layout(name) { format!("\n\n{content}\n\n") } else { content }
            }
        }
    }

    fn caption(&mut self, code: &Shortcode<'_>) -> String {
        let content = self.shortcodes(code.content.unwrap_or_default());
        let content = content.trim();
        // The image with its link, then the caption.
        let end =
            content.find("<img").and_then(|image| Some(image + content[image..].find('>')? + 1)).unwrap_or_default();
        let end = content[end..].trim_start().strip_prefix("</a>").map_or(end, |rest| content.len() - rest.len());
        let (image, caption) = content.split_at(end);
        let attribute = code.attribute("caption").unwrap_or_default();
        let caption = if caption.trim().is_empty() { attribute.as_str() } else { caption };
        let mut out = format!("<figure>{image}");
        push_caption(caption, &mut out);
        out + "</figure>"
    }

    fn gallery(&mut self, code: &Shortcode<'_>) -> String {
        let ids = |name: &str| {
            code.attribute(name)
                .map(|list| list.split(',').filter_map(|id| id.trim().parse::<u64>().ok()).collect::<Vec<_>>())
        };
        let excluded = ids("exclude").unwrap_or_default();
        let post_id = code.attribute("id").and_then(|id| id.parse().ok()).unwrap_or(self.id);
        let ids = ids("ids").or_else(|| ids("include")).unwrap_or_else(|| self.index.images_of(post_id).to_vec());
        let found: Vec<&Attachment> =
            ids.iter().filter(|id| !excluded.contains(id)).filter_map(|id| self.index.attachment_by_id(*id)).collect();
        if found.is_empty() {
            return self.skip("a gallery without pictures");
        }
        found
            .iter()
            .map(|attachment| image_figure(&attachment.url, &attachment.alt, &attachment.caption.replace('\n', " ")))
            .collect()
    }

    fn playlist(&mut self, code: &Shortcode<'_>) -> String {
        let ids = code.attribute("ids").unwrap_or_default();
        let found: Vec<&Attachment> =
            ids.split(',').filter_map(|id| self.index.attachment_by_id(id.trim().parse().ok()?)).collect();
        if found.is_empty() {
            return self.skip("a playlist without files");
        }
        found.iter().map(|attachment| self.embed(&attachment.url, "")).collect()
    }

    fn file_attribute(&self, code: &Shortcode<'_>, names: &[&str]) -> Option<String> {
        names.iter().find_map(|name| code.attribute(name)).filter(|file| !file.trim().is_empty())
    }

    /// Notes what is left out, and returns nothing.
    fn skip(&mut self, what: &str) -> String {
        self.notes.add_omitted(what);
        String::new()
    }
}

/// Whether a block is dynamic: rendered by the site, not stored in the post.
fn is_dynamic(name: &str) -> bool {
    const NAMES: [&str; 23] = [
        "archives",
        "avatar",
        "calendar",
        "categories",
        "footnotes",
        "home-link",
        "latest-comments",
        "latest-posts",
        "legacy-widget",
        "loginout",
        "navigation",
        "navigation-link",
        "navigation-submenu",
        "page-list",
        "page-list-item",
        "query",
        "read-more",
        "rss",
        "search",
        "social-link",
        "social-links",
        "tag-cloud",
        "widget-group",
    ];
    const PREFIXES: [&str; 6] = ["comment-", "comments", "post-", "query-", "site-", "term-"];
    NAMES.contains(&name) || PREFIXES.iter().any(|prefix| name.starts_with(prefix))
}

/// Whether a shortcode is a layout container, whose text is a paragraph of its own.
fn is_layout(name: &str) -> bool {
    ["vc_", "et_pb_", "fusion_", "av_", "elementor"].iter().any(|start| name.starts_with(start))
        || ["row", "col", "section", "tab", "accordion", "half", "third", "fourth", "box", "toggle"]
            .iter()
            .any(|word| name.contains(word))
}

/// HTML of a block and its inner blocks, as written.
fn raw_html(block: &Block<'_>) -> String {
    block
        .parts
        .iter()
        .map(|part| match part {
            Part::Html(html) => (*html).to_owned(),
            Part::Block(inner) => raw_html(inner),
        })
        .collect()
}

/// Replaces the "more" and page-break comments by paragraph breaks; removes other comments.
fn replace_page_breaks(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find("<!--") {
        out.push_str(&rest[..start]);
        let Some(length) = rest[start..].find("-->") else {
            return out;
        };
        let comment = rest[start + 4..start + length].trim();
        if comment == "more" || comment.starts_with("more ") || matches!(comment, "nextpage" | "noteaser") {
            out.push_str("\n\n");
        }
        rest = &rest[start + length + 3..];
    }
    out.push_str(rest);
    out
}

/// HTML of the first `figcaption`; empty if there is none.
fn caption_of(html: &str) -> &str {
    let caption = || {
        let (_, rest) = html.split_once("<figcaption")?.1.split_once('>')?;
        Some(rest.split_once("</figcaption>")?.0)
    };
    caption().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn converted(content: &str) -> (String, Notes) {
        let mut notes = Notes::default();
        let item = Item { id: 1, content: content.into(), ..Item::default() };
        (convert(&ExportIndex::default(), &item, &mut notes), notes)
    }

    #[test]
    fn shortcodes_are_expanded_wherever_wordpress_would() {
        for content in [
            "A [poll id=\"3\"] b.",
            "<!-- wp:html --><p>A [poll id=\"3\"] b.</p><!-- /wp:html -->",
            "<!-- wp:missing {\"originalName\":\"old/poll\"} --><p>A [poll id=\"3\"] b.</p><!-- /wp:missing -->",
            "<!-- wp:missing {\"originalContent\":\"<p>A [poll id=3] b.</p>\"} --><p>Old</p><!-- /wp:missing -->",
            "<!-- wp:embed --><figure><p>A [poll id=\"3\"] b.</p></figure><!-- /wp:embed -->",
            "<!-- wp:group --><div><!-- wp:paragraph --><p>A [poll id=\"3\"] b.</p><!-- /wp:paragraph --></div><!-- /wp:group -->",
        ] {
            let (html, notes) = converted(content);
            assert_eq!(html::plain_text(&html, 100), "A b.", "{content}");
            assert_eq!(notes.omitted.into_iter().collect::<Vec<_>>(), [("[poll]".to_owned(), 1)], "{content}");
        }
    }

    #[test]
    fn an_unknown_shortcode_is_kept_and_reported() {
        for content in [
            "See [products].",
            "[box]See [products].[/box]",
            "<!-- wp:html --><p>See [products].</p><!-- /wp:html -->",
            "<!-- wp:shortcode -->See [products].<!-- /wp:shortcode -->",
        ] {
            let (html, notes) = converted(content);
            assert_eq!(html::plain_text(&html, 100), "See [products].", "{content}");
            assert_eq!(notes.unexpanded.into_iter().collect::<Vec<_>>(), [("[products]".to_owned(), 1)], "{content}");
        }
        assert_eq!(converted("<pre>[products]</pre><p>[to be continued]</p>").1, Notes::default());
    }
}
