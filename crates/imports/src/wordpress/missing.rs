//! Pictures that could not be had, said once for a row of them.

/// How the cleaner begins a figure whose medium is missing.
const START: &str = "<figure><p><em>This picture is missing";
const END: &str = "</figure>";

/// Names that are told of a row.
const MAX_NAMES: usize = 6;

/// Whether a stored text says anywhere that a medium is missing.
pub fn has_missing(html: &str) -> bool {
    ["This picture is missing", "This video is missing", "pictures are missing"].iter().any(|text| html.contains(text))
}

/// Makes one figure out of several missing pictures in a row: a gallery without its pictures is one fact, not twenty.
pub fn gather(html: &str) -> String {
    let mut out = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(start) = rest.find(START) {
        out.push_str(&rest[..start]);
        rest = &rest[start..];
        let mut figures = Vec::new();
        while rest.starts_with(START) {
            let Some(end) = rest.find(END) else { break };
            figures.push(&rest[..end]);
            rest = &rest[end + END.len()..];
        }
        match figures.as_slice() {
            [] => {
                out.push_str(rest);
                return out;
            }
            [one] => {
                out.push_str(one);
                out.push_str(END);
            }
            several => {
                let names = names(several);
                out.push_str(&format!(
                    "<figure><p><em>These {} pictures are missing{names}</em></p></figure>",
                    several.len()
                ));
            }
        }
    }
    out.push_str(rest);
    out
}

/// The first of their names, each once.
fn names(figures: &[&str]) -> String {
    let mut names: Vec<&str> = Vec::new();
    for name in figures.iter().map(|figure| name(figure)) {
        if !name.is_empty() && !names.contains(&name) {
            names.push(name);
        }
    }
    match names.get(..MAX_NAMES) {
        _ if names.is_empty() => ".".to_owned(),
        Some(first) if names.len() > MAX_NAMES => format!(": {}; and others", first.join("; ")),
        _ => format!(": {}", names.join("; ")),
    }
}

/// What a missing picture showed: its alternative text, else its caption. Both are escaped already.
fn name(figure: &str) -> &str {
    let alt = figure[START.len()..].split("</em>").next().unwrap_or_default().trim_start_matches([':', '.']).trim();
    if !alt.is_empty() {
        return alt;
    }
    let caption = figure.split("<figcaption>").nth(1).unwrap_or_default().trim_end_matches("</figcaption>");
    // A caption with elements in it would need more than a place in a row.
    if caption.contains('<') { "" } else { caption }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mwanga_html::clean;

    #[test]
    fn adjacent_missing_pictures_are_merged_into_one_figure() {
        let one = |alt: &str, caption: &str| {
            clean(&format!(
                "<figure><img src=\"https://x.example/a.png\" alt=\"{alt}\"><figcaption>{caption}</figcaption></figure>"
            ))
        };
        let alone = format!("<p>a</p>{}<p>b</p>{}", one("A", "C"), one("", ""));
        assert_eq!(gather(&alone), alone);
        let row = format!("<p>a</p>{}{}{}<p>b</p>", one("A &amp; B", "x"), one("", "Cap"), one("", "<em>y</em>"));
        let gathered = "<p>a</p><figure><p><em>These 3 pictures are missing: A &amp; B; Cap</em></p></figure><p>b</p>";
        assert_eq!(gather(&row), gathered);
        assert_eq!(clean(gathered), gathered);
        assert!(has_missing(gathered) && has_missing(&row) && !has_missing("<p>a</p>"));
        assert_eq!(
            gather(&format!("{}{}", one("", ""), one("", ""))),
            "<figure><p><em>These 2 pictures are missing.</em></p></figure>"
        );
    }
}
