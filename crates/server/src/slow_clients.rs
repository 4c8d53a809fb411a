//! Timeouts of slow clients: for the head of a request, for its body, and for reading an answer.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Buf;
use hyper::body::{Body, Frame, SizeHint};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep};

use crate::connections::RequestTracker;

/// Timeout of the head of a request.
pub const HEAD_TIMEOUT: Duration = Duration::from_secs(10);
/// Timeout of a body, and a second more for each [`MIN_BYTES_PER_SECOND`] of it.
const BODY_TIMEOUT: Duration = Duration::from_secs(10);
const MIN_BYTES_PER_SECOND: u64 = 1_000;
/// Timeout of a response of which the client reads nothing.
const READ_TIMEOUT: Duration = Duration::from_secs(30);

/// A stream that counts its bytes, and fails with a timeout when the client does not read.
pub struct TimedStream<S> {
    stream: S,
    bytes: Arc<AtomicU64>,
    /// The running read timeout.
    unread: Option<Pin<Box<Sleep>>>,
    timeout: Duration,
}

impl<S> TimedStream<S> {
    pub fn new(stream: S, bytes: Arc<AtomicU64>) -> Self {
        Self { stream, bytes, unread: None, timeout: READ_TIMEOUT }
    }

    fn count(&self, bytes: usize) {
        self.bytes.fetch_add(bytes as u64, Ordering::Relaxed);
    }

    fn time_write(&mut self, written: Poll<io::Result<usize>>, cx: &mut Context<'_>) -> Poll<io::Result<usize>> {
        match written {
            Poll::Pending => {
                let timeout = self.timeout;
                let unread = self.unread.get_or_insert_with(|| Box::pin(sleep(timeout)));
                unread
                    .as_mut()
                    .poll(cx)
                    .map(|()| Err(io::Error::new(io::ErrorKind::TimedOut, "nobody reads the answer")))
            }
            Poll::Ready(written) => {
                self.unread = None;
                if let Ok(bytes) = &written {
                    self.count(*bytes);
                }
                Poll::Ready(written)
            }
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for TimedStream<S> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(cx, buffer);
        self.count(buffer.filled().len() - before);
        read
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for TimedStream<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.time_write(written, cx)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, slices);
        self.time_write(written, cx)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

/// A request body with a minimum rate; time that the server takes between reads does not count.
pub struct MinimumRateBody<B> {
    body: B,
    tracker: RequestTracker,
    bytes: u64,
    waited: Duration,
    /// Since when it waits for the client, and its timeout.
    pending: Option<(Instant, Pin<Box<Sleep>>)>,
}

impl<B> MinimumRateBody<B> {
    pub fn new(body: B, tracker: RequestTracker) -> Self {
        Self { body, tracker, bytes: 0, waited: Duration::ZERO, pending: None }
    }

    /// Time left until the body is too slow.
    fn time_left(&self) -> Duration {
        (BODY_TIMEOUT + Duration::from_millis(self.bytes * 1_000 / MIN_BYTES_PER_SECOND)).saturating_sub(self.waited)
    }
}

impl<B: Body<Error: Into<axum::BoxError>> + Unpin> Body for MinimumRateBody<B> {
    type Data = B::Data;
    type Error = axum::BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<B::Data>, axum::BoxError>>> {
        let this = &mut *self;
        let Poll::Ready(frame) = Pin::new(&mut this.body).poll_frame(cx) else {
            let time_left = this.time_left();
            let (_, until) = this.pending.get_or_insert_with(|| (Instant::now(), Box::pin(sleep(time_left))));
            return until.as_mut().poll(cx).map(|()| Some(Err("the body came too slowly".into())));
        };
        if let Some((since, _)) = this.pending.take() {
            this.waited += since.elapsed();
        }
        if let Some(Ok(frame)) = &frame {
            this.bytes += frame.data_ref().map_or(0, |data| data.remaining() as u64);
        }
        if frame.is_none() || this.body.is_end_stream() {
            this.tracker.request_received();
        }
        Poll::Ready(frame.map(|frame| frame.map_err(Into::into)))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use http_body_util::BodyExt;
    use tokio::io::AsyncWriteExt;
    use tokio_util::io::ReaderStream;

    use super::*;
    use crate::connections::Connections;

    fn tracker() -> RequestTracker {
        Connections::unlimited().register(None).tracker()
    }

    #[test]
    fn after_10_seconds_a_body_must_arrive_at_1000_bytes_a_second() {
        let mut body = MinimumRateBody::new(axum::body::Body::empty(), tracker());
        for (bytes, waited_s, left_s) in
            [(0, 0, 10), (3, 9, 1), (3, 10, 0), (5_000, 12, 3), (240_000, 240, 10), (180_000, 200, 0)]
        {
            (body.bytes, body.waited) = (bytes, Duration::from_secs(waited_s));
            assert_eq!(body.time_left().as_secs(), left_s, "{bytes} bytes in {waited_s} s");
        }
    }

    #[tokio::test]
    async fn a_stalled_request_body_times_out() {
        let (mut client, server) = tokio::io::duplex(1_000);
        client.write_all(b"half of it").await.unwrap();
        let mut body = MinimumRateBody::new(axum::body::Body::from_stream(ReaderStream::new(server)), tracker());
        // As if almost all of its time were gone.
        body.waited = BODY_TIMEOUT - Duration::from_millis(1);
        assert!(body.collect().await.is_err());
        drop(client);
    }

    #[tokio::test]
    async fn a_response_that_is_not_read_times_out() {
        let (client, server) = tokio::io::duplex(1_000);
        let mut time_write =
            TimedStream { timeout: Duration::from_millis(1), ..TimedStream::new(server, Arc::default()) };
        assert_eq!(time_write.write_all(&[b'x'; 5_000]).await.unwrap_err().kind(), io::ErrorKind::TimedOut);
        assert_eq!(time_write.bytes.load(Ordering::Relaxed), 1_000);
        drop(client);
    }
}
