//! What a mail server's refusal says of a recipient: whether the mailbox is gone for good.

/// Enhanced status codes (RFC 3463, RFC 7505) of a recipient that gets no mail: no such mailbox, no such host, no such
/// syntax there, a host that takes none, a mailbox that is disabled.
const GONE: [&str; 5] = ["5.1.1", "5.1.2", "5.1.3", "5.1.10", "5.2.1"];

/// What servers say of a mailbox that is gone, where they give no enhanced code.
const GONE_WORDS: [&str; 24] = [
    "user unknown",
    "unknown user",
    "unknown recipient",
    "recipient unknown",
    "unknown address",
    "unknown mailbox",
    "unknown local",
    "no such",
    "does not exist",
    "doesn't exist",
    "not exist",
    "not found",
    "does not have",
    "doesn't have",
    "invalid recipient",
    "invalid mailbox",
    "invalid address",
    "not a valid",
    "no mailbox",
    "unrouteable address",
    "unroutable address",
    "is disabled",
    "no longer",
    "not a known user",
];

/// Words of a refusal that is about us: the sender, its verification, its domain or reverse DNS, a policy, the content.
const ABOUT_US: [&str; 29] = [
    "sender",
    "senders",
    "verify",
    "verification",
    "verified",
    "unverified",
    "callout",
    "reverse",
    "rdns",
    "ptr",
    "helo",
    "ehlo",
    "policy",
    "policies",
    "policyd",
    "authentication",
    "unauthenticated",
    "spf",
    "dkim",
    "dmarc",
    "spam",
    "content",
    "virus",
    "blacklist",
    "blacklisted",
    "blocklist",
    "blocklisted",
    "reputation",
    "rbl",
];

/// Whether a permanent refusal says that the recipient's mailbox is gone. It is only taken at its word where it names
/// the recipient, or has one of the codes [`GONE`] at the beginning of its last line, which is the server's own: the
/// lines before may quote what it heard of the sender.
///
/// `answer` is the text of the reply, line by line and without its three digits.
pub(super) fn says_mailbox_is_gone(recipient: &str, sender: &str, answer: &str) -> bool {
    let answer = without_links(&answer.to_lowercase());
    let recipient = recipient.to_lowercase();
    let names_recipient = has_address(&answer, &recipient);
    // The recipient may be of the sender's domain, and be called "spam".
    let rest = answer.replace(&recipient, " ");
    let sender = sender.to_lowercase();
    let domain = sender.rsplit('@').next().unwrap_or_default();
    let names_us = !domain.is_empty() && has_domain(&rest, domain);
    if names_us || words(&rest).any(|word| ABOUT_US.contains(&word)) {
        return false;
    }
    let last_line = answer.lines().rfind(|line| !line.trim().is_empty()).unwrap_or_default();
    let begins_with = last_line.trim_start().split(is_between_codes).next().unwrap_or_default();
    if GONE.contains(&begins_with) {
        return true;
    }
    if !names_recipient {
        return false;
    }
    let mut codes = enhanced_codes(&rest).peekable();
    if codes.peek().is_some() {
        codes.all(|code| GONE.contains(&code))
    } else {
        GONE_WORDS.iter().any(|known| rest.contains(known))
    }
}

/// The text without links, whose words say nothing of the refusal.
fn without_links(text: &str) -> String {
    let lines = text.lines().map(|line| {
        let kept = line.split(' ').filter(|word| !word.contains("://"));
        kept.collect::<Vec<_>>().join(" ")
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    // Names of hosts are no words.
    text.split(|c: char| c.is_whitespace() || matches!(c, '<' | '>' | '(' | ')' | '[' | ']' | ',' | ';' | ':' | '"'))
        .filter(|word| !word.trim_end_matches('.').contains(['.', '@']))
        .flat_map(|word| word.split(|c: char| !c.is_alphanumeric()))
}

/// The enhanced status codes of permanent refusals.
fn enhanced_codes(text: &str) -> impl Iterator<Item = &str> {
    text.split(is_between_codes).map(|word| word.trim_end_matches('.')).filter(|word| {
        let parts: Vec<&str> = word.split('.').collect();
        let is_number = |part: &&str| (1..=3).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
        parts.len() == 3 && parts[0] == "5" && parts.iter().all(is_number)
    })
}

fn is_between_codes(c: char) -> bool {
    !c.is_ascii_alphanumeric() && c != '.'
}

/// Whether an address stands in a text, and not as the end or beginning of another.
fn has_address(text: &str, address: &str) -> bool {
    has_name(text, address, |c| c.is_alphanumeric() || matches!(c, '.' | '-' | '_' | '+' | '@'))
}

/// Whether a domain stands in a text, itself, in an address or as the end of a longer name.
fn has_domain(text: &str, domain: &str) -> bool {
    has_name(text, domain, |c| c.is_alphanumeric() || c == '-')
}

fn has_name(text: &str, name: &str, is_part: impl Fn(char) -> bool) -> bool {
    text.match_indices(name).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let mut after = text[at + name.len()..].chars();
        // A full stop at the end of a sentence is no part of the name.
        let ends = match after.next() {
            Some('.') => !after.next().is_some_and(char::is_alphanumeric),
            Some(next) => !is_part(next),
            None => true,
        };
        ends && !before.is_some_and(&is_part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SENDER: &str = "news@site.example";

    #[track_caller]
    fn check(recipient: &str, answer: &str, gone: bool) {
        assert_eq!(says_mailbox_is_gone(recipient, SENDER, answer), gone, "{answer}");
    }

    #[test]
    fn a_mailbox_is_gone_where_the_answer_speaks_of_the_recipient() {
        for answer in [
            "5.1.1 <ann@reader.example> User unknown",
            "5.1.1 <ann@reader.example>: Recipient address rejected: User unknown in virtual mailbox table",
            "5.1.1 The account that you tried to reach does not exist.\n5.1.1 See https://help.example/policy/sender",
            "5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by address lookup",
            "5.2.1 The account that you tried to reach is disabled.",
            "5.1.2 Host unknown",
            "5.1.3 Bad destination mailbox address syntax",
            "<Ann@Reader.example>: user unknown",
            "delivery error: dd This user doesn't have a reader.example account (ann@reader.example) [0]",
            "ann@reader.example does not exist here.",
            "5.1.1 <ann@reader.example> unknown\nPlease see the postmaster",
        ] {
            check("ann@reader.example", answer, true);
        }
        check("spam@site.example", "5.1.1 <spam@site.example>: unknown", true);
    }

    #[test]
    fn a_refusal_of_the_sender_says_nothing_of_the_reader() {
        for answer in [
            "Verification failed for <news@site.example>\nNo Such User Here\nSender verify failed",
            "Verification failed\n5.1.1 <news@site.example>: Recipient address rejected: User unknown\nSender refused",
            "5.1.1 <news@site.example>: Sender address rejected: User unknown in relay recipient table",
            "5.1.8 <news@site.example>: Sender address rejected: Domain not found",
            "5.1.1 <ann@reader.example>: unverified address: host mx.reader.example said: no such user",
            "5.1.2 The domain site.example does not resolve",
            "5.1.1 mail.site.example has no such name",
            "5.7.25 <ann@reader.example>: no reverse DNS of 192.0.2.7",
            "5.7.1 <ann@reader.example>: relaying denied, user unknown",
            "5.1.1 <ann@reader.example>: refused by policy",
            "5.7.1 content of the message to <ann@reader.example> is not found to be acceptable",
            "5.2.2 <ann@reader.example>: mailbox full",
            "<ann@reader.example>: rejected as spam",
            "<ann@reader.example>: try again next year",
            "No such user here",
        ] {
            check("ann@reader.example", answer, false);
        }
        check("ann@reader.example", "Joann@reader.example does not exist", false);
        check("ann@reader.example", "5.1.1 noticed earlier\nGo away", false);
    }
}
