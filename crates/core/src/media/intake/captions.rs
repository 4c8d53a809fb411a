//! Check of subtitles (WebVTT).

use crate::media::MediaError;

/// Most bytes of subtitles. A film of three hours has some 200 kB.
pub const MAX_BYTES: u64 = 1024 * 1024;

/// Checks encoding and signature: UTF-8 that begins with `WEBVTT`, then white space or the end.
///
/// Source: WebVTT, "file signature".
pub fn check(bytes: &[u8]) -> Result<(), MediaError> {
    let text = str::from_utf8(bytes).map_err(|_| MediaError::Type)?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let rest = text.strip_prefix("WEBVTT").ok_or(MediaError::Type)?;
    let has_signature = rest.is_empty() || rest.starts_with([' ', '\t', '\n', '\r']);
    if has_signature && !text.contains('\0') { Ok(()) } else { Err(MediaError::Type) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_webvtt_subtitles_are_accepted() {
        for good in ["WEBVTT", "WEBVTT\n\n00:01.000 --> 00:02.000\nHabari.\n", "\u{feff}WEBVTT - Kiswahili\r\n"] {
            assert!(check(good.as_bytes()).is_ok(), "{good:?}");
        }
        for bad in ["", "webvtt\n", "WEBVTTX", "<html>WEBVTT", "1\n00:00:01,000 --> 00:00:02,000\nSubRip", "WEBVTT\n\0"]
        {
            assert!(check(bad.as_bytes()).is_err(), "{bad:?}");
        }
        assert!(check(b"WEBVTT\n\xff\xfe").is_err());
    }
}
