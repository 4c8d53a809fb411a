//! What an import did, for the person who ran it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Display, Formatter};

use super::notes::Notes;

/// Counts and names of one run. Its text holds no e-mail addresses.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Report {
    pub site: String,
    pub published: u64,
    pub scheduled: u64,
    pub drafts: u64,
    /// Here since an earlier run, and as they were then.
    pub unchanged: u64,
    /// Here since an earlier run; pictures that were missing then are there now.
    pub completed: Names,
    pub changed_here: Names,
    pub deleted_here: Names,
    pub pages: Names,
    pub private: Names,
    pub with_password: Names,
    pub untitled: Names,
    pub empty: Names,
    /// With the reason.
    pub refused: Names,
    /// Everything an import makes of a post's text that its author would want to look at.
    pub notes: Notes,
    /// Posts that [`Report::notes`] is about.
    pub noted: Names,
    pub media_added: u64,
    /// With the reason where it is not the silence of their host.
    pub media_missing: Names,
    /// Hosts that did not answer.
    pub silent_hosts: BTreeSet<String>,
    pub authors: u64,
    pub comments: u64,
    /// Kinds of things that have no place here, such as menus.
    pub other: BTreeMap<String, u64>,
}

/// How many of something, and the first of their names.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Names {
    pub count: u64,
    pub first: Vec<String>,
}

/// Names that are shown of each sort; the rest is counted.
const SHOWN: usize = 50;

impl Names {
    pub fn add(&mut self, name: impl Into<String>) {
        self.count += 1;
        if self.first.len() < SHOWN {
            self.first.push(
                name.into().chars().map(|letter| if letter.is_control() { ' ' } else { letter }).take(300).collect(),
            );
        }
    }
}

impl Report {
    pub fn added(&self) -> u64 {
        self.published + self.scheduled + self.drafts
    }

    /// Whether the run ended before there was anything to tell.
    pub fn is_blank(&self) -> bool {
        *self == Self::default()
    }

    /// Takes in what became of one post's text.
    pub fn note(&mut self, title: &str, notes: Notes) {
        let what: Vec<&str> = [&notes.left_out, &notes.changed, &notes.kept]
            .into_iter()
            .flat_map(BTreeMap::keys)
            .map(String::as_str)
            .collect();
        if !what.is_empty() {
            self.noted.add(format!("{title}: {}", what.join("; ")));
        }
        self.notes.add(notes);
    }

    /// Counts a thing that has no place here.
    pub fn pass_over(&mut self, kind: &str, status: &str) {
        let name = match kind {
            "post" | "page" => format!("{kind} with status {status}"),
            "nav_menu_item" => "menu entry".to_owned(),
            "wp_block" => "reusable block".to_owned(),
            kind => kind.replace('_', " "),
        };
        self.leave(&name, 1);
    }

    /// Counts `times` things that stay where they are.
    pub fn leave(&mut self, name: &str, times: u64) {
        let name: String = name.chars().filter(|letter| !letter.is_control()).take(60).collect();
        // Kinds come from the file; a file full of different ones must not fill the memory.
        if times > 0 && (self.other.len() < 200 || self.other.contains_key(&name)) {
            *self.other.entry(name).or_default() += times;
        }
    }
}

impl Display for Report {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "WordPress import from {}", if self.site.is_empty() { "an unnamed site" } else { &self.site })?;
        writeln!(f)?;
        writeln!(
            f,
            "{}: {} published, {} scheduled, {}",
            counted(self.added(), "post added", "posts added"),
            self.published,
            self.scheduled,
            counted(self.drafts, "draft", "drafts")
        )?;
        self.write_posts(f)?;
        self.write_media(f)?;
        self.write_texts(f)?;
        line(
            f,
            self.authors,
            "author kept as a name; no account was made",
            "authors kept as names; no accounts were made",
        )?;
        line(f, self.comments, "comment was left", "comments were left")?;
        for (kind, count) in &self.other {
            let times = if *count == 1 { String::new() } else { format!(" ({count} times)") };
            writeln!(f, "Left where it is: {kind}{times}")?;
        }
        Ok(())
    }
}

impl Report {
    fn write_posts(&self, f: &mut Formatter<'_>) -> fmt::Result {
        line(f, self.unchanged, "post was here already", "posts were here already")?;
        names(
            f,
            &self.completed,
            "post here already got pictures that had been missing",
            "posts here already got pictures that had been missing",
        )?;
        names(
            f,
            &self.changed_here,
            "post was changed here since and stays as it is",
            "posts were changed here since and stay as they are",
        )?;
        names(
            f,
            &self.deleted_here,
            "post was deleted here since and stays away",
            "posts were deleted here since and stay away",
        )?;
        names(f, &self.refused, "post could not be imported", "posts could not be imported")?;
        names(f, &self.pages, "page became a draft", "pages became drafts")?;
        names(f, &self.private, "private post became a draft", "private posts became drafts")?;
        names(f, &self.with_password, "post with a password became a draft", "posts with a password became drafts")?;
        names(
            f,
            &self.untitled,
            "post without a title is called by its date",
            "posts without a title are called by their dates",
        )?;
        names(f, &self.empty, "post has no text of its own", "posts have no text of their own")
    }

    fn write_media(&self, f: &mut Formatter<'_>) -> fmt::Result {
        line(f, self.media_added, "picture or video added", "pictures and videos added")?;
        names(f, &self.media_missing, "picture or video is missing", "pictures and videos are missing")?;
        for host in &self.silent_hosts {
            writeln!(
                f,
                "{host} did not answer; with --media DIR its files are taken from a copy of the uploads folder, and the next run adds them"
            )?;
        }
        Ok(())
    }

    fn write_texts(&self, f: &mut Formatter<'_>) -> fmt::Result {
        line(f, u64::from(self.notes.links), "link between posts leads here now", "links between posts lead here now")?;
        tally(f, &self.notes.left_out, "Left out of the texts")?;
        tally(f, &self.notes.changed, "Changed in the texts")?;
        tally(
            f,
            &self.notes.kept,
            "Kept in the texts as written; where it is a shortcode and no word, take it out by hand",
        )?;
        names(f, &self.noted, "post to look over", "posts to look over")
    }
}

fn counted(count: u64, one: &str, more: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {more}") }
}

fn line(f: &mut Formatter<'_>, count: u64, one: &str, more: &str) -> fmt::Result {
    if count == 0 { Ok(()) } else { writeln!(f, "{}", counted(count, one, more)) }
}

fn names(f: &mut Formatter<'_>, names: &Names, one: &str, more: &str) -> fmt::Result {
    if names.count == 0 {
        return Ok(());
    }
    writeln!(f, "{}:", counted(names.count, one, more))?;
    for name in &names.first {
        writeln!(f, "  - {name}")?;
    }
    let rest = names.count - names.first.len() as u64;
    if rest > 0 { writeln!(f, "  and {rest} more") } else { Ok(()) }
}

fn tally(f: &mut Formatter<'_>, counts: &BTreeMap<String, u32>, what: &str) -> fmt::Result {
    if counts.is_empty() {
        return Ok(());
    }
    writeln!(f, "{what}:")?;
    for (name, count) in counts {
        writeln!(f, "  - {name}{}", if *count == 1 { String::new() } else { format!(" ({count} times)") })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_import_report_lists_counts_and_names() {
        let mut report =
            Report { site: "old.example".into(), published: 2, drafts: 1, comments: 1, ..Report::default() };
        report.pages.add("About\nus");
        for number in 0..SHOWN + 2 {
            report.changed_here.add(format!("Post {number}"));
        }
        let mut notes = Notes::default();
        notes.left_out("[poll]");
        notes.left_out("[poll]");
        notes.kept("[products]");
        report.note("First", notes);
        report.pass_over("nav_menu_item", "publish");
        let text = report.to_string();
        for part in [
            "WordPress import from old.example\n\n3 posts added: 2 published, 0 scheduled, 1 draft\n",
            "52 posts were changed here since and stay as they are:\n  - Post 0\n",
            "  - Post 49\n  and 2 more\n",
            "1 page became a draft:\n  - About us\n",
            "Left out of the texts:\n  - [poll] (2 times)\nKept in the texts as written;",
            "by hand:\n  - [products]\n1 post to look over:\n  - First: [poll]; [products]\n",
            "1 comment was left\nLeft where it is: menu entry\n",
        ] {
            assert!(text.contains(part), "{part}\nis not in\n{text}");
        }
    }
}
