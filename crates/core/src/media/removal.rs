//! Taking away what lies behind a row that was deleted.

use std::io;

use mwanga_jobs::{Job, JobError};
use serde::{Deserialize, Serialize};

use super::variants::WIDTHS;
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
        let copies = WIDTHS.into_iter().map(|width| core.media.variant_path(&self.object_key, width));
        for path in copies.chain([core.media.path(&self.object_key)]) {
            match tokio::fs::remove_file(path).await {
                Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(JobError::retry(e)),
                _ => {}
            }
        }
        Ok(())
    }
}
