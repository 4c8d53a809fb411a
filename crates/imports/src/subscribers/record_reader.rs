//! Reading and validating the records of a subscriber file.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{Chain, Read};
use std::path::{Path, PathBuf};

use csv::ByteRecord;
use jiff::tz::TimeZone;
use mwanga_store::types::{SubscriberStatus, Timestamp};

use super::departures::{self, Meaning};
use super::line_counter::LineCounter;
use super::report::InvalidLine;
use mwanga_core::email::EmailAddress;
use mwanga_core::html::letters;
use mwanga_core::newsletter::{ImportSubscriber, is_topic};
use mwanga_core::spreadsheet;

/// Maximum length of a name, and of an unknown topic or column in the report, in characters.
const MAX_NAME_CHARS: usize = 200;
const MAX_WORD_CHARS: usize = 60;
const COLUMNS: [&str; 5] = ["email", "name", "confirmed_at", "topics", "status"];
/// Appended to the file, to distinguish the end of a complete file from one inside a quoted cell.
const END_MARKER: &[u8] = b"\0end\n";

/// Why a file cannot be read, or only a part of it.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    #[error("{path}: {source}")]
    Unreadable { path: PathBuf, source: csv::Error },
    #[error(
        "the first line names no column `email`. It must name the columns, divided by commas: email,name,confirmed_at,topics (UTF-8)"
    )]
    NoEmailColumn,
    #[error("the first line names the column `{0}` twice")]
    DuplicateColumn(&'static str),
    #[error("the file breaks off in line {0}; is it whole?")]
    Truncated(u64),
}

/// A valid record.
pub(super) struct Record {
    pub subscriber: ImportSubscriber,
    pub unknown_topics: Vec<String>,
}

impl Record {
    /// Maximum number of rows it writes.
    pub fn row_count(&self) -> usize {
        1 + self.subscriber.topics.len()
    }
}

pub(super) struct RecordReader {
    reader: csv::Reader<LineCounter<Chain<File, &'static [u8]>>>,
    path: PathBuf,
    now: Timestamp,
    /// Of times without an offset.
    zone: TimeZone,
    /// Index of each of [`COLUMNS`] in a record.
    indexes: [Option<usize>; 5],
    /// Columns that say who left, with their indexes.
    departures: Vec<(usize, Meaning)>,
    /// Number of columns.
    width: usize,
    pub unknown_columns: Vec<String>,
}

/// An unvalidated record.
struct RawRecord {
    /// Line it begins in, from 1.
    line: u64,
    cells: ByteRecord,
    /// The file ends after it without a line end, so it may be truncated.
    is_last: bool,
}

impl RecordReader {
    pub fn open(path: &Path, now: Timestamp, zone: TimeZone) -> Result<Self, FileError> {
        let unreadable =
            |source: std::io::Error| FileError::Unreadable { path: path.to_owned(), source: source.into() };
        let file = File::open(path).map_err(unreadable)?.chain(END_MARKER);
        let reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(LineCounter::new(file));
        let mut reader = Self {
            reader,
            path: path.to_owned(),
            now,
            zone,
            indexes: [None; 5],
            departures: Vec::new(),
            width: 0,
            unknown_columns: Vec::new(),
        };
        let header = reader.next_raw()?.ok_or(FileError::NoEmailColumn)?.cells;
        reader.width = header.len();
        for (index, cell) in header.iter().enumerate() {
            let name = String::from_utf8_lossy(cell).trim().to_lowercase();
            match COLUMNS.iter().position(|column| *column == name) {
                Some(column) if reader.indexes[column].is_some() => {
                    return Err(FileError::DuplicateColumn(COLUMNS[column]));
                }
                Some(column) => reader.indexes[column] = Some(index),
                None => match departures::meaning_of(&name) {
                    Some(meaning) => reader.departures.push((index, meaning)),
                    None => reader.unknown_columns.push(truncate(&name, MAX_WORD_CHARS)),
                },
            }
        }
        if reader.indexes[0].is_none() { Err(FileError::NoEmailColumn) } else { Ok(reader) }
    }

    /// The next record, or why it is invalid; `None` at the end of the file.
    pub fn next_record(&mut self) -> Result<Option<Result<Record, InvalidLine>>, FileError> {
        let Some(raw) = self.next_raw()? else { return Ok(None) };
        if raw.is_last && raw.cells.len() < self.width {
            return Err(FileError::Truncated(raw.line));
        }
        Ok(Some(self.parse(&raw.cells).map_err(|why| InvalidLine { line: raw.line, why })))
    }

    fn next_raw(&mut self) -> Result<Option<RawRecord>, FileError> {
        let mut cells = ByteRecord::new();
        if !self
            .reader
            .read_byte_record(&mut cells)
            .map_err(|source| FileError::Unreadable { path: self.path.clone(), source })?
        {
            return Ok(None);
        }
        let end = self.reader.position().byte();
        let (feeds, ended_by_feed) = self.reader.get_mut().count_before(end);
        let inside = cells.iter().flatten().filter(|byte| **byte == b'\n').count() as u64;
        let cell = cells.iter().next_back().unwrap_or_default();
        // Inside a quoted cell the line end of the marker belongs to the cell.
        if cell.ends_with(END_MARKER) {
            return Err(FileError::Truncated(feeds + 1 - inside));
        }
        let line = feeds + u64::from(!ended_by_feed) - inside;
        let Some(rest) = cell.strip_suffix(&END_MARKER[..END_MARKER.len() - 1]) else {
            return Ok(Some(RawRecord { line, cells, is_last: false }));
        };
        if cells.len() == 1 && rest.is_empty() {
            return Ok(None);
        }
        let rest = rest.to_owned();
        let before = cells.len() - 1;
        cells.truncate(before);
        cells.push_field(&rest);
        Ok(Some(RawRecord { line, cells, is_last: true }))
    }

    fn parse(&self, cells: &ByteRecord) -> Result<Record, String> {
        if cells.len() != self.width {
            return Err(format!(
                "it has {} cells and the first line {}; a comma inside a cell needs quotes around it",
                cells.len(),
                self.width
            ));
        }
        let mut texts = [""; 5];
        for (text, index) in texts.iter_mut().zip(self.indexes) {
            *text = index.map_or(Ok(""), |index| text_of(cells, index))?;
        }
        let [email, name, confirmed_at, topics, status] = texts;
        let email = EmailAddress::parse(email).map_err(|_| "this is no e-mail address")?;
        let (mut departed, mut left_at) = (departures::status_of(status), None);
        for (index, meaning) in &self.departures {
            let cell = text_of(cells, *index)?;
            let Some(status) = meaning.status(cell) else { continue };
            departed = departed.or(Some(status));
            left_at = left_at.or_else(|| self.past(cell));
        }
        let confirmed = self.past(confirmed_at);
        // Nothing else on a line keeps somebody who left.
        let status = match departed {
            Some(departed) => departed,
            None if confirmed.is_none() && !confirmed_at.is_empty() => {
                return Err("`confirmed_at` is no time of the past, such as 2026-11-20T06:30:00Z".into());
            }
            None => match (status, confirmed) {
                ("" | "confirmed", Some(_)) => SubscriberStatus::Confirmed,
                ("" | "pending", None) => SubscriberStatus::Pending,
                ("confirmed", None) => return Err("`status` is confirmed and `confirmed_at` is empty".into()),
                ("pending", Some(_)) => return Err("`status` is pending and `confirmed_at` is not empty".into()),
                _ => return Err("`status` is none of confirmed, pending, unsubscribed, bounced".into()),
            },
        };
        let words = topics.split([';', ',']).map(|topic| topic.trim().to_lowercase()).filter(|topic| !topic.is_empty());
        let (topics, unknown): (BTreeSet<String>, BTreeSet<String>) = words.partition(|topic| is_topic(topic));
        let unknown_topics = unknown.iter().map(|topic| truncate(topic, MAX_WORD_CHARS)).collect();
        let name = truncate(name, MAX_NAME_CHARS);
        let subscriber = ImportSubscriber { email, name, status, confirmed_at: confirmed, left_at, topics };
        Ok(Record { subscriber, unknown_topics })
    }

    /// A time that is over.
    fn past(&self, cell: &str) -> Option<Timestamp> {
        Timestamp::parse_in(cell, &self.zone).filter(|at| *at <= self.now)
    }
}

/// A cell without the blanks around it and a spreadsheet's mark of text; empty where there is none.
fn text_of(cells: &ByteRecord, index: usize) -> Result<&str, &'static str> {
    let cell = cells.get(index).unwrap_or_default();
    Ok(spreadsheet::unescape_formula(std::str::from_utf8(cell).map_err(|_| "it is not UTF-8")?.trim()))
}

fn truncate(text: &str, characters: usize) -> String {
    let seen: String = text.chars().filter(|c| !c.is_control()).collect();
    letters::cut(&seen, characters).trim().to_owned()
}
