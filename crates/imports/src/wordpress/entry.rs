//! The things of an export, as the file has them.

/// One thing of an export, in the order of the file.
#[derive(Debug)]
pub enum Entry {
    /// The address of the site, without a slash at its end.
    Site(String),
    Author {
        login: String,
        display_name: String,
    },
    Item(Box<Item>),
}

/// A post, page, attachment or something else, as the file has it.
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
    /// `2009-09-05 09:00:23` by the clock of their site.
    pub date: String,
    /// The same in UTC; zeros for what was never published.
    pub date_gmt: String,
    /// RFC 2822.
    pub pub_date: String,
    pub has_password: bool,
    pub parent: u64,
    pub menu_order: i64,
    pub terms: Vec<Term>,
    pub comments: u32,
    pub attachment_url: String,
    /// Below the uploads folder, as WordPress keeps it.
    pub attached_file: String,
    pub alt: String,
    /// The attachment that is its featured image.
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
