//! Ends that an earlier version stored are extended to the end of their day, once.

use mwanga_core::subscriptions::extend_to_end_of_day;
use mwanga_store::entities::{paid_order, subscription};
use mwanga_store::queries;
use sea_orm::{EntityTrait, IntoActiveModel, QueryOrder, Set};

use super::*;

#[tokio::test]
async fn ends_of_an_earlier_version_are_extended_to_the_end_of_their_day() {
    let shop = Shop::new().await;
    shop.buy("12_months", "amina@example.com").await;
    shop.buy("8_months", "juma@example.com").await;
    let store = &shop.app.core().store;
    let (noon, end) = (at("2027-11-20T09:00:00Z"), at("2027-11-20T20:59:59Z"));
    let rows = async || {
        let found = subscription::Entity::find().order_by_asc(subscription::Column::Id);
        found.all(store.reader()).await.unwrap()
    };
    let before = rows().await;
    for row in before.clone() {
        let mut row = row.into_active_model();
        row.expires_at = Set(noon);
        row.print_until = Set(row.print_until.take().flatten().map(|_| noon));
        queries::subscriptions::update(store.writer(), row).await.unwrap();
    }
    for order in paid_order::Entity::find().all(store.reader()).await.unwrap() {
        let mut order = order.into_active_model();
        order.period_until = Set(Some(noon));
        queries::orders::update(store.writer(), order).await.unwrap();
    }
    extend_to_end_of_day(shop.app.core()).await.unwrap();
    let without_change = |mut rows: Vec<subscription::Model>| {
        rows.iter_mut().for_each(|row| row.changed_at = NOW);
        rows
    };
    assert_eq!(without_change(rows().await), without_change(before));
    let order = queries::orders::paid_by_email_key(store.reader(), "amina@example.com").await.unwrap().remove(0);
    assert_eq!((order.period_until, rows().await[0].print_until), (Some(end), Some(end)));

    // Once: what is stored after that stays.
    let mut row = rows().await.remove(0).into_active_model();
    row.expires_at = Set(noon);
    queries::subscriptions::update(store.writer(), row).await.unwrap();
    extend_to_end_of_day(shop.app.core()).await.unwrap();
    assert_eq!(rows().await[0].expires_at, noon);
}
