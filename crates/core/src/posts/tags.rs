use mwanga_store::StoreResult;
use mwanga_store::queries::{post_tags, posts as query};

use super::list::Page;
use super::slug;
use super::totals::Key;
use super::visibility::is_public;
use crate::paging::PageRequest;
use crate::{Core, changes};

/// A tag: its address, and how it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    pub slug: String,
    pub name: String,
}

/// The tags of a post's `tags`, in their order; of two with one address the first. One without a letter or digit has no
/// address, and is left out.
pub fn tags_of(text: &str) -> Vec<Tag> {
    let mut tags: Vec<Tag> = Vec::new();
    for name in text.split(',').map(str::trim) {
        if let Some(slug) = slug::from_title(name)
            && !tags.iter().any(|tag| tag.slug == slug)
        {
            tags.push(Tag { slug, name: name.to_owned() });
        }
    }
    tags
}

/// The public posts with a tag, newest first, and the tag as the newest of them writes it; none when there is no such
/// post.
pub async fn tagged(core: &Core, slug: &str, request: PageRequest) -> StoreResult<(Option<Tag>, Page)> {
    let db = core.store.reader();
    let now = core.now();
    let slugs = [slug.to_owned()];
    let count = async {
        Ok((post_tags::count_public(db, slug, now).await?, post_tags::next_scheduled(db, &slugs, now).await?))
    };
    let (total, expires_at) = core.totals.get(Key::Tag(slug.to_owned()), now, count).await?;
    let ids = if request.offset() < total {
        post_tags::public_ids(db, slug, now, request.offset(), request.per_page).await?
    } else {
        Vec::new()
    };
    let name = if total > 0 { post_tags::name(db, slug, now).await? } else { None };
    let mut posts = query::cards(db, &ids).await?;
    // One may have been taken back since its id was read; its draft is nobody's business.
    posts.retain(|post| is_public(post, now));
    let mut tags: Vec<String> = ids.iter().map(|id| changes::post(*id)).collect();
    tags.push(changes::tag(slug));
    Ok((name.map(|name| Tag { slug: slug.to_owned(), name }), Page { posts, total, tags, expires_at }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_of_a_post_are_unique_by_slug_and_keep_their_order() {
        let tags = |text: &str| tags_of(text).into_iter().map(|tag| (tag.slug, tag.name)).collect::<Vec<_>>();
        let pair = |slug: &str, name: &str| (slug.to_owned(), name.to_owned());
        assert_eq!(
            tags("Solar Power, 5G, solar-power, …, Café"),
            [pair("solar-power", "Solar Power"), pair("5g", "5G"), pair("cafe", "Café")]
        );
        assert_eq!(tags(""), []);
    }
}
