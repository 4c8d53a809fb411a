//! HTTP: the API, the pages built on it, and the files beside them.

mod answer;
mod api;
mod api_docs;
mod assets;
mod cache;
mod change_feed;
mod client_address;
mod connections;
mod consistency;
mod csv;
mod document;
mod extract;
mod feeds;
mod headers;
mod listen;
mod mail_samples;
mod media;
mod newsletter_forms;
mod pages;
mod practice_wallet;
mod problem;
mod rate_limit;
mod ready;
mod refresh;
mod router;
mod state;
mod slow_clients;
mod views;

pub use answer::Provenance;
pub use cache::CachedPage;
pub use client_address::ClientAddress;
pub use document::Document;
pub use listen::{Listening, bind, serve};
pub use practice_wallet::sell_to as sell_sample_to;
pub use router::{openapi, routes};
pub use state::AppState;
