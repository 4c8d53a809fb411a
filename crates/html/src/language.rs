//! Language tags (BCP 47, RFC 5646).

/// Longest tag in characters.
const MAX_TAG: usize = 35;

/// A tag such as `sw`, `pt-BR` or `zh-Hant` in its usual letter case (RFC 5646, 2.1.1); none where the text is no tag.
/// An underscore, as other programs write, is read as a hyphen.
pub fn normalize(text: &str) -> Option<String> {
    let text = text.trim();
    if text.len() > MAX_TAG || !text.is_ascii() {
        return None;
    }
    let mut tag = String::with_capacity(text.len());
    let mut after_single = false;
    for (position, part) in text.split(['-', '_']).enumerate() {
        let letters = part.bytes().all(|b| b.is_ascii_alphabetic());
        let fits = match position {
            0 => letters && matches!(part.len(), 2 | 3),
            _ => matches!(part.len(), 1..=8) && part.bytes().all(|b| b.is_ascii_alphanumeric()),
        };
        if !fits {
            return None;
        }
        let part = part.to_ascii_lowercase();
        if position > 0 {
            tag.push('-');
        }
        match part.len() {
            2 if position > 0 && letters && !after_single => tag.push_str(&part.to_ascii_uppercase()),
            4 if position > 0 && letters && !after_single => {
                tag.push_str(&part[..1].to_ascii_uppercase());
                tag.push_str(&part[1..]);
            }
            _ => tag.push_str(&part),
        }
        after_single |= part.len() == 1;
    }
    // A single letter begins something that has to follow.
    let ends_whole = tag.rsplit('-').next().is_some_and(|last| last.len() > 1);
    ends_whole.then_some(tag)
}

/// The language itself, without script, region and the rest, in lower case: `pt` of `pt-BR`.
pub fn primary(tag: &str) -> String {
    tag.split('-').next().unwrap_or_default().to_ascii_lowercase()
}

/// Whether what is written in this language runs from right to left: by its script where the tag names one.
pub fn is_right_to_left(tag: &str) -> bool {
    const LANGUAGES: [&str; 12] = ["ar", "arc", "ckb", "dv", "fa", "he", "ku", "ps", "sd", "ug", "ur", "yi"];
    const SCRIPTS: [&str; 7] = ["Adlm", "Arab", "Hebr", "Nkoo", "Rohg", "Syrc", "Thaa"];
    match tag.split('-').skip(1).find(|part| part.len() == 4 && part.bytes().all(|b| b.is_ascii_alphabetic())) {
        Some(script) => SCRIPTS.iter().any(|known| script.eq_ignore_ascii_case(known)),
        None => LANGUAGES.contains(&primary(tag).as_str()),
    }
}

/// The value of `dir` of what is written in this language.
pub fn direction(tag: &str) -> &'static str {
    if is_right_to_left(tag) { "rtl" } else { "ltr" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_have_their_usual_letter_case() {
        for (text, expected) in [
            ("sw", Some("sw")),
            (" SW-ke ", Some("sw-KE")),
            ("fr_FR", Some("fr-FR")),
            ("zh-hant-tw", Some("zh-Hant-TW")),
            ("es-419", Some("es-419")),
            ("ca-valencia", Some("ca-valencia")),
            ("en-x-us", Some("en-x-us")),
            ("gsw", Some("gsw")),
            ("", None),
            ("s", None),
            ("swahili", None),
            ("sw-", None),
            ("-sw", None),
            ("en-x", None),
            ("sw KE", None),
            ("1w", None),
            ("sw-\u{e4}", None),
            ("\"><script>", None),
            ("en-aaaaaaaaa", None),
            ("en-aaaaaaaa-aaaaaaaa-aaaaaaaa-aaaaaaaa", None),
        ] {
            assert_eq!(normalize(text).as_deref(), expected, "{text}");
        }
        assert_eq!(primary("pt-BR"), "pt");
    }

    #[test]
    fn the_script_decides_where_words_begin() {
        for tag in ["ar", "ar-EG", "HE", "fa", "ha-Arab", "ff-Adlm-GN", "ur"] {
            assert_eq!(direction(tag), "rtl", "{tag}");
        }
        for tag in ["sw", "", "am", "ha", "ku-Latn"] {
            assert_eq!(direction(tag), "ltr", "{tag}");
        }
    }
}
