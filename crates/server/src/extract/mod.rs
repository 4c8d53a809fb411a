//! Extractors: the arguments of handlers.
//!
//! - `identity`: the signed-in account, by role; `deleting_user`: who may delete, and how
//! - `rate_limited_*`, `tracking_allowed`: rate limits per client
//! - `body`, `post_body`, `strict_json`: bodies
//! - `query`, `cursor`: parameters of the path and the query, pages of lists
//! - `session_cookies`, `social_cookie`: cookies
//! - `idempotency_key`: the `Idempotency-Key` header

mod body;
mod cursor;
mod deleting_user;
mod idempotency_key;
mod identity;
mod post_body;
mod query;
mod rate_limited_client;
mod rate_limited_search;
mod rate_limited_webhook;
mod session_cookies;
mod social_cookie;
mod strict_json;
mod tracking_allowed;

pub use body::ApiJson;
pub use cursor::{CursorPage, CursorParams, PageParam};
pub use deleting_user::{DeletingUser, DeletingWriter, ForeverParam};
pub use idempotency_key::{IdempotencyHeader, IdempotencyKey};
pub use identity::{AdminUser, AnyUser, Bearer, StaffUser, WriterUser};
pub use post_body::PostBody;
pub use query::{ApiPath, ApiQuery, Paging};
pub use rate_limited_client::RateLimitedClient;
pub use rate_limited_search::{RateLimitedSearch, RateLimitedSuggestions};
pub use rate_limited_webhook::RateLimitedWebhook;
pub use session_cookies::SessionCookies;
pub use social_cookie::SocialCookie;
pub use tracking_allowed::TrackingAllowed;
