//! Normalizes runs of inline content: trims white space, merges adjacent text.

use super::model::{Content, Inline, Leaf, Mark};

/// Trims a run and merges its leaves; empty when all of it is invisible.
pub fn normalize_run(mut run: Inline) -> Inline {
    if run.iter().all(is_invisible) {
        return Vec::new();
    }
    trim(&mut run);
    trim_whitespace_marks(&mut run);
    merge(run)
}

/// [`normalize_run`] for preformatted text: trims only empty lines before and white space after it.
pub fn normalize_preformatted(run: Inline) -> Inline {
    if run.iter().all(is_invisible) {
        return Vec::new();
    }
    let mut run = merge(run);
    // HTML parsers drop the first line feed of `pre`, so none is stored.
    let is_empty =
        |leaf: &Leaf| matches!(&leaf.content, Content::Text(text) if text.trim_start_matches('\n').is_empty());
    run.drain(..run.iter().take_while(|leaf| is_empty(leaf)).count());
    if let Some(Leaf { content: Content::Text(text), .. }) = run.first_mut() {
        let kept = text.trim_start_matches('\n').len();
        text.drain(..text.len() - kept);
    }
    while let Some(Leaf { content: Content::Text(text), .. }) = run.last_mut() {
        text.truncate(text.trim_end_matches(is_html_space).len());
        if !text.is_empty() {
            break;
        }
        run.pop();
    }
    run
}

/// Joins runs with a line break between them.
pub fn join_with_breaks(runs: impl IntoIterator<Item = Inline>) -> Inline {
    let mut joined: Inline = Vec::new();
    for run in runs.into_iter().map(normalize_run).filter(|run| !run.is_empty()) {
        if !joined.is_empty() {
            joined.push(Leaf { marks: Vec::new(), content: Content::Break });
        }
        joined.extend(run);
    }
    normalize_run(joined)
}

/// Whether a character is ASCII white space in HTML; a no-break space is text.
fn is_html_space(letter: char) -> bool {
    matches!(letter, ' ' | '\t' | '\n' | '\r' | '\u{c}')
}

/// Whether a leaf has nothing visible: white space, no-break and zero-width spaces, a line break.
pub fn is_invisible(leaf: &Leaf) -> bool {
    match &leaf.content {
        Content::Text(text) => text
            .chars()
            .all(|letter| is_html_space(letter) || matches!(letter, '\u{a0}' | '\u{200b}' | '\u{feff}' | '\u{2060}')),
        Content::Break => true,
        Content::Footnote(_) => false,
    }
}

fn is_whitespace(leaf: &Leaf) -> bool {
    match &leaf.content {
        Content::Text(text) => text.chars().all(is_html_space),
        Content::Break => true,
        Content::Footnote(_) => false,
    }
}

fn trim(run: &mut Inline) {
    let first = run.iter().position(|leaf| !is_whitespace(leaf)).unwrap_or(run.len());
    run.drain(..first);
    let last = run.iter().rposition(|leaf| !is_whitespace(leaf)).map_or(0, |last| last + 1);
    run.truncate(last);
    if let Some(Leaf { content: Content::Text(text), .. }) = run.first_mut() {
        let kept = text.trim_start_matches(is_html_space).len();
        text.drain(..text.len() - kept);
    }
    if let Some(Leaf { content: Content::Text(text), .. }) = run.last_mut() {
        text.truncate(text.trim_end_matches(is_html_space).len());
    }
}

/// Removes marks from white space unless the text on both sides has them.
fn trim_whitespace_marks(run: &mut [Leaf]) {
    // Of each leaf, the next one with letters, found from the end: white space may follow white space a thousand times.
    let mut next = None;
    let mut following = vec![None; run.len()];
    for (at, leaf) in run.iter().enumerate().rev() {
        following[at] = next;
        if !is_whitespace(leaf) {
            next = Some(at);
        }
    }
    for at in 1..run.len().saturating_sub(1) {
        if run[at].marks.is_empty() || !is_whitespace(&run[at]) {
            continue;
        }
        let before = shared_marks(&run[at].marks, &run[at - 1].marks);
        let after = following[at].map_or(0, |next: usize| shared_marks(&run[at].marks, &run[next].marks));
        run[at].marks.truncate(before.min(after));
    }
}

/// Number of marks, from the outermost, that two leaves share.
pub fn shared_marks(one: &[Mark], other: &[Mark]) -> usize {
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
