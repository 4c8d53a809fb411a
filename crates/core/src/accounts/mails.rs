use mwanga_jobs::{Job, JobError, Lane};
use mwanga_store::queries;
use mwanga_store::queries::mailed_codes::Owner;
use mwanga_store::types::{AccountId, CodePurpose, InviteId, MailKind, Role, Timestamp};
use mwanga_store::{ConnectionTrait, StoreResult};
use serde::{Deserialize, Serialize};

use super::AccountError;
use crate::email::EmailAddress;
use crate::mail::{self, Letter, codes};
use crate::{Core, attempts, secrets};

const RESET_LIFE_MS: i64 = 30 * 60_000;
const DELETION_LIFE_MS: i64 = 30 * 60_000;
const VERIFY_LIFE_MS: i64 = 7 * 24 * 3_600_000;

/// Writes one mail with a code in it, and sends it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SendAccountMail {
    /// Random; the code and the `Message-ID` follow from it.
    mail_id: String,
    #[serde(flatten)]
    about: About,
}

/// What the owner of an account is told, whoever did it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Notice {
    PasswordChanged,
    RoleChanged {
        role: Role,
    },
    NewBrowser {
        /// In words; empty where it told nothing.
        device: String,
    },
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "about", rename_all = "snake_case")]
pub(super) enum About {
    /// None: somebody gave an address that nobody has, and must not notice.
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
        notice: Notice,
        at: Timestamp,
    },
}

/// Sends a mail once the transaction of its cause is committed.
pub(super) async fn enqueue(core: &Core, tx: &impl ConnectionTrait, about: About) -> StoreResult<()> {
    SendAccountMail { mail_id: secrets::random_name(22), about }.enqueue(tx, core.now()).await
}

/// Counts a mail to an address before it is asked for.
pub(super) async fn count(core: &Core, email: &EmailAddress) -> Result<(), AccountError> {
    attempts::count(core, attempts::Tried::Mail { email_key: &email.key() }).await?.map_err(AccountError::TooMany)
}

/// Each of these letters as somebody would get it, for those who write them.
pub fn samples(core: &Core) -> Vec<Letter> {
    let mail = SendAccountMail { mail_id: "sample".into(), about: About::Reset { account_id: None } };
    let to = || "amina@example.com".to_owned();
    let notice = |notice| mail.notice(core, to(), &notice, core.now());
    vec![
        mail.reset(core, to(), "sample"),
        mail.verify(core, to(), "sample"),
        mail.invite(core, to(), Role::Editor, "sample"),
        mail.deletion(core, to(), "sample"),
        notice(Notice::PasswordChanged),
        notice(Notice::RoleChanged { role: Role::Editor }),
        notice(Notice::NewBrowser { device: "Firefox on Linux".into() }),
    ]
}

impl Job for SendAccountMail {
    type Context = Core;
    const KIND: &'static str = "accounts.send_mail";
    const DEDUPE: bool = false;
    const LANE: Option<Lane> = Some(mail::LANE);

    async fn run(self, core: Core) -> Result<(), JobError> {
        mail::send_letter(&core, self.letter(&core).await).await
    }
}

impl SendAccountMail {
    /// None where there is nothing to say any more.
    async fn letter(&self, core: &Core) -> Result<Option<Letter>, AccountError> {
        let (db, now) = (core.store.reader(), core.now());
        let account = async |id| queries::accounts::get(db, id).await;
        let code = codes::of_mail(core, &self.mail_id);
        match &self.about {
            About::Reset { account_id: None } => Ok(None),
            About::Reset { account_id: Some(id) } => {
                let Some(account) = account(*id).await? else { return Ok(None) };
                let good =
                    codes::keep(core, CodePurpose::Reset, &code, Owner::Account(*id), now.plus_ms(RESET_LIFE_MS))
                        .await?;
                Ok(good.then(|| self.reset(core, account.email, &code)))
            }
            About::Verify { account_id } => {
                let Some(account) = account(*account_id).await?.filter(|account| account.email_verified_at.is_none())
                else {
                    return Ok(None);
                };
                let good = codes::keep(
                    core,
                    CodePurpose::Verify,
                    &code,
                    Owner::Account(*account_id),
                    now.plus_ms(VERIFY_LIFE_MS),
                )
                .await?;
                Ok(good.then(|| self.verify(core, account.email, &code)))
            }
            About::Invite { invite_id } => {
                let invite = queries::staff_invites::get(db, *invite_id).await?;
                let Some(invite) = invite.filter(|invite| invite.accepted_at.is_none() && invite.expires_at > now)
                else {
                    return Ok(None);
                };
                let good =
                    codes::keep(core, CodePurpose::Invite, &code, Owner::Invite(*invite_id), invite.expires_at).await?;
                Ok(good.then(|| self.invite(core, invite.email, invite.role, &code)))
            }
            About::Deletion { account_id } => {
                let Some(account) = account(*account_id).await? else { return Ok(None) };
                let good = codes::keep(
                    core,
                    CodePurpose::Delete,
                    &code,
                    Owner::Account(*account_id),
                    now.plus_ms(DELETION_LIFE_MS),
                )
                .await?;
                Ok(good.then(|| self.deletion(core, account.email, &code)))
            }
            About::Notice { account_id, notice, at } => {
                Ok(account(*account_id).await?.map(|account| self.notice(core, account.email, notice, *at)))
            }
        }
    }

    fn reset(&self, core: &Core, to: String, code: &str) -> Letter {
        let (brand, base) = (&core.config.site.brand, core.config.base());
        Letter {
            id: self.mail_id.clone(),
            kind: MailKind::PasswordReset,
            to,
            subject: format!("Choose a new password for {brand}"),
            opening: format!(
                "Somebody asked to choose a new password for your account at {brand}. If that was you, open the link below within 30 minutes; it works once."
            ),
            link: ("Choose a new password", format!("{base}/auth/reset-password?code={code}")),
            closing: "If it was not you, do nothing: your password stays as it is.".into(),
        }
    }

    fn verify(&self, core: &Core, to: String, code: &str) -> Letter {
        let (brand, base) = (&core.config.site.brand, core.config.base());
        Letter {
            id: self.mail_id.clone(),
            kind: MailKind::VerifyEmail,
            to,
            subject: format!("Confirm your e-mail address for {brand}"),
            opening: format!(
                "Welcome to {brand}. Please confirm that this e-mail address is yours: open the link below within 7 days and press the button there."
            ),
            link: ("Confirm my address", format!("{base}/auth/verify-email?code={code}")),
            closing: format!("If you did not open an account at {brand}, do nothing."),
        }
    }

    fn invite(&self, core: &Core, to: String, role: Role, code: &str) -> Letter {
        let (brand, base) = (&core.config.site.brand, core.config.base());
        let role = if role == Role::Admin { "an administrator" } else { "an editor" };
        Letter {
            id: self.mail_id.clone(),
            kind: MailKind::StaffInvite,
            to,
            subject: format!("You are invited to the newsroom of {brand}"),
            opening: format!(
                "An administrator of {brand} invites you to join the newsroom as {role}. Open the link below within 7 days and choose a password; it works once."
            ),
            link: ("Accept the invite", format!("{base}/admin-auth?code={code}")),
            closing: "If you did not expect this, do nothing.".into(),
        }
    }

    fn deletion(&self, core: &Core, to: String, code: &str) -> Letter {
        let (brand, base) = (&core.config.site.brand, core.config.base());
        Letter {
            id: self.mail_id.clone(),
            kind: MailKind::AccountDeletion,
            to,
            subject: format!("Delete your account at {brand}"),
            opening: format!(
                "Somebody who is signed in to your account at {brand} asked to delete it. If that was you, open the link below within 30 minutes in the same browser and press the button there. It cannot be undone."
            ),
            link: ("Delete my account", format!("{base}/manage-account?code={code}#delete-account")),
            closing: "If it was not you, do nothing and sign out everywhere on your account's page: your account stays as it is.".into(),
        }
    }

    fn notice(&self, core: &Core, to: String, notice: &Notice, at: Timestamp) -> Letter {
        let (brand, base) = (&core.config.site.brand, core.config.base());
        let when = format!("{} at {} Nairobi time", at.nairobi_day(), at.nairobi_time());
        let (subject, opening) = match notice {
            Notice::PasswordChanged => (
                format!("Your password at {brand} was changed"),
                format!(
                    "The password of your account at {brand} was changed on {when}. Other browsers were signed out."
                ),
            ),
            Notice::RoleChanged { role } => {
                let role = match role {
                    Role::Admin => "an administrator",
                    Role::Editor => "an editor",
                    Role::Reader => "a reader",
                };
                (
                    format!("Your role at {brand} was changed"),
                    format!("Your account at {brand} was made {role} on {when}."),
                )
            }
            Notice::NewBrowser { device } => {
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
            subject,
            opening,
            link: ("Your account", format!("{base}/manage-account")),
            closing: "If it was you, there is nothing to do. If it was not, choose a new password at once: press “Forgot your password?” at the sign-in."
                .into(),
        }
    }
}
