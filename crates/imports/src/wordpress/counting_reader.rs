//! Reader that counts lines and bytes.

use std::io::{self, BufRead, Read};

/// Counts lines and bytes as they are consumed, and limits the size of one XML event.
pub struct CountingReader {
    source: Box<dyn BufRead + Send>,
    /// The line of the next byte, from 1.
    pub line: u64,
    pub bytes: u64,
    /// Bytes of the current event, reset by the caller; above `max_event_bytes` reading fails.
    pub event_bytes: u64,
    max_event_bytes: u64,
    /// Whether the end of the file was reached.
    pub at_eof: bool,
}

impl CountingReader {
    pub fn new(source: Box<dyn BufRead + Send>, max_event_bytes: u64) -> Self {
        Self { source, line: 1, bytes: 0, event_bytes: 0, max_event_bytes, at_eof: false }
    }
}

impl Read for CountingReader {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(into)?;
        self.consume(count);
        Ok(count)
    }
}

impl BufRead for CountingReader {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.event_bytes > self.max_event_bytes {
            return Err(io::Error::other("too long"));
        }
        let filled = self.source.fill_buf()?;
        self.at_eof |= filled.is_empty();
        Ok(filled)
    }

    fn consume(&mut self, amount: usize) {
        // The consumed bytes are still in the buffer, so `fill_buf` reads nothing.
        if let Ok(filled) = self.source.fill_buf() {
            self.line += filled[..amount.min(filled.len())].iter().filter(|byte| **byte == b'\n').count() as u64;
        }
        self.bytes += amount as u64;
        self.event_bytes += amount as u64;
        self.source.consume(amount);
    }
}
