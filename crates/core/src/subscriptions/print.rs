//! Addresses of the printed edition.

use std::collections::BTreeMap;

use mwanga_store::entities::{paid_order, print_address};
use mwanga_store::queries;
use mwanga_store::types::{AccountId, OrderId, OrderStatus};
use sea_orm::Set;

use super::entitlement::find_entitlement;
use super::{SubscriptionError, plan};
use crate::fold::one_line;
use crate::{Core, secrets};

/// Postal address of the printed edition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PrintAddress {
    pub name: String,
    pub line1: String,
    pub line2: String,
    pub city: String,
    pub postcode: String,
    pub country: String,
    pub phone: String,
}

impl From<print_address::Model> for PrintAddress {
    fn from(row: print_address::Model) -> Self {
        let print_address::Model { name, line1, line2, city, postcode, country, phone, .. } = row;
        Self { name, line1, line2, city, postcode, country, phone }
    }
}

/// Purpose of the key that signs address codes.
const PURPOSE: &str = "print address";

/// Most characters of a field.
const MAX_CHARS: usize = 120;

/// Name, text, and for a required field the message when it is empty.
fn fields(address: &mut PrintAddress) -> [(&'static str, &mut String, Option<&'static str>); 7] {
    [
        ("name", &mut address.name, Some("Enter the name on the letter box.")),
        ("line1", &mut address.line1, Some("Enter a street, a building or a P.O. box.")),
        ("line2", &mut address.line2, None),
        ("city", &mut address.city, Some("Enter a town.")),
        ("postcode", &mut address.postcode, None),
        ("country", &mut address.country, Some("Enter a country.")),
        ("phone", &mut address.phone, None),
    ]
}

/// Normalizes each field to one line, and checks required fields and lengths.
fn validate(mut address: PrintAddress) -> Result<PrintAddress, SubscriptionError> {
    let mut errors = BTreeMap::new();
    for (field, text, missing) in fields(&mut address) {
        *text = one_line(text);
        match missing {
            Some(missing) if text.is_empty() => errors.insert(field, missing.to_owned()),
            _ if text.chars().count() > MAX_CHARS => {
                errors.insert(field, format!("Use at most {MAX_CHARS} characters."))
            }
            _ => None,
        };
    }
    if errors.is_empty() { Ok(address) } else { Err(SubscriptionError::Invalid(errors)) }
}

/// Signed code that lets the buyer of an order set the address, as long as the order pays for the printed edition.
pub(super) fn address_code(core: &Core, order: &paid_order::Model) -> String {
    format!("{}-{}", order.id, &core.keys.sign(PURPOSE, &order.reference)[..40])
}

/// Sets the address for an account's own e-mail address. With an unconfirmed e-mail address the account counts as the
/// buyer of its last order of the printed edition.
pub async fn set_address(
    core: &Core,
    account: AccountId,
    address: PrintAddress,
) -> Result<PrintAddress, SubscriptionError> {
    let address = validate(address)?;
    let db = core.store.reader();
    let account = queries::accounts::get(db, account).await?.ok_or(SubscriptionError::NotPrinted)?;
    if find_entitlement(core, &account)
        .await?
        .and_then(|entitlement| entitlement.print_until)
        .is_none_or(|until| until <= core.now())
    {
        return Err(SubscriptionError::NotPrinted);
    }
    let order = if account.email_verified_at.is_some() {
        None
    } else {
        let orders = queries::orders::paid_by_account(db, account.id, &account.email_key).await?;
        let last_print_order =
            orders.iter().rfind(|order| plan(order.plan).print && order.status != OrderStatus::Refunded);
        Some(last_print_order.ok_or(SubscriptionError::NotPrinted)?.id)
    };
    save(core, account.email_key, order, &address).await?;
    Ok(address)
}

/// Sets the address with the code of an order.
///
/// # Errors
///
/// - [`SubscriptionError::AddressLocked`]: the owner of the e-mail address or the buyer of another order has set it.
pub async fn set_address_by_code(
    core: &Core,
    code: &str,
    address: PrintAddress,
) -> Result<PrintAddress, SubscriptionError> {
    let address = validate(address)?;
    let (id, signature) = code.split_once('-').ok_or(SubscriptionError::NotPrinted)?;
    let id = OrderId(id.parse().map_err(|_| SubscriptionError::NotPrinted)?);
    let order = queries::orders::get(core.store.reader(), id).await?.ok_or(SubscriptionError::NotPrinted)?;
    let signature = secrets::fingerprint(signature);
    let is_valid = core
        .keys
        .accepted_signatures(PURPOSE, &order.reference)
        .iter()
        .any(|accepted| secrets::fingerprint(&accepted[..40]) == signature);
    if !is_valid || !plan(order.plan).print || order.period_until.is_none_or(|until| until <= core.now()) {
        return Err(SubscriptionError::NotPrinted);
    }
    save(core, order.email_key, Some(order.id), &address).await?;
    Ok(address)
}

async fn save(
    core: &Core,
    email_key: String,
    order_id: Option<OrderId>,
    address: &PrintAddress,
) -> Result<(), SubscriptionError> {
    let PrintAddress { name, line1, line2, city, postcode, country, phone } = address.clone();
    let row = print_address::ActiveModel {
        email_key: Set(email_key),
        order_id: Set(order_id),
        name: Set(name),
        line1: Set(line1),
        line2: Set(line2),
        city: Set(city),
        postcode: Set(postcode),
        country: Set(country),
        phone: Set(phone),
        changed_at: Set(core.now()),
    };
    if queries::subscriptions::upsert_print_address(core.store.writer(), row).await? {
        Ok(())
    } else {
        Err(SubscriptionError::AddressLocked)
    }
}
