//! What the newsroom did: posts in each status, with their notes, a preview link and an invitation.

use anyhow::Context;
use futures_util::FutureExt;
use mwanga_core::Core;
use mwanga_core::accounts::{self, AccountError};
use mwanga_core::posts::{self, LinkAnswer, NewNote, NewPreviewLink, PostError, PostForm, Writer};
use mwanga_store::entities::post::Model;
use mwanga_store::queries;
use mwanga_store::types::{AccountId, PostId, PostNoteId, PreviewLinkId, Role};

use super::past::{Past, Step, step};
use super::samples::{self, Sample};

const ADMIN: &str = "admin@example.com";
const EDITOR: &str = "editor@example.com";
const AUTHOR: &str = "author@example.com";
const CONTRIBUTOR: &str = "contributor@example.com";

/// Posts of the publication that belong to somebody: the names begin like this.
const OWNED: [(&str, &str); 7] = [
    ("tech/04", AUTHOR),
    ("electronics/02", AUTHOR),
    ("science/05", AUTHOR),
    ("ai/05", AUTHOR),
    ("buying-guide/04", AUTHOR),
    ("entertainment/03", CONTRIBUTOR),
    ("services/02", CONTRIBUTOR),
];

/// The account that a post of the publication belongs to; none: the editors.
pub async fn owner(core: &Core, name: &str) -> anyhow::Result<Option<AccountId>> {
    let Some((_, email)) = OWNED.iter().find(|(prefix, _)| name.starts_with(prefix)) else { return Ok(None) };
    let account = queries::accounts::by_email_key(core.store.reader(), email).await?;
    Ok(account.map(|account| account.id))
}

pub fn steps(past: &Past) -> Vec<Step> {
    let mut steps = drafts(past);
    steps.extend(review_of_kiosk_ice(past));
    steps.extend(review_of_water_meter(past));
    steps.extend(preview_of_lamps(past));
    steps.push(step(past.at(1, 16, 20), |past| invite(past).boxed()));
    steps
}

/// Posts that nobody has to look at, the last one in the trash.
fn drafts(past: &Past) -> Vec<Step> {
    let dated = past.ahead(3, 9, 0);
    vec![
        step(past.at(8, 11, 5), |past| write(past, AUTHOR, samples::PLUG_QUIZ, None).boxed()),
        step(past.at(7, 10, 0), |past| throw_away(past).boxed()),
        step(past.at(4, 10, 40), |past| write(past, AUTHOR, samples::POWER_BANKS, None).boxed()),
        step(past.at(2, 17, 35), |past| write(past, AUTHOR, samples::BICYCLE_CHARGER, Some(dated)).boxed()),
        step(past.at(6, 8, 50), |past| write(past, CONTRIBUTOR, samples::BICYCLE_WORKSHOP, None).boxed()),
        step(past.at(6, 9, 30), |past| submit(past, samples::BICYCLE_WORKSHOP, 1).boxed()),
        step(past.at(5, 14, 10), |past| {
            let note = "A good morning’s work. Please add the owner’s sum, then submit it again.";
            send_back(past, samples::BICYCLE_WORKSHOP, 2, note).boxed()
        }),
    ]
}

/// In review: one thread on a passage is resolved, another one is not.
fn review_of_kiosk_ice(past: &Past) -> Vec<Step> {
    let passage = |text: &'static str, quote: &'static str| NewNote {
        text: text.to_owned(),
        quote: quote.to_owned(),
        parent_id: None,
    };
    let unit = passage("Where does this price come from? Say that it is assumed.", "thirty shillings for a unit");
    let step_wet = passage("Lovely. Is it half, or a third?", "half of it has run down the step by then");
    let whole = passage("I would end with the bottles of water: it is the best advice in it.", "");
    let ice = samples::KIOSK_ICE;
    vec![
        step(past.at(3, 9, 15), move |past| write(past, CONTRIBUTOR, ice, None).boxed()),
        step(past.at(2, 8, 30), move |past| submit(past, ice, 1).boxed()),
        step(past.at(2, 11, 10), move |past| note(past, EDITOR, ice, "note on the unit", unit, None).boxed()),
        step(past.at(2, 12, 45), move |past| {
            let text = "It says so now: an assumed thirty shillings.";
            answer(past, CONTRIBUTOR, ice, "answer on the unit", text, "note on the unit").boxed()
        }),
        step(past.at(2, 13, 0), |past| resolve(past, "note on the unit").boxed()),
        step(past.at(1, 9, 20), move |past| note(past, EDITOR, ice, "note on the step", step_wet, None).boxed()),
        step(past.at(1, 10, 5), move |past| {
            let text = "Half, on a warm day. I watched it.";
            answer(past, CONTRIBUTOR, ice, "answer on the step", text, "note on the step").boxed()
        }),
        step(past.at(1, 15, 30), move |past| note(past, ADMIN, ice, "note on the whole", whole, None).boxed()),
    ]
}

/// Sent back once, then approved for a day ahead.
fn review_of_water_meter(past: &Past) -> Vec<Step> {
    let (meter, date) = (samples::WATER_METER, past.ahead(6, 8, 30));
    vec![
        step(past.at(5, 9, 0), move |past| write(past, CONTRIBUTOR, meter, Some(date)).boxed()),
        step(past.at(5, 9, 25), move |past| submit(past, meter, 1).boxed()),
        step(past.at(4, 15, 50), move |past| {
            send_back(past, meter, 2, "Which of the two rows is on the bill? Say it in the first sentence.").boxed()
        }),
        step(past.at(3, 10, 30), move |past| submit(past, meter, 3).boxed()),
        step(past.at(2, 14, 20), move |past| approve(past, meter, 4).boxed()),
    ]
}

/// Scheduled by its author, after somebody outside the newsroom agreed to it.
fn preview_of_lamps(past: &Past) -> Vec<Step> {
    let (lamps, date) = (samples::EMERGENCY_LAMPS, past.ahead(2, 7, 0));
    vec![
        step(past.at(4, 16, 0), move |past| write(past, AUTHOR, lamps, Some(date)).boxed()),
        step(past.at(3, 11, 0), move |past| schedule(past, lamps).boxed()),
        step(past.at(2, 9, 30), move |past| share(past, lamps).boxed()),
        step(past.at(1, 13, 15), move |past| agree(past, lamps).boxed()),
    ]
}

/// Writes a draft, with a date where it has one.
async fn write(past: &Past, by: &str, sample: Sample, publish_date: Option<String>) -> anyhow::Result<()> {
    let by = past.writer(by).await?;
    let form = PostForm { publish_date, ..sample.form(&past.core).await? };
    let create = |claim| async move { posts::create(&past.core, Some(by), form, &claim).await.map(|post| post.id.0) };
    past.once(sample.file, create).await?;
    Ok(())
}

async fn throw_away(past: &Past) -> anyhow::Result<()> {
    let by = past.writer(AUTHOR).await?;
    // One that lies in the trash already is not found.
    if let Some(quiz) = posts::get(&past.core, PostId(past.id(samples::PLUG_QUIZ.file)?)).await? {
        posts::trash(&past.core, Some(by), quiz.id).await?;
    }
    Ok(())
}

/// The post of a sample, also in the trash.
async fn post(past: &Past, sample: Sample) -> anyhow::Result<Model> {
    let id = PostId(past.id(sample.file)?);
    let post = queries::posts::get(past.core.store.reader(), id).await?;
    post.with_context(|| format!("{} is gone", sample.file))
}

/// The post of a sample if it is still of this revision, which the next step then follows.
async fn of_revision(past: &Past, sample: Sample, revision: i32) -> anyhow::Result<Option<PostId>> {
    Ok(Some(post(past, sample).await?).filter(|post| post.revision == revision).map(|post| post.id))
}

async fn submit(past: &Past, sample: Sample, revision: i32) -> anyhow::Result<()> {
    if let Some(id) = of_revision(past, sample, revision).await? {
        posts::submit(&past.core, past.writer(CONTRIBUTOR).await?, id, Some(revision)).await?;
    }
    Ok(())
}

async fn send_back(past: &Past, sample: Sample, revision: i32, note: &str) -> anyhow::Result<()> {
    if let Some(id) = of_revision(past, sample, revision).await? {
        posts::send_back(&past.core, past.writer(EDITOR).await?, id, note, revision).await?;
    }
    Ok(())
}

async fn approve(past: &Past, sample: Sample, revision: i32) -> anyhow::Result<()> {
    if let Some(id) = of_revision(past, sample, revision).await? {
        posts::approve(&past.core, past.writer(EDITOR).await?, id, false, revision).await?;
    }
    Ok(())
}

async fn schedule(past: &Past, sample: Sample) -> anyhow::Result<()> {
    let by = past.writer(AUTHOR).await?;
    if let Some(id) = of_revision(past, sample, 1).await? {
        let form = PostForm { status: Some("published".to_owned()), ..PostForm::default() };
        posts::update(&past.core, Some(by), id, form).await?;
    }
    Ok(())
}

async fn note(
    past: &Past,
    by: &str,
    sample: Sample,
    name: &'static str,
    new: NewNote,
    parent: Option<&str>,
) -> anyhow::Result<()> {
    let (by, id) = (past.writer(by).await?, PostId(past.id(sample.file)?));
    let parent_id = parent.map(|name| past.id(name)).transpose()?.map(PostNoteId);
    let new = NewNote { parent_id, ..new };
    let create = |claim| async move { posts::add_note(&past.core, by, id, new, &claim).await.map(|note| note.id.0) };
    past.once(name, create).await?;
    Ok(())
}

async fn answer(
    past: &Past,
    by: &str,
    sample: Sample,
    name: &'static str,
    text: &str,
    parent: &str,
) -> anyhow::Result<()> {
    let new = NewNote { text: text.to_owned(), ..NewNote::default() };
    note(past, by, sample, name, new, Some(parent)).await
}

async fn resolve(past: &Past, note: &str) -> anyhow::Result<()> {
    posts::resolve_note(&past.core, past.writer(EDITOR).await?, PostNoteId(past.id(note)?), true).await?;
    Ok(())
}

const PREVIEW: &str = "preview link";

/// Makes a link for somebody outside the newsroom.
async fn share(past: &Past, sample: Sample) -> anyhow::Result<()> {
    let (by, id) = (past.writer(AUTHOR).await?, PostId(past.id(sample.file)?));
    let new = NewPreviewLink { days: 14, may_approve: true, key: Some(PREVIEW.to_owned()) };
    let create = |claim| async move {
        posts::create_preview_link(&past.core, by, id, new, &claim).await.map(|(link, _)| link.id.0)
    };
    past.once(PREVIEW, create).await?;
    Ok(())
}

/// The outsider opens the link, and agrees.
async fn agree(past: &Past, sample: Sample) -> anyhow::Result<()> {
    let by: Writer = past.writer(AUTHOR).await?;
    let link = PreviewLinkId(past.id(PREVIEW)?);
    let found = posts::created_preview_link(&past.core, by, link, PREVIEW).await?;
    let (_, code) = found.context("the preview link is gone")?;
    let revision = post(past, sample).await?.revision;
    let note = "The three points are right. I would add that the cell is sold in most kiosks. (Sample answer.)";
    past.once("answer to the preview link", |claim| async move {
        posts::record_preview_opening(&past.core, &code).await?;
        let answer = LinkAnswer { approve: true, note: note.to_owned(), revision };
        let link = posts::answer_preview_link(&past.core, &code, answer, &claim).await?;
        Ok::<_, PostError>(link.id.0)
    })
    .await?;
    Ok(())
}

/// Somebody who has not joined the newsroom yet.
async fn invite(past: &Past) -> anyhow::Result<()> {
    let by = past.writer(ADMIN).await?.account_id;
    past.once("invitation", |claim| async move {
        let invite = accounts::invite(&past.core, by, "new-author@example.com", Role::Author, &claim).await?;
        Ok::<_, AccountError>(invite.id.0)
    })
    .await?;
    Ok(())
}
