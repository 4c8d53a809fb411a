//! Line numbers of CSV records.

use std::collections::VecDeque;
use std::io::{self, Read};

/// Reader that counts line feeds as it is read: the CSV reader's own line numbers are wrong after CR LF and after empty
/// lines.
pub struct LineCounter<R> {
    file: R,
    /// Bytes read so far.
    bytes_read: u64,
    /// Offsets just after line feeds that are not counted yet.
    pending: VecDeque<u64>,
    /// Line feeds before the last offset asked for.
    count: u64,
}

impl<R> LineCounter<R> {
    pub fn new(file: R) -> Self {
        Self { file, bytes_read: 0, pending: VecDeque::new(), count: 0 }
    }

    /// Number of line feeds before a byte offset, and whether one is directly before it. Offsets must not decrease.
    pub fn count_before(&mut self, offset: u64) -> (u64, bool) {
        let mut last = None;
        while let Some(end) = self.pending.front().copied().filter(|end| *end <= offset) {
            self.pending.pop_front();
            self.count += 1;
            last = Some(end);
        }
        (self.count, last == Some(offset))
    }
}

impl<R: Read> Read for LineCounter<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.file.read(buffer)?;
        let feeds = buffer[..count].iter().zip(self.bytes_read + 1..).filter(|(byte, _)| **byte == b'\n');
        self.pending.extend(feeds.map(|(_, after)| after));
        self.bytes_read += count as u64;
        Ok(count)
    }
}
