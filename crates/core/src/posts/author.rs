/// Author options in the order of the form: value and label. The first is the default; the last two want a name.
pub const AUTHOR_OPTIONS: [(&str, &str); 6] = [
    ("mwanga_team", "Mwanga Team"),
    ("admin", "Admin"),
    ("editor", "Editor"),
    ("contributor", "Contributor"),
    ("guest_writer", "Guest Writer"),
    ("custom", "Custom"),
];

/// Whether this option shows the name that was typed instead of its own label.
pub fn wants_name(author_name: &str) -> bool {
    matches!(author_name, "guest_writer" | "custom")
}

/// The by-line that readers see.
pub fn author_label<'a>(author_name: &'a str, custom_author: &'a str) -> &'a str {
    if wants_name(author_name) && !custom_author.is_empty() {
        return custom_author;
    }
    AUTHOR_OPTIONS.iter().find(|(value, _)| *value == author_name).map_or(author_name, |(_, label)| label)
}
