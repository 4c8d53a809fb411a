//! PgBouncer before PostgreSQL: `make pgbouncer`.

use std::ffi::OsString;
use std::process::Stdio;
use std::time::{Duration, Instant};

use mwanga_store::{ConnectionTrait, Store, StoreOptions};
use tokio::net::TcpStream;
use tokio::process::{Child, Command};
use url::Url;

use crate::support::*;

const PASSWORD: &str = "a lamp in the window";

/// A pooler before the cluster of the tests.
struct Pooler {
    port: u16,
    _folder: tempfile::TempDir,
    _child: Child,
}

impl Pooler {
    /// `settings` are lines of its section `[pgbouncer]`.
    async fn start(settings: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let cluster = Url::parse(&std::env::var("MWANGA_TEST_POSTGRES").expect("run make pgbouncer")).unwrap();
        let host = cluster.query_pairs().find(|(name, _)| name == "host").unwrap().1.into_owned();
        let (file, users) = (folder.path().join("pgbouncer.ini"), folder.path().join("users"));
        let users_file = users.display();
        let lines = format!(
            "[databases]\n* = host={host} user=postgres\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {port}\n\
             unix_socket_dir =\nauth_file = {users_file}\n{settings}\n"
        );
        std::fs::write(&users, format!("\"mwanga\" \"{PASSWORD}\"\n")).unwrap();
        std::fs::write(&file, lines).unwrap();
        let mut command = Command::new(program());
        // It runs as anybody but root, and is given away like its folder.
        if std::fs::metadata("/proc/self").is_ok_and(|process| std::os::unix::fs::MetadataExt::uid(&process) == 0) {
            command.args(["-u", "postgres"]);
            let given = Command::new("chown").args(["-R", "postgres"]).arg(folder.path()).status().await.unwrap();
            assert!(given.success());
        }
        let child = command.arg("-q").arg(&file).stdin(Stdio::null()).kill_on_drop(true).spawn().expect("it runs");
        let began = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).await.is_err() {
            assert!(began.elapsed() < Duration::from_secs(20), "PgBouncer does not listen");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Self { port, _folder: folder, _child: child }
    }

    /// The address of the database that stands at `url` without a pooler.
    fn url_of(&self, url: &str) -> String {
        let database = Url::parse(url).unwrap().path().to_owned();
        let mut url = Url::parse(&format!("postgres://mwanga@127.0.0.1:{}", self.port)).unwrap();
        url.set_password(Some(PASSWORD)).unwrap();
        url.set_path(&database);
        url.into()
    }
}

fn program() -> OsString {
    std::env::var_os("MWANGA_TEST_PGBOUNCER").expect("run make pgbouncer")
}

/// Whether this version keeps the prepared statements of its clients apart: 1.21 and later.
async fn keeps_prepared_statements() -> bool {
    let output = Command::new(program()).arg("--version").output().await.unwrap();
    let version = String::from_utf8(output.stdout).unwrap();
    let minor = version.split_whitespace().nth(1).and_then(|v| v.split('.').nth(1)).and_then(|v| v.parse::<u32>().ok());
    minor.expect("PgBouncer 1.x says which it is") >= 21
}

/// A site without a schema whose database is reached by `pooler`, and the address without it.
async fn site_behind(pooler: &Pooler) -> (Site, String) {
    let mut site = Site::new().await;
    let direct = site.database.url.clone();
    site.database.url = pooler.url_of(&direct);
    (site, direct)
}

/// What a command of the binary says where it fails.
async fn refusal(site: &Site, arguments: &[&str]) -> String {
    let output = site.run(arguments).await;
    assert!(!output.status.success(), "{arguments:?} succeeds");
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// The doctor's line on the database, as state, finding and advice.
async fn database_line(site: &Site) -> String {
    let output = site.run(&["doctor", "--json"]).await;
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let lines = report["checks"].as_array().unwrap();
    lines.iter().find(|line| line["subject"] == "Database").unwrap().to_string()
}

/// Migrates, serves, writes by several callers at once, and gives up on a lock that somebody holds.
async fn use_site(site: &Site, direct: &str) {
    for output in futures_util::future::join_all((0..3).map(|_| site.run(&["migrate"]))).await {
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    assert!(site.make_admin("amina@example.com", PASSWORD).await.status.success());
    let server = site.serve().await;
    assert_eq!(server.get("/readyz").await.status, StatusCode::OK);
    let sign_in = json!({ "email": "amina@example.com", "password": PASSWORD });
    let token = server.post("/api/auth/admin/login", None, &sign_in).await.ok()["token"].as_str().unwrap().to_owned();
    let save = |title: String| {
        let post = json!({ "title": title, "content": "<p>Maji</p>", "category_name": "tech" });
        let (caller, token) = (server.caller(), token.clone());
        async move { caller.try_json("POST", "/api/admin/posts", &token, &post).await.expect("an answer") }
    };
    for reply in futures_util::future::join_all((0..24).map(|n| save(format!("Habari {n}")))).await {
        assert!(reply.status.is_success(), "{}", reply.text());
    }
    let posts = server.get("/api/posts/public").await.ok();
    assert_eq!(posts["total"], 24, "{posts}");

    let holder = Store::open(&StoreOptions { url: direct.to_owned(), readers: 1 }).await.unwrap();
    let lock = holder.begin().await.unwrap();
    lock.execute_unprepared("LOCK TABLE post IN EXCLUSIVE MODE").await.unwrap();
    let began = Instant::now();
    let reply = save("Kufuli".to_owned()).await;
    assert_eq!((reply.problem().is(), began.elapsed() < Duration::from_secs(9)), ((503, "busy"), true));
    lock.rollback().await;
    assert!(save("Kufuli".to_owned()).await.status.is_success());
    holder.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "PgBouncer of Debian: make pgbouncer"]
async fn in_session_mode_the_site_works_and_gives_up_on_locks() {
    for auth in ["scram-sha-256", "md5", "plain"] {
        let pooler = Pooler::start(&format!("pool_mode = session\nauth_type = {auth}")).await;
        let (site, direct) = site_behind(&pooler).await;
        use_site(&site, &direct).await;
        let line = database_line(&site).await;
        assert!(line.contains("It answers"), "{auth}: {line}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "PgBouncer of Debian: make pgbouncer"]
async fn in_transaction_mode_the_site_works_or_says_what_to_set() {
    let pooler = Pooler::start("pool_mode = transaction\nauth_type = scram-sha-256").await;
    let (mut site, direct) = site_behind(&pooler).await;
    if !keeps_prepared_statements().await {
        for command in ["migrate", "serve", "doctor"] {
            let said = refusal(&site, &[command]).await;
            assert!(said.contains("prepared statements") && said.contains("pool_mode = session"), "{command}: {said}");
        }
        return;
    }
    let pooler =
        Pooler::start("pool_mode = transaction\nauth_type = scram-sha-256\nmax_prepared_statements = 200").await;
    site.database.url = pooler.url_of(&direct);
    use_site(&site, &direct).await;
    let line = database_line(&site).await;
    assert!(line.contains("reads wait for locks without end") && line.contains("ALTER ROLE"), "{line}");
    let name = Url::parse(&direct).unwrap().path().trim_start_matches('/').to_owned();
    let store = Store::open(&StoreOptions { url: direct.clone(), readers: 1 }).await.unwrap();
    store.writer().execute_unprepared(&format!("ALTER DATABASE {name} SET lock_timeout = '5s'")).await.unwrap();
    store.close().await.unwrap();
    let pooler =
        Pooler::start("pool_mode = transaction\nauth_type = scram-sha-256\nmax_prepared_statements = 200").await;
    site.database.url = pooler.url_of(&direct);
    let line = database_line(&site).await;
    assert!(line.contains("It answers"), "{line}");
}

#[tokio::test]
#[ignore = "PgBouncer of Debian: make pgbouncer"]
async fn in_statement_mode_and_without_a_reset_the_start_says_what_to_set() {
    let pooler = Pooler::start("pool_mode = statement\nauth_type = scram-sha-256").await;
    let (site, _) = site_behind(&pooler).await;
    let said = refusal(&site, &["migrate"]).await;
    assert!(said.contains("allows no transactions") && said.contains("pool_mode = session"), "{said}");

    let pooler = Pooler::start("pool_mode = session\nserver_reset_query =\nauth_type = scram-sha-256").await;
    let (site, _) = site_behind(&pooler).await;
    let said = refusal(&site, &["migrate"]).await;
    assert!(said.contains("prepared statements") && said.contains("DISCARD ALL"), "{said}");
}
