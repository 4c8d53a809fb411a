use axum::extract::State;
use mwanga_core::{changes, subscriptions};

use crate::AppState;
use crate::public_response::{Provenance, PublicResponse};
use crate::views::PlanListView;

/// Plans, and the payment provider.
#[utoipa::path(get, path = "/subscriptions/plans", tag = "subscriptions", responses((status = 200, body = PlanListView)))]
pub async fn plans(State(app): State<AppState>) -> PublicResponse<PlanListView> {
    let body = PlanListView {
        data: subscriptions::PLANS.iter().map(Into::into).collect(),
        wallet: (&app.core.payment_gateways).into(),
    };
    PublicResponse { body, provenance: Provenance { tags: vec![changes::SITE.to_owned()], ..Provenance::default() } }
}
