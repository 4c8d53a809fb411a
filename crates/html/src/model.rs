//! Document model of stored HTML: the allow-list as types, so that nothing else can be stored.

/// A block-level element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    Paragraph(Inline),
    /// Level 2 to 4.
    Heading(u8, Inline),
    /// `pre`: white space is significant.
    Preformatted(Inline),
    HorizontalRule,
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
    pub content: FigureContent,
    pub caption: Inline,
}

/// Content of a figure. Sizes are width and height in pixels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FigureContent {
    Image { src: String, alt: String, size: Option<(u32, u32)> },
    Video { src: String, poster: Option<String>, size: Option<(u32, u32)> },
    Embed { url: String, href: String, label: String },
    Blocks(Vec<Block>),
}

/// A run of inline content: leaves, each with its marks, outermost first.
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

/// An inline element around text.
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

    /// Whether both are the same element, whatever their attributes.
    pub fn is_same_element(&self, other: &Self) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }
}
