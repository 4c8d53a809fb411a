use axum::extract::multipart::{Field, MultipartError};
use axum::extract::{DefaultBodyLimit, FromRequest, Multipart, Request};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use mwanga_core::posts::{FIELDS, PostForm, Sent, is_checked};
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
    let named = name.strip_suffix("[]");
    let Some(field) = FIELDS.iter().find(|field| match field.sent {
        Sent::List => field.name == named.unwrap_or(name),
        _ => field.name == name,
    }) else {
        return Ok(());
    };
    let name = field.name;
    let unreadable = || ApiError::unreadable_field(name);
    let parse = |text: &str| serde_json::from_str(text).map_err(|_| unreadable());
    let value = match field.sent {
        Sent::Text => Value::String(text),
        Sent::Flag => Value::Bool(is_checked(&text)),
        Sent::Number if matches!(text.trim(), "" | "null") => return Ok(()),
        Sent::Number => text.trim().parse::<i32>().map_err(|_| unreadable())?.into(),
        Sent::Json if text.trim().is_empty() => Value::Array(Vec::new()),
        Sent::Json => parse(&text)?,
        // A JSON list, or the field once for each item.
        Sent::List if text.trim_start().starts_with('[') => parse(&text)?,
        Sent::List => {
            let mut items = input.remove(name).and_then(|items| items.as_array().cloned()).unwrap_or_default();
            items.push(Value::String(text));
            Value::Array(items)
        }
    };
    let alone = Value::Object(Map::from_iter([(name.to_owned(), value.clone())]));
    strict_json::read::<PostForm>(alone).map_err(|_| unreadable())?;
    input.insert(name.to_owned(), value);
    Ok(())
}

fn refused(error: &MultipartError) -> ApiError {
    if error.status() == StatusCode::PAYLOAD_TOO_LARGE { ApiError::too_large() } else { ApiError::malformed_form() }
}

#[cfg(test)]
mod tests {
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
