//! Copies of pictures, and their addresses: WebP of fixed widths for pages, JPEG or PNG for mail programs and for what
//! shows a shared link.

use mwanga_store::entities::media_item;
use mwanga_store::types::MediaKind;

use super::key::PREFIX;
use super::types::kind;

/// Widths in pixels. Phones show a small card at 240 or 480, a lead at 960; wide screens a lead at 1440.
pub const WIDTHS: [u32; 4] = [240, 480, 960, 1440];
/// Widths in mails, whose column is 600 pixels wide: of a card, for simple screens and for sharp ones.
pub const MAIL_WIDTHS: [u32; 3] = [480, 600, 1200];
/// Width of the picture beside a shared link, and in feeds.
pub const SHARE_WIDTH: u32 = 1200;
/// Most bytes of the picture beside a shared link: chat programs show no larger one.
pub const SHARE_BYTES: usize = 300 * 1000;
/// Widths that mails of earlier versions name, as WebP.
const EARLIER_MAIL_WIDTHS: [u32; 2] = [600, 1200];

/// A copy of a picture, never larger than it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// WebP.
    Page { width: u32 },
    /// What every mail program shows: JPEG, or PNG where the picture is transparent.
    Mail { width: u32, transparent: bool },
    /// What chat programs, search engines and feed readers show beside a link, at most [`SHARE_BYTES`]: JPEG, white where
    /// the picture is transparent. Of a picture that moves its first frame.
    Share,
}

impl Variant {
    /// All that a picture may have.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        let mail = MAIL_WIDTHS
            .into_iter()
            .flat_map(|width| [false, true].into_iter().map(move |transparent| Self::Mail { width, transparent }));
        let pages = WIDTHS.into_iter().chain(EARLIER_MAIL_WIDTHS).map(|width| Self::Page { width });
        pages.chain(mail).chain([Self::Share])
    }

    /// The copy for mail programs of a picture.
    pub fn for_mail(item: &media_item::Model, width: u32) -> Self {
        Self::Mail { width, transparent: is_transparent(item) }
    }

    pub const fn width(self) -> u32 {
        match self {
            Self::Page { width } | Self::Mail { width, .. } => width,
            Self::Share => SHARE_WIDTH,
        }
    }

    /// Width and height of the copy of a picture: nothing is enlarged.
    pub fn size(self, (width, height): (u32, u32)) -> (u32, u32) {
        if width <= self.width() {
            return (width, height);
        }
        let narrower = f64::from(height) * f64::from(self.width()) / f64::from(width);
        (self.width(), (narrower.round() as u32).max(1))
    }

    /// Whether nothing of another type may stand at its address: mail programs and what shows shared links keep what
    /// they get.
    pub(super) const fn has_fixed_type(self) -> bool {
        matches!(self, Self::Mail { .. } | Self::Share)
    }

    pub const fn content_type(self) -> &'static str {
        match self {
            Self::Page { .. } => "image/webp",
            Self::Mail { transparent: false, .. } | Self::Share => "image/jpeg",
            Self::Mail { transparent: true, .. } => "image/png",
        }
    }

    /// Whether a picture that is `width` pixels wide has this copy. GIFs, which may move, have none for pages and mails;
    /// in mails and beside links every other one has, because its own type may be one that is not known there.
    pub(super) fn is_made(self, key: &str, width: u32) -> bool {
        let may_be = match self {
            Self::Page { width: narrow } => narrow < width && !key.ends_with(".gif"),
            Self::Mail { .. } => !key.ends_with(".gif"),
            Self::Share => true,
        };
        kind(key) == MediaKind::Image && may_be
    }

    /// The path of the copy, below the prefix of addresses and below a store's folder of copies.
    pub fn path(self, key: &str) -> String {
        match self {
            Self::Page { width } => format!("w{width}/{key}.webp"),
            Self::Mail { width, transparent } => {
                let folder = if width == MAIL_WIDTHS[2] { String::new() } else { format!("w{width}/") };
                format!("mail/{folder}{key}.{}", extension(transparent))
            }
            Self::Share => format!("share/{key}.jpg"),
        }
    }

    /// The address of this copy of a picture that is `width` pixels wide; its own where it has none.
    pub fn url(self, key: &str, width: u32) -> String {
        if self.is_made(key, width) { format!("{PREFIX}{}", self.path(key)) } else { format!("{PREFIX}{key}") }
    }
}

/// Whether a picture is seen through, as far as its placeholder tells.
fn is_transparent(item: &media_item::Model) -> bool {
    let is_hashed = item.thumbhash.as_ref().is_some_and(|hash| !hash.is_empty());
    is_hashed && item.blur.as_deref() == Some("")
}

const fn extension(transparent: bool) -> &'static str {
    if transparent { "png" } else { "jpg" }
}

/// The `srcset` of a picture that is `width` pixels wide; none without variants.
pub fn srcset(key: &str, width: u32) -> Option<String> {
    let narrower: Vec<String> = WIDTHS
        .into_iter()
        .map(|width| Variant::Page { width })
        .filter(|variant| variant.is_made(key, width))
        .map(|variant| format!("{} {}w", variant.url(key, width), variant.width()))
        .collect();
    (!narrower.is_empty()).then(|| format!("{}, {PREFIX}{key} {width}w", narrower.join(", ")))
}

/// Parses the path of a copy, `w480/2026/11/a.jpg.webp`, `mail/2026/11/a.webp.jpg` or `share/2026/11/a.webp.jpg`, to the
/// key of the picture and the copy. Those of earlier versions, `w480/2026/11/a.jpg`, lead to WebP for good.
pub fn parse(path: &str) -> Option<(&str, Variant)> {
    if let Some(rest) = path.strip_prefix("share/") {
        return Some((rest.strip_suffix(".jpg")?, Variant::Share));
    }
    if let Some(rest) = path.strip_prefix("mail/") {
        let (width, key) = split_width(rest, &MAIL_WIDTHS).unwrap_or((MAIL_WIDTHS[2], rest));
        let (key, transparent) = split_extension(key)?;
        return Some((key, Variant::Mail { width, transparent }));
    }
    let (width, key) = split_width(path, &WIDTHS).or_else(|| split_width(path, &EARLIER_MAIL_WIDTHS))?;
    let has_extension = |key: &&str| key.rsplit('/').next().is_some_and(|name| name.contains('.'));
    Some((key.strip_suffix(".webp").filter(has_extension).unwrap_or(key), Variant::Page { width }))
}

/// Splits the ending of a copy off, and tells whether it is one that is seen through.
fn split_extension(path: &str) -> Option<(&str, bool)> {
    let jpeg = path.strip_suffix(".jpg").map(|key| (key, false));
    jpeg.or_else(|| Some((path.strip_suffix(".png")?, true)))
}

/// Splits `w480/2026/11/a.webp` where the width is one of these.
fn split_width<'a>(path: &'a str, widths: &[u32]) -> Option<(u32, &'a str)> {
    let (width, key) = path.strip_prefix('w')?.split_once('/')?;
    Some((*widths.iter().find(|known| known.to_string() == width)?, key))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_srcset_has_the_widths_below_that_of_the_picture() {
        assert_eq!(
            srcset("2026/11/a.jpg", 1200).as_deref(),
            Some(
                "/media/w240/2026/11/a.jpg.webp 240w, /media/w480/2026/11/a.jpg.webp 480w, /media/w960/2026/11/a.jpg.webp 960w, /media/2026/11/a.jpg 1200w"
            )
        );
        assert_eq!(srcset("2026/11/a.webp", 240), None);
        assert_eq!(srcset("2026/11/a.gif", 1200), None);
        assert_eq!(srcset("2026/11/a.mp4", 1200), None);
    }

    #[test]
    fn an_address_ends_in_the_type_of_its_bytes_and_earlier_ones_stay_webp() {
        let page = |width| Variant::Page { width };
        let mail = |width, transparent| Variant::Mail { width, transparent };
        for (variant, key, path) in [
            (page(960), "2026/11/a.jpg", "w960/2026/11/a.jpg.webp"),
            (page(960), "2026/11/a.webp", "w960/2026/11/a.webp.webp"),
            (mail(1200, false), "2026/11/a.webp", "mail/2026/11/a.webp.jpg"),
            (mail(480, false), "2026/11/a.jpg", "mail/w480/2026/11/a.jpg.jpg"),
            (mail(600, true), "2026/11/a.png", "mail/w600/2026/11/a.png.png"),
            (Variant::Share, "2026/11/a.webp", "share/2026/11/a.webp.jpg"),
            (Variant::Share, "2026/11/a.jpg", "share/2026/11/a.jpg.jpg"),
            (Variant::Share, "2026/11/a.png", "share/2026/11/a.png.jpg"),
        ] {
            assert_eq!(variant.path(key), path);
            assert_eq!(parse(path), Some((key, variant)));
        }
        for (earlier, key, width) in [
            ("w960/2026/11/a.webp", "2026/11/a.webp", 960),
            ("w480/2026/11/a.jpg", "2026/11/a.jpg", 480),
            ("w1200/2026/11/a.png", "2026/11/a.png", 1200),
        ] {
            assert_eq!(parse(earlier), Some((key, page(width))));
        }
        for none in [
            "w961/2026/11/a.webp",
            "w0960/2026/11/a.webp",
            "2026/11/a.webp",
            "w480",
            "w/a",
            "mail/a.webp",
            "share/a.webp",
            "share/a.png.png",
        ] {
            assert_eq!(parse(none), None, "{none}");
        }
    }

    #[test]
    fn a_copy_for_pages_is_narrower_and_one_for_mails_has_a_type_that_every_program_knows() {
        let mail = Variant::Mail { width: 1200, transparent: false };
        assert_eq!(mail.url("2026/11/a.webp", 300), "/media/mail/2026/11/a.webp.jpg");
        assert_eq!(mail.url("2026/11/a.gif", 300), "/media/2026/11/a.gif");
        let share = Variant::Share;
        assert_eq!(share.url("2026/11/a.gif", 300), "/media/share/2026/11/a.gif.jpg");
        assert_eq!(share.size((5_200, 3_400)), (1_200, 785));
        assert_eq!(share.size((900, 9_000)), (900, 9_000));
        assert_eq!(Variant::Page { width: 960 }.url("2026/11/a.webp", 960), "/media/2026/11/a.webp");
    }
}
