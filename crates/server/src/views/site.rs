use std::collections::BTreeMap;

use mwanga_core::backups::BackupState;
use mwanga_core::library::BrokenPost;
use mwanga_core::media;
use mwanga_core::settings::{Amounts, Calendar};
use mwanga_store::entities::media_item;
use mwanga_store::types::{Access, MediaId, MediaKind, PostId, Timestamp};
use serde::Serialize;
use url::Url;

use super::{BrandPictureView, CategoryView, FrontPageView, SetUpInvitationView, SiteNavigationView};

/// Details of the site: brand, contact, categories and menus, which every page shows, and the blocks of home.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SiteView {
    pub brand: String,
    pub tagline: String,
    pub contact_email: String,
    pub contact_phone: String,
    /// The public URL, without a slash at its end.
    pub base_url: String,
    /// Language tag (BCP 47) of what is written here.
    pub language: String,
    /// Profiles elsewhere.
    pub social_links: Vec<SocialLinkView>,
    /// The last line of every page.
    pub footer_words: String,
    /// The newsroom's own logo, for the light and the dark theme; null: the name is written.
    #[schema(required)]
    pub logo: Option<ThemedPictureView>,
    /// The sign beside the name; null: the product's.
    #[schema(required)]
    pub mark: Option<ThemedPictureView>,
    /// In category-bar order, then by name.
    pub categories: Vec<CategoryView>,
    pub navigation: SiteNavigationView,
    /// How dates are written; left out: in English, three hours ahead of UTC.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub calendar: Option<CalendarView>,
    /// What home is made of; left out with `frame`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub front_page: Option<FrontPageView>,
}

/// The publication's time zone and language, as far as dates and amounts show them.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct CalendarView {
    /// Name of the time zone (IANA).
    pub zone: String,
    /// When the offset from UTC changes, in seconds since 1970.
    pub changes: Vec<i64>,
    /// Offsets in minutes: before the first change, then from each change on.
    pub offsets: Vec<i32>,
    /// January to December, each as a date with `%d` for the day and `%y` for the year; empty: in English.
    pub long_dates: Vec<String>,
    /// The same with short names.
    pub short_dates: Vec<String>,
    /// The character of the digit zero.
    pub zero: u32,
    /// How amounts are written; left out: as in English.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amounts: Option<AmountsView>,
}

/// How amounts of money are written.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct AmountsView {
    pub decimal: String,
    /// Between thousands.
    pub group: String,
    /// By currency (ISO 4217), with `%` for the figures; that of `""` for every other, with `¤` for its code.
    pub patterns: BTreeMap<String, String>,
}

impl From<Calendar> for CalendarView {
    fn from(calendar: Calendar) -> Self {
        let Calendar { zone, changes, offsets, long_dates, short_dates, zero, amounts } = calendar;
        let amounts = amounts.map(|Amounts { decimal, group, patterns }| AmountsView { decimal, group, patterns });
        Self { zone, changes, offsets, long_dates, short_dates, zero: zero.into(), amounts }
    }
}

/// A profile of the publication on another site.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SocialLinkView {
    /// What the other site is called, else its host.
    pub name: String,
    /// An https address.
    pub href: String,
}

impl SocialLinkView {
    pub fn new(href: &str) -> Self {
        let host = Url::parse(href).ok().and_then(|url| url.host_str().map(str::to_owned)).unwrap_or_default();
        let host = host.strip_prefix("www.").unwrap_or(&host);
        let known = SITES.iter().find(|(site, _)| *site == host).map(|(_, name)| *name);
        Self { name: known.unwrap_or(host).to_owned(), href: href.to_owned() }
    }
}

const SITES: [(&str, &str); 12] = [
    ("bsky.app", "Bluesky"),
    ("facebook.com", "Facebook"),
    ("instagram.com", "Instagram"),
    ("linkedin.com", "LinkedIn"),
    ("mastodon.social", "Mastodon"),
    ("t.me", "Telegram"),
    ("threads.net", "Threads"),
    ("tiktok.com", "TikTok"),
    ("wa.me", "WhatsApp"),
    ("whatsapp.com", "WhatsApp"),
    ("x.com", "X"),
    ("youtube.com", "YouTube"),
];

/// A picture for both themes.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct ThemedPictureView {
    pub light: BrandPictureView,
    pub dark: BrandPictureView,
}

/// An action that worked.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct MessageView {
    pub message: &'static str,
}

/// How the site is set up, as far as the newsroom must know.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct StatusView {
    /// False where no mail server is configured: every mail is a file on the server.
    pub mail_leaves: bool,
    /// This copy of the site is held: it mails nobody and charges nobody until an administrator releases it.
    pub held: bool,
    pub backup: BackupStateView,
    /// Who may read a new post whole, until its writer says otherwise.
    pub default_access: Access,
    /// Whether set-up waits for this account.
    pub set_up: SetUpInvitationView,
}

/// Scheduled backups, as far as the site knows.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct BackupStateView {
    /// False where nobody set `MWANGA_BACKUP_URL`.
    pub scheduled: bool,
    /// When the last good one was finished.
    #[schema(required)]
    pub last_good_at: Option<Timestamp>,
    /// The last good one is older than two days.
    pub overdue: bool,
    /// When one was last restored into a temporary store, and was whole.
    #[schema(required)]
    pub tested_at: Option<Timestamp>,
}

impl From<BackupState> for BackupStateView {
    fn from(state: BackupState) -> Self {
        // Errors name folders and buckets: they are the administrator's.
        let BackupState { is_scheduled, last_good_at, is_overdue, error: _, tested_at, test_error: _ } = state;
        Self { scheduled: is_scheduled, last_good_at, overdue: is_overdue, tested_at }
    }
}

/// Upload limits, in both spellings of each key.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct UploadConfigView {
    pub max_file_size_mb: u64,
    pub allowed_extensions: Vec<&'static str>,
    pub timeout_seconds: u64,
    #[serde(rename = "maxFileSizeMB")]
    pub max_file_size_mb_camel: u64,
    #[serde(rename = "allowedExtensions")]
    pub allowed_extensions_camel: Vec<&'static str>,
    #[serde(rename = "timeoutSeconds")]
    pub timeout_seconds_camel: u64,
}

/// Where to PUT a file, and the address it will have once it is recorded.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct PresignedView {
    pub url: String,
    pub file_url: String,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct MediaItemView {
    pub id: MediaId,
    pub file_url: String,
    #[schema(required)]
    pub post_id: Option<PostId>,
    pub kind: MediaKind,
    pub content_type: String,
    pub size_bytes: i64,
    /// Pixels; null for video.
    #[schema(required)]
    pub width: Option<i32>,
    #[schema(required)]
    pub height: Option<i32>,
    pub message: &'static str,
}

impl From<media_item::Model> for MediaItemView {
    fn from(item: media_item::Model) -> Self {
        Self {
            id: item.id,
            file_url: media::url(&item.object_key),
            post_id: item.post_id,
            kind: item.kind,
            content_type: item.content_type,
            size_bytes: item.size_bytes,
            width: item.width,
            height: item.height,
            message: "File recorded.",
        }
    }
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct CleanedMediaView {
    /// Files that are gone, each counted once for every post that showed it, and for every video whose picture or
    /// subtitles it was.
    pub removed: u64,
    /// Posts that were changed.
    pub posts: u64,
    /// Videos that were shown with a picture or subtitles that are gone.
    pub videos: u64,
    /// Posts that would hold nothing without them, and were left alone.
    pub left: u64,
    /// The first 50 of all these posts.
    pub named: Vec<BrokenPostView>,
    pub message: &'static str,
}

/// A post that shows files which are gone.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct BrokenPostView {
    pub id: PostId,
    pub title: String,
    /// Addresses of the files, at most 50.
    pub files: Vec<String>,
    /// The post would be empty without the missing files and was left unchanged.
    pub left: bool,
}

impl From<BrokenPost> for BrokenPostView {
    fn from(post: BrokenPost) -> Self {
        Self {
            id: post.id,
            title: post.title,
            files: post.files.iter().map(|key| media::url(key)).collect(),
            left: post.is_unchanged,
        }
    }
}

/// A card that stands for something on another site: `figure[data-embed]` with a link.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct EmbedView {
    /// Value of the attribute `data-embed`.
    pub url: String,
    /// The page a person opens.
    pub href: String,
    /// Text of the link when nobody gave it a name.
    pub label: &'static str,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_profile_is_named_by_its_site_and_an_unknown_one_by_its_host() {
        for (href, name) in [
            ("https://www.youtube.com/@nuru", "YouTube"),
            ("https://x.com/nuru", "X"),
            ("https://social.example:8443/@nuru", "social.example"),
        ] {
            assert_eq!(SocialLinkView::new(href).name, name);
        }
    }
}
