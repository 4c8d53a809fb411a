use axum::extract::multipart::{Field, MultipartError};
use axum::extract::{DefaultBodyLimit, FromRequest, Multipart, Request};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use mwanga_core::posts::{PostForm, is_checked};

use super::body::ApiJson;
use super::strict_json;
use crate::AppState;
use crate::problem::ApiError;

/// Extractor of a post, as JSON or as `multipart/form-data`.
pub struct PostBody(pub PostForm);

impl FromRequest<AppState> for PostBody {
    type Rejection = ApiError;

    async fn from_request(mut request: Request, app: &AppState) -> Result<Self, ApiError> {
        let multipart = request
            .headers()
            .get(CONTENT_TYPE)
            .and_then(|v| v.to_str().ok())
            .is_some_and(|v| v.trim_start().starts_with("multipart/form-data"));
        if !multipart {
            return ApiJson::from_request(request, app).await.map(|ApiJson(input)| Self(input));
        }
        DefaultBodyLimit::max(usize::try_from(app.core.settings().max_upload_bytes()).unwrap_or(usize::MAX))
            .apply(&mut request);
        let mut form = Multipart::from_request(request, app).await.map_err(|_| ApiError::malformed_form())?;
        let mut input = PostForm::default();
        let mut room = 2 * MAX_TEXT_BYTES;
        while let Some(field) = form.next_field().await.map_err(|e| refused(&e))? {
            let Some(name) = field.name().map(str::to_owned) else { continue };
            if field.file_name().is_some() {
                return Err(ApiError::file_in_form());
            }
            let text = text(field).await.map_err(|e| refused(&e))?;
            room = room.checked_sub(text.len()).ok_or_else(ApiError::too_large)?;
            // Unknown fields are ignored, as in JSON.
            read_field(&mut input, &name, text)?;
        }
        Ok(Self(input))
    }
}

/// Length in bytes at which the text of a field is cut, more than any limit allows: a text that was cut is still too
/// long, and is refused by the limit of its field.
const MAX_TEXT_BYTES: usize = 2 * 1024 * 1024;

async fn text(mut field: Field<'_>) -> Result<String, MultipartError> {
    let mut bytes = Vec::new();
    while let Some(chunk) = field.chunk().await? {
        bytes.extend_from_slice(&chunk[..chunk.len().min(MAX_TEXT_BYTES - bytes.len())]);
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Reads one field of a form; `false` for an unknown field.
fn read_field(input: &mut PostForm, name: &str, text: String) -> Result<bool, ApiError> {
    match name {
        "title" => input.title = Some(text),
        "content" => input.content = Some(text),
        "category_name" => input.category_name = Some(text),
        "author_name" => input.author_name = Some(text),
        "custom_author" => input.custom_author = Some(text),
        "tags" => input.tags = Some(text),
        "publish_date" => input.publish_date = Some(text),
        "brand" => input.brand = Some(text),
        "is_today_pick" => input.is_today_pick = Some(is_checked(&text)),
        "extra_text" => input.extra_text = Some(text),
        "deal_links" if text.trim().is_empty() => input.deal_links = Some(Vec::new()),
        "deal_links" => {
            input.deal_links = Some(
                serde_json::from_str(&text)
                    .and_then(strict_json::read)
                    .map_err(|_| ApiError::unreadable_field("deal_links"))?,
            )
        }
        // A JSON list, or the field once for each path.
        "media_urls" | "media_urls[]" if text.trim_start().starts_with('[') => {
            input.media_urls = Some(serde_json::from_str(&text).map_err(|_| ApiError::unreadable_field("media_urls"))?)
        }
        "media_urls" | "media_urls[]" => input.media_urls.get_or_insert_default().push(text),
        "media_url" => input.media_url = Some(text),
        "poster_url" => input.poster_url = Some(text),
        "slug" => input.slug = Some(text),
        "excerpt" => input.excerpt = Some(text),
        "summary" => input.summary = Some(text),
        "status" => input.status = Some(text),
        "access" => input.access = Some(text),
        "mark_updated" => input.mark_updated = Some(is_checked(&text)),
        "revision" if matches!(text.trim(), "" | "null") => {}
        "revision" => input.revision = Some(text.trim().parse().map_err(|_| ApiError::unreadable_field("revision"))?),
        _ => return Ok(false),
    }
    Ok(true)
}

fn refused(error: &MultipartError) -> ApiError {
    if error.status() == StatusCode::PAYLOAD_TOO_LARGE { ApiError::too_large() } else { ApiError::malformed_form() }
}

#[cfg(test)]
mod tests {
    use utoipa::PartialSchema;

    use super::*;

    #[test]
    fn every_field_of_a_post_is_read_from_a_form() {
        let schema = serde_json::to_value(PostForm::schema()).unwrap();
        let properties = schema["properties"].as_object().unwrap();
        assert!(properties.contains_key("title"));
        for (name, property) in properties {
            let text = if property["type"].to_string().contains("array") { "[]" } else { "1" };
            let mut form = PostForm::default();
            assert!(read_field(&mut form, name, text.to_owned()).unwrap(), "{name} of a form is left aside");
            let read = serde_json::to_value(form).unwrap();
            assert!(!read[name].is_null(), "{name} is read into another field");
        }
        assert!(!read_field(&mut PostForm::default(), "unheard_of", String::new()).unwrap());
    }
}
