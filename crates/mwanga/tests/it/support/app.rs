//! The site under test, in this process or as two nodes of one store.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use mwanga_core::Core;
use mwanga_core::clock::Clock;
use mwanga_core::config::{Config, ConfigSource};
use mwanga_core::posts::{self, PostForm};
use mwanga_core::search::{IndexKind, run_indexer};
use mwanga_server::{AppState, Provenance};
use mwanga_ssr::Renderer;
use mwanga_store::entities::{issue, session, subscriber};
use mwanga_store::types::{PostId, Role, SessionKind, SubscriberStatus, Timestamp};
use mwanga_store::{Store, StoreOptions, queries};
use sea_orm::{EntityTrait, NotSet, Set};
use tempfile::TempDir;
use tower::ServiceExt;

use super::{Caller, Database, Mail, PostBuilder, Reply, Served};

/// 2026-11-20T09:00:00Z, noon in Nairobi: when the clock of a test stands still.
pub const NOW: Timestamp = Timestamp(1_795_165_200_000);

/// The public address of the site under test.
pub const BASE: &str = "https://mwanga.example";

/// A whole site in this process: real store, real engine, real router.
pub struct TestApp {
    pub state: AppState,
    pub clock: Clock,
    router: Router,
    /// Database and data folder, shared by the nodes of one site; dropped after the connections to it.
    storage: Arc<SiteStorage>,
}

/// Compiling the pages takes longer than most tests.
fn with_shared_renderer(core: Core) -> anyhow::Result<AppState> {
    static RENDERER: OnceLock<Renderer> = OnceLock::new();
    if let Some(renderer) = RENDERER.get() {
        return AppState::with_renderer(core, renderer.clone());
    }
    let state = AppState::new(core)?;
    let _ = RENDERER.set(state.renderer.clone());
    Ok(state)
}

struct SiteStorage {
    database: Database,
    folder: TempDir,
}

impl TestApp {
    pub async fn new() -> Self {
        Self::with(|_| {}).await
    }

    /// With a configuration of its own.
    pub async fn with(configure: impl FnOnce(&mut Config)) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let database = Database::migrated(folder.path()).await;
        Self::start(Arc::new(SiteStorage { database, folder }), Clock::fixed(NOW), configure).await
    }

    /// With a frontend of its own in place of the embedded one.
    pub async fn with_frontend(frontend: &TempDir) -> Self {
        let folder = frontend.path().to_owned();
        Self::with(|config| config.http.frontend_dir = Some(folder)).await
    }

    /// Two processes on one store, by the machine's clock, each reading what the other changed.
    pub async fn two_nodes() -> (Self, Self) {
        Self::two_nodes_with(|_| {}).await
    }

    /// With a configuration of their own.
    pub async fn two_nodes_with(configure: impl Fn(&mut Config)) -> (Self, Self) {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let database = Database::migrated(folder.path()).await;
        let storage = Arc::new(SiteStorage { database, folder });
        let first = Self::start(storage.clone(), Clock::system(), &configure).await;
        let second = Self::start(storage, Clock::system(), &configure).await;
        for node in [&first, &second] {
            tokio::spawn(node.state.clone().follow_changes());
        }
        (first, second)
    }

    /// Another process on the store of `earlier`, with the same clock, as after a restart.
    pub async fn sharing_store(earlier: &Self) -> Self {
        Self::sharing_store_with(earlier, |_| {}).await
    }

    /// With a configuration of its own.
    pub async fn sharing_store_with(earlier: &Self, configure: impl FnOnce(&mut Config)) -> Self {
        Self::start(earlier.storage.clone(), earlier.clock.clone(), configure).await
    }

    async fn start(storage: Arc<SiteStorage>, clock: Clock, configure: impl FnOnce(&mut Config)) -> Self {
        let pairs = [
            ("data_dir", storage.folder.path().to_str().expect("a path in UTF-8")),
            ("database_url", &storage.database.url),
            ("base_url", BASE),
            ("secret_key", "a key that only the tests know, 44 characters"),
        ];
        let source = ConfigSource::from_pairs(pairs.into_iter().map(|(key, value)| (key.to_owned(), value.to_owned())));
        let mut config = Config::from_source(&source).expect("a configuration");
        // Tests share one machine, the memory for pictures in work, and the renderer.
        config.timeouts.copy = Duration::from_secs(120);
        config.timeouts.pages = Duration::from_secs(120);
        config.timeouts.index = Duration::from_secs(120);
        // Jobs of other tests ask nobody outside.
        config.links.enabled = false;
        configure(&mut config);
        let store = Store::open(&StoreOptions { url: config.database_url.clone(), readers: 4 })
            .await
            .expect("the database opens");
        // The client of a bucket wants one, although nothing here speaks TLS.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let core = Core::new(config, store, clock.clone()).await.expect("the core starts");
        let marked = mwanga_core::library::mark_store(&core).await;
        assert!(marked.is_ok() || core.media().bucket().is_some(), "the media store is marked");
        let state =
            if core.config.http.frontend_dir.is_none() { with_shared_renderer(core) } else { AppState::new(core) }
                .expect("the server starts");
        let router = mwanga_server::routes(&state);
        Self { state, clock, router, storage }
    }

    pub fn core(&self) -> &Core {
        &self.state.core
    }

    pub fn data_dir(&self) -> PathBuf {
        self.storage.folder.path().to_owned()
    }

    /// A second connection pool to the same database, as of another process.
    pub async fn other_store(&self) -> Store {
        Store::open(&StoreOptions { url: self.storage.database.url.clone(), readers: 1 })
            .await
            .expect("the database opens")
    }

    /// Answers on a real socket.
    pub async fn listen(&self) -> Served {
        Served::start(&self.state).await
    }

    /// Somebody without a session.
    pub fn anyone(&self) -> Caller {
        Caller::new(self.router.clone(), None, None)
    }

    /// Somebody without a session whose limits are counted by this address.
    pub fn anyone_at(&self, address: &str) -> Caller {
        self.anyone().at(address)
    }

    /// Opens a search index in a folder of this name, as a serving process does, and waits until it answers.
    pub async fn index_in(&self, folder: &str) -> tokio::task::JoinHandle<()> {
        self.open_index(IndexKind::Public, folder).await
    }

    /// Opens the newsroom's search index in a folder of this name, and waits until it answers.
    pub async fn newsroom_index_in(&self, folder: &str) -> tokio::task::JoinHandle<()> {
        self.open_index(IndexKind::Newsroom, folder).await
    }

    async fn open_index(&self, kind: IndexKind, folder: &str) -> tokio::task::JoinHandle<()> {
        let task = tokio::spawn(run_indexer(self.core().clone(), kind, self.data_dir().join(folder)));
        super::until("the index answers", || kind.of(self.core()).is_open()).await;
        task
    }

    /// A site whose search is answered by an index.
    pub async fn indexed() -> Self {
        let app = Self::new().await;
        app.index_in("search").await;
        app
    }

    pub async fn get(&self, path: &str) -> Reply {
        self.anyone().get(path).await
    }

    /// Gives the publication another time zone, on top of the newest settings.
    pub async fn set_time_zone(&self, zone: &str) {
        let admin = self.staff(Role::Admin).await;
        let version = admin.get("/api/admin/settings").await.ok()["version"].clone();
        let values = serde_json::json!({ "site.time_zone": zone });
        admin.put("/api/admin/settings", serde_json::json!({ "version": version, "values": values })).await.ok();
    }

    /// Somebody with the staff session of a new account of this role.
    pub async fn staff(&self, role: Role) -> Caller {
        self.signed_in(role, SessionKind::Staff).await
    }

    /// Somebody who signed in as readers do.
    pub async fn reader(&self) -> Caller {
        self.signed_in(Role::Reader, SessionKind::Reader).await
    }

    /// Opens a session as signing in does, but for the password, which takes its time to check.
    pub async fn signed_in(&self, role: Role, kind: SessionKind) -> Caller {
        let core = self.core();
        let (name, cookie, now) =
            (mwanga_core::secrets::random_token(12).to_lowercase(), mwanga_core::secrets::random_token(43), core.now());
        let email = format!("{name}@example.com");
        let account = mwanga_store::entities::account::ActiveModel {
            id: NotSet,
            email: Set(email.clone()),
            email_key: Set(email),
            username: Set(name.clone()),
            password_hash: Set(None),
            role: Set(role),
            email_verified_at: Set(None),
            created_at: Set(now),
            updated_at: Set(now),
        };
        let account = queries::accounts::insert(core.store.writer(), account).await.expect("an account");
        let row = session::ActiveModel {
            id: Set(name),
            account_id: Set(account.id),
            kind: Set(kind),
            refresh_hash: Set(mwanga_core::secrets::fingerprint(&cookie)),
            previous_hash: NotSet,
            rotated_at: Set(now),
            created_at: Set(now),
            expires_at: Set(now.plus_ms(12 * 3_600_000)),
            ends_at: Set(now.plus_ms(7 * 24 * 3_600_000)),
            revoked_at: NotSet,
            device: Set("Firefox on Linux".to_owned()),
        };
        queries::sessions::insert(core.store.writer(), row).await.expect("a session");
        let signed_in = mwanga_core::accounts::refresh(core, kind, &cookie).await.expect("a token");
        Caller::new(self.router.clone(), Some(signed_in.token), signed_in.cookie)
    }

    /// A subscriber of this address.
    pub async fn subscribe(&self, email: &str, status: SubscriberStatus) {
        self.subscribe_all(vec![email.to_owned()], status).await;
    }

    /// `reader-0@example.com` and so on.
    pub async fn subscribers(&self, count: usize, status: SubscriberStatus) {
        self.subscribe_all((0..count).map(|n| format!("reader-{n}@example.com")).collect(), status).await;
    }

    async fn subscribe_all(&self, emails: Vec<String>, status: SubscriberStatus) {
        subscribe_all(&self.core().store, emails, status, self.core().now()).await;
    }

    /// Starts the issues that are due, changes something before any of their mails is sent, and sends them.
    pub async fn pause_sending(&self, change: impl AsyncFnOnce()) {
        use mwanga_jobs::Job;
        for issue in issue::Entity::find().all(self.core().store.reader()).await.expect("the store answers") {
            let start = mwanga_core::newsletter::StartIssue { issue_id: issue.id };
            start.run(self.core().clone()).await.expect("it starts");
        }
        change().await;
        self.run_jobs().await;
    }

    /// Runs every job that is due.
    pub async fn run_jobs(&self) -> usize {
        mwanga_server::job_worker(self.core()).run_due().await.expect("the queue answers")
    }

    /// Sends what waits to be sent, and answers every mail of the outbox to this address, oldest first.
    pub async fn mails_to(&self, email: &str) -> Vec<Mail> {
        self.run_jobs().await;
        Mail::read_all(&self.data_dir().join("outbox")).into_iter().filter(|mail| mail.to == email).collect()
    }

    /// The code of the last mail to this address.
    pub async fn code_mailed_to(&self, email: &str) -> String {
        self.mails_to(email).await.pop().unwrap_or_else(|| panic!("no mail to {email}")).code()
    }

    /// An API response as a page gets it, with its provenance: cache tags and expiry.
    pub async fn answer(&self, path: &str) -> (Reply, Provenance) {
        let request = Request::builder()
            .uri(path.strip_prefix("/api").expect("a path of the API"))
            .body(Body::empty())
            .expect("a request");
        let Ok(response) = self.state.api().oneshot(request).await;
        let provenance = response.extensions().get::<Provenance>().cloned().unwrap_or_default();
        (Reply::read(response).await, provenance)
    }

    /// A post with this title, not yet saved.
    pub fn post(&self, title: &str) -> PostBuilder<'_> {
        PostBuilder::new(self.core(), title)
    }

    /// Saves a post under another title, and returns before any page of it is rendered: the API waits for some renders.
    pub async fn retitle(&self, id: PostId, title: &str) {
        let form = PostForm { title: Some(title.to_owned()), ..PostForm::default() };
        posts::update(self.core(), None, id, form).await.expect("the post is saved");
    }

    /// How many pages were rendered since the start.
    pub fn rendered_pages(&self) -> u64 {
        self.state.cache.render_count()
    }
}

/// Writes subscribers, 100 at once.
pub async fn subscribe_all(store: &Store, emails: Vec<String>, status: SubscriberStatus, now: Timestamp) {
    for emails in emails.chunks(100) {
        let rows = emails.iter().map(|email| subscriber::ActiveModel {
            id: NotSet,
            email: Set(email.clone()),
            email_key: Set(email.clone()),
            name: Set(String::new()),
            status: Set(status),
            requested_at: Set(now),
            confirmed_at: Set((status == SubscriberStatus::Confirmed).then_some(now)),
            created_at: Set(now),
            left_at: Set(None),
            left_by_issue: Set(None),
        });
        subscriber::Entity::insert_many(rows)
            .exec_without_returning(store.writer())
            .await
            .expect("the subscribers are written");
    }
}
