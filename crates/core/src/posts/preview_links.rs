//! Preview links: by one an outsider reads a post as it is saved, public or not, and may agree to it or write a note
//! (decision 088).

use mwanga_store::entities::post::Model;
use mwanga_store::entities::preview_link;
use mwanga_store::queries::preview_links as query;
use mwanga_store::types::{AccountId, PostId, PostStatus, PreviewLinkId, Timestamp};
use mwanga_store::{ConnectionTrait, StoreResult, queries};
use sea_orm::{IntoActiveModel, NotSet, Set};

use super::notes::{self, NewNote, NoteAuthor, invalid};
use super::revisions::fingerprint;
use super::{PostError, events, read};
use crate::changes::Tags;
use crate::idempotency::Claim;
use crate::writer::Writer;
use crate::{Core, secrets};

const DAY_MS: i64 = 24 * 3_600_000;
const MAX_DAYS: i64 = 30;
/// Most links of a post that can be opened at once.
const MAX_LINKS: u64 = 50;
/// Most answers to a link.
const MAX_ANSWERS: i32 = 20;
/// Openings of a link within a minute are written down once.
const OPENED_MS: i64 = 60_000;
/// Characters of a code: 128 bits in hexadecimal, more in letters and digits.
const CODE_CHARS: usize = 32;
const CODE_PURPOSE: &str = "preview link";

/// A link to be made.
#[derive(Clone, Debug)]
pub struct NewPreviewLink {
    pub days: i64,
    pub may_approve: bool,
    /// The `Idempotency-Key` of the request. The code then follows from it, so that a repeated request answers the same
    /// address although only its hash is stored.
    pub key: Option<String>,
}

/// A link in the list of the editors.
#[derive(Debug)]
pub struct PreviewLink {
    pub link: preview_link::Model,
    /// User name of who made it.
    pub made_by: Option<String>,
    /// Whether the text is still the one that was agreed to.
    pub agreement_holds: bool,
}

/// A post behind a link.
#[derive(Debug)]
pub struct Preview {
    pub link: preview_link::Model,
    pub post: Model,
    /// Whether the text is still the one that was agreed to.
    pub agreement_holds: bool,
}

/// What an outsider answers.
#[derive(Clone, Debug)]
pub struct LinkAnswer {
    /// Agrees to the text; `false` leaves an earlier agreement as it is.
    pub approve: bool,
    /// Empty: none.
    pub note: String,
    /// The revision that was read.
    pub revision: i32,
}

/// Makes a link; returns it with its code, which is not stored.
///
/// # Errors
///
/// [`PostError::Invalid`]: `days` is out of range, or the post has too many links.
pub async fn create(
    core: &Core,
    by: Writer,
    post: PostId,
    new: NewPreviewLink,
    claim: &Claim,
) -> Result<(preview_link::Model, String), PostError> {
    if !(1..=MAX_DAYS).contains(&new.days) {
        return Err(invalid("days", "Choose 1 to 30 days."));
    }
    let tx = core.store.begin().await?;
    claim.take(core, &tx).await?;
    let post = queries::posts::lock_by_id(&tx, post).await?.filter(is_shown).ok_or(PostError::NotFound)?;
    by.check_read(&post)?;
    let now = core.now();
    if query::count_live(&tx, post.id, now).await? >= MAX_LINKS {
        return Err(invalid("days", "This post has 50 links. End one that is not needed any more."));
    }
    let code = match &new.key {
        Some(key) => short(&core.keys.sign(CODE_PURPOSE, &code_input(by.account_id, post.id, now, key))),
        None => secrets::random_token(CODE_CHARS),
    };
    let row = preview_link::ActiveModel {
        id: NotSet,
        post_id: Set(post.id),
        code_hash: Set(secrets::fingerprint(&code)),
        account_id: Set(Some(by.account_id)),
        may_approve: Set(new.may_approve),
        created_at: Set(now),
        expires_at: Set(now.plus_ms(new.days * DAY_MS)),
        ended_at: Set(None),
        last_opened_at: Set(None),
        answer_count: Set(0),
        agreed_at: Set(None),
        agreed_revision: Set(None),
        agreed_fingerprint: Set(None),
    };
    let link = query::insert(&tx, row).await?;
    claim.set_created(&tx, link.id.0).await?;
    core.commit(tx, Tags::default()).await?;
    Ok((link, code))
}

/// The link that an earlier request with this key made, with its code; none if it is over.
pub async fn created_with(
    core: &Core,
    by: Writer,
    id: PreviewLinkId,
    key: &str,
) -> Result<Option<(preview_link::Model, String)>, PostError> {
    let link = query::get(core.store.reader(), id).await?.filter(|link| is_live(link, core.now()));
    let Some(link) = link else { return Ok(None) };
    let input = code_input(by.account_id, link.post_id, link.created_at, key);
    let codes = core.keys.accepted_signatures(CODE_PURPOSE, &input).into_iter().map(|signature| short(&signature));
    let code = codes.into_iter().find(|code| secrets::fingerprint(code) == link.code_hash);
    Ok(code.map(|code| (link, code)))
}

/// With the moment of its making, so that a key whose link was ended makes another code.
fn code_input(by: AccountId, post: PostId, created_at: Timestamp, key: &str) -> String {
    format!("{by}\n{post}\n{}\n{key}", created_at.0)
}

fn short(signature: &str) -> String {
    signature.chars().take(CODE_CHARS).collect()
}

/// The links of a post that are stored, newest first.
pub async fn list(core: &Core, by: Writer, post: PostId) -> Result<Vec<PreviewLink>, PostError> {
    let post = read::get_for(core, by, post).await?;
    let db = core.store.reader();
    let links = query::list(db, post.id).await?;
    let mut makers: Vec<AccountId> = links.iter().filter_map(|link| link.account_id).collect();
    makers.sort_unstable();
    makers.dedup();
    let makers = queries::accounts::by_ids(db, &makers).await?;
    let name = |id: AccountId| makers.iter().find(|maker| maker.id == id).map(|maker| maker.username.clone());
    let fingerprint = fingerprint(&post)?;
    let with_maker = |link: preview_link::Model| PreviewLink {
        made_by: link.account_id.and_then(name),
        agreement_holds: link.agreed_fingerprint.as_ref() == Some(&fingerprint),
        link,
    };
    Ok(links.into_iter().map(with_maker).collect())
}

/// A link that a repeated answer was given to.
pub async fn get(core: &Core, id: PreviewLinkId) -> Result<Option<preview_link::Model>, PostError> {
    Ok(query::get(core.store.reader(), id).await?)
}

/// Ends a link at once. What was answered to it stays.
///
/// # Errors
///
/// [`PostError::NoSuchLink`]: there is none.
pub async fn end(core: &Core, id: PreviewLinkId) -> Result<(), PostError> {
    let tx = core.store.begin().await?;
    let link = query::lock_by_id(&tx, id).await?.ok_or(PostError::NoSuchLink)?;
    if link.ended_at.is_none() {
        let mut row = link.into_active_model();
        row.ended_at = Set(Some(core.now()));
        query::update(&tx, row).await?;
        core.commit(tx, Tags::default()).await?;
    }
    Ok(())
}

/// The post behind a code, as it is saved.
///
/// # Errors
///
/// [`PostError::InvalidLink`]: there is no such link, it is over, or its post is gone or in the trash.
pub async fn open(core: &Core, code: &str) -> Result<Preview, PostError> {
    let db = core.store.reader();
    let link = find_live(core, db, code).await?;
    let post = queries::posts::get(db, link.post_id).await?.filter(is_shown).ok_or(PostError::InvalidLink)?;
    let agreement_holds = link.agreed_fingerprint.is_some() && link.agreed_fingerprint == Some(fingerprint(&post)?);
    Ok(Preview { link, post, agreement_holds })
}

/// Writes down that a link was opened, once a minute at most.
pub async fn record_opening(core: &Core, code: &str) -> Result<(), PostError> {
    let link = find_live(core, core.store.reader(), code).await?;
    let (now, before) = (core.now(), core.now().plus_ms(-OPENED_MS));
    if link.last_opened_at.is_none_or(|at| at <= before) {
        query::set_opened(core.store.writer(), link.id, now, before).await?;
    }
    Ok(())
}

/// Takes an outsider's answer: nothing is published by it. The owner of the post and who made the link are mailed.
///
/// # Errors
///
/// - [`PostError::InvalidLink`]: as in [`open`].
/// - [`PostError::Forbidden`]: the link is for reading alone.
/// - [`PostError::LinkUsedUp`]: it was answered too often.
/// - [`PostError::AnswerOutdated`]: the post was saved after it was opened.
/// - [`PostError::Invalid`]: the note is too long, or the answer is empty.
pub async fn answer(
    core: &Core,
    code: &str,
    answer: LinkAnswer,
    claim: &Claim,
) -> Result<preview_link::Model, PostError> {
    let note = notes::clean("note", &answer.note)?;
    if note.is_empty() && !answer.approve {
        return Err(invalid("note", "Write a note first."));
    }
    let tx = core.store.begin().await?;
    claim.take(core, &tx).await?;
    let found = find_live(core, &tx, code).await?;
    let post = queries::posts::lock_by_id(&tx, found.post_id).await?.filter(is_shown).ok_or(PostError::InvalidLink)?;
    let link = query::lock_by_id(&tx, found.id).await?.filter(|link| is_live(link, core.now()));
    let link = link.ok_or(PostError::InvalidLink)?;
    if !link.may_approve {
        return Err(PostError::Forbidden("This link is for reading alone."));
    }
    if link.answer_count >= MAX_ANSWERS {
        return Err(PostError::LinkUsedUp);
    }
    if answer.revision != post.revision {
        return Err(PostError::AnswerOutdated);
    }
    if !note.is_empty() {
        let note = NewNote { text: note, ..NewNote::default() };
        notes::insert(core, &tx, NoteAuthor::Outsider(link.id), &post, note).await?;
    }
    let mut notified: Vec<AccountId> = post.owner_id.into_iter().chain(link.account_id).collect();
    notified.sort_unstable();
    notified.dedup();
    for account in notified {
        events::record_link_answer(core, &tx, account, post.id).await?;
    }
    let answer_count = link.answer_count + 1;
    let mut row = link.into_active_model();
    row.answer_count = Set(answer_count);
    if answer.approve {
        row.agreed_at = Set(Some(core.now()));
        row.agreed_revision = Set(Some(post.revision));
        row.agreed_fingerprint = Set(Some(fingerprint(&post)?));
    }
    let link = query::update(&tx, row).await?;
    claim.set_created(&tx, link.id.0).await?;
    core.commit(tx, Tags::default()).await?;
    Ok(link)
}

/// When an outsider last agreed to the text that the post has now.
pub async fn agreed_at(core: &Core, post: &Model) -> StoreResult<Option<Timestamp>> {
    let agreed = query::list_agreed(core.store.reader(), post.id).await?;
    if agreed.is_empty() {
        return Ok(None);
    }
    let fingerprint = Some(fingerprint(post)?);
    Ok(agreed.into_iter().find(|link| link.agreed_fingerprint == fingerprint).and_then(|link| link.agreed_at))
}

/// The link of a code, unless it is over.
async fn find_live(core: &Core, db: &impl ConnectionTrait, code: &str) -> Result<preview_link::Model, PostError> {
    if code.len() != CODE_CHARS || !code.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return Err(PostError::InvalidLink);
    }
    let link = query::by_code_hash(db, &secrets::fingerprint(code)).await?;
    link.filter(|link| is_live(link, core.now())).ok_or(PostError::InvalidLink)
}

fn is_live(link: &preview_link::Model, now: Timestamp) -> bool {
    link.ended_at.is_none() && link.expires_at > now
}

fn is_shown(post: &Model) -> bool {
    post.status != PostStatus::Trash
}
