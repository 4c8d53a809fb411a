//! The fields of a post that somebody writes. Each is declared once, in `form.rs`; what is sent ([`super::PostForm`]),
//! what revisions keep, how a form is read and what the API's description says of it follows from that.

/// A field of a post that somebody writes.
pub struct PostField {
    pub name: &'static str,
    pub sent: Sent,
    pub limit: Limit,
    /// Where readers do not see it, and why.
    pub unseen: &'static [(Place, &'static str)],
}

/// How a field is sent in a form that is no JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sent {
    Text,
    /// A ticked box.
    Flag,
    Number,
    /// A JSON list, or the field once for each item.
    List,
    /// A JSON text.
    Json,
}

/// What a field may hold, beside what its type says.
#[derive(Clone, Copy, Debug)]
pub enum Limit {
    Any,
    /// At most so many characters.
    Text(usize),
    /// Nothing, or one of these.
    OneOf(fn() -> Vec<&'static str>),
    /// At most so many items.
    Items(usize),
    /// Nothing, or the path of an uploaded file.
    File,
    /// At most so many paths of uploaded files.
    Files(usize),
    /// Nothing, or a date with or without a time.
    Moment,
    /// Nothing, or a part of an address.
    Slug,
    /// 0 and up.
    Count,
}

/// Where readers meet a post.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Its page.
    Page,
    /// RSS, Atom and JSON Feed.
    Feed,
    /// The mail that tells of it.
    Mail,
}

/// Declares the fields. A line is
/// `name: [type that is sent], how, limit, where it is unseen => column: [type that is kept];` without the arrow where
/// revisions do not keep it. `line`, in place of how it is sent, is a text that goes into its column as
/// [`super::form`] writes texts; whatever else is sent is applied there.
///
/// The columns of `row` are those that nobody writes: a new column does not compile before it is in either list.
macro_rules! post_fields {
    (
        row: [$($row:ident)*]
        $(
            $(#[$sent_meta:meta])*
            $name:ident: [$($sent:tt)+], $how:ident, $limit:expr, $unseen:expr
            $(=> $(#[$kept_meta:meta])* $column:ident: [$($kept:tt)+])?;
        )*
    ) => {
        /// What an editor sends, as JSON or as a form. A field that is absent was not carried and stays as it is.
        #[derive(Clone, Debug, Default, Serialize, Deserialize, utoipa::ToSchema)]
        #[schema(as = PostInput)]
        pub struct PostForm {
            $($(#[$sent_meta])* pub $name: Option<$($sent)+>,)*
        }

        /// The fields in the order of their declaration.
        pub const FIELDS: &[PostField] = &[
            $(PostField {
                name: stringify!($name),
                sent: post_fields!(@sent $how),
                limit: $limit,
                unseen: $unseen,
            },)*
        ];

        /// The editable fields of a post, stored as JSON in `post_revision.snapshot`.
        ///
        /// Stored snapshots must stay readable: a new field needs `#[serde(default)]`, or
        /// `stored_revisions_are_read_for_ever` fails.
        #[derive(Debug, Serialize, Deserialize)]
        pub(super) struct Snapshot {
            $($($(#[$kept_meta])* pub(super) $column: $($kept)+,)?)*
        }

        impl Snapshot {
            pub(super) fn of(post: Model) -> Self {
                let Model { $($($column,)?)* $($row: _,)* } = post;
                Self { $($($column,)?)* }
            }

            /// The post with the fields of the snapshot.
            pub(super) fn restore(self, post: Model) -> Model {
                let Self { $($($column,)?)* } = self;
                Model { $($($column,)?)* ..post }
            }
        }

        impl PostForm {
            /// Applies the fields that are declared as a line.
            fn apply_lines(&mut self, post: &mut Model, errors: &mut Errors) {
                $(post_fields!(@line $how, self, post, errors, $name, $limit);)*
            }
        }
    };
    (@sent line) => { Sent::Text };
    (@sent text) => { Sent::Text };
    (@sent flag) => { Sent::Flag };
    (@sent number) => { Sent::Number };
    (@sent list) => { Sent::List };
    (@sent json) => { Sent::Json };
    (@line line, $form:ident, $post:ident, $errors:ident, $name:ident, $limit:expr) => {
        set_text(stringify!($name), $form.$name.take(), &mut $post.$name, $errors)
    };
    (@line $how:ident, $($rest:tt)*) => {};
}

pub(super) use post_fields;
