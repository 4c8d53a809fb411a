//! The HTML of posts: one allow-list on the way in, and what is read out of it afterwards.
//!
//! Whatever comes in (editor, API, importers) goes through [`clean`] or [`clean_with`] and leaves as the elements named
//! below, in one normal form: the same text always gives the same bytes, and cleaning twice changes nothing.
//!
//! - blocks: `p h2 h3 h4 ul ol li blockquote pre hr table thead tbody tr th td figure figcaption`;
//! - inside them: `strong em u s code sup sub cite a br`;
//! - attributes: `a[href title rel]`, `th|td[colspan rowspan scope]`, `img[src alt width height]`, `video[src poster
//!   controls width height]`, `figure[data-embed]`.
//!
//! Media are stored relative (`2026/ab.webp`) and delivered under `/media/` by [`deliver_media`]. A picture of another
//! host is never kept, so that no page makes its readers ask somebody else's server; a line says that it is missing.

mod absolute;
mod address;
mod clean;
mod embed;
mod figures;
mod inline;
mod limits;
mod media;
mod model;
mod normal;
mod text;
mod token;
mod tree;
mod write;

#[cfg(test)]
mod corpus;

pub use absolute::absolute;
pub use clean::{MediaDecision, clean, clean_by, clean_with, store_media};
pub use embed::{EmbedCard, embed_card};
pub use limits::{TooComplex, check_limits};
pub use media::{
    UsedMediaItem, VideoParts, deliver_media, first_media, media_refs, used_media, with_picture_parts, with_video_parts,
};
pub use text::{line, opening, plain_text, word_count};

pub use token::{Token, attributes, escape_attribute, escape_text, tokens, unescape, write_tag};

/// A long text takes a while, which no other request should wait for: nothing is cleaned on a thread that serves.
pub async fn off_thread<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => done,
        Err(panic) => std::panic::resume_unwind(panic.into_panic()),
    }
}

/// Where media are delivered; what is stored comes without it.
pub const MEDIA_PREFIX: &str = "/media/";
