//! Lists whose address an earlier version gave to several: `/author/hmd-ly` was that of أحمد علي and of حامد علي.

use mwanga_store::entities::ascii_slug;
use mwanga_store::entities::post::Model;
use mwanga_store::queries;

use super::author::author_label;
use super::tags::parse_tags;
use crate::slug;

/// Most by-lines or tags that one address leads to.
pub(super) const MAX_NAMESAKES: u64 = 50;

/// A by-line or tag: its public slug and its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    pub slug: String,
    pub name: String,
}

/// What stands over a list of posts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    pub slug: String,
    pub name: String,
    /// Those that the address may mean, where they are several; each has an address of its own.
    pub namesakes: Vec<Named>,
}

impl Heading {
    /// None where nothing was found at the address.
    pub(super) fn of(asked: &str, mut found: Vec<Named>) -> Option<Self> {
        if found.len() > 1 {
            found.sort_by(|a, b| a.name.cmp(&b.name));
            let name = found.iter().map(|named| named.name.as_str()).collect::<Vec<_>>().join(" · ");
            return Some(Self { slug: asked.to_owned(), name, namesakes: found });
        }
        found.pop().map(|Named { slug, name }| Self { slug, name, namesakes: Vec::new() })
    }
}

/// How earlier versions spelled the by-line and the tags of a post, where their slugs are others now.
pub(super) fn ascii_slugs(post: &Model) -> Vec<ascii_slug::Model> {
    let author = author_label("", &post.author_name, &post.custom_author);
    let author = (queries::ascii_slugs::AUTHOR, author, post.author_slug.clone());
    let tags = parse_tags(&post.tags).into_iter().map(|tag| (queries::ascii_slugs::TAG, tag.name, tag.slug));
    let all = std::iter::once(author).chain(tags).filter(|(_, _, slug)| !slug.is_ascii());
    let spelled = |(kind, name, slug): (&str, String, String)| {
        Some(ascii_slug::Model { kind: kind.to_owned(), ascii: slug::ascii_from_title(&name)?, slug })
    };
    all.filter_map(spelled).collect()
}
