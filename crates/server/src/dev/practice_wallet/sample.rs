use mwanga_core::subscriptions::{self, Sample};
use mwanga_store::types::PlanCode;

use super::book::{self, Entry, State};
use crate::AppState;

/// How long ago the demo's reader subscribed.
const AGO_MS: i64 = 40 * 24 * 3_600_000;

/// Sells the printed edition to a reader of the demo publication, as if they had paid by the practice wallet some weeks
/// ago; nothing where there is another.
pub async fn sell_to(app: &AppState, email: &str) -> anyhow::Result<()> {
    if !app.core.config.paypal.as_ref().is_some_and(|wallet| wallet.practice) {
        return Ok(());
    }
    let id = app.core.keys.sign("practice wallet", email)[..17].to_uppercase();
    let at = app.core.now().plus_ms(-AGO_MS);
    let Sample { reference, description, amount } =
        subscriptions::sell_sample(&app.core, email, PlanCode::TwelveMonths, at, (&id, &format!("C{id}"))).await?;
    let value = amount.value();
    let paid = Entry {
        id,
        custom_id: reference,
        description,
        currency_code: amount.currency,
        value,
        state: State::Completed,
        declines: false,
        capture_request: None,
    };
    book::make(app, paid).await?;
    Ok(())
}
