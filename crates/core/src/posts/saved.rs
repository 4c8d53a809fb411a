//! What a save answers: the post, and the pages on which somebody looks for it at once.

use std::ops::Deref;

use mwanga_store::entities::post::Model;

use super::visibility::is_public;
use crate::{Core, categories, slug};

/// A post as it was saved.
#[derive(Clone, Debug)]
pub struct Saved {
    pub post: Model,
    pub touched: Touched,
}

/// Paths of the pages that a save changes first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Touched {
    /// Lists that may show it: the front page, and the page of its category.
    pub lists: Vec<String>,
    /// Its own page, while it is public.
    pub page: Option<String>,
}

impl Saved {
    pub async fn new(core: &Core, post: Model) -> Self {
        // The save itself was committed: a category that cannot be read now is a page that is drawn later.
        let categories = categories::all(core).await.unwrap_or_default();
        let category = categories.iter().find(|category| category.id == post.category_id);
        let mut lists = vec!["/".to_owned()];
        lists.extend(category.map(|category| slug::path("/category", &category.slug)));
        let page = is_public(&post, core.now()).then(|| canonical_path(&post.slug));
        Self { post, touched: Touched { lists, page } }
    }
}

impl Deref for Saved {
    type Target = Model;
    fn deref(&self) -> &Model {
        &self.post
    }
}

/// The path of a post's page.
pub fn canonical_path(slug: &str) -> String {
    slug::path("/post/slug", slug)
}
