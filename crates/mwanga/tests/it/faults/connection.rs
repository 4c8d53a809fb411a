//! The connection to PostgreSQL is cut at every statement of a write, COMMIT and its answer included. What the caller
//! was told and what a second connection finds agree, or the caller was told that the outcome is unknown and a repeat
//! settles it; and the next write works without a restart.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use mwanga_store::entities::{deal_link, post, post_revision};
use mwanga_store::types::PostId;
use sea_orm::{ColumnTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder};

use super::operations::{Effect, Kind, Mails, Operation, Outcome, Person, TrialSite, verdict};
use super::postgres_proxy::{At, Cut, Link, PostgresProxy};
use super::sampling::{SeededRng, is_chosen, repeat_until_known, runs_every_case};
use crate::support::*;

const PASSWORD: &str = "a lamp in the window";
/// Within it a write that cannot be done is refused, and the next one works once the connection does.
const SOON: Duration = Duration::from_secs(2);

/// The real server behind a proxy, and a connection past it.
struct ProxiedSite {
    trial: TrialSite,
    proxy: PostgresProxy,
    server: Binary,
    person: Person,
    token: String,
}

impl ProxiedSite {
    /// None on SQLite, which has no connection to cut.
    async fn start() -> Option<Self> {
        if std::env::var("MWANGA_TEST_DATABASE").as_deref() != Ok("postgres") {
            println!("skipped: SQLite has no connection that could be cut");
            return None;
        }
        // Known when there is a database for the proxy to stand before.
        let url = Arc::new(OnceLock::<String>::new());
        let to_dress = url.clone();
        let trial = TrialSite::new(Mails::Server, move |command| {
            command
                .env("DATABASE_URL", to_dress.get().expect("a proxy"))
                .env("MWANGA_SECRET_KEY", "a key that only the tests know, 44 characters");
        })
        .await;
        let proxy = PostgresProxy::start(&trial.site.database.url).await;
        url.set(proxy.url.clone()).expect("set once");
        let server = trial.serve().await;
        let person = Person::sign_in(&server).await;
        let login = json!({ "email": "amina@example.com", "password": PASSWORD });
        let token = server.post("/api/auth/admin/login", None, &login).await.ok()["token"].as_str().unwrap().to_owned();
        Some(Self { trial, proxy, server, person, token })
    }

    async fn call(&self, method: &str, path: &str, body: &Value) -> Reply {
        self.server.caller().try_json(method, path, &self.token, body).await.expect("the server answers")
    }

    async fn save(&self, id: i64, form: &Value) -> Reply {
        self.call("PUT", &format!("/api/admin/posts/{id}"), form).await
    }

    /// A published post with this title: its id and page.
    async fn publish(&self, title: &str) -> (i64, String) {
        let form = json!({ "title": title, "content": "<p>Habari.</p>", "category_name": "tech" });
        let post = self.call("POST", "/api/admin/posts", &form).await.ok();
        (post["id"].as_i64().unwrap(), format!("/post/slug/{}", post["slug"].as_str().unwrap()))
    }

    async fn title_outside(&self, id: i64) -> String {
        post::Entity::find_by_id(PostId(id)).one(&self.trial.database).await.unwrap().unwrap().title
    }
}

/// What an answer says of what was asked for. An error of the server says when to try again.
fn outcome_of(reply: &Reply) -> Outcome {
    if reply.status.is_success() {
        return Outcome::Acknowledged;
    }
    let problem = reply.problem();
    assert!(
        !reply.status.is_server_error() || reply.header("retry-after").parse::<u32>().is_ok(),
        "{}: no Retry-After",
        problem.error
    );
    if problem.code == "request.outcome_unknown" { Outcome::Unknown } else { Outcome::Refused }
}

/// What came of a loop, counted.
#[derive(Default)]
struct Tally {
    counts: BTreeMap<String, u32>,
    slowest_answer: Duration,
    slowest_next: Duration,
    wrong: Vec<String>,
}

impl Tally {
    fn add(&mut self, what: &str, outcome: Outcome, took: Duration) {
        *self.counts.entry(format!("{what} {outcome:?}")).or_default() += 1;
        self.slowest_answer = self.slowest_answer.max(took);
    }

    fn next(&mut self, took: Duration) {
        self.slowest_next = self.slowest_next.max(took);
    }

    fn record_failure(&mut self, how: impl Debug, statement: &str, why: impl std::fmt::Display) {
        self.wrong.push(format!("{how:?} {statement:.70}: {why}"));
    }

    /// All that was wrong at once: one line says little of a loop.
    fn end(self, what: &str) {
        println!(
            "{what}: {:?}, answered after {:?} at most; {} wrong; the next write took {:?}",
            self.counts,
            self.slowest_answer,
            self.wrong.len(),
            self.slowest_next
        );
        assert!(self.wrong.is_empty(), "{what}:\n{}", self.wrong.join("\n"));
    }
}

/// The form of the `n`-th save. Each part tells which save it is of.
fn form(n: u32) -> Value {
    let deal = |which: u32| json!({ "url": format!("https://shop.example/{n}/{which}"), "label": format!("Shop {n}"), "product_name": "Lamp", "price": "12" });
    json!({ "title": format!("Save {n}"), "content": format!("<p>Text of save {n}.</p>"), "category_name": "tech", "status": "draft", "deal_links": [deal(1), deal(2)] })
}

impl ProxiedSite {
    /// Which save a post is of, as the second connection finds it: all of its parts agree, or this says which do not.
    async fn found(&self, id: i64) -> Result<u32, String> {
        let db = &self.trial.database;
        let row = post::Entity::find_by_id(PostId(id)).one(db).await.unwrap().unwrap();
        let n: u32 = row.title.rsplit(' ').next().unwrap().parse().unwrap();
        let newest = post_revision::Entity::find()
            .filter(post_revision::Column::PostId.eq(id))
            .order_by_desc(post_revision::Column::Revision);
        let newest = newest.one(db).await.unwrap().unwrap();
        let deals = deal_link::Entity::find()
            .filter(deal_link::Column::PostId.eq(id))
            .filter(deal_link::Column::Label.eq(format!("Shop {n}")))
            .count(db);
        let parts = [
            ("text", row.content.contains(&format!("save {n}."))),
            ("revision", (newest.revision, &newest.snapshot["title"]) == (row.revision, &json!(row.title))),
            ("deals", deals.await.unwrap() == 2),
        ];
        let wrong: Vec<&str> = parts.iter().filter(|(_, agrees)| !agrees).map(|(part, _)| *part).collect();
        if wrong.is_empty() { Ok(n) } else { Err(format!("save {n} is there without its {}", wrong.join(", "))) }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_save_cut_at_any_statement_is_atomic_and_its_outcome_reported() {
    let Some(proxied) = ProxiedSite::start().await else { return };
    let mut n = 1;
    let id = proxied.call("POST", "/api/admin/posts", &form(n)).await.ok()["id"].as_i64().unwrap();
    let mut tally = Tally::default();
    for cut in Cut::ALL {
        for statement in 0.. {
            let before = n;
            n += 1;
            proxied.proxy.plan(At::Statement(statement), cut);
            let began = Instant::now();
            let answer = proxied.save(id, &form(n)).await;
            let took = began.elapsed();
            let Some(words) = proxied.proxy.was_cut() else {
                assert!(statement > 10, "a save of {statement} statements");
                answer.ok();
                break;
            };
            tally.add("save", outcome_of(&answer), took);
            let found = proxied.found(id).await;
            let agrees = match (outcome_of(&answer), &found) {
                (_, Err(_)) => false,
                (Outcome::Acknowledged, Ok(found)) => *found == n,
                (Outcome::Refused, Ok(found)) => *found == before,
                (Outcome::Unknown, Ok(found)) => [before, n].contains(found),
            };
            if !agrees || took > SOON {
                tally.record_failure(
                    cut,
                    &words,
                    format!(
                        "told {} {} after {took:?}, found {found:?}, before {before}, sent {n}",
                        answer.status,
                        answer.text()
                    ),
                );
            }
            // The next one, without a restart and at the first try.
            n += 1;
            let began = Instant::now();
            let next = proxied.save(id, &form(n)).await;
            tally.next(began.elapsed());
            let found = proxied.found(id).await;
            if !next.status.is_success() || found != Ok(n) || began.elapsed() > SOON {
                tally.record_failure(
                    cut,
                    &words,
                    format!(
                        "the next save was told {} {} after {:?}, found {found:?}",
                        next.status,
                        next.text(),
                        began.elapsed()
                    ),
                );
            }
        }
    }
    tally.end("a save, cut at every statement");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_operation_cut_at_a_statement_is_atomic_and_can_be_repeated() {
    let Some(mut proxied) = ProxiedSite::start().await else { return };
    let mut dice = SeededRng::new("operations that are cut");
    let mut tally = Tally::default();
    for kind in Kind::ALL.into_iter().filter(|kind| is_chosen(*kind)) {
        if runs_every_case() {
            for cut in Cut::ALL {
                let mut at = 0;
                // A job is followed by others.
                let last = if kind.is_job() { 40 } else { 200 };
                while at < last && cut_once(&mut proxied, kind, At::Statement(at), cut, &mut tally).await {
                    at += 1;
                }
            }
            continue;
        }
        cut_once(&mut proxied, kind, At::Commit(0), Cut::After, &mut tally).await;
        cut_once(&mut proxied, kind, At::Commit(1), Cut::InAnswer, &mut tally).await;
        cut_once(&mut proxied, kind, At::Statement(dice.below(8) as usize), Cut::Before, &mut tally).await;
    }
    let inconsistencies = proxied.trial.inconsistencies().await;
    assert!(inconsistencies.is_empty(), "{inconsistencies:?}");
    tally.end("operations that were cut");
}

/// Cuts one operation, once. Whether it had that many statements.
async fn cut_once(proxied: &mut ProxiedSite, kind: Kind, at: At, cut: Cut, tally: &mut Tally) -> bool {
    proxied.person.renew(&proxied.server).await;
    let ProxiedSite { trial, person, .. } = proxied;
    let key = match at {
        At::Statement(nth) => format!("statement-{nth}-{cut:?}"),
        At::Commit(nth) => format!("commit-{nth}-{cut:?}"),
    };
    let operation = trial.prepare(person, kind, &key.to_lowercase()).await;
    // A migration has a database of its own.
    let own = match trial.database_of(&operation) {
        Some(url) => Some(PostgresProxy::start(url).await),
        None => None,
    };
    let proxy = own.as_ref().unwrap_or(&proxied.proxy);
    proxy.plan(at, cut);
    let began = Instant::now();
    let outcome = match &own {
        Some(proxy) => super::operations::command_outcome(
            trial.command_of(&operation).env("DATABASE_URL", &proxy.url).output().await.expect("it runs").status,
        ),
        None => trial.run(person, &operation).await,
    };
    let took = began.elapsed();
    if kind.is_job() {
        // Nobody waits for it, and it is done in the end.
        trial.settled(&operation).await;
    }
    let Some(words) = proxy.was_cut() else {
        finish(trial, person, &operation).await;
        return false;
    };
    tally.add(kind.name(), outcome, took);
    let found = trial.inspect(&operation).await;
    if let Err(why) = verdict(outcome, &found) {
        tally.record_failure((kind, at, cut), &words, format!("told {outcome:?}, found {found:?}: {why}"));
    }
    if took > SOON && !kind.is_command() {
        tally.record_failure((kind, at, cut), &words, format!("told {outcome:?} after {took:?}"));
    }
    // By whoever was not told that it was done.
    let began = Instant::now();
    if outcome != Outcome::Acknowledged && !kind.is_job() {
        let again = repeat_until_known(trial, person, &operation).await;
        tally.next(began.elapsed());
        if again != Outcome::Acknowledged {
            tally.record_failure(
                (kind, at, cut),
                &words,
                format!("the repeat was told {again:?}, after {outcome:?} and {found:?}"),
            );
        }
    }
    let settled = finish(trial, person, &operation).await;
    if settled != Effect::Complete {
        tally.record_failure((kind, at, cut), &words, format!("in the end: {settled:?}"));
    }
    true
}

async fn finish(trial: &TrialSite, person: &Person, operation: &Operation) -> Effect {
    let settled = trial.settled(operation).await;
    if let Some(shown) = trial.shown(person, operation).await
        && settled == Effect::Complete
        && shown != Effect::Complete
    {
        return shown;
    }
    trial.cancel_background_work().await;
    settled
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_postgresql_writes_answer_503_in_two_seconds_and_pages_stay() {
    let Some(proxied) = ProxiedSite::start().await else { return };
    let (id, page) = proxied.publish("Before").await;
    let pages = ["/", &page, "/category/tech"];
    for page in pages {
        assert_eq!(proxied.server.get(page).await.status, StatusCode::OK);
    }
    let mut wrong = Vec::new();
    for line in [Link::Silent, Link::Refused] {
        proxied.proxy.set_link(line);
        // The first ones meet connections that stood, and are more than those; the later ones have to make theirs.
        for turn in 0..3 {
            let writes = (0..if turn == 0 { 6 } else { 2 }).map(|writer| {
                let (caller, token) = (proxied.server.caller(), proxied.token.clone());
                let (method, path, body) = match writer % 2 {
                    0 => ("PUT", format!("/api/admin/posts/{id}"), json!({ "title": "Meanwhile" })),
                    _ => (
                        "POST",
                        "/api/newsletter/subscribe".to_owned(),
                        json!({ "email": format!("{line:?}-{turn}-{writer}@example.com") }),
                    ),
                };
                tokio::spawn(async move {
                    let began = Instant::now();
                    let reply = tokio::time::timeout(6 * SOON, caller.try_json(method, &path, &token, &body)).await;
                    (method, began.elapsed(), reply.ok().flatten())
                })
            });
            let writes: Vec<_> = writes.collect();
            for page in pages {
                let began = Instant::now();
                assert_eq!((page, proxied.server.get(page).await.status), (page, StatusCode::OK));
                assert!(began.elapsed() < SOON, "{page} took {:?}", began.elapsed());
            }
            for write in writes {
                let (method, took, reply) = write.await.unwrap();
                let answer = reply.as_ref().map_or("nothing".to_owned(), |reply| {
                    format!("{} {}", reply.status.as_u16(), reply.problem().code)
                });
                println!("{line:?}, turn {turn}: {method} was told {answer} after {took:?}");
                let is_refused = reply.is_some_and(|reply| {
                    reply.status == StatusCode::SERVICE_UNAVAILABLE
                        && reply.header("retry-after").parse::<u32>().is_ok()
                });
                if !is_refused || took > SOON {
                    wrong.push(format!("{line:?}, turn {turn}: {method} was told {answer} after {took:?}"));
                }
            }
        }
        proxied.proxy.set_link(Link::Well);
        let began = Instant::now();
        let title = format!("After {line:?}");
        while proxied.save(id, &json!({ "title": title })).await.status != StatusCode::OK {
            assert!(began.elapsed() < 10 * SOON, "{line:?}: writes do not work again");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        println!("{line:?} is over: writes work after {:?}", began.elapsed());
        if began.elapsed() > SOON {
            wrong.push(format!("{line:?} is over: writes work after {:?} only", began.elapsed()));
        }
        while !proxied.server.get(&page).await.text().contains(&title) {
            assert!(began.elapsed() < 4 * SOON, "{line:?}: the page lacks what was saved");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        assert_eq!(proxied.title_outside(id).await, title, "nothing that was refused comes true later");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// PostgreSQL goes silent in the midst of a save: before it began, within it, and as it is committed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_save_during_which_postgresql_hangs_answers_503_in_two_seconds() {
    let Some(proxied) = ProxiedSite::start().await else { return };
    let mut n = 1;
    let id = proxied.call("POST", "/api/admin/posts", &form(n)).await.ok()["id"].as_i64().unwrap();
    let mut tally = Tally::default();
    let within = if runs_every_case() { 0..14 } else { 4..5 };
    for at in within.map(At::Statement).chain([At::Commit(0)]) {
        let before = n;
        n += 1;
        proxied.proxy.plan(at, Cut::Silent);
        let began = Instant::now();
        let answer = proxied.save(id, &form(n)).await;
        let took = began.elapsed();
        proxied.proxy.set_link(Link::Well);
        let words = proxied.proxy.was_cut().expect("that many statements");
        tally.add("save", outcome_of(&answer), took);
        if answer.status != StatusCode::SERVICE_UNAVAILABLE || took > SOON {
            tally.record_failure(at, &words, format!("told {} {} after {took:?}", answer.status, answer.text()));
        }
        // What was on its way arrives now.
        let began = Instant::now();
        let found = loop {
            let found = proxied.found(id).await;
            if matches!(at, At::Statement(_)) || found == Ok(n) || began.elapsed() > SOON {
                break found;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        };
        let agrees = match outcome_of(&answer) {
            Outcome::Unknown => [Ok(before), Ok(n)].contains(&found),
            _ => found == Ok(before),
        };
        if !agrees {
            tally.record_failure(
                at,
                &words,
                format!("told {} {}, found {found:?}, before {before}", answer.status, answer.text()),
            );
        }
        n += 1;
        let began = Instant::now();
        let next = proxied.save(id, &form(n)).await;
        tally.next(began.elapsed());
        if !next.status.is_success() || began.elapsed() > SOON || proxied.found(id).await != Ok(n) {
            tally.record_failure(
                at,
                &words,
                format!("the next save was told {} {} after {:?}", next.status, next.text(), began.elapsed()),
            );
        }
    }
    tally.end("a save in which PostgreSQL goes silent");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn silently_lost_database_connections_delay_no_write() {
    let Some(proxied) = ProxiedSite::start().await else { return };
    let (id, _) = proxied.publish("Before").await;
    let mut wrong = Vec::new();
    for turn in 0..3 {
        proxied.proxy.lose_connections();
        for write in 0..3 {
            let began = Instant::now();
            let title = format!("Turn {turn}, write {write}");
            let reply = proxied.save(id, &json!({ "title": title })).await;
            let took = began.elapsed();
            println!("turn {turn}, save {write}: {} after {took:?}", reply.status);
            if took > SOON || !reply.status.is_success() {
                wrong.push(format!(
                    "turn {turn}, save {write} was told {} {} after {took:?}",
                    reply.status,
                    reply.text()
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn both_nodes_agree_after_the_answer_to_a_commit_was_lost() {
    let Some(proxied) = ProxiedSite::start().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let mut command = proxied.trial.command(&["serve"]);
    command.env("MWANGA_DATA_DIR", folder.path()).env("DATABASE_URL", &proxied.trial.site.database.url);
    let other = Binary::start(command).await;
    let (id, page) = proxied.publish("Lamps").await;
    let mut wrong = Vec::new();
    for (n, cut) in Cut::ALL.into_iter().enumerate() {
        for node in [&proxied.server, &other] {
            // In memory from here on.
            for page in [&page, "/"] {
                assert_eq!(node.get(page).await.status, StatusCode::OK);
            }
        }
        let title = format!("Lamps {n}");
        proxied.proxy.plan(At::Commit(0), cut);
        let answer = proxied.save(id, &json!({ "title": title })).await;
        let answered = Instant::now();
        assert_eq!(proxied.proxy.was_cut().as_deref(), Some("COMMIT"));
        let is_there = proxied.title_outside(id).await == title;
        let agrees = match outcome_of(&answer) {
            Outcome::Acknowledged => is_there,
            Outcome::Refused => !is_there,
            Outcome::Unknown => true,
        };
        if !agrees {
            wrong.push(format!("{cut:?}: told {} {}, and it is there: {is_there}", answer.status, answer.text()));
        }
        for (name, node) in [("its own", &proxied.server), ("the other", &other)] {
            for path in [&page, "/"] {
                while node.get(path).await.text().contains(&title) != is_there {
                    assert!(answered.elapsed() < SOON, "{cut:?}: {path} of {name} node is not what the database says");
                    tokio::time::sleep(Duration::from_millis(20)).await;
                }
            }
        }
        println!("{cut:?} COMMIT: told {:?}, both nodes agree after {:?}", outcome_of(&answer), answered.elapsed());
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
