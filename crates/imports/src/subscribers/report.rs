use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter};

use mwanga_store::types::SubscriberStatus;

use super::Outcome;

/// A line that nothing was taken of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongLine {
    /// From 1, the line of the columns' names.
    pub line: u64,
    pub why: String,
}

/// What an import did, or would do. Its text holds no addresses.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Report {
    pub dry_run: bool,
    pub confirmed: u64,
    /// Taken without a confirmation: they get no newsletter.
    pub pending: u64,
    /// Taken as those who left or cannot be reached, so that no later import mails them.
    pub left: u64,
    /// Here already, or twice in the file.
    pub known: u64,
    /// Left or bounced here: an import brings nobody back.
    pub kept_out: u64,
    pub wrong: Vec<WrongLine>,
    pub unknown_topics: BTreeSet<String>,
    pub left_out_columns: Vec<String>,
}

impl Report {
    /// How many were, or would be, written down.
    pub fn taken(&self) -> u64 {
        self.confirmed + self.pending + self.left
    }

    /// Whether the run ended before there was anything to tell.
    pub fn is_blank(&self) -> bool {
        *self == Self { dry_run: self.dry_run, ..Self::default() }
    }

    pub(super) fn count(&mut self, outcome: Outcome, status: SubscriberStatus) {
        *match (outcome, status) {
            (Outcome::Taken, SubscriberStatus::Confirmed) => &mut self.confirmed,
            (Outcome::Taken, SubscriberStatus::Pending) => &mut self.pending,
            (Outcome::Taken, SubscriberStatus::Unsubscribed | SubscriberStatus::Bounced) => &mut self.left,
            (Outcome::Known, _) => &mut self.known,
            (Outcome::KeptOut, _) => &mut self.kept_out,
        } += 1;
    }
}

impl Display for Report {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.dry_run {
            writeln!(f, "Dry run: nothing was changed.")?;
        }
        writeln!(
            f,
            "taken: {} ({} confirmed, {} not confirmed, {} who left)",
            self.taken(),
            self.confirmed,
            self.pending,
            self.left
        )?;
        writeln!(
            f,
            "skipped: {} ({} here already, {} left or bounced here)",
            self.known + self.kept_out,
            self.known,
            self.kept_out
        )?;
        writeln!(f, "wrong lines: {}", self.wrong.len())?;
        for WrongLine { line, why } in &self.wrong {
            writeln!(f, "  line {line}: {why}")?;
        }
        if !self.unknown_topics.is_empty() {
            writeln!(
                f,
                "topics that are none, left out: {}",
                self.unknown_topics.iter().cloned().collect::<Vec<_>>().join(", ")
            )?;
        }
        if !self.left_out_columns.is_empty() {
            writeln!(f, "columns that mean nothing here, left out: {}", self.left_out_columns.join(", "))?;
        }
        Ok(())
    }
}
