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
        look: ListLook,
        items: Vec<Vec<Block>>,
    },
    Quote(Vec<Block>),
    /// Words of the text itself, set large; in posts only, like reviews and footnotes.
    PullQuote(Vec<Block>),
    Review(Review),
    /// The place of the comparison of the post's deals, which holds nothing itself.
    Deals,
    Table {
        head: Vec<Row>,
        body: Vec<Row>,
    },
    Figure(Figure),
    /// A heading of level 2 with an id that links can name; in pages only, like those below.
    AnchoredHeading(String, Inline),
    /// A question that opens its answer.
    Question {
        question: Inline,
        answer: Vec<Block>,
    },
    /// A paragraph that calls to action: its link is drawn as a button.
    Action(Inline),
    Section(SectionKind, Vec<Block>),
    ContactForm,
}

/// The box of a review.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Review {
    /// What is reviewed.
    pub name: String,
    /// From 0 to 100: tenths of a point of ten.
    pub score_tenths: u8,
    pub pros: Vec<String>,
    pub cons: Vec<String>,
    /// Names and values.
    pub specs: Vec<(String, String)>,
    /// Empty: none.
    pub verdict: String,
}

/// A part of a page that stands apart from its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SectionKind {
    /// With the contact links of the site.
    Contact,
    /// Beside the text.
    Aside,
}

impl SectionKind {
    /// The value of `data-block`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Contact => "contact",
            Self::Aside => "aside",
        }
    }
}

/// How a list of a page is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ListLook {
    #[default]
    Plain,
    /// Large numbers, each with a title.
    Steps,
    Included,
    LeftOut,
    Questions,
    /// Each with a title.
    Cards,
    /// Ways to reach somebody, in large letters, each with a title.
    Ways,
}

impl ListLook {
    /// The value of `data-block`; none of a plain list.
    pub const fn name(self) -> Option<&'static str> {
        match self {
            Self::Plain => None,
            Self::Steps => Some("steps"),
            Self::Included => Some("included"),
            Self::LeftOut => Some("left-out"),
            Self::Questions => Some("questions"),
            Self::Cards => Some("cards"),
            Self::Ways => Some("ways"),
        }
    }
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
    /// A reference with the text of its note.
    Footnote(Inline),
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

/// The value of `data-block` of the list of notes.
pub const FOOTNOTES: &str = "footnotes";

/// The value of `data-block` of the comparison of deals.
pub const DEALS: &str = "deals";

/// What leads from a note back to its reference.
pub const BACK_LINK: &str = "\u{21a9}";
