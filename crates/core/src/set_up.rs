//! Set-up: six questions that make a fresh publication somebody's own. What is answered are settings and posts like any
//! others; kept here is only which questions were answered, so that they can be found again.

use mwanga_store::queries::desk::DeskFilter;
use mwanga_store::types::{Role, Timestamp};
use mwanga_store::{ConnectionTrait, StoreResult, queries};
use serde::Deserialize;

use crate::Core;
use crate::changes::Tags;

/// A question, in the order of the screen. Names are stored and part of the API: never changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Question {
    Name,
    Contact,
    Colours,
    Address,
    Mail,
    Posts,
}

impl Question {
    pub const ALL: [Self; 6] = [Self::Name, Self::Contact, Self::Colours, Self::Address, Self::Mail, Self::Posts];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Contact => "contact",
            Self::Colours => "colours",
            Self::Address => "address",
            Self::Mail => "mail",
            Self::Posts => "posts",
        }
    }

    fn key(self) -> String {
        format!("{KEY}.{}", self.as_str())
    }
}

/// What became of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    Answered,
    Skipped,
}

impl Answer {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Answered => "answered",
            Self::Skipped => "skipped",
        }
    }
}

/// How far set-up has come.
#[derive(Clone, Debug)]
pub struct Progress {
    /// Whether anybody was there; nobody is led there twice.
    pub is_begun: bool,
    /// Nobody wants to be reminded of it.
    pub is_put_away: bool,
    /// None: still open.
    pub answers: [(Question, Option<Answer>); 6],
}

/// What the admin area makes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Invitation {
    /// A fresh publication: its administrator is led to the questions.
    Lead,
    /// Begun, and questions are open: a card reminds of them.
    Remind,
    None,
}

/// The row that says whether it was begun; those of the questions begin with it.
const KEY: &str = "set_up";
const BEGUN: &str = "begun";
const PUT_AWAY: &str = "put_away";

pub async fn progress(core: &Core) -> StoreResult<Progress> {
    let keys: Vec<String> = [KEY.to_owned()].into_iter().chain(Question::ALL.map(Question::key)).collect();
    let rows = queries::settings::list(core.store.reader(), &keys).await?;
    let value = |key: &str| rows.iter().find(|row| row.key == key).map(|row| row.value.as_str());
    let answers = Question::ALL.map(|question| {
        let answer = match value(&question.key()) {
            Some("answered") => Some(Answer::Answered),
            Some("skipped") => Some(Answer::Skipped),
            _ => None,
        };
        (question, answer)
    });
    Ok(Progress { is_begun: value(KEY).is_some(), is_put_away: value(KEY) == Some(PUT_AWAY), answers })
}

/// Whether somebody of this role is led to the questions, or reminded of them. Where somebody has begun to publish,
/// nobody is led there.
pub async fn invitation(core: &Core, role: Role) -> StoreResult<Invitation> {
    if role != Role::Admin {
        return Ok(Invitation::None);
    }
    let progress = progress(core).await?;
    if progress.is_begun {
        let is_open = progress.answers.iter().any(|(_, answer)| answer.is_none());
        return Ok(if is_open && !progress.is_put_away { Invitation::Remind } else { Invitation::None });
    }
    let is_fresh = core.settings().version == 0
        && queries::desk::count(core.store.reader(), &DeskFilter::default(), core.now()).await? == 0;
    Ok(if is_fresh { Invitation::Lead } else { Invitation::None })
}

/// Notes that somebody is there, or wants no reminder.
pub async fn set_put_away(core: &Core, is_put_away: bool) -> StoreResult<()> {
    let value = if is_put_away { PUT_AWAY } else { BEGUN };
    queries::settings::set(core.store.writer(), KEY, value, core.now()).await
}

/// Notes what became of a question.
pub async fn answer(core: &Core, question: Question, answer: Answer) -> StoreResult<()> {
    let tx = core.store.begin().await?;
    record(&tx, question, answer, core.now()).await?;
    core.commit(tx, Tags::default()).await
}

/// [`answer`] in the transaction of what the answer does.
pub async fn record(db: &impl ConnectionTrait, question: Question, answer: Answer, now: Timestamp) -> StoreResult<()> {
    queries::settings::insert_if_absent(db, KEY, BEGUN, now).await?;
    queries::settings::set(db, &question.key(), answer.as_str(), now).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_question_is_read_by_the_name_that_it_is_stored_with() {
        for question in Question::ALL {
            let read: Question = serde_json::from_value(question.as_str().into()).unwrap();
            assert_eq!(read, question);
        }
    }
}
