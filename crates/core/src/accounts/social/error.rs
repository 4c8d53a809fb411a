//! Errors of social sign-in.

/// Why a social sign-in failed.
#[derive(Debug, thiserror::Error)]
pub enum SocialError {
    /// No client credentials for this provider.
    #[error("the provider is not set up")]
    NotConfigured,
    /// The provider does not answer, answers invalidly, or refuses the client credentials. The text holds nothing that
    /// was sent.
    #[error("the provider of the sign-in: {0}")]
    Unavailable(String),
    /// The callback or its tokens are invalid. The text holds nothing that was sent.
    #[error("a social sign-in was refused: {0}")]
    Rejected(&'static str),
    /// The user declined consent at the provider.
    #[error("consent was refused")]
    Declined,
    /// The provider gave no e-mail address.
    #[error("the provider named no address")]
    NoEmail,
    /// An account with this address exists, and the user has to sign in to it first to link the two.
    #[error("an account with this address exists")]
    SignInFirst,
}
