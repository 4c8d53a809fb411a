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
    List(List),
    Item(Box<Item>),
}

/// A category, a tag or a term of another taxonomy, as the export defines it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct List {
    pub id: u64,
    pub taxonomy: Option<Taxonomy>,
    pub slug: String,
    /// Slug of the category above it.
    pub parent: String,
    /// May hold entities.
    pub name: String,
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
    /// Slugs it had before; WordPress still finds it by them.
    pub old_slugs: Vec<String>,
    pub comments: u32,
    pub attachment_url: String,
    /// Path in the uploads folder.
    pub attached_file: String,
    pub alt: String,
    /// Attachment id of its featured image.
    pub thumbnail: Option<u64>,
    /// Keys and values of fields that `plugin_fields` reads.
    pub meta: Vec<(String, String)>,
    /// The line it begins at.
    pub line: u64,
}

/// The taxonomies that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Taxonomy {
    Category,
    Tag,
    /// Co-Authors Plus and PublishPress Authors.
    Author,
    /// Newspack Sponsors and its like.
    Sponsor,
    /// Polylang.
    Language,
}

impl Taxonomy {
    pub fn from_domain(domain: &str) -> Option<Self> {
        match domain {
            "category" => Some(Self::Category),
            "post_tag" | "tag" => Some(Self::Tag),
            "author" | "byline" => Some(Self::Author),
            "newspack_spnsrs_tax" => Some(Self::Sponsor),
            "language" => Some(Self::Language),
            other if other.contains("sponsor") || other.contains("advertiser") => Some(Self::Sponsor),
            _ => None,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    pub taxonomy: Taxonomy,
    /// Empty in exports of version 1.0.
    pub slug: String,
    /// May hold entities.
    pub name: String,
}
