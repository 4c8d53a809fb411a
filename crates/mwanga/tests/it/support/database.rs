//! A database for each test, on SQLite or PostgreSQL.

use std::path::Path;

use mwanga_core::secrets::random_token;
use mwanga_store::{ConnectionTrait, Store, StoreOptions, migrations};
use sea_orm::{ConnectOptions, DatabaseConnection};
use tokio::sync::OnceCell;
use url::Url;

use super::NOW;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backend {
    Sqlite,
    Postgres,
}

/// Which database the suite runs on: `MWANGA_TEST_DATABASE`, `sqlite` by default.
pub fn backend() -> Backend {
    match std::env::var("MWANGA_TEST_DATABASE").as_deref() {
        Err(_) | Ok("" | "sqlite") => Backend::Sqlite,
        Ok("postgres") => Backend::Postgres,
        Ok(other) => panic!("MWANGA_TEST_DATABASE is `{other}`: say `sqlite` or `postgres`"),
    }
}

/// A database of one test. It goes with the test.
pub struct Database {
    pub url: String,
    name: Option<String>,
}

impl Database {
    /// With no table in it; SQLite's file lies in `folder`.
    pub async fn empty(folder: &Path) -> Self {
        Self::create(folder, None).await
    }

    /// With the schema of today: migrated once, then copied.
    pub async fn migrated(folder: &Path) -> Self {
        match backend() {
            Backend::Sqlite => {
                static TEMPLATE: OnceCell<Vec<u8>> = OnceCell::const_new();
                let template = TEMPLATE.get_or_init(|| async {
                    let folder = tempfile::tempdir().expect("a temporary folder");
                    migrate(&Self::empty(folder.path()).await.url).await;
                    std::fs::read(folder.path().join(SQLITE_FILE)).expect("the database is read")
                });
                std::fs::write(folder.join(SQLITE_FILE), template.await).expect("the database is copied");
                Self::empty(folder).await
            }
            Backend::Postgres => {
                static TEMPLATE: OnceCell<()> = OnceCell::const_new();
                TEMPLATE.get_or_init(make_template).await;
                Self::create(folder, Some(TEMPLATE_NAME)).await
            }
        }
    }

    /// With the rows of this one, to which nobody is connected; SQLite's file was copied into `folder` before.
    pub async fn copy(&self, folder: &Path) -> Self {
        Self::create(folder, self.name.as_deref()).await
    }

    async fn create(folder: &Path, template: Option<&str>) -> Self {
        match backend() {
            Backend::Sqlite => Self { url: format!("sqlite://{}", folder.join(SQLITE_FILE).display()), name: None },
            Backend::Postgres => {
                let name = format!("test_{}", random_token(16).to_lowercase());
                let server = server().await;
                run(&server, &format!("CREATE DATABASE {name} TEMPLATE {}", template.unwrap_or("template0"))).await;
                server.close().await.expect("the server's connection closes");
                Self { url: url_of(&name), name: Some(name) }
            }
        }
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        let Some(name) = self.name.take() else { return };
        // The test's runtime may be the one that is being dropped.
        let dropped = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
            runtime.block_on(async { run(&server().await, &format!("DROP DATABASE {name} WITH (FORCE)")).await });
        });
        let _ = dropped.join();
    }
}

const SQLITE_FILE: &str = "mwanga.sqlite";
const TEMPLATE_NAME: &str = "mwanga_template";

/// Migrates once for all tests of the cluster, which may run in processes of their own.
async fn make_template() {
    let server = server().await;
    run(&server, "SELECT pg_advisory_lock(20261121)").await;
    let known = server
        .query_one_raw(sql(&format!("SELECT 1 FROM pg_database WHERE datname = '{TEMPLATE_NAME}'")))
        .await
        .expect("a query");
    if known.is_none() {
        // Made under another name, so that one cut off half-way is never taken for whole.
        run(&server, "DROP DATABASE IF EXISTS mwanga_unfinished WITH (FORCE)").await;
        run(&server, "CREATE DATABASE mwanga_unfinished TEMPLATE template0").await;
        migrate(&url_of("mwanga_unfinished")).await;
        run(&server, &format!("ALTER DATABASE mwanga_unfinished RENAME TO {TEMPLATE_NAME}")).await;
    }
    // Its one connection held the lock.
    server.close().await.expect("the server's connection closes");
}

async fn migrate(url: &str) {
    let store = Store::open(&StoreOptions { url: url.to_owned(), readers: 1 }).await.expect("the database opens");
    migrations::migrate(&store, || NOW).await.expect("the schema is made");
    store.close().await.expect("the database closes");
}

/// One connection to the cluster itself.
async fn server() -> DatabaseConnection {
    let mut options = ConnectOptions::new(cluster());
    options.max_connections(1).sqlx_logging(false);
    sea_orm::Database::connect(options).await.expect("the PostgreSQL of MWANGA_TEST_POSTGRES answers")
}

fn cluster() -> String {
    std::env::var("MWANGA_TEST_POSTGRES").unwrap_or_else(|_| {
        panic!("MWANGA_TEST_DATABASE=postgres needs a cluster: run the tests by scripts/with-postgres, which starts one and sets MWANGA_TEST_POSTGRES")
    })
}

fn url_of(name: &str) -> String {
    let mut url = Url::parse(&cluster()).expect("MWANGA_TEST_POSTGRES is a URL");
    url.set_path(name);
    url.into()
}

fn sql(text: &str) -> sea_orm::Statement {
    sea_orm::Statement::from_string(sea_orm::DbBackend::Postgres, text)
}

async fn run(server: &DatabaseConnection, text: &str) {
    server.execute_unprepared(text).await.unwrap_or_else(|e| panic!("{text}: {e}"));
}
