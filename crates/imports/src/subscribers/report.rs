//! Report of a subscriber import.

use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter};

use mwanga_store::types::SubscriberStatus;

use mwanga_core::newsletter::SubscriberOutcome;

/// A line that was not imported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidLine {
    /// From 1, the header.
    pub line: u64,
    pub why: String,
}

/// Outcome of an import, or of its dry run. Its text has no addresses.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Report {
    pub dry_run: bool,
    pub confirmed: u64,
    /// Imported without confirmation: they get no newsletter.
    pub pending: u64,
    /// Imported as unsubscribed or bounced, so that no later import subscribes them.
    pub inactive: u64,
    /// Subscribed here or further up in the file, and unsubscribed or bounced by this line.
    pub left: u64,
    /// Subscribers already, here or further up in the file.
    pub existing: u64,
    /// Unsubscribed or bounced, here or further up in the file: an import never resubscribes.
    pub opted_out: u64,
    pub invalid: Vec<InvalidLine>,
    pub unknown_topics: BTreeSet<String>,
    pub unknown_columns: Vec<String>,
}

impl Report {
    /// Number of imported subscribers.
    pub fn imported(&self) -> u64 {
        self.confirmed + self.pending + self.inactive
    }

    /// Whether there is nothing to report.
    pub fn is_empty(&self) -> bool {
        *self == Self { dry_run: self.dry_run, ..Self::default() }
    }

    pub(super) fn count(&mut self, outcome: SubscriberOutcome, status: SubscriberStatus) {
        *match (outcome, status) {
            (SubscriberOutcome::Confirmed, _) | (SubscriberOutcome::New, SubscriberStatus::Confirmed) => {
                &mut self.confirmed
            }
            (SubscriberOutcome::New, SubscriberStatus::Pending) => &mut self.pending,
            (SubscriberOutcome::New, SubscriberStatus::Unsubscribed | SubscriberStatus::Bounced) => &mut self.inactive,
            (SubscriberOutcome::Left, _) => &mut self.left,
            (SubscriberOutcome::Existing, _) => &mut self.existing,
            (SubscriberOutcome::OptedOut, _) => &mut self.opted_out,
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
            self.imported(),
            self.confirmed,
            self.pending,
            self.inactive
        )?;
        writeln!(
            f,
            "skipped: {} ({} here already, {} left or bounced here)",
            self.existing + self.opted_out,
            self.existing,
            self.opted_out
        )?;
        if self.left > 0 {
            writeln!(f, "unsubscribed: {}, who were subscribed here or further up in the file", self.left)?;
        }
        writeln!(f, "wrong lines: {}", self.invalid.len())?;
        for InvalidLine { line, why } in &self.invalid {
            writeln!(f, "  line {line}: {why}")?;
        }
        if !self.unknown_topics.is_empty() {
            writeln!(
                f,
                "topics that are none, left out: {}",
                self.unknown_topics.iter().cloned().collect::<Vec<_>>().join(", ")
            )?;
        }
        if !self.unknown_columns.is_empty() {
            writeln!(f, "columns that mean nothing here, left out: {}", self.unknown_columns.join(", "))?;
        }
        Ok(())
    }
}
