use super::check::Outcome;
use crate::Core;
use crate::mail::MailError;

/// Opens a session with the mail server and closes it again: nothing is sent.
pub async fn check(core: &Core) -> Outcome {
    let Some(server) = core.mailer.smtp_server() else {
        let finding = "No mail leaves: each one is a file in outbox/ of the data folder.";
        return Outcome::warning(finding, "Set SMTP_URL.");
    };
    let session = match core.mailer.open().await {
        Ok(session) => session,
        Err(e) => {
            let advice = "Compare SMTP_URL with what your mail provider says: host, port, TLS, user and password.";
            return Outcome::broken(format!("The mail server was not reached: {}", MailError::from(e)), advice);
        }
    };
    session.close().await;
    match (server.is_private(), server.asks_for_password()) {
        (true, true) => Outcome::well("The mail server answers, and takes our sign-in."),
        (true, false) => Outcome::well("The mail server answers; no sign-in is set."),
        (false, has_password) => {
            let read = if has_password { "mails and the password" } else { "mails" };
            let finding =
                format!("The mail server answers, and whoever is on the way may read {read}: there is no TLS.");
            Outcome::warning(finding, "Begin SMTP_URL with `smtps://` or `smtp+starttls://`.")
        }
    }
}
