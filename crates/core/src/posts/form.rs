use std::collections::HashMap;
use std::str::FromStr;

use mwanga_store::entities::post::{DealLink, Model, Texts};
use mwanga_store::types::{Access, PostStatus, Timestamp};
use serde::{Deserialize, Deserializer, Serialize};
use url::Url;

use super::author::{self, AUTHOR_OPTIONS};
use super::error::{FieldErrors, PostError};
use super::slug;
use crate::fold::{one_line, search_words};
use crate::{Core, categories, html, media};

/// What an editor sends, as JSON or as a form. A field that is absent was not carried and stays as it is.
#[derive(Clone, Debug, Default, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = PostInput)]
pub struct PostForm {
    pub title: Option<String>,
    /// HTML; cleaned when saved.
    pub content: Option<String>,
    /// A category's slug, id or name.
    pub category_name: Option<String>,
    /// `mwanga_team`, `admin`, `editor`, `contributor`, `guest_writer` or `custom`.
    pub author_name: Option<String>,
    /// Required for `guest_writer` and `custom`.
    pub custom_author: Option<String>,
    /// Separated by commas.
    pub tags: Option<String>,
    /// ISO 8601; without an offset it is Nairobi time. Empty or null takes the date away; a date ahead schedules the
    /// post.
    #[serde(default, deserialize_with = "text_or_null")]
    pub publish_date: Option<String>,
    pub brand: Option<String>,
    #[serde(default, deserialize_with = "flag")]
    pub is_today_pick: Option<bool>,
    pub extra_text: Option<String>,
    /// Links lacking label or url are dropped.
    pub deal_links: Option<Vec<DealLink>>,
    /// Paths of media, absolute or relative; kept relative.
    pub media_urls: Option<Vec<String>>,
    #[serde(default, deserialize_with = "text_or_null")]
    pub media_url: Option<String>,
    #[serde(default, deserialize_with = "text_or_null")]
    pub poster_url: Option<String>,
    pub slug: Option<String>,
    pub excerpt: Option<String>,
    pub summary: Option<String>,
    /// `published` (default) or `draft`.
    pub status: Option<String>,
    /// `everyone` (default), `registered` or `subscribers`.
    pub access: Option<String>,
    /// The revision that was edited; an older one than there is answers 409.
    pub revision: Option<i32>,
}

/// A null that was sent means "take it away", which is not the same as nothing sent.
fn text_or_null<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    Ok(Some(Option::<String>::deserialize(deserializer)?.unwrap_or_default()))
}

fn flag<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<bool>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Sent {
        Flag(bool),
        Text(String),
        Nothing,
    }
    Ok(match Sent::deserialize(deserializer)? {
        Sent::Flag(flag) => Some(flag),
        Sent::Text(text) => Some(is_checked(&text)),
        Sent::Nothing => None,
    })
}

/// Whether this is what forms send for a ticked box.
pub fn is_checked(text: &str) -> bool {
    matches!(text.trim(), "true" | "1" | "on" | "yes")
}

/// Shown when one of the three is missing.
pub const REQUIRED: &str = "Title, content, and category are required";
/// What a field of the three says when it is missing.
const NO_TITLE: (&str, &str) = ("title", "Enter a title.");
const NO_CONTENT: (&str, &str) = ("content", "Write something first.");
const NO_CATEGORY: (&str, &str) = ("category_name", "Choose a category.");

/// Longest texts in characters. Far above what a page shows; they bound what one save can cost.
const MAX_TITLE: usize = 300;
const MAX_LINE: usize = 1_000;
const MAX_NAME: usize = 120;
/// Longest tag in characters; longer ones that are stored stay valid.
pub const MAX_TAG: usize = 60;
const MAX_MEDIA: usize = 200;
const MAX_DEALS: usize = 100;
const MAX_CONTENT_BYTES: usize = 1_500_000;
const WORDS_A_MINUTE: usize = 220;
/// Characters of the opening that stands in for an empty excerpt.
const OPENING: usize = 300;

impl PostForm {
    /// Puts what the form carries into `post`, and finds everything that is wrong with it.
    ///
    /// The slug is left alone; a sent one is checked for its form and returned.
    pub(super) async fn apply(self, core: &Core, post: &mut Model) -> Result<Option<String>, PostError> {
        // Exhaustive, so that a new field is either put into the post or named here. Who saves compares the revision.
        let Self {
            title,
            content,
            category_name,
            author_name,
            custom_author,
            tags,
            publish_date,
            brand,
            is_today_pick,
            extra_text,
            deal_links,
            media_urls,
            media_url,
            poster_url,
            slug,
            excerpt,
            summary,
            status,
            access,
            revision: _,
        } = self;
        let mut errors = Errors::default();
        put_title(title, post, &mut errors);
        put_content(core, content, post, &mut errors).await?;
        put_category(core, category_name.as_deref(), post, &mut errors).await?;
        put_author(author_name, custom_author, post, &mut errors);
        put_date(publish_date, post, &mut errors);
        let tags = tags.map(|tags| tag_list(&tags));
        if let Some(tag) = tags.as_deref().and_then(|tags| too_long_tag(tags, &post.tags)) {
            errors.refuse("tags", format!("Keep each tag under {} characters: {tag}", MAX_TAG + 1));
        }
        for (field, sent, kept) in [
            ("tags", tags, &mut post.tags),
            ("brand", brand, &mut post.brand),
            ("extra_text", extra_text, &mut post.extra_text),
            ("excerpt", excerpt, &mut post.excerpt),
            ("summary", summary, &mut post.summary),
        ] {
            put_text(field, sent, kept, &mut errors);
        }
        if let Some(pick) = is_today_pick {
            post.is_today_pick = pick;
        }
        put_deal_links(deal_links, post, &mut errors);
        let base = core.config.base();
        put_media_list(base, media_urls, post, &mut errors);
        put_media("media_url", base, media_url, &mut post.media_url, &mut errors);
        put_media("poster_url", base, poster_url, &mut post.poster_url, &mut errors);
        put_choice("status", status, &mut post.status, "Choose draft or published.", &mut errors);
        put_choice("access", access, &mut post.access, "Choose everyone, registered or subscribers.", &mut errors);
        let slug = read_slug(slug, &mut errors);
        errors.into_result()?;
        derive(post);
        Ok(slug)
    }
}

/// What is wrong with a form.
#[derive(Default)]
struct Errors {
    /// Of the fields that every post has.
    missing: FieldErrors,
    invalid: FieldErrors,
}

impl Errors {
    fn refuse(&mut self, field: &'static str, why: impl Into<String>) {
        self.invalid.insert(field, why.into());
    }

    /// One of [`NO_TITLE`], [`NO_CONTENT`] and [`NO_CATEGORY`].
    fn miss(&mut self, (field, why): (&'static str, &str)) {
        self.missing.insert(field, why.to_owned());
    }

    fn into_result(self) -> Result<(), PostError> {
        let Self { missing, mut invalid } = self;
        if !missing.is_empty() {
            invalid.extend(missing);
            return Err(PostError::Missing(invalid));
        }
        if invalid.is_empty() { Ok(()) } else { Err(PostError::Invalid(invalid)) }
    }
}

fn put_deal_links(links: Option<Vec<DealLink>>, post: &mut Model, errors: &mut Errors) {
    match links.map(kept_deal_links) {
        Some(Ok(links)) => post.deal_links = links,
        Some(Err(why)) => errors.refuse("deal_links", why),
        None => {}
    }
}

fn put_title(title: Option<String>, post: &mut Model, errors: &mut Errors) {
    if let Some(title) = title {
        post.title = one_line(&title);
    }
    if post.title.is_empty() {
        errors.miss(NO_TITLE);
    } else if post.title.chars().count() > MAX_TITLE {
        errors.refuse("title", format!("Keep the title under {MAX_TITLE} characters."));
    }
}

async fn put_content(
    core: &Core,
    content: Option<String>,
    post: &mut Model,
    errors: &mut Errors,
) -> Result<(), PostError> {
    match content {
        Some(content) if content.len() > MAX_CONTENT_BYTES => {
            errors.refuse("content", "This text is too long. Split it into several posts.");
            return Ok(());
        }
        Some(content) => post.content = clean(core, content).await?,
        None => {}
    }
    if html::plain_text(&post.content, 1).is_empty() && html::media_refs(&post.content).is_empty() {
        errors.miss(NO_CONTENT);
    }
    Ok(())
}

async fn put_category(core: &Core, name: Option<&str>, post: &mut Model, errors: &mut Errors) -> Result<(), PostError> {
    match name {
        Some(text) if text.trim().is_empty() => errors.miss(NO_CATEGORY),
        Some(text) => match categories::find(core, text).await? {
            Some(category) => post.category_id = category.id,
            None => errors.refuse("category_name", "Choose a category from the list."),
        },
        // A new post has none yet.
        None if post.category_id.0 == 0 => errors.miss(NO_CATEGORY),
        None => {}
    }
    Ok(())
}

fn put_author(option: Option<String>, name: Option<String>, post: &mut Model, errors: &mut Errors) {
    if let Some(author) = option {
        let author = if author.trim().is_empty() { AUTHOR_OPTIONS[0].0 } else { author.trim() };
        match AUTHOR_OPTIONS.iter().find(|(value, _)| *value == author) {
            Some((value, _)) => post.author_name = (*value).to_owned(),
            None => errors.refuse("author_name", "Choose an author from the list."),
        }
    }
    if let Some(name) = name {
        post.custom_author = one_line(&name);
    }
    if !author::wants_name(&post.author_name) {
        post.custom_author.clear();
    } else if post.custom_author.is_empty() {
        errors.refuse("custom_author", "Enter the author's name.");
    }
    if post.custom_author.chars().count() > MAX_NAME {
        errors.refuse("custom_author", format!("Keep the name under {MAX_NAME} characters."));
    }
}

fn put_date(text: Option<String>, post: &mut Model, errors: &mut Errors) {
    let Some(text) = text else { return };
    post.publish_date = Timestamp::parse(text.trim());
    if post.publish_date.is_none() && !text.trim().is_empty() {
        errors.refuse("publish_date", "Enter a date and a time, such as 2026-11-20 09:30.");
    }
}

fn put_text(field: &'static str, sent: Option<String>, kept: &mut String, errors: &mut Errors) {
    let Some(text) = sent else { return };
    *kept = text.replace(|c: char| c.is_control() && c != '\n' && c != '\t', "").trim().to_owned();
    if kept.chars().count() > MAX_LINE {
        errors.refuse(field, format!("Keep this under {MAX_LINE} characters."));
    }
}

fn put_media_list(base: &str, urls: Option<Vec<String>>, post: &mut Model, errors: &mut Errors) {
    let Some(urls) = urls else { return };
    let keys = urls.iter().filter(|url| !url.trim().is_empty()).map(|url| media::key_of(url, base));
    match keys.collect::<Option<Vec<_>>>() {
        Some(keys) if keys.len() > MAX_MEDIA => {
            errors.refuse("media_urls", format!("A post holds at most {MAX_MEDIA} files."));
        }
        Some(keys) => post.media_urls = Texts(keys),
        None => errors.refuse("media_urls", NOT_OURS),
    }
}

fn put_media(field: &'static str, base: &str, sent: Option<String>, kept: &mut Option<String>, errors: &mut Errors) {
    match sent.as_deref().map(str::trim) {
        None => {}
        Some("") => *kept = None,
        Some(text) => match media::key_of(text, base) {
            Some(key) => *kept = Some(key),
            None => errors.refuse(field, NOT_OURS),
        },
    }
}

fn put_choice<T: FromStr>(field: &'static str, sent: Option<String>, kept: &mut T, why: &str, errors: &mut Errors) {
    if let Some(text) = sent.as_deref().map(str::trim).filter(|text| !text.is_empty()) {
        match text.parse() {
            Ok(choice) => *kept = choice,
            Err(_) => errors.refuse(field, why),
        }
    }
}

/// A slug that was sent, in its form.
fn read_slug(sent: Option<String>, errors: &mut Errors) -> Option<String> {
    let text = sent.as_deref().map(str::trim).filter(|text| !text.is_empty())?;
    let slug = slug::from_title(text);
    if slug.is_none() {
        errors.refuse("slug", "Use letters, digits and hyphens.");
    }
    slug
}

/// Brings the text into its stored form; pictures get their size, so that nothing jumps while they load.
async fn clean(core: &Core, content: String) -> Result<String, PostError> {
    let base = core.config.base().to_owned();
    let cleaned =
        html::off_thread(move || html::check_limits(&content).map(|()| html::store_media(&content, &[&base]))).await?;
    let sizes: HashMap<String, (u32, u32)> = media::known(core, &html::media_refs(&cleaned))
        .await?
        .into_iter()
        .filter_map(|item| Some((item.object_key, (item.width?.try_into().ok()?, item.height?.try_into().ok()?))))
        .collect();
    if sizes.is_empty() {
        return Ok(cleaned);
    }
    Ok(html::off_thread(move || html::clean_with(&cleaned, &[], &|src| sizes.get(src).copied())).await)
}

const NOT_OURS: &str = "Upload the file first, then choose it here.";

/// What follows from the rest of a post: its opening, its reading time, the medium that stands for it, its moment.
pub(super) fn derive(post: &mut Model) {
    let was_published_at = post.published_at;
    post.title_key = title_key(&post.title);
    post.author_slug = author::author_slug(&post.author_name, &post.custom_author);
    post.opening = html::opening(&post.content, opening_length(post));
    post.reading_minutes =
        i32::try_from(html::word_count(&post.content).div_ceil(WORDS_A_MINUTE).max(1)).unwrap_or(i32::MAX);
    post.preview_url = post
        .media_url
        .clone()
        .or_else(|| post.media_urls.0.first().cloned())
        .or_else(|| html::first_media(&post.content));
    post.published_at = match (post.publish_date, post.status, post.first_published_at) {
        (Some(date), ..) => date,
        (None, PostStatus::Published, Some(first)) => first,
        (None, PostStatus::Published, None) => post.updated_at,
        (None, PostStatus::Draft, _) => post.created_at,
    };
    // A place that was given by hand holds until the post moves in time.
    if post.pick_rank == 0 || post.published_at != was_published_at {
        post.pick_rank = post.published_at.0;
    }
}

/// Of a post that is not for everyone strangers read a third at most, so that a short one is not given away whole.
const FREE_PART: usize = 3;

fn opening_length(post: &Model) -> usize {
    match post.access {
        Access::Everyone => OPENING,
        Access::Registered | Access::Subscribers => {
            html::plain_text(&post.content, FREE_PART * OPENING).chars().count() / FREE_PART
        }
    }
}

/// Longest key of a title in characters; nobody types more to find one.
const TITLE_KEY: usize = 100;

/// What a title is found by in the admin list: its words without case, accents and signs, a blank before each.
pub(super) fn title_key(title: &str) -> String {
    let mut key = search_words(title);
    key.truncate(TITLE_KEY);
    key
}

/// `a, b` of whatever was typed between commas; each tag once, in any case.
fn tag_list(text: &str) -> String {
    let mut tags: Vec<String> = Vec::new();
    for tag in text.split(',').map(one_line).filter(|tag| !tag.is_empty()) {
        if !tags.iter().any(|known| known.to_lowercase() == tag.to_lowercase()) {
            tags.push(tag);
        }
    }
    tags.join(", ")
}

/// The first tag that is too long, of those that the post did not have.
fn too_long_tag<'a>(tags: &'a str, stored: &str) -> Option<&'a str> {
    let stored: Vec<&str> = stored.split(", ").collect();
    tags.split(", ").find(|tag| tag.chars().count() > MAX_TAG && !stored.contains(tag))
}

/// Links lacking a label or an address are dropped, as an empty row of the form is; an address that is none is an
/// error.
fn kept_deal_links(links: Vec<DealLink>) -> Result<Vec<DealLink>, String> {
    if links.len() > MAX_DEALS {
        return Err(format!("A post holds at most {MAX_DEALS} deals."));
    }
    let mut kept = Vec::new();
    for (number, link) in (1..).zip(links) {
        let link = DealLink {
            url: one_line(&link.url),
            cta_text: one_line(&link.cta_text),
            label: one_line(&link.label),
            product_name: one_line(&link.product_name),
            price: one_line(&link.price),
        };
        if link.url.is_empty() || link.label.is_empty() {
            continue;
        }
        if !Url::parse(&link.url).is_ok_and(|url| matches!(url.scheme(), "http" | "https") && url.has_host())
            || link.url.len() > 2_000
        {
            return Err(format!("Deal {number}: enter a web address that starts with https://."));
        }
        if [&link.cta_text, &link.label, &link.product_name, &link.price].iter().any(|text| text.chars().count() > 200)
        {
            return Err(format!("Deal {number}: keep each text under 200 characters."));
        }
        kept.push(link);
    }
    Ok(kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_trimmed_and_deduplicated() {
        assert_eq!(tag_list(" solar,  Solar , , off \n grid,,"), "solar, off grid");
    }

    #[test]
    fn incomplete_deals_are_dropped_and_invalid_urls_reported() {
        let deal = |label: &str, url: &str| DealLink { label: label.into(), url: url.into(), ..DealLink::default() };
        let kept = kept_deal_links(vec![
            deal("", "https://a.example.com"),
            deal("Shop", " "),
            deal(" Shop ", "https://a.example.com/x"),
        ])
        .unwrap();
        assert_eq!(kept, vec![deal("Shop", "https://a.example.com/x")]);
        for url in ["javascript:alert(1)", "shop.example.com", "ftp://shop.example.com"] {
            assert!(
                kept_deal_links(vec![deal("Shop", ""), deal("Shop", url)]).unwrap_err().starts_with("Deal 2:"),
                "{url}"
            );
        }
    }
}
