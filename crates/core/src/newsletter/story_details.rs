//! What the mail of an issue shows of the posts that its headlines lead to: section, picture, by-line. Looked up when
//! the mail is made, so that an issue shows only what a stranger may see then.

use std::collections::HashMap;

use mwanga_store::entities::{media_item, post};
use mwanga_store::types::MediaKind;
use mwanga_store::{StoreResult, queries};

use crate::categories::{self, UNCATEGORIZED};
use crate::mail::{PostDetails, Section, StoryDetails, StoryPicture, TextPicture, height_at, story_slugs};
use crate::media::variants::{self, Variant};
use crate::posts::{author_label, is_public};
use crate::{Core, html, media, palette};

/// Widths of pictures: of a card, sharp at 132 pixels; of the column, for simple screens and for sharp ones.
const SMALL: u32 = variants::MAIL_WIDTHS[0];
const MIDDLE: u32 = variants::MAIL_WIDTHS[1];
const LARGE: u32 = variants::MAIL_WIDTHS[2];

pub(super) async fn load(core: &Core, stored: &str) -> StoreResult<StoryDetails> {
    let db = core.store.reader();
    let slugs = story_slugs(stored, core.config.base());
    let mut posts = queries::posts::by_slugs_without_content(db, &slugs).await?;
    posts.retain(|post| is_public(post, core.now()));
    let files = Files::load(core, &posts, stored).await?;
    let categories = categories::all(core).await?;
    let brand = &core.settings().site.brand;
    let mut details = StoryDetails { pictures: files.pictures(), ..StoryDetails::default() };
    for post in posts {
        let category = categories.iter().find(|category| category.id == post.category_id);
        let section = category.filter(|category| category.slug != UNCATEGORIZED).map(|category| {
            let (day, night) = palette::category_shades(&category.slug, &category.colour);
            Section { name: category.name.clone(), day, night, class: String::new() }
        });
        let picture = match files.picture_of(&post) {
            Some(item) if media::is_visible(core, item).await? => story_picture(core, item),
            _ => None,
        };
        let author = author_label(brand, &post.author_name, &post.custom_author);
        let meta = format!("By {author}, {} min read", post.reading_minutes.max(1));
        details.posts.insert(post.slug, PostDetails { section, picture, meta });
    }
    Ok(details)
}

/// The recorded files of posts and of a text, by key.
struct Files(HashMap<String, media_item::Model>);

impl Files {
    async fn load(core: &Core, posts: &[post::Model], stored: &str) -> StoreResult<Self> {
        let mut keys = html::media_refs(stored);
        keys.extend(posts.iter().flat_map(|post| [&post.preview_url, &post.poster_url]).flatten().cloned());
        let items = media::find_by_keys(core, &keys).await?;
        let posters: Vec<String> = items.iter().filter_map(|item| item.poster_key.clone()).collect();
        let posters = media::find_by_keys(core, &posters).await?;
        Ok(Self(items.into_iter().chain(posters).map(|item| (item.object_key.clone(), item)).collect()))
    }

    fn pictures(&self) -> HashMap<String, TextPicture> {
        let picture = |item: &media_item::Model| {
            let size = size(item)?;
            Some(TextPicture { size, large: Variant::for_mail(item, LARGE).url(&item.object_key, size.0) })
        };
        self.0.iter().filter_map(|(key, item)| Some((key.clone(), picture(item)?))).collect()
    }

    /// The picture that stands for a post: of a video its poster.
    fn picture_of(&self, post: &post::Model) -> Option<&media_item::Model> {
        let shown = self.0.get(post.preview_url.as_ref()?)?;
        let key = match shown.kind {
            MediaKind::Video => post.poster_url.as_ref().or(shown.poster_key.as_ref())?,
            _ => &shown.object_key,
        };
        self.0.get(key)
    }
}

fn size(item: &media_item::Model) -> Option<(u32, u32)> {
    let side = |pixels: Option<i32>| pixels.and_then(|pixels| u32::try_from(pixels).ok()).filter(|pixels| *pixels > 0);
    Some((side(item.width)?, side(item.height)?))
}

fn story_picture(core: &Core, item: &media_item::Model) -> Option<StoryPicture> {
    let (size, key) = (size(item)?, &item.object_key);
    let address = |width| {
        let path = Variant::for_mail(item, width).url(key, size.0);
        format!("{}{}", core.config.base(), media::sign_mailed(core, key, &path))
    };
    Some(StoryPicture {
        large: address(LARGE),
        middle: address(MIDDLE),
        small: address(SMALL),
        height_at_600: height_at(600, size),
        height_at_132: height_at(132, size),
        alt: item.alt.clone(),
    })
}
