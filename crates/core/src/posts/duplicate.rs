//! Duplicating a post: a draft that begins with all that another post has.

use mwanga_store::StoreError;
use mwanga_store::entities::post::Model;
use mwanga_store::types::{PostId, PostStatus};

use super::form::{MAX_TITLE, derive};
use super::save::{MAX_ATTEMPTS, empty_post, insert};
use super::saved::Saved;
use super::{PostError, read};
use crate::idempotency::Claim;
use crate::writer::Writer;
use crate::{Core, html};

/// Ending of the copy's title.
const COPY: &str = " (copy)";

/// Makes a draft of `by` from a post that `by` may read: with its text, files, deals and settings, under an address of
/// its own, and without what belongs to the post alone: dates, the pick, corrections, notes, links and revisions.
///
/// # Errors
///
/// [`PostError::Forbidden`]: `by` may not read the post.
pub async fn duplicate(core: &Core, by: Writer, id: PostId, claim: &Claim) -> Result<Saved, PostError> {
    let copy = copy_of(read::get_for(core, by, id).await?, empty_post(core.now(), Some(by.account_id)), by);
    let mut attempts = 0;
    loop {
        attempts += 1;
        match insert(core, Some(by), copy.clone(), None, claim).await {
            Err(error) if claim.is_lost() => return Err(error),
            // The generated slug was taken meanwhile.
            Err(PostError::Store(StoreError::Conflict(_))) if attempts < MAX_ATTEMPTS => {}
            outcome => return outcome,
        }
    }
}

fn copy_of(post: Model, new: Model, by: Writer) -> Model {
    let kept = MAX_TITLE - COPY.chars().count();
    let title = match html::letters::cut(&post.title, kept).trim_end() {
        "" => String::new(),
        title => format!("{title}{COPY}"),
    };
    let mut copy = Model {
        title,
        status: PostStatus::Draft,
        owner_id: by.owner(),
        // The row of the copy.
        id: new.id,
        slug: new.slug,
        publish_date: None,
        published_at: new.published_at,
        first_published_at: None,
        is_today_pick: false,
        pick_rank: 0,
        pick_until: None,
        revision: new.revision,
        created_by: new.created_by,
        created_at: new.created_at,
        updated_at: new.updated_at,
        updated_for_readers_at: None,
        ..post
    };
    derive(&mut copy);
    copy
}

#[cfg(test)]
mod tests {
    use mwanga_store::types::{AccountId, Role, Timestamp};

    use super::*;

    #[test]
    fn a_copy_is_a_draft_of_whoever_made_it_with_a_title_that_still_fits() {
        let post = Model {
            title: format!("{}é", "n".repeat(MAX_TITLE - 1)),
            status: PostStatus::Published,
            is_today_pick: true,
            publish_date: Some(Timestamp(5)),
            first_published_at: Some(Timestamp(5)),
            updated_for_readers_at: Some(Timestamp(6)),
            revision: 9,
            tags: "solar".into(),
            ..empty_post(Timestamp(1), None)
        };
        for (role, owner) in [(Role::Author, Some(AccountId(7))), (Role::Editor, None)] {
            let by = Writer { account_id: AccountId(7), role };
            let copy = copy_of(post.clone(), empty_post(Timestamp(10), Some(by.account_id)), by);
            assert!(copy.title.ends_with("n (copy)") && copy.title.chars().count() == MAX_TITLE);
            assert_eq!((copy.status, copy.owner_id, copy.revision), (PostStatus::Draft, owner, 1));
            assert_eq!((copy.publish_date, copy.first_published_at, copy.updated_for_readers_at), (None, None, None));
            assert_eq!((copy.published_at, copy.is_today_pick), (Timestamp(10), false));
            assert_eq!(copy.tags, "solar");
        }
    }
}
