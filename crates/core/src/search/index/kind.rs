//! The kinds of search indexes.

/// Who an index is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IndexKind {
    /// What everybody may read: published posts, their files, public files.
    Public,
    /// All posts but those in the trash, with all of their text. No public call asks it.
    Newsroom,
}

impl IndexKind {
    /// Its folder below the data directory.
    pub fn folder(self) -> &'static str {
        match self {
            Self::Public => "search",
            Self::Newsroom => "search-newsroom",
        }
    }

    /// How the log calls it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Public => "search index",
            Self::Newsroom => "search index of the newsroom",
        }
    }
}
