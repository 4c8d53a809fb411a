//! Search over a large publication: how often it finds the expected post, how quickly, and what it costs.

use std::time::{Duration, Instant};

use mwanga_store::entities::{post, post_search};
use mwanga_store::types::PostId;
use sea_orm::{ActiveModelTrait, EntityTrait, IntoActiveModel, Set};

use crate::support::*;

const QUERIES: usize = 300;

/// A deterministic pseudo-random generator (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }

    /// A skewed word distribution, as in natural language: few words are frequent, most are rare.
    fn word<'a>(&mut self, words: &'a [String]) -> &'a str {
        let share = self.below(1_000_000) as f64 / 1_000_000.0;
        &words[(share.powi(4) * words.len() as f64) as usize]
    }

    fn words(&mut self, words: &[String], count: usize) -> String {
        (0..count).map(|_| self.word(words)).collect::<Vec<_>>().join(" ")
    }
}

/// A made-up language: one to four syllables a word, each once.
fn vocabulary(random: &mut Random, size: usize) -> Vec<String> {
    let (heads, tails) = (
        ["b", "ch", "d", "f", "g", "h", "j", "k", "l", "m", "n", "p", "r", "s", "st", "t", "v", "w", "z", "br"],
        ["a", "e", "i", "o", "u", "an", "er", "in"],
    );
    let mut words = std::collections::BTreeSet::new();
    while words.len() < size {
        let syllables = 1 + random.below(4);
        words.insert(
            (0..syllables)
                .map(|_| format!("{}{}", heads[random.below(heads.len())], tails[random.below(tails.len())]))
                .collect::<String>(),
        );
    }
    let mut words: Vec<String> = words.into_iter().collect();
    for place in (1..words.len()).rev() {
        words.swap(place, random.below(place + 1));
    }
    words
}

/// Writes so many posts as they are after saves; saving them one by one takes long. Answers their titles.
async fn fill(app: &TestApp, posts: usize, words: usize) -> Vec<String> {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let language = vocabulary(&mut random, 30_000.min(posts * 40));
    let template = app.post("Template").in_ms(-1).insert().await;
    let db = app.core().store.writer();
    let mut titles = Vec::new();
    for start in (0..posts).step_by(100) {
        let mut rows = Vec::new();
        let mut found_by = Vec::new();
        for number in start..(start + 100).min(posts) {
            let length = 4 + random.below(4);
            let title = random.words(&language, length);
            let paragraphs: String =
                (0..words / 50).map(|_| format!("<p>{}.</p>", random.words(&language, 50))).collect();
            let id = PostId(template.id.0 + 1 + number as i64);
            let row = post::Model {
                id,
                slug: format!("post-{number}"),
                title: title.clone(),
                published_at: app.core().now().plus_ms(-(number as i64) * 600_000),
                opening: paragraphs[3..200].to_owned(),
                tags: random.words(&language, 2),
                content: paragraphs.clone(),
                ..template.clone()
            };
            rows.push(row.into_active_model().reset_all());
            let text = paragraphs.replace("<p>", " ").replace(".</p>", "");
            found_by.push(post_search::ActiveModel {
                post_id: Set(id),
                title: Set(format!(" {title}")),
                words: Set(format!(" {title}{text}")),
            });
            titles.push(title);
        }
        post::Entity::insert_many(rows).exec_without_returning(db).await.unwrap();
        post_search::Entity::insert_many(found_by).exec_without_returning(db).await.unwrap();
    }
    titles
}

/// Three words of a title, one of them, long enough for it, with a slip.
fn with_a_slip(random: &mut Random, title: &str) -> Option<String> {
    let mut words: Vec<String> = title.split(' ').map(str::to_owned).collect();
    while words.len() > 3 {
        words.remove(random.below(words.len()));
    }
    let long: Vec<usize> = (0..words.len()).filter(|place| words[*place].len() >= 4).collect();
    if long.is_empty() {
        return None;
    }
    let word = &mut words[long[random.below(long.len())]];
    let mut letters: Vec<char> = word.chars().collect();
    let place = random.below(letters.len() - 1);
    match random.below(4) {
        0 => drop(letters.remove(place)),
        1 => letters.insert(place, 'x'),
        2 => letters[place] = if letters[place] == 'q' { 'x' } else { 'q' },
        _ => letters.swap(place, place + 1),
    }
    let slip: String = letters.into_iter().collect();
    if slip == *word {
        return None;
    }
    *word = slip;
    Some(words.join(" "))
}

/// How many of the queries find the expected post among the first ten, and how long each took.
async fn known_items(app: &TestApp, titles: &[String]) -> (usize, Vec<Duration>) {
    let mut random = Random(42);
    let (mut asked, mut hits, mut times) = (0, 0, Vec::new());
    while asked < QUERIES {
        let number = random.below(titles.len());
        let Some(query) = with_a_slip(&mut random, &titles[number]) else { continue };
        asked += 1;
        let began = Instant::now();
        let answer = app.get(&format!("/api/search/search?per_page=10&q={}", query.replace(' ', "%20"))).await.ok();
        times.push(began.elapsed());
        let expected = format!("post-{number}");
        if answer["results"].as_array().unwrap().iter().any(|post| post["slug"] == *expected) {
            hits += 1;
        }
    }
    (hits, times)
}

#[tokio::test]
async fn of_misspelled_queries_95_percent_find_the_post_in_the_first_ten() {
    let app = TestApp::new().await;
    let titles = fill(&app, 400, 100).await;
    app.index_in("search").await;
    let (hits, _) = known_items(&app, &titles).await;
    assert!(hits * 100 >= QUERIES * 95, "{hits} of {QUERIES}");
}

fn print_latencies(name: &str, mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    let p95 = times[times.len() * 95 / 100];
    println!("{name}: median {:.1?}, p95 {p95:.1?}, longest {:.1?}", times[times.len() / 2], times[times.len() - 1]);
    p95
}

/// Megabytes of this process: its own, and of files that it looks at.
fn memory() -> (f64, f64) {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let of = |name: &str| {
        status
            .lines()
            .find_map(|line| line.strip_prefix(name)?.trim().trim_end_matches(" kB").parse::<f64>().ok())
            .unwrap()
            / 1024.0
    };
    (of("RssAnon:"), of("RssFile:"))
}

/// 50,000 posts of 300 words. Not for a machine that has other work: run it by its name with `--release -- --ignored
/// --nocapture`.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a measurement"]
async fn fifty_thousand_posts_are_searched_in_milliseconds() {
    let app = TestApp::with(|config| config.http.rate_limits = false).await;
    let titles = fill(&app, 50_000, 300).await;
    println!("filled");
    let before = memory();

    let began = Instant::now();
    let index_task = tokio::spawn(mwanga_core::search::run_indexer(
        app.core().clone(),
        mwanga_core::search::IndexKind::Public,
        app.data_dir().join("search"),
    ));
    let mut meanwhile = 0;
    let mut most = memory();
    while !app.core().search().is_open() {
        let answer = app.get("/api/search/search?q=template").await.ok();
        assert_eq!(answer["total"], 1, "a search failed while the index was made");
        meanwhile += 1;
        let now = memory();
        most = (most.0.max(now.0), most.1.max(now.1));
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let built_in = began.elapsed();
    println!("built in {built_in:.1?} (at most 30 s), {meanwhile} searches answered meanwhile");
    println!(
        "memory while it was made: {:.0} MB of its own, {:.0} MB of files more than before",
        most.0 - before.0,
        most.1 - before.1
    );

    let (hits, times) = known_items(&app, &titles).await;
    print_latencies("known items with a slip, the first time", times);
    let (_, times) = known_items(&app, &titles).await;
    let p95 = print_latencies("known items with a slip (p95 at most 10 ms)", times);
    println!("found among the first ten: {hits} of {QUERIES} (at least 285)");
    let mut random = Random(7);
    let mut times: [Vec<Duration>; 5] = Default::default();
    for title in titles.iter().step_by(500) {
        let words: Vec<&str> = title.split(' ').collect();
        let one = words[random.below(words.len())];
        let queries = [
            format!("search?q={one}"),
            format!("search?q=%22{}%20{}%22", words[0], words[1]),
            format!("suggest?q={}", &one[..one.len().min(3)]),
            format!("search?q={}", &one[..1]),
            format!("search?q={}", "bababanana%20chochocho%20stestasti%20".repeat(4)),
        ];
        for (query, times) in queries.iter().zip(&mut times) {
            let began = Instant::now();
            app.get(&format!("/api/search/{query}")).await.ok();
            times.push(began.elapsed());
        }
    }
    for (name, times) in
        ["one word", "a phrase", "suggestions", "one letter", "words that nobody knows"].into_iter().zip(times)
    {
        print_latencies(name, times);
    }
    let after = memory();
    println!(
        "memory of the index: {:.0} MB of its own, {:.0} MB of files (at most 100 MB)",
        after.0 - before.0,
        after.1 - before.1
    );

    let (mut saves, mut searches) = (Vec::new(), Vec::new());
    for number in 0..40 {
        let began = Instant::now();
        app.post(&format!("Saved {number}x")).insert().await;
        saves.push(began.elapsed());
        let began = Instant::now();
        assert_eq!(app.get(&format!("/api/search/search?q={number}x")).await.ok()["total"], 1);
        searches.push(began.elapsed());
    }
    print_latencies("a save with an index", saves);
    print_latencies("a search right after it", searches);
    app.core().stopping.cancel();
    index_task.await.unwrap();
    let mut saves = Vec::new();
    for number in 0..40 {
        let began = Instant::now();
        app.post(&format!("Without {number}x")).insert().await;
        saves.push(began.elapsed());
    }
    print_latencies("a save without one", saves);

    let again = TestApp::sharing_store(&app).await;
    let began = Instant::now();
    again.index_in("search").await;
    println!("a start with a warm index: it answers after {:.1?}", began.elapsed());
    assert!(built_in <= Duration::from_secs(30) && hits >= 285 && p95 <= Duration::from_millis(10));
}
