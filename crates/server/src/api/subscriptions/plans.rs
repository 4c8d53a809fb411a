use axum::extract::State;
use mwanga_core::{changes, subscriptions};

use crate::AppState;
use crate::only_local::{FromHere, refuse_strangers};
use crate::public_response::{Provenance, PublicResponse};
use crate::views::PlanListView;

/// Plans, and the ways to pay.
#[utoipa::path(get, path = "/subscriptions/plans", tag = "subscriptions", responses((status = 200, body = PlanListView)))]
pub async fn plans(State(app): State<AppState>, from_here: FromHere) -> PublicResponse<PlanListView> {
    let gateways = refuse_strangers(&app, &from_here).ok().map(|()| app.core.payment_gateways());
    let body = PlanListView::new(&subscriptions::PLANS, gateways);
    PublicResponse { body, provenance: Provenance { tags: vec![changes::SITE.to_owned()], ..Provenance::default() } }
}
