//! The link checker: asks the links of posts whether they still lead somewhere, and remembers what came of it.
//!
//! - `ask`: one address, by HEAD and GET, each redirect checked.
//! - `check`: the jobs, for a post that was saved and for all deals once a week.
//! - `of_post`: the links of a post with what is known of them.
//! - `deals`: the deals that an editor should look at.

mod ask;
mod check;
mod deals;
mod of_post;

pub(crate) use check::enqueue_after_save;
pub use check::{CheckDeals, CheckLinks, WEEK_MS};
pub use deals::{DealPage, DealRow, OLD_PRICE_MS, attention};
pub use of_post::{CheckState, LinkError, LinkPlace, PostLink, PostLinks, check_again, of_post};
