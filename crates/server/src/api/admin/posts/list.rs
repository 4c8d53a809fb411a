use axum::Json;
use axum::extract::State;
use mwanga_core::categories;
use mwanga_core::desk::{self, DeskOrder, DeskQuery};
use mwanga_core::paging::PageRequest;
use mwanga_core::posts::{self, Writer};
use mwanga_core::slug;
use mwanga_store::queries::desk::{DeskCursor, DeskFilter, DeskSort, PostState};
use mwanga_store::types::Access;
use serde::Deserialize;

use crate::AppState;
use crate::cursor::Cursor;
use crate::extract::{ApiQuery, CursorPage, CursorParams, PageParam, WriterUser};
use crate::problem::{ApiError, errors};
use crate::views::{AdminPostListView, DeskPostView};

/// Status of a post in the admin list.
#[derive(Clone, Copy, Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum StatusFilter {
    Published,
    Scheduled,
    InReview,
    Draft,
}

impl From<StatusFilter> for PostState {
    fn from(filter: StatusFilter) -> Self {
        match filter {
            StatusFilter::Published => Self::Published,
            StatusFilter::Scheduled => Self::Scheduled,
            StatusFilter::InReview => Self::InReview,
            StatusFilter::Draft => Self::Draft,
        }
    }
}

/// Order of the admin list.
#[derive(Clone, Copy, Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ListSort {
    Newest,
    Oldest,
    Title,
    /// Last changed first.
    Changed,
    /// Most viewed within the last week first; the others follow, newest first.
    Viewed,
}

impl From<ListSort> for DeskOrder {
    fn from(sort: ListSort) -> Self {
        match sort {
            ListSort::Newest => Self::By(DeskSort::Newest),
            ListSort::Oldest => Self::By(DeskSort::Oldest),
            ListSort::Title => Self::By(DeskSort::Title),
            ListSort::Changed => Self::By(DeskSort::Changed),
            ListSort::Viewed => Self::Viewed,
        }
    }
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AdminListFilter {
    /// `published`, `scheduled`, `in_review` or `draft`.
    #[param(inline)]
    pub status: Option<StatusFilter>,
    /// Slug, id or name of a category.
    pub category: Option<String>,
    /// The by-line, as it is written or as a slug.
    pub author: Option<String>,
    /// A tag, as it is written or as a slug.
    pub tag: Option<String>,
    /// Who reads it: `everyone`, `registered` or `subscribers`.
    #[param(inline)]
    pub access: Option<Access>,
    /// Words of the text, also misspelt; the best 1,000 posts are listed, the best first. Such a list has no `next`.
    pub q: Option<String>,
    /// `newest`, `oldest`, `title`, `changed` or `viewed`; otherwise newest first, of a search the best first.
    /// `viewed` has no `next`.
    #[param(inline)]
    pub sort: Option<ListSort>,
}

/// All posts, 5 a page, drafts and scheduled ones too. Contributors and authors see their own.
#[utoipa::path(get, path = "/admin/posts", tag = "admin", security(("bearer" = [])), params(PageParam, CursorParams, AdminListFilter),
    responses((status = 200, body = AdminPostListView), errors::StaffOnly, errors::BadRequest, errors::NotFound))]
pub async fn list_posts(
    State(app): State<AppState>,
    writer: WriterUser,
    cursor: CursorPage<DeskCursor>,
    ApiQuery(query): ApiQuery<AdminListFilter>,
) -> Result<Json<AdminPostListView>, ApiError> {
    let request = PageRequest { page: cursor.page, per_page: cursor.per_page };
    let category = match query.category.as_deref() {
        Some(text) => Some(categories::find(&app.core, text).await?.ok_or_else(ApiError::no_such_category)?),
        None => None,
    };
    let slug = |text: &str| slug::from_title(text).unwrap_or_default();
    let settings = app.core.settings();
    let author = query.author.as_deref().map(slug);
    let filter = DeskFilter {
        state: query.status.map(PostState::from),
        category: category.map(|category| category.id),
        author: author.map(|slug| posts::stored_author_slug(&settings.site.brand, &slug).to_owned()),
        tag: query.tag.as_deref().map(slug),
        access: query.access,
        owner: Writer::from(&writer.0).owner(),
    };
    let order = query.sort.map(DeskOrder::from);
    let sort = if let Some(DeskOrder::By(sort)) = order { sort } else { DeskSort::default() };
    if cursor.after.as_ref().is_some_and(|after| !after.is_of(sort)) {
        return Err(ApiError::no_such_place());
    }
    let list = DeskQuery { filter, q: query.q.unwrap_or_default(), order };
    let page = desk::list(&app.core, &list, request, cursor.after).await?;
    Ok(Json(AdminPostListView {
        data: DeskPostView::list(&app.core, &page).await?,
        total: page.total,
        page: request.page,
        per_page: request.per_page,
        next: page.next.map(|key| key.to_text()),
    }))
}
