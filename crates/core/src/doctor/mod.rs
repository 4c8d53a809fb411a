//! Checks what a site needs: each answers whether it is well, and what to do where it is not. Nothing secret is told.
//!
//! - `database.rs`: version, integrity, clock; `disk.rs`: free space, private files
//! - `mail.rs`: connect, TLS and sign-in; `media.rs`: write, read and delete, and the marker
//! - `backups.rs`: their age, and whether one was restored
//! - `site.rs`: configuration, payments, the base URL reached from here, the hold

mod backups;
mod check;
mod database;
mod disk;
mod mail;
mod media;
mod site;

pub use check::{Check, CheckState};

use crate::Core;

/// All checks, in the order in which they are told.
pub async fn check_all(core: &Core) -> Vec<Check> {
    let mut checks = vec![site::configuration(core)];
    checks.extend(database::check(core).await);
    checks.extend(disk::check(core));
    checks.push(mail::check(core).await);
    checks.extend(media::check(core).await);
    checks.push(site::payments(core));
    checks.push(site::base_url(core).await);
    checks.push(backups::check(core).await);
    checks.push(site::hold(core).await);
    checks
}
