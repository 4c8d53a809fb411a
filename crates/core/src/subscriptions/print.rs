use std::collections::BTreeMap;

use mwanga_store::entities::{paid_order, print_address};
use mwanga_store::queries;
use mwanga_store::types::{AccountId, OrderId, OrderStatus};
use sea_orm::Set;

use super::entitlement::paid_time;
use super::{SubscriptionError, plan};
use crate::fold::one_line;
use crate::{Core, secrets};

/// Where the printed edition goes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Address {
    pub name: String,
    pub line1: String,
    pub line2: String,
    pub city: String,
    pub postcode: String,
    pub country: String,
    pub phone: String,
}

impl From<print_address::Model> for Address {
    fn from(row: print_address::Model) -> Self {
        let print_address::Model { name, line1, line2, city, postcode, country, phone, .. } = row;
        Self { name, line1, line2, city, postcode, country, phone }
    }
}

/// What signs the codes of buyers.
const PURPOSE: &str = "print address";

/// Characters of a line.
const LONGEST: usize = 120;

/// Field, text, and what is said where it is needed and empty.
fn fields(address: &mut Address) -> [(&'static str, &mut String, Option<&'static str>); 7] {
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

/// Each on one line, and nothing that is needed missing.
fn checked(mut address: Address) -> Result<Address, SubscriptionError> {
    let mut wrong = BTreeMap::new();
    for (field, text, missing) in fields(&mut address) {
        *text = one_line(text);
        match missing {
            Some(missing) if text.is_empty() => wrong.insert(field, missing.to_owned()),
            _ if text.chars().count() > LONGEST => wrong.insert(field, format!("Use at most {LONGEST} characters.")),
            _ => None,
        };
    }
    if wrong.is_empty() { Ok(address) } else { Err(SubscriptionError::Invalid(wrong)) }
}

/// What lets the buyer of an order say where the printed edition goes, as long as the order pays for it.
pub(super) fn code(core: &Core, order: &paid_order::Model) -> String {
    format!("{}-{}", order.id, &core.keys.sign(PURPOSE, &order.reference)[..40])
}

/// Where the printed edition of an account's own address goes. Its owner may always say so; an account whose address is
/// not proved says it as the buyer of its last printed order.
pub async fn set_address(core: &Core, account: AccountId, address: Address) -> Result<Address, SubscriptionError> {
    let address = checked(address)?;
    let db = core.store.reader();
    let account = queries::accounts::get(db, account).await?.ok_or(SubscriptionError::NotPrinted)?;
    if paid_time(core, &account).await?.and_then(|paid| paid.print_until).is_none_or(|until| until <= core.now()) {
        return Err(SubscriptionError::NotPrinted);
    }
    let order = if account.email_verified_at.is_some() {
        None
    } else {
        let orders = queries::orders::taken_by(db, account.id, &account.email_key).await?;
        let printed = orders.iter().rfind(|order| plan(order.plan).print && order.status != OrderStatus::Refunded);
        Some(printed.ok_or(SubscriptionError::NotPrinted)?.id)
    };
    write(core, account.email_key, order, &address).await?;
    Ok(address)
}

/// Where the printed edition of an order goes, said by its buyer. What the owner of the address or the buyer of another
/// order said stays.
pub async fn set_address_by_code(core: &Core, code: &str, address: Address) -> Result<Address, SubscriptionError> {
    let address = checked(address)?;
    let (id, signed) = code.split_once('-').ok_or(SubscriptionError::NotPrinted)?;
    let id = OrderId(id.parse().map_err(|_| SubscriptionError::NotPrinted)?);
    let order = queries::orders::get(core.store.reader(), id).await?.ok_or(SubscriptionError::NotPrinted)?;
    let signed = secrets::fingerprint(signed);
    let is_ours = core
        .keys
        .accepted(PURPOSE, &order.reference)
        .iter()
        .any(|signature| secrets::fingerprint(&signature[..40]) == signed);
    if !is_ours || !plan(order.plan).print || order.period_until.is_none_or(|until| until <= core.now()) {
        return Err(SubscriptionError::NotPrinted);
    }
    write(core, order.email_key, Some(order.id), &address).await?;
    Ok(address)
}

async fn write(
    core: &Core,
    email_key: String,
    order_id: Option<OrderId>,
    address: &Address,
) -> Result<(), SubscriptionError> {
    let Address { name, line1, line2, city, postcode, country, phone } = address.clone();
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
    if queries::subscriptions::set_address(core.store.writer(), row).await? {
        Ok(())
    } else {
        Err(SubscriptionError::AddressKept)
    }
}
