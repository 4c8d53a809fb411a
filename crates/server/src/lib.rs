//! HTTP: the API, the pages built on it, and the files beside them. A room uses only those below it
//! (`scripts/circles`), from the top:
//!
//! - what a server is made of: `listen` and `assembly` over `router`
//! - forms of mailed links: `newsletter_forms`, `mailed_links`; forms without script: `forms`
//! - answers: `api`, `dev` and `clock_watch` over `rendering` and `extract`
//! - what needs the state: `media`, `brand_pictures`, `signed_media`, `security_log`, `only_local`, `consistency`,
//!   `api_docs`
//! - the state of a server, `state`, over `page_addresses` and `headers`
//! - what is answered: `feeds` over `public_response`, over `problem`, over `views`; `openapi`
//! - base: `documents` below `assets`; `client_address` below `rate_limit` and `connections`; everything else

mod api;
mod api_docs;
mod api_host;
mod assembly;
mod assets;
mod brand_pictures;
mod change_feed;
mod client_address;
mod clock_watch;
mod connections;
mod consistency;
mod csv;
mod cursor;
mod dev;
mod documents;
mod extract;
mod feeds;
mod forms;
mod headers;
mod listen;
mod mailed_links;
mod media;
mod newsletter_forms;
mod only_local;
mod openapi;
mod page_addresses;
mod problem;
mod problem_code;
mod public_response;
mod rate_limit;
mod reader_addresses;
mod rendering;
mod router;
mod security_log;
mod signed_media;
mod slow_clients;
mod state;
mod views;

pub use public_response::Provenance;

pub use client_address::{ClientAddress, Local};

pub use dev::practice_wallet::create_demo_orders;
pub use documents::{CachedPage, Document};
pub use listen::{BoundListener, bind, serve};
pub use router::{openapi_document, routes};
pub use state::AppState;

/// The job worker of this process, with the jobs of every crate.
pub fn job_worker(core: &mwanga_core::Core) -> mwanga_jobs::Worker<mwanga_core::Core> {
    let registry = mwanga_backup::register_jobs(mwanga_core::jobs::registry());
    mwanga_core::jobs::worker(core, mwanga_demo::register_jobs(registry))
}
