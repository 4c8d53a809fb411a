//! The pictures of the sample posts: files in `publication/pictures`, which `crates/covers` draws. Covers have their
//! narrower variants beside them, since the front page shows half of them at once.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use anyhow::Context;
use mwanga_core::media::variants::WIDTHS;
use mwanga_core::media::{self, CheckedFile, FileWords};
use mwanga_store::types::MediaKind;
use serde::Deserialize;

use crate::{Files, SamplePost, sample_posts};

/// Size of cover images, in pixels.
const COVER_SIZE: (u32, u32) = (1200, 800);
/// Size of images in posts, in pixels.
const INLINE_IMAGE_SIZE: (u32, u32) = (1200, 675);

/// A picture of a sample post.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Picture {
    /// That of its post for a cover, its own for an image in a post. The same in every run.
    pub name: String,
    /// What it shows.
    pub motif: String,
    pub category: String,
    /// Width and height in pixels.
    pub size: (u32, u32),
}

/// What is known of a file in `publication/pictures`, so that no start decodes it: `publication/pictures.toml`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Drawn {
    motif: String,
    thumbhash: String,
}

/// By file name.
static DRAWN: LazyLock<BTreeMap<String, Drawn>> = LazyLock::new(|| {
    let file = Files::get("pictures.toml");
    file.and_then(|file| toml::from_slice(&file.data).ok()).unwrap_or_default()
});

impl Picture {
    /// The cover of a post.
    pub(crate) fn cover(post: &SamplePost) -> Self {
        Self {
            name: post.name.clone(),
            motif: post.front_matter.cover.clone(),
            category: post.category.clone(),
            size: COVER_SIZE,
        }
    }

    /// The image that a post of `category` calls `{motif}/{name}`.
    pub(crate) fn inline(category: &str, called: &str) -> anyhow::Result<Self> {
        let (motif, name) = called.split_once('/').with_context(|| format!("{called} names no motif"))?;
        Ok(Self {
            name: name.to_owned(),
            motif: motif.to_owned(),
            category: category.to_owned(),
            size: INLINE_IMAGE_SIZE,
        })
    }

    #[must_use]
    pub fn file_name(&self) -> String {
        format!("{}.webp", self.name.replace('/', "-"))
    }

    pub(crate) fn alt(&self) -> String {
        format!("Drawing: {}.", self.motif.replace('-', " "))
    }

    /// Widths in pixels of the variants that are files too.
    pub fn widths(&self) -> impl Iterator<Item = u32> {
        let is_cover = self.size == COVER_SIZE;
        WIDTHS.into_iter().filter(move |width| is_cover && *width < self.size.0)
    }

    /// Path of a variant in the folder of pictures.
    #[must_use]
    pub fn variant_path(&self, width: u32) -> String {
        format!("w{width}/{}", self.file_name())
    }

    /// The variants that are files, by their widths.
    pub(crate) fn variants(&self) -> impl Iterator<Item = (u32, Vec<u8>)> {
        self.widths().filter_map(|width| {
            let file = Files::get(&format!("pictures/{}", self.variant_path(width)))?;
            Some((width, file.data.into_owned()))
        })
    }

    pub(crate) fn file(&self) -> anyhow::Result<CheckedFile> {
        let file_name = self.file_name();
        let (file, drawn) = Files::get(&format!("pictures/{file_name}"))
            .zip(DRAWN.get(&file_name))
            .with_context(|| format!("{file_name} is not in the binary"))?;
        Ok(CheckedFile {
            upload_sha256: Some(media::sha256(&file.data)),
            bytes: file.data.into_owned(),
            kind: MediaKind::Image,
            content_type: "image/webp",
            size: Some(self.size),
            thumbhash: Some(drawn.thumbhash.clone()),
            words: FileWords::default(),
        })
    }
}

/// All pictures of the sample posts.
pub fn pictures() -> anyhow::Result<BTreeSet<Picture>> {
    let mut pictures = BTreeSet::new();
    for post in sample_posts()? {
        pictures.insert(Picture::cover(&post));
        for rest in post.body.split("<img src=\"demo:").skip(1) {
            pictures.insert(Picture::inline(&post.category, rest.split('"').next().unwrap_or_default())?);
        }
    }
    Ok(pictures)
}

/// The lines of `publication/pictures.toml` for a picture that is drawn as these bytes.
pub fn describe_drawn(picture: &Picture, bytes: Vec<u8>) -> anyhow::Result<String> {
    let thumbhash = media::check_file(bytes, "webp")?.thumbhash.unwrap_or_default();
    Ok(format!("[\"{}\"]\nmotif = \"{}\"\nthumbhash = \"{thumbhash}\"\n", picture.file_name(), picture.motif))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Decoding all of them would take longer than all other tests here.
    const DECODED: usize = 10;

    #[test]
    fn each_picture_of_a_post_is_a_file_as_it_is_described() {
        let pictures = pictures().unwrap();
        for (index, picture) in pictures.iter().enumerate() {
            let file = picture.file().unwrap();
            assert_eq!(DRAWN[&picture.file_name()].motif, picture.motif, "{} shows another motif", picture.name);
            assert!(file.bytes.len() < 60_000, "{} is {} bytes", picture.name, file.bytes.len());
            if index % (pictures.len() / DECODED) == 0 {
                assert_eq!(file, media::check_file(file.bytes.clone(), "webp").unwrap(), "{}", picture.name);
            }
        }
        assert!(pictures.iter().map(Picture::file_name).eq(DRAWN.keys().cloned()));
    }

    #[test]
    fn covers_have_their_variants_and_no_file_is_left_over() {
        let mut named = BTreeSet::new();
        for picture in pictures().unwrap() {
            named.insert(picture.file_name());
            for (width, bytes) in picture.variants().filter(|_| picture.category == "tech") {
                let size = media::check_file(bytes, "webp").unwrap().size;
                assert_eq!(size, Some((width, width * picture.size.1 / picture.size.0)), "{}", picture.name);
            }
            named.extend(picture.widths().map(|width| picture.variant_path(width)));
        }
        let files = Files::iter().filter_map(|path| path.strip_prefix("pictures/").map(str::to_owned));
        assert_eq!(named, files.collect());
    }
}
