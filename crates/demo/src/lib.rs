//! The demo publication: sample posts of our own with drawn covers, so that a first start shows a whole site.

mod covers;

use std::collections::BTreeMap;

use futures_util::StreamExt;
use mwanga_store::entities::post::DealLink;
use mwanga_store::queries;
use mwanga_store::types::{Role, SubscriberStatus};
use rust_embed::RustEmbed;
use secrecy::SecretString;
use serde::Deserialize;

use mwanga_core::posts::{ImportPost, PostForm};
use mwanga_core::{Core, accounts, media, posts};

#[derive(RustEmbed)]
#[folder = "publication"]
struct Files;

/// The accounts of the demo: address, password, role.
pub const ACCOUNTS: [(&str, &str, Role); 3] = [
    ("admin@example.com", "mwanga-demo-admin", Role::Admin),
    ("editor@example.com", "mwanga-demo-editor", Role::Editor),
    (READER, "mwanga-demo-reader", Role::Reader),
];

/// Who has a subscription in the demo.
pub const READER: &str = "reader@example.com";

/// Who gets the demo's newsletter.
const SUBSCRIBERS: u32 = 12;

const MARK: &str = "Sample text from the demo publication: the products and shops in it are invented.";
const COVER: (u32, u32) = (1200, 800);
const INSET: (u32, u32) = (1200, 675);
const HOUR_MS: i64 = 3_600_000;

/// The head of a sample post's file, in TOML.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    title: String,
    excerpt: String,
    author: String,
    tags: String,
    #[serde(default)]
    brand: String,
    #[serde(default)]
    extra_text: String,
    /// Whom it is for; left out, everyone.
    #[serde(default)]
    access: Option<String>,
    #[serde(default)]
    pick: bool,
    #[serde(default)]
    deals: Vec<DealLink>,
}

/// A sample post as it lies in the binary.
#[derive(Debug)]
pub struct Sample {
    pub category: String,
    /// `{category}/{number}-{words}`.
    pub name: String,
    pub body: String,
    head: Head,
}

/// All sample posts: the first of every category, then the second of every category, and so on.
pub fn samples() -> anyhow::Result<Vec<Sample>> {
    let mut by_number: BTreeMap<(String, String), Sample> = BTreeMap::new();
    for path in Files::iter().filter(|path| path.starts_with("posts/") && path.ends_with(".html")) {
        let file = Files::get(&path).ok_or_else(|| anyhow::anyhow!("{path} went away"))?;
        let text = std::str::from_utf8(&file.data)?;
        let (head, body) = text
            .strip_prefix("+++\n")
            .and_then(|rest| rest.split_once("\n+++\n"))
            .ok_or_else(|| anyhow::anyhow!("{path} has no head between two lines of +++"))?;
        let head: Head = toml::from_str(head).map_err(|e| anyhow::anyhow!("{path}: {e}"))?;
        let name = path.trim_start_matches("posts/").trim_end_matches(".html").to_owned();
        let (category, file_name) =
            name.split_once('/').ok_or_else(|| anyhow::anyhow!("{path} lies in no category"))?;
        let number = file_name.split('-').next().unwrap_or_default().to_owned();
        by_number.insert(
            (number, category.to_owned()),
            Sample { category: category.to_owned(), body: body.trim().to_owned(), head, name: name.clone() },
        );
    }
    Ok(by_number.into_values().collect())
}

/// The setting that exists while the demo is being put in, so that a start that was cut off goes on where it stopped.
const FILLING: &str = "demo_filling";

/// Fills an empty store; does nothing to one that holds a post.
///
/// Returns how many posts there are now, or none when the store was not empty. `progress` is told how many are done of
/// how many.
pub async fn fill(core: &Core, progress: impl Fn(usize, usize)) -> anyhow::Result<Option<usize>> {
    let begun = queries::settings::get(core.store.reader(), FILLING).await?.is_some();
    if !begun
        && queries::posts::count_admin(core.store.reader(), &queries::posts::AdminFilter::default(), core.now()).await?
            > 0
    {
        return Ok(None);
    }
    queries::settings::insert_if_absent(core.store.writer(), FILLING, "yes", core.now()).await?;
    for (email, password, role) in ACCOUNTS {
        accounts::make_demo(core, email, SecretString::from(password), role).await?;
    }
    for number in 1..=SUBSCRIBERS {
        let email = format!("subscriber-{number:02}@example.com");
        queries::subscribers::ask(core.store.writer(), &email, &email, SubscriberStatus::Confirmed, core.now()).await?;
    }
    let samples = samples()?;
    let count = samples.len();
    // Drawing takes the time: two at once, because there are two cores on the smallest machine.
    let mut put =
        futures_util::stream::iter(samples.into_iter().enumerate().map(|(index, sample)| put(core, index, sample)))
            .buffered(2);
    let mut done = 0;
    while let Some(outcome) = put.next().await {
        outcome?;
        done += 1;
        progress(done, count);
    }
    queries::settings::take(core.store.writer(), FILLING, "yes").await?;
    Ok(Some(count))
}

async fn put(core: &Core, index: usize, sample: Sample) -> anyhow::Result<()> {
    let Sample { category, name, body, head } = sample;
    let cover = picture(core, &category, &name, COVER).await?;
    let content = with_media(core, &category, &body).await?;
    // Unevenly spread, as in a real newsroom; one is still to come.
    let scheduled = name.starts_with(SCHEDULED);
    let age_ms = (index as i64) * 5 * HOUR_MS + (index as i64 * 37 % 60) * 60_000 + HOUR_MS / 3;
    let published_at = if scheduled { core.now().plus_ms(20 * HOUR_MS) } else { core.now().plus_ms(-age_ms) };
    // Of a gated post strangers do not see the end, where the others say what they are.
    let excerpt = if head.access.is_some() { format!("{} {MARK}", head.excerpt) } else { head.excerpt };
    let form = PostForm {
        title: Some(head.title),
        content: Some(content),
        category_name: Some(category),
        custom_author: (head.author == "guest_writer").then(|| "Guest Writer".to_owned()),
        author_name: Some(head.author),
        tags: Some(head.tags),
        publish_date: Some(published_at.iso()),
        brand: Some(head.brand),
        is_today_pick: Some(head.pick),
        extra_text: Some(format!("{} {MARK}", head.extra_text).trim().to_owned()),
        deal_links: Some(head.deals),
        media_url: Some(cover),
        excerpt: Some(excerpt),
        access: head.access,
        ..PostForm::default()
    };
    posts::import(
        core,
        ImportPost {
            external_key: format!("demo:{name}"),
            form,
            slug: None,
            created_at: Some(published_at.min(core.now())),
        },
    )
    .await?;
    Ok(())
}

/// The post whose date lies ahead.
const SCHEDULED: &str = "tech/06";

/// Draws a picture once and answers its address.
async fn picture(core: &Core, category: &str, seed: &str, (width, height): (u32, u32)) -> anyhow::Result<String> {
    let key = format!("demo:picture:{seed}");
    let (category, seed) = (category.to_owned(), seed.to_owned());
    let file_name = format!("{}.webp", seed.replace('/', "-"));
    let bytes = tokio::task::spawn_blocking(move || covers::webp(&category, &seed, width, height)).await?;
    Ok(media::url(&media::import_file(core, &key, &file_name, bytes).await?.object_key))
}

/// Puts real addresses where a sample says `src="demo:…"`.
async fn with_media(core: &Core, category: &str, body: &str) -> anyhow::Result<String> {
    let mut parts = body.split("src=\"demo:");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once('"').ok_or_else(|| anyhow::anyhow!("an address without an end"))?;
        if out.ends_with("<video ") {
            let url = embedded(core, &format!("media/{name}.mp4")).await?;
            let poster = embedded(core, &format!("media/{name}.webp")).await?;
            out.push_str(&format!("src=\"{url}\" poster=\"{poster}\""));
        } else {
            let url = picture(core, category, name, INSET).await?;
            out.push_str(&format!("src=\"{url}\""));
        }
        out.push_str(rest);
    }
    Ok(out)
}

async fn embedded(core: &Core, path: &str) -> anyhow::Result<String> {
    let file = Files::get(path).ok_or_else(|| anyhow::anyhow!("{path} is not in the binary"))?;
    let file_name = path.rsplit('/').next().unwrap_or(path);
    Ok(media::url(
        &media::import_file(core, &format!("demo:{path}"), file_name, file.data.into_owned()).await?.object_key,
    ))
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, HashMap, HashSet};

    use super::*;
    use mwanga_html as html;

    /// The categories that have a section on home, once each has posts.
    const SECTIONS: [&str; 18] = [
        "tech",
        "business",
        "politics",
        "the-big-story",
        "ai",
        "science",
        "security",
        "digital-finance",
        "entertainment",
        "deals",
        "advertise",
        "buying-guide",
        "electronics",
        "exports",
        "imports",
        "review",
        "services",
        "video",
    ];

    #[test]
    fn demo_posts_fill_every_section_and_are_long_enough() {
        let samples = samples().unwrap();
        let mut by_category: BTreeMap<&str, usize> = BTreeMap::new();
        for sample in &samples {
            *by_category.entry(&sample.category).or_default() += 1;
            assert!(html::word_count(&sample.body) >= 300, "{} is short", sample.name);
            assert!(matches!(sample.head.author.as_str(), "mwanga_team" | "guest_writer"), "{}", sample.name);
            assert!((35..=90).contains(&sample.head.title.chars().count()), "{}", sample.name);
        }
        assert!((85..=95).contains(&samples.len()));
        for category in SECTIONS {
            assert!(by_category.get(category).is_some_and(|count| *count >= 4), "{category}");
        }
        assert!(by_category["sponsored"] >= 3);
        assert_eq!(samples.iter().filter(|sample| sample.head.pick).count(), 3);
        assert_eq!(samples.iter().filter(|sample| sample.name.starts_with(SCHEDULED)).count(), 1);
        let titles: HashSet<&str> = samples.iter().map(|sample| sample.head.title.as_str()).collect();
        assert_eq!(titles.len(), samples.len());
    }

    #[test]
    fn demo_posts_use_every_kind_of_element() {
        let all: String = samples().unwrap().iter().map(|sample| sample.body.clone()).collect();
        for element in [
            "<figure><img",
            "<video",
            "<table",
            "<pre><code>",
            "<blockquote>",
            "<ul>",
            "<ol>",
            "data-embed=",
            "<h3>",
            "<a href",
        ] {
            assert!(all.contains(element), "{element}");
        }
        assert!(samples().unwrap().iter().any(|sample| !sample.head.deals.is_empty()));
    }

    #[test]
    fn no_two_paragraphs_of_demo_posts_share_long_phrases() {
        /// Words in a row that count as one thing said.
        const RUN: usize = 6;
        let samples = samples().unwrap();
        let mut paragraphs = Vec::new();
        for sample in &samples {
            for part in sample.body.split("<p>").skip(1).filter_map(|part| part.split("</p>").next()) {
                let text = html::plain_text(part, usize::MAX).to_lowercase();
                let words: Vec<String> = text
                    .split_whitespace()
                    .map(|word| word.chars().filter(|c| c.is_alphanumeric()).collect())
                    .collect();
                paragraphs.push((sample.name.as_str(), words));
            }
        }
        assert!(paragraphs.len() > 500);
        let mut seen: HashMap<&[String], Vec<usize>> = HashMap::new();
        for (index, (_, words)) in paragraphs.iter().enumerate() {
            for run in words.windows(RUN) {
                seen.entry(run).or_default().push(index);
            }
        }
        let mut shared: HashMap<(usize, usize), usize> = HashMap::new();
        for holders in seen.values() {
            for (at, a) in holders.iter().enumerate() {
                for b in holders[at + 1..].iter().filter(|b| *b != a) {
                    *shared.entry((*a.min(b), *a.max(b))).or_default() += 1;
                }
            }
        }
        for ((a, b), runs) in shared {
            let shorter = paragraphs[a].1.len().min(paragraphs[b].1.len());
            assert!(
                runs * 4 < shorter,
                "{} and {} share much of a paragraph: {}",
                paragraphs[a].0,
                paragraphs[b].0,
                paragraphs[a].1.join(" ")
            );
        }
    }
}
