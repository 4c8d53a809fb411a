//! Settings of the link checker.

use super::{ConfigError, ConfigSource};
use crate::outbound::Reach;

/// Which other sites are asked: whether links of posts still lead somewhere, and for pictures that were pasted.
#[derive(Clone, Copy, Debug)]
pub struct LinkConfig {
    /// `MWANGA_LINK_CHECKS`, default true: `false` where the server cannot reach the web.
    pub enabled: bool,
    /// `MWANGA_LINK_CHECKS_PRIVATE`, default false: `true` asks hosts of private networks too, on any port.
    pub reach: Reach,
}

impl LinkConfig {
    pub(super) fn read(source: &ConfigSource) -> Result<Self, ConfigError> {
        let is_private = source.flag("link_checks_private", false)?;
        Ok(Self {
            enabled: source.flag("link_checks", true)?,
            reach: if is_private { Reach::Private } else { Reach::Public },
        })
    }
}
