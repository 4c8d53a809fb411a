//! Tables for spreadsheets (RFC 4180).

use axum::body::Body;
use axum::http::HeaderValue;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

/// One row with its line end. Every cell is quoted.
pub fn line<S: AsRef<str>>(cells: &[S]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| format!("\"{}\"", harmless(cell.as_ref()).replace('"', "\"\""))).collect();
    cells.join(",") + "\r\n"
}

/// Spreadsheets run what begins like a formula, blanks before it or not; an apostrophe makes it text.
fn harmless(cell: &str) -> String {
    let first = cell.trim_start_matches([' ', '\u{a0}', '\u{feff}']).chars().next();
    if first.is_some_and(|first| "=+-@\t\r\n|%＝＋－＠".contains(first)) { format!("'{cell}") } else { cell.to_owned() }
}

/// A file to be saved under this name, which holds letters, digits, dots and hyphens alone.
pub fn file(name: &str, body: impl Into<Body>) -> Response {
    let disposition = HeaderValue::from_str(&format!("attachment; filename=\"{name}\"")).expect("a name of plain letters");
    ([(CONTENT_TYPE, HeaderValue::from_static("text/csv; charset=utf-8")), (CONTENT_DISPOSITION, disposition)], body.into()).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_begins_like_a_formula_is_text() {
        for (cell, written) in [
            ("plain", "plain"),
            ("a = b", "a = b"),
            ("=1+1", "'=1+1"),
            ("+254 20 555 0100", "'+254 20 555 0100"),
            ("-2", "'-2"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("\t=1", "'\t=1"),
            ("\r\n=1", "'\r\n=1"),
            ("  =1", "'  =1"),
            ("＝1", "'＝1"),
            ("say \"hi\", then", "say \"\"hi\"\", then"),
            ("", ""),
        ] {
            assert_eq!(line(&[cell]), format!("\"{written}\"\r\n"), "{cell:?}");
        }
        assert_eq!(line(&["a", "b"]), "\"a\",\"b\"\r\n");
    }
}
