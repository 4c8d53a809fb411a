//! Spellings of addresses: what is percent-encoded.

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_percent_encoded_is_decoded() {
        for (text, decoded) in [("a-post", "a-post"), ("%ce%b5%CF%80-2", "επ-2"), ("%zz", "%zz"), ("100%", "100%")] {
            assert_eq!(percent_decode(text), decoded, "{text}");
        }
    }
}
