mod login;
mod register;
