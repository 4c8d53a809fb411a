use axum::extract::State;
use axum::response::Response;
use mwanga_core::analytics::{self, PLANS, Summary};
use mwanga_core::posts;

use super::posts::range;
use super::summary::RangeQuery;
use crate::AppState;
use crate::csv;
use crate::extract::{AdminUser, ApiPath, ApiQuery};
use crate::problem::{ApiError, errors};
use crate::views::words;

/// One part of the summary as a CSV file: `days`, `posts`, `deals`, `referrers` or `funnel`.
#[utoipa::path(get, path = "/analytics/tables/{name}", tag = "analytics", security(("bearer" = [])), params(("name" = String, Path), RangeQuery),
    responses((status = 200, body = String, content_type = "text/csv"), errors::StaffOnly, errors::BadRequest, errors::NotFound))]
pub async fn analytics_table(
    State(app): State<AppState>,
    _: AdminUser,
    ApiPath(name): ApiPath<String>,
    ApiQuery(query): ApiQuery<RangeQuery>,
) -> Result<Response, ApiError> {
    let Some((head, rows)) = table(&name) else { return Err(ApiError::no_such_address()) };
    let range = range(&app, query.from.as_deref(), query.to.as_deref())?;
    let rows = rows(&app, analytics::summary(&app.core, range).await?);
    let lines: String = std::iter::once(head.into_iter().map(str::to_owned).collect())
        .chain(rows)
        .map(|row: Vec<String>| csv::line(&row))
        .collect();
    Ok(csv::file(&format!("{name}-{}-{}.csv", range.from(), range.to()), lines))
}

type Rows = fn(&AppState, Summary) -> Vec<Vec<String>>;

/// The head of a table, and what fills it.
fn table(name: &str) -> Option<(Vec<&'static str>, Rows)> {
    Some(match name {
        "days" => (vec!["Date", "Post views", "Deal clicks"], |_, summary| {
            summary
                .days
                .into_iter()
                .map(|day| vec![day.date, day.post_views.to_string(), day.deal_clicks.to_string()])
                .collect()
        }),
        "posts" => (vec!["Post", "Address", "Post views", "Deal clicks"], |app, summary| {
            let row = |post: analytics::PostCounts| {
                vec![post.title, address(app, &post.slug), post.post_views.to_string(), post.deal_clicks.to_string()]
            };
            summary.top_posts.into_iter().map(row).collect()
        }),
        "deals" => (vec!["Product", "Store", "Post", "Address", "Deal clicks"], |app, summary| {
            let row = |deal: analytics::DealCounts| {
                vec![
                    deal.product_name,
                    deal.label,
                    deal.post_title,
                    address(app, &deal.post_slug),
                    deal.clicks.to_string(),
                ]
            };
            summary.top_deals.into_iter().map(row).collect()
        }),
        "referrers" => (vec!["Site", "Post views"], |_, summary| {
            summary.referrers.into_iter().map(|(host, count)| vec![words::host(host), count.to_string()]).collect()
        }),
        "funnel" => (["Step", "Count"].into_iter().chain(PLANS).collect(), |_, summary| {
            let row = |step: analytics::FunnelStep| {
                let plans = PLANS.iter().map(|plan| step.by_plan[plan].to_string());
                [words::event(step.event).to_owned(), step.count.to_string()].into_iter().chain(plans).collect()
            };
            summary.steps.into_iter().map(row).collect()
        }),
        _ => return None,
    })
}

fn address(app: &AppState, slug: &str) -> String {
    app.core.config.base().to_owned() + &posts::canonical_path(slug)
}
