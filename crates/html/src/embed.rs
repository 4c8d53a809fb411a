//! Embeds: the allowed services, and the canonical URL of each.

use url::Url;
use url::form_urlencoded::Serializer;

/// An embed of another site, shown as a card that loads on a click.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmbedCard {
    /// Canonical https URL, the value of `data-embed`.
    pub url: String,
    /// URL of its page, for the link.
    pub href: String,
    /// Default text of the link.
    pub label: &'static str,
}

/// The embed card of a page or player URL of YouTube, Vimeo, X, OpenStreetMap, Spotify or SoundCloud; none for others.
pub fn embed_card(address: &str) -> Option<EmbedCard> {
    let address = address.trim();
    let url =
        if address.starts_with("//") { Url::parse(&format!("https:{address}")) } else { Url::parse(address) }.ok()?;
    if !matches!(url.scheme(), "http" | "https")
        || url.port().is_some()
        || !url.username().is_empty()
        || url.password().is_some()
    {
        return None;
    }
    match url.host_str()?.trim_start_matches("www.") {
        "youtube.com" | "m.youtube.com" | "music.youtube.com" | "youtube-nocookie.com" | "youtu.be" => youtube(&url),
        "vimeo.com" | "player.vimeo.com" => vimeo(&url),
        "x.com" | "twitter.com" | "mobile.twitter.com" => x(&url),
        "openstreetmap.org" => openstreetmap(&url),
        "open.spotify.com" => spotify(&url),
        "soundcloud.com" | "m.soundcloud.com" | "w.soundcloud.com" | "api.soundcloud.com" => soundcloud(&url),
        _ => None,
    }
}

/// Whether `href` is a page of the same service as `card`.
pub fn is_same_service(card: &EmbedCard, href: &str) -> bool {
    fn site(address: &str) -> Option<String> {
        let url = Url::parse(address).ok().filter(|url| url.scheme() == "https" && url.port().is_none())?;
        let host = url.host_str()?.to_owned();
        let dot = host.rmatch_indices('.').nth(1).map_or(0, |(at, _)| at + 1);
        Some(host[dot..].to_owned())
    }
    match (site(&card.url), site(href)) {
        (Some(own), Some(other)) => own == other || (own == "youtube.com" && other == "youtu.be"),
        _ => false,
    }
}

fn youtube(url: &Url) -> Option<EmbedCard> {
    let parts = segments(url);
    let id = match parts.as_slice() {
        [id] if url.host_str() == Some("youtu.be") => Some((*id).to_owned()),
        ["watch"] => query_parameter(url, "v"),
        ["embed" | "v", "videoseries"] | ["playlist"] => None,
        ["embed" | "shorts" | "live" | "v", id] => Some((*id).to_owned()),
        _ => return None,
    };
    let page = match id {
        Some(id) => {
            let start =
                query_parameter(url, "t").or_else(|| query_parameter(url, "start")).filter(|start| is_id(start, 12));
            let start = start.map(|start| format!("&t={start}")).unwrap_or_default();
            format!("https://www.youtube.com/watch?v={}{start}", valid_id(&id)?)
        }
        None => format!("https://www.youtube.com/playlist?list={}", valid_id(&query_parameter(url, "list")?)?),
    };
    Some(EmbedCard { href: page.clone(), url: page, label: "Video on YouTube" })
}

fn vimeo(url: &Url) -> Option<EmbedCard> {
    let parts = segments(url);
    let (id, key) = match parts.as_slice() {
        ["video", id] => (*id, query_parameter(url, "h")),
        [id] => (*id, None),
        [id, key] => (*id, Some((*key).to_owned())),
        [.., "video" | "videos", id] => (*id, None),
        _ => return None,
    };
    if id.is_empty() || id.len() > 20 || !id.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let key = key.filter(|key| is_id(key, 40)).map(|key| format!("/{key}")).unwrap_or_default();
    let page = format!("https://vimeo.com/{id}{key}");
    Some(EmbedCard { href: page.clone(), url: page, label: "Video on Vimeo" })
}

fn x(url: &Url) -> Option<EmbedCard> {
    let parts = segments(url);
    let (name, id) = match parts.as_slice() {
        ["i", "web", "status", id, ..] => ("i", *id),
        [name, "status" | "statuses", id, ..] => (*name, *id),
        _ => return None,
    };
    if id.len() > 20 || !id.bytes().all(|byte| byte.is_ascii_digit()) || id.is_empty() || !is_id(name, 30) {
        return None;
    }
    let page = format!("https://x.com/{name}/status/{id}");
    Some(EmbedCard { href: page.clone(), url: page, label: "Post on X" })
}

fn openstreetmap(url: &Url) -> Option<EmbedCard> {
    if segments(url) != ["export", "embed.html"] {
        return None;
    }
    let bounds = query_parameter(url, "bbox")?;
    let corners: Vec<&str> = bounds.split(',').collect();
    if corners.len() != 4
        || !corners.iter().all(|corner| corner.len() <= 24 && corner.parse::<f64>().is_ok_and(f64::is_finite))
    {
        return None;
    }
    let mut query = Serializer::new(String::new());
    query.append_pair("bbox", &bounds);
    for (name, fits) in [("layer", is_id as fn(&str, usize) -> bool), ("marker", is_coordinate_pair)] {
        if let Some(value) = query_parameter(url, name).filter(|value| fits(value, 60)) {
            query.append_pair(name, &value);
        }
    }
    let page = ["minlon", "minlat", "maxlon", "maxlat"]
        .iter()
        .zip(&corners)
        .map(|(name, corner)| format!("{name}={corner}"))
        .collect::<Vec<_>>();
    Some(EmbedCard {
        url: format!("https://www.openstreetmap.org/export/embed.html?{}", query.finish()),
        href: format!("https://www.openstreetmap.org/?{}", page.join("&")),
        label: "Map on OpenStreetMap",
    })
}

fn spotify(url: &Url) -> Option<EmbedCard> {
    let mut parts = segments(url);
    parts.retain(|part| *part != "embed" && !part.starts_with("intl-"));
    let [kind @ ("track" | "album" | "playlist" | "episode" | "show" | "artist"), id] = parts[..] else { return None };
    let page = format!("https://open.spotify.com/{kind}/{}", valid_id(id)?);
    Some(EmbedCard { href: page.clone(), url: page, label: "Listen on Spotify" })
}

fn soundcloud(url: &Url) -> Option<EmbedCard> {
    let label = "Listen on SoundCloud";
    let parts = segments(url);
    match url.host_str()?.trim_start_matches("www.") {
        "w.soundcloud.com" if parts == ["player"] => soundcloud(
            &Url::parse(&query_parameter(url, "url")?).ok().filter(|inner| inner.host_str() != url.host_str())?,
        ),
        "api.soundcloud.com" => {
            let [kind @ ("tracks" | "playlists" | "users"), id] = parts[..] else { return None };
            let inner = format!("https://api.soundcloud.com/{kind}/{}", valid_id(id)?);
            let player = format!(
                "https://w.soundcloud.com/player/?{}",
                Serializer::new(String::new()).append_pair("url", &inner).finish()
            );
            Some(EmbedCard { href: player.clone(), url: player, label })
        }
        "soundcloud.com" | "m.soundcloud.com"
            if (1..=3).contains(&parts.len()) && parts.iter().all(|part| is_id(part, 120)) =>
        {
            let page = format!("https://soundcloud.com/{}", parts.join("/"));
            Some(EmbedCard { href: page.clone(), url: page, label })
        }
        _ => None,
    }
}

fn segments(url: &Url) -> Vec<&str> {
    url.path().split('/').filter(|part| !part.is_empty()).collect()
}

fn query_parameter(url: &Url, name: &str) -> Option<String> {
    url.query_pairs().find(|(own, _)| own == name).map(|(_, value)| value.into_owned())
}

fn valid_id(id: &str) -> Option<&str> {
    is_id(id, 80).then_some(id)
}

fn is_id(text: &str, max_length: usize) -> bool {
    !text.is_empty()
        && text.len() <= max_length
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}

fn is_coordinate_pair(text: &str, max_length: usize) -> bool {
    text.len() <= max_length
        && text.split(',').count() == 2
        && text.split(',').all(|part| part.parse::<f64>().is_ok_and(f64::is_finite))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_embed_address_is_normalized_to_one_spelling() {
        for (address, url) in [
            (
                "https://www.youtube.com/watch?v=dQw4w9WgXcQ&feature=share",
                "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
            ),
            ("http://youtu.be/dQw4w9WgXcQ?t=42", "https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=42"),
            (
                "//www.youtube-nocookie.com/embed/dQw4w9WgXcQ?rel=0&start=9",
                "https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=9",
            ),
            ("https://www.youtube.com/embed/videoseries?list=PL123", "https://www.youtube.com/playlist?list=PL123"),
            ("https://youtube.com/shorts/abc_-1", "https://www.youtube.com/watch?v=abc_-1"),
            ("https://player.vimeo.com/video/76979871?h=8272103f6e", "https://vimeo.com/76979871/8272103f6e"),
            ("http://vimeo.com/channels/staffpicks/videos/76979871", "https://vimeo.com/76979871"),
            ("https://twitter.com/mwanga/status/1790?s=20", "https://x.com/mwanga/status/1790"),
            ("https://x.com/i/web/status/1790", "https://x.com/i/status/1790"),
            ("https://mobile.twitter.com/a_b/status/1790/photo/1", "https://x.com/a_b/status/1790"),
            (
                "https://www.openstreetmap.org/export/embed.html?bbox=36.76%2C-1.33%2C36.88%2C-1.24&layer=mapnik&evil=1",
                "https://www.openstreetmap.org/export/embed.html?bbox=36.76%2C-1.33%2C36.88%2C-1.24&layer=mapnik",
            ),
            (
                "https://open.spotify.com/embed/track/4uLU6hMCjMI75M1A2tKUQC?utm=1",
                "https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC",
            ),
            ("https://soundcloud.com/user-1/a-track?x=1", "https://soundcloud.com/user-1/a-track"),
            (
                "https://w.soundcloud.com/player/?url=https%3A//api.soundcloud.com/tracks/293&color=ff5500",
                "https://w.soundcloud.com/player/?url=https%3A%2F%2Fapi.soundcloud.com%2Ftracks%2F293",
            ),
        ] {
            let card = embed_card(address).unwrap_or_else(|| panic!("{address}"));
            assert_eq!(card.url, url);
            assert_eq!(embed_card(&card.url).as_ref(), Some(&card), "the spelling is stable");
            assert!(is_same_service(&card, &card.href));
        }
    }

    #[test]
    fn an_address_of_another_service_is_no_embed() {
        for address in [
            "https://evil.example/embed/x",
            "https://youtube.com.evil.example/watch?v=abc",
            "https://www.youtube.com@evil.example/watch?v=abc",
            "https://user@www.youtube.com/watch?v=abc",
            "https://www.youtube.com:8443/watch?v=abc",
            "https://www.youtube.com/redirect?q=https://evil.example",
            "https://www.youtube.com/watch?v=a\"b",
            "javascript://www.youtube.com/watch?v=abc",
            "https://www.openstreetmap.org/export/embed.html?bbox=1,2,3",
            "https://w.soundcloud.com/player/?url=https%3A%2F%2Fw.soundcloud.com%2Fplayer%2F",
            "https://open.spotify.com/user/x/playlist/y",
            "https://x.com/mwanga",
            "https://x.com/mwanga/status/17a",
            "https://notx.com/mwanga/status/17",
            "",
        ] {
            assert_eq!(embed_card(address), None, "{address}");
        }
    }
}
