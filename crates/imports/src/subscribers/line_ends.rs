use std::collections::VecDeque;
use std::io::{self, Read};

/// Remembers where lines end while a file is read: the CSV reader's own count is wrong after CR LF and after empty
/// lines.
pub struct LineEnds<R> {
    file: R,
    read: u64,
    /// Places behind line feeds that nobody asked about yet.
    ahead: VecDeque<u64>,
    passed: u64,
}

impl<R> LineEnds<R> {
    pub fn new(file: R) -> Self {
        Self { file, read: 0, ahead: VecDeque::new(), passed: 0 }
    }

    /// Line feeds before a place, and whether one stands just before it. Places are asked about in their order.
    pub fn before(&mut self, place: u64) -> (u64, bool) {
        let mut last = None;
        while let Some(end) = self.ahead.front().copied().filter(|end| *end <= place) {
            self.ahead.pop_front();
            self.passed += 1;
            last = Some(end);
        }
        (self.passed, last == Some(place))
    }
}

impl<R: Read> Read for LineEnds<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.file.read(buffer)?;
        let feeds = buffer[..count].iter().zip(self.read + 1..).filter(|(byte, _)| **byte == b'\n');
        self.ahead.extend(feeds.map(|(_, behind)| behind));
        self.read += count as u64;
        Ok(count)
    }
}
