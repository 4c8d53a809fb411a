use std::collections::BTreeMap;

use mwanga_store::StoreError;

use crate::held::HeldError;
use crate::payments::GatewayError;

#[derive(Debug, thiserror::Error)]
pub enum SubscriptionError {
    #[error("fields are missing or wrong: {0:?}")]
    Invalid(BTreeMap<&'static str, String>),
    /// No payment provider is configured.
    #[error("no wallet is set up")]
    NotConfigured,
    /// The provider did not answer in time. The poller finishes what was begun; repeating is safe. Holds the reason,
    /// without anything that was sent.
    #[error("{0}")]
    Unavailable(String),
    /// This copy of the site takes no money until it is released.
    #[error("this copy of the site is held")]
    Held,
    /// The provider refused the buyer's means of payment. Nothing was charged; the order stays open.
    #[error("the payment was declined")]
    Declined,
    #[error("the buyer has not approved the payment")]
    NotApproved,
    /// Another request waits on this phone.
    #[error("another request waits on this phone")]
    Waiting,
    /// The provider is still reviewing the payment.
    #[error("the wallet is still looking at the payment")]
    Pending,
    /// No such payment.
    #[error("there is no such payment")]
    OrderNotFound,
    /// The order cannot be paid any more.
    #[error("the order is closed")]
    Closed,
    /// Amount or reference at the provider differ. Money may have been captured: a person has to look.
    #[error("the wallet tells something else than was ordered")]
    Refused,
    /// The owner of the e-mail address, or the buyer of another order, has set the address of the printed edition.
    #[error("the address was written by somebody else")]
    AddressLocked,
    /// No printed edition is paid for now.
    #[error("nothing is printed for this")]
    NotPrinted,
    #[error("there is no such subscription")]
    NotFound,
    #[error("there is no payment to give back")]
    NothingToRefund,
    /// The refund is not confirmed yet. The poller finishes it; repeating is safe.
    #[error("the refund is not done yet: {0}")]
    Refunding(String),
    /// The provider refused the refund; a later attempt may succeed.
    #[error("the wallet refused the refund")]
    RefundRefused,
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<HeldError> for SubscriptionError {
    fn from(error: HeldError) -> Self {
        match error {
            HeldError::Held | HeldError::NotHeld => Self::Held,
            HeldError::Store(error) => Self::Store(error),
        }
    }
}

impl From<sea_orm::DbErr> for SubscriptionError {
    fn from(error: sea_orm::DbErr) -> Self {
        Self::Store(error.into())
    }
}

/// Maps a provider's error whose effect is unknown: the outcome of the call is open.
pub(super) fn unavailable(error: GatewayError) -> SubscriptionError {
    SubscriptionError::Unavailable(error.to_string())
}
