//! State of the background refresh: changes it has not seen, and readers it yields to.

use std::sync::atomic::AtomicU64;
use std::time::Duration;

use tokio::sync::watch;

/// How long a render is put off for waiting readers; then it runs all the same.
const READER_WAIT: Duration = Duration::from_millis(500);

/// State of the background refresh.
#[derive(Default)]
pub struct Refresh {
    /// Changes since the running refresh began; 0 while none runs.
    pub changes: AtomicU64,
    readers: watch::Sender<u32>,
}

/// Guard of a reader who waits for a page.
pub struct WaitingReader<'a>(&'a Refresh);

impl Drop for WaitingReader<'_> {
    fn drop(&mut self) {
        self.0.readers.send_modify(|readers| *readers -= 1);
    }
}

impl Refresh {
    /// Makes the background refresh yield until the guard is dropped.
    pub fn register_reader(&self) -> WaitingReader<'_> {
        self.readers.send_modify(|readers| *readers += 1);
        WaitingReader(self)
    }

    /// Waits until no reader does, for a limited time.
    pub async fn wait_for_readers(&self) {
        let mut readers = self.readers.subscribe();
        let _ = tokio::time::timeout(READER_WAIT, readers.wait_for(|readers| *readers == 0)).await;
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    #[tokio::test]
    async fn background_refresh_yields_to_readers_for_a_limited_time() {
        let refresh = Refresh::default();
        let (one, other) = (refresh.register_reader(), refresh.register_reader());
        let mut pass = std::pin::pin!(refresh.wait_for_readers());
        assert!(pass.as_mut().now_or_never().is_none());
        drop(one);
        assert!(pass.as_mut().now_or_never().is_none());
        drop(other);
        assert!(pass.as_mut().now_or_never().is_some());

        let _stays = refresh.register_reader();
        refresh.wait_for_readers().await;
    }
}
