//! Pages of a list by number.

/// Which page of a list: `page` from 1, `per_page` from 1 to 100.
#[derive(Clone, Copy, Debug)]
pub struct PageRequest {
    pub page: u64,
    pub per_page: u64,
}

impl PageRequest {
    pub(crate) fn offset(self) -> u64 {
        (self.page - 1).saturating_mul(self.per_page)
    }

    /// Whether a list of so many has no such page; the first one it always has.
    pub fn is_beyond(self, total: u64) -> bool {
        self.page > 1 && self.offset() >= total
    }
}
