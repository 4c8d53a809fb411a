//! Media URLs in stored HTML, read and rewritten in place.

use super::MEDIA_PREFIX;
use super::tokenizer::{Token, attributes, tokens, unescape};
use super::urls::is_relative;

/// File extensions of media that can represent a post in lists.
const PREVIEW_EXTENSIONS: [&str; 7] = ["mp4", "webm", "jpg", "jpeg", "png", "gif", "webp"];

/// Delivers stored HTML: prefixes every relative `src` and `poster` of `img` and `video` with `/media/`. Idempotent.
pub fn deliver_media(html: &str) -> String {
    let mut out = String::with_capacity(html.len() + 64);
    let mut copied = 0;
    for found in media_attributes(html) {
        if is_relative(found.value) {
            out.push_str(&html[copied..found.at]);
            out.push_str(MEDIA_PREFIX);
            copied = found.at;
        }
    }
    out.push_str(&html[copied..]);
    out
}

/// Adds responsive image attributes to delivered HTML: `srcset` and `sizes` where the width is known, and a blurred
/// placeholder as background. Both are given a key: `blur` returns a `data:` URL, `srcset` takes the width in pixels
/// too. A column of text is at most 680 pixels wide. Where `plain` has the address of a copy that every browser shows,
/// the picture is a `source` of WebP with that copy behind.
pub fn with_responsive_images(
    delivered: &str,
    blur: &dyn Fn(&str) -> Option<String>,
    srcset: &dyn Fn(&str, u32) -> Option<String>,
    plain: &dyn Fn(&str) -> Option<String>,
) -> String {
    const SIZES: &str = " sizes=\"(min-width: 760px) 680px, 92vw\"";
    let base = delivered.as_ptr() as usize;
    let mut out = String::with_capacity(delivered.len() + 1_024);
    let mut copied = 0;
    for token in tokens(delivered) {
        let Token::Open { name: "img", attributes: tag } = token else { continue };
        let value = |wanted: &str| attributes(tag).find(|(name, ..)| *name == wanted).map(|(_, value, _)| value);
        let key = value("src").and_then(|src| src.strip_prefix(MEDIA_PREFIX));
        let Some(key) = key else { continue };
        // Tokens are slices of `delivered`, so pointer differences are offsets.
        let start = tag.as_ptr() as usize - base;
        let end = start + tag.len();
        let srcset = value("width").and_then(|width| srcset(key, width.parse().ok()?));
        let style = blur(key).filter(|_| value("style").is_none());
        let style = style.map(|blur| format!(" style=\"background:center/cover no-repeat url({blur})\""));
        let style = style.unwrap_or_default();
        let src = attributes(tag).find(|(name, ..)| *name == "src");
        if let (Some(plain), Some((_, src, at))) = (plain(key), src)
            && delivered[end..].starts_with('>')
        {
            out.push_str(&delivered[copied..start - "<img".len()]);
            let sizes = if srcset.is_some() { SIZES } else { "" };
            let srcset = srcset.unwrap_or_else(|| src.to_owned());
            out.push_str(&format!("<picture><source type=\"image/webp\" srcset=\"{srcset}\"{sizes}><img{style}"));
            out.push_str(&format!("{}{plain}{}></picture>", &tag[..at], &tag[at + src.len()..]));
            copied = end + 1;
            continue;
        }
        out.push_str(&delivered[copied..start]);
        copied = start;
        if let Some(srcset) = srcset {
            out.push_str(&format!(" srcset=\"{srcset}\"{SIZES}"));
        }
        out.push_str(&style);
    }
    out.push_str(&delivered[copied..]);
    out
}

/// Puts another address into each `img` of delivered HTML whose key `address` knows.
pub fn with_pictures(delivered: &str, address: &dyn Fn(&str) -> Option<String>) -> String {
    let mut out = String::with_capacity(delivered.len() + 64);
    let mut copied = 0;
    for found in media_attributes(delivered) {
        let key = found.value.strip_prefix(MEDIA_PREFIX).filter(|_| found.is_picture);
        if let Some(address) = key.and_then(address) {
            out.push_str(&delivered[copied..found.at]);
            out.push_str(&address);
            copied = found.at + found.value.len();
        }
    }
    out.push_str(&delivered[copied..]);
    out
}

/// Metadata of a video that stored HTML does not have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VideoMetadata {
    /// Key of its poster image, used if the HTML has none.
    pub poster: Option<String>,
    /// Key of its subtitles.
    pub captions: Option<String>,
    /// Width and height in pixels, used if the HTML has none, against layout shift.
    pub size: Option<(i32, i32)>,
}

/// Adds video metadata to delivered HTML: size, poster, captions, and `preload="metadata"`. `metadata` returns it by
/// key.
pub fn with_video_metadata(delivered: &str, metadata: &dyn Fn(&str) -> Option<VideoMetadata>) -> String {
    let base = delivered.as_ptr() as usize;
    let mut out = String::with_capacity(delivered.len() + 256);
    let mut copied = 0;
    for token in tokens(delivered) {
        let Token::Open { name: "video", attributes: tag } = token else { continue };
        let value = |wanted: &str| attributes(tag).find(|(name, ..)| *name == wanted).map(|(_, value, _)| value);
        let VideoMetadata { poster, captions, size } =
            value("src").and_then(|src| src.strip_prefix(MEDIA_PREFIX)).and_then(metadata).unwrap_or_default();
        // Tokens are slices of `delivered`, so pointer differences are offsets.
        let end = tag.as_ptr() as usize - base + tag.len();
        out.push_str(&delivered[copied..end]);
        copied = end;
        if value("preload").is_none() {
            out.push_str(" preload=\"metadata\"");
        }
        if let Some((width, height)) = size.filter(|_| value("width").is_none() && value("height").is_none()) {
            out.push_str(&format!(" width=\"{width}\" height=\"{height}\""));
        }
        if let Some(poster) = poster.filter(|_| value("poster").is_none()) {
            out.push_str(&format!(" poster=\"{MEDIA_PREFIX}{poster}\""));
        }
        if let Some(captions) = captions
            && delivered[end..].starts_with('>')
        {
            out.push_str(&format!("><track kind=\"captions\" label=\"Captions\" src=\"{MEDIA_PREFIX}{captions}\">"));
            copied = end + 1;
        }
    }
    out.push_str(&delivered[copied..]);
    out
}

/// Media URLs: every `src` and `poster` of `img` and `video`, in order and with duplicates, entities decoded.
pub fn media_refs(html: &str) -> Vec<String> {
    media_attributes(html)
        .map(|found| unescape(found.value).into_owned())
        .filter(|address| !address.is_empty())
        .collect()
}

/// An image, video or poster in stored HTML.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsedMediaItem {
    pub address: String,
    /// Alternative text of an image; empty if there is none.
    pub alt: String,
    /// Caption of its figure, as plain text; empty if there is none.
    pub caption: String,
    /// Whether it is the poster of a video.
    pub is_poster: bool,
}

/// Used media with their descriptions, in order and with duplicates.
pub fn used_media(html: &str) -> Vec<UsedMediaItem> {
    let mut used: Vec<UsedMediaItem> = Vec::new();
    // Index of the first medium of the current figure, and its caption.
    let (mut figure_start, mut caption, mut in_caption) = (0, String::new(), false);
    for token in tokens(html) {
        let (name, tag) = match token {
            Token::Open { name, attributes } => (name, attributes),
            Token::Text(text) => {
                if in_caption {
                    caption.push_str(&unescape(text));
                }
                continue;
            }
            Token::Close(name) => {
                in_caption &= !name.eq_ignore_ascii_case("figcaption");
                if name.eq_ignore_ascii_case("figure") {
                    for medium in &mut used[figure_start..] {
                        medium.caption = caption.split_whitespace().collect::<Vec<_>>().join(" ");
                    }
                }
                continue;
            }
        };
        if name.eq_ignore_ascii_case("figure") {
            (figure_start, caption) = (used.len(), String::new());
        }
        in_caption |= name.eq_ignore_ascii_case("figcaption");
        if !name.eq_ignore_ascii_case("img") && !name.eq_ignore_ascii_case("video") {
            continue;
        }
        let value = |wanted: &str| {
            attributes(tag)
                .find(|(name, ..)| name.eq_ignore_ascii_case(wanted))
                .map(|(_, value, _)| unescape(value).into_owned())
        };
        for (attribute, is_poster) in [("src", false), ("poster", true)] {
            if let Some(address) = value(attribute).filter(|address| !address.is_empty()) {
                let alt = if is_poster { String::new() } else { value("alt").unwrap_or_default() };
                used.push(UsedMediaItem { address, alt, caption: String::new(), is_poster });
            }
        }
    }
    used
}

/// The first `src` whose path, without query, has the file extension of an image or video.
pub fn first_media(html: &str) -> Option<String> {
    media_attributes(html).filter(|found| found.is_src).map(|found| unescape(found.value).into_owned()).find(
        |address| {
            let path = address.split(['?', '#']).next().unwrap_or_default();
            path.rsplit_once('.').is_some_and(|(_, extension)| {
                PREVIEW_EXTENSIONS.iter().any(|known| known.eq_ignore_ascii_case(extension))
            })
        },
    )
}

/// A `src` or `poster` attribute.
struct MediaAttribute<'a> {
    is_src: bool,
    /// The `src` of an `img`.
    is_picture: bool,
    /// As written, entities included.
    value: &'a str,
    /// Byte offset of the value in the HTML.
    at: usize,
}

fn media_attributes(html: &str) -> impl Iterator<Item = MediaAttribute<'_>> {
    let base = html.as_ptr() as usize;
    tokens(html)
        .filter_map(|token| match token {
            Token::Open { name, attributes }
                if name.eq_ignore_ascii_case("img") || name.eq_ignore_ascii_case("video") =>
            {
                Some((name.eq_ignore_ascii_case("img"), attributes))
            }
            _ => None,
        })
        .flat_map(move |(is_img, tag)| {
            // Tokens are slices of `html`, so pointer differences are offsets.
            let start = tag.as_ptr() as usize - base;
            attributes(tag).filter_map(move |(name, value, at)| {
                let is_src = name.eq_ignore_ascii_case("src");
                (is_src || name.eq_ignore_ascii_case("poster")).then_some(MediaAttribute {
                    is_src,
                    is_picture: is_src && is_img,
                    value,
                    at: start + at,
                })
            })
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delivery_rewrites_relative_media_addresses_only() {
        for (stored, delivered) in [
            (
                r#"<figure><img src="2026/ab.webp" alt="a src=&quot;x&quot; in words"></figure>"#,
                r#"<figure><img src="/media/2026/ab.webp" alt="a src=&quot;x&quot; in words"></figure>"#,
            ),
            (
                r#"<video src="a.mp4" poster="b.webp" controls=""></video><p>é src="c.png"</p>"#,
                r#"<video src="/media/a.mp4" poster="/media/b.webp" controls=""></video><p>é src="c.png"</p>"#,
            ),
            (
                r#"<img src="/media/a.webp" alt=""><img src="https://h.example/a.png">"#,
                r#"<img src="/media/a.webp" alt=""><img src="https://h.example/a.png">"#,
            ),
            (r#"<a href="a.webp">a</a><p>text</p>"#, r#"<a href="a.webp">a</a><p>text</p>"#),
            ("", ""),
        ] {
            assert_eq!(deliver_media(stored), delivered);
            assert_eq!(deliver_media(delivered), delivered);
        }
    }

    #[test]
    fn pictures_of_known_keys_get_another_address_and_videos_keep_theirs() {
        let address = |key: &str| (key != "c.png").then(|| format!("/media/mail/{key}.jpg"));
        assert_eq!(
            with_pictures(
                r#"<p>a.webp</p><img src="/media/a.webp" alt="a"><video src="/media/b.mp4" poster="/media/p.webp"></video><img src="/media/c.png"><img src="https://h.example/a.png">"#,
                &address
            ),
            r#"<p>a.webp</p><img src="/media/mail/a.webp.jpg" alt="a"><video src="/media/b.mp4" poster="/media/p.webp"></video><img src="/media/c.png"><img src="https://h.example/a.png">"#
        );
    }

    #[test]
    fn delivered_videos_have_their_poster_and_subtitles() {
        let metadata = |key: &str| match key {
            "a.mp4" => Some(VideoMetadata {
                poster: Some("a.webp".into()),
                captions: Some("a.vtt".into()),
                size: Some((320, 180)),
            }),
            _ => None,
        };
        for (delivered, expected) in [
            (
                r#"<figure><video src="/media/a.mp4" controls=""></video></figure><p>b</p>"#,
                r#"<figure><video src="/media/a.mp4" controls="" preload="metadata" width="320" height="180" poster="/media/a.webp"><track kind="captions" label="Captions" src="/media/a.vtt"></video></figure><p>b</p>"#,
            ),
            (
                r#"<video src="/media/a.mp4" poster="/media/own.png" width="9" height="9"></video><video src="/media/b.mp4"></video>"#,
                r#"<video src="/media/a.mp4" poster="/media/own.png" width="9" height="9" preload="metadata"><track kind="captions" label="Captions" src="/media/a.vtt"></video><video src="/media/b.mp4" preload="metadata"></video>"#,
            ),
            ("<p>a</p>", "<p>a</p>"),
        ] {
            assert_eq!(with_video_metadata(delivered, &metadata), expected);
        }
    }

    #[test]
    fn delivered_pictures_have_a_srcset_and_a_blurred_placeholder() {
        let srcset =
            |key: &str, width: u32| (width > 480).then(|| format!("/media/w480/{key} 480w, /media/{key} {width}w"));
        let none = |_: &str| None;
        let html = r#"<p>a</p><img src="/media/2026/11/a.webp" alt="x > y" width="600" height="9"><img src="/media/2026/11/b.webp" alt=""><img src="https://x.example/c.png" width="900">"#;
        let expected = r#"<p>a</p><img srcset="/media/w480/2026/11/a.webp 480w, /media/2026/11/a.webp 600w" sizes="(min-width: 760px) 680px, 92vw" src="/media/2026/11/a.webp" alt="x > y" width="600" height="9"><img src="/media/2026/11/b.webp" alt=""><img src="https://x.example/c.png" width="900">"#;
        assert_eq!(with_responsive_images(html, &none, &srcset, &none), expected);
        let blur = |key: &str| (key == "2026/11/b.webp").then(|| "data:x".to_owned());
        let expected = expected.replace(
            r#"<img src="/media/2026/11/b"#,
            r#"<img style="background:center/cover no-repeat url(data:x)" src="/media/2026/11/b"#,
        );
        assert_eq!(with_responsive_images(html, &blur, &srcset, &none), expected);
        let own = r#"<img src="/media/2026/11/b.webp" style="width:50%">"#;
        assert_eq!(with_responsive_images(own, &blur, &srcset, &none), own);
    }

    #[test]
    fn a_picture_has_a_copy_behind_it_that_every_browser_shows() {
        let srcset = |key: &str, width: u32| (width > 480).then(|| format!("/media/w480/{key} 480w"));
        let plain = |key: &str| key.ends_with(".webp").then(|| format!("/media/mail/{key}.jpg"));
        let blur = |key: &str| (key == "b.webp").then(|| "data:x".to_owned());
        let html = r#"<figure><img alt="x" src="/media/a.webp" width="600" height="9"></figure><p>é<img src="/media/b.webp" alt=""></p><img src="/media/c.png" width="600">"#;
        let expected = r#"<figure><picture><source type="image/webp" srcset="/media/w480/a.webp 480w" sizes="(min-width: 760px) 680px, 92vw"><img alt="x" src="/media/mail/a.webp.jpg" width="600" height="9"></picture></figure><p>é<picture><source type="image/webp" srcset="/media/b.webp"><img style="background:center/cover no-repeat url(data:x)" src="/media/mail/b.webp.jpg" alt=""></picture></p><img srcset="/media/w480/c.png 480w" sizes="(min-width: 760px) 680px, 92vw" src="/media/c.png" width="600">"#;
        assert_eq!(with_responsive_images(html, &blur, &srcset, &plain), expected);
    }

    #[test]
    fn media_references_are_found_in_their_order() {
        let html = r#"<figure><video src="a.mp4?x=1&amp;y=2" poster="b.webp" controls=""></video></figure><img src="c.svg"><img src="d.JPG?1">"#;
        assert_eq!(media_refs(html), ["a.mp4?x=1&y=2", "b.webp", "c.svg", "d.JPG?1"]);
        assert_eq!(first_media(html).as_deref(), Some("a.mp4?x=1&y=2"));
        assert_eq!(first_media(r#"<img src="c.svg"><img src="d.JPG?1">"#).as_deref(), Some("d.JPG?1"));
        assert_eq!(first_media("<p>none.jpg</p>"), None);
    }

    #[test]
    fn descriptions_and_captions_of_used_media_are_found() {
        let medium = |address: &str, alt: &str, caption: &str, is_poster| UsedMediaItem {
            address: address.into(),
            alt: alt.into(),
            caption: caption.into(),
            is_poster,
        };
        let html = r#"<p>x</p><img src="a.webp" alt="Fish &amp; chips"><figure><video src="b.mp4" poster="c.webp"></video><figcaption>By <em>the</em>
            lake</figcaption></figure><figure><img src="d.png"></figure><img alt="none">"#;
        assert_eq!(
            used_media(html),
            [
                medium("a.webp", "Fish & chips", "", false),
                medium("b.mp4", "", "By the lake", false),
                medium("c.webp", "", "By the lake", true),
                medium("d.png", "", "", false)
            ]
        );
    }
}
