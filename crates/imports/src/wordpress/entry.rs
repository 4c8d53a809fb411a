//! Entries of an export, as they are in the file.

/// An entry of an export.
#[derive(Debug)]
pub enum Entry {
    /// URL of the site, without a trailing slash.
    Site(String),
    Author {
        login: String,
        display_name: String,
    },
    Item(Box<Item>),
}

/// An item: a post, page, attachment or anything else.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Item {
    pub id: u64,
    pub kind: String,
    pub status: String,
    /// May hold HTML.
    pub title: String,
    pub link: String,
    /// The login of its author.
    pub creator: String,
    pub content: String,
    /// May hold HTML.
    pub excerpt: String,
    /// The slug; letters other than ASCII are percent-encoded.
    pub name: String,
    /// Local time of their site, such as `2009-09-05 09:00:23`.
    pub date: String,
    /// The same in UTC; zeros if never published.
    pub date_gmt: String,
    /// RFC 2822.
    pub pub_date: String,
    pub has_password: bool,
    pub parent: u64,
    pub menu_order: i64,
    pub terms: Vec<Term>,
    pub comments: u32,
    pub attachment_url: String,
    /// Path in the uploads folder.
    pub attached_file: String,
    pub alt: String,
    /// Attachment id of its featured image.
    pub thumbnail: Option<u64>,
    /// The line it begins at.
    pub line: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    pub is_category: bool,
    /// May hold entities.
    pub name: String,
}
