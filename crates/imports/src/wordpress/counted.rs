//! A source that knows where it is.

use std::io::{self, BufRead, Read};

/// Counts lines and bytes as they are used up, and stops a piece of XML that never ends.
pub struct Counted {
    source: Box<dyn BufRead + Send>,
    /// The line of the next byte, from 1.
    pub lines: u64,
    pub bytes: u64,
    /// Bytes since somebody set it to zero; above `max_since` nothing more is read.
    pub since: u64,
    max_since: u64,
    /// Whether the end was seen.
    pub ended: bool,
}

impl Counted {
    pub fn new(source: Box<dyn BufRead + Send>, max_since: u64) -> Self {
        Self { source, lines: 1, bytes: 0, since: 0, max_since, ended: false }
    }
}

impl Read for Counted {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let taken = self.fill_buf()?.read(into)?;
        self.consume(taken);
        Ok(taken)
    }
}

impl BufRead for Counted {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.since > self.max_since {
            return Err(io::Error::other("too long"));
        }
        let filled = self.source.fill_buf()?;
        self.ended |= filled.is_empty();
        Ok(filled)
    }

    fn consume(&mut self, amount: usize) {
        // What is about to be consumed is still in the buffer, so filling it again costs nothing.
        if let Ok(filled) = self.source.fill_buf() {
            self.lines += filled[..amount.min(filled.len())].iter().filter(|byte| **byte == b'\n').count() as u64;
        }
        self.bytes += amount as u64;
        self.since += amount as u64;
        self.source.consume(amount);
    }
}
