//! Timeouts of requests that wait for something being made or fetched.

use std::time::Duration;

/// How long somebody waits for what is being made or fetched, before they get something else.
#[derive(Clone, Copy, Debug)]
pub struct Timeouts {
    /// A reader for the narrower copy of a picture, before the picture itself is sent; 2 s.
    pub copy: Duration,
    /// A mail program for the copy of a picture, before it is told to come again; 20 s.
    pub mail_copy: Duration,
    /// A reader for a block of a file in a bucket; 15 s.
    pub block: Duration,
    /// The answer to a save for the pages that show the post; 500 ms.
    pub pages: Duration,
    /// A search for changes that the index does not have yet, before the database answers instead; 1 s.
    pub index: Duration,
    /// The site of a picture that was pasted, for the whole picture; 20 s.
    pub pasted_picture: Duration,
    /// The link checker between two requests to one host, and before it asks a broken link again; 2 s.
    pub next_link: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            copy: Duration::from_secs(2),
            mail_copy: Duration::from_secs(20),
            block: Duration::from_secs(15),
            pages: Duration::from_millis(500),
            index: Duration::from_secs(1),
            pasted_picture: Duration::from_secs(20),
            next_link: Duration::from_secs(2),
        }
    }
}
