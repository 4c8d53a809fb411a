//! How many attributes a tag may have, counted before a parser that compares each with all others of its tag sees them.
//!
//! Where a tag begins depends on what is around it (comments, scripts), which only a parser knows. So a tag is read from
//! each `<` on, all readings at the same time: of those in the same state the one with the most attributes counts. Each
//! byte takes the same time, and no reading of the parser has more.

/// Maximum number of attributes of one tag.
pub const MAX_ATTRIBUTES: usize = 1_000;

/// Where a reading of a tag may be.
#[derive(Clone, Copy)]
enum State {
    TagName,
    /// Before or after an attribute.
    Between,
    Name,
    BeforeValue,
    DoubleQuoted,
    SingleQuoted,
    Unquoted,
}

const STATES: [State; 7] = [
    State::TagName,
    State::Between,
    State::Name,
    State::BeforeValue,
    State::DoubleQuoted,
    State::SingleQuoted,
    State::Unquoted,
];

/// Counts through a text that comes in pieces.
#[derive(Default)]
pub struct AttributeCount {
    /// Of each state, the attributes of the reading in it that has most; none where there is no reading.
    readings: [Option<usize>; STATES.len()],
    /// The bytes before this one are `<` or `</`.
    begins: bool,
}

impl AttributeCount {
    /// Reads on; false when a tag has too many attributes.
    pub fn read(&mut self, piece: &str) -> bool {
        let bytes = piece.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            if !self.begins && self.readings.iter().all(Option::is_none) {
                // Most of a text is outside of tags.
                match bytes[at..].iter().position(|byte| *byte == b'<') {
                    Some(found) => at += found,
                    None => return true,
                }
            }
            if !self.step(bytes[at]) {
                return false;
            }
            at += 1;
        }
        true
    }

    fn step(&mut self, byte: u8) -> bool {
        let begins_tag = self.begins && byte.is_ascii_alphabetic();
        self.begins = byte == b'<' || (self.begins && byte == b'/');
        let before = std::mem::take(&mut self.readings);
        for state in STATES {
            let Some(count) = before[state as usize] else { continue };
            let (next, also) = next_states(state, byte);
            for next in [next, also].into_iter().flatten() {
                let is_new = matches!(next, State::Name) && !matches!(state, State::Name);
                let count = count + usize::from(is_new);
                if count > MAX_ATTRIBUTES {
                    return false;
                }
                let most = &mut self.readings[next as usize];
                *most = Some(most.unwrap_or(0).max(count));
            }
        }
        if begins_tag {
            self.readings[State::TagName as usize].get_or_insert(0);
        }
        true
    }
}

/// Where a reading is after `byte`; nowhere once its tag ends, in two places where both may be meant.
const fn next_states(state: State, byte: u8) -> (Option<State>, Option<State>) {
    let is_space = byte.is_ascii_whitespace();
    let next = match (state, byte) {
        (State::DoubleQuoted, b'"') | (State::SingleQuoted, b'\'') => State::Between,
        (State::DoubleQuoted | State::SingleQuoted, _) => state,
        (_, b'>') => return (None, None),
        (State::Unquoted, _) => {
            if is_space {
                State::Between
            } else {
                State::Unquoted
            }
        }
        (State::BeforeValue, _) if is_space => State::BeforeValue,
        (State::BeforeValue, b'"') => State::DoubleQuoted,
        (State::BeforeValue, b'\'') => State::SingleQuoted,
        (State::BeforeValue, _) => State::Unquoted,
        (_, b'/') => State::Between,
        (_, _) if is_space => State::Between,
        (State::TagName, _) => State::TagName,
        (State::Name, b'=') => State::BeforeValue,
        // It begins a value after a name, and a name after a value.
        (State::Between, b'=') => return (Some(State::BeforeValue), Some(State::Name)),
        (State::Between | State::Name, _) => State::Name,
    };
    (Some(next), None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_are_counted_wherever_a_tag_may_begin() {
        let many = |attribute: &str, times: usize| attribute.repeat(times);
        for (html, fits) in [
            (format!("<p{}>", many(" a", MAX_ATTRIBUTES)), true),
            (format!("<p{}>", many(" a", MAX_ATTRIBUTES + 1)), false),
            (format!("</p{}>", many("/a=1\n", MAX_ATTRIBUTES + 1)), false),
            (format!("<p a=\">\"{}>", many("b='>'", MAX_ATTRIBUTES)), false),
            (format!("<p{}>", many(" =a = '> '", MAX_ATTRIBUTES + 1)), false),
            (format!("<!-- <p{}> -->", many(" a", MAX_ATTRIBUTES + 1)), false),
            (format!("<p title=\"{}\">", many(" a", 100_000)), true),
            (many("<p class=a dir='ltr'>a b c d e f</p>", 10_000), true),
            (format!("a < b {}", many("c d ", 10_000)), true),
            (format!("<a href=\"x\">it's</a> {}", many("c d ", 10_000)), true),
        ] {
            for size in [1, 1_024, html.len()] {
                let mut count = AttributeCount::default();
                let read = html.as_bytes().chunks(size).all(|piece| count.read(std::str::from_utf8(piece).unwrap()));
                assert_eq!(read, fits, "{:.60} in pieces of {size}", html);
            }
        }
    }
}
