//! Bot detection by `User-Agent`.

/// Substrings of bot user agents, in lower case.
const BOT_MARKERS: [&str; 14] = [
    "bot",
    "crawl",
    "spider",
    "slurp",
    "archiver",
    "facebookexternalhit",
    "meta-externalagent",
    "embedly",
    "mediapartners",
    "lighthouse",
    "pingdom",
    "uptime",
    "monitor",
    "preview",
];

/// Whether a `User-Agent` is a bot (crawler, link preview, monitoring) or empty.
pub fn is_bot(user_agent: &str) -> bool {
    let name = user_agent.to_ascii_lowercase();
    // Cubot is a phone brand.
    let name = name.replace("cubot", "");
    name.trim().is_empty() || BOT_MARKERS.iter().any(|part| name.contains(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn robots_are_recognized_by_their_user_agent() {
        for name in [
            "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
            "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0) Chrome/120.0.0.0 Safari/537.36",
            "Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)",
            "facebookexternalhit/1.1",
            "Mozilla/5.0 (compatible; Yahoo! Slurp)",
            "Mozilla/5.0 Chrome-Lighthouse",
            "Twitterbot/1.0",
            "",
        ] {
            assert!(is_bot(name), "{name}");
        }
        for name in [
            "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
            "Mozilla/5.0 (Linux; Android 12; CUBOT NOTE 30) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36",
        ] {
            assert!(!is_bot(name), "{name}");
        }
    }
}
