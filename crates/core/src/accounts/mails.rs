//! Mails about accounts: the job that sends them, and their text.

use mwanga_jobs::{ConcurrencyGroup, Job, JobError};
use mwanga_store::queries;
use mwanga_store::queries::mailed_codes::Owner;
use mwanga_store::types::{AccountId, CodePurpose, InviteId, MailKind, Role, Timestamp};
use mwanga_store::{ConnectionTrait, StoreResult};
use serde::{Deserialize, Serialize};

use super::AccountError;
use crate::attempts::MailsAbout;
use crate::email::EmailAddress;
use crate::mail::{self, Letter, codes};
use crate::{Core, attempts, secrets};

const RESET_TTL_MS: i64 = 30 * 60_000;
const DELETION_TTL_MS: i64 = 30 * 60_000;
const VERIFY_TTL_MS: i64 = 7 * 24 * 3_600_000;

/// Writes one mail with a code in it, and sends it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SendAccountMail {
    /// Random; the code and the `Message-ID` follow from it.
    mail_id: String,
    #[serde(flatten)]
    about: AccountMailKind,
}

/// Security notice to the owner of an account.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum SecurityNotice {
    PasswordChanged,
    RoleChanged {
        role: Role,
    },
    NewBrowser {
        /// Device name; empty when it was not recognized.
        device: String,
    },
}

/// Kind of an account mail, with what its text needs.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "about", rename_all = "snake_case")]
pub(super) enum AccountMailKind {
    /// None for an unknown address: the response must not reveal that it is unknown.
    Reset {
        account_id: Option<AccountId>,
    },
    Verify {
        account_id: AccountId,
    },
    Invite {
        invite_id: InviteId,
    },
    Deletion {
        account_id: AccountId,
    },
    Notice {
        account_id: AccountId,
        notice: SecurityNotice,
        at: Timestamp,
    },
}

/// Sends a mail once the transaction of its cause is committed.
pub(super) async fn enqueue(core: &Core, tx: &impl ConnectionTrait, about: AccountMailKind) -> StoreResult<()> {
    SendAccountMail { mail_id: secrets::random_token(22), about }.enqueue(tx, core.now()).await
}

/// Rate-limits mails per address; called before one is enqueued.
pub(super) async fn count(core: &Core, email: &EmailAddress) -> Result<(), AccountError> {
    attempts::count_mail(core, &email.key(), MailsAbout::Account).await?.map_err(AccountError::TooMany)
}

/// A sample of each letter, for the preview of mails.
pub fn samples(core: &Core) -> Vec<Letter> {
    let mail = SendAccountMail { mail_id: "sample".into(), about: AccountMailKind::Reset { account_id: None } };
    let to = || "amina@example.com".to_owned();
    let notice = |notice| mail.notice(core, to(), &notice, core.now());
    vec![
        mail.reset(core, to(), "sample"),
        mail.verify(core, to(), "sample"),
        mail.invite(core, to(), Role::Editor, "sample"),
        mail.deletion(core, to(), "sample"),
        notice(SecurityNotice::PasswordChanged),
        notice(SecurityNotice::RoleChanged { role: Role::Editor }),
        notice(SecurityNotice::NewBrowser { device: "Firefox on Linux".into() }),
    ]
}

impl Job for SendAccountMail {
    type Context = Core;
    const KIND: &'static str = "accounts.send_mail";
    const DEDUPE: bool = false;
    const RUNS_WHILE_HELD: bool = false;
    const CONCURRENCY_GROUP: Option<ConcurrencyGroup> = Some(mail::CONCURRENCY_GROUP);

    async fn run(self, core: Core) -> Result<(), JobError> {
        mail::send_letter(&core, self.letter(&core).await).await
    }
}

impl SendAccountMail {
    /// None when the mail is no longer needed.
    async fn letter(&self, core: &Core) -> Result<Option<Letter>, AccountError> {
        let (db, now) = (core.store.reader(), core.now());
        let account = async |id| queries::accounts::get(db, id).await;
        let code = codes::derive(core, &self.mail_id);
        match &self.about {
            AccountMailKind::Reset { account_id: None } => Ok(None),
            AccountMailKind::Reset { account_id: Some(id) } => {
                let Some(account) = account(*id).await? else { return Ok(None) };
                let good =
                    codes::store(core, CodePurpose::Reset, &code, Owner::Account(*id), now.plus_ms(RESET_TTL_MS))
                        .await?;
                Ok(good.then(|| self.reset(core, account.email, &code)))
            }
            AccountMailKind::Verify { account_id } => {
                let Some(account) = account(*account_id).await?.filter(|account| account.email_verified_at.is_none())
                else {
                    return Ok(None);
                };
                let good = codes::store(
                    core,
                    CodePurpose::Verify,
                    &code,
                    Owner::Account(*account_id),
                    now.plus_ms(VERIFY_TTL_MS),
                )
                .await?;
                Ok(good.then(|| self.verify(core, account.email, &code)))
            }
            AccountMailKind::Invite { invite_id } => {
                let Some(invite) = queries::staff_invites::get(db, *invite_id).await? else { return Ok(None) };
                if !queries::staff_invites::can_be_accepted(db, &invite, now).await? {
                    return Ok(None);
                }
                let good = codes::store(core, CodePurpose::Invite, &code, Owner::Invite(*invite_id), invite.expires_at)
                    .await?;
                Ok(good.then(|| self.invite(core, invite.email, invite.role, &code)))
            }
            AccountMailKind::Deletion { account_id } => {
                let Some(account) = account(*account_id).await? else { return Ok(None) };
                let good = codes::store(
                    core,
                    CodePurpose::Delete,
                    &code,
                    Owner::Account(*account_id),
                    now.plus_ms(DELETION_TTL_MS),
                )
                .await?;
                Ok(good.then(|| self.deletion(core, account.email, &code)))
            }
            AccountMailKind::Notice { account_id, notice, at } => {
                Ok(account(*account_id).await?.map(|account| self.notice(core, account.email, notice, *at)))
            }
        }
    }

    fn reset(&self, core: &Core, to: String, code: &str) -> Letter {
        let settings = core.settings();
        let (brand, base) = (&settings.site.brand, settings.base());
        Letter {
            id: self.mail_id.clone(),
            kind: MailKind::PasswordReset,
            to,
            subject: format!("Choose a new password for {brand}"),
            heading: "Choose a new password".into(),
            facts: Vec::new(),
            opening: format!(
                "Somebody asked to choose a new password for your account at {brand}. If that was you, open the link below within 30 minutes; it works once."
            ),
            link: ("Choose a new password", format!("{base}/auth/reset-password?code={code}")),
            closing: "If it was not you, do nothing: your password stays as it is.".into(),
        }
    }

    fn verify(&self, core: &Core, to: String, code: &str) -> Letter {
        let settings = core.settings();
        let (brand, base) = (&settings.site.brand, settings.base());
        Letter {
            id: self.mail_id.clone(),
            kind: MailKind::VerifyEmail,
            to,
            subject: format!("Confirm your e-mail address for {brand}"),
            heading: "Confirm your e-mail address".into(),
            facts: Vec::new(),
            opening: format!(
                "Welcome to {brand}. Please confirm that this e-mail address is yours: open the link below within 7 days and press the button there."
            ),
            link: ("Confirm my address", format!("{base}/auth/verify-email?code={code}")),
            closing: format!("If you did not open an account at {brand}, do nothing."),
        }
    }

    fn invite(&self, core: &Core, to: String, role: Role, code: &str) -> Letter {
        let settings = core.settings();
        let (brand, base) = (&settings.site.brand, settings.base());
        let place = if role.is_staff() { format!("the newsroom of {brand}") } else { brand.clone() };
        let role = role_label(role);
        Letter {
            id: self.mail_id.clone(),
            kind: MailKind::StaffInvite,
            to,
            subject: format!("You are invited to {place}"),
            heading: format!("Join {place}"),
            facts: Vec::new(),
            opening: format!(
                "An administrator of {brand} invites you to join {place} as {role}. Open the link below within 7 days and choose a password; it works once."
            ),
            link: ("Accept the invite", format!("{base}/admin-auth?code={code}")),
            closing: "If you did not expect this, do nothing.".into(),
        }
    }

    fn deletion(&self, core: &Core, to: String, code: &str) -> Letter {
        let settings = core.settings();
        let (brand, base) = (&settings.site.brand, settings.base());
        Letter {
            id: self.mail_id.clone(),
            kind: MailKind::AccountDeletion,
            to,
            subject: format!("Delete your account at {brand}"),
            heading: "Delete your account".into(),
            facts: Vec::new(),
            opening: format!(
                "Somebody who is signed in to your account at {brand} asked to delete it. If that was you, open the link below within 30 minutes in the same browser and press the button there. It cannot be undone."
            ),
            link: ("Delete my account", format!("{base}/manage-account?code={code}#delete-account")),
            closing: "If it was not you, do nothing and sign out everywhere on your account's page: your account stays as it is.".into(),
        }
    }

    fn notice(&self, core: &Core, to: String, notice: &SecurityNotice, at: Timestamp) -> Letter {
        let settings = core.settings();
        let (brand, base) = (&settings.site.brand, settings.base());
        let (zone, place) = (settings.time_zone(), settings.time_zone_place());
        let when = format!("{} at {} {place} time", at.day_in(zone), at.time_in(zone));
        let (subject, opening) = match notice {
            SecurityNotice::PasswordChanged => (
                format!("Your password at {brand} was changed"),
                format!(
                    "The password of your account at {brand} was changed on {when}. Other browsers were signed out."
                ),
            ),
            SecurityNotice::RoleChanged { role } => {
                let role = role_label(*role);
                (
                    format!("Your role at {brand} was changed"),
                    format!("Your account at {brand} was made {role} on {when}."),
                )
            }
            SecurityNotice::NewBrowser { device } => {
                let device = if device.is_empty() { "a browser that we had not seen before" } else { device };
                (
                    format!("A new sign-in to your account at {brand}"),
                    format!("Somebody signed in to your account at {brand} with {device} on {when}."),
                )
            }
        };
        Letter {
            id: self.mail_id.clone(),
            kind: MailKind::SecurityNotice,
            to,
            heading: subject.clone(),
            facts: Vec::new(),
            subject,
            opening,
            link: ("Your account", format!("{base}/manage-account")),
            closing: "If it was you, there is nothing to do. If it was not, choose a new password at once: press “Forgot your password?” at the sign-in."
                .into(),
        }
    }
}

const fn role_label(role: Role) -> &'static str {
    match role {
        Role::Admin => "an administrator",
        Role::Editor => "an editor",
        Role::Author => "an author",
        Role::Contributor => "a contributor",
        Role::Reader => "a reader",
    }
}
