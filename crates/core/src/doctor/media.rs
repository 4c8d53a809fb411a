use std::io;

use super::Check;
use crate::media::{self, BrokenMediaError};
use crate::{Core, secrets};

pub async fn check(core: &Core) -> [Check; 2] {
    [write_read_delete(core).await, marker(core).await]
}

/// A held copy too deletes what it has just written itself.
async fn write_read_delete(core: &Core) -> Check {
    const SUBJECT: &str = "Media";
    let key = format!("doctor-{}.txt", secrets::random_token(22));
    let outcome = async {
        core.media.write(&key, b"mwanga doctor".to_vec()).await?;
        let read = core.media.read(&key, 13).await;
        core.media.remove(&key).await?;
        if read?.as_ref() == b"mwanga doctor" { Ok(()) } else { Err(io::Error::other("another file was read")) }
    };
    match outcome.await {
        Ok(()) => Check::well(SUBJECT, "A file was written, read and deleted."),
        Err(e) => {
            let advice = match core.media.bucket() {
                Some(_) => "Compare MWANGA_MEDIA_URL and its keys with the bucket's: they must write, read and delete.",
                None => "See whether the disk is full, and who owns media/ in the data folder.",
            };
            Check::broken(SUBJECT, format!("A file could not be written, read and deleted: {e}"), advice)
        }
    }
}

async fn marker(core: &Core) -> Check {
    const SUBJECT: &str = "Media marker";
    match media::check_marker(core).await {
        Ok(()) => Check::well(SUBJECT, "These are the files of this site."),
        Err(BrokenMediaError::WrongStore) => {
            let advice = "Mount the right disk or name the right bucket. `mwanga serve` marks an empty one.";
            Check::broken(SUBJECT, "The media store does not carry this site's marker.", advice)
        }
        Err(e) => Check::broken(SUBJECT, format!("The marker could not be read: {e}"), "See the line above."),
    }
}
