//! Who is e-mailed about a post: everyone, the subscribers of some topics, or nobody; and what an account chose last.

use std::collections::BTreeMap;

use mwanga_store::StoreResult;
use mwanga_store::entities::notice_choice;
use mwanga_store::queries::notice_choices;
use mwanga_store::types::{AccountId, AudienceKind, join_topics, split_topics};

use super::{NewsletterError, topics};
use crate::Core;

/// Who is e-mailed about a post.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoticeAudience {
    pub kind: AudienceKind,
    /// Ids in the order of the catalogue; empty unless `kind` is `Topics`.
    pub topics: Vec<String>,
}

impl NoticeAudience {
    pub(super) const NOBODY: Self = Self { kind: AudienceKind::Nobody, topics: Vec::new() };

    /// The subscribers of these topics, or of none: everyone.
    pub(super) fn of(topics: Vec<String>) -> Self {
        let kind = if topics.is_empty() { AudienceKind::Everyone } else { AudienceKind::Topics };
        Self { kind, topics }
    }
}

/// Topics without duplicates, in the order of the catalogue; else the message for the field `topics`.
pub(super) fn validate_topics(ids: &[String]) -> Result<Vec<String>, BTreeMap<&'static str, String>> {
    let text = match ids {
        [] => "Choose at least one topic.",
        ids if ids.iter().any(|id| !topics::is_topic(id)) => "Choose topics of the catalogue.",
        ids => {
            let known = topics::all().map(|topic| topic.id.to_owned());
            return Ok(known.filter(|id| ids.contains(id)).collect());
        }
    };
    Err(BTreeMap::from([("topics", text.to_owned())]))
}

/// What the account chose last; where it never chose, what the settings say.
pub async fn last_choice(core: &Core, account: AccountId) -> StoreResult<NoticeAudience> {
    Ok(match notice_choices::get(core.store.reader(), account).await? {
        Some(row) => NoticeAudience { kind: row.audience, topics: split_topics(row.topics.as_deref()) },
        None => NoticeAudience { kind: core.settings().posts.default_notice, topics: Vec::new() },
    })
}

/// Remembers what the account chose for a new post.
///
/// # Errors
///
/// - [`NewsletterError::Invalid`]: topics are wanted, and none or unknown ones are named.
pub async fn remember_choice(
    core: &Core,
    account: AccountId,
    kind: AudienceKind,
    topics: &[String],
) -> Result<NoticeAudience, NewsletterError> {
    let topics = match kind {
        AudienceKind::Topics => validate_topics(topics).map_err(NewsletterError::Invalid)?,
        AudienceKind::Everyone | AudienceKind::Nobody => Vec::new(),
    };
    let row = notice_choice::Model {
        account_id: account,
        audience: kind,
        topics: join_topics(&topics),
        changed_at: core.now(),
    };
    notice_choices::set(core.store.writer(), row).await?;
    Ok(NoticeAudience { kind, topics })
}
