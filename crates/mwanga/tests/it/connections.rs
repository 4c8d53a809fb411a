//! Connection limits: how many an address may have, and which one is closed when there are more.

use std::process::Stdio;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::process::Command;

use crate::support::*;

/// A connection that can be looked at.
struct RawConnection(TcpStream);

impl RawConnection {
    async fn to(server: &Binary) -> Self {
        Self(TcpStream::connect(server.url.trim_start_matches("http://")).await.expect("a connection"))
    }

    async fn send(&mut self, text: &str) {
        // One that was closed meanwhile may refuse it.
        let _ = self.0.write_all(text.as_bytes()).await;
    }

    /// The status line of an answer to a whole request; none when the connection ended instead.
    async fn ask(&mut self) -> Option<String> {
        self.send("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").await;
        let mut answer = Vec::new();
        while !answer.ends_with(b"ok\n") {
            let mut piece = [0; 1_024];
            match self.0.read(&mut piece).await {
                Ok(0) | Err(_) => return None,
                Ok(length) => answer.extend_from_slice(&piece[..length]),
            }
        }
        Some(String::from_utf8_lossy(&answer).lines().next().unwrap_or_default().to_owned())
    }

    /// Waits until the server ends it.
    async fn wait_until_closed(mut self) {
        let mut rest = Vec::new();
        let _ = self.0.read_to_end(&mut rest).await;
        assert!(rest.is_empty(), "{}", String::from_utf8_lossy(&rest));
    }

    /// Whether nothing has come over it, not even its end.
    fn is_open(&self) -> bool {
        self.0.try_read(&mut [0; 1]).is_err_and(|e| e.kind() == std::io::ErrorKind::WouldBlock)
    }
}

const OK: Option<&str> = Some("HTTP/1.1 200 OK");

async fn serving(variables: &[(&str, &str)]) -> (Site, Binary) {
    let site = Site::new().await;
    let mut command = site.command(&["serve"]);
    command.envs(variables.iter().copied());
    let server = Binary::start(command).await;
    (site, server)
}

#[tokio::test]
async fn over_the_limit_the_connection_longest_idle_is_closed() {
    let (_site, server) = serving(&[("MWANGA_CONNECTIONS_PER_ADDRESS", "4")]).await;
    let (mut asked, mut silent) = (RawConnection::to(&server).await, RawConnection::to(&server).await);
    let (mut half_a_head, mut half_a_body) = (RawConnection::to(&server).await, RawConnection::to(&server).await);
    // Each answer says that the server has noted the one before.
    for connection in [&mut asked, &mut silent, &mut half_a_head, &mut half_a_body] {
        assert_eq!(connection.ask().await.as_deref(), OK);
    }
    half_a_head.send("GET / HTTP/1.1\r\nHo").await;
    half_a_body.send("POST /api/auth/admin/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{").await;
    // The oldest one, but with a whole request now.
    assert_eq!(asked.ask().await.as_deref(), OK);
    for ended in [silent, half_a_head, half_a_body] {
        let mut new = RawConnection::to(&server).await;
        assert_eq!(new.ask().await.as_deref(), OK, "who comes is served");
        ended.wait_until_closed().await;
        assert!(asked.is_open());
        // It stays, and counts.
        std::mem::forget(new);
    }
    assert_eq!(asked.ask().await.as_deref(), OK);
}

#[tokio::test]
async fn trusted_proxies_are_exempt_from_the_connection_limit() {
    for exempt in [("MWANGA_TRUSTED_PROXIES", "127.0.0.1"), ("MWANGA_RATE_LIMITS", "off")] {
        let (_site, server) = serving(&[("MWANGA_CONNECTIONS_PER_ADDRESS", "2"), exempt]).await;
        let mut kept = Vec::new();
        for _ in 0..8 {
            let mut new = RawConnection::to(&server).await;
            assert_eq!(new.ask().await.as_deref(), OK);
            kept.push(new);
        }
        for connection in &mut kept {
            assert_eq!(connection.ask().await.as_deref(), OK, "{exempt:?}");
        }
    }
}

#[tokio::test]
async fn a_flood_of_connections_does_not_exhaust_file_descriptors() {
    let site = Site::new().await;
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -n 256; exec \"$0\" serve", env!("CARGO_BIN_EXE_mwanga")]);
    let like = site.command(&[]);
    command.env_clear().envs(like.as_std().get_envs().filter_map(|(name, value)| Some((name, value?))));
    command.env("MWANGA_RATE_LIMITS", "off").stdin(Stdio::null()).kill_on_drop(true).current_dir(site.folder.path());
    let server = Binary::start(command).await;
    let mut attackers = Vec::new();
    for _ in 0..400 {
        let mut half_a_head = RawConnection::to(&server).await;
        half_a_head.send("GET / HTTP/1.1\r\nHo").await;
        attackers.push(half_a_head);
    }
    assert_eq!(RawConnection::to(&server).await.ask().await.as_deref(), OK);
    let newest = attackers.pop().unwrap();
    attackers.remove(0).wait_until_closed().await;
    assert!(newest.is_open(), "the oldest ones ended, and not each of them");
}
