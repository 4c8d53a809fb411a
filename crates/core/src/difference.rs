//! What a check found.

/// A cached value that differs from the rows.
#[derive(Debug, PartialEq, Eq)]
pub struct Difference {
    /// What was compared.
    pub of: String,
    pub cached: String,
    pub actual: String,
}

impl Difference {
    pub fn new(of: impl Into<String>, cached: impl ToString, actual: impl ToString) -> Self {
        Self { of: of.into(), cached: cached.to_string(), actual: actual.to_string() }
    }
}
