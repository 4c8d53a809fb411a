//! Tables for spreadsheets (RFC 4180).

use axum::body::Body;
use axum::http::HeaderValue;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use mwanga_core::security::{self, Event, EventDetails};
use mwanga_core::spreadsheet::escape_formula;

/// One row with its line end. Every cell is quoted.
pub fn line<S: AsRef<str>>(cells: &[S]) -> String {
    let cells: Vec<String> =
        cells.iter().map(|cell| format!("\"{}\"", escape_formula(cell.as_ref()).replace('"', "\"\""))).collect();
    cells.join(",") + "\r\n"
}

/// A file to be saved under this name, which holds letters, digits, dots and hyphens alone.
pub fn file(name: &str, body: impl Into<Body>) -> Response {
    security::log(Event::Exported, EventDetails { subject: name, ..EventDetails::default() });
    let disposition =
        HeaderValue::from_str(&format!("attachment; filename=\"{name}\"")).expect("a name of plain letters");
    (
        [(CONTENT_TYPE, HeaderValue::from_static("text/csv; charset=utf-8")), (CONTENT_DISPOSITION, disposition)],
        body.into(),
    )
        .into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_csv_cell_is_quoted_and_formulas_are_escaped() {
        assert_eq!(line(&["a", "b"]), "\"a\",\"b\"\r\n");
        assert_eq!(line(&["say \"hi\", then", "=1+1", ""]), "\"say \"\"hi\"\", then\",\"'=1+1\",\"\"\r\n");
    }
}
