//! Lines of reports: counts, and names by way of example.

use std::collections::BTreeMap;
use std::fmt::{self, Formatter};

/// A count, and the first names.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Names {
    pub count: u64,
    pub first: Vec<String>,
}

/// Maximum names of each list; the others are counted.
pub const MAX_NAMES: usize = 50;

impl Names {
    pub fn add(&mut self, name: impl Into<String>) {
        self.count += 1;
        if self.first.len() < MAX_NAMES {
            self.first.push(
                name.into().chars().map(|letter| if letter.is_control() { ' ' } else { letter }).take(300).collect(),
            );
        }
    }
}

pub fn count_of(count: u64, one: &str, more: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {more}") }
}

pub fn write_count(f: &mut Formatter<'_>, count: u64, one: &str, more: &str) -> fmt::Result {
    if count == 0 { Ok(()) } else { writeln!(f, "{}", count_of(count, one, more)) }
}

pub fn write_names(f: &mut Formatter<'_>, names: &Names, one: &str, more: &str) -> fmt::Result {
    if names.count == 0 {
        return Ok(());
    }
    writeln!(f, "{}:", count_of(names.count, one, more))?;
    for name in &names.first {
        writeln!(f, "  - {name}")?;
    }
    let rest = names.count - names.first.len() as u64;
    if rest > 0 { writeln!(f, "  and {rest} more") } else { Ok(()) }
}

pub fn write_counts(f: &mut Formatter<'_>, counts: &BTreeMap<String, u32>, what: &str) -> fmt::Result {
    if counts.is_empty() {
        return Ok(());
    }
    writeln!(f, "{what}:")?;
    for (name, count) in counts {
        writeln!(f, "  - {name}{}", if *count == 1 { String::new() } else { format!(" ({count} times)") })?;
    }
    Ok(())
}
