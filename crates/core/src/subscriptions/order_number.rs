use mwanga_store::types::OrderId;

/// The number of an order in receipts and mails, such as `000042`.
pub(super) fn order_number(id: OrderId) -> String {
    format!("{:06}", id.0)
}
