//! Who works on posts and files.

use mwanga_store::entities::media_item;
use mwanga_store::entities::post::Model;
use mwanga_store::types::{AccountId, Role};

/// A member of the newsroom who works on posts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Writer {
    pub account_id: AccountId,
    pub role: Role,
}

impl Writer {
    pub const fn is_editor(self) -> bool {
        self.role.is_editor()
    }

    /// Owner of the posts that this account makes, and of those that its list shows; `None`: the editors'.
    pub fn owner(self) -> Option<AccountId> {
        (!self.is_editor()).then_some(self.account_id)
    }

    /// Whether it may read a post that is not public.
    pub fn may_read(self, post: &Model) -> bool {
        self.is_editor() || post.owner_id == Some(self.account_id)
    }

    /// Whether it may say what a file is: its own uploads, editors everybody's.
    pub fn may_change_file(self, item: &media_item::Model) -> bool {
        self.is_editor() || item.account_id == Some(self.account_id)
    }
}
