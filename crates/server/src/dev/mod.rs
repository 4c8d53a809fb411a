//! For development alone, and for requests made on this very machine: mails with sample data, and a wallet to try the
//! checkout with. In production none of it is there.

mod mails;
mod only_local;
pub mod practice_wallet;

use axum::Router;
use axum::middleware::from_fn_with_state;

pub use only_local::{FromHere, answers, refuse_demo_password, refuse_strangers};

use crate::AppState;

/// Routes of development; anybody else gets what there is without them.
pub fn routes(app: &AppState) -> Router<AppState> {
    if app.core.config.production {
        return Router::new();
    }
    let routes = mails::routes().merge(practice_wallet::routes(&app.core.config));
    routes.route_layer(from_fn_with_state(app.clone(), only_local::only_local))
}
