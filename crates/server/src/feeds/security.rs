//! `security.txt`: contact for vulnerability reports (RFC 9116).

use mwanga_core::{Core, changes};
use mwanga_store::types::Timestamp;

use super::generated_file::{GeneratedFile, absolute};
use crate::documents::Document;

pub const PATH: &str = "/.well-known/security.txt";

const DAY_MS: i64 = 24 * 3_600_000;
/// The RFC asks for less than a year.
const VALID_DAYS: i64 = 180;

/// Counted from the day and not from the moment, so that the file stays the same until the next day.
pub fn file(core: &Core) -> GeneratedFile {
    let midnight = Timestamp(core.now().0.div_euclid(DAY_MS) * DAY_MS);
    let text = format!(
        "Contact: mailto:{}\nExpires: {}\nPreferred-Languages: en\nCanonical: {}\n",
        core.settings().site.contact_email,
        midnight.plus_ms(VALID_DAYS * DAY_MS).iso(),
        absolute(core, PATH),
    );
    GeneratedFile::new(Document::file("text/plain; charset=utf-8", text))
        .expiring(vec![changes::setting("site.contact_email")], Some(midnight.plus_ms(DAY_MS)))
}
