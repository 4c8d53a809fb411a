//! The calling client: its network, its cookies, and the device name read from `User-Agent`.

use mwanga_store::types::SessionKind;

/// The client of a request, as rate limits and the list of sessions need it.
#[derive(Clone, Debug, Default)]
pub struct Client {
    /// Network that rate limits count by; empty for calls made in this process.
    pub network: String,
    /// Device name, by [`device_name`].
    pub device: String,
    /// The refresh cookies that it sent.
    pub cookies: Vec<(SessionKind, String)>,
    /// Known-browser cookie, set at an earlier sign-in.
    pub browser: Option<String>,
}

/// Device name from a `User-Agent`, such as "Chrome on Android"; empty when it is not recognized.
pub fn device_name(user_agent: &str) -> String {
    let find = |known: &[(&str, &'static str)]| {
        known.iter().find(|(sign, _)| user_agent.contains(sign)).map(|(_, name)| *name)
    };
    match (find(&BROWSERS), find(&SYSTEMS)) {
        (Some(browser), Some(system)) => format!("{browser} on {system}"),
        (Some(name), None) | (None, Some(name)) => name.to_owned(),
        (None, None) => String::new(),
    }
}

/// Tokens of `User-Agent` in order of precedence: most browsers also call themselves Chrome and Safari.
const BROWSERS: [(&str, &str); 10] = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("OPT/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
    ("curl/", "curl"),
];
const SYSTEMS: [(&str, &str); 8] = [
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS X", "Mac"),
    ("CrOS", "ChromeOS"),
    ("KAIOS", "KaiOS"),
    ("Linux", "Linux"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_user_agent_is_named_by_browser_and_system() {
        for (user_agent, words) in [
            (
                "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36",
                "Chrome on Android",
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0",
                "Edge on Windows",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
                "Safari on iPhone",
            ),
            ("Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0", "Firefox on Linux"),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15",
                "Safari on Mac",
            ),
            ("curl/8.5.0", "curl"),
            ("<script>alert(1)</script>", ""),
            ("", ""),
        ] {
            assert_eq!(device_name(user_agent), words, "{user_agent}");
        }
    }
}
