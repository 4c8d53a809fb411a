use std::io::{IsTerminal, Read};
use std::path::Path;

use anyhow::Context;
use clap::{Subcommand, ValueEnum};
use mwanga_core::accounts;
use mwanga_store::types;
use secrecy::SecretString;

use crate::start;

#[derive(Subcommand)]
pub enum AdminCommand {
    /// Makes an account with a role, or gives the one with this address another. The password comes from
    /// MWANGA_PASSWORD or standard input.
    Create {
        #[arg(long)]
        email: String,
        #[arg(long, value_enum)]
        role: Role,
    },
}

#[derive(Clone, Copy, ValueEnum)]
pub enum Role {
    Admin,
    Editor,
    Author,
    Contributor,
    Reader,
}

pub async fn run(file: Option<&Path>, command: AdminCommand) -> anyhow::Result<()> {
    let AdminCommand::Create { email, role } = command;
    let role = match role {
        Role::Admin => types::Role::Admin,
        Role::Editor => types::Role::Editor,
        Role::Author => types::Role::Author,
        Role::Contributor => types::Role::Contributor,
        Role::Reader => types::Role::Reader,
    };
    let password = password()?;
    let core = start::core(file).await?;
    let account = accounts::create_staff(&core, &email, password, role).await?;
    println!("{} is {} now", account.email, account.role.as_str());
    Ok(())
}

/// Never from the command line's arguments: every process of the machine can read those.
fn password() -> anyhow::Result<SecretString> {
    if let Ok(password) = std::env::var("MWANGA_PASSWORD") {
        return Ok(password.into());
    }
    let mut text = String::new();
    if std::io::stdin().is_terminal() {
        eprint!("password: ");
        std::io::stdin().read_line(&mut text).context("no password on standard input")?;
    } else {
        std::io::stdin().read_to_string(&mut text).context("no password on standard input")?;
    }
    Ok(text.trim_end_matches(['\r', '\n']).to_owned().into())
}
