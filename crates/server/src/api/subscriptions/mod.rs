//! `/subscriptions`: plans, checkout and what follows a purchase.

mod capture;
mod payment;
mod plans;
mod print_address;
mod receipts;
mod status;
mod subscribe;

pub use capture::*;
pub use payment::*;
pub use plans::*;
pub use print_address::*;
pub use receipts::*;
pub use status::*;
pub use subscribe::*;
