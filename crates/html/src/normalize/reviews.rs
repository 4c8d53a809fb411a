//! Review boxes: a product with its score, what speaks for and against it, a verdict and its specifications.
//!
//! All of it is plain text in the model, so that nothing else can come in with a box.

use super::{BlockBuilder, elements, one_line};
use crate::model::{Block, Mark, Review};
use crate::tree::{Element, Node};

impl BlockBuilder<'_> {
    /// Takes a box; without a name or a score the text of it stays as ordinary blocks.
    pub(super) fn review(&mut self, element: &Element, marks: &mut Vec<Mark>) {
        match read(element) {
            Some(review) => self.push_block(Block::Review(review)),
            None => {
                self.flush();
                self.visit_all(&element.children, marks);
                self.flush();
            }
        }
    }
}

fn read(element: &Element) -> Option<Review> {
    let named = |name: &'static str, block: &'static str| {
        elements(&element.children)
            .find(move |child| child.name == name && child.attribute("data-block") == Some(block))
    };
    let lines = |block| named("ul", block).map(items).unwrap_or_default();
    let name = elements(&element.children).find(|child| matches!(child.name, "h2" | "h3")).map(text)?;
    Some(Review {
        name: Some(name).filter(|name| !name.is_empty())?,
        score_tenths: score(&text(named("p", "score")?))?,
        pros: lines("pros"),
        cons: lines("cons"),
        specs: elements(&element.children).filter(|child| child.name == "table").flat_map(rows).collect(),
        verdict: named("p", "verdict").map(text).unwrap_or_default(),
    })
}

/// "8.5 out of 10" in tenths: 85. None outside of 0 to 10.
fn score(text: &str) -> Option<u8> {
    let number = text.split_whitespace().next()?;
    let (whole, tenth) = number.split_once('.').unwrap_or((number, "0"));
    let digit = |text: &str| text.parse::<u8>().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()));
    let (whole, tenth) = (digit(whole)?, digit(tenth).filter(|_| tenth.len() == 1)?);
    let tenths = whole.checked_mul(10)?.checked_add(tenth)?;
    (tenths <= 100).then_some(tenths)
}

fn items(list: &Element) -> Vec<String> {
    elements(&list.children).map(text).filter(|text| !text.is_empty()).collect()
}

/// Rows of two cells.
fn rows(table: &Element) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for section in elements(&table.children) {
        for row in elements(&section.children) {
            let mut cells = elements(&row.children).map(text);
            if let (Some(name), Some(value)) = (cells.next(), cells.next())
                && !name.is_empty()
                && !value.is_empty()
            {
                found.push((name, value));
            }
        }
    }
    found
}

fn text(element: &Element) -> String {
    let mut out = String::new();
    append_text(&element.children, &mut out);
    one_line(&out)
}

fn append_text(nodes: &[Node], out: &mut String) {
    for node in nodes {
        match node {
            Node::Text(text) => out.push_str(text),
            Node::Element(element) => {
                let is_inline = matches!(element.name, "strong" | "b" | "em" | "i" | "a" | "span" | "code");
                if !is_inline {
                    out.push(' ');
                }
                append_text(&element.children, out);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_is_a_number_of_one_decimal_from_0_to_10() {
        for (text, tenths) in [
            ("8.5 out of 10", Some(85)),
            ("0", Some(0)),
            ("10.0", Some(100)),
            ("7", Some(70)),
            ("10.1", None),
            ("8.55", None),
            ("-1", None),
            ("+1", None),
            ("8,5", None),
            ("300", None),
            ("NaN", None),
            ("", None),
        ] {
            assert_eq!(score(text), tenths, "{text}");
        }
    }
}
