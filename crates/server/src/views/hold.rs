use mwanga_core::held::Hold;
use mwanga_core::held_copy::{DroppedMail, OnRelease, Released, Waiting};
use mwanga_core::settings::Settings;
use mwanga_store::types::Timestamp;
use serde::Serialize;

/// Whether this copy of the site is held, and what waits.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct HoldView {
    pub held: bool,
    /// A sentence; none where nothing is held.
    #[schema(required)]
    pub reason: Option<String>,
    #[schema(required)]
    pub since: Option<Timestamp>,
    pub waiting: Vec<WaitingView>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct WaitingView {
    /// A plain name, such as `Mails about accounts`.
    pub label: &'static str,
    pub count: u64,
    pub oldest_at: Timestamp,
    #[schema(inline)]
    pub on_release: OnReleaseView,
    /// What the release does with it, in words.
    pub outcome: &'static str,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OnReleaseView {
    Done,
    Dropped,
    Missed,
    Uncertain,
    Skipped,
    Checked,
}

/// What a release did.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct ReleasedView {
    pub message: &'static str,
    pub dropped: Vec<DroppedMailView>,
    /// Newsletter mails that became uncertain.
    pub uncertain: u64,
    /// Daily newsletters whose time had passed.
    pub skipped: u64,
}

/// A mail that was never sent.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct DroppedMailView {
    pub label: &'static str,
    pub created_at: Timestamp,
    /// Empty where it is not known any more.
    pub recipient: String,
}

impl HoldView {
    pub fn new(settings: &Settings, hold: Option<Hold>, waiting: Vec<Waiting>) -> Self {
        Self {
            held: hold.is_some(),
            reason: hold.as_ref().map(|hold| hold.reason.describe(settings)),
            since: hold.map(|hold| hold.since),
            waiting: waiting.into_iter().map(WaitingView::from).collect(),
        }
    }
}

impl From<Waiting> for WaitingView {
    fn from(waiting: Waiting) -> Self {
        let Waiting { label, count, oldest_at, on_release } = waiting;
        Self { label, count, oldest_at, on_release: on_release.into(), outcome: on_release.describe() }
    }
}

impl From<OnRelease> for OnReleaseView {
    fn from(on_release: OnRelease) -> Self {
        match on_release {
            OnRelease::Done => Self::Done,
            OnRelease::Dropped => Self::Dropped,
            OnRelease::Missed => Self::Missed,
            OnRelease::Uncertain => Self::Uncertain,
            OnRelease::Skipped => Self::Skipped,
            OnRelease::Checked => Self::Checked,
        }
    }
}

impl From<Released> for ReleasedView {
    fn from(released: Released) -> Self {
        let Released { dropped, uncertain, skipped } = released;
        let dropped = dropped.into_iter().map(DroppedMailView::from).collect();
        Self { message: "Released. This site mails and charges again.", dropped, uncertain, skipped }
    }
}

impl From<DroppedMail> for DroppedMailView {
    fn from(mail: DroppedMail) -> Self {
        let DroppedMail { label, created_at, recipient } = mail;
        Self { label, created_at, recipient }
    }
}
