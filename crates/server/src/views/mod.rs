//! The shapes that leave the API.

mod category;
mod post;
mod session;
mod site;

pub use category::{CategoryPageView, CategoryView, SectionView, SectionsView};
pub use post::{AdminPostCardView, AdminPostListView, AdminPostSavedView, AdminPostView, PostCardView, PostListView, PostView, canonical_path, cards};
pub use session::{ProfileView, SessionView};
pub use site::{MediaItemView, MessageView, PresignedView, SiteView, UploadConfigView};
