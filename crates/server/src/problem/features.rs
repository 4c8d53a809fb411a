//! Errors of the features of `core` as responses.

use axum::http::StatusCode;
use mwanga_backup::downloads::DownloadError;
use mwanga_core::accounts::AccountError;
use mwanga_core::accounts::social::SocialError;
use mwanga_core::attempts::TooMany;
use mwanga_core::categories::CategoryError;
use mwanga_core::contact::ContactError;
use mwanga_core::email::EmailError;
use mwanga_core::held::HeldError;
use mwanga_core::html::Refused;
use mwanga_core::idempotency::RequestError;
use mwanga_core::library::{BrokenMediaError, LibraryError};
use mwanga_core::media::MediaError;
use mwanga_core::newsletter::{MAX_DRAFTS, NewsletterError};
use mwanga_core::pages::PageError;
use mwanga_core::post_links::LinkError;
use mwanga_core::posts::{self, PostError};
use mwanga_core::settings::SettingsError;
use mwanga_core::subscriptions::SubscriptionError;
use mwanga_store::StoreError;

use super::{ApiError, ProblemCode};

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        let (status, code, text) = match &error {
            StoreError::Busy(_) => (
                StatusCode::SERVICE_UNAVAILABLE,
                ProblemCode::Busy,
                "We are busy right now. Please try again in a moment.",
            ),
            StoreError::Full(_) => (
                StatusCode::INSUFFICIENT_STORAGE,
                ProblemCode::StorageFull,
                "There is no space left to save this. Please tell your administrator.",
            ),
            StoreError::OutcomeUnknown(_) => (
                StatusCode::SERVICE_UNAVAILABLE,
                ProblemCode::RequestOutcomeUnknown,
                "We cannot tell whether this was saved. Press again: nothing is made twice.",
            ),
            StoreError::Conflict(_) => (
                StatusCode::CONFLICT,
                ProblemCode::Conflict,
                "Somebody else changed this at the same time. Please try again.",
            ),
            StoreError::Database(_) => (
                StatusCode::SERVICE_UNAVAILABLE,
                ProblemCode::Unavailable,
                "We cannot reach our records right now. Please try again in a moment.",
            ),
        };
        let mut this = Self::new(status, code, text);
        if status.is_server_error() {
            this = this.retry(2);
            this.source = Some(error.into());
        }
        this
    }
}

impl<E: Into<Self>> From<RequestError<E>> for ApiError {
    fn from(error: RequestError<E>) -> Self {
        match error {
            RequestError::KeyReused(_) => {
                let text = "What you sent before was saved, and this is something else. Look at what was saved first.";
                Self::new(StatusCode::UNPROCESSABLE_ENTITY, ProblemCode::RequestKeyReused, text)
            }
            RequestError::InProgress => Self::new(
                StatusCode::CONFLICT,
                ProblemCode::RequestInProgress,
                "What you sent before is being saved right now. Try again in a moment.",
            )
            .retry(1),
            RequestError::Other(e) => e.into(),
        }
    }
}

impl From<CategoryError> for ApiError {
    fn from(error: CategoryError) -> Self {
        let (status, code, field, text) = match error {
            CategoryError::InvalidName => (
                StatusCode::UNPROCESSABLE_ENTITY,
                ProblemCode::CategoryInvalid,
                "name",
                "Enter a name of letters or digits.",
            ),
            CategoryError::NameTooLong => (
                StatusCode::UNPROCESSABLE_ENTITY,
                ProblemCode::CategoryInvalid,
                "name",
                "Keep the name under 61 characters.",
            ),
            CategoryError::InvalidTarget => (
                StatusCode::UNPROCESSABLE_ENTITY,
                ProblemCode::CategoryInvalid,
                "target",
                "Choose another category for its posts.",
            ),
            CategoryError::NameTaken => (
                StatusCode::CONFLICT,
                ProblemCode::CategoryNameTaken,
                "name",
                "There is a category with this name already.",
            ),
            CategoryError::BuiltIn => {
                return Self::new(
                    StatusCode::CONFLICT,
                    ProblemCode::CategoryBuiltIn,
                    "The site needs this category. You can rename it.",
                );
            }
            CategoryError::InvalidField(field, why) => {
                return Self::invalid_field(ProblemCode::CategoryInvalid, field, why);
            }
            CategoryError::ListChanged => {
                return Self::new(
                    StatusCode::CONFLICT,
                    ProblemCode::CategoryListChanged,
                    "Categories were added or deleted in the meantime. Look at the list again, then order it.",
                );
            }
            CategoryError::NotFound => return Self::no_such_category(),
            CategoryError::Store(e) => return e.into(),
        };
        let mut this = Self::new(status, code, text);
        this.problem.fields.insert(field.into(), text.to_owned());
        this
    }
}

impl From<SettingsError> for ApiError {
    fn from(error: SettingsError) -> Self {
        match error {
            SettingsError::Changed(_) => Self::new(
                StatusCode::CONFLICT,
                ProblemCode::SettingsChanged,
                "Somebody else saved the settings meanwhile. Look at what they are now, then save again.",
            ),
            SettingsError::Fixed(key, variable) => {
                let text = format!("{variable} fixes this on the server.");
                let mut this = Self::new(StatusCode::CONFLICT, ProblemCode::SettingsFixed, text.clone());
                this.problem.fields.insert(key.into(), text);
                this
            }
            SettingsError::Invalid(fields) => Self::invalid_fields(ProblemCode::SettingsInvalid, fields),
            SettingsError::Unknown(name) => Self::new(
                StatusCode::UNPROCESSABLE_ENTITY,
                ProblemCode::SettingsInvalid,
                format!("There is no setting named {name}."),
            ),
            SettingsError::NotFound => Self::not_found(ProblemCode::SettingsNotFound, "There is no such version."),
            SettingsError::Picture(text) => {
                Self::new(StatusCode::UNPROCESSABLE_ENTITY, ProblemCode::SettingsInvalid, text)
            }
            SettingsError::Store(e) => e.into(),
        }
    }
}

impl From<BrokenMediaError> for ApiError {
    fn from(error: BrokenMediaError) -> Self {
        let text = "The media files cannot be reached, so nothing was removed.";
        match error {
            BrokenMediaError::WrongStore | BrokenMediaError::OtherSite => {
                Self::new(StatusCode::SERVICE_UNAVAILABLE, ProblemCode::MediaUnreachable, text).retry(60)
            }
            BrokenMediaError::Disk(e) => {
                let mut this =
                    Self::new(StatusCode::SERVICE_UNAVAILABLE, ProblemCode::MediaUnreachable, text).retry(60);
                this.source = Some(e.into());
                this
            }
            BrokenMediaError::Store(e) => e.into(),
        }
    }
}

impl From<PostError> for ApiError {
    fn from(error: PostError) -> Self {
        match error {
            PostError::Missing(fields) => Self::invalid(ProblemCode::PostInvalid, fields, posts::REQUIRED),
            PostError::Invalid(fields) => Self::invalid_fields(ProblemCode::PostInvalid, fields),
            PostError::Unread(why) => unread(&why, "content"),
            PostError::SlugTaken => {
                let text = "Another post has this address. Choose a different one.";
                let mut this = Self::new(StatusCode::CONFLICT, ProblemCode::PostSlugTaken, text);
                this.problem.fields.insert("slug".into(), text.to_owned());
                this
            }
            PostError::RevisionConflict(_) => Self::new(
                StatusCode::CONFLICT,
                ProblemCode::PostChanged,
                "Somebody else saved this post after you opened it.",
            ),
            PostError::RevisionNeeded => Self::new(
                StatusCode::UNPROCESSABLE_ENTITY,
                ProblemCode::PostRevisionNeeded,
                "Name the version of the post that you read.",
            ),
            PostError::InTrash => Self::new(
                StatusCode::CONFLICT,
                ProblemCode::PostInTrash,
                "This post is in the trash. Restore it first.",
            ),
            PostError::NotFound => Self::no_such_post(),
            PostError::Forbidden(text) => Self::new(StatusCode::FORBIDDEN, ProblemCode::AuthForbidden, text),
            PostError::NotDraft => {
                Self::new(StatusCode::CONFLICT, ProblemCode::PostNotDraft, "Only a draft can be submitted.")
            }
            PostError::NotInReview => Self::new(
                StatusCode::CONFLICT,
                ProblemCode::PostNotInReview,
                "This post is not in review any more. Load it again.",
            ),
            PostError::NoSuchNote => Self::not_found(ProblemCode::PostNoteNotFound, "There is no such note."),
            PostError::NoSuchCorrection => {
                Self::not_found(ProblemCode::PostCorrectionNotFound, "There is no such correction.")
            }
            PostError::NotPublic => Self::new(
                StatusCode::CONFLICT,
                ProblemCode::PostNotPublic,
                "Readers cannot see this post now. Change its text instead.",
            ),
            PostError::NoSuchLink => Self::not_found(ProblemCode::PostLinkNotFound, "There is no such preview link."),
            PostError::InvalidLink => invalid_link(),
            PostError::LinkUsedUp => Self::new(
                StatusCode::CONFLICT,
                ProblemCode::LinkUsedUp,
                "This link has taken as many answers as it can. Ask for a new one.",
            ),
            PostError::AnswerOutdated => Self::new(
                StatusCode::CONFLICT,
                ProblemCode::PostChanged,
                "The text was changed after you opened it. Read it again, then answer.",
            ),
            PostError::Store(e) => e.into(),
        }
    }
}

impl From<LinkError> for ApiError {
    fn from(error: LinkError) -> Self {
        match error {
            LinkError::Post(e) => e.into(),
            LinkError::TooMany(e) => e.into(),
            LinkError::Unavailable => {
                Self::new(StatusCode::CONFLICT, ProblemCode::LinkChecksOff, "Links are not checked from here.")
            }
            LinkError::Store(e) => e.into(),
        }
    }
}

impl From<PageError> for ApiError {
    fn from(error: PageError) -> Self {
        match error {
            PageError::Invalid(fields) => Self::invalid_fields(ProblemCode::PageInvalid, fields),
            PageError::Unread(why) => unread(&why, "content"),
            PageError::SlugTaken => {
                let text = "Something else has this address. Choose a different one.";
                let mut this = Self::new(StatusCode::CONFLICT, ProblemCode::PageSlugTaken, text);
                this.problem.fields.insert("slug".into(), text.to_owned());
                this
            }
            PageError::RevisionConflict(_) => Self::new(
                StatusCode::CONFLICT,
                ProblemCode::PageChanged,
                "Somebody else saved this page after you opened it.",
            ),
            PageError::NotFound => Self::no_such_page(),
            PageError::Store(e) => e.into(),
        }
    }
}

impl From<ContactError> for ApiError {
    fn from(error: ContactError) -> Self {
        match error {
            ContactError::Invalid(fields) => Self::invalid_fields(ProblemCode::ContactInvalid, fields),
            ContactError::TooMany(e) => e.into(),
            ContactError::Unavailable => Self::new(
                StatusCode::SERVICE_UNAVAILABLE,
                ProblemCode::ContactUnavailable,
                "Messages cannot be taken just now. Please try again later.",
            )
            .retry(600),
            ContactError::Store(e) => e.into(),
        }
    }
}

/// HTML that is not read; `field` names it in the form.
fn unread(why: &Refused, field: &'static str) -> ApiError {
    match why {
        Refused::TooComplex(_) => {
            let text = "This text has too many parts, or parts that are too long or too deep inside one another. Paste it without its formatting, or split it.";
            ApiError::invalid_field(ProblemCode::PostTooComplex, field, text)
        }
        Refused::Busy => ApiError::new(
            StatusCode::TOO_MANY_REQUESTS,
            ProblemCode::RequestLimited,
            "Other texts of yours are being read. Wait a moment, then try again.",
        )
        .retry(5),
    }
}

impl From<MediaError> for ApiError {
    fn from(error: MediaError) -> Self {
        match error {
            MediaError::Type => Self::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                ProblemCode::MediaType,
                "We do not take files of this type, or its name and content do not agree.",
            ),
            MediaError::Damaged => Self::new(
                StatusCode::UNPROCESSABLE_ENTITY,
                ProblemCode::MediaDamaged,
                "This picture cannot be read, or it is larger than 9,000 pixels on a side.",
            ),
            MediaError::TooLarge => {
                Self::new(StatusCode::PAYLOAD_TOO_LARGE, ProblemCode::MediaTooLarge, "This file is too large.")
            }
            MediaError::InvalidLink => invalid_link(),
            MediaError::Exists => {
                Self::new(StatusCode::CONFLICT, ProblemCode::MediaExists, "This upload was already made.")
            }
            MediaError::NotFound => {
                Self::not_found(ProblemCode::MediaNotFound, "This file was not uploaded, or is gone.")
            }
            MediaError::Interrupted => Self::new(
                StatusCode::BAD_REQUEST,
                ProblemCode::MediaIncomplete,
                "The upload broke off. Please try again.",
            ),
            MediaError::Disk(e) if e.kind() == std::io::ErrorKind::StorageFull => Self::new(
                StatusCode::INSUFFICIENT_STORAGE,
                ProblemCode::StorageFull,
                "There is no space left to save this. Please tell your administrator.",
            )
            .retry(60),
            MediaError::Disk(e) if e.kind() == std::io::ErrorKind::NetworkUnreachable => {
                let text = "The media files cannot be reached just now. Please try again in a minute.";
                let mut this =
                    Self::new(StatusCode::SERVICE_UNAVAILABLE, ProblemCode::MediaUnreachable, text).retry(60);
                this.source = Some(e.into());
                this
            }
            MediaError::Disk(e) => Self::internal(e),
            MediaError::Store(e) => e.into(),
        }
    }
}

impl From<LibraryError> for ApiError {
    fn from(error: LibraryError) -> Self {
        match error {
            LibraryError::NotFound => Self::not_found(ProblemCode::MediaNotFound, "This file is gone."),
            LibraryError::Forbidden => Self::new(
                StatusCode::FORBIDDEN,
                ProblemCode::AuthForbidden,
                "Somebody else uploaded this file. Ask an editor.",
            ),
            LibraryError::InUse => Self::new(
                StatusCode::CONFLICT,
                ProblemCode::MediaInUse,
                "This file is used. Take it out of what shows it first.",
            ),
            LibraryError::Invalid(fields) => Self::invalid_fields(ProblemCode::MediaInvalid, fields),
            LibraryError::Store(e) => e.into(),
        }
    }
}

impl From<AccountError> for ApiError {
    fn from(error: AccountError) -> Self {
        let unauthorized = |code, text: &str| Self::new(StatusCode::UNAUTHORIZED, code, text);
        let field = |name, text: &str| Self::invalid_field(ProblemCode::AccountInvalid, name, text);
        match error {
            AccountError::InvalidCredentials => unauthorized(ProblemCode::AuthInvalid, "E-mail or password is wrong."),
            AccountError::NotSignedIn => unauthorized(ProblemCode::AuthRequired, "Please sign in."),
            AccountError::SessionEnded => {
                unauthorized(ProblemCode::AuthSessionExpired, "Your session has expired. Please sign in again.")
            }
            AccountError::InvalidToken => {
                unauthorized(ProblemCode::AuthTokenInvalid, "Your sign-in token is not valid. Please sign in again.")
            }
            AccountError::Email(EmailError(text)) => field("email", text),
            AccountError::Password(text) => field("password", text),
            AccountError::Username(text) => field("username", text),
            AccountError::CurrentPassword(text) => field("current_password", text),
            AccountError::PasswordNeeded { username, created_at } => {
                let mut this = Self::new(
                    StatusCode::CONFLICT,
                    ProblemCode::AccountPasswordNeeded,
                    "Choose a password to confirm this address.",
                );
                (this.problem.username, this.problem.created_at) = (Some(username), Some(created_at));
                this
            }
            AccountError::ProofRequired => {
                field("code", "Ask for a mail and open its link, or sign in once more first.")
            }
            AccountError::InviteForOtherAddress => {
                field("email", "The invite was sent to another address. Use that one.")
            }
            AccountError::EmailTaken => {
                let text = "There is an account with this e-mail address already.";
                let mut this = Self::new(StatusCode::CONFLICT, ProblemCode::AccountEmailTaken, text);
                this.problem.fields.insert("email".into(), text.to_owned());
                this
            }
            AccountError::InvalidCode => invalid_link(),
            AccountError::TooMany(e) => e.into(),
            AccountError::LastAdmin => Self::new(
                StatusCode::CONFLICT,
                ProblemCode::AccountLastAdmin,
                "There has to be one administrator. Make somebody else administrator first.",
            ),
            AccountError::NotFound => Self::not_found(ProblemCode::AccountNotFound, "This is not there any more."),
            AccountError::WrongSetUpCode => wrong_set_up_code(),
            AccountError::RegistrationClosed => registration_closed(),
            AccountError::TooManyHashes => Self::new(
                StatusCode::SERVICE_UNAVAILABLE,
                ProblemCode::Busy,
                "We are busy right now. Please try again in a moment.",
            )
            .retry(5),
            AccountError::Social(e) => e.into(),
            AccountError::Store(e) => e.into(),
            other @ (AccountError::Hashing(_) | AccountError::WouldDemote) => Self::internal(other),
        }
    }
}

impl From<SocialError> for ApiError {
    fn from(error: SocialError) -> Self {
        let again = "Please try again, or sign in with e-mail and password.";
        let failed = || {
            Self::new(
                StatusCode::BAD_REQUEST,
                ProblemCode::AuthSocialFailed,
                format!("This sign-in did not work. {again}"),
            )
        };
        match error {
            SocialError::Rejected(why) => {
                tracing::warn!("a social sign-in was refused: {why}");
                failed()
            }
            SocialError::NotConfigured => failed(),
            SocialError::Declined => Self::new(
                StatusCode::BAD_REQUEST,
                ProblemCode::AuthSocialDeclined,
                format!("You did not let us know who you are. {again}"),
            ),
            SocialError::NoEmail => {
                let text =
                    "Your account there does not tell us your e-mail address. Register with e-mail and password.";
                Self::new(StatusCode::UNPROCESSABLE_ENTITY, ProblemCode::AccountNoEmail, text)
            }
            SocialError::SignInFirst => {
                let text = "There is an account with your e-mail address already. Sign in with its password first.";
                Self::new(StatusCode::CONFLICT, ProblemCode::AccountSignInFirst, text)
            }
            other @ SocialError::Unavailable(_) => {
                let mut this = Self::new(
                    StatusCode::BAD_GATEWAY,
                    ProblemCode::AuthSocialUnavailable,
                    format!("We could not ask who you are. {again}"),
                );
                this.source = Some(other.into());
                this
            }
        }
    }
}

/// A mailed link that was used, has expired, or is unknown.
fn wrong_set_up_code() -> ApiError {
    let text = "This is not the set-up code. The server printed it when it started, after “set-up code:”.";
    ApiError::new(StatusCode::FORBIDDEN, ProblemCode::AuthSetUpCode, text)
}

fn registration_closed() -> ApiError {
    let text = "Admin registration is closed. Ask an administrator for an invite.";
    ApiError::new(StatusCode::FORBIDDEN, ProblemCode::AuthRegistrationClosed, text)
}

fn invalid_link() -> ApiError {
    ApiError::new(StatusCode::GONE, ProblemCode::LinkInvalid, "This link is no longer valid. Ask for a new one.")
}

impl From<TooMany> for ApiError {
    fn from(TooMany { retry_after_s }: TooMany) -> Self {
        Self::new(
            StatusCode::TOO_MANY_REQUESTS,
            ProblemCode::RequestLimited,
            "That was tried too often. Wait some minutes, then try again.",
        )
        .retry(retry_after_s)
    }
}

impl From<NewsletterError> for ApiError {
    fn from(error: NewsletterError) -> Self {
        match error {
            NewsletterError::Email(EmailError(text)) => {
                Self::invalid_field(ProblemCode::NewsletterInvalid, "email", text)
            }
            NewsletterError::TooMany(e) => e.into(),
            NewsletterError::InvalidLink => invalid_link(),
            NewsletterError::Invalid(fields) => Self::invalid_fields(ProblemCode::NewsletterInvalid, fields),
            NewsletterError::Unread(why) => unread(&why, "html"),
            NewsletterError::SubscriberNotFound => {
                Self::not_found(ProblemCode::SubscriberNotFound, "There is no such subscriber.")
            }
            NewsletterError::IssueNotFound => Self::no_such_issue(),
            NewsletterError::DraftNotFound => Self::not_found(
                ProblemCode::IssueDraftNotFound,
                "This draft is gone: somebody sent it or deleted it. Look whether it went out before you go on.",
            ),
            NewsletterError::DraftChanged { .. } => Self::new(
                StatusCode::CONFLICT,
                ProblemCode::IssueDraftChanged,
                "Somebody else saved this draft meanwhile. Look at what it says now, then save again.",
            ),
            NewsletterError::TooManyDrafts => Self::new(
                StatusCode::CONFLICT,
                ProblemCode::IssueDraftTooMany,
                format!("There are {MAX_DRAFTS} drafts already. Send or delete one of them, then save this one."),
            ),
            NewsletterError::WrongState(text) => Self::new(StatusCode::CONFLICT, ProblemCode::NewsletterState, text),
            NewsletterError::Store(e) => e.into(),
        }
    }
}

impl From<HeldError> for ApiError {
    fn from(error: HeldError) -> Self {
        match error {
            HeldError::Held => {
                let text = "This is a copy of the site, and no payments are taken here.";
                Self::new(StatusCode::SERVICE_UNAVAILABLE, ProblemCode::SiteHeld, text).retry(3_600)
            }
            HeldError::NotHeld => Self::new(
                StatusCode::CONFLICT,
                ProblemCode::SiteNotHeld,
                "Nothing is held: this site mails and charges.",
            ),
            HeldError::Store(e) => e.into(),
        }
    }
}

impl From<DownloadError> for ApiError {
    fn from(error: DownloadError) -> Self {
        match error {
            DownloadError::NotFound => {
                Self::not_found(ProblemCode::BackupNotFound, "This backup is not there any more.")
            }
            DownloadError::NotDone => {
                Self::new(StatusCode::CONFLICT, ProblemCode::BackupNotDone, "This backup is not done.")
            }
            DownloadError::InvalidLink => invalid_link(),
            DownloadError::Store(e) => e.into(),
        }
    }
}

impl From<SubscriptionError> for ApiError {
    #[expect(clippy::too_many_lines, reason = "a table")]
    fn from(error: SubscriptionError) -> Self {
        let conflict = |code, text: &str| Self::new(StatusCode::CONFLICT, code, text);
        match error {
            SubscriptionError::Invalid(fields) => Self::invalid_fields(ProblemCode::SubscriptionInvalid, fields),
            SubscriptionError::NotConfigured => Self::new(
                StatusCode::SERVICE_UNAVAILABLE,
                ProblemCode::PaymentsNotSetUp,
                "Buying is not set up on this site yet.",
            )
            .retry(3_600),
            SubscriptionError::Held => HeldError::Held.into(),
            SubscriptionError::Unavailable(why) => {
                let text = "We could not reach the wallet. If you have paid, you will get a receipt by e-mail; otherwise try again in a moment.";
                let mut this =
                    Self::new(StatusCode::SERVICE_UNAVAILABLE, ProblemCode::PaymentsUnavailable, text).retry(5);
                this.source = Some(anyhow::anyhow!(why));
                this
            }
            SubscriptionError::Declined => {
                let text = "Your wallet declined the payment. Nothing was charged. Choose another way to pay there, or try again.";
                Self::new(StatusCode::PAYMENT_REQUIRED, ProblemCode::PaymentDeclined, text)
            }
            SubscriptionError::NotApproved => conflict(
                ProblemCode::PaymentNotApproved,
                "The payment was not approved at the wallet. Nothing was charged.",
            ),
            SubscriptionError::Waiting => conflict(
                ProblemCode::PaymentWaiting,
                "A request waits on this phone already. Answer it there, or wait two minutes, then try again.",
            ),
            SubscriptionError::Pending => {
                let text = "The wallet is still looking at this payment. You will get a receipt by e-mail as soon as it is done.";
                conflict(ProblemCode::PaymentPending, text).retry(60)
            }
            SubscriptionError::Closed => {
                conflict(ProblemCode::PaymentClosed, "This payment is closed. Please start again.")
            }
            SubscriptionError::Refused => conflict(
                ProblemCode::PaymentRefused,
                "The wallet tells something else about this payment than was ordered. Nothing is unlocked before we have looked at it.",
            ),
            SubscriptionError::OrderNotFound => {
                Self::not_found(ProblemCode::PaymentUnknown, "There is no such payment. Please start again.")
            }
            SubscriptionError::AddressLocked => Self::new(
                StatusCode::FORBIDDEN,
                ProblemCode::SubscriptionAddressKept,
                "There is an address already. Sign in to change it.",
            ),
            SubscriptionError::NotPrinted => Self::new(
                StatusCode::FORBIDDEN,
                ProblemCode::SubscriptionNotPrinted,
                "There is no printed edition in this subscription.",
            ),
            SubscriptionError::NotFound => {
                Self::not_found(ProblemCode::SubscriptionNotFound, "There is no such subscription.")
            }
            SubscriptionError::NothingToRefund => {
                conflict(ProblemCode::PaymentNotRefundable, "There is no payment that could be given back.")
            }
            SubscriptionError::Refunding(why) => {
                let text = "The wallet has not finished yet. The refund goes on by itself; look again in some minutes.";
                let mut this =
                    Self::new(StatusCode::SERVICE_UNAVAILABLE, ProblemCode::PaymentRefunding, text).retry(60);
                this.source = Some(anyhow::anyhow!(why));
                this
            }
            SubscriptionError::RefundRefused => conflict(
                ProblemCode::PaymentRefundRefused,
                "The wallet refused this refund; nothing went back. See whether your balance there is enough, then try again, or return the money another way.",
            ),
            SubscriptionError::Store(e) => e.into(),
        }
    }
}
