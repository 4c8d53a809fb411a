use axum::Json;
use axum::extract::State;
use mwanga_core::accounts::{self, AccountError};
use mwanga_core::subscriptions::{self, PrintAddress};
use serde::Deserialize;

use crate::AppState;
use crate::extract::{ApiJson, Bearer, RateLimitedClient};
use crate::problem::{ApiError, errors};
use crate::views::AddressSavedView;

#[derive(Debug, Deserialize, utoipa::ToSchema)]
pub struct AddressInput {
    #[serde(default)]
    pub name: String,
    #[serde(default)]
    pub line1: String,
    #[serde(default)]
    pub line2: String,
    #[serde(default)]
    pub city: String,
    #[serde(default)]
    pub postcode: String,
    #[serde(default)]
    pub country: String,
    #[serde(default)]
    pub phone: String,
    /// From the answer to a payment, for buyers who are not signed in.
    #[serde(default)]
    pub address_code: Option<String>,
}

/// Says where the printed edition goes: as the owner of a confirmed address, or by the code of a payment, once for all
/// until its owner says otherwise.
#[utoipa::path(put, path = "/subscriptions/print-address", tag = "subscriptions", operation_id = "set_print_address", request_body = AddressInput,
    responses((status = 200, body = AddressSavedView), errors::StaffOnly, errors::JsonBody, errors::Limited))]
pub async fn set_print_address(
    State(app): State<AppState>,
    _: RateLimitedClient,
    bearer: Option<Bearer>,
    ApiJson(input): ApiJson<AddressInput>,
) -> Result<Json<AddressSavedView>, ApiError> {
    let AddressInput { name, line1, line2, city, postcode, country, phone, address_code } = input;
    let address = PrintAddress { name, line1, line2, city, postcode, country, phone };
    let saved = match address_code {
        Some(code) => subscriptions::set_address_by_code(&app.core, &code, address).await?,
        None => {
            let Bearer(session) = bearer.ok_or(AccountError::NotSignedIn)?;
            let identity = accounts::authenticate(&app.core, &session).await?;
            subscriptions::set_address(&app.core, identity.account_id, address).await?
        }
    };
    Ok(Json(AddressSavedView { message: "Your address is saved.", print_address: saved.into() }))
}
