use std::os::unix::fs::MetadataExt;
use std::path::Path;

use super::check::Outcome;
use crate::Core;
use crate::backups::{self, BackupState};
use crate::config::BackupLocation;

/// How old the last good backup is, and whether one was restored.
pub async fn check(core: &Core) -> Outcome {
    let state = match backups::state(core).await {
        Ok(state) => state,
        Err(e) => {
            return Outcome::broken(format!("Their age could not be read: {e}"), "See the database's lines.");
        }
    };
    let BackupState { is_scheduled, last_good_at, is_overdue, error, tested_at, test_error } = state;
    let age = last_good_at
        .map_or("There is none yet.".to_owned(), |at| format!("The last good one is {} old.", backups::age(core, at)));
    let tested = tested_at.map_or("None was restored as a test yet.".to_owned(), |at| {
        format!("One was restored as a test {} ago.", backups::age(core, at))
    });
    if !is_scheduled {
        let advice = "Name a folder on another disk, or a bucket, that takes one each night (MWANGA_BACKUP_URL).";
        return Outcome::warning("No backup is made each night.", advice);
    }
    if is_overdue {
        let advice = "See whether the place of MWANGA_BACKUP_URL takes files, and the log of the last nights.";
        return Outcome::broken([age, error.unwrap_or_default()].join(" "), advice);
    }
    if let Some(error) = error {
        let advice = "It is tried again the next night. `mwanga backup FILE` makes one now.";
        return Outcome::warning(format!("{age} The newest try failed: {error}"), advice);
    }
    if let Some(error) = test_error {
        let advice = "Make a backup by hand, verify it, and keep the older ones until the reason is found.";
        return Outcome::broken(format!("{age} It could not be restored: {error}"), advice);
    }
    if lies_beside_the_data(core) {
        let advice = "Name a folder on another disk, or a bucket, instead (MWANGA_BACKUP_URL).";
        return Outcome::warning(format!("{age} {tested} They lie on the disk of the site."), advice);
    }
    Outcome::well(format!("{age} {tested}"))
}

/// Whether the disk that takes the site takes its backups along.
fn lies_beside_the_data(core: &Core) -> bool {
    let device = |path: &Path| path.metadata().map(|metadata| metadata.dev()).ok();
    match &core.config.backup.location {
        Some(BackupLocation::Folder(folder)) => {
            device(folder).is_some_and(|disk| device(&core.config.data_dir) == Some(disk))
        }
        _ => false,
    }
}
