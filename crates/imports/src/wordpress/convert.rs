//! WordPress content to HTML: what its editors wrote becomes elements that our own cleaner understands.

use super::autop::autop;
use super::blocks::{self, Block, Part};
use super::library::{Attachment, Library, has_ending, is_picture};
use super::markup::{host, link, picture, push_caption, short, video, without_tags};
use super::notes::Notes;
use super::shortcodes::{self, Expanded, Shortcode};
use super::tidy::tidy;
use mwanga_html::{self as html, Token, escape_attribute, tokens, write_tag};

/// Shortcodes in shortcodes are followed this far.
const MAX_NESTING: usize = 12;

/// Turns the content of post `id` into HTML that still has the media addresses of their site. What was left out or
/// changed stands in `notes`.
pub fn convert(library: &Library, id: u64, content: &str, notes: &mut Notes) -> String {
    let mut converter = Converter { library, id, notes, nesting: 0 };
    let html = if blocks::has_blocks(content) {
        converter.parts(&blocks::parse(content))
    } else {
        converter.freeform(content)
    };
    tidy(library, &html, converter.notes)
}

struct Converter<'a> {
    library: &'a Library,
    id: u64,
    notes: &'a mut Notes,
    nesting: usize,
}

impl Converter<'_> {
    /// Text of the classic editor.
    fn freeform(&mut self, text: &str) -> String {
        let text = without_marks(text);
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

    /// The block's own HTML with its inner blocks in place.
    fn inside(&mut self, block: &Block<'_>) -> String {
        let mut out = String::new();
        for part in &block.parts {
            match part {
                Part::Html(html) => out.push_str(&self.shortcodes(&without_marks(html))),
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
                let inside = raw(block);
                self.freeform(&inside)
            }
            "code" | "preformatted" | "verse" => raw(block),
            "html" => self.shortcodes(&without_marks(&raw(block))),
            "gallery" => self.gallery_block(block),
            "cover" => self.cover(block),
            "file" => self.file(block),
            "audio" => self.audio_block(block),
            "embed" => self.embed_block(block),
            name if name.starts_with("core-embed/") => self.embed_block(block),
            "block" => self.leave_out("a reusable block"),
            "pattern" | "template-part" => self.leave_out("a pattern of their theme"),
            "missing" => {
                let inside = block.text("originalContent").map(str::to_owned).unwrap_or_else(|| raw(block));
                self.shortcodes(&without_marks(&inside))
            }
            name if is_dynamic(name) => self.leave_out(&format!("block {name}")),
            name if block.is_empty() => {
                if block.parts.is_empty() {
                    return self.leave_out(&format!("block {name}"));
                }
                String::new()
            }
            name => {
                if name.contains('/') {
                    self.notes.changed(&format!("block {name}, kept as plain text"));
                }
                self.inside(block)
            }
        }
    }

    /// A gallery's list is no list to a reader.
    fn gallery_block(&mut self, block: &Block<'_>) -> String {
        let inside = self.inside(block);
        without_tags(&inside, |name, _| matches!(name, "ul" | "li"))
    }

    /// A picture with text on it becomes the picture, then the text.
    fn cover(&mut self, block: &Block<'_>) -> String {
        let inside = self.inside(block);
        let shown = html::media_refs(&inside);
        match block.text("url").filter(|url| !shown.iter().any(|own| own == url)) {
            Some(url) if block.text("backgroundType") == Some("video") => format!("{}{inside}", video(url, None)),
            Some(url) => {
                let alt = block
                    .text("alt")
                    .or_else(|| self.library.attachment_by_url(url).map(|(_, found)| found.alt.as_str()))
                    .unwrap_or_default();
                format!("{}{inside}", picture(url, alt, ""))
            }
            None => inside,
        }
    }

    /// A download has two links to one file; the button says nothing.
    fn file(&mut self, block: &Block<'_>) -> String {
        let inside = self.inside(block);
        let mut out = String::from("<p>");
        let mut skipping = false;
        for token in tokens(&inside) {
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

    /// A player becomes a link, and a link needs no figure.
    fn audio_block(&mut self, block: &Block<'_>) -> String {
        let inside = self.inside(block);
        let source = tokens(&inside).find_map(|token| match token {
            Token::Open { name: "audio" | "source", attributes } => html::attributes(attributes)
                .find(|(name, ..)| *name == "src")
                .map(|(_, src, _)| html::unescape(src).into_owned()),
            _ => None,
        });
        match source.or_else(|| block.text("src").map(str::to_owned)) {
            Some(source) => self.embed(&source, caption_of(&inside)),
            None => self.leave_out("audio without a file"),
        }
    }

    fn embed_block(&mut self, block: &Block<'_>) -> String {
        let inside = self.shortcodes(&raw(block));
        let caption = caption_of(&inside);
        match block.text("url") {
            Some(url) => self.embed(url, caption),
            None => {
                let text = html::plain_text(&inside, usize::MAX);
                match text.split(' ').find(|word| word.starts_with("http://") || word.starts_with("https://")) {
                    Some(url) => self.embed(url, caption),
                    None => inside,
                }
            }
        }
    }

    /// Something of another site: a card where there is one, a medium where it is a file, else a link. `caption` is
    /// HTML.
    fn embed(&mut self, url: &str, caption: &str) -> String {
        if let Some(card) = html::embed_card(url) {
            let mut out = String::from("<figure data-embed=\"");
            escape_attribute(&card.url, &mut out);
            out.push_str("\">");
            link(&card.href, card.label, &mut out);
            push_caption(caption, &mut out);
            return out + "</figure>";
        }
        if has_ending(url, &["mp4", "webm", "mov", "m4v", "ogv"]) {
            return video(url, None);
        }
        if is_picture(url) {
            return picture(url, "", caption);
        }
        let mut out = String::from("<p>");
        if has_ending(url, &["mp3", "ogg", "oga", "m4a", "wav", "flac"]) {
            let known =
                self.library.attachment_by_url(url).map(|(_, found)| found.alt.as_str()).filter(|alt| !alt.is_empty());
            let file = url.split(['?', '#']).next().unwrap_or_default().rsplit('/').next().unwrap_or_default();
            link(url, &format!("Listen: {}", known.unwrap_or(file)), &mut out);
        } else {
            self.notes.changed(&format!("embed of {}, kept as a link", host(url)));
            link(url, &short(url), &mut out);
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
            self.notes.kept("shortcodes in shortcodes in shortcodes");
            return text.to_owned();
        }
        self.nesting += 1;
        let Expanded { text, kept } = shortcodes::expand(text, &mut |found| self.shortcode(found));
        self.nesting -= 1;
        kept.into_iter().for_each(|what| self.notes.kept(what));
        text
    }

    fn shortcode(&mut self, code: &Shortcode<'_>) -> String {
        match code.name {
            "caption" | "wp_caption" => self.caption(code),
            "gallery" => self.gallery(code),
            "playlist" => self.playlist(code),
            "audio" | "audioplayer" => {
                match code.address().or_else(|| self.file_of(code, &["src", "mp3", "ogg", "m4a", "wav"])) {
                    Some(url) => self.embed(&url, ""),
                    None => self.leave_out("audio without a file"),
                }
            }
            "video" => match self
                .file_of(code, &["src", "mp4", "webm", "mov", "m4v", "ogv", "flv", "wmv"])
                .or_else(|| code.address())
            {
                Some(url) if html::embed_card(&url).is_some() => self.embed(&url, ""),
                Some(url) => video(&url, code.attribute("poster").as_deref()),
                None => self.leave_out("video without a file"),
            },
            "youtube" | "vimeo" => {
                let id = shortcodes::attributes(code.written)
                    .into_iter()
                    .find(|(name, _)| matches!(name.as_str(), "id" | "v" | ""))
                    .map(|(_, value)| value);
                let page =
                    if code.name == "youtube" { "https://www.youtube.com/watch?v=" } else { "https://vimeo.com/" };
                match code.address().or_else(|| id.map(|id| format!("{page}{}", id.trim_start_matches('=')))) {
                    Some(url) => self.embed(&url, ""),
                    None => self.leave_out(&format!("[{}]", code.name)),
                }
            }
            "embed" | "soundcloud" | "spotify" | "dailymotion" | "tweet" | "twitter" | "googlemaps" | "slideshow"
                if code.address().is_some() =>
            {
                let url = code.address().unwrap_or_default();
                self.embed(&html::unescape(&url), "")
            }
            "code" | "sourcecode" if code.content.is_some() => {
                format!("<pre><code>{}</code></pre>", code.content.unwrap_or_default().trim_matches('\n'))
            }
            // What page builders keep in here is encoded, and no text.
            "vc_raw_html" | "vc_raw_js" => self.leave_out(&format!("[{}]", code.name)),
            name => {
                let Some(content) = code.content else { return self.leave_out(&format!("[{name}]")) };
                self.notes.changed(&format!("[{name}], kept as its text"));
                let content = self.shortcodes(content);
                if content.contains('\n') || is_layout(name) { format!("\n\n{content}\n\n") } else { content }
            }
        }
    }

    fn caption(&mut self, code: &Shortcode<'_>) -> String {
        let content = self.shortcodes(code.content.unwrap_or_default());
        let content = content.trim();
        // The picture, with the link around it, then the words.
        let end =
            content.find("<img").and_then(|image| Some(image + content[image..].find('>')? + 1)).unwrap_or_default();
        let end = content[end..].trim_start().strip_prefix("</a>").map_or(end, |rest| content.len() - rest.len());
        let (picture, words) = content.split_at(end);
        let given = code.attribute("caption").unwrap_or_default();
        let words = if words.trim().is_empty() { given.as_str() } else { words };
        let mut out = format!("<figure>{picture}");
        push_caption(words, &mut out);
        out + "</figure>"
    }

    fn gallery(&mut self, code: &Shortcode<'_>) -> String {
        let ids = |name: &str| {
            code.attribute(name)
                .map(|list| list.split(',').filter_map(|id| id.trim().parse::<u64>().ok()).collect::<Vec<_>>())
        };
        let left_out = ids("exclude").unwrap_or_default();
        let of = code.attribute("id").and_then(|id| id.parse().ok()).unwrap_or(self.id);
        let ids = ids("ids").or_else(|| ids("include")).unwrap_or_else(|| self.library.pictures_of(of).to_vec());
        let found: Vec<&Attachment> = ids
            .iter()
            .filter(|id| !left_out.contains(id))
            .filter_map(|id| self.library.attachment_by_id(*id))
            .collect();
        if found.is_empty() {
            return self.leave_out("a gallery without pictures");
        }
        found
            .iter()
            .map(|attachment| picture(&attachment.url, &attachment.alt, &attachment.caption.replace('\n', " ")))
            .collect()
    }

    fn playlist(&mut self, code: &Shortcode<'_>) -> String {
        let ids = code.attribute("ids").unwrap_or_default();
        let found: Vec<&Attachment> =
            ids.split(',').filter_map(|id| self.library.attachment_by_id(id.trim().parse().ok()?)).collect();
        if found.is_empty() {
            return self.leave_out("a playlist without files");
        }
        found.iter().map(|attachment| self.embed(&attachment.url, "")).collect()
    }

    fn file_of(&self, code: &Shortcode<'_>, names: &[&str]) -> Option<String> {
        names.iter().find_map(|name| code.attribute(name)).filter(|file| !file.trim().is_empty())
    }

    fn leave_out(&mut self, what: &str) -> String {
        self.notes.left_out(what);
        String::new()
    }
}

/// Blocks that show what their site knows, not what the post says.
fn is_dynamic(name: &str) -> bool {
    const WHOLE: [&str; 23] = [
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
    const FAMILIES: [&str; 6] = ["comment-", "comments", "post-", "query-", "site-", "term-"];
    WHOLE.contains(&name) || FAMILIES.iter().any(|family| name.starts_with(family))
}

/// Whether a shortcode frames a part of the page, so that its text does not run into its neighbours'.
fn is_layout(name: &str) -> bool {
    ["vc_", "et_pb_", "fusion_", "av_", "elementor"].iter().any(|start| name.starts_with(start))
        || ["row", "col", "section", "tab", "accordion", "half", "third", "fourth", "box", "toggle"]
            .iter()
            .any(|word| name.contains(word))
}

/// The HTML in a block and in those within it, as written.
fn raw(block: &Block<'_>) -> String {
    block
        .parts
        .iter()
        .map(|part| match part {
            Part::Html(html) => (*html).to_owned(),
            Part::Block(inner) => raw(inner),
        })
        .collect()
}

/// The "more" and page-break marks begin a paragraph; here a post is one page.
fn without_marks(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find("<!--") {
        out.push_str(&rest[..start]);
        let Some(length) = rest[start..].find("-->") else {
            return out;
        };
        let mark = rest[start + 4..start + length].trim();
        if mark == "more" || mark.starts_with("more ") || matches!(mark, "nextpage" | "noteaser") {
            out.push_str("\n\n");
        }
        rest = &rest[start + length + 3..];
    }
    out.push_str(rest);
    out
}

/// The inside of the first caption; empty when there is none.
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
        (convert(&Library::default(), 1, content, &mut notes), notes)
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
            assert_eq!(notes.left_out.into_iter().collect::<Vec<_>>(), [("[poll]".to_owned(), 1)], "{content}");
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
            assert_eq!(notes.kept.into_iter().collect::<Vec<_>>(), [("[products]".to_owned(), 1)], "{content}");
        }
        assert_eq!(converted("<pre>[products]</pre><p>[to be continued]</p>").1, Notes::default());
    }
}
