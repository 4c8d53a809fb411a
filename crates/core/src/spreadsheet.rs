//! Escaping against CSV injection (formulas in cells).

/// Escapes a CSV cell that a spreadsheet would run as a formula, by a leading apostrophe.
pub fn escape_formula(cell: &str) -> String {
    if is_formula(cell) { format!("'{cell}") } else { cell.to_owned() }
}

/// Removes the apostrophe of [`escape_formula`].
pub fn unescape_formula(cell: &str) -> &str {
    cell.strip_prefix('\'').filter(|rest| is_formula(rest)).unwrap_or(cell)
}

fn is_formula(cell: &str) -> bool {
    let first = cell.trim_start_matches([' ', '\u{a0}', '\u{feff}']).chars().next();
    first.is_some_and(|first| "=+-@\t\r\n|%＝＋－＠".contains(first))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_that_look_like_formulas_are_escaped_and_restored() {
        for (cell, escaped) in [
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
            assert_eq!((&*escape_formula(cell), unescape_formula(escaped)), (escaped, cell), "{cell:?}");
        }
    }
}
