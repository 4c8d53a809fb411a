//! What a handler asks for in its arguments: who calls, and what was sent.

mod body;
mod counted_client;
mod counted_reader;
mod counted_search;
mod counted_webhook;
mod cursor;
mod idempotency_key;
mod identity;
mod post_body;
mod query;
mod session_cookies;
mod social_cookie;
mod strict_json;

pub use body::ApiJson;
pub use counted_client::CountedClient;
pub use counted_reader::CountedReader;
pub use counted_search::{CountedSearch, CountedTyping};
pub use counted_webhook::CountedWebhook;
pub use cursor::{Cursor, CursorPage, CursorParams, PageParam};
pub use idempotency_key::{IdempotencyHeader, IdempotencyKey};
pub use identity::{AdminUser, AnyUser, Bearer, StaffUser};
pub use post_body::PostBody;
pub use query::{ApiPath, ApiQuery, Paging};
pub use session_cookies::SessionCookies;
pub use social_cookie::SocialCookie;
