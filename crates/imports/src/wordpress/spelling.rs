//! Spellings of addresses: what is percent-encoded, and slugs of any script.

/// Decodes `%41`; what is no UTF-8 then is replaced.
pub fn percent_decode(text: &str) -> String {
    if !text.contains('%') {
        return text.to_owned();
    }
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let pair = bytes
            .get(at + 1..at + 3)
            .filter(|_| bytes[at] == b'%')
            .and_then(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok());
        out.push(pair.unwrap_or(bytes[at]));
        at += if pair.is_some() { 3 } else { 1 };
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// Slug here of one of theirs: percent-decoded and transliterated to ASCII.
pub fn to_slug(name: &str) -> Option<String> {
    let decoded = percent_decode(name);
    let ascii = deunicode::deunicode_with_tofu(&decoded, " ");
    let words: Vec<String> = ascii
        .split(|letter: char| !letter.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_ascii_lowercase)
        .collect();
    (!words.is_empty()).then(|| words.join("-"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slugs_of_any_script_become_ascii() {
        for (name, slug) in [
            ("a-post", Some("a-post")),
            ("%ce%b5%cf%80-2", Some("ep-2")),
            ("%zz", Some("zz")),
            ("", None),
            ("%e2%80%93", None),
        ] {
            assert_eq!(to_slug(name).as_deref(), slug, "{name}");
        }
    }
}
