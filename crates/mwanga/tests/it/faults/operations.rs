//! What people and jobs do to a site, what they are told, and what a second connection sees of it afterwards. How a
//! fault is made is somebody else's matter: the same operations run over a failing disk, a cut connection and kill -9.
//!
//! One round: [`TrialSite::prepare`] while all is well, [`TrialSite::run`] under the fault, [`TrialSite::inspect`] from
//! outside, [`verdict`] on both. After an unknown outcome, [`TrialSite::repeat`] with the same key must succeed, and
//! [`TrialSite::settled`] must find the effect once.

use std::sync::Mutex;
use std::time::Duration;

use mwanga_core::newsletter::DailyNewsletter;
use mwanga_core::subscriptions::PollOrders;
use mwanga_jobs::Job;
use mwanga_store::entities::{
    account, category, counter, deal_link, delivery, import_record, issue, issue_draft, issue_link, job, media_item,
    page, page_revision, paid_order, post, post_revision, post_search, post_tag, session, settings_version, subscriber,
    subscription, trash_item,
};
use mwanga_store::types::{
    AccountId, DeliveryStatus, IssueDraftId, IssueId, IssueStatus, MediaKind, OrderStatus, PostId, PostStatus,
    SubscriberId, SubscriberStatus, SubscriptionState, Timestamp,
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
    /// `mwanga import wordpress FILE`.
    Import,
    /// `mwanga migrate` on an empty database.
    Migration,
}

impl Kind {
    pub const ALL: [Self; 22] = [
        Self::Save,
        Self::Edit,
        Self::Delete,
        Self::Restore,
        Self::DeleteForever,
        Self::Submit,
        Self::Approve,
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
        matches!(self, Self::Delivery | Self::Daily)
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

    /// What an operation is done to, made while nothing is wrong.
    pub async fn prepare(&self, person: &Person, kind: Kind, key: &str) -> Operation {
        let mut operation = Operation { kind, key: key.to_owned(), target: Target::None, link: Mutex::new(None) };
        let title = operation.title();
        operation.target = match kind {
            Kind::Edit | Kind::Delete | Kind::Restore | Kind::DeleteForever => {
                let post = person
                    .expect_ok(
                        "POST",
                        "/api/admin/posts",
                        &format!("prepare-{title}"),
                        &post_form(&title, "the first state"),
                    )
                    .await;
                if matches!(kind, Kind::Restore | Kind::DeleteForever) {
                    let own = format!("/api/admin/posts/{}", post["id"]);
                    person.expect_ok("DELETE", &own, &format!("prepare-{title}"), &Value::Null).await;
                }
                Target::Post {
                    id: post["id"].as_i64().expect("an id"),
                    slug: post["slug"].as_str().expect("a slug").to_owned(),
                }
            }
            Kind::Submit | Kind::Approve => self.prepare_draft(person, kind, &title).await,
            Kind::Capture | Kind::Refund => {
                let wish = order_request(&operation.email());
                let order = person.expect_ok("POST", "/api/subscriptions/subscribe", &title, &wish).await["payment_id"]
                    .as_str()
                    .expect("an id")
                    .to_owned();
                self.wallet.approve(&order);
                if kind == Kind::Refund {
                    person
                        .expect_ok("POST", "/api/subscriptions/capture", &title, &json!({ "payment_id": order }))
                        .await;
                }
                Target::Order(order)
            }
            Kind::Issue => {
                let words = json!({ "subject": title, "html": issue_text(&title) });
                let saved = person.expect_ok("POST", "/api/newsletter/admin-drafts", &title, &words).await;
                Target::Draft(saved["draft"]["id"].as_i64().expect("an id"))
            }
            Kind::Delivery => {
                let letter = json!({ "subject": title, "html": "<p>Habari za asubuhi.</p>" });
                let issue = person.expect_ok("POST", "/api/newsletter/admin-send", &title, &letter).await;
                Target::Issue(issue["issue"]["id"].as_i64().expect("an id"))
            }
            Kind::Daily => {
                person
                    .expect_ok("POST", "/api/admin/posts", &format!("prepare-{title}"), &post_form(&title, "a day"))
                    .await;
                // The day of an issue is unique: those of the rounds before were of other days.
                self.change("UPDATE issue SET day = 'round ' || id WHERE day IS NOT NULL").await;
                let schedule = json!({ "enabled": true, "time": "00:00", "minimum": 1 });
                person.expect_ok("PUT", "/api/newsletter/admin-schedule", &title, &schedule).await;
                Target::None
            }
            Kind::Schedule => Target::TimeOfDay(time_of_day_of(key)),
            Kind::Migration => Target::Site(Box::new(Site::new().await)),
            Kind::Import => {
                std::fs::write(self.export(key), wordpress_export(&operation)).expect("the export is written");
                Target::None
            }
            Kind::Save
            | Kind::Page
            | Kind::Settings
            | Kind::Category
            | Kind::Upload
            | Kind::Order
            | Kind::SignUp
            | Kind::Subscribe => Target::None,
        };
        operation
    }

    /// A contributor's draft, submitted where it is to be approved.
    async fn prepare_draft(&self, person: &Person, kind: Kind, title: &str) -> Target {
        let mut form = post_form(title, "the first state");
        form["status"] = json!("draft");
        let post = person.expect_ok("POST", "/api/admin/posts", &format!("prepare-{title}"), &form).await;
        let id = post["id"].as_i64().expect("an id");
        // Who approves the own post is not mailed.
        let email = format!("writer-{id}@example.com");
        self.change(&format!(
            "INSERT INTO account (email, email_key, username, role, created_at, updated_at)
             VALUES ('{email}', '{email}', 'Baraka', 'contributor', 0, 0)"
        ))
        .await;
        self.change(&format!(
            "UPDATE post SET owner_id = (SELECT id FROM account WHERE email_key = '{email}') WHERE id = {id}"
        ))
        .await;
        if kind == Kind::Approve {
            let path = format!("/api/admin/posts/{id}/submit");
            person.expect_ok("POST", &path, &format!("submit-{title}"), &json!({})).await;
        }
        Target::Post { id, slug: post["slug"].as_str().expect("a slug").to_owned() }
    }

    fn export(&self, key: &str) -> std::path::PathBuf {
        self.folder.path().join(format!("export-{key}.xml"))
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
                outcome_of(person.send("POST", &path, key, &json!({})).await.as_ref())
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
            && matches!(operation.kind, Kind::Save | Kind::Page | Kind::Category | Kind::SignUp | Kind::Delete)
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

    /// What there is of an operation's effect, by a connection that no fault meets.
    pub async fn inspect(&self, operation: &Operation) -> Effect {
        match operation.kind {
            Kind::Save => match &self.posts_titled(&operation.title()).await[..] {
                [] => Effect::Missing,
                [post] => self.whole_post(post, &text(&operation.title())).await,
                more => Effect::Inconsistent(format!("{} posts of one save", more.len())),
            },
            Kind::Edit => self.inspect_edit(operation).await,
            Kind::Delete => self.inspect_move(operation, PostStatus::Published, PostStatus::Trash).await,
            Kind::Restore => self.inspect_move(operation, PostStatus::Trash, PostStatus::Draft).await,
            Kind::DeleteForever => self.inspect_delete(operation).await,
            Kind::Submit => self.inspect_review(operation, PostStatus::Draft, PostStatus::InReview).await,
            Kind::Approve => self.inspect_review(operation, PostStatus::InReview, PostStatus::Published).await,
            Kind::Page => self.inspect_page(operation).await,
            Kind::Settings => self.inspect_settings(operation).await,
            Kind::Schedule => self.inspect_schedule(operation).await,
            Kind::Category => self.inspect_category(operation).await,
            Kind::Upload => self.inspect_upload(operation).await,
            Kind::Order => match &self.orders_of(&operation.email()).await[..] {
                [] => Effect::Missing,
                [order] if order.wallet_order.is_some() => Effect::Complete,
                [_] => Effect::Partial("an order that the wallet was not asked about, or has not answered".to_owned()),
                more => Effect::Inconsistent(format!("{} orders of one wish", more.len())),
            },
            Kind::Capture => self.inspect_capture(operation).await,
            Kind::Refund => self.inspect_refund(operation).await,
            Kind::SignUp => self.inspect_sign_up(operation).await,
            Kind::Subscribe => {
                let row = subscriber::Entity::find()
                    .filter(subscriber::Column::EmailKey.eq(operation.email()))
                    .one(&self.database)
                    .await
                    .expect("a row");
                match row {
                    None => Effect::Missing,
                    Some(row)
                        if row.status == SubscriberStatus::Confirmed
                            || self.has_mail_job(About::Subscriber(row.id)).await =>
                    {
                        Effect::Complete
                    }
                    Some(_) => Effect::Inconsistent("a subscriber who waits for a mail that nobody sends".to_owned()),
                }
            }
            Kind::Issue => {
                let rows = issue::Entity::find()
                    .filter(issue::Column::Subject.eq(operation.title()))
                    .all(&self.database)
                    .await
                    .expect("rows");
                match self.one_issue(&rows).await {
                    Effect::Inconsistent(why) => Effect::Inconsistent(why),
                    effect => self.draft_or_issue(operation.draft(), rows.first()).await.unwrap_or(effect),
                }
            }
            Kind::Daily => {
                let rows = issue::Entity::find()
                    .filter(issue::Column::Day.eq(today()))
                    .all(&self.database)
                    .await
                    .expect("rows");
                self.one_issue(&rows).await
            }
            Kind::Delivery => self.inspect_delivery(operation).await,
            Kind::Import => self.inspect_import(operation).await,
            Kind::Migration => inspect_migration(operation).await,
        }
    }

    async fn posts_titled(&self, title: &str) -> Vec<post::Model> {
        post::Entity::find().filter(post::Column::Title.eq(title)).all(&self.database).await.expect("rows")
    }

    /// A post, and everything that is written with it.
    async fn whole_post(&self, post: &post::Model, content: &str) -> Effect {
        let (db, half) = (&self.database, |why: &str| Effect::Inconsistent(format!("post {}: {why}", post.id.0)));
        if post.content != content {
            return half("its text is another one");
        }
        let revisions = post_revision::Entity::find()
            .filter(post_revision::Column::PostId.eq(post.id))
            .order_by_asc(post_revision::Column::Revision);
        let revisions = revisions.all(db).await.expect("rows");
        let numbers: Vec<i32> = revisions.iter().map(|row| row.revision).collect();
        if numbers != (1..=post.revision).collect::<Vec<_>>() {
            return half(&format!("it is revision {}, and there are {numbers:?}", post.revision));
        }
        let newest = &revisions[revisions.len() - 1].snapshot;
        if newest["title"] != post.title.as_str() || newest["content"] != content {
            return half("its newest revision is of another state");
        }
        let words = post_search::Entity::find_by_id(post.id).one(db).await.expect("a row");
        let title = post.title.to_lowercase();
        let mut sought = title.split(|c: char| !c.is_alphanumeric());
        if words.is_none_or(|row| !sought.all(|word| row.title.contains(word))) {
            return half("search has no words of it, or others");
        }
        let tags =
            post_tag::Entity::find().filter(post_tag::Column::PostId.eq(post.id)).count(db).await.expect("a number");
        let deals =
            deal_link::Entity::find().filter(deal_link::Column::PostId.eq(post.id)).count(db).await.expect("a number");
        if (tags, deals) != (1, 1) {
            return half(&format!("{tags} tags and {deals} deals of one each"));
        }
        if !self.has_change(&format!("post:{}", post.id.0)).await {
            return half("no other node is told of it");
        }
        Effect::Complete
    }

    async fn has_change(&self, tag: &str) -> bool {
        self.number(&format!("SELECT count(*) AS n FROM change WHERE tag = '{tag}'")).await > 0
    }

    async fn inspect_edit(&self, operation: &Operation) -> Effect {
        let found = post::Entity::find_by_id(PostId(operation.post())).one(&self.database).await.expect("a row");
        let Some(post) = found else { return Effect::Inconsistent("the post is gone".to_owned()) };
        let first = post.title == operation.title();
        if !first && post.title != format!("{} edited", operation.title()) {
            return Effect::Inconsistent(format!("its title is {}", post.title));
        }
        // Somebody who repeats an edit saves the same once more.
        if first != (post.revision == 1) {
            return Effect::Inconsistent(format!("revision {} with the title {}", post.revision, post.title));
        }
        match self.whole_post(&post, &text(if first { "the first state" } else { "the second state" })).await {
            Effect::Complete if first => Effect::Missing,
            there => there,
        }
    }

    async fn inspect_page(&self, operation: &Operation) -> Effect {
        let half = |why: String| Effect::Inconsistent(format!("{}: {why}", operation.title()));
        let titled = page::Entity::find().filter(page::Column::Title.eq(operation.title()));
        let pages = titled.all(&self.database).await.expect("rows");
        let [page] = &pages[..] else {
            return if pages.is_empty() { Effect::Missing } else { half(format!("{} pages of one", pages.len())) };
        };
        let revisions = page_revision::Entity::find().filter(page_revision::Column::PageId.eq(page.id));
        let revisions = revisions.all(&self.database).await.expect("rows");
        let numbers: Vec<i32> = revisions.iter().map(|row| row.revision).collect();
        if (page.revision, &numbers[..]) != (1, &[1]) || revisions[0].snapshot["title"] != page.title.as_str() {
            return half(format!("revision {} of {numbers:?}", page.revision));
        }
        if !self.has_change(&format!("page:{}", page.id.0)).await {
            return half("no other node is told of it".to_owned());
        }
        Effect::Complete
    }

    /// Each save is a version with all values of the one before it.
    async fn inspect_settings(&self, operation: &Operation) -> Effect {
        let by_version = settings_version::Entity::find().order_by_asc(settings_version::Column::Version);
        let rows = by_version.all(&self.database).await.expect("rows");
        let versions: Vec<i64> = rows.iter().map(|row| row.version).collect();
        if versions != (1..=rows.len() as i64).collect::<Vec<_>>() {
            return Effect::Inconsistent(format!("the versions are {versions:?}"));
        }
        if rows.iter().any(|row| row.values["site.tagline"] == operation.title().as_str()) {
            Effect::Complete
        } else {
            Effect::Missing
        }
    }

    /// The time is one of the settings, and a job waits for it.
    async fn inspect_schedule(&self, operation: &Operation) -> Effect {
        let (db, time) = (&self.database, operation.time_of_day());
        let rows = settings_version::Entity::find().all(db).await.expect("rows");
        let is_saved = rows.iter().any(|row| row.values["newsletter.daily_time"] == time);
        let jobs = job::Entity::find().filter(job::Column::Kind.eq(DailyNewsletter::KIND)).all(db).await.expect("rows");
        let waits = jobs.iter().any(|job| job.due_at.is_some_and(|at| at.time_in(&nairobi()) == time));
        match (is_saved, waits) {
            (true, true) => Effect::Complete,
            (false, false) => Effect::Missing,
            (true, false) => Effect::Inconsistent("a daily newsletter that no job waits for".to_owned()),
            (false, true) => Effect::Inconsistent("a job waits for a time that nobody saved".to_owned()),
        }
    }

    async fn inspect_category(&self, operation: &Operation) -> Effect {
        let named = category::Entity::find().filter(category::Column::Name.eq(operation.title()));
        match named.count(&self.database).await.expect("a number") {
            0 => Effect::Missing,
            1 => Effect::Complete,
            count => Effect::Inconsistent(format!("{count} categories of one")),
        }
    }

    async fn inspect_delete(&self, operation: &Operation) -> Effect {
        let (id, db) = (PostId(operation.post()), &self.database);
        if post::Entity::find_by_id(id).one(db).await.expect("a row").is_some() {
            return self.inspect_move(operation, PostStatus::Trash, PostStatus::Trash).await;
        }
        let left = post_revision::Entity::find()
            .filter(post_revision::Column::PostId.eq(id))
            .count(db)
            .await
            .expect("a number")
            + post_search::Entity::find_by_id(id).count(db).await.expect("a number")
            + post_tag::Entity::find().filter(post_tag::Column::PostId.eq(id)).count(db).await.expect("a number")
            + deal_link::Entity::find().filter(deal_link::Column::PostId.eq(id)).count(db).await.expect("a number");
        let Target::Post { slug, .. } = &operation.target else { unreachable!("a delete has a post") };
        let retired = self.number(&format!("SELECT count(*) AS n FROM old_slug WHERE slug = '{slug}'")).await;
        if (left, retired) == (0, 1) {
            Effect::Complete
        } else {
            Effect::Inconsistent(format!("of a deleted post {left} rows are left, and {retired} of its address"))
        }
    }

    /// Whether a post went into the trash, or out of it, with all that follows.
    async fn inspect_move(&self, operation: &Operation, before: PostStatus, after: PostStatus) -> Effect {
        let (id, db) = (PostId(operation.post()), &self.database);
        let Some(post) = post::Entity::find_by_id(id).one(db).await.expect("a row") else {
            return Effect::Inconsistent("the post is gone".to_owned());
        };
        let revisions = post_revision::Entity::find().filter(post_revision::Column::PostId.eq(id));
        let tags = post_tag::Entity::find().filter(post_tag::Column::PostId.eq(id));
        let deals = deal_link::Entity::find().filter(deal_link::Column::PostId.eq(id));
        let trash = trash_item::Entity::find().filter(trash_item::Column::ItemId.eq(id.0));
        let found = (
            revisions.count(db).await.expect("a number"),
            tags.count(db).await.expect("a number"),
            deals.count(db).await.expect("a number"),
            trash.count(db).await.expect("a number"),
        );
        let is_trashed = u64::from(post.status == PostStatus::Trash);
        let expected = (post.revision as u64, 1 - is_trashed, 1, is_trashed);
        if found != expected || post.content != text("the first state") {
            let status = post.status.as_str();
            return Effect::Inconsistent(format!("{status} with revisions, tags, deals, trash {found:?}"));
        }
        match post.status {
            status if status == before => Effect::Missing,
            status if status == after => Effect::Complete,
            status => Effect::Inconsistent(format!("it is {}", status.as_str())),
        }
    }

    /// Whether a step of the review was taken, with its revision, and its mail where it has one.
    async fn inspect_review(&self, operation: &Operation, before: PostStatus, after: PostStatus) -> Effect {
        let moved = self.inspect_move(operation, before, after).await;
        let id = operation.post();
        let events = self.number(&format!("SELECT count(*) AS n FROM post_event WHERE post_id = {id}")).await;
        let owner = self.number(&format!("SELECT owner_id AS n FROM post WHERE id = {id}")).await;
        let jobs = job::Entity::find().filter(job::Column::Kind.eq("posts.send_events")).all(&self.database).await;
        let mails = jobs.expect("rows").iter().filter(|job| job.payload["account_id"] == owner).count() as i64;
        let expected = i64::from(moved == Effect::Complete && after == PostStatus::Published);
        match moved {
            Effect::Missing | Effect::Complete if (events, mails) != (expected, expected) => {
                Effect::Inconsistent(format!("{moved:?} with {events} events and {mails} mails"))
            }
            moved => moved,
        }
    }

    async fn inspect_upload(&self, operation: &Operation) -> Effect {
        let link = operation.link.lock().expect("nobody panicked").clone();
        let Some((file_url, _)) = link else { return Effect::Missing };
        let mut rows = media_item::Entity::find().all(&self.database).await.expect("rows");
        rows.retain(|row| file_url.ends_with(&row.object_key));
        match &rows[..] {
            [] => Effect::Missing,
            [row] => {
                let file = self.site.folder.path().join("media/files").join(&row.object_key);
                let bytes = std::fs::read(&file).unwrap_or_default();
                let is_whole = row.kind == MediaKind::Image
                    && bytes.len() as i64 == row.size_bytes
                    && image::load_from_memory(&bytes).is_ok();
                if is_whole {
                    Effect::Complete
                } else {
                    Effect::Inconsistent(format!("a row of {} bytes and a file of {}", row.size_bytes, bytes.len()))
                }
            }
            more => Effect::Inconsistent(format!("{} rows of one upload", more.len())),
        }
    }

    async fn orders_of(&self, email: &str) -> Vec<paid_order::Model> {
        paid_order::Entity::find()
            .filter(paid_order::Column::EmailKey.eq(email))
            .all(&self.database)
            .await
            .expect("rows")
    }

    async fn subscription_of(&self, email: &str) -> Option<subscription::Model> {
        subscription::Entity::find()
            .filter(subscription::Column::EmailKey.eq(email))
            .one(&self.database)
            .await
            .expect("a row")
    }

    async fn order_and_subscription(
        &self,
        operation: &Operation,
    ) -> (paid_order::Model, Option<subscription::Model>, u32, u32) {
        let orders = self.orders_of(&operation.email()).await;
        let [order] = <[_; 1]>::try_from(orders).unwrap_or_else(|orders| panic!("{} orders", orders.len()));
        let id = operation.order();
        (order, self.subscription_of(&operation.email()).await, self.wallet.charges(id), self.wallet.refunds(id))
    }

    async fn inspect_capture(&self, operation: &Operation) -> Effect {
        let (order, subscription, charges, _) = self.order_and_subscription(operation).await;
        if charges > 1 {
            return Effect::Inconsistent(format!("charged {charges} times"));
        }
        match (order.status, subscription) {
            (OrderStatus::Captured, Some(row))
                if row.status == SubscriptionState::Paid && row.last_order_id == order.id && charges == 1 =>
            {
                Effect::Complete
            }
            (OrderStatus::Created, None) if charges == 0 => Effect::Missing,
            (OrderStatus::Created | OrderStatus::Capturing, None) => {
                Effect::Partial(format!("an order that is {}", order.status.as_str()))
            }
            (status, row) => Effect::Inconsistent(format!(
                "the order is {status:?} with {charges} charges, and the subscription is {:?}",
                row.map(|row| row.status)
            )),
        }
    }

    async fn inspect_refund(&self, operation: &Operation) -> Effect {
        let (order, subscription, charges, refunds) = self.order_and_subscription(operation).await;
        let Some(subscription) = subscription else {
            return Effect::Inconsistent("an order without its subscription".to_owned());
        };
        if charges != 1 || refunds > 1 {
            return Effect::Inconsistent(format!("charged {charges} times and given back {refunds} times"));
        }
        match (order.status, subscription.status) {
            (OrderStatus::Refunded, SubscriptionState::Refunded) if refunds == 1 => Effect::Complete,
            (OrderStatus::Captured, SubscriptionState::Paid) if refunds == 0 => Effect::Missing,
            (OrderStatus::Refunding, SubscriptionState::Paid) => {
                Effect::Partial("a refund that is on its way".to_owned())
            }
            (order, row) => Effect::Inconsistent(format!(
                "the order is {order:?}, given back {refunds} times, and the subscription is {row:?}"
            )),
        }
    }

    async fn inspect_sign_up(&self, operation: &Operation) -> Effect {
        let db = &self.database;
        let account = account::Entity::find()
            .filter(account::Column::EmailKey.eq(operation.email()))
            .one(db)
            .await
            .expect("a row");
        let Some(account) = account else { return Effect::Missing };
        let sessions = session::Entity::find()
            .filter(session::Column::AccountId.eq(account.id))
            .count(db)
            .await
            .expect("a number");
        match (sessions, self.has_mail_job(About::Account(account.id)).await) {
            (1.., true) => Effect::Complete,
            (sessions, mail) => Effect::Inconsistent(format!(
                "an account with {sessions} sessions, a mail that proves its address: {mail}"
            )),
        }
    }

    /// Whether there is, or was, a job that mails somebody.
    async fn has_mail_job(&self, about: About) -> bool {
        let (kind, field, id) = match about {
            About::Account(id) => ("accounts.send_mail", "account_id", id.0),
            About::Subscriber(id) => ("newsletter.send_mail", "subscriber_id", id.0),
        };
        let jobs = job::Entity::find()
            .filter(job::Column::Kind.eq(kind))
            .order_by_desc(job::Column::Id)
            .all(&self.database)
            .await
            .expect("rows");
        jobs.iter().any(|job| job.payload[field] == id)
    }

    /// A draft stands in the list, or waits as the issue that was made of it; `None` where it is so.
    async fn draft_or_issue(&self, draft: IssueDraftId, issue: Option<&issue::Model>) -> Option<Effect> {
        let draft = issue_draft::Entity::find_by_id(draft).one(&self.database).await.expect("a row");
        let sent_as = draft.map(|draft| draft.issue_id);
        let wrong = match (issue, sent_as) {
            (None, Some(None)) => return None,
            (None, None) => "a draft that is lost, and no issue",
            (None, Some(Some(_))) => "a draft that is hidden, and no issue",
            (Some(issue), _) if issue.status != IssueStatus::Waiting => return None,
            (Some(issue), Some(Some(id))) if id == issue.id => return None,
            (Some(_), _) => "an issue whose draft can be sent again",
        };
        Some(Effect::Inconsistent(wrong.to_owned()))
    }

    /// An issue with the job that starts it.
    async fn one_issue(&self, rows: &[issue::Model]) -> Effect {
        let of_issue = |row: &issue::Model| issue_link::Entity::find().filter(issue_link::Column::IssueId.eq(row.id));
        if let [row] = rows
            && of_issue(row).count(&self.database).await.expect("a number") == 0
        {
            return Effect::Inconsistent("an issue whose links are not counted".to_owned());
        }
        match rows {
            [] => Effect::Missing,
            // It went on, or was taken back.
            [row] if row.status != IssueStatus::Waiting => Effect::Complete,
            [row] => {
                let jobs = job::Entity::find()
                    .filter(job::Column::Kind.eq("newsletter.start_issue"))
                    .all(&self.database)
                    .await
                    .expect("rows");
                match jobs.iter().filter(|job| job.payload["issue_id"] == row.id.0).count() {
                    0 => Effect::Inconsistent("an issue that nothing starts".to_owned()),
                    _ => Effect::Complete,
                }
            }
            more => Effect::Inconsistent(format!("{} issues of one", more.len())),
        }
    }

    async fn inspect_delivery(&self, operation: &Operation) -> Effect {
        let (id, db) = (operation.issue(), &self.database);
        let issue = issue::Entity::find_by_id(id).one(db).await.expect("a row").expect("the issue");
        let rows = delivery::Entity::find().filter(delivery::Column::IssueId.eq(id)).all(db).await.expect("rows");
        if rows.is_empty() && issue.status == IssueStatus::Waiting {
            return Effect::Missing;
        }
        if rows.len() != READERS {
            return Effect::Inconsistent(format!("{} mails for {READERS} readers", rows.len()));
        }
        let mails = self.mails();
        let subject = operation.title();
        let mut finished = issue.status == IssueStatus::Sent;
        for row in rows {
            let times = mails.iter().filter(|mail| mail.subject == subject && mail.to == row.email).count();
            match row.status {
                DeliveryStatus::Sent if times == 1 => {}
                // Handed over, and nobody knows: a person decides whether it goes again.
                DeliveryStatus::Uncertain if times <= 1 => {}
                DeliveryStatus::Queued | DeliveryStatus::Claimed if times <= 1 => finished = false,
                status => return Effect::Inconsistent(format!("a mail that is {status:?} and arrived {times} times")),
            }
        }
        if finished { Effect::Complete } else { Effect::Partial("mails that wait to be sent".to_owned()) }
    }

    /// Every mail that left.
    pub fn mails(&self) -> Vec<Mail> {
        match &self.mail_server {
            Some(server) => server.mails(),
            None => Mail::read_all(&self.site.folder.path().join("outbox")),
        }
    }

    async fn inspect_import(&self, operation: &Operation) -> Effect {
        let like = format!("wordpress:{}.example:post:%", operation.slug());
        let records = import_record::Entity::find()
            .filter(import_record::Column::ExternalKey.like(like))
            .all(&self.database)
            .await
            .expect("rows");
        let mut posts = 0;
        for n in 0..IMPORTED {
            let rows = self.posts_titled(&imported_title(operation, n)).await;
            match &rows[..] {
                [] => {}
                [post] if records.iter().any(|record| record.post_id == Some(post.id)) => {
                    posts += 1;
                    let revisions = post_revision::Entity::find()
                        .filter(post_revision::Column::PostId.eq(post.id))
                        .count(&self.database);
                    let words = post_search::Entity::find_by_id(post.id).count(&self.database);
                    if (revisions.await.expect("a number"), words.await.expect("a number")) != (1, 1) {
                        return Effect::Inconsistent("an imported post without its revision or its words".to_owned());
                    }
                }
                [_] => return Effect::Inconsistent("an imported post that the next run brings in again".to_owned()),
                more => return Effect::Inconsistent(format!("{} posts of one in the export", more.len())),
            }
        }
        match (records.len(), posts) {
            (0, 0) => Effect::Missing,
            (IMPORTED, IMPORTED) => Effect::Complete,
            (records, posts) if records == posts => Effect::Partial(format!("{posts} of {IMPORTED} posts")),
            (records, posts) => Effect::Inconsistent(format!("{records} records of {posts} posts")),
        }
    }

    /// What the site itself shows of an operation's effect, where it shows it.
    pub async fn shown(&self, person: &Person, operation: &Operation) -> Option<Effect> {
        match operation.kind {
            Kind::Save => {
                Some(self.visible_post(person, &operation.slug(), &operation.title(), &operation.title()).await)
            }
            Kind::Edit => {
                let Target::Post { id, slug } = &operation.target else { unreachable!("an edit has a post") };
                let (_, post) = person.get_json(&format!("/api/admin/posts/{id}")).await;
                let first = post["title"] == operation.title().as_str();
                let (title, words) = if first {
                    (operation.title(), "the first state")
                } else {
                    (format!("{} edited", operation.title()), "the second state")
                };
                if post["title"] != title.as_str() || post["content"] != text(words) {
                    return Some(Effect::Inconsistent("the editor sees another state".to_owned()));
                }
                match self.visible_post(person, slug, &title, words).await {
                    Effect::Complete if first => Some(Effect::Missing),
                    there => Some(there),
                }
            }
            Kind::Restore => {
                let (status, post) = person.get_json(&format!("/api/admin/posts/{}", operation.post())).await;
                match status {
                    StatusCode::NOT_FOUND => Some(Effect::Missing),
                    _ if post["status"] == "draft" => Some(Effect::Complete),
                    _ => Some(Effect::Inconsistent(format!("the editor sees {status} {}", post["status"]))),
                }
            }
            Kind::DeleteForever => {
                let (_, trash) = person.get_json("/api/admin/trash?per_page=100").await;
                let listed = trash["data"].as_array().is_some_and(|list| {
                    list.iter().any(|entry| entry["kind"] == "post" && entry["id"] == operation.post())
                });
                Some(if listed { Effect::Missing } else { Effect::Complete })
            }
            Kind::Delete => {
                let Target::Post { id, slug } = &operation.target else { unreachable!("a delete has a post") };
                let (status, _) = person.get_json(&format!("/api/admin/posts/{id}")).await;
                match (status, self.visible_post(person, slug, &operation.title(), "the first state").await) {
                    (StatusCode::OK, Effect::Complete) => Some(Effect::Missing),
                    (StatusCode::NOT_FOUND, Effect::Missing) => Some(Effect::Complete),
                    (status, there) => {
                        Some(Effect::Inconsistent(format!("the editor sees {status}, and readers {there:?}")))
                    }
                }
            }
            Kind::Page => {
                let (status, page) = person.get_json(&format!("/api/pages/{}", operation.slug())).await;
                // An address that nobody has leads to the front page.
                let (_, html) = person.sees(&format!("/{}", operation.slug())).await;
                let is_drawn = String::from_utf8_lossy(&html).contains(&operation.title());
                match status {
                    StatusCode::NOT_FOUND if !is_drawn => Some(Effect::Missing),
                    StatusCode::OK if is_drawn && page["title"] == operation.title().as_str() => Some(Effect::Complete),
                    status => {
                        Some(Effect::Inconsistent(format!("the API answers {status}, its page shows {is_drawn}")))
                    }
                }
            }
            Kind::Settings => {
                let (_, site) = person.get_json("/api/site").await;
                let newest = settings_version::Entity::find().order_by_desc(settings_version::Column::Version);
                let newest = newest.one(&self.database).await.expect("a row")?;
                let (shown, stored) = (&site["tagline"], &newest.values["site.tagline"]);
                if shown != stored {
                    return Some(Effect::Inconsistent(format!("the site shows {shown}, and {stored} is stored")));
                }
                // Somebody else may have saved since.
                (*shown == operation.title().as_str()).then_some(Effect::Complete)
            }
            Kind::Category => {
                let (_, site) = person.get_json("/api/site").await;
                let is_named = |category: &&Value| category["name"] == operation.title().as_str();
                match site["categories"].as_array().map_or(0, |all| all.iter().filter(is_named).count()) {
                    0 => Some(Effect::Missing),
                    1 => Some(Effect::Complete),
                    count => Some(Effect::Inconsistent(format!("the site lists it {count} times"))),
                }
            }
            Kind::Upload => {
                let Some(path) = self.media_path(operation, None) else { return Some(Effect::Missing) };
                match person.sees(&path).await {
                    (StatusCode::OK, bytes) if image::load_from_memory(&bytes).is_ok() => Some(Effect::Complete),
                    (StatusCode::NOT_FOUND, _) => Some(Effect::Missing),
                    (status, bytes) => Some(Effect::Inconsistent(format!("{status} with {} bytes", bytes.len()))),
                }
            }
            Kind::Issue => {
                let (_, list) = person.get_json("/api/newsletter/admin-issues?per_page=50").await;
                let issues = list["data"].as_array().expect("a list");
                match issues.iter().filter(|issue| issue["subject"] == operation.title().as_str()).count() {
                    0 => Some(Effect::Missing),
                    1 => Some(Effect::Complete),
                    more => Some(Effect::Inconsistent(format!("{more} issues of one"))),
                }
            }
            Kind::SignUp => {
                let form = json!({ "email": operation.email(), "password": PASSWORD });
                let answer = person.post("/api/auth/login-user", &operation.key, &form).await.expect("an answer");
                Some(if answer.status.is_success() { Effect::Complete } else { Effect::Missing })
            }
            _ => None,
        }
    }

    /// Where an uploaded picture is served, or its copy of a width.
    pub fn media_path(&self, operation: &Operation, width: Option<u32>) -> Option<String> {
        let link = operation.link.lock().expect("nobody panicked").clone();
        let (file_url, _) = link?;
        let key = file_url.split_once("/media/").expect("an address of media").1;
        Some(width.map_or_else(|| format!("/media/{key}"), |width| format!("/media/w{width}/{key}")))
    }

    /// What readers see of a post: its API answer and its page agree.
    async fn visible_post(&self, person: &Person, slug: &str, title: &str, words: &str) -> Effect {
        let (status, post) = person.get_json(&format!("/api/post/slug/{slug}")).await;
        let (page_status, page) = person.sees(&format!("/post/slug/{slug}")).await;
        match (status, page_status) {
            (StatusCode::OK, StatusCode::OK) if post["title"] == title && post["content"] == text(words) => {
                if String::from_utf8_lossy(&page).contains(title) {
                    Effect::Complete
                } else {
                    Effect::Inconsistent("the page is of another state".to_owned())
                }
            }
            (StatusCode::NOT_FOUND, StatusCode::NOT_FOUND) | (StatusCode::GONE, StatusCode::GONE) => Effect::Missing,
            (api, page) => Effect::Inconsistent(format!(
                "the API answers {api} with the title {}, and the page {page}",
                post["title"]
            )),
        }
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

enum About {
    Account(AccountId),
    Subscriber(SubscriberId),
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

/// Tables and indexes with their columns, in an order of their own.
async fn schema(database: &DatabaseConnection) -> Vec<String> {
    let backend = database.get_database_backend();
    let sql = match backend {
        sea_orm::DbBackend::Sqlite => "SELECT type || ' ' || name || ' ' || coalesce(sql, '') AS line FROM sqlite_master ORDER BY 1",
        _ => {
            "SELECT table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable AS line FROM information_schema.columns WHERE table_schema = 'public'
             UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1"
        }
    };
    let rows = database.query_all_raw(Statement::from_string(backend, sql)).await.expect("the schema");
    rows.iter().map(|row| row.try_get("", "line").expect("text")).collect()
}

/// SQLite's may not be made yet.
fn has_database(site: &Site) -> bool {
    site.database.url.strip_prefix("sqlite://").is_none_or(|file| std::path::Path::new(file).exists())
}

/// Each migration is a step of its own; what there is of an unfinished run is found out by the next one, which must
/// succeed.
async fn inspect_migration(operation: &Operation) -> Effect {
    static WHOLE: tokio::sync::OnceCell<Vec<String>> = tokio::sync::OnceCell::const_new();
    let Target::Site(site) = &operation.target else { unreachable!("a migration has a site") };
    let whole = WHOLE.get_or_init(|| async {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let model = Database::migrated(folder.path()).await;
        let database = connect(&model.url).await;
        let lines = schema(&database).await;
        database.close().await.expect("the database closes");
        lines
    });
    let whole = whole.await;
    if !has_database(site) {
        return Effect::Missing;
    }
    let database = connect(&site.database.url).await;
    let lines = schema(&database).await;
    let inconsistencies = if &lines == whole { inconsistencies(&database).await } else { Vec::new() };
    database.close().await.expect("the database closes");
    match lines.len() {
        0 => Effect::Missing,
        _ if !inconsistencies.is_empty() => Effect::Inconsistent(inconsistencies.join(", ")),
        _ if &lines == whole => Effect::Complete,
        some => Effect::Partial(format!("{some} of {} tables and indexes", whole.len())),
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

fn imported_title(operation: &Operation, n: usize) -> String {
    format!("{} part {n}", operation.title())
}

/// As small as an export of WordPress can be (WXR 1.2).
fn wordpress_export(operation: &Operation) -> String {
    let host = operation.slug();
    let items: String = (0..IMPORTED)
        .map(|n| {
            let (title, text) = (imported_title(operation, n), text("an export"));
            format!(
                "<item><title>{title}</title><link>https://{host}.example/{n}/</link><dc:creator>amina</dc:creator>\
                 <content:encoded><![CDATA[{text}]]></content:encoded><wp:post_id>{}</wp:post_id><wp:post_date_gmt>2024-05-01 06:30:00</wp:post_date_gmt>\
                 <wp:post_name>{host}-{n}</wp:post_name><wp:status>publish</wp:status><wp:post_type>post</wp:post_type></item>",
                n + 10
            )
        })
        .collect();
    format!(
        r#"<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"
        xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>{host}</title>
        <link>https://{host}.example</link><wp:wxr_version>1.2</wp:wxr_version><wp:base_site_url>https://{host}.example</wp:base_site_url>
        <wp:base_blog_url>https://{host}.example</wp:base_blog_url>{items}</channel></rss>"#
    )
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
