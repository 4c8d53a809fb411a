//! Notes of the newsroom on a post: threads on a passage or the whole. They are never public, and stay as long as the
//! post.

use mwanga_store::entities::post::Model;
use mwanga_store::entities::{account, post_note};
use mwanga_store::types::{AccountId, PostEventKind, PostId, PostNoteId, PreviewLinkId};
use mwanga_store::{ConnectionTrait, StoreResult, Transaction, queries};
use sea_orm::{IntoActiveModel, NotSet, Set};

use super::events;
use super::save::check_not_in_trash;
use super::{PostError, read};
use crate::Core;
use crate::changes::Tags;
use crate::idempotency::Claim;
use crate::writer::Writer;

/// Longest texts in characters, and most notes of a post.
const MAX_TEXT: usize = 2_000;
const MAX_QUOTE: usize = 500;
const MAX_NOTES: u64 = 500;

/// A note to be written.
#[derive(Clone, Debug, Default)]
pub struct NewNote {
    pub text: String,
    /// The passage it is about; empty: the whole post.
    pub quote: String,
    /// A note of the thread that it answers.
    pub parent_id: Option<PostNoteId>,
}

/// The notes of a post.
#[derive(Debug)]
pub struct Notes {
    /// Each with the user name of who wrote it, oldest first.
    pub notes: Vec<(post_note::Model, Option<String>)>,
    /// Who may be mentioned: all who may read the post.
    pub people: Vec<account::Model>,
}

/// The notes of a post that `by` may read.
pub async fn list(core: &Core, by: Writer, post: PostId) -> Result<Notes, PostError> {
    let db = core.store.reader();
    let post = read::get(core, post).await?.ok_or(PostError::NotFound)?;
    by.check_read(&post)?;
    let people = people_of(db, &post).await?;
    let notes = queries::post_notes::list(db, post.id).await?;
    let mut authors: Vec<AccountId> = notes.iter().filter_map(|note| note.account_id).collect();
    authors.sort_unstable();
    authors.dedup();
    let authors = queries::accounts::by_ids(db, &authors).await?;
    let name = |id: Option<AccountId>| authors.iter().find(|a| Some(a.id) == id).map(|a| a.username.clone());
    let with_author = |note: post_note::Model| {
        let author = name(note.account_id);
        (note, author)
    };
    Ok(Notes { notes: notes.into_iter().map(with_author).collect(), people })
}

/// A note that a repeated call made.
pub async fn get(core: &Core, id: PostNoteId) -> Result<Option<post_note::Model>, PostError> {
    Ok(queries::post_notes::get(core.store.reader(), id).await?)
}

/// Writes a note. The owner of the post, who began the thread, and who is mentioned are mailed.
///
/// # Errors
///
/// - [`PostError::Forbidden`]: `by` may not read the post.
/// - [`PostError::Invalid`]: the text is empty or too long, or the thread is not there.
pub async fn add(
    core: &Core,
    by: Writer,
    post: PostId,
    new: NewNote,
    claim: &Claim,
) -> Result<post_note::Model, PostError> {
    let tx = core.store.begin().await?;
    claim.take(core, &tx).await?;
    let post = queries::posts::lock_by_id(&tx, post).await?.ok_or(PostError::NotFound)?;
    by.check_read(&post)?;
    check_not_in_trash(&post)?;
    let text = clean("text", &new.text)?;
    if text.is_empty() {
        return Err(invalid("text", "Write a note first."));
    }
    let thread = match new.parent_id {
        Some(id) => Some(thread_of(&tx, &post, id).await?),
        None => None,
    };
    let new = NewNote { text, parent_id: thread.as_ref().map(|first| first.id), ..new };
    let note = insert(core, &tx, by.into(), &post, new).await?;
    let people = people_of(&tx, &post).await?;
    let mut notified = mentioned(&people, &note.text);
    for account in thread.and_then(|first| first.account_id).into_iter().chain(post.owner_id) {
        if !notified.contains(&account) && people.iter().any(|person| person.id == account) {
            notified.push(account);
            events::record(core, &tx, account, by, post.id, PostEventKind::Note).await?;
        }
    }
    claim.set_created(&tx, note.id.0).await?;
    core.commit(tx, Tags::default()).await?;
    Ok(note)
}

/// Who writes a note.
#[derive(Clone, Copy, Debug)]
pub(super) enum NoteAuthor {
    Writer(Writer),
    /// An outsider, whose notes mention nobody.
    Outsider(PreviewLinkId),
}

impl From<Writer> for NoteAuthor {
    fn from(writer: Writer) -> Self {
        Self::Writer(writer)
    }
}

/// Inserts a note on a post whose row is locked; who is mentioned in it is mailed.
pub(super) async fn insert(
    core: &Core,
    tx: &Transaction,
    by: NoteAuthor,
    post: &Model,
    new: NewNote,
) -> Result<post_note::Model, PostError> {
    if queries::post_notes::count(tx, post.id).await? >= MAX_NOTES {
        return Err(invalid("text", "This post has 500 notes, which is as many as it takes."));
    }
    let quote = new.quote.trim().to_owned();
    if quote.chars().count() > MAX_QUOTE {
        return Err(invalid("quote", "Choose a shorter passage."));
    }
    let (account_id, link_id) = match by {
        NoteAuthor::Writer(writer) => (Some(writer.account_id), None),
        NoteAuthor::Outsider(link) => (None, Some(link)),
    };
    if let NoteAuthor::Writer(writer) = by {
        for account in mentioned(&people_of(tx, post).await?, &new.text) {
            events::record(core, tx, account, writer, post.id, PostEventKind::Mention).await?;
        }
    }
    let row = post_note::ActiveModel {
        id: NotSet,
        post_id: Set(post.id),
        parent_id: Set(new.parent_id),
        account_id: Set(account_id),
        text: Set(new.text),
        quote: Set(quote),
        revision: Set(post.revision),
        created_at: Set(core.now()),
        resolved_at: Set(None),
        resolved_by: Set(None),
        link_id: Set(link_id),
    };
    Ok(queries::post_notes::insert(tx, row).await?)
}

/// Resolves a thread, or opens it again; returns its first note with the user name of who wrote it.
///
/// # Errors
///
/// [`PostError::NoSuchNote`]: there is no such note, or it is an answer.
pub async fn resolve(
    core: &Core,
    by: Writer,
    id: PostNoteId,
    resolved: bool,
) -> Result<(post_note::Model, Option<String>), PostError> {
    let tx = core.store.begin().await?;
    let note = queries::post_notes::lock_by_id(&tx, id).await?.ok_or(PostError::NoSuchNote)?;
    let post = queries::posts::get(&tx, note.post_id).await?.ok_or(PostError::NoSuchNote)?;
    by.check_read(&post)?;
    check_not_in_trash(&post)?;
    if note.parent_id.is_some() {
        return Err(PostError::NoSuchNote);
    }
    let author = match note.account_id {
        Some(id) => queries::accounts::get(&tx, id).await?.map(|account| account.username),
        None => None,
    };
    if note.resolved_at.is_some() == resolved {
        return Ok((note, author));
    }
    let mut row = note.into_active_model();
    row.resolved_at = Set(resolved.then(|| core.now()));
    row.resolved_by = Set(resolved.then_some(by.account_id));
    let note = queries::post_notes::update(&tx, row).await?;
    core.commit(tx, Tags::default()).await?;
    Ok((note, author))
}

/// The text of a note without control characters; `field` names it in the form.
pub(super) fn clean(field: &'static str, text: &str) -> Result<String, PostError> {
    let text = text.replace(|c: char| c.is_control() && c != '\n', "").trim().to_owned();
    if text.chars().count() > MAX_TEXT {
        return Err(invalid(field, "Keep a note under 2,000 characters."));
    }
    Ok(text)
}

pub(super) fn invalid(field: &'static str, message: &str) -> PostError {
    PostError::Invalid([(field, message.to_owned())].into())
}

/// The first note of the thread that holds `id`.
async fn thread_of(tx: &Transaction, post: &Model, id: PostNoteId) -> Result<post_note::Model, PostError> {
    let gone = || invalid("parent_id", "The note that you answer is gone.");
    let note = queries::post_notes::get(tx, id).await?.filter(|note| note.post_id == post.id).ok_or_else(gone)?;
    match note.parent_id {
        Some(first) => queries::post_notes::get(tx, first).await?.ok_or_else(gone),
        None => Ok(note),
    }
}

/// Members of the newsroom who may read the post.
async fn people_of(db: &impl ConnectionTrait, post: &Model) -> StoreResult<Vec<account::Model>> {
    let mut staff = queries::accounts::staff(db).await?;
    staff.retain(|account| Writer { account_id: account.id, role: account.role }.may_read(post));
    Ok(staff)
}

/// Who is named in a text as `@` and the user name, in any case.
fn mentioned(people: &[account::Model], text: &str) -> Vec<AccountId> {
    let text = text.to_lowercase();
    let names = |name: &str| {
        let mention = format!("@{}", name.to_lowercase());
        text.match_indices(&mention).any(|(at, _)| {
            let next = text[at + mention.len()..].chars().next();
            !next.is_some_and(char::is_alphanumeric)
        })
    };
    people.iter().filter(|person| names(&person.username)).map(|person| person.id).collect()
}

#[cfg(test)]
mod tests {
    use mwanga_store::types::{Role, Timestamp};

    use super::*;

    #[test]
    fn a_mention_is_the_whole_user_name_in_any_case() {
        let person = |id: i64, username: &str| account::Model {
            id: AccountId(id),
            email: String::new(),
            email_key: String::new(),
            username: username.into(),
            password_hash: None,
            role: Role::Editor,
            email_verified_at: None,
            created_at: Timestamp(0),
            updated_at: Timestamp(0),
        };
        let people = [person(1, "Amina"), person(2, "amina wanjiku"), person(3, "Zoë")];
        let mentioned = |text| mentioned(&people, text).into_iter().map(|id| id.0).collect::<Vec<_>>();
        assert_eq!(mentioned("See @amina, please"), [1]);
        assert_eq!(mentioned("@Amina Wanjiku and @ZOË."), [1, 2, 3]);
        assert!(mentioned("@aminata amina a@b").is_empty());
    }
}
