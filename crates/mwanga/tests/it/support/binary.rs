//! The real binary as a process of its own.

use std::path::Path;
use std::process::{Output, Stdio};

use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdout, Command};
use tokio::sync::OnceCell;

use serde_json::Value;

use super::served::{browser, reply};
use super::{Database, Reply};

/// A data folder and a database for the real binary, outliving each of its processes.
pub struct Site {
    pub database: Database,
    pub folder: TempDir,
}

impl Site {
    /// Nothing in it, not even a schema.
    pub async fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        Self { database: Database::empty(folder.path()).await, folder }
    }

    /// The demo publication. The first test has it seeded, which takes long; each gets a copy.
    pub async fn demo() -> Self {
        static SEEDED: OnceCell<(Vec<u8>, Database)> = OnceCell::const_new();
        let (files, database) = SEEDED
            .get_or_init(|| async {
                let site = Self::new().await;
                let mut server = Binary::start(site.command(&["serve", "--demo"])).await;
                server.terminate().await;
                server.child.wait().await.expect("it ends");
                let mut files = tar::Builder::new(Vec::new());
                files.append_dir_all(".", site.folder.path()).expect("its files are read");
                (files.into_inner().expect("its files are read"), site.database)
            })
            .await;
        let folder = tempfile::tempdir().expect("a temporary folder");
        tar::Archive::new(files.as_slice()).unpack(folder.path()).expect("its files are copied");
        Self { database: database.copy(folder.path()).await, folder }
    }

    /// The binary with these arguments and no variable but those that name the site.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_mwanga"));
        command
            .args(arguments)
            .env_clear()
            .current_dir(self.folder.path())
            .env("MWANGA_DATA_DIR", self.folder.path())
            .env("DATABASE_URL", &self.database.url)
            .env("MWANGA_LISTEN", "127.0.0.1:0")
            .stdin(Stdio::null())
            .kill_on_drop(true);
        command
    }

    pub async fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().await.expect("the binary runs")
    }

    /// `mwanga admin create` with the password on standard input.
    pub async fn make_admin(&self, email: &str, password: &str) -> Output {
        run_typing(self.command(&["admin", "create", "--email", email, "--role", "admin"]), password).await
    }

    pub async fn serve(&self) -> Binary {
        Binary::start(self.command(&["serve"])).await
    }
}

/// Runs a command with one line on its standard input.
pub async fn run_typing(mut command: Command, line: &str) -> Output {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the binary runs");
    let mut input = child.stdin.take().expect("a pipe");
    // It may have ended without asking.
    let _ = input.write_all(format!("{line}\n").as_bytes()).await;
    drop(input);
    child.wait_with_output().await.expect("it ends")
}

/// A serving process.
pub struct Binary {
    pub url: String,
    /// What it printed before it listened, line by line.
    pub startup_lines: Vec<String>,
    pub child: Child,
    client: reqwest::Client,
    _output: Lines<BufReader<ChildStdout>>,
}

impl Binary {
    /// Starts it and waits until it says where it listens.
    pub async fn start(mut command: Command) -> Self {
        command.stderr(Stdio::inherit());
        Self::spawn(command).await
    }

    /// Its log goes into this file.
    pub async fn start_logging(mut command: Command, log: &Path) -> Self {
        command.stderr(std::fs::File::create(log).expect("a file"));
        Self::spawn(command).await
    }

    async fn spawn(mut command: Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).spawn().expect("the binary runs");
        let mut output = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        let mut startup_lines = Vec::new();
        loop {
            let line = output
                .next_line()
                .await
                .expect("lines of text")
                .unwrap_or_else(|| panic!("it ended before it listened, after {startup_lines:?}"));
            if let Some(url) = line.strip_prefix("listening on ") {
                return Self { url: url.to_owned(), startup_lines, child, client: browser(), _output: output };
            }
            startup_lines.push(line);
        }
    }

    pub fn set_up_code(&self) -> Option<&str> {
        self.startup_lines.iter().find_map(|line| line.strip_prefix("set-up code: "))
    }

    pub async fn get(&self, path: &str) -> Reply {
        reply(self.client.get(format!("{}{path}", self.url))).await
    }

    pub async fn get_as(&self, path: &str, token: &str) -> Reply {
        reply(self.client.get(format!("{}{path}", self.url)).bearer_auth(token)).await
    }

    pub async fn post(&self, path: &str, token: Option<&str>, body: &Value) -> Reply {
        let mut request = self.client.post(format!("{}{path}", self.url)).json(body);
        if let Some(token) = token {
            request = request.bearer_auth(token);
        }
        reply(request).await
    }

    /// For a task that may outlive the process.
    pub fn caller(&self) -> ServerCaller {
        ServerCaller { url: self.url.clone(), client: self.client.clone() }
    }

    /// SIGTERM, as a service manager stops it.
    pub async fn terminate(&self) {
        let id = self.child.id().expect("it still runs").to_string();
        let status = Command::new("kill").args(["-TERM", &id]).status().await.expect("kill runs");
        assert!(status.success());
    }
}

/// Somebody who calls a process that may end at any moment.
pub struct ServerCaller {
    url: String,
    client: reqwest::Client,
}

impl ServerCaller {
    /// The whole response, or none when the process was gone before it arrived.
    pub async fn try_json(&self, method: &str, path: &str, token: &str, body: &Value) -> Option<Reply> {
        let method = method.parse().expect("a method");
        let response = self
            .client
            .request(method, format!("{}{path}", self.url))
            .bearer_auth(token)
            .json(body)
            .send()
            .await
            .ok()?;
        let (status, headers) = (response.status(), response.headers().clone());
        Some(Reply { status, headers, body: response.bytes().await.ok()? })
    }
}
