//! The harness: for each test an app of its own, on a database of its own, with a clock that stands still until it is
//! moved.

mod app;
mod binary;
mod builders;
mod cached_responses;
mod client;
mod database;
mod dns_server;
mod encodings;
mod files;
mod frontend;
mod identity_provider;
mod mail;
mod mail_sink;
mod other_site;
mod push_double;
mod s3;
mod served;
mod smtp_sink;
mod wallet_double;

pub use app::{BASE, NOW, TestApp, subscribe_all};
pub use binary::{Binary, ServerCaller, Site, run_typing};
pub use builders::PostBuilder;
pub use cached_responses::CachedResponses;
pub use client::{Caller, Reply};
pub use database::Database;
pub use dns_server::{DnsMode, DnsServer};
pub use encodings::decoded;
pub use files::{jpeg_of_a_phone, mp4, mp4_with, png};
pub use frontend::{broken_bundle, search_bundle, slow_bundle};
pub use identity_provider::{CLIENT_ID, CLIENT_TIMEOUT, Fault, IdentityProvider, Signature};
pub use mail::Mail;
pub use mail_sink::{MailSink, python, until};
pub use other_site::{NotedRequests, OtherSite};
pub use push_double::{AskedPhone, PushDouble, PushFault};
pub use s3::S3;
pub use served::Served;
pub use smtp_sink::SmtpSink;
pub use wallet_double::{WalletDouble, WalletFault};

pub use axum::http::StatusCode;
pub use mwanga_store::types::Role;
pub use serde_json::{Value, json};

/// The titles of a list, in its order.
pub fn titles(list: &Value) -> Vec<&str> {
    list.as_array().expect("a list").iter().map(|post| post["title"].as_str().expect("a title")).collect()
}
