use sea_orm::entity::prelude::*;

use crate::types::{JobId, JobState, Timestamp};

/// Work to be done once, by whichever process takes it.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "job")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: JobId,
    pub kind: String,
    pub payload: Json,
    pub state: JobState,
    /// From when on it may be taken: its time while it waits, the end of its lease while it runs; none once it is over.
    pub due_at: Option<Timestamp>,
    /// Runs begun; one that was put back does not count.
    pub attempts: i32,
    /// Names the run that holds it, so that one that lost it writes nothing more.
    pub lease: Option<String>,
    /// Unique among the waiting jobs; none for those that may wait more than once.
    pub dedupe_key: Option<String>,
    pub last_error: Option<String>,
    pub created_at: Timestamp,
    pub finished_at: Option<Timestamp>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
