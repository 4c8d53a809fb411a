//! Document model of stored HTML: the allow-list as types, so that nothing else can be stored.

use std::rc::Rc;

/// A block-level element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    Paragraph(Inline),
    /// Level 2 to 4, and the id that links name.
    Heading(u8, Option<String>, Inline),
    /// `pre`: white space is significant.
    Preformatted(Inline),
    HorizontalRule,
    List {
        /// None: bullets.
        numbering: Option<Numbering>,
        look: ListLook,
        items: Vec<Item>,
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
    /// A block whose direction the text itself says.
    Directed(Direction, Box<Block>),
    /// A question that opens its answer; in pages only, like those below.
    Question {
        question: Inline,
        answer: Vec<Block>,
    },
    /// A paragraph that calls to action: its link is drawn as a button.
    Action(Inline),
    Section(SectionKind, Vec<Block>),
    ContactForm,
}

impl Block {
    /// Whether a direction says anything of it: what has no words has none.
    pub fn has_text(&self) -> bool {
        match self {
            Self::HorizontalRule | Self::Deals | Self::ContactForm | Self::Directed(..) => false,
            Self::Figure(figure) => {
                let has_words = matches!(figure.content, FigureContent::Blocks(_) | FigureContent::Missing { .. });
                has_words || !figure.caption.is_empty()
            }
            _ => true,
        }
    }

    /// The text of a paragraph or heading, or the block itself.
    ///
    /// # Errors
    ///
    /// The block, when it is any other.
    pub fn into_text(self) -> Result<Inline, Box<Self>> {
        match self {
            Self::Paragraph(run) | Self::Heading(_, _, run) => Ok(run),
            Self::Directed(direction, block) => {
                block.into_text().map_err(|block| Box::new(Self::Directed(direction, block)))
            }
            other => Err(Box::new(other)),
        }
    }

    /// The figure that the block is, with a direction or without.
    pub fn figure_mut(&mut self) -> Option<&mut Figure> {
        match self {
            Self::Figure(figure) => Some(figure),
            Self::Directed(_, block) => block.figure_mut(),
            _ => None,
        }
    }

    /// The block without its direction.
    pub fn undirected(&self) -> &Self {
        if let Self::Directed(_, block) = self { block } else { self }
    }
}

/// The direction of a block. `auto` is never stored: blocks without one are drawn with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    LeftToRight,
    RightToLeft,
}

impl Direction {
    /// The value of `dir`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::LeftToRight => "ltr",
            Self::RightToLeft => "rtl",
        }
    }
}

/// How a list is numbered; the default counts 1, 2, 3.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Numbering {
    /// None: from 1, or down to 1 when it is reversed.
    pub start: Option<i32>,
    pub reversed: bool,
    /// The value of `type`: `A`, `a`, `I` or `i`. None: figures.
    pub letters: Option<&'static str>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Item {
    /// Its number where that does not follow from the list.
    pub value: Option<i32>,
    pub direction: Option<Direction>,
    pub content: Vec<Block>,
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
    Image {
        src: String,
        alt: String,
        size: Option<(u32, u32)>,
    },
    Video {
        src: String,
        poster: Option<String>,
        size: Option<(u32, u32)>,
    },
    Embed {
        url: String,
        href: String,
        label: String,
    },
    /// What stands at a web address; `text` says so.
    Missing {
        address: String,
        text: String,
    },
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
    /// Words in another language than those around them: its tag (BCP 47).
    Language(Rc<str>),
    /// Shared by all leaves of the link: an address may be long, and its words many.
    Link {
        href: Rc<str>,
        title: Option<Rc<str>>,
    },
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
            Self::Language(_) => "span",
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
