use axum::extract::multipart::{Field, MultipartError};
use axum::extract::{DefaultBodyLimit, FromRequest, Multipart, Request};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use mwanga_core::posts::{self, PostForm};
use serde_json::{Map, Value};

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
        let mut input = Map::new();
        let mut room = 2 * MAX_TEXT_BYTES;
        while let Some(field) = form.next_field().await.map_err(|e| refused(&e))? {
            let Some(name) = field.name().map(str::to_owned) else { continue };
            if field.file_name().is_some() {
                return Err(ApiError::file_in_form());
            }
            let text = text(field).await.map_err(|e| refused(&e))?;
            room = room.checked_sub(text.len()).ok_or_else(ApiError::too_large)?;
            read_field(&mut input, &name, text)?;
        }
        let input = strict_json::read(Value::Object(input)).expect("each of its fields was read");
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

/// Reads one field of a form into the JSON of a post. Unknown fields are ignored, as in JSON.
fn read_field(input: &mut Map<String, Value>, name: &str, text: String) -> Result<(), ApiError> {
    let Some(name) = posts::read_text(input, name, text).map_err(ApiError::unreadable_field)? else { return Ok(()) };
    let alone = input.get(name).map(|value| (name.to_owned(), value.clone()));
    strict_json::read::<PostForm>(Value::Object(alone.into_iter().collect()))
        .map(drop)
        .map_err(|_| ApiError::unreadable_field(name))
}

fn refused(error: &MultipartError) -> ApiError {
    if error.status() == StatusCode::PAYLOAD_TOO_LARGE { ApiError::too_large() } else { ApiError::malformed_form() }
}

#[cfg(test)]
mod tests {
    use mwanga_core::posts::{FIELDS, Sent};

    use super::*;

    #[test]
    fn every_field_of_a_post_is_read_from_a_form() {
        for field in FIELDS {
            let text = if matches!(field.sent, Sent::List | Sent::Json) { "[]" } else { "1" };
            let mut form = Map::new();
            read_field(&mut form, field.name, text.to_owned()).unwrap();
            let read = serde_json::to_value(strict_json::read::<PostForm>(Value::Object(form)).unwrap()).unwrap();
            assert!(!read[field.name].is_null(), "{} of a form is left aside", field.name);
        }
        let mut form = Map::new();
        read_field(&mut form, "unheard_of", String::new()).unwrap();
        assert!(form.is_empty());
    }

    #[test]
    fn a_list_is_read_whole_or_once_for_each_item() {
        let read = |parts: &[(&str, &str)]| {
            let mut form = Map::new();
            parts.iter().try_for_each(|(name, text)| read_field(&mut form, name, (*text).to_owned()))?;
            Ok::<_, ApiError>(form.remove("media_urls"))
        };
        let both = Some(serde_json::json!(["a.png", "b.png"]));
        assert_eq!(read(&[("media_urls", "a.png"), ("media_urls[]", "b.png")]).unwrap(), both);
        assert_eq!(read(&[("media_urls[]", r#" ["a.png", "b.png"]"#)]).unwrap(), both);
        assert!(read(&[("media_urls", "[1]")]).is_err());
    }
}
