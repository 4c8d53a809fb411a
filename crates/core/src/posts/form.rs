//! The fields of a post that somebody writes (`fields.rs` says how they are declared): validation, sanitizing, and the
//! columns that are computed from the rest.

use std::collections::HashMap;
use std::str::FromStr;

use jiff::tz::TimeZone;
use mwanga_store::entities::post::{DealLink, Model, Texts};
use mwanga_store::types::{Access, CategoryId, NO_CATEGORY, PostStatus, Timestamp};
use sea_orm::Iterable;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use super::author::{self, AUTHOR_OPTIONS};
use super::deals::{self, DealForm, MAX_DEALS};
use super::error::{FieldErrors, PostError};
use super::fields::{Limit, Place, PostField, Sent, post_fields};
use super::input::text_or_null;
use super::picks::is_pick;
use crate::fold::{one_line, search_words};
use crate::settings::NO_LANGUAGE;
use crate::slug;
use crate::{Core, categories, html, media, pasted_pictures};

const NOT_ON_CARDS: &[(Place, &str)] = &[(Place::Mail, "the mail is a card that leads to the page")];
const COUNTED_LINKS: &[(Place, &str)] = &[(Place::Mail, "links of mails lead by an address that counts")];
const BELOW_THE_TEXT: &[(Place, &str)] = &except_page("it stands below the text, on the page alone");
const ON_ITS_PAGE: &[(Place, &str)] = &except_page("the page has it beside the excerpt, a list one of them");
const PRICES_AGE: &[(Place, &str)] = &except_page("a price is shown where it can be brought up to date");
const IN_PLACE_OF_A_COVER: &[(Place, &str)] =
    &nowhere("the first stands for a cover that is not there; the JSON Feed alone attaches them");
const OF_A_VIDEO: &[(Place, &str)] = &nowhere("it is seen of a cover that is a video");
const NO_WORDS: &[(Place, &str)] = &nowhere("it decides who reads the post, and where; nobody reads it");

const fn except_page(why: &'static str) -> [(Place, &'static str); 2] {
    [(Place::Feed, why), (Place::Mail, why)]
}

const fn nowhere(why: &'static str) -> [(Place, &'static str); 3] {
    [(Place::Page, why), (Place::Feed, why), (Place::Mail, why)]
}

post_fields! {
    row: [
        id revision created_by owner_id created_at updated_at updated_for_readers_at first_published_at pick_rank
        pick_until
        // `derive` computes these from the rest.
        title_key opening published_at preview_url author_slug reading_minutes
    ]

    /// A draft needs a title or a text; any other post a title, a text and a category.
    title: [String], text, Limit::Text(MAX_TITLE), &[] => title: [String];
    /// HTML; cleaned when saved.
    content: [String], text, Limit::Text(MAX_CONTENT_BYTES), NOT_ON_CARDS => content: [String];
    /// A category's slug, id or name; a draft may have none.
    category_name: [String], text, Limit::Text(MAX_LINE), &[] => category_id: [CategoryId];
    /// `mwanga_team`, `admin`, `editor`, `contributor`, `guest_writer` or `custom`.
    author_name: [String], text, Limit::OneOf(author::options), &[] => author_name: [String];
    /// Required for `guest_writer` and `custom`.
    custom_author: [String], text, Limit::Text(MAX_NAME), &[] => custom_author: [String];
    /// Separated by commas.
    tags: [String], text, Limit::Text(MAX_LINE), NOT_ON_CARDS => tags: [String];
    /// ISO 8601; without an offset it is in the publication's time zone. Empty or null takes the date away; a
    /// date ahead schedules the post.
    #[serde(default, deserialize_with = "text_or_null")]
    publish_date: [String], text, Limit::Moment, &[] => publish_date: [Option<Timestamp>];
    brand: [String], line, Limit::Text(MAX_LINE), BELOW_THE_TEXT => brand: [String];
    #[serde(default, deserialize_with = "flag")]
    is_today_pick: [bool], flag, Limit::Any, NO_WORDS => is_today_pick: [bool];
    extra_text: [String], line, Limit::Text(MAX_LINE), BELOW_THE_TEXT => extra_text: [String];
    /// Links lacking label or url are dropped.
    deal_links: [Vec<DealForm>], json, Limit::Items(MAX_DEALS), PRICES_AGE => deal_links: [Vec<DealLink>];
    /// Paths of media, absolute or relative; kept relative.
    media_urls: [Vec<String>], list, Limit::Files(MAX_MEDIA), IN_PLACE_OF_A_COVER => media_urls: [Texts];
    #[serde(default, deserialize_with = "text_or_null")]
    media_url: [String], text, Limit::File, &[] => media_url: [Option<String>];
    #[serde(default, deserialize_with = "text_or_null")]
    poster_url: [String], text, Limit::File, OF_A_VIDEO => poster_url: [Option<String>];
    slug: [String], text, Limit::Slug, COUNTED_LINKS => slug: [String];
    excerpt: [String], line, Limit::Text(MAX_LINE), &[] => excerpt: [String];
    summary: [String], line, Limit::Text(MAX_LINE), ON_ITS_PAGE => summary: [String];
    /// A language tag (BCP 47) such as `sw`; empty: the publication's language.
    language: [String], text, Limit::Text(MAX_LANGUAGE), &[] => #[serde(default)] language: [String];
    /// `published` (default) or `draft`.
    status: [String], text, Limit::OneOf(|| vec!["published", "draft"]), NO_WORDS => status: [PostStatus];
    /// `everyone` (default), `registered` or `subscribers`.
    access: [String], text, Limit::OneOf(|| Access::iter().map(Access::as_str).collect()), NO_WORDS => access: [Access];
    /// Tells readers that the post was updated now; of a post that was never public it says nothing.
    #[serde(default, deserialize_with = "flag", skip_serializing_if = "Option::is_none")]
    mark_updated: [bool], flag, Limit::Any, NO_WORDS;
    /// The revision that was edited; an older one than there is answers 409.
    revision: [i32], number, Limit::Count, NO_WORDS;
}

/// Reads a boolean, or the text of a ticked box in a form.
fn flag<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<bool>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Ticked {
        Flag(bool),
        Text(String),
        Nothing,
    }
    Ok(match Ticked::deserialize(deserializer)? {
        Ticked::Flag(flag) => Some(flag),
        Ticked::Text(text) => Some(is_checked(&text)),
        Ticked::Nothing => None,
    })
}

/// Whether this is the value of a ticked box in a form.
pub fn is_checked(text: &str) -> bool {
    matches!(text.trim(), "true" | "1" | "on" | "yes")
}

/// Reads the text of a field into the JSON of a post, as forms and importers have it, and answers the name of the
/// field; none where no post has such a field, or the text says nothing.
///
/// # Errors
///
/// The name of a field whose text cannot be read.
pub fn read_text(
    form: &mut Map<String, Value>,
    name: &str,
    text: String,
) -> Result<Option<&'static str>, &'static str> {
    let in_list = name.strip_suffix("[]").unwrap_or(name);
    let is_named = |field: &&PostField| field.name == if field.sent == Sent::List { in_list } else { name };
    let Some(field) = FIELDS.iter().find(is_named) else { return Ok(None) };
    let name = field.name;
    let parse = |text: &str| serde_json::from_str(text).map_err(|_| name);
    let value = match field.sent {
        Sent::Text => Value::String(text),
        Sent::Flag => Value::Bool(is_checked(&text)),
        Sent::Number if matches!(text.trim(), "" | "null") => return Ok(None),
        Sent::Number => text.trim().parse::<i32>().map_err(|_| name)?.into(),
        Sent::Json if text.trim().is_empty() => Value::Array(Vec::new()),
        Sent::Json => parse(&text)?,
        Sent::List if text.trim_start().starts_with('[') => parse(&text)?,
        Sent::List => {
            let mut items = form.remove(name).and_then(|items| items.as_array().cloned()).unwrap_or_default();
            items.push(Value::String(text));
            Value::Array(items)
        }
    };
    form.insert(name.to_owned(), value);
    Ok(Some(name))
}

/// Shown when one of the three is missing.
pub const REQUIRED: &str = "Title, content, and category are required";
/// A draft has the one or the other.
const NOTHING_TO_KEEP: &str = "Enter a title, or write something first.";

/// Longest texts in characters. They limit the cost of a save, far above what a page shows.
pub(super) const MAX_TITLE: usize = 300;
const MAX_LINE: usize = 1_000;
const MAX_NAME: usize = 120;
const MAX_LANGUAGE: usize = 35;
/// Longest tag in characters; longer ones that are already stored stay valid.
pub const MAX_TAG: usize = 60;
const MAX_MEDIA: usize = 200;
const MAX_CONTENT_BYTES: usize = 1_500_000;
/// Reading speed in words per minute.
const WORDS_PER_MINUTE: usize = 220;
/// Characters of the opening, which is shown in place of an empty excerpt.
const OPENING_CHARS: usize = 300;

impl PostForm {
    /// Applies the fields that the form has to `post`, and collects all errors. The slug is not applied: a requested
    /// one is validated and returned.
    pub(super) async fn apply(self, core: &Core, post: &mut Model) -> Result<Option<String>, PostError> {
        let (slug, mut errors) = self.read(core, post).await?;
        errors.add_missing(post);
        errors.into_result()?;
        derive(post);
        Ok(slug)
    }

    /// As [`Self::apply`], of a text that is only looked at: what it lacks is no error.
    pub(super) async fn apply_unfinished(self, core: &Core, post: &mut Model) -> Result<(), PostError> {
        let (_, errors) = self.read(core, post).await?;
        errors.into_result()?;
        derive(post);
        Ok(())
    }

    async fn read(mut self, core: &Core, post: &mut Model) -> Result<(Option<String>, Errors), PostError> {
        let mut errors = Errors::default();
        self.apply_lines(post, &mut errors);
        // Exhaustive, so that a new field must be applied or ignored here. `save` checks the revision.
        let Self {
            title,
            content,
            category_name,
            author_name,
            custom_author,
            tags,
            publish_date,
            brand: _,
            is_today_pick,
            extra_text: _,
            deal_links,
            media_urls,
            media_url,
            poster_url,
            slug,
            excerpt: _,
            summary: _,
            language,
            status,
            access,
            mark_updated,
            revision: _,
        } = self;
        set_title(title, post, &mut errors);
        set_content(core, content, post, &mut errors).await?;
        set_category(core, category_name.as_deref(), post, &mut errors).await?;
        set_author(author_name, custom_author, post, &mut errors);
        set_date(core.settings().time_zone(), publish_date, post, &mut errors);
        let tags = tags.map(|tags| normalize_tags(&tags));
        if let Some(tag) = tags.as_deref().and_then(|tags| find_long_tag(tags, &post.tags)) {
            errors.add_invalid("tags", format!("Keep each tag under {} characters: {tag}", MAX_TAG + 1));
        }
        set_text("tags", tags, &mut post.tags, &mut errors);
        set_pick(is_today_pick, post);
        if mark_updated == Some(true) && post.first_published_at.is_some_and(|at| at <= post.updated_at) {
            post.updated_for_readers_at = Some(post.updated_at);
        }
        set_deal_links(core, deal_links, post, &mut errors);
        let base = core.config.base();
        set_media_list(base, media_urls, post, &mut errors);
        set_media("media_url", base, media_url, &mut post.media_url, &mut errors);
        set_media("poster_url", base, poster_url, &mut post.poster_url, &mut errors);
        set_language(language, post, &mut errors);
        set_status(status, post, &mut errors);
        set_choice("access", access, &mut post.access, "Choose everyone, registered or subscribers.", &mut errors);
        Ok((parse_slug(slug, &mut errors), errors))
    }
}

/// The errors of a form.
#[derive(Default)]
struct Errors {
    /// Required fields that are missing.
    missing: FieldErrors,
    invalid: FieldErrors,
}

impl Errors {
    fn add_invalid(&mut self, field: &'static str, message: impl Into<String>) {
        self.invalid.insert(field, message.into());
    }

    /// What the post lacks as it now is: a draft almost nothing, any other all that readers are to see.
    fn add_missing(&mut self, post: &Model) {
        let has_content = has_content(&post.content);
        if post.status == PostStatus::Draft {
            if post.title.is_empty() && !has_content {
                self.add_invalid("title", NOTHING_TO_KEEP);
            }
            return;
        }
        for (lacks, field, message) in [
            (post.title.is_empty(), "title", "Enter a title."),
            (!has_content, "content", "Write something first."),
            (post.category_id == NO_CATEGORY, "category_name", "Choose a category."),
        ] {
            // What was given and is wrong is not missing.
            if lacks && !self.invalid.contains_key(field) {
                self.missing.insert(field, message.to_owned());
            }
        }
        if author::requires_name(&post.author_name) && post.custom_author.is_empty() {
            self.add_invalid("custom_author", "Enter the author's name.");
        }
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

/// Fails unless the post has what every post has that is more than a draft.
pub(super) fn check_complete(post: &Model) -> Result<(), PostError> {
    let mut errors = Errors::default();
    errors.add_missing(post);
    errors.into_result()
}

fn set_deal_links(core: &Core, forms: Option<Vec<DealForm>>, post: &mut Model, errors: &mut Errors) {
    match forms.map(|forms| deals::apply(forms, post, core.settings().time_zone())) {
        Some(Ok(links)) => post.deal_links = links,
        Some(Err(message)) => errors.add_invalid("deal_links", message),
        None => {}
    }
}

fn set_title(title: Option<String>, post: &mut Model, errors: &mut Errors) {
    if let Some(title) = title {
        post.title = one_line(&title);
    }
    if post.title.chars().count() > MAX_TITLE {
        errors.add_invalid("title", format!("Keep the title under {MAX_TITLE} characters."));
    }
}

async fn set_content(
    core: &Core,
    content: Option<String>,
    post: &mut Model,
    errors: &mut Errors,
) -> Result<(), PostError> {
    match content {
        Some(content) if content.len() > MAX_CONTENT_BYTES => {
            errors.add_invalid("content", "This text is too long. Split it into several posts.");
            return Ok(());
        }
        Some(content) => post.content = sanitize(core, content).await?,
        None => {}
    }
    Ok(())
}

/// Whether somebody put something into a text; a picture that is yet to be fetched is something.
fn has_content(content: &str) -> bool {
    !html::plain_text(content, 1).is_empty()
        || !html::media_refs(content).is_empty()
        || !html::missing_pictures(content).is_empty()
}

async fn set_category(core: &Core, name: Option<&str>, post: &mut Model, errors: &mut Errors) -> Result<(), PostError> {
    match name.map(str::trim) {
        Some("") => post.category_id = NO_CATEGORY,
        Some(text) => match categories::find(core, text).await? {
            Some(category) => post.category_id = category.id,
            None => errors.add_invalid("category_name", "Choose a category from the list."),
        },
        None => {}
    }
    Ok(())
}

fn set_author(option: Option<String>, name: Option<String>, post: &mut Model, errors: &mut Errors) {
    if let Some(author) = option {
        let author = if author.trim().is_empty() { AUTHOR_OPTIONS[0].0 } else { author.trim() };
        match AUTHOR_OPTIONS.iter().find(|(value, _)| *value == author) {
            Some((value, _)) => post.author_name = (*value).to_owned(),
            None => errors.add_invalid("author_name", "Choose an author from the list."),
        }
    }
    if let Some(name) = name {
        post.custom_author = one_line(&name);
    }
    if !author::requires_name(&post.author_name) {
        post.custom_author.clear();
    }
    if post.custom_author.chars().count() > MAX_NAME {
        errors.add_invalid("custom_author", format!("Keep the name under {MAX_NAME} characters."));
    }
}

fn set_date(zone: &TimeZone, text: Option<String>, post: &mut Model, errors: &mut Errors) {
    let Some(text) = text else { return };
    post.publish_date = Timestamp::parse_in(&text, zone);
    if post.publish_date.is_none() && !text.trim().is_empty() {
        errors.add_invalid("publish_date", "Enter a date and a time, such as 2026-11-20 09:30.");
    }
}

/// A new pick has no end, also where it was one before.
fn set_pick(pick: Option<bool>, post: &mut Model) {
    let Some(pick) = pick else { return };
    post.pick_until = post.pick_until.filter(|_| pick && is_pick(post, post.updated_at));
    post.is_today_pick = pick;
}

fn set_text(field: &'static str, value: Option<String>, target: &mut String, errors: &mut Errors) {
    let Some(text) = value else { return };
    *target = text.replace(|c: char| c.is_control() && c != '\n' && c != '\t', "").trim().to_owned();
    if target.chars().count() > MAX_LINE {
        errors.add_invalid(field, format!("Keep this under {MAX_LINE} characters."));
    }
}

fn set_media_list(base: &str, urls: Option<Vec<String>>, post: &mut Model, errors: &mut Errors) {
    let Some(urls) = urls else { return };
    let keys = urls.iter().filter(|url| !url.trim().is_empty()).map(|url| media::key_of(url, base));
    match keys.collect::<Option<Vec<_>>>() {
        Some(keys) if keys.len() > MAX_MEDIA => {
            errors.add_invalid("media_urls", format!("A post holds at most {MAX_MEDIA} files."));
        }
        Some(keys) => post.media_urls = Texts(keys),
        None => errors.add_invalid("media_urls", UPLOAD_FIRST),
    }
}

fn set_media(field: &'static str, base: &str, value: Option<String>, target: &mut Option<String>, errors: &mut Errors) {
    match value.as_deref().map(str::trim) {
        None => {}
        Some("") => *target = None,
        Some(text) => match media::key_of(text, base) {
            Some(key) => *target = Some(key),
            None => errors.add_invalid(field, UPLOAD_FIRST),
        },
    }
}

fn set_choice<T: FromStr>(
    field: &'static str,
    value: Option<String>,
    target: &mut T,
    message: &str,
    errors: &mut Errors,
) {
    if let Some(text) = value.as_deref().map(str::trim).filter(|text| !text.is_empty()) {
        match text.parse() {
            Ok(choice) => *target = choice,
            Err(_) => errors.add_invalid(field, message),
        }
    }
}

fn set_language(value: Option<String>, post: &mut Model, errors: &mut Errors) {
    match value.as_deref().map(str::trim) {
        None => {}
        Some("") => post.language.clear(),
        Some(text) => match html::language::normalize(text) {
            Some(tag) => post.language = tag,
            None => errors.add_invalid("language", NO_LANGUAGE),
        },
    }
}

/// Submitting and deleting are calls of their own: a save only keeps a post in review.
fn set_status(value: Option<String>, post: &mut Model, errors: &mut Errors) {
    let before = post.status;
    set_choice("status", value, &mut post.status, STATUS_CHOICES, errors);
    if post.status != before && !matches!(post.status, PostStatus::Draft | PostStatus::Published) {
        post.status = before;
        errors.add_invalid("status", STATUS_CHOICES);
    }
}

const STATUS_CHOICES: &str = "Choose draft or published.";

/// Parses a requested slug.
fn parse_slug(value: Option<String>, errors: &mut Errors) -> Option<String> {
    let text = value.as_deref().map(str::trim).filter(|text| !text.is_empty())?;
    let slug = slug::from_title(&slug::of_segment(text));
    if slug.is_none() {
        errors.add_invalid("slug", "Use letters, digits and hyphens.");
    }
    slug
}

/// Sanitizes HTML into its stored form. Pictures get their size, which prevents layout shifts while they load.
async fn sanitize(core: &Core, content: String) -> Result<String, PostError> {
    let base = core.config.base().to_owned();
    let cleaned =
        html::read_sent(move || html::check_limits(&content).map(|()| html::clean_with_origins(&content, &[&base])))
            .await?;
    with_known_pictures(core, cleaned).await
}

/// Stored HTML with the pictures of other sites that were fetched since, and with the sizes of all pictures.
pub(super) async fn with_known_pictures(core: &Core, stored: String) -> Result<String, PostError> {
    let stored = pasted_pictures::put_known(core, stored).await?;
    let sizes: HashMap<String, (u32, u32)> = media::find_by_keys(core, &html::media_refs(&stored))
        .await?
        .into_iter()
        .filter_map(|item| Some((item.object_key, (item.width?.try_into().ok()?, item.height?.try_into().ok()?))))
        .collect();
    if sizes.is_empty() {
        return Ok(stored);
    }
    Ok(html::read_sent(move || Ok(html::clean_with_sizes(&stored, &[], &|src| sizes.get(src).copied()))).await?)
}

const UPLOAD_FIRST: &str = "Upload the file first, then choose it here.";

/// Computes the columns that follow from the rest: opening, reading time, preview, time of publication and others.
pub(super) fn derive(post: &mut Model) {
    let previous_published_at = post.published_at;
    post.title_key = title_key(&post.title);
    post.author_slug = author::author_slug(&post.author_name, &post.custom_author);
    post.opening = html::opening(&post.content, opening_length(post));
    post.reading_minutes =
        i32::try_from(html::word_count(&post.content).div_ceil(WORDS_PER_MINUTE).max(1)).unwrap_or(i32::MAX);
    post.preview_url = post
        .media_url
        .clone()
        .or_else(|| post.media_urls.0.first().cloned())
        .or_else(|| html::first_media(&post.content));
    post.published_at = match (post.publish_date, post.status, post.first_published_at) {
        (Some(date), ..) => date,
        (None, PostStatus::Published, Some(first)) => first,
        (None, PostStatus::Published, None) => post.updated_at,
        (None, PostStatus::Draft | PostStatus::InReview | PostStatus::Trash, _) => post.created_at,
    };
    // A manual rank stays until the time of publication changes.
    if post.pick_rank == 0 || post.published_at != previous_published_at {
        post.pick_rank = post.published_at.0;
    }
}

/// Of a gated post the opening is at most one third, so that a short one is not given away whole.
const MAX_OPENING_SHARE: usize = 3;

/// Length of the opening in characters.
fn opening_length(post: &Model) -> usize {
    match post.access {
        Access::Everyone => OPENING_CHARS,
        Access::Registered | Access::Subscribers => {
            html::plain_text(&post.content, MAX_OPENING_SHARE * OPENING_CHARS).chars().count() / MAX_OPENING_SHARE
        }
    }
}

/// Longest key of a title in characters: more than anybody types to find one.
const MAX_TITLE_KEY: usize = 100;

/// The key by which the admin list finds a title: its folded words with a space before each.
pub(super) fn title_key(title: &str) -> String {
    html::letters::cut(&search_words(title), MAX_TITLE_KEY).to_owned()
}

/// Normalizes comma-separated tags to `a, b`, without duplicates in any case.
fn normalize_tags(text: &str) -> String {
    let mut tags: Vec<String> = Vec::new();
    for tag in text.split(',').map(one_line).filter(|tag| !tag.is_empty()) {
        if !tags.iter().any(|known| known.to_lowercase() == tag.to_lowercase()) {
            tags.push(tag);
        }
    }
    tags.join(", ")
}

/// The first new tag that is too long.
fn find_long_tag<'a>(tags: &'a str, stored: &str) -> Option<&'a str> {
    let stored: Vec<&str> = stored.split(", ").collect();
    tags.split(", ").find(|tag| tag.chars().count() > MAX_TAG && !stored.contains(tag))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_trimmed_and_deduplicated() {
        assert_eq!(normalize_tags(" solar,  Solar , , off \n grid,,"), "solar, off grid");
    }
}
