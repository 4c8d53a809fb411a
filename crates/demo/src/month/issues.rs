//! Newsletters: two that went out, and one that is still written.

use futures_util::FutureExt;
use mwanga_core::newsletter::{self, IssueRequest, IssueText, NewsletterError, SampleFailure};
use mwanga_store::types::IssueId;

use super::past::{Past, Step, step};

/// A newsletter that went out.
#[derive(Clone, Copy)]
struct Issue {
    name: &'static str,
    days_ago: i64,
    hour: i64,
    minute: i64,
    preheader: &'static str,
    failure: SampleFailure,
    /// On its links, by their place.
    clicks: &'static [i64],
    /// Who left by its link.
    leaver: &'static str,
}

const ISSUES: [Issue; 2] = [
    Issue {
        name: "first newsletter",
        days_ago: 13,
        hour: 8,
        minute: 0,
        preheader: "The best of two weeks, from the workshop to the tender office",
        failure: SampleFailure {
            email: "subscriber-15@example.com",
            error: "550 5.1.1 The e-mail account that you tried to reach does not exist",
            is_bounce: true,
        },
        clicks: &[5, 3, 0, 4, 2, 1, 0, 1],
        leaver: "subscriber-13@example.com",
    },
    Issue {
        name: "second newsletter",
        days_ago: 1,
        hour: 7,
        minute: 30,
        preheader: "What was read most since the last issue",
        failure: SampleFailure {
            email: "subscriber-06@example.com",
            error: "552 5.2.2 The mailbox is full",
            is_bounce: false,
        },
        clicks: &[7, 4, 2, 5, 0, 3, 1, 1],
        leaver: "subscriber-14@example.com",
    },
];

pub fn steps(past: &Past) -> Vec<Step> {
    let mut steps = vec![step(past.minutes_ago(35), |past| draft(past).boxed())];
    for issue in ISSUES {
        let at = |minutes| past.at(issue.days_ago, issue.hour, issue.minute + minutes);
        steps.push(step(at(0), move |past| write(past, issue).boxed()));
        steps.push(step(at(2), move |past| send(past, issue).boxed()));
        steps.push(step(at(25), move |past| follow(past, issue).boxed()));
    }
    steps
}

/// Begins with the newest stories, as the newsroom does.
async fn write(past: &Past, issue: Issue) -> anyhow::Result<()> {
    let editor = past.writer("editor@example.com").await?;
    past.once(issue.name, |claim| async move {
        let draft = newsletter::draft(&past.core).await?;
        let text = IssueText { subject: &draft.subject, preheader: issue.preheader, html: &draft.html };
        let request = IssueRequest { text, until: Some(draft.until), ..IssueRequest::default() };
        let sent = newsletter::send(&past.core, editor.account_id, request, &claim).await?;
        Ok::<_, NewsletterError>(sent.row.id.0)
    })
    .await?;
    Ok(())
}

/// Its minute is over: it goes out.
async fn send(past: &Past, issue: Issue) -> anyhow::Result<()> {
    Ok(newsletter::start_sample(&past.core, IssueId(past.id(issue.name)?), &[issue.failure]).await?)
}

/// Readers open it.
async fn follow(past: &Past, issue: Issue) -> anyhow::Result<()> {
    let id = IssueId(past.id(issue.name)?);
    newsletter::click_sample(&past.core, id, issue.clicks).await?;
    Ok(newsletter::unsubscribe_sample(&past.core, issue.leaver, Some(id)).await?)
}

async fn draft(past: &Past) -> anyhow::Result<()> {
    let editor = past.writer("editor@example.com").await?;
    let text = IssueText {
        subject: "Draft: what the long rains did to the network (sample text)",
        preheader: "",
        html: "<p>Sample text of a newsletter that nobody has sent yet. It opens with two sentences on the weather and \
               goes on with the three stories of the week.</p>",
    };
    past.once("draft of a newsletter", |claim| async move {
        let request = IssueRequest { text, ..IssueRequest::default() };
        let saved = newsletter::create_draft(&past.core, editor.account_id, request, &claim).await?;
        Ok::<_, NewsletterError>(saved.row.id.0)
    })
    .await?;
    Ok(())
}
