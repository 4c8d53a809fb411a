//! Structure check of videos, because a signature at the beginning can be put before anything.

/// Checks the structure at the beginning (`head`) of a file of `size_bytes`. MP4 and QuickTime are boxes that fill the
/// file, WebM is a header and one segment.
pub fn has_video_structure(head: &[u8], size_bytes: u64, extension: &str) -> bool {
    if extension == "webm" { has_matroska_structure(head) } else { has_box_structure(head, size_bytes) }
}

/// Size and kind of each box (ISO/IEC 14496-12, 4.2), as far as the head goes.
fn has_box_structure(head: &[u8], size_bytes: u64) -> bool {
    let mut at = 0u64;
    while let Some(header) = usize::try_from(at).ok().and_then(|at| head.get(at..at + 8)) {
        let (size, kind) = header.split_at(4);
        let size = match u32::from_be_bytes([size[0], size[1], size[2], size[3]]) {
            // The last box extends to the end.
            0 => size_bytes - at,
            1 => match head.get(at as usize + 8..at as usize + 16) {
                Some(long) => u64::from_be_bytes(long.try_into().unwrap_or_default()),
                None => return true,
            },
            size => u64::from(size),
        };
        let fits = size >= 8 && at.checked_add(size).is_some_and(|end| end <= size_bytes);
        if !fits || !kind.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b' ') {
            return false;
        }
        at += size;
    }
    true
}

/// An EBML header (RFC 8794), then void elements at most, then the segment.
fn has_matroska_structure(head: &[u8]) -> bool {
    let Some(mut rest) = head.strip_prefix(b"\x1a\x45\xdf\xa3").and_then(skip_element) else { return false };
    loop {
        match rest {
            [0x18, 0x53, 0x80, 0x67, ..] => return true,
            // A void element.
            [0xec, void @ ..] => match skip_element(void) {
                Some(behind) => rest = behind,
                None => return false,
            },
            _ => return false,
        }
    }
}

/// The bytes after an element, from the position of its size on.
fn skip_element(bytes: &[u8]) -> Option<&[u8]> {
    let first = *bytes.first()?;
    let length = first.leading_zeros() as usize + 1;
    if length > 8 {
        return None;
    }
    let mut size = u64::from(first) & (0xff >> length);
    for byte in bytes.get(1..length)? {
        size = size << 8 | u64::from(*byte);
    }
    bytes.get(length.checked_add(usize::try_from(size).ok()?)?..)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_mp4_is_recognized_by_boxes_that_fill_the_file() {
        let ftyp = b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom".as_slice();
        let with = |rest: &[u8]| [ftyp, rest].concat();
        for (file, is_video) in [
            (ftyp.to_vec(), true),
            (with(b"\0\0\0\x08free\0\0\0\x0bmdatabc"), true),
            (with(b"\0\0\0\0mdat to the end"), true),
            (with(b"\0\0\0\x01mdat\0\0\0\0\0\0\0\x14abcd"), true),
            (with(b"<html><script>alert(1)</script>"), false),
            (with(b"\0\0\0\x08free<html>"), true),
            (with(b"\0\0\0\x08free<html><p>"), false),
            (with(b"\0\0\0\x09mdat"), false),
            (with(b"\0\0\0\x07mdat"), false),
            (with(b"\0\0\0\x08<a >"), false),
            (with(b"\0\0\0\x01mdat\xff\xff\xff\xff\xff\xff\xff\xffabcd"), false),
        ] {
            assert_eq!(
                has_video_structure(&file, file.len() as u64, "mp4"),
                is_video,
                "{}",
                String::from_utf8_lossy(&file)
            );
        }
    }

    #[test]
    fn a_webm_is_recognized_by_a_segment_after_its_head() {
        let head = b"\x1a\x45\xdf\xa3\x87\x42\x82\x84webm".as_slice();
        let with = |rest: &[u8]| [head, rest].concat();
        for (file, is_video) in [
            (with(b"\x18\x53\x80\x67\x01\xff\xff"), true),
            (with(b"\xec\x82ab\x18\x53\x80\x67\x01"), true),
            (with(b"<html>"), false),
            (with(b""), false),
            (b"\x1a\x45\xdf\xa3\xff<html>".to_vec(), false),
            (b"\x1a\x45\xdf\xa3\x01\xff\xff\xff\xff\xff\xff\xff".to_vec(), false),
            (b"\x1a\x45\xdf\xa3\0".to_vec(), false),
        ] {
            assert_eq!(
                has_video_structure(&file, file.len() as u64, "webm"),
                is_video,
                "{}",
                String::from_utf8_lossy(&file)
            );
        }
    }
}
