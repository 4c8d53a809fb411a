//! Review: a writer submits a draft, an editor sends it back with a note or approves it. Each step is a save with a
//! revision of its own.

use mwanga_store::StoreError;
use mwanga_store::entities::post::Model;
use mwanga_store::queries::posts as query;
use mwanga_store::types::{PostId, PostStatus};

use super::form::{check_complete, derive};
use super::save::{MAX_ATTEMPTS, check_not_in_trash, check_revision, check_was_read, successor, write};
use super::saved::Saved;
use super::{PostError, notes};
use crate::Core;
use crate::writer::Writer;

/// A step of the review.
#[derive(Clone, Debug)]
enum Step {
    Submit,
    /// With a note to the writer, which may be empty.
    Return(String),
    Approve {
        keep_date: bool,
    },
}

/// Submits a draft to the editors. One that is in review already stays so.
///
/// # Errors
///
/// - [`PostError::NotDraft`]: it is published or in the trash.
/// - [`PostError::Missing`]: it lacks what every post has.
/// - [`PostError::RevisionConflict`]: `revision`, where it is given, is an earlier one.
pub async fn submit(core: &Core, by: Writer, id: PostId, revision: Option<i32>) -> Result<Saved, PostError> {
    take(core, by, id, revision, Step::Submit).await
}

/// Sends a post back to its writer: it is a draft again, also where it was public. A note is filed under its notes.
///
/// # Errors
///
/// - [`PostError::NotInReview`]: it is a draft or in the trash.
/// - [`PostError::RevisionConflict`]: `revision`, which was read, is not the post's any more.
pub async fn send_back(core: &Core, by: Writer, id: PostId, note: &str, revision: i32) -> Result<Saved, PostError> {
    take(core, by, id, Some(revision), Step::Return(notes::clean("text", note)?)).await
}

/// Publishes a post in review: at its date where that lies ahead, otherwise now. With `keep_date` a past date stays.
///
/// # Errors
///
/// - [`PostError::NotInReview`]: it was not submitted, or is published already.
/// - [`PostError::RevisionConflict`]: as in [`send_back`].
pub async fn approve(core: &Core, by: Writer, id: PostId, keep_date: bool, revision: i32) -> Result<Saved, PostError> {
    take(core, by, id, Some(revision), Step::Approve { keep_date }).await
}

async fn take(core: &Core, by: Writer, id: PostId, revision: Option<i32>, step: Step) -> Result<Saved, PostError> {
    let mut attempts = 0;
    loop {
        attempts += 1;
        match take_once(core, by, id, revision, &step).await {
            Err(PostError::Store(StoreError::Conflict(_))) if attempts < MAX_ATTEMPTS => {}
            outcome => return outcome,
        }
    }
}

async fn take_once(
    core: &Core,
    by: Writer,
    id: PostId,
    revision: Option<i32>,
    step: &Step,
) -> Result<Saved, PostError> {
    let tx = core.store.begin().await?;
    let before = query::lock_by_id(&tx, id).await?.ok_or(PostError::NotFound)?;
    by.check_read(&before)?;
    check_not_in_trash(&before)?;
    if matches!(step, Step::Submit) && before.status == PostStatus::InReview {
        return Ok(Saved::new(core, before).await);
    }
    match step {
        Step::Submit => check_revision(revision, &before)?,
        Step::Return(_) | Step::Approve { .. } => check_was_read(revision, &before)?,
    }
    let post = change(successor(&before, core.now()), step)?;
    let (post, tags) = write(core, &tx, &before, post, Some(by)).await?;
    if let Step::Return(note) = step
        && !note.is_empty()
    {
        let note = notes::NewNote { text: note.clone(), ..Default::default() };
        notes::insert(core, &tx, by.into(), &post, note).await?;
    }
    core.commit(tx, tags).await?;
    Ok(Saved::new(core, post).await)
}

/// The post after the step.
fn change(mut post: Model, step: &Step) -> Result<Model, PostError> {
    match (step, post.status) {
        (Step::Submit, PostStatus::Draft) => post.status = PostStatus::InReview,
        (Step::Submit, _) => return Err(PostError::NotDraft),
        (Step::Return(_), PostStatus::InReview | PostStatus::Published) => post.status = PostStatus::Draft,
        (Step::Approve { keep_date }, PostStatus::InReview) => {
            post.status = PostStatus::Published;
            post.publish_date = post.publish_date.filter(|date| *keep_date || *date > post.updated_at);
        }
        (Step::Return(_) | Step::Approve { .. }, _) => return Err(PostError::NotInReview),
    }
    if post.status != PostStatus::Draft {
        check_complete(&post)?;
    }
    derive(&mut post);
    Ok(post)
}
