//! The form of a page: validation and sanitizing.

use std::collections::HashMap;

use mwanga_store::entities::page::Model;
use mwanga_store::types::{PageLayout, PageStatus};
use serde::{Deserialize, Serialize};

use super::PageError;
use crate::fold::one_line;
use crate::posts::FieldErrors;
use crate::slug;
use crate::{Core, html, media, pasted_pictures};

/// What an editor sends. A field that is absent stays as it is. Texts may hold `{brand}`, `{tagline}`,
/// `{contact_email}` and `{contact_phone}`.
#[derive(Clone, Debug, Default, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = PageInput)]
pub struct PageForm {
    pub title: Option<String>,
    /// Of a built-in page it cannot be changed.
    pub slug: Option<String>,
    pub short_title: Option<String>,
    pub lead: Option<String>,
    pub note: Option<String>,
    pub description: Option<String>,
    /// HTML; cleaned when saved.
    pub content: Option<String>,
    #[schema(inline)]
    pub layout: Option<PageLayout>,
    /// Path of a picture, absolute or relative; empty for the picture of the site.
    pub share_picture: Option<String>,
    #[schema(inline)]
    pub status: Option<PageStatus>,
    /// The revision that was edited, 0 for the product's words; an older one than there is answers 409.
    pub revision: Option<i32>,
}

/// Longest texts in characters.
const MAX_TITLE: usize = 300;
const MAX_LINE: usize = 1_000;
const MAX_CONTENT_BYTES: usize = 1_500_000;

impl PageForm {
    /// Applies the fields that the form has to `page`, and collects all errors. Returns the slug that it asks for.
    pub(super) async fn apply(self, core: &Core, page: &mut Model) -> Result<Option<String>, PageError> {
        let Self {
            title,
            slug,
            short_title,
            lead,
            note,
            description,
            content,
            layout,
            share_picture,
            status,
            revision: _,
        } = self;
        let mut errors = FieldErrors::new();
        for (field, value, target, most) in [
            ("title", title, &mut page.title, MAX_TITLE),
            ("short_title", short_title, &mut page.short_title, MAX_TITLE),
            ("lead", lead, &mut page.lead, MAX_LINE),
            ("note", note, &mut page.note, MAX_TITLE),
            ("description", description, &mut page.description, MAX_LINE),
        ] {
            let Some(text) = value else { continue };
            *target = one_line(&text);
            if target.chars().count() > most {
                errors.insert(field, format!("Keep this under {most} characters."));
            }
        }
        if page.title.is_empty() {
            errors.insert("title", "Enter a title.".into());
        }
        set_content(core, content, page, &mut errors).await?;
        page.layout = layout.unwrap_or(page.layout);
        page.status = status.unwrap_or(page.status);
        set_share_picture(core, share_picture, page, &mut errors).await?;
        let slug = parse_slug(slug, page, &mut errors);
        if errors.is_empty() { Ok(slug) } else { Err(PageError::Invalid(errors)) }
    }
}

async fn set_content(
    core: &Core,
    content: Option<String>,
    page: &mut Model,
    errors: &mut FieldErrors,
) -> Result<(), PageError> {
    match content {
        Some(content) if content.len() > MAX_CONTENT_BYTES => {
            errors.insert("content", "This text is too long. Split it into several pages.".into());
            return Ok(());
        }
        Some(content) => page.content = sanitize(core, content).await?,
        None => {}
    }
    if page.content.is_empty() {
        errors.insert("content", "Write something first.".into());
    }
    Ok(())
}

/// Sanitizes HTML into its stored form. Pictures get their size, against layout shift.
async fn sanitize(core: &Core, content: String) -> Result<String, PageError> {
    let base = core.config.base().to_owned();
    let clean = move || html::check_limits(&content).map(|()| html::clean_page(&content, &[&base], &|_| None));
    let cleaned = html::read_sent(clean).await?;
    with_known_pictures(core, cleaned).await
}

/// Stored HTML with the pictures of other sites that were fetched since, and with the sizes of all pictures.
pub(super) async fn with_known_pictures(core: &Core, stored: String) -> Result<String, PageError> {
    let stored = pasted_pictures::put_known(core, stored).await?;
    let sizes: HashMap<String, (u32, u32)> = media::find_by_keys(core, &html::media_refs(&stored))
        .await?
        .into_iter()
        .filter_map(|item| Some((item.object_key, (item.width?.try_into().ok()?, item.height?.try_into().ok()?))))
        .collect();
    if sizes.is_empty() {
        return Ok(stored);
    }
    Ok(html::read_sent(move || Ok(html::clean_page(&stored, &[], &|src| sizes.get(src).copied()))).await?)
}

async fn set_share_picture(
    core: &Core,
    address: Option<String>,
    page: &mut Model,
    errors: &mut FieldErrors,
) -> Result<(), PageError> {
    let Some(address) = address else { return Ok(()) };
    page.share_picture = media::key_of(&address, core.config.base());
    let is_empty = address.trim().is_empty();
    let known = media::find_by_keys(core, page.share_picture.as_slice()).await?;
    if !is_empty && known.is_empty() {
        errors.insert("share_picture", "Upload the picture first, then choose it here.".into());
    }
    Ok(())
}

fn parse_slug(value: Option<String>, page: &Model, errors: &mut FieldErrors) -> Option<String> {
    let text = value.as_deref().map(str::trim).filter(|text| !text.is_empty() && *text != page.slug)?;
    if page.built_in.is_some() {
        errors.insert("slug", "The address of this page is fixed.".into());
        return None;
    }
    let slug = slug::from_title(&slug::of_segment(text));
    if slug.is_none() {
        errors.insert("slug", "Use letters, digits and hyphens.".into());
    }
    slug
}
