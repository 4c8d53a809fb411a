//! Files: permission to put one, the gate that lets it become public, and where it lies.

mod broken;
mod bucket;
mod cache;
mod captions;
mod check;
mod clean;
mod container;
mod decode;
mod delivery;
mod folder;
mod frame;
mod library;
mod removal;
mod rewording;
mod service;
mod signed;
mod store;
mod stored_metadata;
mod thumbhash;
mod unused;
pub mod variants;
mod video_metadata;

pub use broken::{BrokenPost, CleanError, Cleaned, clean_broken, mark_store};
pub use check::{allowed_extensions, extension, kind};
pub use delivery::{Delivery, Pieces, Sent, deliver};
pub use frame::DrawFrame;
pub(crate) use library::words;
pub use library::{
    Description, FileDetail, LibraryError, LibraryItem, LibraryPage, Wanted, delete, describe, list, open,
};
pub use removal::RemoveFile;
pub use rewording::RewordPosts;
pub use service::{
    FileWords, MediaError, Presigned, UploadClaims, UploadTo, find, get, import_described_file, import_file, known,
    presign, record, upload, url,
};
pub use signed::{is_signed, is_visible, sign_addresses};
pub use store::MediaStore;
pub use stored_metadata::{CleanedStored, clean_stored};
pub use thumbhash::fill_missing;
pub use unused::Unused;
pub(crate) use variants::Copies;

/// Where every medium is delivered.
pub const PREFIX: &str = "/media/";
