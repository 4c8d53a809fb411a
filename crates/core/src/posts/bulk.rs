//! One action on many posts: on each the same as on that post alone, with its rights, revision and cache tags.

use mwanga_store::types::{PostId, PostStatus};

use super::form::{MAX_TAG, PostForm};
use super::save::{check_revision, update};
use super::saved::Saved;
use super::tags::parse_tags;
use super::trash::{restore, trash};
use super::{PostError, get_for};
use crate::Core;
use crate::fold::one_line;
use crate::slug;
use crate::writer::Writer;

/// What is done to each post.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BulkAction {
    /// A category's slug, id or name.
    File(String),
    AddTag(String),
    Pick(bool),
    /// Makes a draft of a published or scheduled post.
    Unpublish,
    Trash,
    /// Undoes `Trash`.
    Restore,
}

impl BulkAction {
    /// The text of an action that has one, cleaned; `None` where it lacks or is of no use.
    pub fn is_complete(&self) -> bool {
        match self {
            Self::File(name) => !name.trim().is_empty(),
            Self::AddTag(name) => {
                let name = one_line(name);
                name.chars().count() <= MAX_TAG && !name.contains(',') && slug::from_title(&name).is_some()
            }
            Self::Pick(_) | Self::Unpublish | Self::Trash | Self::Restore => true,
        }
    }
}

/// Does it to one post. Answers the post as it is saved; `None` where nothing had to change, and of the trash.
///
/// # Errors
///
/// Those of the single action; [`PostError::RevisionConflict`] where `revision` is an earlier one.
pub async fn apply(
    core: &Core,
    by: Writer,
    action: &BulkAction,
    id: PostId,
    revision: Option<i32>,
) -> Result<Option<Saved>, PostError> {
    if *action == BulkAction::Restore {
        return Ok(Some(Saved::new(core, restore(core, by, id).await?).await));
    }
    let post = get_for(core, by, id).await?;
    check_revision(revision, &post)?;
    // What is decided here is decided for this revision.
    let form = PostForm { revision: Some(post.revision), ..PostForm::default() };
    let form = match action {
        BulkAction::Trash => return trash(core, Some(by), id).await.map(|()| None),
        BulkAction::File(name) => PostForm { category_name: Some(name.clone()), ..form },
        BulkAction::AddTag(name) => match with_tag(&post.tags, &one_line(name)) {
            Some(tags) => PostForm { tags: Some(tags), ..form },
            None => return Ok(None),
        },
        BulkAction::Pick(is_pick) if post.is_today_pick == *is_pick => return Ok(None),
        BulkAction::Pick(is_pick) => PostForm { is_today_pick: Some(*is_pick), ..form },
        BulkAction::Unpublish if post.status != PostStatus::Published => return Ok(None),
        BulkAction::Unpublish => PostForm { status: Some(PostStatus::Draft.as_str().to_owned()), ..form },
        BulkAction::Restore => return Ok(None),
    };
    update(core, Some(by), id, form).await.map(Some)
}

/// The tags with one more; `None` where it is among them.
fn with_tag(tags: &str, name: &str) -> Option<String> {
    let slug = slug::from_title(name)?;
    if parse_tags(tags).iter().any(|tag| tag.slug == slug) {
        return None;
    }
    let tags = tags.trim().trim_end_matches(',');
    Some(if tags.is_empty() { name.to_owned() } else { format!("{tags}, {name}") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_is_added_once() {
        for (tags, name, expected) in [
            ("", "Solar", Some("Solar")),
            ("Wind, 5G", "Solar", Some("Wind, 5G, Solar")),
            ("Wind,", "Solar", Some("Wind, Solar")),
            ("Wind, solar", "Solar", None),
        ] {
            assert_eq!(with_tag(tags, name).as_deref(), expected, "{tags} {name}");
        }
        for (name, complete) in [("Solar", true), ("a, b", false), ("…", false), ("", false)] {
            assert_eq!(BulkAction::AddTag(name.into()).is_complete(), complete, "{name}");
        }
        assert!(!BulkAction::AddTag("x".repeat(MAX_TAG + 1)).is_complete());
    }
}
