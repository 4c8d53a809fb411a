use mwanga_core::doctor::{Check, CheckState};
use mwanga_store::types::Timestamp;
use serde::Serialize;

/// What is well with the site, and what is not.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct DoctorView {
    pub checked_at: Timestamp,
    /// Always in the same order.
    pub checks: Vec<CheckView>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct CheckView {
    /// What was looked at, such as `Free space`; some have several lines.
    pub subject: &'static str,
    #[schema(inline)]
    pub state: CheckStateView,
    pub finding: String,
    /// What to do; none where all is well. What is to be copied stands on lines of its own below the first one.
    #[schema(required)]
    pub advice: Option<String>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CheckStateView {
    Well,
    Warning,
    Broken,
}

impl DoctorView {
    pub fn new(checked_at: Timestamp, checks: Vec<Check>) -> Self {
        Self { checked_at, checks: checks.into_iter().map(CheckView::from).collect() }
    }
}

impl From<Check> for CheckView {
    fn from(check: Check) -> Self {
        let Check { subject, state, finding, advice } = check;
        Self { subject, state: state.into(), finding, advice }
    }
}

impl From<CheckState> for CheckStateView {
    fn from(state: CheckState) -> Self {
        match state {
            CheckState::Well => Self::Well,
            CheckState::Warning => Self::Warning,
            CheckState::Broken => Self::Broken,
        }
    }
}
