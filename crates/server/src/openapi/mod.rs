//! OpenAPI description: parts that are not declared at the handlers.

mod limits;

use axum::http::StatusCode;
use serde_json::Value;
use utoipa::openapi::OpenApi;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};

use crate::problem::errors;

/// Completes the document that `utoipa` collects from the handlers: the sign-in, the shared errors, limits, and a
/// description for each success.
pub fn complete(mut document: OpenApi) -> OpenApi {
    let components = document.components.get_or_insert_default();
    let bearer = SecurityScheme::Http(HttpBuilder::new().scheme(HttpAuthScheme::Bearer).bearer_format("JWT").build());
    components.add_security_scheme("bearer", bearer);
    errors::describe(components);
    let mut document = serde_json::to_value(&document).expect("it is written as JSON");
    limits::add_limits(&mut document);
    unwrap_lines(&mut document);
    describe_successes(&mut document);
    serde_json::from_value(document).expect("limits and descriptions are OpenAPI")
}

/// Joins the lines of each paragraph: line breaks of source comments do not belong in the description.
fn unwrap_lines(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(unwrap_lines),
        Value::Object(fields) => {
            for (key, field) in fields {
                match field {
                    Value::String(text) if matches!(key.as_str(), "description" | "summary") => {
                        *text = text
                            .split("\n\n")
                            .map(|paragraph| paragraph.replace('\n', " "))
                            .collect::<Vec<_>>()
                            .join("\n\n");
                    }
                    field => unwrap_lines(field),
                }
            }
        }
        _ => {}
    }
}

/// Describes the successes that have no words of their own by the first line of what they answer, otherwise by their
/// status.
fn describe_successes(document: &mut Value) {
    let schemas = document["components"]["schemas"].clone();
    for operation in operations(document) {
        for (status, response) in operation["responses"].as_object_mut().into_iter().flatten() {
            if response.get("$ref").is_some() || response["description"].as_str().is_some_and(|words| !words.is_empty())
            {
                continue;
            }
            let schema = response
                .pointer("/content/application~1json/schema/$ref")
                .and_then(Value::as_str)
                .and_then(|path| path.rsplit('/').next());
            let words =
                schema.and_then(|name| schemas[name]["description"].as_str()).and_then(|words| words.lines().next());
            let reason = || {
                status
                    .parse()
                    .ok()
                    .and_then(|status: u16| StatusCode::from_u16(status).ok()?.canonical_reason())
                    .unwrap_or("Done")
            };
            response["description"] = words.unwrap_or_else(reason).into();
        }
    }
}

fn operations(document: &mut Value) -> impl Iterator<Item = &mut Value> {
    let paths = document["paths"].as_object_mut().into_iter().flat_map(|paths| paths.values_mut());
    paths
        .filter_map(Value::as_object_mut)
        .flat_map(|methods| methods.values_mut())
        .filter(|operation| operation.get("responses").is_some())
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    #[test]
    fn every_openapi_response_is_described_and_every_reference_resolves() {
        let document = serde_json::to_value(crate::openapi_document()).unwrap();
        let mut seen = 0;
        for response in document["paths"]
            .as_object()
            .unwrap()
            .values()
            .flat_map(|path| path.as_object().unwrap().values())
            .flat_map(|operation| operation["responses"].as_object().unwrap().values())
        {
            let described = match response["$ref"].as_str() {
                Some(reference) => document
                    .pointer(reference.trim_start_matches('#'))
                    .unwrap_or_else(|| panic!("nothing at {reference}")),
                None => response,
            };
            assert!(described["description"].as_str().is_some_and(|words| !words.is_empty()), "{response}");
            seen += 1;
        }
        assert!(seen > 400);
        let problem = document.pointer("/components/schemas/Problem/properties/code").unwrap();
        assert_eq!(problem, &serde_json::json!({ "$ref": "#/components/schemas/ProblemCode" }));
        let codes = document.pointer("/components/schemas/ProblemCode/enum").and_then(Value::as_array).unwrap();
        assert!(codes.contains(&"post.slug_taken".into()));
    }
}
