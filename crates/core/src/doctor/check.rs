use futures_util::future::BoxFuture;

/// A line of the doctor: what was looked at, and what was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// What was looked at, such as `Free space`.
    pub subject: &'static str,
    pub state: CheckState,
    /// One sentence or two.
    pub finding: String,
    /// What to do; none where all is well. What is to be copied, such as a DNS record, stands on lines of its own below
    /// the first one.
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

/// A check without its subject.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Outcome {
    pub state: CheckState,
    pub finding: String,
    pub advice: Option<String>,
}

/// Of what has several lines.
pub(super) type Outcomes<'a> = Vec<BoxFuture<'a, Outcome>>;

impl Outcome {
    pub fn well(finding: impl Into<String>) -> Self {
        Self { state: CheckState::Well, finding: finding.into(), advice: None }
    }

    pub fn warning(finding: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { state: CheckState::Warning, finding: finding.into(), advice: Some(advice.into()) }
    }

    pub fn broken(finding: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { state: CheckState::Broken, finding: finding.into(), advice: Some(advice.into()) }
    }

    pub fn of(self, subject: &'static str) -> Check {
        let Self { state, finding, advice } = self;
        Check { subject, state, finding, advice }
    }
}
