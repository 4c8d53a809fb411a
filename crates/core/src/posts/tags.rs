//! Tags of posts.

use mwanga_store::StoreResult;
use mwanga_store::queries::{ascii_slugs, post_tags, posts as query};

use super::deals::next_end;
use super::list::{PostPage, earliest};
use super::namesakes::{Heading, MAX_NAMESAKES, Named};
use super::totals::Key;
use super::visibility::is_public;
use crate::paging::PageRequest;
use crate::slug;
use crate::{Core, changes};

/// A tag with its slug and name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    pub slug: String,
    pub name: String,
}

/// Parses the comma-separated `tags` of a post, in their order. Of tags with the same slug only the first counts; tags
/// without letters and digits have no slug and are left out.
pub fn parse_tags(text: &str) -> Vec<Tag> {
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

/// The public posts with a tag, newest first, and their heading; none without posts.
///
/// A slug that no post has means all tags that earlier versions spelled so.
pub async fn by_tag(core: &Core, slug: &str, request: PageRequest) -> StoreResult<(Option<Heading>, PostPage)> {
    let db = core.store.reader();
    let now = core.now();
    let mut slugs = vec![slug.to_owned()];
    let mut found = named(core, &slugs).await?;
    if found.is_empty() {
        let spelled = ascii_slugs::slugs(db, ascii_slugs::TAG, slug, MAX_NAMESAKES).await?;
        found = named(core, &spelled).await?;
        slugs.extend(spelled);
    }
    let count = async {
        Ok((post_tags::count_public(db, &slugs, now).await?, post_tags::next_scheduled(db, &slugs, now).await?))
    };
    let (total, expires_at) = core.totals().get(Key::Tags(slugs.clone()), now, count).await?;
    let ids = if request.offset() < total {
        post_tags::public_ids(db, &slugs, now, request.offset(), request.per_page).await?
    } else {
        Vec::new()
    };
    let mut posts = query::by_ids_without_content(db, &ids).await?;
    // A post may have been unpublished since its id was read.
    posts.retain(|post| is_public(post, now));
    let mut tags: Vec<String> = ids.iter().map(|id| changes::post(*id)).collect();
    tags.extend(slugs.iter().map(|slug| changes::tag(slug)));
    let expires_at = earliest(expires_at, next_end(&posts, now));
    Ok((Heading::of(slug, found), PostPage { posts, total, tags, expires_at }))
}

/// Those of these tags that public posts have, each with the name of the newest.
async fn named(core: &Core, slugs: &[String]) -> StoreResult<Vec<Named>> {
    let mut found = Vec::new();
    for slug in slugs {
        if let Some(name) = post_tags::display_name(core.store.reader(), slug, core.now()).await? {
            found.push(Named { slug: slug.clone(), name });
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_of_a_post_are_unique_by_slug_and_keep_their_order() {
        let tags = |text: &str| parse_tags(text).into_iter().map(|tag| (tag.slug, tag.name)).collect::<Vec<_>>();
        let pair = |slug: &str, name: &str| (slug.to_owned(), name.to_owned());
        assert_eq!(
            tags("Solar Power, 5G, solar-power, …, Café"),
            [pair("solar-power", "Solar Power"), pair("5g", "5G"), pair("cafe", "Café")]
        );
        assert_eq!(tags(""), []);
    }
}
