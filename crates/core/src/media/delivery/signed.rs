//! Signed addresses, `/media/{key}?signed={expires}.{signature}`: with them staff see files that are not public, and
//! readers those of gated texts (`MWANGA_MEDIA_PRIVATE`). Those in mails, `/media/…?mail={signature}`, have no end.

use mwanga_store::entities::media_item;
use mwanga_store::{StoreResult, queries};

use crate::media::key::PREFIX;
use crate::media::variants;
use crate::{Core, secrets};

/// Lifetime of a signed address, in milliseconds.
const LIFETIME_MS: i64 = 3_600_000;
/// Addresses signed within this time are equal, so that a browser loads a file once.
const ROUNDING_MS: i64 = 300_000;
/// Purpose of the signing key.
const PURPOSE: &str = "media";

/// Whether everybody may see a file: always, unless `MWANGA_MEDIA_PRIVATE` restricts files that nothing public uses.
pub async fn is_visible(core: &Core, item: &media_item::Model) -> StoreResult<bool> {
    Ok(!core.config.media.private || queries::library::is_visible(core.store.reader(), item, core.now()).await?)
}

/// Whether the query of a request has a valid signature of `key`.
pub fn is_signed(core: &Core, key: &str, query: &str) -> bool {
    let value = |name: &str| query.split('&').find_map(|part| part.strip_prefix(name)?.strip_prefix('='));
    if let Some(signature) = value("mail") {
        return secrets::verify_short_with(core.link_key(), &mailed_text(key), signature);
    }
    let Some((expires, signature)) = value("signed").and_then(|signed| signed.split_once('.')) else { return false };
    expires.parse().is_ok_and(|expires: i64| {
        core.now().0 <= expires && core.keys.verify(PURPOSE, &signed_text(key, expires), signature)
    })
}

fn signed_text(key: &str, expires: i64) -> String {
    format!("{key}\n{expires}")
}

/// Signs the address of a picture of a mail for good, because a mail that went out keeps its pictures; where every file
/// is public, it stays plain.
pub fn sign_mailed(core: &Core, key: &str, address: &str) -> String {
    match core.config.media.private {
        true => format!("{address}?mail={}", secrets::sign_short_with(core.link_key(), &mailed_text(key))),
        false => address.to_owned(),
    }
}

/// No text that is signed for subscribers or links begins like this.
fn mailed_text(key: &str) -> String {
    format!("picture\n{key}")
}

/// Signs the addresses of files and variants in JSON or HTML: strings, attributes, and the parts of a `srcset`. Those
/// of the files `open`, which everybody gets, stay plain.
pub fn sign_addresses(core: &Core, text: &str, open: &[String]) -> String {
    let (base, expires) = (core.config.base(), core.now().0 / ROUNDING_MS * ROUNDING_MS + LIFETIME_MS);
    let mut out = String::with_capacity(text.len() + text.len() / 4);
    let mut copied = 0;
    for (at, _) in text.match_indices(PREFIX) {
        let before = text[..at].strip_suffix(base).unwrap_or(&text[..at]);
        let address = &text[at + PREFIX.len()..];
        let path = &address[..address.find(|letter: char| !is_key_char(letter)).unwrap_or(address.len())];
        if path.is_empty() || !is_address_start(before) || !address[path.len()..].starts_with(['"', '\\', ' ']) {
            continue;
        }
        let key = variants::parse(path).map_or(path, |(key, _)| key);
        if open.iter().any(|open| open == key) {
            continue;
        }
        let end = at + PREFIX.len() + path.len();
        out.push_str(&text[copied..end]);
        out.push_str(&format!("?signed={expires}.{}", core.keys.sign(PURPOSE, &signed_text(key, expires))));
        copied = end;
    }
    out.push_str(&text[copied..]);
    out
}

fn is_key_char(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_' | '.' | '/')
}

/// Whether an address starts after `before`: the value of an attribute, a string of JSON, or a part of a `srcset`.
fn is_address_start(before: &str) -> bool {
    let Some(before) = before.strip_suffix('"') else { return before.ends_with("w, ") };
    before.strip_suffix('\\').unwrap_or(before).ends_with('=') || before.ends_with([':', '[', ','])
}
