//! Account linking: which account a provider's user is signed in to.

use mwanga_store::entities::account;
use mwanga_store::types::{AccountId, Role, SessionKind, SocialProvider};
use mwanga_store::{Transaction, queries};
use sea_orm::{IntoActiveModel, Set};

use super::SocialError;
use super::user_info::UserInfo;
use crate::Core;
use crate::accounts::account_rows::{NewAccount, clear_unverified_owner, insert, validate_username};
use crate::accounts::mails::{self, AccountMailKind};
use crate::accounts::{AccountError, Client, SessionTokens, sessions};
use crate::changes::Tags;
use crate::email::EmailAddress;

/// Signs a provider's user in as a reader: to the linked account, to the account of the same address, or to a new one.
pub async fn sign_in(
    core: &Core,
    provider: SocialProvider,
    person: UserInfo,
    browser: &Client,
) -> Result<SessionTokens, AccountError> {
    let subject = person.subject().ok_or(SocialError::Rejected("the provider names nobody"))?;
    let email = person.email.as_deref().and_then(|email| EmailAddress::parse(email).ok());
    if let Some(email) = email.as_ref().filter(|_| !person.email_verified)
        && queries::accounts::by_email_key(core.store.reader(), &email.key()).await?.is_none()
    {
        mails::count(core, email).await?;
    }
    let signed_in_accounts = sessions::signed_in_accounts(core, None, &browser.cookies).await?;
    let tx = core.store.begin().await?;
    let account = match queries::account_identities::lock_by_subject(&tx, provider, subject).await? {
        Some(identity) => queries::accounts::get(&tx, identity.account_id).await?.ok_or(AccountError::SessionEnded)?,
        None => {
            let email = email.ok_or(SocialError::NoEmail)?;
            let account = match queries::accounts::by_email_key(&tx, &email.key()).await? {
                Some(account) => claim_account(core, &tx, account.id, &person, &email, &signed_in_accounts).await?,
                None => create_account(core, &tx, &person, &email).await?,
            };
            queries::account_identities::insert(&tx, provider, subject, account.id, core.now()).await?;
            account
        }
    };
    let signed_in = sessions::open(core, &tx, &account, SessionKind::Reader, browser).await?;
    core.commit(tx, Tags::default()).await?;
    Ok(signed_in)
}

/// The account of the user's address, when it is provably theirs: they are signed in to it, or the address is verified.
async fn claim_account(
    core: &Core,
    tx: &Transaction,
    id: AccountId,
    person: &UserInfo,
    email: &EmailAddress,
    signed_in_accounts: &[AccountId],
) -> Result<account::Model, AccountError> {
    let account = queries::accounts::lock_by_id(tx, id).await?.ok_or(AccountError::SessionEnded)?;
    match (signed_in_accounts.contains(&id), person.email_verified, account.email_verified_at.is_some()) {
        // Signed in to it already, or verified on both sides.
        (true, false, _) | (_, true, true) => Ok(account),
        (true, true, false) => mark_email_verified(core, tx, account.into_active_model()).await,
        // Never for staff: a provider must not remove the password of a staff account.
        (false, true, false) if !account.role.is_staff() => {
            reassign_account(core, tx, account, &username_for(person, email)).await
        }
        (false, ..) => Err(SocialError::SignInFirst.into()),
    }
}

async fn mark_email_verified(
    core: &Core,
    tx: &Transaction,
    mut account: account::ActiveModel,
) -> Result<account::Model, AccountError> {
    account.email_verified_at = Set(Some(core.now()));
    account.updated_at = Set(core.now());
    Ok(queries::accounts::update(tx, account).await?)
}

/// Gives an unverified account to the verified owner of its address: password, identities and sessions of before end,
/// because anybody may have registered the address. Whoever did can set a new password by mail.
async fn reassign_account(
    core: &Core,
    tx: &Transaction,
    account: account::Model,
    username: &str,
) -> Result<account::Model, AccountError> {
    clear_unverified_owner(tx, &account).await?;
    let id = account.id;
    let mut row = account.into_active_model();
    row.password_hash = Set(None);
    row.username = Set(username.to_owned());
    let account = mark_email_verified(core, tx, row).await?;
    queries::sessions::revoke_by_account(tx, id, core.now()).await?;
    Ok(account)
}

async fn create_account(
    core: &Core,
    tx: &Transaction,
    person: &UserInfo,
    email: &EmailAddress,
) -> Result<account::Model, AccountError> {
    let new = NewAccount {
        username: &username_for(person, email),
        hash: None,
        role: Role::Reader,
        verified: person.email_verified,
    };
    let account = insert(tx, email, new, core.now()).await?;
    if !person.email_verified {
        mails::enqueue(core, tx, AccountMailKind::Verify { account_id: account.id }).await?;
    }
    Ok(account)
}

/// Username for a new account: the provider's name when it is valid, otherwise the address's local part.
fn username_for(person: &UserInfo, email: &EmailAddress) -> String {
    person.name.as_deref().and_then(|name| validate_username(name.trim()).ok()).unwrap_or(email.local_part()).to_owned()
}
