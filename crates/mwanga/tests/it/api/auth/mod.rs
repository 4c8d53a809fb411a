mod account;
mod admin;
mod browsers;
mod change_password;
mod limits;
mod login_user;
mod logout;
mod password;
mod profile;
mod refresh;
mod register_user;
mod sessions;
mod social;
mod tokens;
mod verify_email;

pub use tokens::claims;
