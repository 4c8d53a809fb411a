//! Revisions: a snapshot of each save, to be viewed and restored.

use mwanga_store::entities::post::Model;
use mwanga_store::entities::post_revision;
use mwanga_store::types::{AccountId, PostId, Timestamp};
use mwanga_store::{ConnectionTrait, StoreResult, queries};
use sea_orm::{ActiveValue::NotSet, Set};

use super::derived::file_keys;
use super::form::{Snapshot, derive};
use super::save::empty_post;
use super::{PostError, read};
use crate::writer::Writer;
use crate::{Core, categories, secrets};

/// The editable fields of a post, as they are stored.
pub(super) fn snapshot(post: &Model) -> StoreResult<serde_json::Value> {
    Ok(serde_json::to_value(Snapshot::of(post.clone()))?)
}

/// The post with the fields of a stored snapshot. If its category was deleted, it has the present one.
pub(super) async fn restore_snapshot(core: &Core, post: Model, snapshot: serde_json::Value) -> StoreResult<Model> {
    let snapshot: Snapshot = serde_json::from_value(snapshot)?;
    let category = categories::find(core, &snapshot.category_id.to_string()).await?;
    let category_id = category.map_or(post.category_id, |category| category.id);
    let mut post = Model { category_id, ..snapshot.restore(post) };
    derive(&mut post);
    Ok(post)
}

/// Hash of all that readers are shown of a post, without its status and date. Fields without a value are left out, so
/// that a field which a later version adds changes no fingerprint.
pub(super) fn fingerprint(post: &Model) -> StoreResult<String> {
    let mut fields = snapshot(post)?;
    if let Some(fields) = fields.as_object_mut() {
        fields.retain(|name, value| !matches!(name.as_str(), "status" | "publish_date") && !is_blank(value));
    }
    Ok(secrets::fingerprint(&fields.to_string()))
}

fn is_blank(value: &serde_json::Value) -> bool {
    match value {
        serde_json::Value::Null | serde_json::Value::Bool(false) => true,
        serde_json::Value::String(text) => text.is_empty(),
        serde_json::Value::Array(list) => list.is_empty(),
        serde_json::Value::Object(fields) => fields.is_empty(),
        _ => false,
    }
}

/// Stores the revision of a post that was just saved.
pub(super) async fn insert(tx: &impl ConnectionTrait, post: &Model, by: Option<AccountId>) -> StoreResult<()> {
    let row = post_revision::ActiveModel {
        id: NotSet,
        post_id: Set(post.id),
        revision: Set(post.revision),
        snapshot: Set(snapshot(post)?),
        account_id: Set(by),
        created_at: Set(post.updated_at),
    };
    queries::posts::insert_revision(tx, row).await
}

/// Deletes all but the newest `limit` revisions.
pub(super) async fn prune(tx: &impl ConnectionTrait, post: &Model, limit: u64) -> StoreResult<()> {
    match post.revision - i32::try_from(limit).unwrap_or(i32::MAX) {
        last if last > 0 => queries::posts::delete_revisions(tx, post.id, last).await,
        _ => Ok(()),
    }
}

/// A stored save.
#[derive(Debug)]
pub struct Revision {
    pub revision: i32,
    pub saved_at: Timestamp,
    /// E-mail address of the account that saved; none for importers, the demo and deleted accounts.
    pub saved_by: Option<String>,
}

/// The stored revisions of a post, newest first.
pub async fn revisions(core: &Core, by: Writer, id: PostId) -> Result<Vec<Revision>, PostError> {
    read::get_for(core, by, id).await?;
    let db = core.store.reader();
    let rows = queries::posts::list_revisions(db, id).await?;
    if rows.is_empty() {
        return Err(PostError::NotFound);
    }
    Ok(with_accounts(db, rows).await?)
}

/// Revisions with the addresses of those who saved them, from number, time and account of each.
pub(crate) async fn with_accounts(
    db: &impl ConnectionTrait,
    rows: Vec<(i32, Timestamp, Option<AccountId>)>,
) -> StoreResult<Vec<Revision>> {
    let mut accounts: Vec<AccountId> = rows.iter().filter_map(|(.., account)| *account).collect();
    accounts.sort_unstable_by_key(|id| id.0);
    accounts.dedup();
    let accounts = queries::accounts::by_ids(db, &accounts).await?;
    let email = |id: AccountId| accounts.iter().find(|account| account.id == id).map(|account| account.email.clone());
    Ok(rows
        .into_iter()
        .map(|(revision, saved_at, account)| Revision { revision, saved_at, saved_by: account.and_then(email) })
        .collect())
}

/// A post as of a revision. If its category was deleted, it has the present one.
pub async fn revision(core: &Core, by: Writer, id: PostId, revision: i32) -> Result<Option<Model>, PostError> {
    let post = read::get_for(core, by, id).await?;
    let Some(row) = queries::posts::get_revision(core.store.reader(), id, revision).await? else { return Ok(None) };
    let post = Model { revision, updated_at: row.created_at, ..post };
    Ok(Some(restore_snapshot(core, post, row.snapshot).await?))
}

/// Keeps which files a stored revision shows.
pub(crate) async fn record_files(tx: &impl ConnectionTrait, row: post_revision::Model) -> StoreResult<()> {
    let snapshot: Snapshot = serde_json::from_value(row.snapshot)?;
    let post = snapshot.restore(empty_post(row.created_at, None));
    queries::earlier_files::record_post(tx, row.post_id, file_keys(&post), row.revision).await
}

#[cfg(test)]
mod tests {
    use mwanga_store::entities::post::Texts;
    use mwanga_store::types::{Access, PostStatus};

    use super::*;

    #[test]
    fn a_fingerprint_changes_with_the_text_and_not_with_status_and_date() {
        let post = super::super::save::empty_post(Timestamp(0), None);
        let of = |post: &Model| fingerprint(post).unwrap();
        let later = Model {
            status: PostStatus::InReview,
            publish_date: Some(Timestamp(7)),
            revision: 9,
            updated_at: Timestamp(8),
            ..post.clone()
        };
        assert_eq!(of(&post), of(&later));
        let changes = [
            Model { title: "Habari".into(), ..post.clone() },
            Model { content: "<p>Text</p>".into(), ..post.clone() },
            Model { excerpt: "Short".into(), ..post.clone() },
            Model { media_urls: Texts(vec!["a.png".into()]), ..post.clone() },
            Model { access: Access::Subscribers, ..post.clone() },
        ];
        for changed in changes {
            assert_ne!(of(&post), of(&changed), "{changed:?}");
        }
    }

    /// One line for each format that was ever stored, newest last. Lines are added, never changed.
    const STORED: &str = include_str!("../../golden/revisions.jsonl");

    #[test]
    fn stored_revisions_are_read_for_ever() {
        let stored: Vec<serde_json::Value> = STORED.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        for line in &stored {
            serde_json::from_value::<Snapshot>(line.clone()).unwrap();
        }
        let newest = stored.last().unwrap();
        let written = serde_json::to_value(serde_json::from_value::<Snapshot>(newest.clone()).unwrap()).unwrap();
        assert_eq!(&written, newest, "the shape has changed: add a line to crates/core/golden/revisions.jsonl");
    }
}
