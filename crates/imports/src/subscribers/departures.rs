//! Columns by which the lists of other programs say who left.

use mwanga_store::types::SubscriberStatus;

/// What the cells of a column say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// A time, or a word that is not no: left.
    Left,
    /// The same, by a mail server's refusal.
    Bounced,
    /// A no: left.
    Subscribed,
}

/// Meanings of columns, by names without what divides their words. Of paid plans alone (`active_subscription`) none is.
const COLUMNS: [(&[&str], Meaning); 3] = [
    (
        &[
            "unsubscribed",
            "unsubscribedat",
            "unsubscribedon",
            "unsubscribeddate",
            "unsubscribe",
            "unsubscribedate",
            "unsubscribetime",
            "unsubscribeat",
            "unsubscriptiondate",
            "unsubat",
            "unsubdate",
            "unsubtime",
            "isunsubscribed",
            "optout",
            "optoutat",
            "optoutdate",
            "optouttime",
            "optedout",
            "optedoutat",
            "hasoptedoutofemail",
            "left",
            "leftat",
            "cancelledat",
            "canceledat",
            "deletedat",
            "removedat",
            "emaildisabled",
            "suppressed",
            "suppressedat",
            "blocklisted",
            "blacklisted",
            "blockedat",
            "complained",
            "complainedat",
            "spamreportedat",
        ],
        Meaning::Left,
    ),
    (&["bounced", "bouncedat", "hardbounced", "hardbouncedat", "cleaned", "cleanedat", "cleantime"], Meaning::Bounced),
    (
        &[
            "subscribed",
            "issubscribed",
            "subscribedtoemails",
            "subscribedtonewsletter",
            "optin",
            "optedin",
            "acceptsmarketing",
            "acceptsemailmarketing",
        ],
        Meaning::Subscribed,
    ),
];

/// Words of a column `status` by which somebody left, besides our own.
const STATUSES: [(&[&str], SubscriberStatus); 2] = [
    (
        &[
            "unsubscribed",
            "optedout",
            "optout",
            "left",
            "cancelled",
            "canceled",
            "removed",
            "deleted",
            "disabled",
            "suppressed",
            "blocklisted",
            "blacklisted",
            "complained",
            "spam",
            "abuse",
            "archived",
        ],
        SubscriberStatus::Unsubscribed,
    ),
    (&["bounced", "hardbounced", "hardbounce", "cleaned", "undeliverable"], SubscriberStatus::Bounced),
];

/// What a column of this name says of who left, if anything.
pub(super) fn meaning_of(column: &str) -> Option<Meaning> {
    let name = squeeze(column);
    COLUMNS.iter().find(|(names, _)| names.contains(&&*name)).map(|(_, meaning)| *meaning)
}

/// The status of somebody who left by a word of a column `status`.
pub(super) fn status_of(word: &str) -> Option<SubscriberStatus> {
    let word = squeeze(word);
    STATUSES.iter().find(|(words, _)| words.contains(&&*word)).map(|(_, status)| *status)
}

impl Meaning {
    /// The status of somebody who left by this cell; `None` where the cell says nothing of it.
    pub(super) fn status(self, cell: &str) -> Option<SubscriberStatus> {
        let cell = cell.to_lowercase();
        let no = matches!(&*cell, "0" | "no" | "n" | "false" | "f" | "off" | "never");
        let empty =
            matches!(&*cell, "" | "-" | "null" | "none" | "nil" | "n/a" | "\\n") || cell.starts_with("0000-00-00");
        match self {
            Self::Left => (!no && !empty).then_some(SubscriberStatus::Unsubscribed),
            Self::Bounced => (!no && !empty).then_some(SubscriberStatus::Bounced),
            Self::Subscribed => no.then_some(SubscriberStatus::Unsubscribed),
        }
    }
}

fn squeeze(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
