//! Addresses of readers as somebody of the newsroom sees them: whole for administrators, masked for editors.

use mwanga_core::accounts::Identity;
use mwanga_core::email::{self, EmailAddress};
use mwanga_core::html::letters;
use mwanga_core::security::{self, Event, EventDetails};
use mwanga_store::types::Role;

/// How addresses of readers are shown in an answer.
#[derive(Clone, Copy, Debug)]
pub struct ReaderAddresses {
    whole: bool,
}

impl ReaderAddresses {
    pub fn of(identity: &Identity) -> Self {
        Self { whole: identity.role == Role::Admin }
    }

    pub const fn whole() -> Self {
        Self { whole: true }
    }

    pub fn shown(self, address: &str) -> String {
        if self.whole { email::shown(address) } else { email::masked(address) }
    }

    /// A name that may be the address's own beginning, as that of an account whose owner chose none.
    pub fn name(self, name: String, address: &str) -> String {
        let local = address.rsplit_once('@').map_or(address, |(local, _)| local);
        if !self.whole && (name.eq_ignore_ascii_case(local) || name.contains('@')) {
            return format!("{}…", letters::first(&name));
        }
        name
    }

    /// The words of a mail server, which often name the address.
    pub fn within(self, text: String) -> String {
        if self.whole { text } else { email::mask_within(&text) }
    }

    /// Whether a list may be searched by what an address begins with: letter by letter that would tell the whole of it.
    /// Editors find an address that they know.
    pub fn may_search(self, typed: &str) -> bool {
        self.whole || typed.trim().is_empty() || EmailAddress::parse(typed).is_ok()
    }

    /// Whether a row is among those that were searched for.
    pub fn is_found(self, typed: &str, address: &str) -> bool {
        self.whole
            || typed.trim().is_empty()
            || EmailAddress::parse(typed)
                .is_ok_and(|typed| EmailAddress::parse(address).is_ok_and(|address| typed.key() == address.key()))
    }

    /// Logs that a page of addresses was read, as it is logged that a file of them left.
    pub fn log_page(self, list: &str, rows: usize) {
        if self.whole && rows > 0 {
            let subject = &format!("{list}: a page of {rows}");
            security::log(Event::Exported, EventDetails { subject, ..EventDetails::default() });
        }
    }
}
