//! Demo publication: sample posts with drawn pictures, for a first start with a whole site.
//!
//! - `pictures`: which there are; `people`: who signs; `month`: what newsroom and readers did in the month before.
//! - `drafts`: some of the posts as drafts in a publication of its own; `jobs`: the jobs that write them.

mod drafts;
mod jobs;
mod month;
mod people;
mod pictures;

use std::collections::BTreeMap;

use futures_util::StreamExt;
use mwanga_store::types::{Role, Timestamp};
use mwanga_store::{StoreResult, queries};
use rust_embed::RustEmbed;
use secrecy::SecretString;
use serde::Deserialize;

use mwanga_core::changes::Tags;
use mwanga_core::media::FileDescription;
use mwanga_core::media::variants::Variant;
use mwanga_core::posts::{DealForm, ImportPost, PostForm};
use mwanga_core::{Core, accounts, media, posts};

use month::Past;

pub use drafts::{DraftProgress, add_drafts, draft_progress};
pub use jobs::register_jobs;
pub use month::wallet_orders;
pub use pictures::{Picture, describe_drawn, pictures};

#[derive(RustEmbed)]
#[folder = "publication"]
struct Files;

/// Demo accounts: e-mail address, password, role.
pub const ACCOUNTS: [(&str, &str, Role); 5] = [
    ("admin@example.com", "mwanga-demo-admin", Role::Admin),
    ("editor@example.com", "mwanga-demo-editor", Role::Editor),
    ("author@example.com", "mwanga-demo-author", Role::Author),
    ("contributor@example.com", "mwanga-demo-contributor", Role::Contributor),
    (READER, "mwanga-demo-reader", Role::Reader),
];

/// E-mail address of the demo account with a subscription.
pub const READER: &str = "reader@example.com";

/// Disclaimer at the end of each sample post.
const DISCLAIMER: &str = "Sample text from the demo publication: the people, products and shops in it are invented.";
const HOUR_MS: i64 = 3_600_000;
const DAY_MS: i64 = 24 * HOUR_MS;

/// Front matter of a sample post, in TOML.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct FrontMatter {
    title: String,
    excerpt: String,
    /// Motif of the cover.
    cover: String,
    /// Who signs, one of `people`; by default the team.
    #[serde(default)]
    by: Option<String>,
    tags: String,
    #[serde(default)]
    brand: String,
    #[serde(default)]
    extra_text: String,
    /// Access level; by default everyone.
    #[serde(default)]
    access: Option<String>,
    #[serde(default)]
    pick: bool,
    #[serde(default)]
    deals: Vec<DealForm>,
}

/// A sample post, embedded in the binary.
#[derive(Debug)]
struct SamplePost {
    category: String,
    /// `{category}/{number}-{words}`.
    name: String,
    body: String,
    front_matter: FrontMatter,
}

/// All sample posts: the first of every category, then the second of every category, and so on.
fn sample_posts() -> anyhow::Result<Vec<SamplePost>> {
    let mut by_number: BTreeMap<(String, String), SamplePost> = BTreeMap::new();
    for path in Files::iter().filter(|path| path.starts_with("posts/") && path.ends_with(".html")) {
        let file = Files::get(&path).ok_or_else(|| anyhow::anyhow!("{path} went away"))?;
        let text = std::str::from_utf8(&file.data)?;
        let (front_matter, body) = text
            .strip_prefix("+++\n")
            .and_then(|rest| rest.split_once("\n+++\n"))
            .ok_or_else(|| anyhow::anyhow!("{path} has no head between two lines of +++"))?;
        let front_matter: FrontMatter = toml::from_str(front_matter).map_err(|e| anyhow::anyhow!("{path}: {e}"))?;
        let name = path.trim_start_matches("posts/").trim_end_matches(".html").to_owned();
        let (category, file_name) =
            name.split_once('/').ok_or_else(|| anyhow::anyhow!("{path} lies in no category"))?;
        let number = file_name.split('-').next().unwrap_or_default().to_owned();
        by_number.insert(
            (number, category.to_owned()),
            SamplePost {
                category: category.to_owned(),
                body: body.trim().to_owned(),
                front_matter,
                name: name.clone(),
            },
        );
    }
    Ok(by_number.into_values().collect())
}

/// Setting that exists while the store is being seeded, so that an interrupted start resumes: when it began.
const SEEDING_KEY: &str = "demo_filling";

/// How far [`seed`] has come.
#[derive(Clone, Copy, Debug)]
pub enum Progress {
    Begun,
    Posts {
        done: usize,
        of: usize,
    },
    /// The phase of this name is over.
    Ended(&'static str),
}

/// Seeds an empty store; does nothing if it has a post. [`finish`] ends it.
///
/// Returns the number of sample posts, or none if the store was not empty.
pub async fn seed(core: &Core, mut progress: impl FnMut(Progress)) -> anyhow::Result<Option<usize>> {
    let Some(began_at) = begin(core).await? else { return Ok(None) };
    progress(Progress::Begun);
    let past = Past::new(core, began_at).await?;
    for (email, password, role) in ACCOUNTS {
        accounts::create_demo(&past.core, email, SecretString::from(password), role).await?;
    }
    progress(Progress::Ended("accounts"));
    let samples = sample_posts()?;
    let count = samples.len();
    // More at once than the smallest machine has cores: they wait for the disk.
    let mut imports = futures_util::stream::iter(samples.into_iter().enumerate())
        .map(|(index, sample)| tokio::spawn(import_post(core.clone(), index, sample)))
        .buffered(4);
    let mut done = 0;
    while let Some(outcome) = imports.next().await {
        outcome??;
        done += 1;
        progress(Progress::Posts { done, of: count });
    }
    progress(Progress::Ended("posts"));
    month::fill(core, &past).await?;
    progress(Progress::Ended("month"));
    Ok(Some(count))
}

/// When the seeding began, now or before it was interrupted; none for a store that is not empty.
async fn begin(core: &Core) -> StoreResult<Option<Timestamp>> {
    let (db, now) = (core.store.reader(), core.now());
    if let Some(began_at) = queries::settings::get(db, SEEDING_KEY).await? {
        return Ok(Some(Timestamp::parse(&began_at).unwrap_or(now)));
    }
    if queries::desk::count(db, &queries::desk::DeskFilter::default(), now).await? > 0 {
        return Ok(None);
    }
    queries::settings::set(core.store.writer(), SEEDING_KEY, &now.iso(), now).await?;
    Ok(Some(now))
}

/// Ends the seeding, after all that belongs to it.
pub async fn finish(core: &Core) -> StoreResult<()> {
    let tx = core.store.begin().await?;
    queries::settings::delete(&tx, SEEDING_KEY).await?;
    core.commit(tx, Tags::default()).await
}

async fn import_post(core: Core, index: usize, mut post: SamplePost) -> anyhow::Result<()> {
    let (external_key, owner_id) = (external_key(&post.name), month::owner(&core, &post.name).await?);
    // Uneven intervals, as in a real newsroom, longer ones at first; one post is scheduled.
    let is_scheduled = post.name.starts_with(SCHEDULED_POST);
    let index = index as i64;
    let age_ms = index * 5 * HOUR_MS + (index - 40).max(0) * 8 * HOUR_MS + (index * 37 % 60) * 60_000 + HOUR_MS / 3;
    let published_at = if is_scheduled { core.now().plus_ms(20 * HOUR_MS) } else { core.now().plus_ms(-age_ms) };
    let (by, is_pick) = (post.front_matter.by.clone(), post.front_matter.pick);
    if let Some(line) = by.as_deref().and_then(people::about) {
        post.front_matter.extra_text = format!("{} {line}", post.front_matter.extra_text);
    }
    let form = PostForm {
        author_name: Some(if by.is_some() { "custom" } else { posts::TEAM }.to_owned()),
        custom_author: by,
        publish_date: Some(published_at.iso()),
        is_today_pick: Some(is_pick),
        ..form(&core, post).await?
    };
    let created_at = Some(published_at.min(core.now()));
    posts::import(&core, ImportPost { external_key, form, slug: None, created_at, owner_id }).await?;
    Ok(())
}

/// Identifies a sample post in every run.
fn external_key(name: &str) -> String {
    format!("demo:{name}")
}

/// Text and pictures of a sample post; author, date and status are the caller's.
async fn form(core: &Core, post: SamplePost) -> anyhow::Result<PostForm> {
    let cover = import_picture(core, &Picture::cover(&post)).await?;
    let SamplePost { category, body, front_matter, .. } = post;
    let content = resolve_media(core, &category, &body).await?;
    // The disclaimer is at the end, which a gated post hides, so its excerpt has it too.
    let excerpt = if front_matter.access.is_some() {
        format!("{} {DISCLAIMER}", front_matter.excerpt)
    } else {
        front_matter.excerpt
    };
    Ok(PostForm {
        title: Some(front_matter.title),
        content: Some(content),
        category_name: Some(category),
        tags: Some(front_matter.tags),
        brand: Some(front_matter.brand),
        extra_text: Some(format!("{} {DISCLAIMER}", front_matter.extra_text).trim().to_owned()),
        deal_links: Some(front_matter.deals),
        media_url: Some(cover),
        excerpt: Some(excerpt),
        access: front_matter.access,
        ..PostForm::default()
    })
}

/// Name prefix of the scheduled post.
const SCHEDULED_POST: &str = "tech/06";

/// Imports a picture, once, and returns its URL.
async fn import_picture(core: &Core, picture: &Picture) -> anyhow::Result<String> {
    let key = format!("demo:picture:{}", picture.name);
    let description = FileDescription {
        file_name: picture.file_name(),
        alt: picture.alt(),
        uploaded_by: month::owner(core, &picture.name).await?,
        ..FileDescription::default()
    };
    let item = media::import_checked_file(core, &key, &description, picture.file()?).await?;
    for (width, bytes) in picture.variants() {
        media::store_variant(core, &item, Variant::Page { width }, bytes).await?;
    }
    Ok(media::url(&item.object_key))
}

/// Replaces `src="demo:{motif}/{name}"` of images and `src="demo:{name}"` of videos by the URLs of imported media.
async fn resolve_media(core: &Core, category: &str, body: &str) -> anyhow::Result<String> {
    let mut parts = body.split("src=\"demo:");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once('"').ok_or_else(|| anyhow::anyhow!("an address without an end"))?;
        if out.ends_with("<video ") {
            let url = import_embedded_file(core, &format!("media/{name}.mp4")).await?;
            let poster = import_embedded_file(core, &format!("media/{name}.webp")).await?;
            out.push_str(&format!("src=\"{url}\" poster=\"{poster}\""));
        } else {
            let url = import_picture(core, &Picture::inline(category, name)?).await?;
            out.push_str(&format!("src=\"{url}\""));
        }
        out.push_str(rest);
    }
    Ok(out)
}

/// Imports a file embedded in the binary, once, and returns its URL.
async fn import_embedded_file(core: &Core, path: &str) -> anyhow::Result<String> {
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

    /// Categories with a section on the home page.
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
        let samples = sample_posts().unwrap();
        let mut by_category: BTreeMap<&str, usize> = BTreeMap::new();
        for sample in &samples {
            *by_category.entry(&sample.category).or_default() += 1;
            assert!(html::word_count(&sample.body) >= 300, "{} is short", sample.name);
            assert!((35..=90).contains(&sample.front_matter.title.chars().count()), "{}", sample.name);
        }
        assert!((85..=95).contains(&samples.len()));
        for category in SECTIONS {
            assert!(by_category.get(category).is_some_and(|count| *count >= 4), "{category}");
        }
        assert!(by_category["sponsored"] >= 3);
        assert_eq!(samples.iter().filter(|sample| sample.front_matter.pick).count(), 3);
        assert_eq!(samples.iter().filter(|sample| sample.name.starts_with(SCHEDULED_POST)).count(), 1);
        let titles: HashSet<&str> = samples.iter().map(|sample| sample.front_matter.title.as_str()).collect();
        assert_eq!(titles.len(), samples.len());
    }

    #[test]
    fn each_post_names_a_cover_that_few_others_have() {
        const MOST_COVERS_OF_A_MOTIF: usize = 3;
        let samples = sample_posts().unwrap();
        let mut by_motif: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for sample in &samples {
            let motif = sample.front_matter.cover.as_str();
            by_motif.entry(motif).or_default().push(&sample.category);
        }
        for (motif, categories) in &by_motif {
            assert!(categories.len() <= MOST_COVERS_OF_A_MOTIF, "{motif}: {categories:?}");
            let distinct: HashSet<&str> = categories.iter().copied().collect();
            assert_eq!(distinct.len(), categories.len(), "{motif} twice in a section: {categories:?}");
        }
        // Neighbours where all posts are listed by date.
        for pair in samples.windows(2) {
            assert_ne!(pair[0].front_matter.cover, pair[1].front_matter.cover, "{} and {}", pair[0].name, pair[1].name);
        }
    }

    #[test]
    fn each_picture_in_a_post_has_a_text() {
        let mut count = 0;
        for sample in sample_posts().unwrap() {
            for picture in sample.body.split("<img src=\"demo:").skip(1) {
                assert!(picture.contains("alt=\"Illustration of "), "{}", sample.name);
                count += 1;
            }
        }
        assert!(count > 20);
    }

    #[test]
    fn people_sign_most_posts_and_the_team_a_few() {
        const MOST_OF_THE_TEAM: usize = 15;
        let mut by_person: BTreeMap<Option<String>, usize> = BTreeMap::new();
        for sample in sample_posts().unwrap() {
            *by_person.entry(sample.front_matter.by).or_default() += 1;
        }
        assert!(by_person.remove(&None) <= Some(MOST_OF_THE_TEAM));
        assert_eq!(by_person.len(), people::PEOPLE.len());
        for (person, count) in by_person {
            let name = person.unwrap();
            assert!(count >= 5 && people::about(&name).is_some_and(|line| line.starts_with(&name)), "{name}");
        }
    }

    #[test]
    fn each_review_has_a_box_a_footnote_and_a_comparison() {
        for sample in sample_posts().unwrap().into_iter().filter(|sample| sample.category == "review") {
            for block in ["<aside data-block=\"review\">", "id=\"fnref-1\"", "<div data-block=\"deals\">"] {
                assert!(sample.body.contains(block), "{}: {block}", sample.name);
            }
            let deals = sample.front_matter.deals;
            assert!(deals.len() > 1 && deals.iter().all(|deal| deal.best_for.is_some()), "{}", sample.name);
        }
    }

    /// Currencies of the amounts in a text; a price without one is in dollars.
    fn currencies(sample: &SamplePost) -> HashSet<&'static str> {
        let prices = sample.front_matter.deals.iter().map(|deal| deal.price.as_str());
        let mut found: HashSet<&str> =
            prices.map(|price| if price.starts_with("KES ") { "KES" } else { "USD" }).collect();
        let text = html::plain_text(&sample.body, usize::MAX);
        let words: Vec<&str> = text.split_whitespace().collect();
        let has_digit = |word: &str| word.contains(|c: char| c.is_ascii_digit());
        for pair in words.windows(2) {
            if pair[0].contains("KES") || has_digit(pair[0]) && pair[1].starts_with("shilling") {
                found.insert("KES");
            }
            let is_sign = pair[0].contains('$') && has_digit(pair[0]);
            if is_sign || pair[0].contains("USD") || has_digit(pair[0]) && pair[1].starts_with("dollar") {
                found.insert("USD");
            }
        }
        found
    }

    #[test]
    fn each_post_has_one_currency() {
        let samples = sample_posts().unwrap();
        for sample in &samples {
            assert!(currencies(sample).len() < 2, "{}: {:?}", sample.name, currencies(sample));
        }
        assert!(samples.iter().any(|sample| currencies(sample).contains("USD")));
    }

    /// A body as the newsroom would save it: without lines between blocks, with the addresses of its files.
    fn as_saved(body: &str) -> String {
        let mut out = String::new();
        for (index, part) in body.split("src=\"demo:").enumerate() {
            let part = if index == 0 { part } else { part.split_once('"').unwrap().1 };
            out.push_str(if index == 0 { "" } else { "src=\"2026/file.webp\"" });
            let mut is_code = false;
            for (line_index, line) in part.split('\n').enumerate() {
                out.push_str(if line_index > 0 && is_code { "\n" } else { "" });
                out.push_str(line);
                is_code = (is_code || line.contains("<pre>")) && !line.contains("</pre>");
            }
        }
        out
    }

    #[test]
    fn saving_a_post_changes_nothing_of_its_text() {
        for sample in sample_posts().unwrap() {
            let saved = as_saved(&sample.body);
            assert_eq!(html::clean(&saved), saved, "{}", sample.name);
        }
    }

    #[test]
    fn demo_posts_use_every_kind_of_element() {
        let all: String = sample_posts().unwrap().iter().map(|sample| sample.body.clone()).collect();
        for element in [
            "<figure><img",
            "<video",
            "<table",
            "<pre><code>",
            "<blockquote>",
            "<blockquote data-block=\"pull-quote\">",
            "<ol data-block=\"footnotes\">",
            "<aside data-block=\"review\">",
            "<div data-block=\"deals\">",
            "<ul>",
            "<ol>",
            "data-embed=",
            "<h3>",
            "<a href",
        ] {
            assert!(all.contains(element), "{element}");
        }
        assert!(sample_posts().unwrap().iter().any(|sample| !sample.front_matter.deals.is_empty()));
    }

    #[test]
    fn no_two_paragraphs_of_demo_posts_share_long_phrases() {
        /// Number of words of a compared phrase.
        const PHRASE_WORDS: usize = 6;
        let samples = sample_posts().unwrap();
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
            for run in words.windows(PHRASE_WORDS) {
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
