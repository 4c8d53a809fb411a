//! Pagination by page number.

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

    /// Whether the page is beyond a list of `total` items; page 1 never is.
    pub fn is_beyond(self, total: u64) -> bool {
        self.page > 1 && self.offset() >= total
    }
}
