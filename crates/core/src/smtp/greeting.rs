//! What a mail server says of itself when a session begins: the mail library reads it and keeps only what it uses. A
//! second `EHLO` would ask again, and OpenSMTPD 6.8 refuses one.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll, ready};

use lettre::transport::smtp::client::AsyncTokioStream;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// What is kept of a server that does not come to an end.
const MAX_BYTES: usize = 8_192;

/// The greeting of a server, and its answer to the first `EHLO`: there once the session has begun. Where the session is
/// encrypted later, they are of before.
#[derive(Clone, Debug, Default)]
pub(super) struct Greeting(Arc<OnceLock<String>>);

impl Greeting {
    /// Whether the server says that it is Exim.
    pub(super) fn names_exim(&self) -> bool {
        let line = self.lines().next().unwrap_or_default();
        line.split_whitespace().any(|word| word.eq_ignore_ascii_case("exim"))
    }

    /// The largest mail that the server takes, in bytes (RFC 1870); none: it names none, or 0, which is none.
    pub(super) fn max_bytes(&self) -> Option<u64> {
        self.lines().find_map(|line| {
            let (word, limit) = line.get(4..)?.split_once(' ')?;
            let limit = limit.trim().parse().ok().filter(|limit| *limit > 0)?;
            word.eq_ignore_ascii_case("SIZE").then_some(limit)
        })
    }

    fn lines(&self) -> std::str::Lines<'_> {
        self.0.get().map(String::as_str).unwrap_or_default().lines()
    }
}

/// A stream that keeps the first two replies that are read from it.
#[derive(Debug)]
pub(super) struct GreetedStream<S> {
    stream: S,
    peer: SocketAddr,
    greeting: Greeting,
    /// The replies as far as they have come.
    begun: Vec<u8>,
}

impl<S> GreetedStream<S> {
    pub(super) fn new(stream: S, peer: SocketAddr, greeting: Greeting) -> Self {
        Self { stream, peer, greeting, begun: Vec::new() }
    }

    fn note(&mut self, bytes: &[u8]) {
        self.begun.extend_from_slice(bytes);
        // The last line of a reply has a space after its code.
        let is_last = |line: &&[u8]| line.ends_with(b"\n") && line.get(3) == Some(&b' ');
        let replies = self.begun.split_inclusive(|byte| *byte == b'\n').filter(is_last).count();
        if replies >= 2 || self.begun.len() > MAX_BYTES {
            self.begun.truncate(MAX_BYTES);
            let said = String::from_utf8_lossy(&std::mem::take(&mut self.begun)).into_owned();
            let _ = self.greeting.0.set(said);
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for GreetedStream<S> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(cx, buffer))?;
        if self.greeting.0.get().is_none() {
            self.note(&buffer.filled()[before..]);
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for GreetedStream<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

impl<S> AsyncTokioStream for GreetedStream<S>
where
    S: AsyncRead + AsyncWrite + Send + Sync + Unpin + std::fmt::Debug,
{
    fn peer_addr(&self) -> io::Result<SocketAddr> {
        Ok(self.peer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::AsyncReadExt;

    /// Whether it names Exim, and the size that it names.
    async fn read(pieces: &[&str]) -> (bool, Option<u64>) {
        let greeting = Greeting::default();
        let mut stream = GreetedStream::new(stream_of(pieces), ([127, 0, 0, 1], 25).into(), greeting.clone());
        let mut read = String::new();
        stream.read_to_string(&mut read).await.unwrap();
        assert_eq!(read, pieces.concat());
        (greeting.names_exim(), greeting.max_bytes())
    }

    /// A stream that gives these pieces, some bytes at a time.
    fn stream_of(pieces: &[&str]) -> tokio::io::DuplexStream {
        let (mut theirs, ours) = tokio::io::duplex(8);
        let pieces: Vec<String> = pieces.iter().map(|piece| (*piece).to_owned()).collect();
        tokio::spawn(async move {
            for piece in pieces {
                let _ = tokio::io::AsyncWriteExt::write_all(&mut theirs, piece.as_bytes()).await;
            }
        });
        ours
    }

    #[tokio::test]
    async fn a_server_says_whether_it_is_exim_and_how_large_a_mail_may_be() {
        for (pieces, said) in [
            // Exim 4.96, Postfix 3.7.11 and OpenSMTPD 6.8.0p2, as Debian has them.
            (
                &[
                    "220 relay.example ESMTP Ex",
                    "im 4.96 Fri\r\n",
                    "250-relay.example\r\n250-SIZE 524",
                    "28800\r\n250 HELP\r\n",
                ][..],
                (true, Some(52_428_800)),
            ),
            (
                &["220 relay.example ESMTP Postfix\r\n", "250-relay.example\r\n250-SIZE 10240000\r\n250 CHUNKING\r\n"],
                (false, Some(10_240_000)),
            ),
            (
                &[
                    "220 relay.example ESMTP OpenSMTPD\r\n",
                    "250-relay.example Hello\r\n250-SIZE 36700160\r\n250 HELP\r\n",
                ],
                (false, Some(36_700_160)),
            ),
            (&["220-exim.example\r\n220 ESMTP\r\n", "250-x\r\n250 SIZE\r\n"], (false, None)),
            (&["220 a ESMTP\r\n", "250-Exim\r\n250-size 0\r\n250 HELP\r\n", "250 SIZE 9\r\n"], (false, None)),
            (&["220 a ESMTP\r\n250 SIZE 12\r\n"], (false, Some(12))),
            (&[&"x".repeat(9_000), " Exim \r\n"], (false, None)),
            (&[], (false, None)),
        ] {
            assert_eq!(read(pieces).await, said, "{pieces:?}");
        }
    }
}
