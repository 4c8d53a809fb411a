//! Addresses of resized variants of pictures, such as `w480/2026/11/a.webp`.

use mwanga_store::types::MediaKind;

use super::key::PREFIX;
use super::types::kind;

/// Widths in pixels. Phones show a small card at 240 or 480, a lead at 960; wide screens a lead at 1440.
pub const WIDTHS: [u32; 4] = [240, 480, 960, 1440];
/// Widths in mails, whose column is 600 pixels wide: for simple screens and for sharp ones.
pub const MAIL_WIDTHS: [u32; 2] = [600, 1200];

/// All widths that a picture may have a variant of.
pub(super) fn all_widths() -> impl Iterator<Item = u32> {
    WIDTHS.into_iter().chain(MAIL_WIDTHS)
}

/// Whether a picture that is `width` pixels wide has a variant of `narrow` pixels. Animated pictures have none.
pub(super) fn has_variant(key: &str, width: u32, narrow: u32) -> bool {
    kind(key) == MediaKind::Image && !key.ends_with(".gif") && narrow < width
}

/// The address of a picture that is `width` pixels wide in a copy of `narrow` pixels; its own where there is none.
pub fn url(key: &str, width: u32, narrow: u32) -> String {
    if has_variant(key, width, narrow) { format!("{PREFIX}w{narrow}/{key}") } else { format!("{PREFIX}{key}") }
}

/// The `srcset` of a picture that is `width` pixels wide; none without variants.
pub fn srcset(key: &str, width: u32) -> Option<String> {
    let narrower: Vec<String> = WIDTHS
        .into_iter()
        .filter(|narrow| has_variant(key, width, *narrow))
        .map(|narrow| format!("{PREFIX}w{narrow}/{key} {narrow}w"))
        .collect();
    (!narrower.is_empty()).then(|| format!("{}, {PREFIX}{key} {width}w", narrower.join(", ")))
}

/// Parses the address of a variant, `w480/2026/11/a.webp`, to the key of the picture and the width.
pub fn parse(variant_key: &str) -> Option<(&str, u32)> {
    let (width, key) = variant_key.strip_prefix('w')?.split_once('/')?;
    let width = all_widths().find(|known| known.to_string() == width)?;
    Some((key, width))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_srcset_has_the_widths_below_that_of_the_picture() {
        assert_eq!(
            srcset("2026/11/a.webp", 1200).as_deref(),
            Some(
                "/media/w240/2026/11/a.webp 240w, /media/w480/2026/11/a.webp 480w, /media/w960/2026/11/a.webp 960w, /media/2026/11/a.webp 1200w"
            )
        );
        assert_eq!(srcset("2026/11/a.webp", 240), None);
        assert_eq!(srcset("2026/11/a.gif", 1200), None);
        assert_eq!(srcset("2026/11/a.mp4", 1200), None);
        assert_eq!(parse("w960/2026/11/a.webp"), Some(("2026/11/a.webp", 960)));
        assert_eq!(parse("w1200/2026/11/a.webp"), Some(("2026/11/a.webp", 1200)));
        assert_eq!(url("2026/11/a.webp", 1600, 1200), "/media/w1200/2026/11/a.webp");
        assert_eq!(url("2026/11/a.webp", 1200, 1200), "/media/2026/11/a.webp");
        for none in ["w961/2026/11/a.webp", "w0960/2026/11/a.webp", "2026/11/a.webp", "w480", "w/a"] {
            assert_eq!(parse(none), None, "{none}");
        }
    }
}
