use mwanga_store::entities::{account, staff_invite};
use mwanga_store::queries;
use mwanga_store::types::{AccountId, CodePurpose, InviteId, Role, SessionKind, Timestamp};
use sea_orm::{IntoActiveModel, NotSet, Set};
use secrecy::SecretString;

use super::account_rows::{NewAccount, drop_strangers, insert};
use super::mails::{self, About, Notice};
use super::{AccountError, Client, SignedIn, passwords, sessions};
use crate::Core;
use crate::changes::Tags;
use crate::email::EmailAddress;
use crate::idempotency::Claim;
use crate::mail::codes;
use crate::security::{self, Event};

const INVITE_LIFE_MS: i64 = 7 * 24 * 3_600_000;

/// The newsroom: its accounts with the moment each was last used, and the invites that are open.
pub struct Newsroom {
    pub staff: Vec<(account::Model, Option<Timestamp>)>,
    pub invites: Vec<staff_invite::Model>,
}

pub async fn newsroom(core: &Core) -> Result<Newsroom, AccountError> {
    let db = core.store.reader();
    let staff = queries::accounts::staff(db).await?;
    let ids: Vec<AccountId> = staff.iter().map(|account| account.id).collect();
    let used = queries::sessions::last_used(db, &ids).await?;
    let staff = staff
        .into_iter()
        .map(|account| (used.get(&account.id).copied(), account))
        .map(|(at, account)| (account, at))
        .collect();
    Ok(Newsroom { staff, invites: queries::staff_invites::open(db, core.now()).await? })
}

/// Invites an address to the newsroom by mail. An invite that it had before ends.
pub async fn invite(core: &Core, email: &str, role: Role, claim: &Claim) -> Result<staff_invite::Model, AccountError> {
    let email = EmailAddress::parse(email)?;
    if !role.is_staff() {
        return Err(AccountError::StaffRole);
    }
    if queries::accounts::by_email_key(core.store.reader(), &email.key())
        .await?
        .is_some_and(|account| account.role.is_staff())
    {
        return Err(AccountError::EmailTaken);
    }
    mails::count(core, &email).await?;
    let now = core.now();
    let tx = core.store.begin().await?;
    claim.take(core, &tx).await?;
    queries::staff_invites::withdraw_of(&tx, &email.key(), now).await?;
    let row = staff_invite::ActiveModel {
        id: NotSet,
        email: Set(email.as_str().to_owned()),
        email_key: Set(email.key()),
        role: Set(role),
        created_at: Set(now),
        expires_at: Set(now.plus_ms(INVITE_LIFE_MS)),
        accepted_at: Set(None),
    };
    let invite = queries::staff_invites::insert(&tx, row).await?;
    mails::enqueue(core, &tx, About::Invite { invite_id: invite.id }).await?;
    claim.set_created(&tx, invite.id.0).await?;
    core.commit(tx, Tags::default()).await?;
    security::log(Event::Invited, security::About { role: Some(role), ..Default::default() });
    Ok(invite)
}

/// An invite that was not withdrawn, replaced or missed; one that was accepted is no less made.
pub async fn find_invite(core: &Core, id: InviteId) -> Result<Option<staff_invite::Model>, AccountError> {
    let invite = queries::staff_invites::get(core.store.reader(), id).await?;
    Ok(invite.filter(|invite| invite.accepted_at.is_some() || invite.expires_at > core.now()))
}

/// Ends an open invite: its link opens nothing any more.
pub async fn withdraw_invite(core: &Core, id: InviteId) -> Result<(), AccountError> {
    if !queries::staff_invites::withdraw(core.store.writer(), id, core.now()).await? {
        return Err(AccountError::NotFound);
    }
    security::log(Event::InviteWithdrawn, security::About::default());
    Ok(())
}

/// Makes the invited address a staff account, or a known reader's account one, and signs it in.
pub async fn accept_invite(
    core: &Core,
    email: &str,
    password: SecretString,
    code: &str,
    client: &Client,
    claim: &Claim,
) -> Result<SignedIn, AccountError> {
    let now = core.now();
    let row = codes::find(core, CodePurpose::Invite, code).await?.ok_or(AccountError::RegistrationClosed)?;
    let invite = match row.invite_id {
        Some(id) if codes::is_good(&row, now) => queries::staff_invites::get(core.store.reader(), id).await?,
        _ => None,
    };
    let invite =
        invite.filter(|invite| invite.accepted_at.is_none() && invite.expires_at > now).ok_or(AccountError::Link)?;
    let email = EmailAddress::parse(email)?;
    if email.key() != invite.email_key {
        return Err(AccountError::InvitedOther);
    }
    passwords::check(core, &password, invite.role, &email)?;
    let hash = passwords::hash(password).await?;
    let tx = core.store.begin().await?;
    claim.take(core, &tx).await?;
    if !queries::mailed_codes::take(&tx, &row.code_hash, now).await?
        || !queries::staff_invites::accept(&tx, invite.id, now).await?
    {
        return Err(AccountError::Link);
    }
    let account = match queries::accounts::by_email_key(&tx, &email.key()).await? {
        None => {
            insert(
                &tx,
                &email,
                NewAccount { username: email.local_part(), hash: Some(hash), role: invite.role, verified: true },
                now,
            )
            .await?
        }
        Some(known) => {
            drop_strangers(&tx, &known).await?;
            let (id, role) = (known.id, if known.role == Role::Admin { Role::Admin } else { invite.role });
            let mut row = known.into_active_model();
            row.role = Set(role);
            row.password_hash = Set(Some(hash));
            row.email_verified_at = Set(Some(now));
            row.updated_at = Set(now);
            let account = queries::accounts::update(&tx, row).await?;
            queries::sessions::revoke_of_account(&tx, id, now).await?;
            for notice in [Notice::PasswordChanged, Notice::RoleChanged { role }] {
                mails::enqueue(core, &tx, About::Notice { account_id: id, notice, at: now }).await?;
            }
            account
        }
    };
    let signed_in = sessions::open(core, &tx, &account, SessionKind::Staff, client).await?;
    claim.set_created(&tx, account.id.0).await?;
    core.commit(tx, Tags::default()).await?;
    security::log(
        Event::InviteAccepted,
        security::About { role: Some(account.role), ..security::About::account(account.id) },
    );
    Ok(signed_in)
}

/// Gives a member of the newsroom another role; `reader` takes them out of it. Their sessions end.
pub async fn set_role(core: &Core, id: AccountId, role: Role) -> Result<(), AccountError> {
    let now = core.now();
    let tx = core.store.begin().await?;
    let admins = queries::accounts::lock_admins(&tx).await?;
    let account = queries::accounts::get(&tx, id)
        .await?
        .filter(|account| account.role.is_staff())
        .ok_or(AccountError::NotFound)?;
    if account.role == role {
        return Ok(());
    }
    if admins == [id] {
        return Err(AccountError::LastAdmin);
    }
    let mut row = account.into_active_model();
    row.role = Set(role);
    row.updated_at = Set(now);
    queries::accounts::update(&tx, row).await?;
    queries::sessions::revoke_of_account(&tx, id, now).await?;
    mails::enqueue(core, &tx, About::Notice { account_id: id, notice: Notice::RoleChanged { role }, at: now }).await?;
    core.commit(tx, Tags::default()).await?;
    security::log(Event::RoleChanged, security::About { role: Some(role), ..security::About::account(id) });
    Ok(())
}
