use mwanga_core::library::{FileDetail, LibraryItem};
use mwanga_core::media::{self, FocalPoint, variants};
use mwanga_core::posts;
use mwanga_store::entities::media_item;
use mwanga_store::types::{IssueDraftId, IssueId, MediaId, MediaKind, PageId, PostId, PostStatus, Timestamp};
use serde::Serialize;

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct LibraryView {
    pub data: Vec<LibraryItemView>,
    pub per_page: u64,
    /// Cursor of the next page, sent as `after`; null on the last one.
    #[schema(required)]
    pub next: Option<String>,
}

/// A file of the library.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct LibraryItemView {
    pub id: MediaId,
    pub url: String,
    pub kind: MediaKind,
    pub content_type: String,
    pub file_name: String,
    pub size_bytes: i64,
    /// Pixels, where they are known.
    #[schema(required)]
    pub width: Option<i32>,
    #[schema(required)]
    pub height: Option<i32>,
    pub alt: String,
    pub caption: String,
    /// Who made it.
    pub credit: String,
    /// What crops of it keep in sight; null for the centre.
    #[schema(required)]
    pub focal_point: Option<FocalPoint>,
    /// Thumbnail: the picture itself, or a video's poster.
    #[schema(required)]
    pub picture: Option<LibraryPictureView>,
    /// Of a video: address of the picture that stands for it.
    #[schema(required)]
    pub poster: Option<String>,
    /// Of a video: address of its subtitles (WebVTT).
    #[schema(required)]
    pub captions: Option<String>,
    /// An editor lets strangers find it, whether something public shows it or not.
    pub is_public: bool,
    /// How many posts, pages, newsletters (drafts too) and videos use it.
    pub used_by: u64,
    pub created_at: Timestamp,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct LibraryPictureView {
    pub url: String,
    /// Its narrower copies and itself, as `srcset` takes them; null where there is only the one.
    #[schema(required)]
    pub srcset: Option<String>,
    /// Itself from far away, a `data:` address: what stands in its place until it is there.
    #[schema(required)]
    pub blur: Option<String>,
}

/// A picture's narrower copies and itself.
pub(super) fn srcset(item: &media_item::Model) -> Option<String> {
    variants::srcset(&item.object_key, u32::try_from(item.width?).ok()?)
}

/// Blurred placeholder of a picture until it has loaded.
pub(super) fn blur(item: &media_item::Model) -> Option<String> {
    item.blur.clone().filter(|blur| !blur.is_empty())
}

impl From<&media_item::Model> for LibraryPictureView {
    fn from(item: &media_item::Model) -> Self {
        Self { url: media::url(&item.object_key), srcset: srcset(item), blur: blur(item) }
    }
}

impl From<LibraryItem> for LibraryItemView {
    fn from(LibraryItem { item, poster, used_by }: LibraryItem) -> Self {
        let picture = if item.kind == MediaKind::Image { Some(&item) } else { poster.as_ref() }.map(Into::into);
        let focal_point = FocalPoint::of(&item);
        Self {
            id: item.id,
            url: media::url(&item.object_key),
            kind: item.kind,
            content_type: item.content_type,
            file_name: item.file_name,
            size_bytes: item.size_bytes,
            width: item.width,
            height: item.height,
            alt: item.alt,
            caption: item.caption,
            credit: item.credit,
            focal_point,
            picture,
            poster: item.poster_key.as_deref().map(media::url),
            captions: item.captions_key.as_deref().map(media::url),
            is_public: item.is_public,
            used_by,
            created_at: item.created_at,
        }
    }
}

/// A file with what uses it, at most 100 of each sort.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct LibraryFileView {
    #[serde(flatten)]
    pub item: LibraryItemView,
    pub posts: Vec<UsingPostView>,
    pub pages: Vec<UsingPageView>,
    pub issues: Vec<UsingIssueView>,
    pub issue_drafts: Vec<UsingDraftView>,
    /// Videos whose picture or subtitles it is.
    pub videos: Vec<UsingVideoView>,
    /// How many posts and pages show it in earlier versions alone: it can be deleted, and is missing where somebody goes
    /// back to such a version later than the trash keeps it.
    pub earlier_posts: u64,
    pub earlier_pages: u64,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct UsingPostView {
    pub id: PostId,
    pub title: String,
    pub slug: String,
    pub status: PostStatus,
    /// Published, and its moment has come.
    pub is_public: bool,
}

/// A page that shows a file.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct UsingPageView {
    pub id: PageId,
    pub title: String,
}

/// A newsletter that shows a file.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct UsingIssueView {
    pub id: IssueId,
    pub subject: String,
}

/// A saved draft of a newsletter that shows a file.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct UsingDraftView {
    pub id: IssueDraftId,
    /// May be empty.
    pub subject: String,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct UsingVideoView {
    pub id: MediaId,
    pub file_name: String,
}

impl LibraryFileView {
    pub fn new(opened: FileDetail, now: Timestamp) -> Self {
        let FileDetail { file, posts, pages, issues, issue_drafts, videos, earlier_posts, earlier_pages } = opened;
        let post = |post: mwanga_store::entities::post::Model| UsingPostView {
            is_public: posts::is_public(&post, now),
            id: post.id,
            title: post.title,
            slug: post.slug,
            status: post.status,
        };
        Self {
            item: file.into(),
            posts: posts.into_iter().map(post).collect(),
            pages: pages.into_iter().map(|(id, title)| UsingPageView { id, title }).collect(),
            issues: issues.into_iter().map(|(id, subject)| UsingIssueView { id, subject }).collect(),
            issue_drafts: issue_drafts.into_iter().map(|(id, subject)| UsingDraftView { id, subject }).collect(),
            videos: videos
                .into_iter()
                .map(|video| UsingVideoView { id: video.id, file_name: video.file_name })
                .collect(),
            earlier_posts,
            earlier_pages,
        }
    }
}
