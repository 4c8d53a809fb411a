//! Missing images: adjacent ones are merged into one figure.

/// Beginning of the figure that the cleaner writes for a missing image.
const START: &str = "<figure><p><em>This picture is missing";
const END: &str = "</figure>";

/// Maximum names in a merged figure.
const MAX_NAMES: usize = 6;

/// Whether stored HTML has a missing image or video.
pub fn has_missing_media(html: &str) -> bool {
    ["This picture is missing", "This video is missing", "pictures are missing"].iter().any(|text| html.contains(text))
}

/// Merges adjacent missing images into one figure, so that a missing gallery is one line.
pub fn merge_missing_pictures(html: &str) -> String {
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
                let names = list_names(several);
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

/// The first distinct names.
fn list_names(figures: &[&str]) -> String {
    let mut names: Vec<&str> = Vec::new();
    for name in figures.iter().map(|figure| image_name(figure)) {
        if !name.is_empty() && !names.contains(&name) {
            names.push(name);
            if names.len() > MAX_NAMES {
                break;
            }
        }
    }
    match names.get(..MAX_NAMES) {
        _ if names.is_empty() => ".".to_owned(),
        Some(first) if names.len() > MAX_NAMES => format!(": {}; and others", first.join("; ")),
        _ => format!(": {}", names.join("; ")),
    }
}

/// Name of a missing image: its alternative text, else its caption. Both are escaped HTML.
fn image_name(figure: &str) -> &str {
    let alt = figure[START.len()..].split("</em>").next().unwrap_or_default().trim_start_matches([':', '.']).trim();
    if !alt.is_empty() {
        return alt;
    }
    let caption = figure.split("<figcaption>").nth(1).unwrap_or_default().trim_end_matches("</figcaption>");
    // A caption with elements cannot be listed.
    if caption.contains('<') { "" } else { caption }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mwanga_html::clean;

    #[test]
    fn adjacent_missing_pictures_are_merged_into_one_figure() {
        let one = |alt: &str, caption: &str| {
            clean(&format!("<figure><img src=\"/img/a.png\" alt=\"{alt}\"><figcaption>{caption}</figcaption></figure>"))
        };
        let alone = format!("<p>a</p>{}<p>b</p>{}", one("A", "C"), one("", ""));
        assert_eq!(merge_missing_pictures(&alone), alone);
        let row = format!("<p>a</p>{}{}{}<p>b</p>", one("A &amp; B", "x"), one("", "Cap"), one("", "<em>y</em>"));
        let gathered = "<p>a</p><figure><p><em>These 3 pictures are missing: A &amp; B; Cap</em></p></figure><p>b</p>";
        assert_eq!(merge_missing_pictures(&row), gathered);
        assert_eq!(clean(gathered), gathered);
        assert!(has_missing_media(gathered) && has_missing_media(&row) && !has_missing_media("<p>a</p>"));
        assert_eq!(
            merge_missing_pictures(&format!("{}{}", one("", ""), one("", ""))),
            "<figure><p><em>These 2 pictures are missing.</em></p></figure>"
        );
    }
}
