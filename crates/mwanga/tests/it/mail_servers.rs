//! Postfix, Exim and OpenSMTPD as smart hosts: `make mail-servers`.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use mwanga_store::entities::subscriber;
use mwanga_store::types::SubscriberStatus;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::process::{Child, Command};

use crate::support::*;

const READERS: usize = 400;
/// In which all of them must have it: far below the half hour until a server looks into its queue.
const LIMIT: Duration = Duration::from_secs(90);

/// A mail server that gives on what it takes.
struct Relay {
    port: u16,
    folder: tempfile::TempDir,
    _child: Child,
}

impl Relay {
    async fn start(name: &str, root: &Path, sink: &MailSink) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let script = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/mail/relay.sh");
        let sink_port = sink.url.rsplit(':').next().unwrap();
        let log = std::fs::File::create(folder.path().join("output")).unwrap();
        let child = Command::new("unshare")
            .args(["--mount", "--propagation", "private", "--pid", "--fork", "--kill-child", "--mount-proc", "sh"])
            .args([script.as_path(), Path::new(name), root, folder.path()])
            .args([&port.to_string(), sink_port])
            .stdin(Stdio::null())
            .stdout(log.try_clone().unwrap())
            .stderr(log)
            .kill_on_drop(true)
            .spawn()
            .expect("unshare runs");
        let began = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).await.is_err() {
            assert!(began.elapsed() < Duration::from_secs(20), "{name} does not listen");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Self { port, folder, _child: child }
    }

    fn output(&self) -> String {
        std::fs::read_to_string(self.folder.path().join("output")).unwrap_or_default()
    }

    /// What it says of itself, and what it takes.
    async fn describe(&self) -> String {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).await.unwrap();
        let (read, mut write) = stream.into_split();
        let mut lines = BufReader::new(read).lines();
        let mut said = vec![lines.next_line().await.unwrap().unwrap()];
        write.write_all(b"EHLO site.example\r\n").await.unwrap();
        loop {
            let line = lines.next_line().await.unwrap().unwrap();
            let is_last = line.as_bytes().get(3) == Some(&b' ');
            said.push(line);
            if is_last {
                return said.join("; ");
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "mail servers of Debian: make mail-servers"]
async fn each_smart_host_delivers_a_newsletter_to_everybody_once() {
    let root = PathBuf::from(std::env::var_os("MWANGA_TEST_MAIL_SERVERS").expect("run make mail-servers"));
    for (name, is_gone) in [("postfix", true), ("exim", false), ("opensmtpd", true)] {
        let kept = tempfile::tempdir().unwrap();
        let sink = MailSink::start_in("ok", kept.path()).await;
        let relay = Relay::start(name, &root, &sink).await;
        println!("{name}: {}", relay.describe().await);
        let url = format!("smtp://127.0.0.1:{}", relay.port);
        let key = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mail/dkim.pem");
        let app = TestApp::with(|config| {
            config.mail.smtp_url = Some(url.into());
            config.mail.dkim = Some((key, "news".into()));
        })
        .await;
        app.subscribers(READERS, SubscriberStatus::Confirmed).await;
        app.subscribe("gone@gone.example", SubscriberStatus::Confirmed).await;
        let editor = app.staff(Role::Editor).await;
        let words = json!({ "subject": "Taa mpya", "html": "<p>Habari za asubuhi.</p>" });
        let id = editor.post("/api/newsletter/admin-send", words).await.ok()["issue"]["id"].as_i64().unwrap();
        app.clock.advance_ms(60_000);
        let began = Instant::now();
        app.run_jobs().await;
        let sent_after = began.elapsed();
        while sink.count() < READERS {
            let said =
                || relay.output().chars().rev().take(2_000).collect::<String>().chars().rev().collect::<String>();
            assert!(began.elapsed() < LIMIT, "{name}: {} of {READERS} in time; it says {}", sink.count(), said());
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        let arrived_after = began.elapsed();
        // What comes twice comes a little later.
        tokio::time::sleep(Duration::from_secs(2)).await;
        let by_recipient = sink.by_recipient();
        assert_eq!(by_recipient.len(), READERS, "{name}");
        assert!(by_recipient.values().all(|mails| mails.len() == 1), "{name}: somebody got it twice");
        let failed = editor.get(&format!("/api/newsletter/admin-issues/{id}/deliveries?status=failed")).await.ok();
        let refusals = failed["data"].as_array().unwrap();
        assert_eq!(refusals.len(), 1, "{name}: {failed}");
        println!(
            "{name}: sent in {sent_after:.1?}, arrived in {arrived_after:.1?}; nobody there: {}",
            refusals[0]["error"]
        );
        let row = subscriber::Entity::find().filter(subscriber::Column::Email.eq("gone@gone.example"));
        let row = row.one(app.core().store.reader()).await.unwrap().unwrap();
        assert_eq!(row.status == SubscriberStatus::Bounced, is_gone, "{name}: {}", refusals[0]["error"]);
        let files: Vec<_> = std::fs::read_dir(kept.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
        assert_eq!(files.len(), READERS, "{name}");
        let record = format!("v=DKIM1; k=rsa; p={}", include_str!("../mail/dkim.pub").trim());
        let verified = python("mail/verify.py").arg(record).args(&files).output().await.unwrap();
        assert!(verified.status.success(), "{name}: {}", String::from_utf8_lossy(&verified.stderr));
    }
}
