//! HTML of posts: sanitizing with one allow-list, and what is extracted from the stored form.
//!
//! Input of the editor, the API and the importers goes through [`clean`] or one of its variants, which return the
//! elements below in a normal form: the same text always has the same bytes, and cleaning is idempotent.
//!
//! - blocks: `p h2 h3 h4 ul ol li blockquote pre hr table thead tbody tr th td figure figcaption`;
//! - inside them: `strong em u s code sup sub cite a br`, and `span[lang]` around words in another language;
//! - attributes: `a[href title rel]`, `th|td[colspan rowspan scope]`, `img[src alt width height]`, `video[src poster
//!   controls width height]`, `figure[data-embed]`, `h2|h3|h4[id]`, `ol[start reversed type]`, `li[value]`, and `dir`
//!   (`ltr`, `rtl`) of each block of text;
//! - blocks of posts: `blockquote[data-block=pull-quote]`, `aside[data-block=review]` with its parts,
//!   `div[data-block=deals]`, which is empty, and footnotes: `a[id aria-label]`, `ol[data-block=footnotes]`, `li[id]`,
//!   all written by the serializer alone;
//! - blocks of pages, which [`clean_page`] keeps: `details summary`, `p|aside|div|ol|ul[data-block]`; of their headings
//!   only `h2` has an `id`.
//!
//! Media are stored relative (`2026/ab.webp`) and delivered under `/media/` by [`deliver_media`]. Images of other hosts
//! are never kept, so that pages send no requests to other servers; `figure[data-missing]` marks their place for editors.
//!
//! - `clean`: sanitizing, by `dom`, `sanitizer`, `tree`, `normalize` with `inline_runs`, `model`, `serialize`;
//!   `tokenizer`: reading what is stored;
//! - `lists`: how lists are numbered; `anchors`: ids of headings and the links to them; `drawn`: what readers get of both;
//! - `deals`: the comparison in a post; `page_blocks`: pages as a list of blocks;
//! - `language`: language tags; `urls`, `embed`: the allowed URLs;
//! - `limits` with `attribute_count` and `too_complex`: complexity limits; `budget`: what a reading may take; `work`:
//!   readings beside the answers; `clean_tests`, `cost_tests`: tests of sanitizing;
//! - `missing`: places of media that are not here; `media`, `absolute_urls`: media and links of stored HTML as it is delivered; `links`: where its text leads;
//!   `text`: plain text; `letters`: where a text may be cut.

mod absolute_urls;
mod anchors;
mod attribute_count;
mod budget;
mod clean;
mod deals;
mod dom;
mod drawn;
mod embed;
mod inline_runs;
pub mod language;
pub mod letters;
mod limits;
mod links;
mod lists;
mod media;
mod missing;
mod model;
mod normalize;
mod page_blocks;
mod sanitizer;
mod serialize;
mod text;
mod tokenizer;
mod too_complex;
mod tree;
mod urls;
mod work;

#[cfg(test)]
mod clean_tests;
#[cfg(test)]
mod cost_tests;

pub use absolute_urls::with_absolute_urls;
pub use budget::thread_time;
pub use clean::{clean, clean_page, clean_with_media_rule, clean_with_origins, clean_with_sizes};
pub use deals::with_deals;
pub use drawn::{Place, draw, draw_page};
pub use embed::{EmbedCard, embed_card};
pub use limits::check_limits;
pub use links::external_links;
pub use lists::list_number;
pub use media::{
    UsedMediaItem, VideoMetadata, deliver_media, first_media, media_refs, used_media, with_pictures,
    with_responsive_images, with_video_metadata,
};
pub use missing::{MissingPicture, missing_pictures, with_found_pictures, without_missing};
pub use model::BACK_LINK;
pub use normalize::MediaDecision;
pub use page_blocks::{ListItem, PageBlock, page_blocks};
pub use text::{is_footnote_link, opening, plain_text, shorten, strip_tags, word_count};
pub use tokenizer::{Token, attributes, escape_attribute, escape_text, tokens, unescape, write_tag};
pub use too_complex::TooComplex;
pub use work::{Queues, Refused, in_call, of_account, off_thread, read_sent};

/// URL prefix of delivered media; stored keys are without it.
const MEDIA_PREFIX: &str = "/media/";
