use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use mwanga_store::{ConnectionTrait, StoreResult};

use super::hold;
use crate::core_state::{Core, Part};

/// Whether the site is held, as this process knows it: read at start, and again when the change feed names it.
#[derive(Clone, Debug, Default)]
pub struct HeldFlag(Arc<AtomicBool>);

impl Part for HeldFlag {}

impl Core {
    /// Whether the site is held, for what cannot ask the store each time.
    pub fn held(&self) -> &HeldFlag {
        self.part()
    }
}

impl HeldFlag {
    pub(crate) async fn load(db: &impl ConnectionTrait) -> StoreResult<Self> {
        let flag = Self::default();
        flag.reload(db).await?;
        Ok(flag)
    }

    pub async fn reload(&self, db: &impl ConnectionTrait) -> StoreResult<()> {
        self.set(hold::find(db).await?.is_some());
        Ok(())
    }

    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }

    pub(super) fn set(&self, is_held: bool) {
        self.0.store(is_held, Ordering::SeqCst);
    }
}
