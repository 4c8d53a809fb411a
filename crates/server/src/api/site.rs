use axum::extract::State;
use mwanga_core::{Core, brand_pictures, categories, changes, navigation};
use mwanga_store::StoreError;
use serde::Deserialize;

use crate::AppState;
use crate::api::front_page::front_page;
use crate::extract::ApiQuery;
use crate::problem::errors;
use crate::public_response::{Provenance, PublicError, PublicResponse};
use crate::views::{BrandPictureView, CalendarView, CategoryView, SiteView, SocialLinkView, ThemedPictureView};

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SiteQuery {
    /// Only what stands around every page: without the blocks of home, so that these end no other page.
    #[serde(default)]
    pub frame: bool,
}

/// Brand, contact, categories, menus, and the blocks of home.
#[utoipa::path(get, path = "/site", tag = "site", params(SiteQuery), responses((status = 200, body = SiteView), errors::BadRequest))]
pub async fn site(
    State(app): State<AppState>,
    ApiQuery(SiteQuery { frame }): ApiQuery<SiteQuery>,
) -> Result<PublicResponse<SiteView>, PublicError> {
    let settings = app.core.settings();
    let site = &settings.site;
    let mut menus = navigation::resolve(&app.core).await?;
    let mut tags = vec![changes::SITE.to_owned(), changes::LAYOUT.to_owned()];
    tags.append(&mut menus.tags);
    let mut provenance = Provenance { tags, expires_at: menus.expires_at, ..Provenance::default() };
    let front_page = if frame { None } else { Some(front_page(&app.core, &mut provenance).await?) };
    let body = SiteView {
        brand: site.brand.clone(),
        tagline: site.tagline.clone(),
        contact_email: site.contact_email.clone(),
        contact_phone: site.contact_phone.clone(),
        base_url: settings.base().to_owned(),
        language: site.language.clone(),
        social_links: site.social_links.iter().map(|href| SocialLinkView::new(href)).collect(),
        footer_words: site.footer_words.replace("{brand}", &site.brand),
        logo: themed(&app.core, &site.logo, &site.logo_dark).await?,
        mark: themed(&app.core, &site.mark, &site.mark_dark).await?,
        categories: categories::all(&app.core).await?.iter().map(CategoryView::from).collect(),
        navigation: menus.into(),
        calendar: settings.calendar().map(CalendarView::from),
        front_page,
    };
    Ok(PublicResponse { body, provenance })
}

/// A picture with its dark companion, which is the same one where nobody uploaded another.
async fn themed(core: &Core, light: &str, dark: &str) -> Result<Option<ThemedPictureView>, StoreError> {
    let Some(light) = brand_pictures::picture(core, light).await? else { return Ok(None) };
    let dark = brand_pictures::picture(core, dark).await?;
    let light = BrandPictureView::from(&light);
    let dark = dark.as_ref().map_or_else(|| light.clone(), BrandPictureView::from);
    Ok(Some(ThemedPictureView { light, dark }))
}
