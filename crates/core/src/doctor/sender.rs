use std::future::ready;
use std::net::IpAddr;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use url::Host;

use super::check::Outcome;
use super::dns::TxtResolver;
use crate::Core;
use crate::mail::DkimSigner;
use crate::smtp::SmtpServer;

/// What receivers look up in the DNS about the domain of the sender; nothing where no mail leaves.
pub fn checks(core: &Core) -> Vec<(&'static str, BoxFuture<'_, Outcome>)> {
    let Some(server) = core.mailer().smtp_server() else { return Vec::new() };
    let sender = core.settings().mail_from().email;
    let Some(domain) = public_domain(sender.domain()) else {
        let finding =
            format!("Mails come from {sender}, which is no address on the Internet: most of them are refused.");
        let advice = "Set MWANGA_MAIL_FROM to an address of a domain of yours, such as `The News <news@news.example>`.";
        return vec![("Sender", ready(Outcome::warning(finding, advice)).boxed())];
    };
    let resolver = TxtResolver::new(core.config.mail.dns_server);
    let (for_dkim, for_dmarc, at) = (resolver.clone(), resolver.clone(), domain.clone());
    let spf = async move {
        let found = resolver.lookup(&at).await;
        found.map_or_else(no_answer, |texts| judge_spf(&at, &texts, &suggest_spf(server)))
    };
    let dkim_domain = domain.clone();
    let dkim = async move {
        let Some(signer) = core.mailer().dkim_signer() else { return unsigned() };
        let at = format!("{}._domainkey.{dkim_domain}", signer.selector());
        let found = for_dkim.lookup(&at).await;
        found.map_or_else(no_answer, |texts| judge_dkim(&at, &texts, signer))
    };
    let dmarc = async move {
        let at = format!("_dmarc.{domain}");
        let found = for_dmarc.lookup(&at).await;
        found.map_or_else(no_answer, |texts| judge_dmarc(&at, &texts))
    };
    vec![("SPF", spf.boxed()), ("DKIM", dkim.boxed()), ("DMARC", dmarc.boxed())]
}

/// A domain as the DNS writes it; none for what is not on the Internet.
fn public_domain(host: &str) -> Option<String> {
    const RESERVED: [&str; 3] = ["local", "localhost", "test"];
    let Ok(Host::Domain(domain)) = Host::parse(host.trim_end_matches('.')) else { return None };
    let (_, top) = domain.rsplit_once('.')?;
    (!RESERVED.contains(&top)).then_some(domain)
}

fn no_answer(why: String) -> Outcome {
    let advice = "See whether this machine reaches its DNS server (/etc/resolv.conf), or name another one in \
                  MWANGA_DNS_SERVER.";
    Outcome::warning(format!("The DNS server could not be asked: {why}."), advice)
}

/// SPF (RFC 7208): which machines may send for the domain.
fn judge_spf(domain: &str, texts: &[String], suggestion: &str) -> Outcome {
    let records: Vec<&String> = texts.iter().filter(|text| is_spf(text)).collect();
    let [record] = records[..] else {
        return if records.is_empty() {
            let finding = format!("{domain} does not say which machines may send its mail.");
            let advice = "Publish this TXT record at {domain}; where your mail provider names an `include:`, write that in \
                          place of what stands before `~all`:";
            Outcome::warning(finding, format!("{}\n{suggestion}", advice.replace("{domain}", domain)))
        } else {
            let finding = format!("{domain} has {} SPF records, which counts as an error.", records.len());
            Outcome::broken(finding, "Leave one TXT record that begins with `v=spf1`, with all that may send in it.")
        };
    };
    match spf_default(record) {
        SpfDefault::Fail => Outcome::well(format!("{domain} says which machines may send its mail.")),
        SpfDefault::Pass => {
            let finding = format!("The SPF record of {domain} ends in `+all`: anybody may send its mail.");
            Outcome::warning(finding, format!("Let it end in `~all`:\n{}", with_soft_fail(record)))
        }
        SpfDefault::Neutral => {
            let finding = format!("The SPF record of {domain} says nothing about machines that it does not name.");
            Outcome::warning(finding, format!("Let it end in `~all`:\n{}", with_soft_fail(record)))
        }
    }
}

fn is_spf(text: &str) -> bool {
    text.split(' ').next().is_some_and(|version| version.eq_ignore_ascii_case("v=spf1"))
}

/// What a record says about machines that it does not name.
#[derive(Debug, PartialEq, Eq)]
enum SpfDefault {
    /// `-all`, `~all`, or what another record says.
    Fail,
    Neutral,
    Pass,
}

fn spf_default(record: &str) -> SpfDefault {
    let record = record.to_ascii_lowercase();
    let mut terms = record.split_whitespace().skip(1);
    match terms.clone().find(|term| term.trim_start_matches(['+', '-', '~', '?']) == "all") {
        Some("-all" | "~all") => SpfDefault::Fail,
        Some("?all") => SpfDefault::Neutral,
        Some(_) => SpfDefault::Pass,
        None if terms.any(|term| term.starts_with("redirect=")) => SpfDefault::Fail,
        None => SpfDefault::Neutral,
    }
}

/// What stands behind `all` is never read, so nothing is lost.
fn with_soft_fail(record: &str) -> String {
    let is_all = |term: &&str| term.to_ascii_lowercase().trim_start_matches(['+', '?']) == "all";
    let terms = record.split_whitespace().take_while(|term| !is_all(term));
    terms.chain(["~all"]).collect::<Vec<_>>().join(" ")
}

/// A record for who sends through this mail server.
fn suggest_spf(server: &SmtpServer) -> String {
    let mechanism = match server.host().trim_matches(['[', ']']).parse() {
        _ if server.is_local() => "mx a".to_owned(),
        Ok(IpAddr::V4(address)) => format!("ip4:{address}"),
        Ok(IpAddr::V6(address)) => format!("ip6:{address}"),
        Err(_) => format!("a:{}", server.host()),
    };
    format!("v=spf1 {mechanism} ~all")
}

fn unsigned() -> Outcome {
    let advice = "Make a key that the server alone may read, and name it in MWANGA_DKIM_KEY_FILE and its selector, such as \
                  `news`, in MWANGA_DKIM_SELECTOR; this line then says what to publish:\nopenssl genrsa -out dkim.pem 2048";
    Outcome::warning("Mails are not signed: receivers cannot tell them from forged ones.", advice)
}

/// DKIM (RFC 6376): the public half of our key.
fn judge_dkim(at: &str, texts: &[String], signer: &DkimSigner) -> Outcome {
    let publish = format!("Publish this TXT record at {at}, and no other there:\n{}", signer.record());
    match texts {
        [] => Outcome::broken(format!("Mails are signed, and there is no record at {at} to verify them by."), publish),
        [text] => match tag(text, "p") {
            Some(key) if Some(&key) == tag(signer.record(), "p").as_ref() => {
                Outcome::well(format!("Mails are signed, and the record at {at} verifies them."))
            }
            Some(key) if key.is_empty() => Outcome::broken(format!("The key at {at} was revoked."), publish),
            Some(_) => Outcome::broken(format!("The record at {at} holds another key than the one in use."), publish),
            None => Outcome::broken(format!("The record at {at} holds no key."), publish),
        },
        _ => {
            Outcome::broken(format!("There are {} records at {at}; receivers read one of them.", texts.len()), publish)
        }
    }
}

/// DMARC (RFC 7489): what receivers do with mail that neither SPF nor DKIM vouches for.
fn judge_dmarc(at: &str, texts: &[String]) -> Outcome {
    const SUGGESTION: &str = "v=DMARC1; p=none";
    let publish = |how: &str| format!("{how} at {at}; `quarantine` in place of `none` is the next step:\n{SUGGESTION}");
    let records: Vec<&String> = texts.iter().filter(|text| is_dmarc(text)).collect();
    let [record] = records[..] else {
        return if records.is_empty() {
            let finding = "Nothing says what receivers shall do with forged mail: the large ones want a DMARC record.";
            Outcome::warning(finding, publish("Publish this TXT record"))
        } else {
            let finding = format!("There are {} DMARC records at {at}: receivers read none of them.", records.len());
            Outcome::warning(finding, publish("Leave one TXT record, such as this one,"))
        };
    };
    match tag(record, "p").map(|policy| policy.to_ascii_lowercase()) {
        Some(policy) if ["none", "quarantine", "reject"].contains(&policy.as_str()) => {
            Outcome::well(format!("There is a DMARC record, of the policy `{policy}`."))
        }
        _ => {
            let finding =
                format!("The DMARC record at {at} has no policy: `p=` is none of `none`, `quarantine`, `reject`.");
            Outcome::warning(finding, publish("Publish this TXT record in its place"))
        }
    }
}

fn is_dmarc(text: &str) -> bool {
    text.split(';')
        .next()
        .and_then(|version| version.split_once('='))
        .is_some_and(|(name, version)| name.trim().eq_ignore_ascii_case("v") && version.trim() == "DMARC1")
}

/// The value of a tag in `a=1; b=2`, without the spaces that keys are folded by.
fn tag(record: &str, name: &str) -> Option<String> {
    let (_, value) = record.split(';').filter_map(|tag| tag.split_once('=')).find(|(tag, _)| tag.trim() == name)?;
    Some(value.split_whitespace().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::CheckState::{Broken, Warning, Well};

    fn texts(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| (*text).to_owned()).collect()
    }

    #[test]
    fn only_a_domain_on_the_internet_is_looked_up() {
        for (host, domain) in [
            ("news.example", Some("news.example")),
            ("News.Example.", Some("news.example")),
            ("habari.co.ke", Some("habari.co.ke")),
            ("bücher.example", Some("xn--bcher-kva.example")),
            ("contest", None),
            ("localhost", None),
            ("site.localhost", None),
            ("printer.local", None),
            ("site.test", None),
            ("latest.example", Some("latest.example")),
            ("127.0.0.1", None),
            ("[2001:db8::1]", None),
        ] {
            assert_eq!(public_domain(host).as_deref(), domain, "{host}");
        }
    }

    #[test]
    fn one_spf_record_that_fails_strangers_is_well() {
        let other = "google-site-verification=x";
        for (records, state) in [
            (&["v=spf1 mx -all"][..], Well),
            (&["V=SPF1 include:mail.example ~ALL", other], Well),
            (&["v=spf1 redirect=_spf.mail.example"], Well),
            (&[], Warning),
            (&[other, "v=spf10 -all", "spf2.0/pra -all"], Warning),
            (&["v=spf1 mx +all"], Warning),
            (&["v=spf1 mx all"], Warning),
            (&["v=spf1 mx ?all"], Warning),
            (&["v=spf1 mx"], Warning),
            (&["v=spf1 exists:all.example"], Warning),
            (&["v=spf1"], Warning),
            (&["v=spf1 -all", "v=spf1 mx -all"], Broken),
        ] {
            let outcome = judge_spf("news.example", &texts(records), "v=spf1 mx ~all");
            assert_eq!(outcome.state, state, "{records:?}");
        }
        let none = judge_spf("news.example", &[], "v=spf1 a:mail.example ~all");
        assert!(none.advice.unwrap().ends_with(":\nv=spf1 a:mail.example ~all"));
        let open = judge_spf("news.example", &texts(&["v=spf1 mx +all"]), "");
        assert_eq!(open.advice.unwrap(), "Let it end in `~all`:\nv=spf1 mx ~all");
    }

    #[test]
    fn the_suggested_spf_record_names_the_mail_server() {
        for (url, record) in [
            ("smtp://localhost", "v=spf1 mx a ~all"),
            ("smtps://me:hunter2@mail.example", "v=spf1 a:mail.example ~all"),
            ("smtp://192.0.2.7", "v=spf1 ip4:192.0.2.7 ~all"),
            ("smtp://[2001:db8::7]", "v=spf1 ip6:2001:db8::7 ~all"),
        ] {
            assert_eq!(suggest_spf(&SmtpServer::parse(&url.to_owned().into()).unwrap()), record);
        }
    }

    #[test]
    fn the_dkim_record_holds_the_public_half_of_our_key() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../mwanga/tests/mail/dkim.pem");
        let signer = DkimSigner::open(std::path::Path::new(file), "news", "news.example").unwrap();
        let (first, second) = signer.record().split_at(100);
        for (records, state) in [
            (vec![signer.record().to_owned()], Well),
            (vec![format!("k=rsa; t=s;{}", signer.record().trim_start_matches("v=DKIM1; k=rsa;"))], Well),
            (vec![format!("{first} \t{second} ;")], Well),
            (vec![], Broken),
            (vec!["v=DKIM1; k=rsa; p=".to_owned()], Broken),
            (vec!["v=DKIM1; k=rsa; p=MIIB".to_owned()], Broken),
            (vec!["hello".to_owned()], Broken),
            (vec![signer.record().to_owned(), signer.record().to_owned()], Broken),
        ] {
            let outcome = judge_dkim("news._domainkey.news.example", &records, &signer);
            assert_eq!(outcome.state, state, "{records:?}");
            assert!(outcome.advice.is_none_or(|advice| advice.ends_with(signer.record())));
        }
    }

    #[test]
    fn one_dmarc_record_with_a_policy_is_well() {
        for (records, state) in [
            (&["v=DMARC1; p=none"][..], Well),
            (&["v=DMARC1;p=Reject;rua=mailto:desk@news.example", "hello"], Well),
            (&["V = DMARC1 ; p = quarantine"], Well),
            (&[], Warning),
            (&["p=none; v=DMARC1"], Warning),
            (&["v=DMARC1; sp=none"], Warning),
            (&["v=DMARC1; p=hunt"], Warning),
            (&["v=DMARC1; p=none", "v=DMARC1; p=none"], Warning),
        ] {
            let outcome = judge_dmarc("_dmarc.news.example", &texts(records));
            assert_eq!(outcome.state, state, "{records:?}");
            assert!(outcome.advice.is_none_or(|advice| advice.ends_with("\nv=DMARC1; p=none")));
        }
    }
}
