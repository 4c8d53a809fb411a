use mwanga_store::entities::account;
use mwanga_store::types::{Role, SessionKind, Timestamp};
use mwanga_store::{ConnectionTrait, StoreError, queries};
use sea_orm::{IntoActiveModel, NotSet, Set};
use secrecy::SecretString;

use super::{AccountError, SignedIn, passwords, sessions};
use crate::email::EmailAddress;
use crate::{Core, secrets};

/// The setting that exists while the first administrator may still register.
const SET_UP: &str = "set_up_nonce";

/// Signs a staff account in. Anyone else gets the same answer as for a wrong password.
pub async fn sign_in_staff(core: &Core, email: &str, password: SecretString) -> Result<SignedIn, AccountError> {
    let account = match EmailAddress::parse(email) {
        Ok(email) => queries::accounts::by_email_key(core.store.reader(), &email.key()).await?,
        Err(_) => None,
    };
    let hash = account.as_ref().filter(|account| account.role.is_staff()).and_then(|account| account.password_hash.clone());
    let fits = passwords::verify(password, hash).await?;
    match account {
        Some(account) if fits => sessions::open(core, core.store.writer(), &account, SessionKind::Staff).await,
        _ => Err(AccountError::Invalid),
    }
}

/// Opens registration by set-up code while there is no administrator, and closes it when there is one.
///
/// Returns the code to print. Processes that share a store and a key print the same one.
pub async fn open_set_up(core: &Core) -> Result<Option<String>, AccountError> {
    let db = core.store.writer();
    if queries::accounts::has_admin(db).await? {
        if let Some(nonce) = queries::settings::get(db, SET_UP).await? {
            queries::settings::take(db, SET_UP, &nonce).await?;
        }
        return Ok(None);
    }
    queries::settings::insert_if_absent(db, SET_UP, &secrets::random_name(22), core.now()).await?;
    set_up_code(core).await
}

/// The code that registers the first administrator; none when registration is closed.
pub async fn set_up_code(core: &Core) -> Result<Option<String>, AccountError> {
    let nonce = queries::settings::get(core.store.reader(), SET_UP).await?;
    Ok(nonce.map(|nonce| code_of(core, &nonce)))
}

fn code_of(core: &Core, nonce: &str) -> String {
    secrets::sign(&core.config.secret_key, "set-up", nonce)[..20].to_owned()
}

/// Makes the first administrator. Of any number of tries at once, one succeeds.
pub async fn register_first_admin(core: &Core, email: &str, password: SecretString, set_up_code: &str) -> Result<SignedIn, AccountError> {
    let nonce = queries::settings::get(core.store.reader(), SET_UP).await?.ok_or(AccountError::RegistrationClosed)?;
    // The code is short-lived and long; comparing keyed hashes of both keeps the time the same all the same.
    let key = &core.config.secret_key;
    if !secrets::verify(key, "compare", &code_of(core, &nonce), &secrets::sign(key, "compare", set_up_code.trim())) {
        return Err(AccountError::RegistrationClosed);
    }
    let email = EmailAddress::parse(email)?;
    passwords::check_staff(&password)?;
    let hash = passwords::hash(password).await?;

    let tx = core.store.begin().await?;
    if !queries::settings::take(&tx, SET_UP, &nonce).await? || queries::accounts::has_admin(&tx).await? {
        return Err(AccountError::RegistrationClosed);
    }
    let account = insert(&tx, &email, hash, Role::Admin, core.now()).await?;
    let signed_in = sessions::open(core, &tx, &account, SessionKind::Staff).await?;
    tx.commit().await?;
    Ok(signed_in)
}

/// Makes a staff account, or promotes and re-keys the one with this address; its sessions end. For the command line.
pub async fn make_staff(core: &Core, email: &str, password: SecretString, role: Role) -> Result<account::Model, AccountError> {
    let email = EmailAddress::parse(email)?;
    passwords::check_staff(&password)?;
    let hash = passwords::hash(password).await?;
    let now = core.now();
    let tx = core.store.begin().await?;
    let account = match queries::accounts::by_email_key(&tx, &email.key()).await? {
        None => insert(&tx, &email, hash, role, now).await?,
        Some(known) if known.role == Role::Admin && role != Role::Admin => return Err(AccountError::WouldDemote),
        Some(known) => {
            let mut row = known.into_active_model();
            row.role = Set(role);
            row.password_hash = Set(Some(hash));
            row.updated_at = Set(now);
            let account = queries::accounts::update(&tx, row).await?;
            queries::sessions::revoke_of_account(&tx, account.id, now).await?;
            account
        }
    };
    if role == Role::Admin
        && let Some(nonce) = queries::settings::get(&tx, SET_UP).await?
    {
        queries::settings::take(&tx, SET_UP, &nonce).await?;
    }
    tx.commit().await?;
    Ok(account)
}

/// Whether an account with this address has this password.
pub async fn has_password(core: &Core, email: &str, password: SecretString) -> Result<bool, AccountError> {
    let email = EmailAddress::parse(email)?;
    match queries::accounts::by_email_key(core.store.reader(), &email.key()).await? {
        Some(account) => passwords::verify(password, account.password_hash).await,
        None => Ok(false),
    }
}

/// Makes a demo account where there is none; these passwords are printed at start.
pub async fn make_demo(core: &Core, email: &str, password: SecretString, role: Role) -> Result<(), AccountError> {
    let email = EmailAddress::parse(email)?;
    if queries::accounts::by_email_key(core.store.reader(), &email.key()).await?.is_none() {
        let hash = passwords::hash(password).await?;
        insert(core.store.writer(), &email, hash, role, core.now()).await?;
    }
    Ok(())
}

async fn insert(db: &impl ConnectionTrait, email: &EmailAddress, hash: String, role: Role, now: Timestamp) -> Result<account::Model, AccountError> {
    let row = account::ActiveModel {
        id: NotSet,
        email: Set(email.as_str().to_owned()),
        email_key: Set(email.key()),
        username: Set(email.local_part().to_owned()),
        password_hash: Set(Some(hash)),
        role: Set(role),
        email_verified_at: Set(None),
        created_at: Set(now),
        updated_at: Set(now),
    };
    queries::accounts::insert(db, row).await.map_err(|e| match e {
        StoreError::Conflict(_) => AccountError::EmailTaken,
        other => other.into(),
    })
}
