use sea_orm::entity::prelude::*;

use crate::types::{JobId, JobState, Timestamp};

/// Background job: work to be done once, by whichever process claims it.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "job")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: JobId,
    pub kind: String,
    pub payload: Json,
    pub state: JobState,
    /// When it may be claimed: its due time while it waits, the end of its lease while it runs; `None` once it has
    /// ended.
    pub due_at: Option<Timestamp>,
    /// Attempts begun; a released one does not count.
    pub attempts: i32,
    /// Lease token of the run that holds it (fencing): a run that lost its lease writes nothing more.
    pub lease: Option<String>,
    /// Unique among the waiting jobs; `None` for jobs that are not deduplicated.
    pub dedupe_key: Option<String>,
    pub last_error: Option<String>,
    pub created_at: Timestamp,
    pub finished_at: Option<Timestamp>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
