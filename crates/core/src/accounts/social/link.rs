use mwanga_store::entities::account;
use mwanga_store::types::{AccountId, Role, SessionKind, SocialProvider};
use mwanga_store::{Transaction, queries};
use sea_orm::{IntoActiveModel, Set};

use super::SocialError;
use super::person::Person;
use crate::Core;
use crate::accounts::account_rows::{NewAccount, checked_name, drop_strangers, insert};
use crate::accounts::mails::{self, About};
use crate::accounts::{AccountError, Client, SignedIn, sessions};
use crate::changes::Tags;
use crate::email::EmailAddress;

/// Signs in whoever the provider says it is, as a reader: to the account that they signed in to before, to the one that
/// is theirs by its address, or to a new one.
pub async fn sign_in(
    core: &Core,
    provider: SocialProvider,
    person: Person,
    browser: &Client,
) -> Result<SignedIn, AccountError> {
    let subject = person.subject().ok_or(SocialError::Failed("the provider names nobody"))?;
    let email = person.email.as_deref().and_then(|email| EmailAddress::parse(email).ok());
    if let Some(email) = email.as_ref().filter(|_| !person.email_verified)
        && queries::accounts::by_email_key(core.store.reader(), &email.key()).await?.is_none()
    {
        mails::count(core, email).await?;
    }
    let here = sessions::signed_in_here(core, None, &browser.cookies).await?;
    let tx = core.store.begin().await?;
    let account = match queries::account_identities::lock_by_subject(&tx, provider, subject).await? {
        Some(identity) => queries::accounts::get(&tx, identity.account_id).await?.ok_or(AccountError::Ended)?,
        None => {
            let email = email.ok_or(SocialError::NoEmail)?;
            let account = match queries::accounts::by_email_key(&tx, &email.key()).await? {
                Some(account) => claim_account(core, &tx, account.id, &person, &email, &here).await?,
                None => open(core, &tx, &person, &email).await?,
            };
            queries::account_identities::insert(&tx, provider, subject, account.id, core.now()).await?;
            account
        }
    };
    let signed_in = sessions::open(core, &tx, &account, SessionKind::Reader, browser).await?;
    core.commit(tx, Tags::default()).await?;
    Ok(signed_in)
}

/// The account that has the person's address, where something shows that it is theirs.
async fn claim_account(
    core: &Core,
    tx: &Transaction,
    id: AccountId,
    person: &Person,
    email: &EmailAddress,
    here: &[AccountId],
) -> Result<account::Model, AccountError> {
    let account = queries::accounts::lock_by_id(tx, id).await?.ok_or(AccountError::Ended)?;
    match (here.contains(&id), person.email_verified, account.email_verified_at.is_some()) {
        // They signed in first, as we ask for, or both sides know the address.
        (true, false, _) | (_, true, true) => Ok(account),
        (true, true, false) => verify(core, tx, account.into_active_model()).await,
        // Whoever made somebody staff did it in person: no provider takes their password away.
        (false, true, false) if !account.role.is_staff() => take_over(core, tx, account, &name(person, email)).await,
        (false, ..) => Err(SocialError::SignInFirst.into()),
    }
}

async fn verify(
    core: &Core,
    tx: &Transaction,
    mut account: account::ActiveModel,
) -> Result<account::Model, AccountError> {
    account.email_verified_at = Set(Some(core.now()));
    account.updated_at = Set(core.now());
    Ok(queries::accounts::update(tx, account).await?)
}

/// Anybody may have opened an account with an address that nobody has proved. It goes to the one who has, and to nobody
/// else: password, identities and sessions of before end. Their owner, if it was them after all, sets a new password by
/// mail.
async fn take_over(
    core: &Core,
    tx: &Transaction,
    account: account::Model,
    username: &str,
) -> Result<account::Model, AccountError> {
    drop_strangers(tx, &account).await?;
    let id = account.id;
    let mut row = account.into_active_model();
    row.password_hash = Set(None);
    row.username = Set(username.to_owned());
    let account = verify(core, tx, row).await?;
    queries::sessions::revoke_of_account(tx, id, core.now()).await?;
    Ok(account)
}

async fn open(
    core: &Core,
    tx: &Transaction,
    person: &Person,
    email: &EmailAddress,
) -> Result<account::Model, AccountError> {
    let new =
        NewAccount { username: &name(person, email), hash: None, role: Role::Reader, verified: person.email_verified };
    let account = insert(tx, email, new, core.now()).await?;
    if !person.email_verified {
        mails::enqueue(core, tx, About::Verify { account_id: account.id }).await?;
    }
    Ok(account)
}

/// What the provider calls them, where that is a name for an account.
fn name(person: &Person, email: &EmailAddress) -> String {
    person.name.as_deref().and_then(|name| checked_name(name.trim()).ok()).unwrap_or(email.local_part()).to_owned()
}
