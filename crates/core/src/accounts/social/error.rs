#[derive(Debug, thiserror::Error)]
pub enum SocialError {
    /// This site is no client of the provider.
    #[error("the provider is not set up")]
    NotSetUp,
    /// The provider does not answer, answers nonsense, or does not know this site. Says what happened, without anything
    /// that was sent.
    #[error("the provider of the sign-in: {0}")]
    Away(String),
    /// What came back is nothing to believe. As above.
    #[error("a social sign-in was refused: {0}")]
    Failed(&'static str),
    /// The person at the provider said no.
    #[error("consent was refused")]
    Declined,
    /// Accounts have an address, and the provider named none.
    #[error("the provider named no address")]
    NoEmail,
    /// There is an account with this address, and nothing shows that it is this person's.
    #[error("an account with this address exists")]
    SignInFirst,
}
