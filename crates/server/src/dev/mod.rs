//! For development alone: mails with sample data, and a wallet to try the checkout with. None of it is there in
//! production.

pub mod mails;
pub mod practice_wallet;
