//! Limits in the OpenAPI description, in one table: lengths, ranges and patterns by name of field or parameter. Those of
//! a post stand where its fields are declared (`mwanga_core::posts::FIELDS`).
//!
//! The limits are enforced in `core`. Rules that no pattern can express, such as a code that was used already, are left
//! out.

use mwanga_core::posts::{self, Limit, MAX_DEAL_TEXT, MAX_DEAL_URL};
use serde_json::{Value, json};

/// At least one visible character.
const VISIBLE_CHARACTER: &str = r"[^\s\x00-\x20\x7f-\xa0]";
/// A day of the calendar; 29 February is one in some years alone.
const DAY: &str =
    "[0-9]{4}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-9]))";
const EMPTY_OR_ADDRESS: &str = r"^(|[!-~]{1,300})$";

/// Limits of a parameter, by operation and name.
fn parameter_limits(operation: &str, name: &str) -> Option<Value> {
    Some(match (operation, name) {
        (_, "page") => json!({ "maximum": 1_000_000_000 }),
        (_, "Idempotency-Key") => json!({ "minLength": 1, "maxLength": 200, "pattern": "^[!-~]+$" }),
        ("email_logs" | "list_subscribers" | "list_subscriptions", "after") => json!({ "pattern": "^[0-9]{1,18}_" }),
        ("list_posts", "after") => json!({ "pattern": "^-?[0-9]{1,18}_[0-9]{1,18}$" }),
        ("list_media", "after") => json!({ "pattern": "^[0-9]{1,18}$" }),
        ("analytics_of_posts" | "analytics_summary" | "analytics_table", "from" | "to") => {
            json!({ "pattern": format!("^{DAY}$") })
        }
        ("search_all", "from" | "to") => json!({ "pattern": format!("^({DAY})?$") }),
        ("generate_presigned_url", "filename") => {
            json!({ "minLength": 5, "pattern": "[^./][.](jpe?g|png|gif|webp|mp4|webm|mov|vtt)$" })
        }
        ("generate_presigned_url", "contentType") => {
            json!({ "pattern": "^(image/(jpeg|png|gif|webp)|video/(mp4|webm|quicktime)|text/vtt)$" })
        }
        ("embed", "address") => {
            json!({ "pattern": "^https?://[^/]*(youtube|youtu[.]be|vimeo|openstreetmap|spotify|soundcloud)" })
        }
        _ => return None,
    })
}

/// Limits of a field of a request body, by schema and name.
fn field_limits(schema: &str, name: &str) -> Option<Value> {
    Some(match (schema, name) {
        (_, "email") => {
            json!({ "maxLength": 254, "pattern": r#"^[^\s\x00-\x20"<>,;@\x7f-\uffff]{1,64}@[^\s\x00-\x20"<>,;@.\x7f-\uffff]+([.][^\s\x00-\x20"<>,;@.\x7f-\uffff]+)+$"# })
        }
        ("RegisterUserInput" | "ResetPasswordInput", "password") => json!({ "minLength": 8, "maxLength": 512 }),
        ("RegisterInput", "password") => json!({ "minLength": 12, "maxLength": 512 }),
        ("ProfileInput", "username") => needed(60),
        ("CategoryInput", "name") => json!({ "minLength": 1, "maxLength": 60, "pattern": LETTER }),
        ("IssueInput", "subject") => needed(200),
        ("IssueInput", "html") => json!({ "minLength": 1, "maxLength": 1_500_000, "pattern": VISIBLE_CHARACTER }),
        ("IssueInput" | "SavedDraftInput", "preheader") => line(150),
        ("SavedDraftInput", "subject") => line(200),
        ("SavedDraftInput", "html") => line(1_500_000),
        ("SavedDraftInput", "send_at") => line(40),
        ("IssueInput" | "SavedDraftInput", "topic") => json!({ "pattern": "^[a-z-]*$" }),
        ("NewsletterSchedule", "time") => json!({ "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$" }),
        ("ContactInput", "name") => needed(120),
        ("ContactInput", "message") => needed(5_000),
        ("PageInput", "title") => needed(300),
        ("PageInput", "short_title" | "note") => line(300),
        ("PageInput", "lead" | "description") => line(1_000),
        ("PageInput", "content") => json!({ "minLength": 1, "maxLength": 1_500_000, "pattern": VISIBLE_CHARACTER }),
        ("PageInput", "slug") => json!({ "pattern": SLUG }),
        ("PageInput", "share_picture") => json!({ "pattern": MEDIA }),
        ("PageInput", "revision") => json!({ "minimum": 0 }),
        ("PostInput", name) => post_limit(name)?,
        ("DealInput", "ends_at") => json!({ "pattern": moment() }),
        ("DealInput", "url") => {
            json!({ "maxLength": MAX_DEAL_URL, "pattern": r"^(https?://[A-Za-z0-9][A-Za-z0-9.-]*(/[!-~]*)?)?$" })
        }
        ("DealInput", "label" | "product_name" | "price" | "cta_text" | "best_for") => line(MAX_DEAL_TEXT),
        ("MediaItemInput", "alt" | "caption") => line(1_000),
        ("MediaItemInput", "credit") => line(200),
        ("FocalPoint", "x" | "y") => json!({ "minimum": 0, "maximum": 100 }),
        ("MediaItemInput", "poster" | "captions") => json!({ "pattern": EMPTY_OR_ADDRESS }),
        ("RecordInput", "file_url") => json!({ "type": "string", "minLength": 1, "pattern": VISIBLE_CHARACTER }),
        ("InviteInput", "role") => json!({ "pattern": "^(editor|admin)$" }),
        ("AddressInput", "name" | "line1" | "city" | "country") => needed(120),
        ("AddressInput", "line2" | "postcode" | "phone") | ("SubscriptionInput", "phone") => line(120),
        ("SubscriptionInput", "plan") => json!({ "pattern": "^(8_months|12_months)$" }),
        _ => return None,
    })
}

/// The limits of a field of a post, as it was declared.
fn post_limit(name: &str) -> Option<Value> {
    Some(match posts::FIELDS.iter().find(|field| field.name == name)?.limit {
        Limit::Any => return None,
        Limit::Text(most) => line(most),
        Limit::OneOf(choices) => json!({ "pattern": format!("^({})?$", choices().join("|")) }),
        Limit::Items(most) => json!({ "maxItems": most }),
        Limit::File => json!({ "pattern": MEDIA }),
        Limit::Files(most) => json!({ "maxItems": most, "items": { "type": "string", "pattern": MEDIA } }),
        Limit::Moment => json!({ "pattern": moment() }),
        Limit::Slug => json!({ "pattern": SLUG }),
        Limit::Count => json!({ "minimum": 0 }),
    })
}

fn line(most: usize) -> Value {
    json!({ "maxLength": most })
}

fn needed(most: usize) -> Value {
    json!({ "minLength": 1, "maxLength": most, "pattern": VISIBLE_CHARACTER })
}

fn moment() -> String {
    format!("^({DAY}([T ]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?Z?)?)?$")
}

const SLUG: &str = "^([A-Za-z0-9][A-Za-z0-9-]{0,79})?$";

/// At least one letter or digit, of the scripts that JSON Schema has no name for: Latin, Greek, Cyrillic, Hebrew,
/// Arabic, Devanagari, Ethiopic, Kana, Han, Hangul.
const LETTER: &str = r"[A-Za-z0-9\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u017f\u0391-\u03a1\u03b1-\u03c9\u0410-\u044f\u05d0-\u05ea\u0627-\u063a\u0641-\u064a\u0905-\u0939\u1208-\u1246\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fa5\uac00-\ud7a3]";

const MEDIA: &str = "^(|(/media/)?[A-Za-z0-9_-][A-Za-z0-9_.-]*(/[A-Za-z0-9_-][A-Za-z0-9_.-]*)*)$";

/// Fields that are always needed, though some answers take the place of one that is missing.
const REQUIRED: [(&str, &[&str]); 4] = [
    ("AddressInput", &["name", "line1", "city", "country"]),
    ("IssueInput", &["subject", "html"]),
    ("RecordInput", &["file_url"]),
    ("SubscribeInput", &["email"]),
];

/// Adds the limits to the schemas of `document`.
pub fn add_limits(document: &mut Value) {
    for operation in super::operations(document) {
        let id = operation["operationId"].as_str().unwrap_or_default().to_owned();
        for parameter in operation.get_mut("parameters").and_then(Value::as_array_mut).into_iter().flatten() {
            if let Some(limits) = parameter_limits(&id, parameter["name"].as_str().unwrap_or_default()) {
                add(&mut parameter["schema"], limits);
            }
        }
    }
    for (name, schema) in document["components"]["schemas"]
        .as_object_mut()
        .into_iter()
        .flatten()
        .filter(|(name, _)| is_request_schema(name))
    {
        for (field, property) in schema.get_mut("properties").and_then(Value::as_object_mut).into_iter().flatten() {
            if let Some(limits) = field_limits(name, field) {
                add(property, limits);
            }
        }
        if let Some((_, fields)) = REQUIRED.iter().find(|(schema, _)| schema == name) {
            schema["required"] = json!(fields);
        }
    }
}

/// Whether a schema is of a request body: responses have no limits.
fn is_request_schema(schema: &str) -> bool {
    schema.ends_with("Input") || schema == "NewsletterSchedule"
}

fn add(schema: &mut Value, limits: Value) {
    if let (Some(schema), Value::Object(limits)) = (schema.as_object_mut(), limits) {
        schema.extend(limits);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    /// The value at a JSON pointer of the OpenAPI document.
    fn described(pointer: &str) -> Value {
        let document = serde_json::to_value(crate::openapi_document()).unwrap();
        document.pointer(pointer).unwrap_or_else(|| panic!("no {pointer}")).clone()
    }

    #[test]
    fn the_openapi_description_has_the_limits_of_fields_and_parameters() {
        let title = described("/components/schemas/PostInput/properties/title");
        assert_eq!((&title["maxLength"], &title["minLength"]), (&json!(300), &json!(null)), "a draft may have none");
        let name = described("/components/schemas/AddressInput/properties/name");
        assert_eq!((&name["maxLength"], &name["minLength"]), (&json!(120), &json!(1)));
        assert_eq!(described("/components/schemas/NewsletterSchedule/properties/minimum/maximum"), 20);
        let parameters = described("/paths/~1posts~1public/get/parameters");
        let page = parameters.as_array().unwrap().iter().find(|parameter| parameter["name"] == "page").unwrap();
        assert_eq!(
            (&page["in"], &page["schema"]["minimum"], &page["schema"]["maximum"]),
            (&json!("query"), &json!(1), &json!(1_000_000_000))
        );
    }

    #[test]
    fn every_text_and_list_of_a_post_has_a_limit_in_the_openapi_description() {
        for schema in ["PostInput", "DealInput"] {
            let fields = described(&format!("/components/schemas/{schema}/properties"));
            for (name, field) in fields.as_object().unwrap() {
                let is_text_or_list = ["string", "array"].iter().any(|kind| field["type"].to_string().contains(kind));
                let is_limited = ["maxLength", "maxItems", "pattern"].iter().any(|limit| field.get(limit).is_some());
                assert!(is_limited || !is_text_or_list, "{schema}.{name} has no limit: {field}");
            }
        }
    }

    #[test]
    fn every_limit_names_a_field_of_the_openapi_description() {
        let document = serde_json::to_value(crate::openapi_document()).unwrap();
        let limited = |name: &str, field: &str| {
            document.pointer(&format!("/components/schemas/{name}/properties/{field}")).is_some()
        };
        for (name, fields) in [
            ("IssueInput", &["subject", "preheader", "html", "topic"][..]),
            ("SavedDraftInput", &["subject", "preheader", "html", "topic", "send_at"]),
            (
                "PostInput",
                &[
                    "title",
                    "content",
                    "category_name",
                    "author_name",
                    "custom_author",
                    "tags",
                    "deal_links",
                    "media_urls",
                    "slug",
                    "revision",
                ],
            ),
            ("DealInput", &["url", "label", "product_name", "price", "cta_text", "best_for", "ends_at"]),
            ("MediaItemInput", &["alt", "caption", "credit", "poster", "captions"]),
            ("AddressInput", &["name", "line1", "city", "country", "line2", "postcode", "phone"]),
            ("SubscriptionInput", &["plan", "payment_method", "email", "phone"]),
            ("CategoryInput", &["name"]),
            ("RecordInput", &["file_url"]),
            ("InviteInput", &["role"]),
            ("RegisterUserInput", &["password"]),
            ("RegisterInput", &["password"]),
        ] {
            for field in fields {
                assert!(limited(name, field), "{name}.{field}");
            }
        }
    }
}
