//! Saving: a new version with all values, or nothing. Each version is kept: it is the history.

use std::collections::{BTreeMap, BTreeSet};

use lettre::message::Mailbox;
use mwanga_store::entities::settings_version;
use mwanga_store::types::{AccountId, Timestamp};
use mwanga_store::{StoreError, Transaction, queries};
use serde_json::{Value, json};

use crate::Core;
use crate::categories;
use crate::changes::Tags;
use crate::menus::Refusal;
use crate::posts;
use crate::settings::{self, Block, KEYS, Key, Kind, Settings, SettingsError, Stored};

/// Changes by key; null goes back to the default.
pub type Changes = BTreeMap<String, Value>;

/// A new version that is not committed yet: what follows from it joins its transaction.
#[must_use = "nothing is saved before `commit`"]
pub struct PendingSave {
    pub(crate) tx: Transaction,
    pub(crate) settings: Settings,
}

impl PendingSave {
    /// Saves, and takes the new settings over.
    pub async fn commit(self, core: &Core) -> Result<(), SettingsError> {
        let committed = core.commit(self.tx, Tags::default()).await;
        // Also where the outcome is unknown: what is stored is what holds.
        settings::refresh(core).await?;
        Ok(committed?)
    }
}

/// Prepares changes on top of `version`, the one that their author saw.
///
/// # Errors
///
/// [`SettingsError::Changed`] where another version holds by now; nothing is saved then, nor with any other error.
pub async fn save(core: &Core, version: i64, changes: Changes, by: AccountId) -> Result<PendingSave, SettingsError> {
    let current = settings::current_row(core).await?;
    if current.version != version {
        return Err(SettingsError::Changed(current.version));
    }
    let stored = merge(core, current.stored, changes).await?;
    insert(core, version, stored, by).await
}

/// Prepares changes of keys that nobody looked at together with the others, on top of the newest version.
///
/// # Errors
///
/// See [`save`].
pub async fn save_latest(core: &Core, changes: Changes, by: AccountId) -> Result<PendingSave, SettingsError> {
    loop {
        let current = settings::current_row(core).await?;
        let stored = merge(core, current.stored, changes.clone()).await?;
        match insert(core, current.version, stored, by).await {
            // Somebody else saved in between.
            Err(SettingsError::Changed(_)) => {}
            outcome => return outcome,
        }
    }
}

/// The settings as they would be with these changes; nothing is saved.
pub async fn draft(core: &Core, changes: Changes) -> Result<Settings, SettingsError> {
    let current = settings::current_row(core).await?;
    let stored = merge(core, current.stored, changes).await?;
    Ok(Settings::new(&core.config, current.version, &stored))
}

/// Prepares the values of an earlier version, as a new one on top of `version`.
pub async fn restore(core: &Core, version: i64, earlier: i64, by: AccountId) -> Result<PendingSave, SettingsError> {
    let current = settings::current_row(core).await?.version;
    if current != version {
        return Err(SettingsError::Changed(current));
    }
    // Version 0 is the installation: nobody saved anything.
    let values = if earlier == 0 {
        json!({})
    } else {
        let row = queries::settings_versions::by_version(core.store.reader(), earlier).await?;
        row.ok_or(SettingsError::NotFound)?.values
    };
    let stored = settings::stored(values);
    check_contact(core, &Settings::new(&core.config, version, &stored))?;
    insert(core, version, stored, by).await
}

async fn merge(core: &Core, mut stored: Stored, changes: Changes) -> Result<Stored, SettingsError> {
    let mut wrong = BTreeMap::new();
    for (name, value) in changes {
        let Some(key) = Key::find(&name) else { return Err(SettingsError::Unknown(name)) };
        if let Some(variable) = key.variable.filter(|variable| core.config.environment.contains(*variable)) {
            return Err(SettingsError::Fixed(key.name, variable));
        }
        match normalize(core, key, &value).await? {
            Ok(Some(value)) => _ = stored.insert(name, value),
            Ok(None) => _ = stored.remove(&name),
            Err(refused) => wrong.extend(refused),
        }
    }
    if !wrong.is_empty() {
        return Err(SettingsError::Invalid(wrong));
    }
    check_contact(core, &Settings::new(&core.config, 0, &stored))?;
    Ok(stored)
}

/// What is wrong with a value, by field.
type Refused = BTreeMap<String, String>;

/// The value to store, none for the default, or why it is refused.
async fn normalize(core: &Core, key: &Key, value: &Value) -> Result<Result<Option<Value>, Refused>, StoreError> {
    if value.is_null() {
        return Ok(Ok(None));
    }
    if let Kind::Menu(shape) = key.kind {
        let field = |place: &str| if place.is_empty() { key.name.to_owned() } else { format!("{}.{place}", key.name) };
        let fields = |refused: Vec<Refusal>| refused.into_iter().map(|one| (field(&one.place), one.why)).collect();
        return Ok(shape.normalize(value).map(Some).map_err(fields));
    }
    let refuse = |why: String| Refused::from([(key.name.to_owned(), why)]);
    let value = match key.kind.normalize(value) {
        Ok(value) => value,
        Err(why) => return Ok(Err(refuse(why))),
    };
    let text = value.as_str().unwrap_or_default();
    let refused = match key.kind {
        Kind::Blocks => unknown_category(core, &value).await?,
        Kind::Posts { .. } => unsuitable_post(core, &value).await?,
        Kind::Banner => settings::past_end(&value, core.now()),
        _ if text.is_empty() => None,
        Kind::Picture => missing_picture(core, text).await?,
        Kind::Sender => unsigned_sender(core, text),
        _ => None,
    };
    Ok(match refused {
        Some(why) => Err(refuse(why)),
        None => Ok(Some(value)),
    })
}

/// Why blocks of home are refused: a section of a category that is not there, or of paid posts, which have a block that
/// marks them.
async fn unknown_category(core: &Core, blocks: &Value) -> Result<Option<String>, StoreError> {
    let all = categories::all(core).await?;
    let blocks: Vec<Block> = serde_json::from_value(blocks.clone()).unwrap_or_default();
    Ok(blocks.into_iter().find_map(|block| match block {
        Block::Section { category, .. } if category == categories::SPONSORED => {
            Some("Sponsored posts have a block of their own.".to_owned())
        }
        Block::Section { category, .. } if !all.iter().any(|row| row.slug == category) => {
            Some(format!("There is no category {}. Remove its block.", settings::cut(&category)))
        }
        _ => None,
    }))
}

/// Why posts are refused: one of them cannot be recommended to everyone.
async fn unsuitable_post(core: &Core, slugs: &Value) -> Result<Option<String>, StoreError> {
    let slugs: Vec<String> = serde_json::from_value(slugs.clone()).unwrap_or_default();
    for slug in slugs {
        if posts::find_recommendable(core, &slug).await?.is_none() {
            return Ok(Some(format!(
                "{}: choose a published post that everyone may read and nobody paid for.",
                settings::cut(&slug)
            )));
        }
    }
    Ok(None)
}

async fn missing_picture(core: &Core, hash: &str) -> Result<Option<String>, StoreError> {
    let stored = queries::settings_versions::picture(core.store.reader(), hash).await?;
    Ok(stored.is_none().then(|| "This picture is gone. Upload it again.".to_owned()))
}

/// Why mails of a sender would not be signed.
fn unsigned_sender(core: &Core, text: &str) -> Option<String> {
    let domain = core.mailer().dkim_signer()?.domain();
    let sender: Mailbox = text.parse().ok()?;
    (sender.email.domain() != domain)
        .then(|| format!("Mails are signed for {domain}: the sender stays at that domain."))
}

/// Production never stands without a contact.
fn check_contact(core: &Core, settings: &Settings) -> Result<(), SettingsError> {
    let contact =
        [("site.contact_email", &settings.site.contact_email), ("site.contact_phone", &settings.site.contact_phone)];
    let missing = contact.into_iter().filter(|(_, value)| core.config.production && value.is_empty());
    let missing: BTreeMap<String, String> = missing
        .map(|(key, _)| (key.to_owned(), "Readers must be able to reach you: this stays filled in.".to_owned()))
        .collect();
    if missing.is_empty() { Ok(()) } else { Err(SettingsError::Invalid(missing)) }
}

async fn insert(core: &Core, version: i64, stored: Stored, by: AccountId) -> Result<PendingSave, SettingsError> {
    let settings = Settings::new(&core.config, version + 1, &stored);
    let tx = core.store.begin().await?;
    let row = settings_version::Model {
        version: version + 1,
        values: json!(stored),
        created_at: core.now(),
        created_by: Some(by),
    };
    match queries::settings_versions::insert(&tx, row).await {
        // Two saves at once: the version is the primary key.
        Err(StoreError::Conflict(_)) => return Err(SettingsError::Changed(version + 1)),
        outcome => outcome?,
    }
    Ok(PendingSave { tx, settings })
}

/// A saved version and what it changed.
#[derive(Clone, Debug)]
pub struct HistoryEntry {
    pub version: i64,
    pub at: Timestamp,
    /// E-mail address; none where the account is gone.
    pub by: Option<String>,
    pub changes: Vec<SettingChange>,
}

/// A value before and after; none for the default.
#[derive(Clone, Debug)]
pub struct SettingChange {
    pub key: String,
    pub from: Option<Value>,
    pub to: Option<Value>,
}

/// Versions a page of the history.
const HISTORY_PAGE: u64 = 20;

/// The history before version `before`, newest first.
pub async fn history(core: &Core, before: Option<i64>) -> Result<Vec<HistoryEntry>, StoreError> {
    let db = core.store.reader();
    // One more, to compare the last one with.
    let rows = queries::settings_versions::list(db, before, HISTORY_PAGE + 1).await?;
    let mut entries = Vec::new();
    for (index, row) in rows.iter().take(HISTORY_PAGE as usize).enumerate() {
        let (to, from) = (
            settings::stored(row.values.clone()),
            rows.get(index + 1).map(|row| settings::stored(row.values.clone())).unwrap_or_default(),
        );
        let by = match row.created_by {
            Some(id) => queries::accounts::get(db, id).await?.map(|account| account.email),
            None => None,
        };
        entries.push(HistoryEntry { version: row.version, at: row.created_at, by, changes: changes(&from, &to) });
    }
    Ok(entries)
}

fn changes(from: &Stored, to: &Stored) -> Vec<SettingChange> {
    let keys: BTreeSet<&String> = from.keys().chain(to.keys()).collect();
    let mut changes: Vec<SettingChange> = keys
        .into_iter()
        .filter(|key| from.get(*key) != to.get(*key))
        .map(|key| SettingChange { key: key.clone(), from: from.get(key).cloned(), to: to.get(key).cloned() })
        .collect();
    changes.sort_by_key(|change| KEYS.iter().position(|key| key.name == change.key));
    changes
}
