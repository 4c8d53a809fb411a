//! The month behind the demo publication: what a newsroom and its readers did, so that no screen of the admin area is
//! empty.
//!
//! All of it is done by the functions of the features, each at its time ([`Past`]). A step that was done already does
//! nothing, so that an interrupted start resumes.
//!
//! - `past`: the clock, and the steps; `readers`: sign-ups, messages, orders; `issues`: newsletters;
//!   `newsroom`: posts in each status, with `samples`: their texts; `corrections`: what was mended in public posts;
//! - `analytics`: what was read.

mod analytics;
mod corrections;
mod issues;
mod newsroom;
mod past;
mod readers;
mod samples;

use mwanga_core::Core;

pub(crate) use past::Past;

pub(crate) use newsroom::owner;
pub use readers::wallet_orders;

/// Does what happened in the month, in its order.
pub(crate) async fn fill(core: &Core, past: &Past) -> anyhow::Result<()> {
    let mut steps = readers::steps(past);
    steps.extend(issues::steps(past));
    steps.extend(newsroom::steps(past));
    steps.extend(corrections::steps(past));
    past.run(steps).await?;
    analytics::fill(core).await
}
