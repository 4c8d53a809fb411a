use super::check::Outcome;
use crate::Core;
use crate::mail::MailError;

/// Opens a session with the mail server and closes it again: nothing is sent.
pub async fn check(core: &Core) -> Outcome {
    let Some(server) = core.mailer().smtp_server() else {
        let finding = "No mail leaves this server: each one is kept as a file in the folder outbox.";
        return Outcome::warning(finding, "Name a mail server (SMTP_URL), and start the site again.");
    };
    let session = match core.mailer().open().await {
        Ok(session) => session,
        Err(e) => {
            let advice = "Compare SMTP_URL with what your mail provider says: host, port, TLS, user and password.";
            return Outcome::broken(format!("The mail server was not reached: {}", MailError::from(e)), advice);
        }
    };
    session.close().await;
    let hello = server.hello();
    match (server.is_private(), server.asks_for_password()) {
        (true, _) if !is_public_name(&hello) && !server.is_local() => {
            let finding =
                format!("The mail server answers, and is greeted as `{hello}`, which many refuse or count as spam.");
            Outcome::warning(finding, "Set MWANGA_MAIL_HELO to the name that this machine has in the DNS.")
        }
        (true, true) => {
            Outcome::well(format!("The mail server answers, is greeted as `{hello}`, and takes our sign-in."))
        }
        (true, false) => {
            Outcome::well(format!("The mail server answers, and is greeted as `{hello}`; no sign-in is set."))
        }
        (false, has_password) => {
            let read = if has_password { "mails and the password" } else { "mails" };
            let finding = format!(
                "The mail server answers, is greeted as `{hello}`, and whoever is on the way may read {read}: there is no TLS."
            );
            Outcome::warning(finding, "Begin SMTP_URL with `smtps://` or `smtp+starttls://`.")
        }
    }
}

/// Whether a name may be one of the public DNS: neither an address nor one of this machine or network alone.
fn is_public_name(name: &str) -> bool {
    !name.starts_with('[')
        && name.contains('.')
        && ![".local", ".localhost", ".internal"].iter().any(|end| name.ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mail_servers_of_others_want_a_name_of_the_public_dns() {
        assert!(is_public_name("news.example"));
        for name in ["localhost", "[127.0.0.1]", "[IPv6:::1]", "mail.local", "intranet"] {
            assert!(!is_public_name(name), "{name}");
        }
    }
}
