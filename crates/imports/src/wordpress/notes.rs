//! Conversion notes: what was omitted, changed or left unexpanded.

use std::collections::BTreeMap;

/// What a conversion did not preserve, by name, with counts.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Notes {
    pub omitted: BTreeMap<String, u32>,
    pub changed: BTreeMap<String, u32>,
    /// Possible shortcodes that were left in the text.
    pub unexpanded: BTreeMap<String, u32>,
    /// Links between imported posts that were rewritten.
    pub rewritten_links: u32,
    /// Links to their site that lead to nothing that is here.
    pub lost_links: Vec<String>,
}

/// Maximum distinct names, which come from the file, to bound memory.
const MAX_NAMES: usize = 500;
const MAX_NAME_CHARS: usize = 80;
const MAX_LINK_CHARS: usize = 200;

impl Notes {
    pub fn add_omitted(&mut self, what: &str) {
        count(&mut self.omitted, what, 1);
    }

    pub fn add_changed(&mut self, what: &str) {
        count(&mut self.changed, what, 1);
    }

    pub fn add_unexpanded(&mut self, what: &str) {
        count(&mut self.unexpanded, what, 1);
    }

    pub fn add_lost_link(&mut self, link: &str) {
        self.lost_links.push(link.chars().take(MAX_LINK_CHARS).collect());
    }

    pub fn add(&mut self, other: Self) {
        other.omitted.into_iter().for_each(|(what, times)| count(&mut self.omitted, &what, times));
        other.changed.into_iter().for_each(|(what, times)| count(&mut self.changed, &what, times));
        other.unexpanded.into_iter().for_each(|(what, times)| count(&mut self.unexpanded, &what, times));
        self.rewritten_links += other.rewritten_links;
    }
}

fn count(into: &mut BTreeMap<String, u32>, what: &str, times: u32) {
    let what: String = what.chars().filter(|letter| !letter.is_control()).take(MAX_NAME_CHARS).collect();
    if let Some(count) = into.get_mut(&what) {
        *count += times;
    } else if into.len() < MAX_NAMES {
        into.insert(what, times);
    }
}
