//! Staff: the list, invites and roles.

use mwanga_store::entities::{account, staff_invite};
use mwanga_store::queries;
use mwanga_store::types::{AccountId, CodePurpose, InviteId, Role, SessionKind, Timestamp};
use sea_orm::{IntoActiveModel, NotSet, Set};
use secrecy::SecretString;

use super::account_rows::{NewAccount, clear_unverified_owner, insert};
use super::mails::{self, AccountMailKind, SecurityNotice};
use super::{AccountError, Client, SessionTokens, passwords, sessions};
use crate::Core;
use crate::changes::Tags;
use crate::email::EmailAddress;
use crate::idempotency::Claim;
use crate::mail::codes;
use crate::security::{self, Event};

const INVITE_TTL_MS: i64 = 7 * 24 * 3_600_000;

/// Staff accounts, each with the time of its last use, and open invites.
pub struct StaffList {
    pub staff: Vec<(account::Model, Option<Timestamp>)>,
    pub invites: Vec<staff_invite::Model>,
}

/// Lists staff accounts and open invites.
pub async fn list_staff(core: &Core) -> Result<StaffList, AccountError> {
    let db = core.store.reader();
    let staff = queries::accounts::staff(db).await?;
    let ids: Vec<AccountId> = staff.iter().map(|account| account.id).collect();
    let used = queries::sessions::last_used(db, &ids).await?;
    let staff: Vec<_> = staff
        .into_iter()
        .map(|account| (used.get(&account.id).copied(), account))
        .map(|(at, account)| (account, at))
        .collect();
    let mut invites = queries::staff_invites::list_open(db, core.now()).await?;
    let is_admin = |id: AccountId| staff.iter().any(|(account, _)| account.id == id && account.role == Role::Admin);
    invites.retain(|invite| invite.account_id.is_none_or(is_admin));
    Ok(StaffList { staff, invites })
}

/// Invites an address by mail, with a role, for as long as `by` is an administrator. An invite that it had before ends.
pub async fn invite(
    core: &Core,
    by: AccountId,
    email: &str,
    role: Role,
    claim: &Claim,
) -> Result<staff_invite::Model, AccountError> {
    let email = EmailAddress::parse(email)?;
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
    queries::staff_invites::withdraw_by_email_key(&tx, &email.key(), now).await?;
    let row = staff_invite::ActiveModel {
        id: NotSet,
        email: Set(email.as_str().to_owned()),
        email_key: Set(email.key()),
        role: Set(role),
        created_at: Set(now),
        expires_at: Set(now.plus_ms(INVITE_TTL_MS)),
        accepted_at: Set(None),
        account_id: Set(Some(by)),
    };
    let invite = queries::staff_invites::insert(&tx, row).await?;
    mails::enqueue(core, &tx, AccountMailKind::Invite { invite_id: invite.id }).await?;
    claim.set_created(&tx, invite.id.0).await?;
    core.commit(tx, Tags::default()).await?;
    security::log(Event::Invited, security::EventDetails { role: Some(role), ..Default::default() });
    Ok(invite)
}

/// An invite that is open or accepted; none when it is withdrawn, replaced or expired.
pub async fn find_invite(core: &Core, id: InviteId) -> Result<Option<staff_invite::Model>, AccountError> {
    let invite = queries::staff_invites::get(core.store.reader(), id).await?;
    Ok(invite.filter(|invite| invite.accepted_at.is_some() || invite.expires_at > core.now()))
}

/// Withdraws an open invite: its link becomes invalid.
pub async fn withdraw_invite(core: &Core, id: InviteId) -> Result<(), AccountError> {
    if !queries::staff_invites::withdraw(core.store.writer(), id, core.now()).await? {
        return Err(AccountError::NotFound);
    }
    security::log(Event::InviteWithdrawn, security::EventDetails::default());
    Ok(())
}

/// Gives the invited address an account with the role of the invite, or its account that role, and signs it in.
pub async fn accept_invite(
    core: &Core,
    email: &str,
    password: SecretString,
    code: &str,
    client: &Client,
    claim: &Claim,
) -> Result<SessionTokens, AccountError> {
    let now = core.now();
    let row = codes::find(core, CodePurpose::Invite, code).await?.ok_or(AccountError::RegistrationClosed)?;
    let invite = match row.invite_id {
        Some(id) if codes::is_valid(&row, now) => queries::staff_invites::get(core.store.reader(), id).await?,
        _ => None,
    };
    let invite = invite.ok_or(AccountError::InvalidCode)?;
    if !queries::staff_invites::can_be_accepted(core.store.reader(), &invite, now).await? {
        return Err(AccountError::InvalidCode);
    }
    let email = EmailAddress::parse(email)?;
    if email.key() != invite.email_key {
        return Err(AccountError::InviteForOtherAddress);
    }
    passwords::check(core, &password, invite.role, &email)?;
    let hash = passwords::hash(core, password).await?;
    let tx = core.store.begin().await?;
    claim.take(core, &tx).await?;
    if !queries::staff_invites::can_be_accepted(&tx, &invite, now).await?
        || !queries::mailed_codes::consume(&tx, &row.code_hash, now).await?
        || !queries::staff_invites::accept(&tx, invite.id, now).await?
    {
        return Err(AccountError::InvalidCode);
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
            clear_unverified_owner(&tx, &known).await?;
            let (id, role) = (known.id, if known.role == Role::Admin { Role::Admin } else { invite.role });
            let mut row = known.into_active_model();
            row.role = Set(role);
            row.password_hash = Set(Some(hash));
            row.email_verified_at = Set(Some(now));
            row.updated_at = Set(now);
            let account = queries::accounts::update(&tx, row).await?;
            queries::sessions::revoke_by_account(&tx, id, now).await?;
            for notice in [SecurityNotice::PasswordChanged, SecurityNotice::RoleChanged { role }] {
                mails::enqueue(core, &tx, AccountMailKind::Notice { account_id: id, notice, at: now }).await?;
            }
            account
        }
    };
    let signed_in = sessions::open(core, &tx, &account, SessionKind::of_role(account.role), client).await?;
    claim.set_created(&tx, account.id.0).await?;
    core.commit(tx, Tags::default()).await?;
    security::log(
        Event::InviteAccepted,
        security::EventDetails { role: Some(account.role), ..security::EventDetails::account(account.id) },
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
    queries::sessions::revoke_by_account(&tx, id, now).await?;
    mails::enqueue(
        core,
        &tx,
        AccountMailKind::Notice { account_id: id, notice: SecurityNotice::RoleChanged { role }, at: now },
    )
    .await?;
    core.commit(tx, Tags::default()).await?;
    security::log(
        Event::RoleChanged,
        security::EventDetails { role: Some(role), ..security::EventDetails::account(id) },
    );
    Ok(())
}
