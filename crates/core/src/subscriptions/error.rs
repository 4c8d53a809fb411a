use std::collections::BTreeMap;

use mwanga_store::StoreError;

use super::providers::WalletError;

#[derive(Debug, thiserror::Error)]
pub enum SubscriptionError {
    #[error("fields are missing or wrong: {0:?}")]
    Invalid(BTreeMap<&'static str, String>),
    /// This site has no wallet.
    #[error("no wallet is set up")]
    NotSetUp,
    /// The wallet's answer did not come in time. What was begun is finished by the poller; asking again is safe. Says
    /// what happened, without anything that was sent.
    #[error("{0}")]
    Unavailable(String),
    /// The wallet refused the buyer's means. Nothing was charged; the order stays open.
    #[error("the payment was declined")]
    Declined,
    #[error("the buyer has not approved the payment")]
    NotApproved,
    /// The wallet has the payment and is still looking at it.
    #[error("the wallet is still looking at the payment")]
    Pending,
    /// No such payment.
    #[error("there is no such payment")]
    Unknown,
    /// Nothing can be paid by this order any more.
    #[error("the order is closed")]
    Closed,
    /// The wallet tells another amount or reference than was ordered. Money may have been taken: a person has to look.
    #[error("the wallet tells something else than was ordered")]
    Refused,
    /// Where the printed edition goes was said by somebody with more right to it.
    #[error("the address was written by somebody else")]
    AddressKept,
    /// Whoever asks has bought nothing that is printed, or the right to say where it goes has ended.
    #[error("nothing is printed for this")]
    NotPrinted,
    #[error("there is no such subscription")]
    NotFound,
    #[error("there is no payment to give back")]
    NothingToRefund,
    /// The wallet has not said yet that the money is back. It goes on by itself; asking again is safe.
    #[error("the refund is not done yet: {0}")]
    Refunding(String),
    /// The wallet did not give the money back. Another day it may.
    #[error("the wallet refused the refund")]
    RefundRefused,
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<sea_orm::DbErr> for SubscriptionError {
    fn from(error: sea_orm::DbErr) -> Self {
        Self::Store(error.into())
    }
}

/// A wallet's error where no other meaning is known: the outcome of the call is open.
pub(super) fn unavailable(error: WalletError) -> SubscriptionError {
    SubscriptionError::Unavailable(error.to_string())
}
