//! What spreadsheets do to a cell.

/// A cell of a file that a spreadsheet may open. It runs what begins like a formula, blanks before it or not; an
/// apostrophe makes it text.
pub fn harmless(cell: &str) -> String {
    if runs(cell) { format!("'{cell}") } else { cell.to_owned() }
}

/// A cell without the apostrophe that [`harmless`] gave it.
pub fn plain(cell: &str) -> &str {
    cell.strip_prefix('\'').filter(|rest| runs(rest)).unwrap_or(cell)
}

fn runs(cell: &str) -> bool {
    let first = cell.trim_start_matches([' ', '\u{a0}', '\u{feff}']).chars().next();
    first.is_some_and(|first| "=+-@\t\r\n|%＝＋－＠".contains(first))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_that_look_like_formulas_are_escaped_and_restored() {
        for (cell, written) in [
            ("plain", "plain"),
            ("a = b", "a = b"),
            ("'quoted'", "'quoted'"),
            ("=1+1", "'=1+1"),
            ("+254 20 555 0100", "'+254 20 555 0100"),
            ("-2", "'-2"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("\t=1", "'\t=1"),
            ("\r\n=1", "'\r\n=1"),
            ("  =1", "'  =1"),
            ("＝1", "'＝1"),
            ("", ""),
        ] {
            assert_eq!((&*harmless(cell), plain(written)), (written, cell), "{cell:?}");
        }
    }
}
