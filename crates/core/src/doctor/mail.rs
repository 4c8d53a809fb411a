use super::Check;
use crate::Core;
use crate::mail::MailError;

/// Opens a session with the mail server and closes it again: nothing is sent.
pub async fn check(core: &Core) -> Check {
    const SUBJECT: &str = "Mail";
    if !core.mailer.is_smtp() {
        let finding = "No mail leaves: each one is a file in outbox/ of the data folder.";
        return Check::warning(SUBJECT, finding, "Set SMTP_URL.");
    }
    match core.mailer.open().await {
        Ok(connection) => {
            connection.close().await;
            Check::well(SUBJECT, "The mail server answers, and takes our sign-in where it asks for one.")
        }
        Err(e) => {
            let advice = "Compare SMTP_URL with what your mail provider says: host, port, TLS, user and password.";
            Check::broken(SUBJECT, format!("The mail server was not reached: {}", MailError::from(e)), advice)
        }
    }
}
