//! One folding of words, for addresses and for search.

/// The words of a text in lower-case ASCII with one blank between: `Café, 5G & "Čaj"` becomes `cafe 5g caj`. What cannot be written so is left out.
pub fn fold(text: &str) -> String {
    let mut words = String::new();
    let mut gap = false;
    for c in deunicode::deunicode_with_tofu(text, " ").chars() {
        match c {
            'a'..='z' | '0'..='9' | 'A'..='Z' => {
                if gap && !words.is_empty() {
                    words.push(' ');
                }
                gap = false;
                words.push(c.to_ascii_lowercase());
            }
            // An apostrophe joins: "don't" is one word.
            '\'' => {}
            _ => gap = true,
        }
    }
    words
}

/// [`fold`]ed words with a blank before each, as search keeps them: ` word` is then found where a word begins.
pub fn search_words(text: &str) -> String {
    format!(" {}", fold(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_compared_without_case_accents_and_signs() {
        for (text, folded) in [("Café, 5G & \"Čaj\"", "cafe 5g caj"), ("don’t PANIC", "dont panic"), ("100% _x_", "100 x"), ("日本", "ri ben"), ("…—!", "")]
        {
            assert_eq!(fold(text), folded, "{text}");
        }
        assert_eq!(search_words("Habari ya"), " habari ya");
    }
}
