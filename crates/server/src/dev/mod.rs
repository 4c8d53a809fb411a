//! For development alone, and for requests made on this very machine: mails with sample data, and wallets to try the
//! checkout with. In production none of it is there.

mod files;
mod mails;
mod practice_push;
pub mod practice_wallet;

use axum::Router;
use axum::extract::{Request, State};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};

use crate::only_local::answers;
use crate::{AppState, rendering};

/// Routes of development; anybody else gets what there is without them.
pub fn routes(app: &AppState) -> Router<AppState> {
    if app.core.config.production {
        return Router::new();
    }
    let routes =
        mails::routes().merge(practice_wallet::routes(&app.core.config)).merge(practice_push::routes(&app.core.config));
    routes.route_layer(from_fn_with_state(app.clone(), only_local))
}

/// Middleware: an address of development is none to others.
async fn only_local(State(app): State<AppState>, request: Request, next: Next) -> Response {
    if answers(request.extensions()) {
        return next.run(request).await;
    }
    rendering::page(State(app), request).await.into_response()
}
