//! Compose: what the newsroom begins a newsletter with.

use mwanga_store::StoreResult;
use mwanga_store::entities::post;
use mwanga_store::types::Timestamp;

use super::audience::count_audience;
use super::digest::{EXCERPT_CHARS, LEAD_CHARS, NewPosts, digest_html, new_posts, newest_posts, subject};
use crate::{Core, categories, html};

/// A newsletter to be edited.
#[derive(Clone, Debug)]
pub struct IssueDraft {
    pub subject: String,
    /// The chosen stories, in the stored form.
    pub html: String,
    /// The newest posts, of which the first new ones are chosen.
    pub stories: Vec<DraftStory>,
    /// Number of posts since the last issue.
    pub posts: u64,
    /// Number of subscribers who would get it.
    pub audience: u64,
    pub since: Timestamp,
    /// Posts published until then are covered by it.
    pub until: Timestamp,
}

/// A post that may stand in a newsletter.
#[derive(Clone, Debug)]
pub struct DraftStory {
    pub slug: String,
    pub title: String,
    /// Headline and opening, in the stored form.
    pub html: String,
    pub section: Option<String>,
    pub published_at: Timestamp,
    /// It became public since the last issue.
    pub is_new: bool,
}

/// Stories that are chosen already.
const CHOSEN: usize = 8;
/// Stories to choose from.
const CANDIDATES: u64 = 40;

/// What the newsroom begins with: the newest posts since the last issue.
pub async fn draft(core: &Core) -> StoreResult<IssueDraft> {
    let NewPosts { posts: new, since, until } = new_posts(core).await?;
    let candidates = newest_posts(core, until, CANDIDATES).await?;
    let categories = categories::all(core).await?;
    let section = |post: &post::Model| {
        let of_post = categories.iter().find(|category| category.id == post.category_id);
        of_post.filter(|category| category.slug != categories::UNCATEGORIZED).map(|category| category.name.clone())
    };
    let sections: Vec<Option<String>> = candidates.iter().map(section).collect();
    let (subject, posts) = (subject(core, new.first()), new.len() as u64);
    let (html, stories) = html::off_thread(move || {
        let stories = candidates.iter().zip(sections).map(|(post, section)| DraftStory {
            slug: post.slug.clone(),
            title: post.title.clone(),
            html: digest_html(std::slice::from_ref(post), EXCERPT_CHARS),
            section,
            published_at: post.published_at,
            is_new: post.published_at > since,
        });
        (digest_html(&new[..new.len().min(CHOSEN)], LEAD_CHARS), stories.collect())
    })
    .await;
    Ok(IssueDraft { subject, html, stories, posts, audience: count_audience(core, &[]).await?, since, until })
}
