//! A third-party SMTP server (aiosmtpd) as a mail sink.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, ChildStdin, Command};

/// A third-party mail server (aiosmtpd), with the faults of `tests/mail/sink.py`.
pub struct MailSink {
    pub url: String,
    received: Arc<Mutex<Vec<(String, String)>>>,
    mode: Arc<Mutex<String>>,
    input: ChildStdin,
    _child: Child,
}

/// A script of `tests/`, run by the Python of the test tools.
pub fn python(script: &str) -> Command {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let python = here.join("../../target/test-tools/bin/python");
    assert!(python.exists(), "no tools for the tests: run scripts/install-test-tools");
    let mut command = Command::new(python);
    command.arg(here.join("tests").join(script)).kill_on_drop(true);
    command
}

impl MailSink {
    pub async fn start(mode: &str) -> Self {
        Self::start_with(mode, None).await
    }

    /// Writes each message that it keeps into a file of this folder.
    pub async fn start_in(mode: &str, folder: &Path) -> Self {
        Self::start_with(mode, Some(folder)).await
    }

    async fn start_with(mode: &str, folder: Option<&Path>) -> Self {
        let mut command = python("mail/sink.py");
        command.arg(mode);
        if let Some(folder) = folder {
            command.arg("--folder").arg(folder);
        }
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("Python runs");
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        let first = lines.next_line().await.expect("a line").expect("it says its port");
        let port = first.strip_prefix("port ").expect("its port").to_owned();
        let (received, current) = (Arc::new(Mutex::new(Vec::new())), Arc::new(Mutex::new(mode.to_owned())));
        let (received_by_task, mode_by_task) = (received.clone(), current.clone());
        tokio::spawn(async move {
            while let Ok(Some(line)) = lines.next_line().await {
                match line.split(' ').collect::<Vec<_>>()[..] {
                    ["kept", id, to] => received_by_task.lock().unwrap().push((id.to_owned(), to.to_owned())),
                    ["mode", mode] => *mode_by_task.lock().unwrap() = mode.to_owned(),
                    _ => panic!("the mail server said {line}"),
                }
            }
        });
        let input = child.stdin.take().expect("a pipe");
        Self { url: format!("smtp://127.0.0.1:{port}"), received, mode: current, input, _child: child }
    }

    /// From now on it behaves so.
    pub async fn set_mode(&mut self, mode: &str) {
        self.input.write_all(format!("mode {mode}\n").as_bytes()).await.expect("it reads");
        until("the mail server changes", || *self.mode.lock().unwrap() == mode).await;
    }

    /// Messages that it accepted: the local part of their `Message-ID`, and their recipient.
    pub fn received(&self) -> Vec<(String, String)> {
        self.received.lock().unwrap().clone()
    }

    pub fn count(&self) -> usize {
        self.received.lock().unwrap().len()
    }

    /// By recipient, the names of the messages.
    pub fn by_recipient(&self) -> HashMap<String, Vec<String>> {
        let mut by: HashMap<String, Vec<String>> = HashMap::new();
        for (id, to) in self.received() {
            by.entry(to).or_default().push(id);
        }
        by
    }
}

/// Waits for something that comes true soon.
pub async fn until(what: &str, mut is_true: impl FnMut() -> bool) {
    let began = Instant::now();
    while !is_true() {
        assert!(began.elapsed() < Duration::from_secs(60), "{what}: not within a minute");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}
