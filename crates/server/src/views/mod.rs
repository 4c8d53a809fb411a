//! The shapes that leave the API.

mod account;
mod analytics;
mod author;
mod backup;
mod category;
mod correction;
mod deal;
mod deal_comparison;
mod desk;
mod doctor;
mod hold;
mod issue;
mod issue_draft;
mod library;
mod mail;
mod navigation;
mod newsletter;
mod note;
mod page;
mod post;
mod post_link;
mod preview_link;
mod related;
mod revision;
mod search;
mod session;
mod set_up;
mod settings;
mod site;
mod subscriber;
mod subscription;
mod tag;
mod text_media;
mod trash;

pub use account::{InvitedView, ProfileSavedView, ProfileView, StaffListView};
pub use analytics::{AnalyticsItemView, AnalyticsListView, AnalyticsSummaryView, words};
pub use author::{AuthorPageView, AuthorView};
pub use backup::*;
pub use category::{
    AdminCategoryView, CategoryPageView, CategorySavedView, CategoryView, FrontPageView, SectionView, SectionsView,
    category_picture,
};
pub use correction::*;
pub use deal::{AdminDealListView, DealView};
pub use desk::*;
pub use doctor::*;
pub use hold::*;
pub use issue::*;
pub use issue_draft::*;
pub use library::{LibraryFileView, LibraryView};
pub use mail::{EmailLogListView, EmailLogView};
pub use navigation::*;
pub use newsletter::*;
pub use note::*;
pub use page::*;
pub use post::{
    AdminPicksView, AdminPostCardView, AdminPostListView, AdminPostSavedView, AdminPostView, DeskPostView,
    PostAddressView, PostCardView, PostListView, PostView, SHARE_PICTURE_SIZE, ShareCopy, cards, share_picture_path,
};
pub use post_link::*;
pub use preview_link::*;
pub use related::RelatedView;
pub use revision::{PageRevisionView, PostRevisionView, RevisionListView};
pub use search::{HighlightsView, SearchHitView, SearchView, SuggestionsView};
pub use session::{SessionListView, SessionView};
pub use set_up::*;
pub use settings::*;
pub use site::{
    CalendarView, CleanedMediaView, EmbedView, MediaItemView, MessageView, PresignedView, SiteView, SocialLinkView,
    StatusView, ThemedPictureView, UploadConfigView,
};
pub use subscriber::{SubscriberListView, SubscriberView};
pub use subscription::*;
pub use tag::{TagPageView, TagView};
pub use trash::TrashView;
