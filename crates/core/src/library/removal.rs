//! Removal of files from the storage.

use mwanga_jobs::{Job, JobError};
use serde::{Deserialize, Serialize};

use crate::Core;

/// Job that removes a file and its variants after its row was deleted. The key is never used again.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RemoveFile {
    pub object_key: String,
}

impl Job for RemoveFile {
    type Context = Core;
    const KIND: &'static str = "media.remove_file";
    const DEDUPE: bool = false;
    const RUNS_WHILE_HELD: bool = false;

    async fn run(self, core: Core) -> Result<(), JobError> {
        core.media().remove(&self.object_key).await.map_err(JobError::retry)
    }
}
