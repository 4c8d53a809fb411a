use axum::extract::State;
use mwanga_core::{changes, subscriptions};

use crate::AppState;
use crate::only_local::{FromHere, refuse_strangers};
use crate::public_response::{Provenance, PublicResponse};
use crate::views::{PlanListView, WalletView};

/// Plans, and the payment provider.
#[utoipa::path(get, path = "/subscriptions/plans", tag = "subscriptions", responses((status = 200, body = PlanListView)))]
pub async fn plans(State(app): State<AppState>, from_here: FromHere) -> PublicResponse<PlanListView> {
    let body = PlanListView {
        data: subscriptions::PLANS.iter().map(Into::into).collect(),
        wallet: match refuse_strangers(&app, &from_here) {
            Ok(()) => app.core.payment_gateways().into(),
            Err(_) => WalletView::none(),
        },
    };
    PublicResponse { body, provenance: Provenance { tags: vec![changes::SITE.to_owned()], ..Provenance::default() } }
}
