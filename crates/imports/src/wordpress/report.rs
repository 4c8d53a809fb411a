//! Report of an import, for the person who ran it.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};

use crate::importer::Brought;
use crate::lines::{Names, count_of, write_count, write_counts, write_names};

use super::notes::Notes;
use super::plugin_fields::Left;

/// Counts and names of a run. Its text has no e-mail addresses.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Report {
    pub site: String,
    pub brought: Brought,
    pub published: u64,
    pub scheduled: u64,
    pub drafts: u64,
    /// Imported by an earlier run without some images, which this run added.
    pub completed: Names,
    pub pages: Names,
    pub private: Names,
    pub with_password: Names,
    pub untitled: Names,
    pub empty: Names,
    /// Posts that were paid for, now sponsored, with those who paid.
    pub sponsored: Names,
    /// Posts and pages that were paid for and cannot say so here.
    pub sponsored_drafts: Names,
    /// Posts of an earlier run that were paid for and do not say so here.
    pub unlabelled: Names,
    /// What posts had that has no place here, with their titles.
    pub left: BTreeMap<Left, Names>,
    /// Notes about the content of posts, summed.
    pub notes: Notes,
    /// Posts with notes.
    pub noted: Names,
    /// With the title of the post.
    pub lost_links: Names,
    pub authors: u64,
    pub comments: u64,
    /// Items that are not imported, such as menus, by kind.
    pub skipped: BTreeMap<String, u64>,
}

impl Report {
    pub fn added(&self) -> u64 {
        self.published + self.scheduled + self.drafts
    }

    /// Whether there is nothing to report.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Adds the notes about a post.
    pub fn add_notes(&mut self, title: &str, notes: Notes) {
        for link in &notes.lost_links {
            self.lost_links.add(format!("{title}: {link}"));
        }
        let what: Vec<&str> = [&notes.omitted, &notes.changed, &notes.unexpanded]
            .into_iter()
            .flat_map(BTreeMap::keys)
            .map(String::as_str)
            .collect();
        if !what.is_empty() {
            self.noted.add(format!("{title}: {}", what.join("; ")));
        }
        self.notes.add(notes);
    }

    /// Counts an item that is not imported.
    pub fn skip_item(&mut self, kind: &str, status: &str) {
        let name = match kind {
            "post" | "page" => format!("{kind} with status {status}"),
            "newspack_spnsrs_cpt" => "sponsor".to_owned(),
            "nav_menu_item" => "menu entry".to_owned(),
            "wp_block" => "reusable block".to_owned(),
            kind => kind.replace('_', " "),
        };
        self.skip(&name, 1);
    }

    /// Counts `times` skipped items of a kind.
    pub fn skip(&mut self, name: &str, times: u64) {
        let name: String = name.chars().filter(|letter| !letter.is_control()).take(60).collect();
        // Kinds come from the file: their number is bounded.
        if times > 0 && (self.skipped.len() < 200 || self.skipped.contains_key(&name)) {
            *self.skipped.entry(name).or_default() += times;
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
            count_of(self.added(), "post added", "posts added"),
            self.published,
            self.scheduled,
            count_of(self.drafts, "draft", "drafts")
        )?;
        self.write_posts(f)?;
        self.write_media(f)?;
        self.write_texts(f)?;
        write_count(
            f,
            self.authors,
            "author kept as a name; no account was made",
            "authors kept as names; no accounts were made",
        )?;
        write_count(f, self.comments, "comment was left", "comments were left")?;
        for (kind, count) in &self.skipped {
            let times = if *count == 1 { String::new() } else { format!(" ({count} times)") };
            writeln!(f, "Left where it is: {kind}{times}")?;
        }
        Ok(())
    }
}

impl Report {
    fn write_posts(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write_count(f, self.brought.unchanged, "post was here already", "posts were here already")?;
        write_names(
            f,
            &self.completed,
            "post here already got pictures that had been missing",
            "posts here already got pictures that had been missing",
        )?;
        write_names(
            f,
            &self.brought.changed_here,
            "post was changed here since and stays as it is",
            "posts were changed here since and stay as they are",
        )?;
        write_names(
            f,
            &self.brought.deleted_here,
            "post was deleted here since and stays away",
            "posts were deleted here since and stay away",
        )?;
        write_names(f, &self.brought.refused, "post could not be imported", "posts could not be imported")?;
        write_names(f, &self.pages, "page became a draft", "pages became drafts")?;
        write_names(f, &self.private, "private post became a draft", "private posts became drafts")?;
        write_names(
            f,
            &self.with_password,
            "post with a password became a draft",
            "posts with a password became drafts",
        )?;
        write_names(
            f,
            &self.untitled,
            "post without a title is called by its date",
            "posts without a title are called by their dates",
        )?;
        write_names(f, &self.empty, "post has no text of its own", "posts have no text of their own")?;
        write_names(
            f,
            &self.sponsored,
            "post was paid for and is in Sponsored, with its category as a tag",
            "posts were paid for and are in Sponsored, with their categories as tags",
        )?;
        write_names(
            f,
            &self.sponsored_drafts,
            "text was paid for and has no place here that says so; it is a draft",
            "texts were paid for and have no place here that says so; they are drafts",
        )?;
        write_names(
            f,
            &self.unlabelled,
            "post here already was paid for and does not say so; move it to Sponsored by hand",
            "posts here already were paid for and do not say so; move them to Sponsored by hand",
        )?;
        self.left.iter().try_for_each(|((one, more), names)| write_names(f, names, one, more))
    }

    fn write_media(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write_count(f, self.brought.files.added, "picture or video added", "pictures and videos added")?;
        write_names(f, &self.brought.files.missing, "picture or video is missing", "pictures and videos are missing")?;
        for host in &self.brought.files.unreachable_hosts {
            writeln!(
                f,
                "{host} did not answer; with --media DIR its files are taken from a copy of the uploads folder, and the next run adds them"
            )?;
        }
        Ok(())
    }

    fn write_texts(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write_count(
            f,
            u64::from(self.notes.rewritten_links),
            "link between posts leads here now",
            "links between posts lead here now",
        )?;
        write_names(
            f,
            &self.lost_links,
            "link to the other site leads to nothing that is here and stays as it is",
            "links to the other site lead to nothing that is here and stay as they are",
        )?;
        write_counts(f, &self.notes.omitted, "Left out of the texts")?;
        write_counts(f, &self.notes.changed, "Changed in the texts")?;
        write_counts(
            f,
            &self.notes.unexpanded,
            "Kept in the texts as written; where it is a shortcode and no word, take it out by hand",
        )?;
        write_names(f, &self.noted, "post to look over", "posts to look over")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lines::MAX_NAMES;

    #[test]
    fn an_import_report_lists_counts_and_names() {
        let mut report =
            Report { site: "old.example".into(), published: 2, drafts: 1, comments: 1, ..Report::default() };
        report.pages.add("About\nus");
        for number in 0..MAX_NAMES + 2 {
            report.brought.changed_here.add(format!("Post {number}"));
        }
        let mut notes = Notes::default();
        notes.add_omitted("[poll]");
        notes.add_omitted("[poll]");
        notes.add_unexpanded("[products]");
        report.add_notes("First", notes);
        report.skip_item("nav_menu_item", "publish");
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
