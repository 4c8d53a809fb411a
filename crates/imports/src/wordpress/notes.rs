//! What happened to one post's content on its way.

use std::collections::BTreeMap;

/// Things that did not come over as they were, each with how often.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Notes {
    pub left_out: BTreeMap<String, u32>,
    pub changed: BTreeMap<String, u32>,
    /// What stands in the text as written, and may be a shortcode.
    pub kept: BTreeMap<String, u32>,
    /// Links to their posts that lead to ours now.
    pub links: u32,
}

/// Names come from the file; a file full of different ones must not fill the memory.
const MAX_NAMES: usize = 500;
const MAX_NAME_CHARS: usize = 80;

impl Notes {
    pub fn left_out(&mut self, what: &str) {
        count(&mut self.left_out, what, 1);
    }

    pub fn changed(&mut self, what: &str) {
        count(&mut self.changed, what, 1);
    }

    pub fn kept(&mut self, what: &str) {
        count(&mut self.kept, what, 1);
    }

    pub fn add(&mut self, other: Self) {
        other.left_out.into_iter().for_each(|(what, times)| count(&mut self.left_out, &what, times));
        other.changed.into_iter().for_each(|(what, times)| count(&mut self.changed, &what, times));
        other.kept.into_iter().for_each(|(what, times)| count(&mut self.kept, &what, times));
        self.links += other.links;
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
