//! The one place that knows status codes: every error of the API becomes its answer here.

use std::collections::BTreeMap;

use axum::Json;
use axum::http::header::{self, HeaderValue};
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use mwanga_core::accounts::AccountError;
use mwanga_core::accounts::social::SocialError;
use mwanga_core::attempts::TooMany;
use mwanga_core::categories::CategoryError;
use mwanga_core::email::EmailError;
use mwanga_core::idempotency::RequestError;
use mwanga_core::media::{CleanError, LibraryError, MediaError};
use mwanga_core::newsletter::NewsletterError;
use mwanga_core::posts::{self, PostError};
use mwanga_core::secrets;
use mwanga_core::subscriptions::SubscriptionError;
use mwanga_store::StoreError;
use mwanga_store::types::Timestamp;
use serde::Serialize;

/// The body of every error: people read `error`, programs switch on `code`.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Problem {
    pub error: String,
    /// The same text as `error`.
    pub message: String,
    #[schema(examples("post.slug_taken"))]
    pub code: &'static str,
    /// What is wrong, by field of the form.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub fields: BTreeMap<&'static str, String>,
    /// On 5xx: what to tell us, to find it in the log.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
    /// On `post.changed`, and on `request.key_reused` of a post: the post as it is now.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<crate::views::AdminPostView>)]
    pub current: Option<serde_json::Value>,
    /// On `account.password_needed`: the account's name, and when it was opened.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub username: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub created_at: Option<Timestamp>,
}

/// An error on its way out.
#[derive(Debug)]
pub struct ApiError {
    status: StatusCode,
    /// In a box, so that a `Result` with it stays small.
    problem: Box<Problem>,
    retry_after_s: Option<u32>,
    /// What the log is told and the client is not.
    source: Option<anyhow::Error>,
}

impl ApiError {
    pub fn new(status: StatusCode, code: &'static str, error: impl Into<String>) -> Self {
        let error = error.into();
        let problem = Box::new(Problem {
            message: error.clone(),
            error,
            code,
            fields: BTreeMap::new(),
            request_id: None,
            current: None,
            username: None,
            created_at: None,
        });
        Self { status, problem, retry_after_s: None, source: None }
    }

    /// Its status and words, for an answer that is no JSON.
    pub fn told(&self) -> (StatusCode, &str) {
        (self.status, &self.problem.error)
    }

    pub fn not_found(code: &'static str, error: &'static str) -> Self {
        Self::new(StatusCode::NOT_FOUND, code, error)
    }

    pub fn invalid(code: &'static str, fields: BTreeMap<&'static str, String>, error: impl Into<String>) -> Self {
        let mut this = Self::new(StatusCode::UNPROCESSABLE_ENTITY, code, error);
        this.problem.fields = fields;
        this
    }

    pub fn with_current(mut self, current: impl Serialize) -> Self {
        self.problem.current = serde_json::to_value(current).ok();
        self
    }

    /// Something broke that the caller can do nothing about.
    pub fn internal(source: impl Into<anyhow::Error>) -> Self {
        let mut this = Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", "Something went wrong on our side. Please try again.");
        this.source = Some(source.into());
        this
    }

    /// Says when to try again, in seconds.
    pub fn retry(mut self, after_s: u32) -> Self {
        self.retry_after_s = Some(after_s);
        self
    }
}

impl IntoResponse for ApiError {
    fn into_response(mut self) -> Response {
        if self.status.is_server_error() {
            let request_id = secrets::random_name(12);
            match &self.source {
                Some(source) => tracing::error!(%request_id, status = self.status.as_u16(), "{source:#}"),
                None => tracing::error!(%request_id, status = self.status.as_u16(), code = self.problem.code, "request failed"),
            }
            self.problem.request_id = Some(request_id);
        }
        let mut response = (self.status, Json(self.problem)).into_response();
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(seconds) = self.retry_after_s {
            response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        }
        response
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        let (status, code, text) = match &error {
            StoreError::Busy(_) => (StatusCode::SERVICE_UNAVAILABLE, "busy", "We are busy right now. Please try again in a moment."),
            StoreError::Full(_) => (StatusCode::INSUFFICIENT_STORAGE, "storage_full", "There is no space left to save this. Please tell your administrator."),
            StoreError::OutcomeUnknown(_) => {
                (StatusCode::SERVICE_UNAVAILABLE, "request.outcome_unknown", "We cannot tell whether this was saved. Press again: nothing is made twice.")
            }
            StoreError::Conflict(_) => (StatusCode::CONFLICT, "conflict", "Somebody else changed this at the same time. Please try again."),
            StoreError::Database(_) => (StatusCode::SERVICE_UNAVAILABLE, "unavailable", "We cannot reach our records right now. Please try again in a moment."),
        };
        let mut this = Self::new(status, code, text);
        if status.is_server_error() {
            this = this.retry(2);
            this.source = Some(error.into());
        }
        this
    }
}

impl<E: Into<Self>> From<RequestError<E>> for ApiError {
    fn from(error: RequestError<E>) -> Self {
        match error {
            RequestError::KeyReused(_) => {
                let text = "What you sent before was saved, and this is something else. Look at what was saved first.";
                Self::new(StatusCode::UNPROCESSABLE_ENTITY, "request.key_reused", text)
            }
            RequestError::InProgress => {
                Self::new(StatusCode::CONFLICT, "request.in_progress", "What you sent before is being saved right now. Try again in a moment.").retry(1)
            }
            RequestError::Other(e) => e.into(),
        }
    }
}

impl From<CategoryError> for ApiError {
    fn from(error: CategoryError) -> Self {
        let (status, code, field, text) = match error {
            CategoryError::Name => (StatusCode::UNPROCESSABLE_ENTITY, "category.invalid", "name", "Enter a name of letters or digits."),
            CategoryError::TooLong => (StatusCode::UNPROCESSABLE_ENTITY, "category.invalid", "name", "Keep the name under 61 characters."),
            CategoryError::Target => (StatusCode::UNPROCESSABLE_ENTITY, "category.invalid", "target", "Choose another category for its posts."),
            CategoryError::NameTaken => (StatusCode::CONFLICT, "category.name_taken", "name", "There is a category with this name already."),
            CategoryError::BuiltIn => return Self::new(StatusCode::CONFLICT, "category.built_in", "The site needs this category. You can rename it."),
            CategoryError::NotFound => return Self::not_found("category.not_found", "There is no such category."),
            CategoryError::Store(e) => return e.into(),
        };
        let mut this = Self::new(status, code, text);
        this.problem.fields.insert(field, text.to_owned());
        this
    }
}

impl From<CleanError> for ApiError {
    fn from(error: CleanError) -> Self {
        let text = "The media files cannot be reached, so nothing was removed.";
        match error {
            CleanError::NotOurs => Self::new(StatusCode::SERVICE_UNAVAILABLE, "media.unreachable", text).retry(60),
            CleanError::Disk(e) => {
                let mut this = Self::new(StatusCode::SERVICE_UNAVAILABLE, "media.unreachable", text).retry(60);
                this.source = Some(e.into());
                this
            }
            CleanError::Store(e) => e.into(),
        }
    }
}

impl From<PostError> for ApiError {
    fn from(error: PostError) -> Self {
        match error {
            PostError::Invalid(fields) => {
                let missing = posts::MISSING.iter().any(|(field, why)| fields.get(field).is_some_and(|said| said == why));
                let first = fields.values().next().cloned().unwrap_or_default();
                Self::invalid("post.invalid", fields, if missing { posts::REQUIRED.to_owned() } else { first })
            }
            PostError::TooComplex(_) => too_complex("content"),
            PostError::SlugTaken => {
                let text = "Another post has this address. Choose a different one.";
                let mut this = Self::new(StatusCode::CONFLICT, "post.slug_taken", text);
                this.problem.fields.insert("slug", text.to_owned());
                this
            }
            PostError::Changed(_) => Self::new(StatusCode::CONFLICT, "post.changed", "Somebody else saved this post after you opened it."),
            PostError::NotFound => Self::not_found("post.not_found", "This post does not exist."),
            PostError::Store(e) => e.into(),
        }
    }
}

/// HTML over the limits; `field` names it in the form.
fn too_complex(field: &'static str) -> ApiError {
    let text = "This text has too many parts, or parts too deep inside one another. Paste it without its formatting, or split it.";
    ApiError::invalid("post.too_complex", BTreeMap::from([(field, text.to_owned())]), text)
}

impl From<MediaError> for ApiError {
    fn from(error: MediaError) -> Self {
        match error {
            MediaError::Type => {
                Self::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "media.type", "We do not take files of this type, or its name and content do not agree.")
            }
            MediaError::Damaged => {
                Self::new(StatusCode::UNPROCESSABLE_ENTITY, "media.damaged", "This picture cannot be read, or it is larger than 9,000 pixels on a side.")
            }
            MediaError::TooLarge => Self::new(StatusCode::PAYLOAD_TOO_LARGE, "media.too_large", "This file is too large."),
            MediaError::Link => gone(),
            MediaError::Exists => Self::new(StatusCode::CONFLICT, "media.exists", "This upload was already made."),
            MediaError::NotFound => Self::not_found("media.not_found", "This file was not uploaded, or is gone."),
            MediaError::BrokeOff => Self::new(StatusCode::BAD_REQUEST, "media.incomplete", "The upload broke off. Please try again."),
            MediaError::Disk(e) if e.kind() == std::io::ErrorKind::StorageFull => {
                Self::new(StatusCode::INSUFFICIENT_STORAGE, "storage_full", "There is no space left to save this. Please tell your administrator.").retry(60)
            }
            MediaError::Disk(e) if e.kind() == std::io::ErrorKind::NetworkUnreachable => {
                let text = "The media files cannot be reached just now. Please try again in a minute.";
                let mut this = Self::new(StatusCode::SERVICE_UNAVAILABLE, "media.unreachable", text).retry(60);
                this.source = Some(e.into());
                this
            }
            MediaError::Disk(e) => Self::internal(e),
            MediaError::Store(e) => e.into(),
        }
    }
}

impl From<LibraryError> for ApiError {
    fn from(error: LibraryError) -> Self {
        match error {
            LibraryError::NotFound => Self::not_found("media.not_found", "This file is gone."),
            LibraryError::InUse => Self::new(StatusCode::CONFLICT, "media.in_use", "This file is used. Take it out of what shows it first."),
            LibraryError::Invalid(fields) => {
                let first = fields.values().next().cloned().unwrap_or_default();
                Self::invalid("media.invalid", fields, first)
            }
            LibraryError::Store(e) => e.into(),
        }
    }
}

impl From<AccountError> for ApiError {
    fn from(error: AccountError) -> Self {
        let unauthorized = |code, text: &str| Self::new(StatusCode::UNAUTHORIZED, code, text);
        let field = |name, text: &str| Self::invalid("account.invalid", BTreeMap::from([(name, text.to_owned())]), text);
        match error {
            AccountError::Invalid => unauthorized("auth.invalid", "E-mail or password is wrong."),
            AccountError::Required => unauthorized("auth.required", "Please sign in."),
            AccountError::Ended => unauthorized("auth.session_expired", "Your session has expired. Please sign in again."),
            AccountError::False => unauthorized("auth.token_invalid", "Your sign-in token is not valid. Please sign in again."),
            AccountError::Email(EmailError(text)) => field("email", text),
            AccountError::Password(text) => field("password", text),
            AccountError::Username(text) => field("username", text),
            AccountError::CurrentPassword(text) => field("current_password", text),
            AccountError::PasswordNeeded { username, created_at } => {
                let mut this = Self::new(StatusCode::CONFLICT, "account.password_needed", "Choose a password to confirm this address.");
                (this.problem.username, this.problem.created_at) = (Some(username), Some(created_at));
                this
            }
            AccountError::Confirm => field("code", "Ask for a mail and open its link, or sign in once more first."),
            AccountError::StaffRole => field("role", "Choose editor or admin."),
            AccountError::InvitedOther => field("email", "The invite was sent to another address. Use that one."),
            AccountError::EmailTaken => {
                let text = "There is an account with this e-mail address already.";
                let mut this = Self::new(StatusCode::CONFLICT, "account.email_taken", text);
                this.problem.fields.insert("email", text.to_owned());
                this
            }
            AccountError::Link => gone(),
            AccountError::TooMany(e) => e.into(),
            AccountError::LastAdmin => {
                Self::new(StatusCode::CONFLICT, "account.last_admin", "There has to be one administrator. Make somebody else administrator first.")
            }
            AccountError::NotFound => Self::not_found("account.not_found", "This is not there any more."),
            AccountError::RegistrationClosed => {
                Self::new(StatusCode::FORBIDDEN, "auth.registration_closed", "Admin registration is closed. Ask an administrator for an invite.")
            }
            AccountError::Busy => Self::new(StatusCode::SERVICE_UNAVAILABLE, "busy", "We are busy right now. Please try again in a moment.").retry(5),
            AccountError::Social(e) => e.into(),
            AccountError::Store(e) => e.into(),
            other @ (AccountError::Hashing(_) | AccountError::WouldDemote) => Self::internal(other),
        }
    }
}

impl From<SocialError> for ApiError {
    fn from(error: SocialError) -> Self {
        let again = "Please try again, or sign in with e-mail and password.";
        let failed = || Self::new(StatusCode::BAD_REQUEST, "auth.social_failed", format!("This sign-in did not work. {again}"));
        match error {
            SocialError::Failed(why) => {
                tracing::warn!("a social sign-in was refused: {why}");
                failed()
            }
            SocialError::NotSetUp => failed(),
            SocialError::Declined => Self::new(StatusCode::BAD_REQUEST, "auth.social_declined", format!("You did not let us know who you are. {again}")),
            SocialError::NoEmail => {
                let text = "Your account there does not tell us your e-mail address. Register with e-mail and password.";
                Self::new(StatusCode::UNPROCESSABLE_ENTITY, "account.no_email", text)
            }
            SocialError::SignInFirst => {
                let text = "There is an account with your e-mail address already. Sign in with its password first.";
                Self::new(StatusCode::CONFLICT, "account.sign_in_first", text)
            }
            other @ SocialError::Away(_) => {
                let mut this = Self::new(StatusCode::BAD_GATEWAY, "auth.social_unavailable", format!("We could not ask who you are. {again}"));
                this.source = Some(other.into());
                this
            }
        }
    }
}

/// A link that was used, is too old, or never was.
fn gone() -> ApiError {
    ApiError::new(StatusCode::GONE, "link.invalid", "This link is no longer valid. Ask for a new one.")
}

impl From<TooMany> for ApiError {
    fn from(TooMany { retry_after_s }: TooMany) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, "request.limited", "That was tried too often. Wait some minutes, then try again.").retry(retry_after_s)
    }
}

impl From<NewsletterError> for ApiError {
    fn from(error: NewsletterError) -> Self {
        match error {
            NewsletterError::Email(EmailError(text)) => Self::invalid("newsletter.invalid", BTreeMap::from([("email", text.to_owned())]), text),
            NewsletterError::TooMany(e) => e.into(),
            NewsletterError::Link => gone(),
            NewsletterError::Invalid(fields) => {
                let first = fields.values().next().cloned().unwrap_or_default();
                Self::invalid("newsletter.invalid", fields, first)
            }
            NewsletterError::TooComplex(_) => too_complex("html"),
            NewsletterError::NoIssue => Self::not_found("newsletter.not_found", "There is no such newsletter."),
            NewsletterError::State(text) => Self::new(StatusCode::CONFLICT, "newsletter.state", text),
            NewsletterError::Store(e) => e.into(),
        }
    }
}

impl From<SubscriptionError> for ApiError {
    fn from(error: SubscriptionError) -> Self {
        let conflict = |code, text: &str| Self::new(StatusCode::CONFLICT, code, text);
        match error {
            SubscriptionError::Invalid(fields) => {
                let first = fields.values().next().cloned().unwrap_or_default();
                Self::invalid("subscription.invalid", fields, first)
            }
            SubscriptionError::NotSetUp => {
                Self::new(StatusCode::SERVICE_UNAVAILABLE, "payments.not_set_up", "Buying is not set up on this site yet.").retry(3_600)
            }
            SubscriptionError::Unavailable(why) => {
                let text = "We could not reach the wallet. If you have paid, you will get a receipt by e-mail; otherwise try again in a moment.";
                let mut this = Self::new(StatusCode::SERVICE_UNAVAILABLE, "payments.unavailable", text).retry(5);
                this.source = Some(anyhow::anyhow!(why));
                this
            }
            SubscriptionError::Declined => {
                let text = "Your wallet declined the payment. Nothing was charged. Choose another way to pay there, or try again.";
                Self::new(StatusCode::PAYMENT_REQUIRED, "payment.declined", text)
            }
            SubscriptionError::NotApproved => conflict("payment.not_approved", "The payment was not approved at the wallet. Nothing was charged."),
            SubscriptionError::Pending => {
                let text = "The wallet is still looking at this payment. You will get a receipt by e-mail as soon as it is done.";
                conflict("payment.pending", text).retry(60)
            }
            SubscriptionError::Closed => conflict("payment.closed", "This payment is closed. Please start again."),
            SubscriptionError::Refused => conflict(
                "payment.refused",
                "The wallet tells something else about this payment than was ordered. Nothing is unlocked before we have looked at it.",
            ),
            SubscriptionError::Unknown => Self::not_found("payment.unknown", "There is no such payment. Please start again."),
            SubscriptionError::AddressKept => {
                Self::new(StatusCode::FORBIDDEN, "subscription.address_kept", "There is an address already. Sign in to change it.")
            }
            SubscriptionError::NotPrinted => Self::new(StatusCode::FORBIDDEN, "subscription.not_printed", "There is no printed edition in this subscription."),
            SubscriptionError::NotFound => Self::not_found("subscription.not_found", "There is no such subscription."),
            SubscriptionError::NothingToRefund => conflict("payment.not_refundable", "There is no payment that could be given back."),
            SubscriptionError::Refunding(why) => {
                let text = "The wallet has not finished yet. The refund goes on by itself; look again in some minutes.";
                let mut this = Self::new(StatusCode::SERVICE_UNAVAILABLE, "payment.refunding", text).retry(60);
                this.source = Some(anyhow::anyhow!(why));
                this
            }
            SubscriptionError::RefundRefused => conflict(
                "payment.refund_refused",
                "The wallet refused this refund; nothing went back. See whether your balance there is enough, then try again, or return the money another way.",
            ),
            SubscriptionError::Store(e) => e.into(),
        }
    }
}

/// For paths below `/api` that are none.
pub async fn no_such_call(_: Uri) -> ApiError {
    ApiError::not_found("not_found", "There is nothing at this address.")
}

/// For a path that exists, called with another method.
pub async fn wrong_method() -> ApiError {
    ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed", "This address does not take that method.")
}
