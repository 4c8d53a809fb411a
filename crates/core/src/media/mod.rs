//! Media: pictures, videos and subtitles.
//!
//! - `intake/`: presigned uploads, content checks, and the row of a file
//! - `storage/`: the storage of files, a folder or a bucket
//! - `delivery/`: delivery of files and of resized variants of pictures
//! - `put_back.rs`: files that come back out of the trash; `stored_metadata.rs`, `backfill_thumbhashes.rs`: maintenance
//!   of files of earlier versions
//! - `video/`: frames and metadata of videos
//! - `colours.rs`: what the numbers of pictures mean, and sRGB
//! - `key.rs`, `types.rs`, `variants.rs`: object keys, file types and addresses of variants; posts use them too
//! - `find.rs`: look-ups of recorded files; `focal_point.rs`: what crops keep in sight; `memory.rs`: memory limits;
//!   `error.rs`

mod backfill_thumbhashes;
mod colours;
#[cfg(test)]
mod colours_tests;
mod delivery;
mod error;
mod find;
mod focal_point;
mod intake;
mod key;
mod memory;
mod put_back;
mod storage;
mod stored_metadata;
mod types;
pub mod variants;
mod video;

pub use backfill_thumbhashes::backfill_thumbhashes;
pub(crate) use delivery::RunningVariants;
pub use delivery::{
    ByteSource, DeliveredAs, Delivery, NoCopy, deliver, is_signed, is_visible, resize, sign_addresses, sign_mailed,
    store_variant,
};
pub use error::MediaError;
pub(crate) use find::search_text;
pub use find::{find, find_by_keys, get};
pub use focal_point::FocalPoint;
pub(crate) use intake::check::picture_extension;
pub use intake::check::{CheckedFile, check as check_file, sha256};
pub(crate) use intake::decode;
pub use intake::presign::{PresignedUpload, UploadClaims, UploadTarget, presign, upload};
pub use intake::record::{
    FileDescription, find_imported, import_checked_file, import_described_file, import_file, record,
};
pub use intake::words::FileWords;
pub(crate) use key::key_of;
pub use key::{PREFIX, is_key, url};
pub use put_back::LostFiles;
pub(crate) use put_back::{find_lost, put_back, restore_used};
pub use storage::MediaStore;
pub use stored_metadata::{MetadataCleaning, clean_stored_metadata};
pub use types::{allowed_extensions, extension, kind};
pub use video::DrawFrame;
pub(crate) use video::draw_frame;

/// Most characters of a description or caption, and of a credit.
pub(crate) const TEXT_CHARS: usize = 1_000;
pub(crate) const CREDIT_CHARS: usize = 200;
