mod admin;
mod logout;
mod profile;
mod refresh;
mod tokens;
