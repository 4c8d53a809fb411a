//! Reading the file, a line at a time.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{Chain, Read};
use std::path::{Path, PathBuf};

use csv::ByteRecord;
use mwanga_store::types::{SubscriberStatus, Timestamp};

use super::line_ends::LineEnds;
use super::report::WrongLine;
use mwanga_core::email::EmailAddress;
use mwanga_core::newsletter::is_topic;
use mwanga_core::spreadsheet;

/// Characters of a name, and of a foreign word in the report.
const LONGEST_NAME: usize = 200;
const LONGEST_WORD: usize = 60;
const COLUMNS: [&str; 5] = ["email", "name", "confirmed_at", "topics", "status"];
/// Read after the file's own end, so that the end of a whole file is told from one inside a quoted cell.
const END: &[u8] = b"\0end\n";

/// Why a file is no list, or only a part of one.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    #[error("{path}: {source}")]
    Unreadable { path: PathBuf, source: csv::Error },
    #[error(
        "the first line names no column `email`. It must name the columns, divided by commas: email,name,confirmed_at,topics (UTF-8)"
    )]
    NoEmailColumn,
    #[error("the first line names the column `{0}` twice")]
    ColumnTwice(&'static str),
    #[error("the file breaks off in line {0}; is it whole?")]
    BreaksOff(u64),
}

pub(super) struct Line {
    pub email: EmailAddress,
    pub name: String,
    pub status: SubscriberStatus,
    pub confirmed_at: Option<Timestamp>,
    pub topics: BTreeSet<String>,
    pub unknown_topics: Vec<String>,
}

impl Line {
    /// Rows that it is at most.
    pub fn rows(&self) -> usize {
        1 + self.topics.len()
    }
}

pub(super) struct Lines {
    reader: csv::Reader<LineEnds<Chain<File, &'static [u8]>>>,
    path: PathBuf,
    now: Timestamp,
    /// Where each of [`COLUMNS`] stands.
    places: [Option<usize>; 5],
    width: usize,
    pub unknown_columns: Vec<String>,
}

/// A record and the line it begins in.
struct Row {
    line: u64,
    cells: ByteRecord,
    /// No line end follows it: the file may have been cut.
    last: bool,
}

impl Lines {
    pub fn open(path: &Path, now: Timestamp) -> Result<Self, FileError> {
        let unreadable =
            |source: std::io::Error| FileError::Unreadable { path: path.to_owned(), source: source.into() };
        let file = File::open(path).map_err(unreadable)?.chain(END);
        let reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(LineEnds::new(file));
        let mut lines =
            Self { reader, path: path.to_owned(), now, places: [None; 5], width: 0, unknown_columns: Vec::new() };
        let header = lines.row()?.ok_or(FileError::NoEmailColumn)?.cells;
        lines.width = header.len();
        for (place, cell) in header.iter().enumerate() {
            let name = String::from_utf8_lossy(cell).trim().to_lowercase();
            match COLUMNS.iter().position(|column| *column == name) {
                Some(column) if lines.places[column].is_some() => return Err(FileError::ColumnTwice(COLUMNS[column])),
                Some(column) => lines.places[column] = Some(place),
                None => lines.unknown_columns.push(short(&name, LONGEST_WORD)),
            }
        }
        if lines.places[0].is_none() { Err(FileError::NoEmailColumn) } else { Ok(lines) }
    }

    /// The next line, or what is wrong with it; `None` at the end of the file.
    pub fn next_line(&mut self) -> Result<Option<Result<Line, WrongLine>>, FileError> {
        let Some(row) = self.row()? else { return Ok(None) };
        if row.last && row.cells.len() < self.width {
            return Err(FileError::BreaksOff(row.line));
        }
        Ok(Some(self.line(&row.cells).map_err(|why| WrongLine { line: row.line, why })))
    }

    fn row(&mut self) -> Result<Option<Row>, FileError> {
        let mut cells = ByteRecord::new();
        if !self
            .reader
            .read_byte_record(&mut cells)
            .map_err(|source| FileError::Unreadable { path: self.path.clone(), source })?
        {
            return Ok(None);
        }
        let end = self.reader.position().byte();
        let (feeds, ended_by_feed) = self.reader.get_mut().before(end);
        let inside = cells.iter().flatten().filter(|byte| **byte == b'\n').count() as u64;
        let cell = cells.iter().next_back().unwrap_or_default();
        // Inside a quoted cell the line end belongs to it.
        if cell.ends_with(END) {
            return Err(FileError::BreaksOff(feeds + 1 - inside));
        }
        let line = feeds + u64::from(!ended_by_feed) - inside;
        let Some(rest) = cell.strip_suffix(&END[..END.len() - 1]) else {
            return Ok(Some(Row { line, cells, last: false }));
        };
        if cells.len() == 1 && rest.is_empty() {
            return Ok(None);
        }
        let rest = rest.to_owned();
        let before = cells.len() - 1;
        cells.truncate(before);
        cells.push_field(&rest);
        Ok(Some(Row { line, cells, last: true }))
    }

    fn line(&self, cells: &ByteRecord) -> Result<Line, String> {
        if cells.len() != self.width {
            return Err(format!(
                "it has {} cells and the first line {}; a comma inside a cell needs quotes around it",
                cells.len(),
                self.width
            ));
        }
        let mut texts = [""; 5];
        for (text, place) in texts.iter_mut().zip(self.places) {
            let cell = place.and_then(|place| cells.get(place)).unwrap_or_default();
            *text = spreadsheet::plain(std::str::from_utf8(cell).map_err(|_| "it is not UTF-8")?.trim());
        }
        let [email, name, confirmed_at, topics, status] = texts;
        let email = EmailAddress::parse(email).map_err(|_| "this is no e-mail address")?;
        let confirmed_at = match confirmed_at {
            "" => None,
            text => Some(
                Timestamp::parse(text)
                    .filter(|at| *at <= self.now)
                    .ok_or("`confirmed_at` is no time of the past, such as 2026-11-20T06:30:00Z")?,
            ),
        };
        let status = match (status, confirmed_at) {
            ("unsubscribed", _) => SubscriberStatus::Unsubscribed,
            ("bounced", _) => SubscriberStatus::Bounced,
            ("" | "confirmed", Some(_)) => SubscriberStatus::Confirmed,
            ("" | "pending", None) => SubscriberStatus::Pending,
            ("confirmed", None) => return Err("`status` is confirmed and `confirmed_at` is empty".into()),
            ("pending", Some(_)) => return Err("`status` is pending and `confirmed_at` is not empty".into()),
            _ => return Err("`status` is none of confirmed, pending, unsubscribed, bounced".into()),
        };
        let words = topics.split([';', ',']).map(|topic| topic.trim().to_lowercase()).filter(|topic| !topic.is_empty());
        let (topics, unknown): (BTreeSet<String>, BTreeSet<String>) = words.partition(|topic| is_topic(topic));
        let unknown_topics = unknown.iter().map(|topic| short(topic, LONGEST_WORD)).collect();
        Ok(Line { email, name: short(name, LONGEST_NAME), status, confirmed_at, topics, unknown_topics })
    }
}

fn short(text: &str, characters: usize) -> String {
    text.chars().filter(|c| !c.is_control()).take(characters).collect::<String>().trim().to_owned()
}
