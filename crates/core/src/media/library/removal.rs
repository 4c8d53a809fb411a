//! Taking away what lies behind a row that was deleted.

use mwanga_jobs::{Job, JobError};
use serde::{Deserialize, Serialize};

use crate::Core;

/// Takes a file and its copies away. Its key is random and never used again.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RemoveFile {
    pub object_key: String,
}

impl Job for RemoveFile {
    type Context = Core;
    const KIND: &'static str = "media.remove_file";
    const DEDUPE: bool = false;

    async fn run(self, core: Core) -> Result<(), JobError> {
        core.media.remove(&self.object_key).await.map_err(JobError::retry)
    }
}
