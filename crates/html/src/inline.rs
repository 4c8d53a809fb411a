//! Brings a run of text into its one form.

use super::model::{Content, Inline, Leaf, Mark};

/// Trims and merges the leaves of a run; empty when nothing in it can be seen.
pub fn tidy(mut run: Inline) -> Inline {
    if run.iter().all(is_blank) {
        return Vec::new();
    }
    trim(&mut run);
    unmark_blanks(&mut run);
    merge(run)
}

/// The same for a listing: only empty lines around it are dropped.
pub fn tidy_listing(run: Inline) -> Inline {
    if run.iter().all(is_blank) {
        return Vec::new();
    }
    let mut run = merge(run);
    // A parser swallows the first line end of a listing, so none may be stored.
    while let Some(Leaf { content: Content::Text(text), .. }) = run.first_mut() {
        let kept = text.trim_start_matches('\n').len();
        text.drain(..text.len() - kept);
        if !text.is_empty() {
            break;
        }
        run.remove(0);
    }
    while let Some(Leaf { content: Content::Text(text), .. }) = run.last_mut() {
        text.truncate(text.trim_end_matches(is_space).len());
        if !text.is_empty() {
            break;
        }
        run.pop();
    }
    run
}

/// Joins runs with a line break between them.
pub fn join(runs: impl IntoIterator<Item = Inline>) -> Inline {
    let mut joined: Inline = Vec::new();
    for run in runs.into_iter().map(tidy).filter(|run| !run.is_empty()) {
        if !joined.is_empty() {
            joined.push(Leaf { marks: Vec::new(), content: Content::Break });
        }
        joined.extend(run);
    }
    tidy(joined)
}

/// What HTML takes for white space; a no-break space is text.
pub fn is_space(letter: char) -> bool {
    matches!(letter, ' ' | '\t' | '\n' | '\r' | '\u{c}')
}

/// Whether nobody would see `leaf` if it stood alone.
pub fn is_blank(leaf: &Leaf) -> bool {
    match &leaf.content {
        Content::Text(text) => text
            .chars()
            .all(|letter| is_space(letter) || matches!(letter, '\u{a0}' | '\u{200b}' | '\u{feff}' | '\u{2060}')),
        Content::Break => true,
    }
}

fn is_white(leaf: &Leaf) -> bool {
    match &leaf.content {
        Content::Text(text) => text.chars().all(is_space),
        Content::Break => true,
    }
}

fn trim(run: &mut Inline) {
    let first = run.iter().position(|leaf| !is_white(leaf)).unwrap_or(run.len());
    run.drain(..first);
    let last = run.iter().rposition(|leaf| !is_white(leaf)).map_or(0, |last| last + 1);
    run.truncate(last);
    if let Some(Leaf { content: Content::Text(text), .. }) = run.first_mut() {
        let kept = text.trim_start_matches(is_space).len();
        text.drain(..text.len() - kept);
    }
    if let Some(Leaf { content: Content::Text(text), .. }) = run.last_mut() {
        text.truncate(text.trim_end_matches(is_space).len());
    }
}

/// A blank between two words carries only the marks that both words have.
fn unmark_blanks(run: &mut [Leaf]) {
    for at in 1..run.len().saturating_sub(1) {
        if run[at].marks.is_empty() || !is_white(&run[at]) {
            continue;
        }
        let before = common(&run[at].marks, &run[at - 1].marks);
        let after =
            run[at + 1..].iter().find(|leaf| !is_white(leaf)).map_or(0, |next| common(&run[at].marks, &next.marks));
        run[at].marks.truncate(before.min(after));
    }
}

/// How many marks, from the outside, two leaves share.
pub fn common(one: &[Mark], other: &[Mark]) -> usize {
    one.iter().zip(other).take_while(|(one, other)| one == other).count()
}

fn merge(run: Inline) -> Inline {
    let mut merged: Inline = Vec::with_capacity(run.len());
    for leaf in run {
        match (merged.last_mut(), leaf) {
            (_, Leaf { content: Content::Text(text), .. }) if text.is_empty() => {}
            (
                Some(Leaf { marks: before, content: Content::Text(text) }),
                Leaf { marks, content: Content::Text(more) },
            ) if *before == marks => text.push_str(&more),
            (_, leaf) => merged.push(leaf),
        }
    }
    merged
}
