use mwanga_store::types::OrderId;

/// What people quote an order by.
pub(super) fn order_number(id: OrderId) -> String {
    format!("{:06}", id.0)
}
