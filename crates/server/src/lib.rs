//! HTTP: the API, the pages built on it, and the files beside them.

mod api;
mod api_docs;
mod api_host;
mod assets;
mod brand_pictures;
mod change_feed;
mod client_address;
mod clock_watch;
mod connections;
mod consistency;
mod csv;
mod dev;
mod extract;
mod feeds;
mod headers;
mod listen;
mod mailed_links;
mod media;
mod newsletter_forms;
mod openapi;
mod pages;
mod problem;
mod public_response;
mod rate_limit;
mod reader_addresses;
mod router;
mod security_log;
mod signed_media;
mod slow_clients;
mod state;
mod views;

pub use public_response::Provenance;

pub use client_address::{ClientAddress, Local};

pub use dev::practice_wallet::create_demo_orders;
pub use listen::{BoundListener, bind, serve};
pub use pages::CachedPage;
pub use pages::document::Document;
pub use router::{openapi_document, routes};
pub use state::AppState;

/// The job worker of this process, with the jobs of every crate.
pub fn job_worker(core: &mwanga_core::Core) -> mwanga_jobs::Worker<mwanga_core::Core> {
    let registry = mwanga_backup::register_jobs(mwanga_core::jobs::registry());
    mwanga_core::jobs::worker(core, mwanga_demo::register_jobs(registry))
}
