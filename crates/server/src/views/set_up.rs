use mwanga_core::Core;
use mwanga_core::set_up::{Answer, Invitation, Progress};
use mwanga_demo::DraftProgress;
use serde::Serialize;

/// The questions of set-up, and what the server knows to answer them.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SetUpView {
    pub is_put_away: bool,
    /// All six in their order.
    pub questions: Vec<SetUpQuestionView>,
    pub address: SetUpAddressView,
    pub mail: SetUpMailView,
    pub sample_posts: SamplePostsView,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SetUpQuestionView {
    /// `name`, `contact`, `colours`, `address`, `mail` or `posts`.
    pub name: &'static str,
    #[schema(inline)]
    pub state: SetUpQuestionState,
}

#[derive(Clone, Copy, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SetUpQuestionState {
    Open,
    Answered,
    Skipped,
}

/// The address of the site as it sees itself.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SetUpAddressView {
    /// Without a slash at its end.
    pub url: String,
    #[schema(inline)]
    pub source: SetUpAddressSource,
    pub is_production: bool,
}

#[derive(Clone, Copy, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SetUpAddressSource {
    /// `MWANGA_BASE_URL` of the environment.
    Environment,
    /// `base_url` of `mwanga.toml`.
    File,
    /// The address that the server listens on.
    Listen,
}

/// Who mails come from.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SetUpMailView {
    /// False where no mail server is configured: every mail is a file on the server.
    pub leaves: bool,
    /// Such as `The News <news@news.example>`.
    pub sender: String,
    /// Where answers go; null: to the sender.
    #[schema(required)]
    pub reply_to: Option<String>,
}

/// Sample posts as drafts.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SamplePostsView {
    pub total: usize,
    /// Also those that were deleted since: they are not added again.
    pub added: usize,
    /// Being written now.
    pub waiting: usize,
}

/// Whether the signed-in account is led to set-up, or reminded of it.
#[derive(Clone, Copy, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SetUpInvitationView {
    Lead,
    Remind,
    None,
}

impl SetUpView {
    pub fn new(core: &Core, progress: &Progress, drafts: DraftProgress) -> Self {
        let settings = core.settings();
        let questions = progress.answers.iter().map(|(question, answer)| SetUpQuestionView {
            name: question.as_str(),
            state: match answer {
                None => SetUpQuestionState::Open,
                Some(Answer::Answered) => SetUpQuestionState::Answered,
                Some(Answer::Skipped) => SetUpQuestionState::Skipped,
            },
        });
        let DraftProgress { total, added, waiting } = drafts;
        Self {
            is_put_away: progress.is_put_away,
            questions: questions.collect(),
            address: SetUpAddressView::new(core),
            mail: SetUpMailView {
                leaves: core.mailer().is_smtp(),
                sender: settings.mail_from().to_string(),
                reply_to: settings.reply_to().map(|mailbox| mailbox.email.to_string()),
            },
            sample_posts: SamplePostsView { total, added, waiting },
        }
    }
}

impl SetUpAddressView {
    fn new(core: &Core) -> Self {
        let source = if core.config.environment.contains("MWANGA_BASE_URL") {
            SetUpAddressSource::Environment
        } else if core.config.http.is_base_url_set {
            SetUpAddressSource::File
        } else {
            SetUpAddressSource::Listen
        };
        Self { url: core.config.base().to_owned(), source, is_production: core.config.production }
    }
}

impl From<Invitation> for SetUpInvitationView {
    fn from(invitation: Invitation) -> Self {
        match invitation {
            Invitation::Lead => Self::Lead,
            Invitation::Remind => Self::Remind,
            Invitation::None => Self::None,
        }
    }
}
