//! Search without the index, while it is made: the store's folded words are looked through one by one, and no typing
//! mistake is forgiven.

use mwanga_store::StoreResult;
use mwanga_store::queries::search::{self as query, SearchFilter, SearchWord};
use mwanga_store::types::Timestamp;

use super::highlight::Sought;
use super::names::Filed;
use super::query::{Asked, Narrowed};
use super::{MEDIA, MEDIA_ROWS, Raw, RawFile};
use crate::Core;
use crate::paging::PageRequest;

/// Posts where each word of the query begins a word of title, tags or text, or of the title alone, or stands in the
/// name of their category or author: hits in the title first, then the newest.
pub async fn posts(
    core: &Core,
    asked: &Asked,
    narrowed: &Narrowed,
    request: PageRequest,
    now: Timestamp,
    in_titles: bool,
) -> StoreResult<Raw> {
    let word = |text: String| {
        let (mut categories, mut authors) = (Vec::new(), Vec::new());
        for filed in asked.names.with_phrase(&text.split(' ').map(str::to_owned).collect::<Vec<_>>()) {
            match filed {
                Filed::Category(id) => categories.push(id),
                Filed::Author(slug) => authors.push(slug),
            }
        }
        SearchWord { text, categories, authors }
    };
    let words: Vec<SearchWord> = words(asked).into_iter().map(word).collect();
    let ids = query::public_ids(core.store.reader(), &words, &filter(narrowed), in_titles, now).await?;
    let offset = usize::try_from(request.offset()).unwrap_or(usize::MAX);
    let page = ids.iter().copied().skip(offset).take(request.per_page as usize);
    let beginnings = asked.words.iter().chain(asked.phrases.iter().flatten()).cloned().collect();
    Ok(Raw {
        posts: page.collect(),
        total: ids.len() as u64,
        sought: Sought { beginnings, ..Sought::default() },
        ..Raw::default()
    })
}

/// Files by name, description and their post's title, those of the newest post first; standalone ones by name.
pub async fn files(core: &Core, asked: &Asked, narrowed: &Narrowed, now: Timestamp, raw: &mut Raw) -> StoreResult<()> {
    let words = words(asked);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let db = core.store.reader();
    let rows = query::media_of_posts(db, &words, &filter(narrowed), now, MEDIA_ROWS).await?;
    raw.of_posts =
        rows.into_iter().map(|row| RawFile { post: row.post_id, object_key: row.object_key, alt: row.alt }).collect();
    if narrowed.is_empty() {
        raw.standalone = query::find_standalone_media(db, &words, now, MEDIA as u64).await?;
    }
    Ok(())
}

/// Words, and phrases with blanks between theirs, as the store's folded words have them.
fn words(asked: &Asked) -> Vec<String> {
    let mut words: Vec<String> =
        asked.words.iter().cloned().chain(asked.phrases.iter().map(|words| words.join(" "))).collect();
    words.sort_unstable();
    words.dedup();
    words
}

fn filter(narrowed: &Narrowed) -> SearchFilter {
    let Narrowed { category, author, from, until } = narrowed.clone();
    SearchFilter { category, author, from, until }
}
