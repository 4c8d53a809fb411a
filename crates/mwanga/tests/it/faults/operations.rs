//! What people and jobs do to a site, what they are told, and what a second connection sees of it afterwards. How a
//! fault is made is somebody else's matter: the same operations run over a failing disk, a cut connection and kill -9.
//!
//! One round: [`TrialSite::prepare`] while all is well, [`TrialSite::run`] under the fault, [`TrialSite::inspect`] from
//! outside, [`verdict`] on both. After an unknown outcome, [`TrialSite::repeat`] with the same key must succeed, and
//! [`TrialSite::settled`] must find the effect once.

mod inspect;
mod prepare;
mod shown;

use std::sync::Mutex;
use std::time::Duration;

use mwanga_core::changes;
use mwanga_core::newsletter::DailyNewsletter;
use mwanga_core::subscriptions::PollOrders;
use mwanga_jobs::Job;
use mwanga_store::entities::{
    account, category, counter, deal_link, delivery, import_record, issue, issue_draft, issue_link, job, link_check,
    media_item, page, page_revision, paid_order, post, post_revision, post_search, post_tag, session, settings_version,
    subscriber, subscription, trash_item,
};
use mwanga_store::types::{
    AccountId, DeliveryStatus, IssueDraftId, IssueId, IssueStatus, LinkOutcome, MediaKind, OrderStatus, PostId,
    PostStatus, SubscriberId, SubscriberStatus, SubscriptionState, Timestamp,
};
use mwanga_store::{Store, StoreOptions};
use sea_orm::{
    ColumnTrait, ConnectOptions, ConnectionTrait, DatabaseConnection, EntityTrait, PaginatorTrait, QueryFilter,
    QueryOrder, Statement,
};
use tokio::process::Command;
use tokio::time::Instant;
use url::Url;

use crate::support::*;

const PASSWORD: &str = "a lamp in the window";
const EDITOR: &str = "amina@example.com";
/// Confirmed subscribers of the site.
pub const READERS: usize = 3;
/// Posts of an import.
const IMPORTED: usize = 3;
/// How long a caller waits for an answer.
const CALL_TIMEOUT: Duration = Duration::from_secs(30);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// An editor makes a post.
    Save,
    Edit,
    /// An editor moves a post to the trash.
    Delete,
    /// An editor takes it from there.
    Restore,
    /// An administrator deletes a post of the trash for good.
    DeleteForever,
    /// A writer's draft is submitted for review.
    Submit,
    /// An editor approves it: it is public, and its writer will be mailed.
    Approve,
    /// An editor tells readers what was wrong in a post.
    Correct,
    /// An editor makes a draft of a post.
    Duplicate,
    /// An editor tags two posts at once: each is a save of its own.
    Bulk,
    /// An editor makes a page of the site.
    Page,
    /// An administrator saves settings.
    Settings,
    /// An editor makes a category.
    Category,
    /// A presigned PUT, and the record of the file.
    Upload,
    /// A reader begins to buy.
    Order,
    /// The money of an approved order is taken.
    Capture,
    /// An administrator gives it back.
    Refund,
    /// A reader opens an account.
    SignUp,
    /// Somebody wants newsletters.
    Subscribe,
    /// An editor sends a saved draft of a newsletter; it waits for its minute.
    Issue,
    /// Its mails go out, by jobs.
    Delivery,
    /// An editor sets when the daily newsletter goes out; its job is enqueued along.
    Schedule,
    /// The job of the daily newsletter writes it.
    Daily,
    /// The job that asks the links of a post.
    Links,
    /// `mwanga import wordpress FILE`.
    Import,
    /// `mwanga migrate` on an empty database.
    Migration,
}

impl Kind {
    pub const ALL: [Self; 26] = [
        Self::Save,
        Self::Edit,
        Self::Delete,
        Self::Restore,
        Self::DeleteForever,
        Self::Submit,
        Self::Approve,
        Self::Correct,
        Self::Duplicate,
        Self::Bulk,
        Self::Page,
        Self::Settings,
        Self::Category,
        Self::Upload,
        Self::Order,
        Self::Capture,
        Self::Refund,
        Self::SignUp,
        Self::Subscribe,
        Self::Issue,
        Self::Delivery,
        Self::Schedule,
        Self::Daily,
        Self::Links,
        Self::Import,
        Self::Migration,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Save => "save",
            Self::Edit => "edit",
            Self::Delete => "delete",
            Self::Restore => "restore",
            Self::DeleteForever => "delete forever",
            Self::Submit => "submit",
            Self::Approve => "approve",
            Self::Correct => "correct",
            Self::Duplicate => "duplicate",
            Self::Bulk => "bulk",
            Self::Page => "page",
            Self::Settings => "settings",
            Self::Category => "category",
            Self::Upload => "upload",
            Self::Order => "order",
            Self::Capture => "capture",
            Self::Refund => "refund",
            Self::SignUp => "sign-up",
            Self::Subscribe => "subscribe",
            Self::Issue => "issue",
            Self::Delivery => "delivery",
            Self::Schedule => "schedule",
            Self::Daily => "daily",
            Self::Links => "links",
            Self::Import => "import",
            Self::Migration => "migration",
        }
    }

    /// Done by a command of its own, beside the serving process.
    pub const fn is_command(self) -> bool {
        matches!(self, Self::Import | Self::Migration)
    }

    /// Done by a job: nobody is told, and it goes on by itself until it is done.
    pub const fn is_job(self) -> bool {
        matches!(self, Self::Delivery | Self::Daily | Self::Links)
    }

    /// Money is in it: what was begun is finished by the poller whatever its caller was told.
    const fn asks_the_wallet(self) -> bool {
        matches!(self, Self::Capture | Self::Refund)
    }
}

/// The outcome of an operation as its client saw it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A success response.
    Acknowledged,
    /// An error response: nothing was done.
    Refused,
    /// No response, or one that leaves the outcome open.
    Unknown,
}

/// The effect of an operation that is in the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    Complete,
    Missing,
    /// Some of its steps, each of them whole: an order that the wallet does not know yet, an import that ended early.
    Partial(String),
    /// A state that must never be seen: atomicity is broken.
    Inconsistent(String),
}

/// Whether this effect is allowed after this outcome.
pub fn verdict(outcome: Outcome, there: &Effect) -> Result<(), String> {
    match (outcome, there) {
        (_, Effect::Inconsistent(why)) => Err(format!("half: {why}")),
        (Outcome::Acknowledged, Effect::Missing) => Err("acknowledged, and lost".to_owned()),
        (Outcome::Acknowledged, Effect::Partial(what)) => Err(format!("acknowledged, and no more than {what}")),
        (Outcome::Refused, Effect::Complete) => Err("refused, and there".to_owned()),
        _ => Ok(()),
    }
}

/// Where the site's mail goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mails {
    /// A mail server of this process.
    Server,
    /// `outbox/` of the data folder.
    Outbox,
}

/// One thing that somebody does, named by a key that no other operation of its kind has.
pub struct Operation {
    pub kind: Kind,
    pub key: String,
    /// What it is done to, made by `prepare`.
    target: Target,
    /// Of an upload: the file's future address and the address to put it to.
    link: Mutex<Option<(String, String)>>,
}

enum Target {
    None,
    Post {
        id: i64,
        slug: String,
    },
    Posts([i64; 2]),
    /// The wallet's name of an order.
    Order(String),
    /// A saved draft of a newsletter.
    Draft(i64),
    Issue(i64),
    /// Of the daily newsletter, in Nairobi.
    TimeOfDay(String),
    /// Another site, whose database is empty.
    Site(Box<Site>),
}

impl Operation {
    pub fn title(&self) -> String {
        format!("{} {}", self.kind.name(), self.key)
    }

    pub fn email(&self) -> String {
        format!("{}-{}@example.com", self.kind.name(), self.key)
    }

    fn slug(&self) -> String {
        self.title().replace(' ', "-")
    }

    /// Two links of one post, on hosts of their own.
    fn links(&self) -> [String; 2] {
        ["127.0.0.1", "127.0.0.2"].map(|host| format!("http://{host}:9/{}", self.slug()))
    }

    /// Of the wallet's order that it is about.
    fn order(&self) -> &str {
        let Target::Order(id) = &self.target else { panic!("{} has no order", self.title()) };
        id
    }

    fn time_of_day(&self) -> &str {
        let Target::TimeOfDay(time) = &self.target else { panic!("{} has no time", self.title()) };
        time
    }

    fn post(&self) -> i64 {
        let Target::Post { id, .. } = self.target else { panic!("{} has no post", self.title()) };
        id
    }

    fn posts(&self) -> [i64; 2] {
        let Target::Posts(ids) = self.target else { panic!("{} has no posts", self.title()) };
        ids
    }

    fn draft(&self) -> IssueDraftId {
        let Target::Draft(id) = self.target else { panic!("{} has no draft", self.title()) };
        IssueDraftId(id)
    }

    fn issue(&self) -> IssueId {
        let Target::Issue(id) = self.target else { panic!("{} has no issue", self.title()) };
        IssueId(id)
    }
}

type ConfigureCommand = Box<dyn Fn(&mut Command) + Send + Sync>;

/// A site that is tried, the doubles outside it, and a connection to its database that no fault meets.
pub struct TrialSite {
    pub site: Site,
    pub wallet: WalletDouble,
    pub mail_server: Option<SmtpSink>,
    pub database: DatabaseConnection,
    configure: ConfigureCommand,
    folder: tempfile::TempDir,
}

/// Somebody who calls a serving process, with an editor's session.
#[derive(Clone)]
pub struct Person {
    pub url: String,
    token: String,
    signed_in: Instant,
    client: reqwest::Client,
}

/// An answer that came whole.
struct Answer {
    status: StatusCode,
    body: Value,
}

impl Answer {
    fn code(&self) -> &str {
        self.body["code"].as_str().unwrap_or_default()
    }
}

fn outcome_of(answer: Option<&Answer>) -> Outcome {
    match answer {
        None => Outcome::Unknown,
        Some(answer) if answer.status.is_success() => Outcome::Acknowledged,
        Some(answer) if answer.code() == "request.outcome_unknown" => Outcome::Unknown,
        Some(_) => Outcome::Refused,
    }
}

impl Person {
    pub async fn sign_in(server: &Binary) -> Self {
        let token =
            server.post("/api/auth/admin/login", None, &json!({ "email": EDITOR, "password": PASSWORD })).await.ok();
        // Each call on a connection of its own: an answer that came before the whole request ends the connection.
        let client = reqwest::Client::builder()
            .no_proxy()
            .timeout(CALL_TIMEOUT)
            .pool_max_idle_per_host(0)
            .build()
            .expect("a client");
        Self {
            url: server.url.clone(),
            token: token["token"].as_str().expect("a token").to_owned(),
            signed_in: Instant::now(),
            client,
        }
    }

    /// Signs in once more before the hour of a token is over: a whole loop may take longer.
    pub async fn renew(&mut self, server: &Binary) {
        if self.signed_in.elapsed() > Duration::from_secs(1_800) {
            *self = Self::sign_in(server).await;
        }
    }

    /// The same person at a process that listens elsewhere: sessions outlive processes.
    pub fn at(&self, server: &Binary) -> Self {
        Self { url: server.url.clone(), ..self.clone() }
    }

    /// Where the first try still runs, as one does whose client has just hung up, its answer says when to ask again.
    async fn send(&self, method: &str, path: &str, key: &str, body: &Value) -> Option<Answer> {
        let began = Instant::now();
        loop {
            let answer = self.send_once(method, path, key, body).await?;
            if answer.code() != "request.in_progress" || began.elapsed() > CALL_TIMEOUT {
                return Some(answer);
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    async fn send_once(&self, method: &str, path: &str, key: &str, body: &Value) -> Option<Answer> {
        let method: reqwest::Method = method.parse().expect("a method");
        let request = self.client.request(method, format!("{}{path}", self.url)).bearer_auth(&self.token);
        // A key has no blanks.
        let request = request.header("idempotency-key", key.replace(' ', "-"));
        let request = if body.is_null() { request } else { request.json(body) };
        let response = request.send().await.ok()?;
        let status = response.status();
        let bytes = response.bytes().await.ok()?;
        // An answer without a body is an answer.
        let body = if bytes.is_empty() { Value::Null } else { serde_json::from_slice(&bytes).unwrap_or(Value::Null) };
        Some(Answer { status, body })
    }

    async fn post(&self, path: &str, key: &str, body: &Value) -> Option<Answer> {
        self.send("POST", path, key, body).await
    }

    /// While nothing is wrong.
    async fn expect_ok(&self, method: &str, path: &str, key: &str, body: &Value) -> Value {
        let answer = self
            .send(method, path, key, body)
            .await
            .unwrap_or_else(|| panic!("{path}: no answer while nothing is wrong"));
        assert!(answer.status.is_success(), "{path} while nothing is wrong: {} {}", answer.status, answer.body);
        answer.body
    }

    /// What the site shows at an address.
    pub async fn sees(&self, path: &str) -> (StatusCode, Vec<u8>) {
        let response =
            self.client.get(format!("{}{path}", self.url)).bearer_auth(&self.token).send().await.expect("an answer");
        (response.status(), response.bytes().await.expect("a whole body").to_vec())
    }

    async fn get_json(&self, path: &str) -> (StatusCode, Value) {
        let (status, body) = self.sees(path).await;
        (status, serde_json::from_slice(&body).unwrap_or(Value::Null))
    }
}

/// Of a post's state: some KB, so that it fills pages of the database.
fn text(words: &str) -> String {
    format!("<p>{}</p>", format!("The text of {words}. ").repeat(60).trim_end())
}

/// With a link, which the issue counts.
fn issue_text(title: &str) -> String {
    format!("{}<p>See <a href=\"/about\">us</a>.</p>", text(title))
}

fn post_form(title: &str, words: &str) -> Value {
    json!({
        "title": title, "content": text(words), "category_name": "tech", "tags": "Solar",
        "deal_links": [{ "url": "https://shop.example/lamp", "label": "Duka", "product_name": "Lamp", "price": "9" }],
    })
}

impl TrialSite {
    /// Migrated, with an administrator and some confirmed subscribers. `configure` is applied to every process that
    /// meets faults, and to none of those that prepare the site.
    pub async fn new(mails: Mails, configure: impl Fn(&mut Command) + Send + Sync + 'static) -> Self {
        let site = Site::new().await;
        let made = site.make_admin(EDITOR, PASSWORD).await;
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        let store = Store::open(&StoreOptions { url: site.database.url.clone(), readers: 1 })
            .await
            .expect("the database opens");
        let readers = (0..READERS).map(|n| format!("subscriber-{n}@example.com")).collect();
        subscribe_all(&store, readers, SubscriberStatus::Confirmed, NOW).await;
        store.close().await.expect("the database closes");
        let database = connect(&site.database.url).await;
        let mail_server = if mails == Mails::Server { Some(SmtpSink::start().await) } else { None };
        let folder = tempfile::tempdir().expect("a temporary folder");
        Self {
            site,
            wallet: WalletDouble::start().await,
            mail_server,
            database,
            configure: Box::new(configure),
            folder,
        }
    }

    /// A process of this site that meets faults.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = self.site.command(arguments);
        // A job whose process died, or could not write how it ended, is taken again after a second.
        command.env("MWANGA_LEASE_S", "1").env("MWANGA_RATE_LIMITS", "off");
        command.env("RUST_LOG", std::env::var("MWANGA_FAULTS_LOG").unwrap_or_else(|_| "off".to_owned()));
        command.envs(self.wallet.variables());
        if let Some(server) = &self.mail_server {
            command.env("SMTP_URL", &server.url);
        }
        (self.configure)(&mut command);
        command
    }

    pub async fn serve(&self) -> Binary {
        Binary::start(self.command(&["serve"])).await
    }

    /// The command of an operation that has one of its own.
    pub fn command_of(&self, operation: &Operation) -> Command {
        assert!(operation.kind.is_command(), "{:?} is done by a serving process", operation.kind);
        match &operation.target {
            Target::Site(site) => {
                let mut command = site.command(&["migrate"]);
                command.env("RUST_LOG", "off");
                (self.configure)(&mut command);
                // `configure` may lead to the database of this site.
                command.env("DATABASE_URL", &site.database.url);
                command
            }
            _ => self.command(&["import", "wordpress", self.export(&operation.key).to_str().expect("a path in UTF-8")]),
        }
    }

    /// Of an operation that is done to another site than this one.
    pub fn database_of<'a>(&self, operation: &'a Operation) -> Option<&'a str> {
        match &operation.target {
            Target::Site(site) => Some(&site.database.url),
            _ => None,
        }
    }

    /// Does it, as the person or the process that does it, and says what they were told. Nothing that goes wrong here
    /// is a panic.
    pub async fn run(&self, person: &Person, operation: &Operation) -> Outcome {
        let (key, title) = (&*operation.title(), operation.title());
        match operation.kind {
            Kind::Save => outcome_of(person.post("/api/admin/posts", key, &post_form(&title, &title)).await.as_ref()),
            Kind::Edit => {
                let form = post_form(&format!("{title} edited"), "the second state");
                outcome_of(
                    person.send("PUT", &format!("/api/admin/posts/{}", operation.post()), key, &form).await.as_ref(),
                )
            }
            Kind::Delete => outcome_of(
                person
                    .send("DELETE", &format!("/api/admin/posts/{}", operation.post()), key, &Value::Null)
                    .await
                    .as_ref(),
            ),
            Kind::Restore => {
                let path = format!("/api/admin/posts/{}/restore", operation.post());
                outcome_of(person.send("POST", &path, key, &json!({})).await.as_ref())
            }
            Kind::DeleteForever => {
                let path = format!("/api/admin/posts/{}?forever=true", operation.post());
                outcome_of(person.send("DELETE", &path, key, &Value::Null).await.as_ref())
            }
            Kind::Submit | Kind::Approve => {
                let path = format!("/api/admin/posts/{}/{}", operation.post(), operation.kind.name());
                // Making it was the first revision, submitting it the second.
                let read = if operation.kind == Kind::Approve { json!({ "revision": 2 }) } else { json!({}) };
                outcome_of(person.send("POST", &path, key, &read).await.as_ref())
            }
            Kind::Correct => {
                let path = format!("/api/admin/posts/{}/corrections", operation.post());
                outcome_of(person.post(&path, key, &json!({ "text": title })).await.as_ref())
            }
            Kind::Duplicate => {
                let path = format!("/api/admin/posts/{}/duplicate", operation.post());
                outcome_of(person.post(&path, key, &Value::Null).await.as_ref())
            }
            Kind::Bulk => {
                let posts = operation.posts().map(|id| json!({ "id": id }));
                let form = json!({ "action": "add_tag", "value": "Wind", "posts": posts });
                bulk_outcome(person.post("/api/admin/posts/bulk", key, &form).await.as_ref())
            }
            Kind::Page => {
                let form = json!({ "title": title, "content": text(&title), "status": "published" });
                outcome_of(person.post("/api/admin/pages", key, &form).await.as_ref())
            }
            Kind::Settings => {
                let seen = person.send("GET", "/api/admin/settings", key, &Value::Null).await;
                let Some(Answer { status: StatusCode::OK, body }) = seen else { return Outcome::Refused };
                let form = json!({ "version": body["version"], "values": { "site.tagline": title } });
                outcome_of(person.send("PUT", "/api/admin/settings", key, &form).await.as_ref())
            }
            Kind::Schedule => {
                let schedule = json!({ "enabled": true, "time": operation.time_of_day(), "minimum": 1 });
                outcome_of(person.send("PUT", "/api/newsletter/admin-schedule", key, &schedule).await.as_ref())
            }
            Kind::Category => {
                outcome_of(person.post("/api/admin/categories", key, &json!({ "name": title })).await.as_ref())
            }
            Kind::Upload => self.upload(person, operation).await,
            Kind::Order => outcome_of(
                person.post("/api/subscriptions/subscribe", key, &order_request(&operation.email())).await.as_ref(),
            ),
            Kind::Capture => {
                let answer =
                    person.post("/api/subscriptions/capture", key, &json!({ "payment_id": operation.order() })).await;
                payment_outcome(answer.as_ref())
            }
            Kind::Refund => {
                let Some(subscription) = self.subscription_of(&operation.email()).await else {
                    return Outcome::Refused;
                };
                let answer = person
                    .post(&format!("/api/admin/subscriptions/{}/refund", subscription.id.0), key, &json!({}))
                    .await;
                payment_outcome(answer.as_ref())
            }
            Kind::SignUp => {
                let form = json!({ "email": operation.email(), "password": PASSWORD });
                outcome_of(person.post("/api/auth/register-user", key, &form).await.as_ref())
            }
            Kind::Subscribe => outcome_of(
                person.post("/api/newsletter/subscribe", key, &json!({ "email": operation.email() })).await.as_ref(),
            ),
            Kind::Issue => {
                let draft = json!({ "id": operation.draft().0, "version": 1 });
                let letter = json!({ "subject": title, "html": issue_text(&title), "draft": draft });
                outcome_of(person.post("/api/newsletter/admin-send", key, &letter).await.as_ref())
            }
            Kind::Delivery => {
                // Its minute is over.
                self.change(&format!("UPDATE issue SET starts_at = 1 WHERE id = {}", operation.issue().0)).await;
                self.change("UPDATE job SET due_at = 1 WHERE kind = 'newsletter.start_issue' AND state = 'waiting'")
                    .await;
                Outcome::Unknown
            }
            Kind::Daily => {
                let midnight = Timestamp::parse(&format!("{}T00:00+03:00", today())).expect("a day");
                let job: DailyNewsletter = serde_json::from_value(json!({ "at": midnight.0 })).expect("a job");
                job.enqueue(&self.database, Timestamp(1)).await.expect("the job is written");
                Outcome::Unknown
            }
            Kind::Links => {
                // Its save is over for long enough.
                self.change("UPDATE job SET due_at = 1 WHERE kind = 'links.check' AND state = 'waiting'").await;
                Outcome::Unknown
            }
            Kind::Import | Kind::Migration => match self.command_of(operation).output().await {
                // Its last step may be there although the sync behind it failed: the next start finds out.
                Ok(output) if operation.kind == Kind::Migration && !output.status.success() => Outcome::Unknown,
                Ok(output) => command_outcome(output.status),
                Err(_) => Outcome::Unknown,
            },
        }
    }

    /// Does it again with the same key, as somebody does who was not told how it ended. What shows that it was done
    /// before counts as acknowledged.
    pub async fn repeat(&self, person: &Person, operation: &Operation) -> Outcome {
        let before = self.inspect(operation).await;
        // What a server without `Idempotency-Key` for this call would do a second time.
        if before == Effect::Complete
            && matches!(
                operation.kind,
                Kind::Save
                    | Kind::Correct
                    | Kind::Duplicate
                    | Kind::Page
                    | Kind::Category
                    | Kind::SignUp
                    | Kind::Delete
            )
            && !self.honours_keys(person).await
        {
            return Outcome::Acknowledged;
        }
        if operation.kind.is_job() {
            // Nobody repeats a job; the queue does.
            return Outcome::Unknown;
        }
        if let Target::Site(site) = &operation.target
            && has_database(site)
        {
            // The two minutes pass after which a process that could not give the lease back counts as dead.
            let database = connect(&site.database.url).await;
            let _ = database.execute_unprepared("UPDATE migration_lease SET expires_at = 0").await;
            database.close().await.expect("the database closes");
        }
        let outcome = self.run(person, operation).await;
        // A post that is gone can be deleted by nobody, one that is approved is not in review, and money goes back once:
        // the answer says that it was done.
        let shows_it = matches!(operation.kind, Kind::Delete | Kind::DeleteForever | Kind::Refund | Kind::Approve)
            && outcome == Outcome::Refused;
        if shows_it && self.inspect(operation).await == Effect::Complete { Outcome::Acknowledged } else { outcome }
    }

    /// Whether creating calls know an `Idempotency-Key`.
    pub async fn honours_keys(&self, person: &Person) -> bool {
        static KNOWN: tokio::sync::OnceCell<bool> = tokio::sync::OnceCell::const_new();
        let probe = async || {
            let mut ids = Vec::new();
            for _ in 0..2 {
                let form =
                    json!({ "title": "Twice", "content": "<p>Twice.</p>", "category_name": "tech", "status": "draft" });
                ids.push(
                    person.expect_ok("POST", "/api/admin/posts", "a key that was sent before", &form).await["id"]
                        .as_i64(),
                );
            }
            ids[0] == ids[1]
        };
        *KNOWN.get_or_init(probe).await
    }

    async fn upload(&self, person: &Person, operation: &Operation) -> Outcome {
        let known = operation.link.lock().expect("nobody panicked").clone();
        let (file_url, to) = match known {
            Some(link) => link,
            None => {
                let path = format!(
                    "/api/admin/generate-presigned-url?filename={}.png&contentType=image/png",
                    operation.slug()
                );
                let answer = person.send("GET", &path, &operation.key, &Value::Null).await;
                let link = answer.as_ref().and_then(|answer| {
                    Some((answer.body["file_url"].as_str()?.to_owned(), answer.body["url"].as_str()?.to_owned()))
                });
                let Some(link) = link else { return outcome_of(answer.as_ref()) };
                *operation.link.lock().expect("nobody panicked") = Some(link.clone());
                link
            }
        };
        // The process that made the link may have ended; its successor listens elsewhere.
        let to = Url::parse(&to).expect("an address");
        let to = format!("{}{}", person.url, &to[url::Position::BeforePath..]);
        let put = person.client.put(&to).header("content-type", "image/png").body(picture()).send().await;
        let Ok(put) = put else { return Outcome::Unknown };
        // The file is there from the first time; whether it is whole, the record finds out.
        if !put.status().is_success() && put.status() != StatusCode::CONFLICT {
            return Outcome::Refused;
        }
        outcome_of(
            person.post("/api/admin/media/record", &operation.title(), &json!({ "file_url": file_url })).await.as_ref(),
        )
    }

    /// Waits for what goes on by itself: jobs, and the poller that asks the wallet. Their pauses are left out.
    pub async fn settled(&self, operation: &Operation) -> Effect {
        let deadline = Instant::now() + Duration::from_secs(30);
        let goes_on = operation.kind.is_job() || operation.kind.asks_the_wallet();
        loop {
            let there = self.inspect(operation).await;
            if !goes_on || !matches!(there, Effect::Partial(_) | Effect::Missing) || Instant::now() > deadline {
                return there;
            }
            self.make_all_due().await;
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    }

    /// Whatever waits for its next try is due now. A write lock that the site does not give back is found by others.
    pub async fn make_all_due(&self) {
        for sql in [
            "UPDATE job SET due_at = 1 WHERE state = 'waiting' AND kind <> 'newsletter.daily' AND kind <> 'newsletter.start_issue'",
            "UPDATE job SET due_at = 1 WHERE state = 'waiting' AND attempts > 0",
            "UPDATE delivery SET due_at = 1 WHERE status = 'queued'",
            "UPDATE paid_order SET next_check_at = 1 WHERE status IN ('capturing', 'refunding')",
        ] {
            let _ = self.database.execute_unprepared(sql).await;
        }
        let _ = PollOrders {}.enqueue(&self.database, Timestamp(1)).await;
    }

    /// Takes back what would go on in the background of later rounds: issues that wait for their minute.
    pub async fn cancel_background_work(&self) {
        for sql in [
            "UPDATE issue SET status = 'undone' WHERE status = 'waiting'",
            "DELETE FROM job WHERE kind = 'newsletter.start_issue' AND state = 'waiting'",
        ] {
            let _ = self.database.execute_unprepared(sql).await;
        }
    }

    /// What is wrong with the database as a whole.
    pub async fn inconsistencies(&self) -> Vec<String> {
        inconsistencies(&self.database).await
    }

    async fn change(&self, sql: &str) {
        self.database.execute_unprepared(sql).await.unwrap_or_else(|e| panic!("{sql}: {e}"));
    }

    async fn number(&self, sql: &str) -> i64 {
        number(&self.database, sql).await
    }
}

/// A connection of this process.
pub async fn connect(url: &str) -> DatabaseConnection {
    let mut options = ConnectOptions::new(url);
    options.max_connections(1).sqlx_logging(false);
    sea_orm::Database::connect(options).await.expect("the database opens")
}

async fn number(database: &DatabaseConnection, sql: &str) -> i64 {
    let row = database
        .query_one_raw(Statement::from_string(database.get_database_backend(), sql))
        .await
        .unwrap_or_else(|e| panic!("{sql}: {e}"));
    row.expect("a row").try_get("", "n").expect("a number")
}

/// What is wrong with a database as a whole, by its own means and by what rows say of each other.
pub async fn inconsistencies(database: &DatabaseConnection) -> Vec<String> {
    let mut inconsistencies = Vec::new();
    let backend = database.get_database_backend();
    if backend == sea_orm::DbBackend::Sqlite {
        for check in ["PRAGMA integrity_check", "PRAGMA foreign_key_check"] {
            let rows = database.query_all_raw(Statement::from_string(backend, check)).await.expect("an answer");
            let lines = rows.iter().map(|row| row.try_get_by_index::<String>(0).unwrap_or_default());
            inconsistencies.extend(lines.filter(|line| line != "ok").map(|line| format!("{check}: {line}")));
        }
    }
    for (what, sql) in [
        (
            "posts without their newest revision",
            "SELECT count(*) AS n FROM post WHERE NOT EXISTS (SELECT 1 FROM post_revision r WHERE r.post_id = post.id AND r.revision = post.revision)",
        ),
        (
            "posts without their words for search",
            "SELECT count(*) AS n FROM post WHERE NOT EXISTS (SELECT 1 FROM post_search s WHERE s.post_id = post.id)",
        ),
        (
            "issues that wait and that nothing starts",
            "SELECT count(*) AS n FROM issue WHERE status = 'waiting' AND NOT EXISTS (SELECT 1 FROM job WHERE kind = 'newsletter.start_issue')",
        ),
        (
            "paid orders without a subscription",
            "SELECT count(*) AS n FROM paid_order o WHERE status = 'captured' AND NOT EXISTS (SELECT 1 FROM subscription s WHERE s.email_key = o.email_key)",
        ),
    ] {
        match number(database, sql).await {
            0 => {}
            n => inconsistencies.push(format!("{n} {what}")),
        }
    }
    let counted = post::Entity::find().count(database).await.expect("a number");
    let kept = counter::Entity::find_by_id("posts").one(database).await.expect("a row").map_or(0, |row| row.value);
    if counted as i64 != kept {
        inconsistencies.push(format!("{counted} posts, and the counter says {kept}"));
    }
    inconsistencies
}

/// SQLite's may not be made yet.
fn has_database(site: &Site) -> bool {
    site.database.url.strip_prefix("sqlite://").is_none_or(|file| std::path::Path::new(file).exists())
}

/// Of several posts: one that was refused is told in an answer of success.
fn bulk_outcome(answer: Option<&Answer>) -> Outcome {
    match answer {
        Some(Answer { status: StatusCode::OK, body }) => {
            let posts = body["data"].as_array().expect("a list");
            if posts.iter().all(|post| post["outcome"] != "refused") { Outcome::Acknowledged } else { Outcome::Unknown }
        }
        answer => outcome_of(answer),
    }
}

/// The wallet finishes what was begun: only a plain no says that nothing was taken or given.
fn payment_outcome(answer: Option<&Answer>) -> Outcome {
    match answer {
        Some(answer) if answer.status.is_server_error() => Outcome::Unknown,
        answer => outcome_of(answer),
    }
}

pub fn command_outcome(status: std::process::ExitStatus) -> Outcome {
    match status.code() {
        Some(0) => Outcome::Acknowledged,
        Some(_) => Outcome::Refused,
        // Killed.
        None => Outcome::Unknown,
    }
}

fn order_request(email: &str) -> Value {
    json!({ "plan": "8_months", "payment_method": "paypal", "email": email })
}

/// Of some hundred KB, so that it is written in several pieces.
fn picture() -> Vec<u8> {
    static PICTURE: std::sync::OnceLock<Vec<u8>> = std::sync::OnceLock::new();
    PICTURE
        .get_or_init(|| {
            let noise = image::RgbImage::from_fn(320, 240, |x, y| {
                image::Rgb([((x * 37) ^ (y * 91)) as u8, (x * y) as u8, (x * 13 + y * 57) as u8])
            });
            let mut out = std::io::Cursor::new(Vec::new());
            image::DynamicImage::ImageRgb8(noise).write_to(&mut out, image::ImageFormat::Png).expect("a picture");
            out.into_inner()
        })
        .clone()
}

fn now_ms() -> i64 {
    mwanga_core::clock::Clock::system().now().0
}

/// The calendar day in Nairobi.
fn today() -> String {
    Timestamp(now_ms()).day_in(&nairobi())
}

/// A time of day in Nairobi that no test waits for; two operations hardly share one.
fn time_of_day_of(key: &str) -> String {
    let minute = key.bytes().fold(0_i64, |sum, byte| (sum * 31 + i64::from(byte)) % 600);
    Timestamp(now_ms() + 7 * 3_600_000 + minute * 60_000).time_in(&nairobi())
}

fn nairobi() -> jiff::tz::TimeZone {
    jiff::tz::TimeZone::get("Africa/Nairobi").expect("a zone")
}
