use std::sync::Arc;

use mwanga_core::desk::DeskPage;
use mwanga_core::media::FocalPoint;
use mwanga_core::media::variants::Variant;
use mwanga_core::posts::ReaderKind;
use mwanga_core::settings::Settings;
use mwanga_core::store::entities::category;
use mwanga_core::{Core, categories, html, media, posts, subscriptions};
use mwanga_store::StoreError;
use mwanga_store::entities::post::Model;
use mwanga_store::entities::{media_item, post_correction};
use mwanga_store::types::{Access, MediaKind, PostId, PostStatus, Timestamp};
use serde::Serialize;

use super::deal_comparison::{Drawn, with_comparison};
use super::library::{blur, srcset};
use super::text_media::{MediaByKey, load_media, with_media};
use super::{CorrectionView, DealView, OfferView, TagView};
use crate::documents::escape;

/// A post in a list.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct PostCardView {
    pub id: PostId,
    pub title: String,
    pub slug: String,
    /// The editor's, else the opening of the text; plain text.
    pub excerpt: String,
    pub summary: String,
    pub category_name: String,
    pub category_slug: String,
    pub created_at: Timestamp,
    #[schema(required)]
    pub publish_date: Option<Timestamp>,
    /// The moment it counts as published; lists are sorted by it.
    pub published_at: Timestamp,
    #[schema(required)]
    pub media_url: Option<String>,
    pub media_urls: Vec<String>,
    /// Poster of a video: the post's own picture for it, else the video's.
    #[schema(required)]
    pub poster_url: Option<String>,
    pub deal_links: Vec<DealView>,
    /// The author option that was chosen.
    pub author_name: String,
    pub custom_author: String,
    /// The by-line.
    pub author_label: String,
    /// The address of the by-line: its page is `/author/{author_slug}`.
    pub author_slug: String,
    /// Separated by `, `.
    pub tags: String,
    pub is_today_pick: bool,
    pub brand: String,
    pub extra_text: String,
    /// Language tag (BCP 47) of the post; empty: the publication's.
    pub language: String,
    pub access: Access,
    pub reading_minutes: i32,
    #[schema(required)]
    pub preview: Option<PreviewView>,
}

/// The medium that stands for a post.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct PreviewView {
    pub kind: MediaKind,
    pub url: String,
    /// Of a picture, or of a video's poster: its narrower copies and itself, as `srcset` takes them; null where there
    /// is only the one.
    #[schema(required)]
    pub srcset: Option<String>,
    /// Pixels, where they are known; of a video whose size is not known, those of its poster.
    #[schema(required)]
    pub width: Option<i32>,
    #[schema(required)]
    pub height: Option<i32>,
    pub alt: String,
    /// What crops of it keep in sight; null for the centre.
    #[schema(required)]
    pub focal_point: Option<FocalPoint>,
    /// A picture, or a video's poster, from far away, where it is known, a `data:` address: what stands in its place
    /// until it is there.
    #[schema(required)]
    pub blur: Option<String>,
    /// Address of a video's subtitles (WebVTT).
    #[schema(required)]
    pub captions: Option<String>,
}

#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct MediaView {
    pub url: String,
    pub kind: MediaKind,
    #[schema(required)]
    pub width: Option<i32>,
    #[schema(required)]
    pub height: Option<i32>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct PostListView {
    pub data: Vec<PostCardView>,
    pub total: u64,
    pub page: u64,
    pub per_page: u64,
}

/// The picture beside a shared link.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SharePictureView {
    pub url: String,
    /// Pixels, where they are known.
    #[schema(required)]
    pub width: Option<i32>,
    #[schema(required)]
    pub height: Option<i32>,
    pub alt: String,
}

impl SharePictureView {
    /// The copy of a file that is made for this; of one that is not recorded its own address.
    pub(super) fn new(key: &str, item: Option<&media_item::Model>) -> Self {
        let Some(item) = item else {
            return Self { url: media::url(key), width: None, height: None, alt: String::new() };
        };
        let alt = item.alt.clone();
        match ShareCopy::of(item) {
            Some(ShareCopy { url, size, .. }) => {
                let (width, height) = size.unzip();
                Self { url, width, height, alt }
            }
            None => Self { url: media::url(key), width: item.width, height: item.height, alt },
        }
    }
}

/// The copy of a picture beside shared links and in feeds.
pub struct ShareCopy {
    pub url: String,
    pub content_type: &'static str,
    /// Width and height in pixels.
    pub size: Option<(i32, i32)>,
}

impl ShareCopy {
    /// None of what is no picture.
    pub fn of(item: &media_item::Model) -> Option<Self> {
        if item.kind != MediaKind::Image {
            return None;
        }
        let variant = Variant::Share;
        let side = |pixels: Option<i32>| u32::try_from(pixels?).ok();
        let size = side(item.width).zip(side(item.height)).map(|size| variant.size(size));
        Some(Self {
            url: variant.url(&item.object_key, size.map_or(0, |(width, _)| width)),
            content_type: variant.content_type(),
            size: size.map(|(width, height)| (width as i32, height as i32)),
        })
    }
}

/// A whole post.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct PostView {
    #[serde(flatten)]
    pub card: PostCardView,
    /// The sentence under the title: the editor's summary, else the editor's excerpt, else empty.
    pub dek: String,
    /// Clean HTML, for readers with the comparison of its deals; of a gated post the opening alone.
    pub content: String,
    /// Whether the rest is left out, because the post is not for everyone. `GET /posts/{id}/full` answers it to whom it
    /// is for.
    pub gated: bool,
    /// The offer that unlocks the rest, where a subscription does and one can be bought.
    pub offers: Vec<OfferView>,
    /// The tags of `tags`, with their addresses.
    pub tag_list: Vec<TagView>,
    /// When anything of it was last changed.
    pub updated_at: Timestamp,
    /// When an editor last told readers that it was updated; null: never since it was published.
    #[schema(required)]
    pub updated_for_readers_at: Option<Timestamp>,
    /// What readers are told of: its publication, an update that an editor told them of, or a correction, whichever
    /// came last.
    pub modified_at: Timestamp,
    /// Oldest first.
    pub corrections: Vec<CorrectionView>,
    pub canonical_path: String,
    /// The post's own still picture, or one that is drawn from its title.
    pub share_picture: SharePictureView,
    /// Caption of the file in `preview`, and who made it; empty where nothing is known.
    pub cover_caption: String,
    pub cover_credit: String,
    pub media: Vec<MediaView>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct AdminPostCardView {
    #[serde(flatten)]
    pub card: PostCardView,
    pub status: PostStatus,
    pub revision: i32,
    /// Published, and its moment has come.
    pub is_public: bool,
    /// User name of the contributor or author whose post it is; null: the editors'.
    #[schema(required)]
    pub owner: Option<String>,
    pub updated_at: Timestamp,
    /// When it stops being one of Today's Picks; null: never by itself.
    #[schema(required)]
    pub pick_until: Option<Timestamp>,
}

/// A post of the newsroom's list.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct DeskPostView {
    #[serde(flatten)]
    pub card: AdminPostCardView,
    /// Views of the last seven days.
    pub week_views: i64,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct AdminPostListView {
    pub data: Vec<DeskPostView>,
    pub total: u64,
    pub page: u64,
    pub per_page: u64,
    /// Cursor of the next page, sent as `after`; null on the last one.
    #[schema(required)]
    pub next: Option<String>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct AdminPostView {
    #[serde(flatten)]
    pub post: PostView,
    pub status: PostStatus,
    pub revision: i32,
    /// Published, and its moment has come.
    pub is_public: bool,
    /// User name of the contributor or author whose post it is; null: the editors'.
    #[schema(required)]
    pub owner: Option<String>,
    /// When an outsider agreed to this text by a preview link; null after each change of it.
    #[schema(required)]
    pub agreed_at: Option<Timestamp>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct AdminPostSavedView {
    #[serde(flatten)]
    pub post: AdminPostView,
    pub message: &'static str,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct AdminPicksView {
    pub data: Vec<AdminPostCardView>,
}

/// Where a post stands.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct PostAddressView {
    pub id: PostId,
    pub slug: String,
    #[schema(examples("/post/slug/habari"))]
    pub canonical_path: String,
}

/// Level of detail of a post view.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Detail {
    Card,
    /// All fields of a post.
    Full,
    /// As `Full`, with blurs, sizes and captions of the files in the text.
    Page,
}

/// Rows that views of posts need: categories and media.
struct PostContext {
    settings: Arc<Settings>,
    /// The site's, without a slash at its end.
    origin: String,
    now: Timestamp,
    categories: Arc<Vec<category::Model>>,
    media: MediaByKey,
    /// Of whole posts alone.
    corrections: Vec<post_correction::Model>,
}

impl PostContext {
    async fn of(core: &Core, posts: &[Model], detail: Detail) -> Result<Self, StoreError> {
        let mut keys: Vec<String> =
            posts.iter().flat_map(|post| [&post.preview_url, &post.poster_url]).flatten().cloned().collect();
        if detail != Detail::Card {
            keys.extend(posts.iter().flat_map(|post| post.media_urls.0.iter().cloned()));
        }
        if detail == Detail::Page {
            keys.extend(posts.iter().flat_map(|post| html::media_refs(&post.content)));
        }
        let media = load_media(core, keys).await?;
        let corrections = if detail == Detail::Card {
            Vec::new()
        } else {
            posts::corrections_of(core, &posts.iter().map(|post| post.id).collect::<Vec<_>>()).await?
        };
        Ok(Self {
            now: core.now(),
            corrections,
            settings: core.settings(),
            origin: core.config.base().to_owned(),
            categories: categories::all(core).await?,
            media,
        })
    }

    /// Key of the poster of a post's video.
    fn poster_of<'a>(&'a self, post: &'a Model) -> Option<&'a str> {
        let of_video = || self.media.get(post.preview_url.as_ref()?)?.poster_key.as_deref();
        post.poster_url.as_deref().or_else(of_video)
    }

    /// A post's text for its page.
    fn text(&self, view: &PostView) -> String {
        let text = self.with_comparison(view, Drawn::Table);
        with_media(&self.media, &text)
    }

    fn with_comparison(&self, view: &PostView, drawn: Drawn) -> String {
        // In a list of texts, as feeds have them, no id is unique: links within a text lead to its page.
        let page = if drawn == Drawn::List { format!("{}{}", self.origin, view.canonical_path) } else { String::new() };
        let text = html::draw(&view.content, html::Place { origin: &self.origin, page: &page });
        with_comparison(&text, &view.card.deal_links, &self.settings, drawn)
    }

    fn media(&self, key: &str) -> MediaView {
        let item = self.media.get(key);
        MediaView {
            url: media::url(key),
            kind: media::kind(key),
            width: item.and_then(|item| item.width),
            height: item.and_then(|item| item.height),
        }
    }

    #[expect(clippy::too_many_lines, reason = "a table of columns")]
    fn card(&self, post: &Model) -> PostCardView {
        // Exhaustive: a new column has to be added to the view, or to those that are left out.
        let Model {
            id,
            title,
            slug,
            excerpt,
            opening,
            summary,
            category_id,
            access,
            publish_date,
            published_at,
            media_url,
            media_urls,
            poster_url: _, // `poster_of`
            preview_url: _,
            deal_links,
            author_name,
            custom_author,
            author_slug,
            tags,
            is_today_pick: _, // `is_pick`
            brand,
            extra_text,
            language,
            reading_minutes,
            created_at,
            content: _, // with `updated_at` in `PostView`
            updated_at: _,
            updated_for_readers_at: _,
            status: _, // with `revision` in `AdminPostView`
            revision: _,
            title_key: _,
            first_published_at: _,
            pick_rank: _,
            pick_until: _, // with `status`
            created_by: _,
            owner_id: _, // with `status`
        } = post;
        let category = self.categories.iter().find(|category| category.id == *category_id);
        PostCardView {
            id: *id,
            title: title.clone(),
            slug: slug.clone(),
            excerpt: if excerpt.is_empty() { opening.clone() } else { excerpt.clone() },
            summary: summary.clone(),
            category_name: category.map_or_else(|| categories::UNCATEGORIZED_NAME.to_owned(), |c| c.name.clone()),
            category_slug: category.map(|c| c.slug.clone()).unwrap_or_default(),
            created_at: *created_at,
            publish_date: *publish_date,
            published_at: *published_at,
            media_url: media_url.as_deref().map(media::url),
            media_urls: media_urls.0.iter().map(|key| media::url(key)).collect(),
            poster_url: self.poster_of(post).map(media::url),
            deal_links: deal_links.iter().map(|deal| DealView::new(deal, self.now)).collect(),
            author_name: author_name.clone(),
            custom_author: custom_author.clone(),
            author_label: posts::author_label(&self.settings.site.brand, author_name, custom_author),
            author_slug: posts::public_author_slug(&self.settings.site.brand, author_slug),
            tags: tags.clone(),
            is_today_pick: posts::is_pick(post, self.now),
            brand: brand.clone(),
            extra_text: extra_text.clone(),
            language: language.clone(),
            access: *access,
            reading_minutes: *reading_minutes,
            preview: self.preview(post),
        }
    }

    fn preview(&self, post: &Model) -> Option<PreviewView> {
        let key = post.preview_url.as_deref()?;
        let MediaView { url, kind, width, height } = self.media(key);
        let item = self.media.get(key);
        // Lists show the poster of a video.
        let still =
            if kind == MediaKind::Video { self.poster_of(post).and_then(|key| self.media.get(key)) } else { item };
        Some(PreviewView {
            kind,
            url,
            srcset: still.and_then(srcset),
            width: width.or(still.and_then(|still| still.width)),
            height: height.or(still.and_then(|still| still.height)),
            alt: item.map(|item| item.alt.clone()).unwrap_or_default(),
            focal_point: [item, still].into_iter().flatten().find_map(FocalPoint::of),
            blur: still.and_then(blur),
            captions: item.and_then(|item| item.captions_key.as_deref()).map(media::url),
        })
    }

    fn share_picture(&self, post: &Model) -> SharePictureView {
        match posts::preview_image(post).or_else(|| post.preview_url.as_ref().and_then(|_| self.poster_of(post))) {
            Some(key) => SharePictureView::new(key, self.media.get(key)),
            None => SharePictureView {
                url: share_picture_path(post),
                width: Some(SHARE_PICTURE_SIZE.0),
                height: Some(SHARE_PICTURE_SIZE.1),
                alt: post.title.clone(),
            },
        }
    }

    fn post(&self, post: &Model) -> PostView {
        let corrections: Vec<CorrectionView> =
            self.corrections.iter().filter(|row| row.post_id == post.id).cloned().map(Into::into).collect();
        // One that was marked before its date says nothing to readers.
        let updated_for_readers_at = post.updated_for_readers_at.filter(|at| *at > post.published_at);
        let corrected_at = corrections.iter().map(|correction| correction.created_at).max();
        let cover = post.preview_url.as_ref().and_then(|key| self.media.get(key));
        PostView {
            card: self.card(post),
            dek: if post.summary.is_empty() { post.excerpt.clone() } else { post.summary.clone() },
            content: html::deliver_media(&post.content),
            gated: false,
            offers: Vec::new(),
            tag_list: posts::parse_tags(&post.tags).into_iter().map(TagView::from).collect(),
            updated_at: post.updated_at,
            updated_for_readers_at,
            modified_at: [updated_for_readers_at, corrected_at].into_iter().flatten().fold(post.published_at, Ord::max),
            corrections,
            canonical_path: posts::canonical_path(&post.slug),
            share_picture: self.share_picture(post),
            cover_caption: cover.map(|item| item.caption.clone()).unwrap_or_default(),
            cover_credit: cover.map(|item| item.credit.clone()).unwrap_or_default(),
            media: post.media_urls.0.iter().map(|key| self.media(key)).collect(),
        }
    }
}

/// Width and height in pixels of a share picture, as social networks require.
pub const SHARE_PICTURE_SIZE: (i32, i32) = (1_200, 630);

/// What share pictures look like: counted up where the same words are drawn in another way.
const DRAWING: u32 = 2;

/// Path of the share picture that is drawn for a post without pictures. Each revision has its own, and each way to draw
/// it, because sites that show links cache pictures.
pub fn share_picture_path(post: &Model) -> String {
    format!("/og/post/{}-{}-{DRAWING}.png", post.id, post.revision)
}

/// Public cards: of a gated post only the preview picture, without its other files, deals and extra text.
pub async fn cards(core: &Core, posts: &[Model]) -> Result<Vec<PostCardView>, StoreError> {
    let mut cards = full_cards(core, posts).await?;
    cards.iter_mut().for_each(PostCardView::redact_gated);
    Ok(cards)
}

impl PostCardView {
    /// Removes files, deals and extra text of a gated post.
    fn redact_gated(&mut self) {
        if self.access != Access::Everyone {
            self.media_urls.clear();
            self.poster_url.take_if(|_| self.preview.as_ref().is_none_or(|cover| cover.kind != MediaKind::Video));
            self.deal_links.clear();
            self.extra_text.clear();
        }
    }
}

async fn full_cards(core: &Core, posts: &[Model]) -> Result<Vec<PostCardView>, StoreError> {
    let context = PostContext::of(core, posts, Detail::Card).await?;
    Ok(posts.iter().map(|post| context.card(post)).collect())
}

impl PostView {
    /// The public view of a post, on its page: of a gated post only its opening, without the rest of its text and
    /// files.
    pub async fn public(core: &Core, post: &Model) -> Result<Self, StoreError> {
        let context = PostContext::of(core, std::slice::from_ref(post), Detail::Page).await?;
        let mut view = Self::redacted(core, &context, post);
        view.content = context.text(&view);
        Ok(view)
    }

    /// [`PostView::public`] of each, for feeds: comparisons of deals are lists.
    pub async fn public_list(core: &Core, posts: &[Model]) -> Result<Vec<Self>, StoreError> {
        let context = PostContext::of(core, posts, Detail::Full).await?;
        let view = |post| {
            let mut view = Self::redacted(core, &context, post);
            view.content = context.with_comparison(&view, Drawn::List);
            view
        };
        Ok(posts.iter().map(view).collect())
    }

    fn redacted(core: &Core, context: &PostContext, post: &Model) -> Self {
        let mut view = context.post(post);
        if post.revision == 1 && view.corrections.is_empty() {
            // Imported posts are created later than their date, but were not changed since.
            view.updated_at = post.published_at;
        }
        if post.access != Access::Everyone {
            view.content = format!("<p>{}</p>", escape(&post.opening));
            view.gated = true;
            if post.access == Access::Subscribers && !core.payment_gateways().is_empty() {
                view.offers = subscriptions::PLANS.iter().map(OfferView::from).collect();
            }
            view.media.clear();
        }
        view.card.redact_gated();
        view
    }

    /// The view of a whole post, for readers with access.
    pub async fn full(core: &Core, post: &Model) -> Result<Self, StoreError> {
        let context = PostContext::of(core, std::slice::from_ref(post), Detail::Page).await?;
        let mut view = context.post(post);
        view.content = context.text(&view);
        Ok(view)
    }

    /// The view that a kind of reader has.
    pub async fn seen_by(core: &Core, post: &Model, kind: ReaderKind) -> Result<Self, StoreError> {
        if kind.may_read(post) { Self::full(core, post).await } else { Self::public(core, post).await }
    }

    async fn unredacted(core: &Core, post: &Model) -> Result<Self, StoreError> {
        Ok(PostContext::of(core, std::slice::from_ref(post), Detail::Full).await?.post(post))
    }
}

impl AdminPostView {
    pub async fn new(core: &Core, post: &Model) -> Result<Self, StoreError> {
        Ok(Self {
            post: PostView::unredacted(core, post).await?,
            status: post.status,
            revision: post.revision,
            is_public: posts::is_public(post, core.now()),
            owner: posts::owner_names(core, std::slice::from_ref(post)).await?.pop().flatten(),
            agreed_at: posts::agreed_at(core, post).await?,
        })
    }
}

impl AdminPostCardView {
    pub async fn list(core: &Core, models: &[Model]) -> Result<Vec<Self>, StoreError> {
        let now = core.now();
        let (cards, owners) = tokio::try_join!(full_cards(core, models), posts::owner_names(core, models))?;
        Ok(cards
            .into_iter()
            .zip(models)
            .zip(owners)
            .map(|((card, post), owner)| Self {
                card,
                status: post.status,
                revision: post.revision,
                is_public: posts::is_public(post, now),
                owner,
                updated_at: post.updated_at,
                pick_until: post.pick_until.filter(|_| posts::is_pick(post, now)),
            })
            .collect())
    }
}

impl DeskPostView {
    pub async fn list(core: &Core, page: &DeskPage) -> Result<Vec<Self>, StoreError> {
        let cards = AdminPostCardView::list(core, &page.posts).await?;
        let views = |id| page.views.get(&id).copied().unwrap_or(0);
        Ok(cards.into_iter().map(|card| Self { week_views: views(card.card.id), card }).collect())
    }
}
