//! Files: pictures, videos and subtitles.
//!
//! - `intake/`: permission to put a file, the checks that let it become public, and its row
//! - `storage/`: where files lie, a folder or a bucket
//! - `delivery/`: files and narrower copies of pictures on their way to readers
//! - `library/`: the newsroom's view of all files, and what is done to stored ones
//! - `video/`: frames and metadata of videos
//!
//! `key.rs`, `types.rs` and `variants.rs` say how files are addressed and which are taken; they need nothing else, and
//! posts use them too.

mod delivery;
mod error;
mod find;
mod intake;
mod key;
mod library;
mod memory;
mod storage;
mod types;
pub mod variants;
mod video;

pub(crate) use delivery::Copies;
pub use delivery::{Delivery, Pieces, Sent, deliver, is_signed, is_visible, sign_addresses};
pub use error::MediaError;
pub(crate) use find::words;
pub use find::{find, get, known};
pub use intake::presign::{Presigned, UploadClaims, UploadTo, presign, upload};
pub use intake::record::{FileWords, import_described_file, import_file, record};
pub(crate) use key::key_of;
pub use key::{PREFIX, url};
pub use library::{
    BrokenPost, CleanError, Cleaned, CleanedStored, Description, FileDetail, LibraryError, LibraryItem, LibraryPage,
    RemoveFile, RewordPosts, Unused, Wanted, clean_broken, clean_stored, delete, describe, fill_missing, list,
    mark_store, open,
};
pub use storage::MediaStore;
pub use types::{allowed_extensions, extension, kind};
pub use video::DrawFrame;
