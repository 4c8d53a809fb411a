use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream, UdpSocket};
use tokio::task::JoinHandle;

/// How a DNS server answers what it is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DnsMode {
    Answers,
    /// It takes every question and says nothing.
    Silent,
    /// SERVFAIL.
    Fails,
}

/// A DNS server of TXT records on a free port (RFC 1035), over UDP and TCP. What is longer than 512 bytes is cut over
/// UDP, so that it is asked for again over TCP.
pub struct DnsServer {
    pub address: SocketAddr,
    state: Arc<Zone>,
    tasks: [JoinHandle<()>; 2],
}

struct Zone {
    /// By name in small letters.
    records: Mutex<HashMap<String, Vec<String>>>,
    mode: Mutex<DnsMode>,
    /// Questions that came over TCP.
    over_tcp: AtomicUsize,
}

impl DnsServer {
    pub async fn start() -> Self {
        let (tcp, udp) = loop {
            let tcp = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
            // Somebody else may have it for UDP.
            if let Ok(udp) = UdpSocket::bind(tcp.local_addr().expect("an address")).await {
                break (tcp, udp);
            }
        };
        let address = tcp.local_addr().expect("an address");
        let state = Arc::new(Zone {
            records: Mutex::default(),
            mode: Mutex::new(DnsMode::Answers),
            over_tcp: AtomicUsize::new(0),
        });
        let tasks = [tokio::spawn(serve_udp(udp, state.clone())), tokio::spawn(serve_tcp(tcp, state.clone()))];
        Self { address, state, tasks }
    }

    /// From now on these are the texts at a name, each in strings of 255 bytes.
    pub fn publish(&self, name: &str, texts: &[&str]) {
        let texts = texts.iter().map(|text| (*text).to_owned()).collect();
        self.state.records.lock().unwrap().insert(name.to_owned(), texts);
    }

    pub fn set_mode(&self, mode: DnsMode) {
        *self.state.mode.lock().unwrap() = mode;
    }

    pub fn questions_over_tcp(&self) -> usize {
        self.state.over_tcp.load(Ordering::SeqCst)
    }
}

impl Drop for DnsServer {
    fn drop(&mut self) {
        self.tasks.iter().for_each(JoinHandle::abort);
    }
}

async fn serve_udp(socket: UdpSocket, zone: Arc<Zone>) {
    const LONGEST: usize = 512;
    let mut question = [0; LONGEST];
    while let Ok((size, from)) = socket.recv_from(&mut question).await {
        let Some(mut answer) = zone.answer(&question[..size]) else { continue };
        if answer.len() > LONGEST {
            answer.truncate(question_end(&question));
            // TC, and no answers.
            answer[2] |= 0x02;
            answer[6..8].fill(0);
        }
        socket.send_to(&answer, from).await.expect("it is sent");
    }
}

async fn serve_tcp(listener: TcpListener, zone: Arc<Zone>) {
    while let Ok((stream, _)) = listener.accept().await {
        tokio::spawn(talk(stream, zone.clone()));
    }
}

/// Each message has its length before it.
async fn talk(mut stream: TcpStream, zone: Arc<Zone>) -> std::io::Result<()> {
    loop {
        let mut question = vec![0; usize::from(stream.read_u16().await?)];
        stream.read_exact(&mut question).await?;
        zone.over_tcp.fetch_add(1, Ordering::SeqCst);
        if let Some(answer) = zone.answer(&question) {
            stream.write_u16(answer.len().try_into().expect("a short answer")).await?;
            stream.write_all(&answer).await?;
        }
    }
}

/// Where the header and the one question end.
fn question_end(message: &[u8]) -> usize {
    let mut at = 12;
    while message[at] != 0 {
        at += 1 + usize::from(message[at]);
    }
    at + 5
}

impl Zone {
    fn answer(&self, message: &[u8]) -> Option<Vec<u8>> {
        let mode = *self.mode.lock().unwrap();
        if mode == DnsMode::Silent {
            return None;
        }
        let end = question_end(message);
        let (mut labels, mut at) = (Vec::new(), 12);
        while message[at] != 0 {
            let label = &message[at + 1..at + 1 + usize::from(message[at])];
            labels.push(String::from_utf8_lossy(label).to_lowercase());
            at += 1 + label.len();
        }
        let asks_for_text = message[end - 4..end - 2] == [0, 16];
        let texts = self.records.lock().unwrap().get(&labels.join(".")).cloned();
        let code = match (mode, &texts) {
            (DnsMode::Fails, _) => 2,
            (_, None) => 3,
            _ => 0,
        };
        let texts = texts.filter(|_| code == 0 && asks_for_text).unwrap_or_default();
        let mut answer = message[..2].to_vec();
        // An answer, recursion wanted and there; one question, so many answers.
        answer.extend([0x81, 0x80 | code, 0, 1, 0, texts.len().try_into().expect("few"), 0, 0, 0, 0]);
        answer.extend(&message[12..end]);
        for text in &texts {
            let strings: Vec<&[u8]> = text.as_bytes().chunks(255).collect();
            let size = u16::try_from(text.len() + strings.len()).expect("a short text");
            // The name of the question, TXT, IN, a minute.
            answer.extend([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60]);
            answer.extend(size.to_be_bytes());
            for string in strings {
                answer.push(string.len().try_into().expect("255 at most"));
                answer.extend(string);
            }
        }
        Some(answer)
    }
}
