//! What a post's text can be made of. Whatever is not here cannot be stored: the allow-list as types.

/// A piece of the text that stands by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    Paragraph(Inline),
    /// Level 2 to 4.
    Heading(u8, Inline),
    /// Text whose line ends and blanks count.
    Listing(Inline),
    Rule,
    List {
        ordered: bool,
        items: Vec<Vec<Block>>,
    },
    Quote(Vec<Block>),
    Table {
        head: Vec<Row>,
        body: Vec<Row>,
    },
    Figure(Figure),
}

pub type Row = Vec<Cell>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    pub header: bool,
    /// `colspan`, `rowspan` and `scope` that differ from their defaults, in this order.
    pub attributes: Vec<(&'static str, String)>,
    pub content: Vec<Block>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    pub subject: Subject,
    pub caption: Inline,
}

/// What a figure shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    Image { src: String, alt: String, size: Option<(u32, u32)> },
    Video { src: String, poster: Option<String>, size: Option<(u32, u32)> },
    Embed { url: String, href: String, label: String },
    Blocks(Vec<Block>),
}

/// A run of text: leaves, each with the marks around it, outermost first.
pub type Inline = Vec<Leaf>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaf {
    pub marks: Vec<Mark>,
    pub content: Content,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    Text(String),
    Break,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mark {
    Strong,
    Emphasis,
    Underline,
    Strike,
    Code,
    Superscript,
    Subscript,
    Cite,
    Link { href: String, title: Option<String> },
}

impl Mark {
    pub fn element(&self) -> &'static str {
        match self {
            Self::Strong => "strong",
            Self::Emphasis => "em",
            Self::Underline => "u",
            Self::Strike => "s",
            Self::Code => "code",
            Self::Superscript => "sup",
            Self::Subscript => "sub",
            Self::Cite => "cite",
            Self::Link { .. } => "a",
        }
    }

    /// Whether both mean the same element, whatever they link to.
    pub fn is_like(&self, other: &Self) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }
}
