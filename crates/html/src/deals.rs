//! The comparison of a post's deals: a text holds its place alone, and what readers see is drawn into it.

use super::model::{Block, DEALS};

/// The place in stored HTML, as the serializer writes it.
const PLACE: &str = "<div data-block=\"deals\"></div>";

/// Keeps the first comparison: all would show the same deals. Rules that come together are one, as everywhere.
pub(super) fn keep_one(blocks: &mut Vec<Block>) {
    let mut found = false;
    blocks.retain(|block| *block != Block::Deals || !std::mem::replace(&mut found, true));
    blocks.dedup_by(|next, before| *before == Block::HorizontalRule && next == before);
}

/// Stored HTML with the comparison that `draw` returns, clean HTML, in its place; without one the place goes as well.
pub fn with_deals(html: &str, draw: impl FnOnce() -> String) -> String {
    let Some((before, after)) = html.split_once(PLACE) else { return html.to_owned() };
    let drawn = draw();
    if drawn.is_empty() {
        return format!("{before}{after}");
    }
    format!("{before}<div data-block=\"{DEALS}\">{drawn}</div>{after}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clean;

    #[test]
    fn a_comparison_is_drawn_in_its_place_and_cleaning_takes_it_out_again() {
        let stored = "<p>a</p><div data-block=\"deals\"></div><p>b</p>";
        let drawn = with_deals(stored, || "<table><tbody><tr><td>Lamp</td></tr></tbody></table>".to_owned());
        assert_eq!(
            drawn,
            "<p>a</p><div data-block=\"deals\"><table><tbody><tr><td>Lamp</td></tr></tbody></table></div><p>b</p>"
        );
        assert_eq!(clean(&drawn), stored);
        assert_eq!(with_deals(stored, String::new), "<p>a</p><p>b</p>");
        assert_eq!(with_deals("<p>a</p>", || unreachable!("there is no place for it")), "<p>a</p>");
    }
}
