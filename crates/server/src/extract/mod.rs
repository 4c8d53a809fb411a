//! What a handler asks for in its arguments: who calls, and what was sent.

mod body;
mod counted_search;
mod identity;
mod post_body;
mod query;

pub use body::ApiJson;
pub use counted_search::{CountedSearch, TOO_OFTEN};
pub use identity::{AnyUser, Bearer, StaffUser};
pub use post_body::PostBody;
pub use query::{ApiPath, ApiQuery, Paging};
