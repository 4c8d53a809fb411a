use axum::extract::State;
use mwanga_core::{Core, categories, changes, navigation, settings};
use mwanga_store::StoreError;

use crate::AppState;
use crate::public_response::{Provenance, PublicError, PublicResponse};
use crate::views::{BrandPictureView, CalendarView, CategoryView, SiteView, SocialLinkView, ThemedPictureView};

/// Brand, contact, categories and menus: what stands around every page.
#[utoipa::path(get, path = "/site", tag = "site", responses((status = 200, body = SiteView)))]
pub async fn site(State(app): State<AppState>) -> Result<PublicResponse<SiteView>, PublicError> {
    let settings = app.core.settings();
    let site = &settings.site;
    let mut menus = navigation::resolve(&app.core).await?;
    let mut tags = vec![changes::SITE.to_owned(), changes::LAYOUT.to_owned()];
    tags.append(&mut menus.tags);
    let provenance = Provenance { tags, expires_at: menus.expires_at, ..Provenance::default() };
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
    };
    Ok(PublicResponse { body, provenance })
}

/// A picture with its dark companion, which is the same one where nobody uploaded another.
async fn themed(core: &Core, light: &str, dark: &str) -> Result<Option<ThemedPictureView>, StoreError> {
    let Some(light) = settings::picture(core, light).await? else { return Ok(None) };
    let dark = settings::picture(core, dark).await?;
    let light = BrandPictureView::from(&light);
    let dark = dark.as_ref().map_or_else(|| light.clone(), BrandPictureView::from);
    Ok(Some(ThemedPictureView { light, dark }))
}
