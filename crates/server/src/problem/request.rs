//! Errors before a feature is called: of extractors, of the router, and of handlers that find nothing.

use axum::http::StatusCode;

use super::{ApiError, ProblemCode};

impl ApiError {
    /// A preview could not be drawn; the log says why.
    pub fn preview_failed() -> Self {
        Self::new(
            StatusCode::SERVICE_UNAVAILABLE,
            ProblemCode::Unavailable,
            "The preview cannot be drawn just now. Please try again in a moment.",
        )
        .retry(2)
    }

    pub fn malformed_json() -> Self {
        Self::new(StatusCode::BAD_REQUEST, ProblemCode::RequestMalformed, "This is not readable as JSON.")
    }

    pub fn malformed_form() -> Self {
        Self::new(StatusCode::BAD_REQUEST, ProblemCode::RequestMalformed, "This form is not readable.")
    }

    pub fn not_json() -> Self {
        Self::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            ProblemCode::RequestContentType,
            "Send this as JSON (Content-Type: application/json).",
        )
    }

    /// JSON of another shape than the call takes.
    pub fn wrong_shape() -> Self {
        Self::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            ProblemCode::RequestInvalid,
            "A field is missing or of the wrong kind.",
        )
    }

    /// A field of a form that cannot be read.
    pub fn unreadable_field(field: &'static str) -> Self {
        Self::invalid_field(ProblemCode::RequestInvalid, field, "This field is not in the form that we read.")
    }

    pub fn too_large() -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, ProblemCode::RequestTooLarge, "This is more than we take at once.")
    }

    pub fn invalid_idempotency_key() -> Self {
        let text = "An Idempotency-Key has 1 to 200 characters: ASCII letters, digits and signs, without blanks.";
        Self::new(StatusCode::BAD_REQUEST, ProblemCode::RequestInvalidKey, text)
    }

    /// A query parameter is invalid; `text` says what would be valid.
    pub fn invalid_query(text: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, ProblemCode::RequestInvalidQuery, text)
    }

    /// A cursor that is none of the list.
    pub fn no_such_place() -> Self {
        Self::invalid_query("This is no place in the list.")
    }

    pub fn no_such_address() -> Self {
        Self::not_found(ProblemCode::NotFound, "There is nothing at this address.")
    }

    pub fn staff_only() -> Self {
        Self::new(StatusCode::FORBIDDEN, ProblemCode::AuthForbidden, "This is for the newsroom's staff.")
    }

    pub fn editors_only() -> Self {
        Self::new(StatusCode::FORBIDDEN, ProblemCode::AuthForbidden, "This is for editors and administrators.")
    }

    pub fn administrators_only() -> Self {
        Self::new(StatusCode::FORBIDDEN, ProblemCode::AuthForbidden, "This is for administrators.")
    }

    pub fn too_many_events(wait_s: u32) -> Self {
        let text = "That is more than one reader does. Wait a moment.";
        Self::new(StatusCode::TOO_MANY_REQUESTS, ProblemCode::AnalyticsLimited, text).retry(wait_s)
    }

    pub fn too_many_searches(wait_s: u32) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, ProblemCode::SearchLimited, TOO_MANY_SEARCHES).retry(wait_s)
    }

    pub fn too_many_webhooks(wait_s: u32) -> Self {
        let text = "Too many messages at once. Send them again later.";
        Self::new(StatusCode::TOO_MANY_REQUESTS, ProblemCode::WebhookLimited, text).retry(wait_s)
    }

    pub fn forged_webhook() -> Self {
        Self::new(StatusCode::BAD_REQUEST, ProblemCode::WebhookForged, "This message is not signed by the wallet.")
    }

    pub fn no_such_page() -> Self {
        Self::not_found(ProblemCode::PageNotFound, "There is no page at this address.")
    }

    pub fn page_gone() -> Self {
        Self::new(StatusCode::GONE, ProblemCode::PageGone, "This page was taken down.")
    }

    pub fn no_such_post() -> Self {
        Self::not_found(ProblemCode::PostNotFound, "This post does not exist.")
    }

    pub fn post_gone() -> Self {
        Self::new(StatusCode::GONE, ProblemCode::PostGone, "This post was taken down.")
    }

    pub fn subscribers_only() -> Self {
        Self::new(StatusCode::FORBIDDEN, ProblemCode::PostSubscribersOnly, "The rest of this post is for subscribers.")
    }

    pub fn file_in_form() -> Self {
        let fields = [("media_urls", "Upload files first, then send their addresses here.".to_owned())].into();
        Self::invalid(ProblemCode::PostFileInForm, fields, "Upload files first, then send their addresses.")
    }

    pub fn too_many_picks() -> Self {
        Self::invalid_field(ProblemCode::PicksInvalid, "ids", "Order 20 picks at most.")
    }

    pub fn invalid_pick_end() -> Self {
        Self::invalid_field(ProblemCode::PicksInvalid, "ends", "Enter a date and a time that lie ahead.")
    }

    pub fn bulk_size() -> Self {
        Self::invalid_field(ProblemCode::PostInvalid, "posts", "Choose 1 to 50 posts.")
    }

    /// The value of a bulk action does not hold.
    pub fn bulk_value(is_tag: bool) -> Self {
        let text = if is_tag { "Enter one tag of at most 60 characters." } else { "Choose a category." };
        Self::invalid_field(ProblemCode::PostInvalid, "value", text)
    }

    pub fn no_such_month(error: impl std::fmt::Display) -> Self {
        Self::invalid_query(error.to_string())
    }

    pub fn no_such_category() -> Self {
        Self::not_found(ProblemCode::CategoryNotFound, "There is no such category.")
    }

    pub fn no_category_of_this_name() -> Self {
        Self::not_found(ProblemCode::CategoryNotFound, NO_CATEGORY)
    }

    /// The category filter of a list of posts names none that exists.
    pub fn no_category_to_list() -> Self {
        Self::new(StatusCode::BAD_REQUEST, ProblemCode::CategoryNotFound, NO_CATEGORY)
    }

    pub fn no_such_author() -> Self {
        Self::not_found(ProblemCode::AuthorNotFound, "There is no author of this name.")
    }

    pub fn no_such_tag() -> Self {
        Self::not_found(ProblemCode::TagNotFound, "There is no tag of this name.")
    }

    pub fn no_such_issue() -> Self {
        Self::not_found(ProblemCode::NewsletterNotFound, "There is no such newsletter.")
    }

    pub fn not_embeddable() -> Self {
        let text = "This address cannot be embedded. YouTube, Vimeo, X, OpenStreetMap, Spotify and SoundCloud can.";
        Self::invalid_field(ProblemCode::EmbedUnknown, "address", text)
    }

    pub fn missing_file_url() -> Self {
        Self::new(StatusCode::BAD_REQUEST, ProblemCode::MediaMissingFileUrl, "Missing file_url")
    }

    /// The name of a file to be uploaded; `has_extension` where its ending is one that we take.
    pub fn wrong_file_name(has_extension: bool) -> Self {
        let text = if has_extension { "The file's type does not fit its name." } else { "Invalid file type" };
        Self::invalid_field(ProblemCode::MediaType, "filename", text)
    }

    pub fn upload_timed_out(limit_s: u64) -> Self {
        Self::new(
            StatusCode::REQUEST_TIMEOUT,
            ProblemCode::MediaTimeout,
            format!("Upload timed out after {limit_s} seconds"),
        )
    }

    pub fn upload_too_large(max_mb: u64) -> Self {
        Self::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            ProblemCode::MediaTooLarge,
            format!("File too large (server limit: {max_mb}MB)"),
        )
    }
}

const NO_CATEGORY: &str = "There is no category of this name.";

/// Text at the rate limit of searches.
pub const TOO_MANY_SEARCHES: &str = "You are searching very quickly. Wait a moment, then try again.";

/// Fallback of unknown paths below `/api`.
pub async fn no_such_call() -> ApiError {
    ApiError::no_such_address()
}

/// For a path that exists, called with another method.
pub async fn wrong_method() -> ApiError {
    ApiError::new(
        StatusCode::METHOD_NOT_ALLOWED,
        ProblemCode::MethodNotAllowed,
        "This address does not take that method.",
    )
}
