//! Public pages: their content, their delivery, and when they leave the cache.

mod addresses;
mod another_brand;
mod category;
mod corrections;
mod deal_comparison;
mod delivery;
mod forms;
mod freshness;
mod home;
mod issues;
mod limit;
mod mails;
mod missing;
mod post;
mod post_by_id;
mod search;
mod shell;
mod single_flight;
mod static_pages;

use crate::support::*;

/// What a browser would show of a page: its text, without scripts and elements.
fn visible(page: &Reply) -> String {
    let html = page.text();
    let root = html.split_once("<div id=\"root\">").expect("a root").1;
    let root = root.split_once("<script type=\"application/json\" id=\"answers\">").map_or(root, |(root, _)| root);
    let mut text = String::new();
    let mut depth = 0;
    for c in root.chars() {
        match c {
            '<' => depth += 1,
            '>' if depth > 0 => {
                depth -= 1;
                text.push(' ');
            }
            c if depth == 0 => text.push(c),
            _ => {}
        }
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The attribute of the one head element that contains `marker`.
fn head_value<'a>(page: &'a Reply, marker: &str, attribute: &str) -> &'a str {
    let head = page.text().split_once("</head>").expect("a head").0;
    let elements: Vec<&str> = head.split('<').filter(|element| element.contains(marker)).collect();
    assert_eq!(elements.len(), 1, "{marker} stands once in {head}");
    let value = elements[0]
        .split_once(&format!("{attribute}=\""))
        .unwrap_or_else(|| panic!("{attribute} in {}", elements[0]))
        .1;
    value.split('"').next().expect("a value")
}

fn title(page: &Reply) -> &str {
    page.text().split_once("<title>").and_then(|(_, rest)| rest.split_once("</title>")).expect("a title").0
}
