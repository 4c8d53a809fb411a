//! Test double of an SMTP server.

use std::sync::{Arc, Mutex};

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

use super::Mail;

/// A mail server on a free port that keeps what it is given (RFC 5321, as much as senders use of it).
pub struct SmtpSink {
    pub url: String,
    state: Arc<Mutex<SinkState>>,
    task: JoinHandle<()>,
}

#[derive(Default)]
struct SinkState {
    mails: Vec<String>,
    /// What it answers to a whole message; `250` keeps it. An empty one keeps it too, and breaks the connection off.
    answer: &'static str,
    /// To whom a message is kept and never answered.
    hangs_for: Option<&'static str>,
    /// So many connections are taken and never greeted.
    never_greeted: usize,
    /// Who may sign in; with nobody, sign-in is not offered.
    account: Option<(&'static str, &'static str)>,
    /// What it says of itself in its greeting.
    software: &'static str,
    /// The largest message that it says it takes.
    size_limit: Option<u64>,
    /// The answer to each recipient.
    recipient_answer: &'static str,
    /// What clients called themselves, once a session.
    hellos: Vec<String>,
    /// How many messages each session brought.
    sessions: Vec<usize>,
}

impl SmtpSink {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let url = format!("smtp://{}", listener.local_addr().expect("an address"));
        let state = SinkState { answer: "250 2.0.0 kept", recipient_answer: "250 ok", ..SinkState::default() };
        let state = Arc::new(Mutex::new(state));
        let task_state = state.clone();
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(talk(stream, task_state.clone()));
            }
        });
        Self { url, state, task }
    }

    /// From now on every message is answered so.
    pub fn answer(&self, line: &'static str) {
        self.state.lock().unwrap().answer = line;
    }

    /// From now on it offers to sign in, and takes this user with this password.
    pub fn take_sign_in(&self, user: &'static str, password: &'static str) {
        self.state.lock().unwrap().account = Some((user, password));
    }

    /// The next so many connections are taken and never greeted.
    pub fn leave_ungreeted(&self, connections: usize) {
        self.state.lock().unwrap().never_greeted = connections;
    }

    /// How many connections are still to be taken and never greeted.
    pub fn ungreeted(&self) -> usize {
        self.state.lock().unwrap().never_greeted
    }

    /// From now on a whole message to an address that begins so is kept and never answered.
    pub fn hang_for(&self, recipient: &'static str) {
        self.state.lock().unwrap().hangs_for = Some(recipient);
    }

    /// From now on its greeting names this software.
    pub fn call_itself(&self, software: &'static str) {
        self.state.lock().unwrap().software = software;
    }

    /// From now on it says that it takes messages up to so many bytes.
    pub fn limit_size(&self, bytes: Option<u64>) {
        self.state.lock().unwrap().size_limit = bytes;
    }

    /// From now on each recipient is answered so; more lines are divided by CR LF.
    pub fn answer_recipients(&self, lines: &'static str) {
        self.state.lock().unwrap().recipient_answer = lines;
    }

    /// What clients called themselves, once a session.
    pub fn hellos(&self) -> Vec<String> {
        self.state.lock().unwrap().hellos.clone()
    }

    /// How many messages each session brought.
    pub fn sessions(&self) -> Vec<usize> {
        self.state.lock().unwrap().sessions.clone()
    }

    pub fn mails(&self) -> Vec<Mail> {
        self.state.lock().unwrap().mails.iter().map(|raw| Mail::parse(raw)).collect()
    }
}

impl Drop for SmtpSink {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn talk(stream: TcpStream, state: Arc<Mutex<SinkState>>) -> std::io::Result<()> {
    let hangs = {
        let mut state = state.lock().unwrap();
        let hangs = state.never_greeted > 0;
        state.never_greeted = state.never_greeted.saturating_sub(1);
        hangs
    };
    if hangs {
        std::future::pending::<()>().await;
    }
    let (read, mut write) = stream.into_split();
    let mut lines = BufReader::new(read);
    let (greeting, session) = {
        let mut state = state.lock().unwrap();
        state.sessions.push(0);
        (format!("220 sink.example ESMTP {}\r\n", state.software), state.sessions.len() - 1)
    };
    write.write_all(greeting.as_bytes()).await?;
    let (mut line, mut to, mut hello) = (String::new(), String::new(), String::new());
    loop {
        line.clear();
        if lines.read_line(&mut line).await? == 0 {
            return Ok(());
        }
        let verb = line.get(..4).unwrap_or_default().to_uppercase();
        if verb == "RCPT" {
            to = line.split(['<', '>']).nth(1).unwrap_or_default().to_owned();
        }
        let words;
        let answer = match verb.as_str() {
            "EHLO" => {
                let mut state = state.lock().unwrap();
                let name = line[4..].trim();
                if name != hello {
                    hello = name.to_owned();
                    state.hellos.push(hello.clone());
                }
                let size = state.size_limit.map(|bytes| format!("250-SIZE {bytes}\r\n")).unwrap_or_default();
                let last = if state.account.is_some() { "AUTH PLAIN" } else { "8BITMIME" };
                words = format!("250-sink.example\r\n{size}250 {last}");
                &words
            }
            "RCPT" => state.lock().unwrap().recipient_answer,
            "AUTH" => {
                let account = state.lock().unwrap().account;
                let expected = account.map(|(user, password)| BASE64.encode(format!("\0{user}\0{password}")));
                let is_known = line.split_whitespace().nth(2).is_some_and(|sent| Some(sent) == expected.as_deref());
                if is_known { "235 2.7.0 welcome" } else { "535 5.7.8 who are you" }
            }
            "DATA" => {
                write.write_all(b"354 go on\r\n").await?;
                let mut message = String::new();
                loop {
                    line.clear();
                    lines.read_line(&mut line).await?;
                    if line == ".\r\n" || line.is_empty() {
                        break;
                    }
                    message.push_str(line.strip_prefix('.').unwrap_or(&line));
                }
                let (answer, hangs) = {
                    let mut state = state.lock().unwrap();
                    let hangs = state.hangs_for.is_some_and(|recipient| to.starts_with(recipient));
                    if hangs || state.answer.is_empty() || state.answer.starts_with("250") {
                        state.sessions[session] += 1;
                        state.mails.push(message);
                    }
                    (state.answer, hangs)
                };
                if hangs {
                    std::future::pending::<()>().await;
                }
                if answer.is_empty() {
                    return Ok(());
                }
                answer
            }
            "QUIT" => {
                write.write_all(b"221 bye\r\n").await?;
                return Ok(());
            }
            "HELO" | "MAIL" | "RSET" | "NOOP" => "250 ok",
            _ => "502 what",
        };
        write.write_all(format!("{answer}\r\n").as_bytes()).await?;
    }
}
