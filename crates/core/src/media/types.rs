//! Supported file types.

use mwanga_store::types::MediaKind;

/// Supported types: extension, media type, kind.
const TYPES: [(&str, &str, MediaKind); 9] = [
    ("jpg", "image/jpeg", MediaKind::Image),
    ("jpeg", "image/jpeg", MediaKind::Image),
    ("png", "image/png", MediaKind::Image),
    ("gif", "image/gif", MediaKind::Image),
    ("webp", "image/webp", MediaKind::Image),
    ("mp4", "video/mp4", MediaKind::Video),
    ("webm", "video/webm", MediaKind::Video),
    ("mov", "video/quicktime", MediaKind::Video),
    ("vtt", "text/vtt", MediaKind::Captions),
];

/// The extensions of all supported types but subtitles, which belong to a video.
pub fn allowed_extensions() -> Vec<&'static str> {
    TYPES.iter().filter(|(.., kind)| *kind != MediaKind::Captions).map(|(extension, ..)| *extension).collect()
}

/// The kind of a stored file, by its extension.
pub fn kind(key: &str) -> MediaKind {
    extension(key).and_then(type_of).map_or(MediaKind::Image, |(_, kind)| kind)
}

/// Whether the extension is one of subtitles.
pub fn is_captions(extension: &str) -> bool {
    type_of(extension).is_some_and(|(_, kind)| kind == MediaKind::Captions)
}

/// The extension of a file name in lower case, if it is supported.
pub fn extension(file_name: &str) -> Option<&'static str> {
    let (stem, ext) = file_name.rsplit_once('.')?;
    let ext = ext.to_lowercase();
    TYPES.iter().find(|(known, ..)| *known == ext && !stem.is_empty()).map(|(known, ..)| *known)
}

/// The extension of a supported type of pictures.
pub fn picture_extension_of(content_type: &str) -> Option<&'static str> {
    TYPES.iter().find(|(_, known, kind)| *known == content_type && *kind == MediaKind::Image).map(|(known, ..)| *known)
}

/// Media type and kind of a supported extension.
pub fn type_of(extension: &str) -> Option<(&'static str, MediaKind)> {
    TYPES.iter().find(|(known, ..)| *known == extension).map(|(_, content_type, kind)| (*content_type, *kind))
}
