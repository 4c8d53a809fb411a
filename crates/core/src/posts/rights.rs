//! Authorization: what members of the newsroom may do with a post. Editors and administrators may do everything,
//! authors what they want with the own posts, contributors what comes before an editor's approval.

use mwanga_store::entities::post::Model;
use mwanga_store::types::{AccountId, PostStatus, Role};
use mwanga_store::{StoreResult, queries};

use super::PostError;
use super::picks::is_pick;
use crate::Core;
use crate::writer::Writer;

const NOT_OWN: &str = "This post is not yours. Ask an editor.";
const APPROVED: &str = "An editor has approved this post. Ask for it back before you change it.";
const NO_PUBLISHING: &str = "Submit this post for review: an editor publishes it.";
const NO_PICKS: &str = "Editors choose Today's Picks.";

impl Writer {
    pub fn check_read(self, post: &Model) -> Result<(), PostError> {
        if self.may_read(post) { Ok(()) } else { Err(PostError::Forbidden(NOT_OWN)) }
    }

    /// Whether it may change a post, or take it away.
    pub fn check_write(self, post: &Model) -> Result<(), PostError> {
        self.check_read(post)?;
        match post.status {
            PostStatus::Published if self.role == Role::Contributor => Err(PostError::Forbidden(APPROVED)),
            _ => Ok(()),
        }
    }

    /// Whether a save may turn `before` into `after`; a new post has no `before`.
    pub(super) fn check_save(self, before: Option<&Model>, after: &Model) -> Result<(), PostError> {
        if let Some(before) = before {
            self.check_write(before)?;
        }
        if self.role == Role::Contributor && after.status == PostStatus::Published {
            return Err(PostError::Forbidden(NO_PUBLISHING));
        }
        let now = after.updated_at;
        if !self.is_editor() && is_pick(after, now) != before.is_some_and(|before| is_pick(before, now)) {
            return Err(PostError::Forbidden(NO_PICKS));
        }
        Ok(())
    }
}

/// User names of the owners of posts, in their order; none for the editors' posts.
pub async fn owner_names(core: &Core, posts: &[Model]) -> StoreResult<Vec<Option<String>>> {
    let mut ids: Vec<AccountId> = posts.iter().filter_map(|post| post.owner_id).collect();
    ids.sort_unstable();
    ids.dedup();
    let owners = if ids.is_empty() { Vec::new() } else { queries::accounts::by_ids(core.store.reader(), &ids).await? };
    let name = |id: AccountId| owners.iter().find(|owner| owner.id == id).map(|owner| owner.username.clone());
    Ok(posts.iter().map(|post| post.owner_id.and_then(name)).collect())
}

#[cfg(test)]
mod tests {
    use mwanga_store::types::Timestamp;

    use super::super::save::empty_post;
    use super::*;

    #[test]
    fn who_may_do_what_with_which_post() {
        const OWN: AccountId = AccountId(7);
        let post =
            |owner: Option<AccountId>, status| Model { owner_id: owner, status, ..empty_post(Timestamp(0), None) };
        let statuses = [PostStatus::Draft, PostStatus::InReview, PostStatus::Published, PostStatus::Trash];
        for role in Role::STAFF {
            let writer = Writer { account_id: OWN, role };
            for status in statuses {
                let (own, editors, others) =
                    (post(Some(OWN), status), post(None, status), post(Some(AccountId(8)), status));
                let may = |post: &Model| (writer.may_read(post), writer.check_write(post).is_ok());
                let all = role.is_editor();
                let own_is_open = role != Role::Contributor || status != PostStatus::Published;
                assert_eq!(may(&own), (true, own_is_open), "{role:?} {status:?}");
                assert_eq!(may(&editors), (all, all), "{role:?} {status:?}");
                assert_eq!(may(&others), (all, all), "{role:?} {status:?}");
            }
            let draft = post(writer.owner(), PostStatus::Draft);
            let published = post(writer.owner(), PostStatus::Published);
            let pick = Model { is_today_pick: true, ..draft.clone() };
            assert_eq!(writer.check_save(Some(&draft), &published).is_ok(), role != Role::Contributor, "{role:?}");
            assert_eq!(writer.check_save(None, &published).is_ok(), role != Role::Contributor, "{role:?}");
            assert_eq!(writer.check_save(Some(&draft), &pick).is_ok(), role.is_editor(), "{role:?}");
            let over = Model { pick_until: Some(Timestamp(0)), ..pick.clone() };
            assert!(writer.check_save(Some(&over), &draft).is_ok(), "{role:?}");
            assert!(writer.check_save(Some(&pick), &Model { title: "New".into(), ..pick.clone() }).is_ok(), "{role:?}");
        }
    }
}
