//! Parsing of mails.

use std::path::Path;

/// A mail as it lies in the outbox, or as a mail server got it.
#[derive(Clone, Debug)]
pub struct Mail {
    pub to: String,
    pub subject: String,
    pub message_id: String,
    /// Headers and both parts, with line ends of quoted-printable taken out.
    pub text: String,
}

impl Mail {
    pub fn parse(raw: &str) -> Self {
        let text = raw.replace("=\r\n", "").replace("=3D", "=");
        let header = |name: &str| {
            text.lines().find_map(|line| line.strip_prefix(&format!("{name}: "))).unwrap_or_default().trim().to_owned()
        };
        Self { to: header("To"), subject: header("Subject"), message_id: header("Message-ID"), text: text.clone() }
    }

    /// Every mail of a folder, oldest first.
    pub fn read_all(folder: &Path) -> Vec<Self> {
        let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
        let mut files: Vec<_> = entries
            .map(|entry| entry.expect("an entry").path())
            .filter(|path| path.extension().is_some_and(|ext| ext == "eml"))
            .collect();
        files.sort_by_key(|path| path.metadata().and_then(|data| data.modified()).expect("a time"));
        files.iter().map(|path| Self::parse(&std::fs::read_to_string(path).expect("text"))).collect()
    }

    /// The address that its button leads to.
    pub fn link(&self) -> &str {
        let at = self.text.find("https://").expect("a link");
        self.text[at..].split_whitespace().next().expect("a link")
    }

    pub fn code(&self) -> String {
        self.link().split_once("code=").expect("a code").1.to_owned()
    }
}
