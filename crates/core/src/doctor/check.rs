/// What a check found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// What was looked at, such as `Free space`.
    pub subject: &'static str,
    pub state: CheckState,
    /// One sentence.
    pub finding: String,
    /// What to do; none where all is well.
    pub advice: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CheckState {
    Well,
    Warning,
    Broken,
}

impl CheckState {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Well => "well",
            Self::Warning => "warning",
            Self::Broken => "broken",
        }
    }
}

impl Check {
    pub(super) fn well(subject: &'static str, finding: impl Into<String>) -> Self {
        Self { subject, state: CheckState::Well, finding: finding.into(), advice: None }
    }

    pub(super) fn warning(subject: &'static str, finding: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { subject, state: CheckState::Warning, finding: finding.into(), advice: Some(advice.into()) }
    }

    pub(super) fn broken(subject: &'static str, finding: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { subject, state: CheckState::Broken, finding: finding.into(), advice: Some(advice.into()) }
    }
}
