pub mod admin;
mod cookies;
mod logout;
mod profile;
mod refresh;

pub use logout::*;
pub use profile::*;
pub use refresh::*;
