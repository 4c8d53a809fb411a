//! The doctor: each line where all is well, with warnings and broken; what it tells, and to whom.

use std::net::SocketAddr;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use futures_util::future::try_join_all;
use mwanga_core::config::Config;
use mwanga_core::doctor::{self, Check, CheckState};
use mwanga_core::held::{self, HoldReason};
use mwanga_store::ConnectionTrait;
use sea_orm::DbBackend;
use url::Url;

use CheckState::{Broken, Warning, Well};

use crate::support::*;

/// Where nobody listens.
const NOWHERE: &str = "127.0.0.1:1";
const SENDER: &str = "The News <desk@news.example>";
const HOUR_MS: i64 = 3_600_000;

/// A site whose base URL leads nowhere: no check leaves this machine.
async fn site(configure: impl FnOnce(&mut Config)) -> TestApp {
    TestApp::with(|config| {
        config.http.base_url = Url::parse(&format!("http://{NOWHERE}")).ok();
        configure(config);
    })
    .await
}

/// The lines about a subject.
async fn lines(app: &TestApp, subject: &str) -> Vec<Check> {
    let mut checks = doctor::check_all(app.core()).await;
    checks.retain(|check| check.subject == subject);
    for check in &checks {
        assert_eq!(check.advice.is_none(), check.state == Well, "what is not well has advice: {check:?}");
    }
    checks
}

/// The one line about a subject: its state, and all of its words.
async fn line(app: &TestApp, subject: &str) -> (CheckState, String) {
    let mut lines = lines(app, subject).await;
    assert_eq!(lines.len(), 1, "{subject}: {lines:?}");
    let Check { state, finding, advice, .. } = lines.remove(0);
    (state, [finding, advice.unwrap_or_default()].join("\n"))
}

#[track_caller]
fn assert_line((state, text): (CheckState, String), expected: CheckState, words: &str) {
    assert!(state == expected && text.contains(words), "{state:?} {text}");
}

fn dkim_key() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mail/dkim.pem")
}

fn dkim_record() -> String {
    format!("v=DKIM1; k=rsa; p={}", include_str!("../mail/dkim.pub").trim())
}

/// Mails leave by this server, from a domain that this DNS server knows.
fn mail_leaves(config: &mut Config, smtp_url: &str, dns: SocketAddr) {
    config.mail.smtp_url = Some(smtp_url.to_owned().into());
    config.mail.from = Some(SENDER.parse().expect("a sender"));
    config.mail.dns_server = Some(dns);
}

#[tokio::test]
async fn the_lines_have_one_order_for_the_command_and_the_admin_area() {
    let (sink, dns, provider) = (SmtpSink::start().await, DnsServer::start().await, IdentityProvider::start().await);
    let app = site(|config| {
        mail_leaves(config, &sink.url, dns.address);
        provider.configure(config);
    })
    .await;
    let expected = [
        "Configuration",
        "Contact",
        "Secret key",
        "Database",
        "Integrity",
        "Clock",
        "Time zones",
        "Retention",
        "Free space",
        "Private files",
        "Search",
        "Mail",
        "SPF",
        "DKIM",
        "DMARC",
        "Media",
        "Media marker",
        "Payments",
        "Social sign-in",
        "Social sign-in",
        "Social sign-in",
        "Base URL",
        "Backups",
        "Hold",
    ];
    let view = app.staff(Role::Admin).await.get("/api/admin/doctor").await.ok();
    assert_eq!(view["checked_at"], "2026-11-20T09:00:00Z");
    let view = view["checks"].as_array().unwrap();
    let subjects: Vec<_> = view.iter().map(|check| check["subject"].as_str().unwrap()).collect();
    assert_eq!(subjects, expected);
    let checks = doctor::check_all(app.core()).await;
    for (check, view) in checks.iter().zip(view) {
        let Check { subject, state, advice, .. } = check;
        let expected = (json!(subject), json!(state.as_str()), json!(advice));
        assert_eq!((&view["subject"], &view["state"], &view["advice"]), (&expected.0, &expected.1, &expected.2));
    }
}

#[tokio::test]
async fn an_index_that_is_being_made_is_told() {
    let app = site(|_| {}).await;
    assert_line(line(&app, "Search").await, Well, "No index");
    let folder = app.data_dir().join("search");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("progress"), "20000 100000").unwrap();
    assert_line(line(&app, "Search").await, Warning, "20000 of 100000");
    app.index_in("search").await;
    assert_line(line(&app, "Search").await, Well, "No index");
}

#[tokio::test]
async fn what_a_new_site_has_of_its_own_is_well() {
    let app = site(|_| {}).await;
    for subject in ["Secret key", "Database", "Integrity", "Clock", "Media", "Media marker", "Hold"] {
        assert_line(line(&app, subject).await, Well, "");
    }
    assert_line(line(&app, "Configuration").await, Warning, "MWANGA_ENV=production");
    assert_line(line(&app, "Contact").await, Warning, "without a postal address");
    assert_line(line(&app, "Social sign-in").await, Well, "None is set up.");
    assert_line(line(&app, "Payments").await, Well, "practice wallet");
    assert_line(line(&app, "Base URL").await, Broken, "was not reached");
    held::hold(app.core(), HoldReason::Command).await.unwrap();
    assert_line(line(&app, "Hold").await, Warning, "mwanga doctor --release");
    app.post("Habari").insert().await;
    app.clock.advance_ms(-HOUR_MS);
    assert_line(line(&app, "Clock").await, Broken, "NTP");
}

#[tokio::test]
async fn the_secret_key_is_judged_by_its_file_and_never_told() {
    const KEY: &str = "a key that only the tests know, 44 characters";
    let app = site(|config| config.keys.secret_file = Some(config.data_dir.join("secret.key"))).await;
    let file = app.data_dir().join("secret.key");
    assert_line(line(&app, "Secret key").await, Broken, "cannot be read any more");
    std::fs::write(&file, KEY).unwrap();
    for (mode, state) in [(0o600, Well), (0o644, Warning)] {
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(mode)).unwrap();
        let (found, text) = line(&app, "Secret key").await;
        assert!(found == state && !text.contains(KEY), "{mode:o}: {text}");
    }
    let weak = site(|config| config.keys.secret = "ab".repeat(20).into()).await;
    assert_line(line(&weak, "Secret key").await, Warning, "openssl rand");
}

#[tokio::test]
async fn a_data_folder_that_others_may_read_is_a_warning() {
    let app = site(|_| {}).await;
    for (mode, state) in [(0o700, Well), (0o750, Warning), (0o705, Warning)] {
        std::fs::set_permissions(app.data_dir(), std::fs::Permissions::from_mode(mode)).unwrap();
        assert_line(line(&app, "Private files").await, state, "data folder");
    }
}

#[tokio::test]
async fn media_that_cannot_be_written_or_are_another_sites_are_broken() {
    let app = site(|_| {}).await;
    let files = app.data_dir().join("media/files");
    std::fs::remove_dir_all(&files).unwrap();
    assert_line(line(&app, "Media marker").await, Broken, "does not carry this site's marker");
    std::fs::remove_dir_all(app.data_dir().join("media")).unwrap();
    std::fs::write(app.data_dir().join("media"), "no folder").unwrap();
    assert_line(line(&app, "Media").await, Broken, "who owns media/");
}

#[tokio::test]
async fn the_mail_line_tells_outbox_sign_in_and_what_others_may_read() {
    let sink = SmtpSink::start().await;
    let with = async |url: &str| {
        let app = site(|config| {
            config.mail.smtp_url = Some(url.to_owned().into());
            config.mail.timeout_s = 1;
        })
        .await;
        line(&app, "Mail").await
    };
    let outbox = site(|_| {}).await;
    assert_line(line(&outbox, "Mail").await, Warning, "Name a mail server (SMTP_URL)");
    assert!(lines(&outbox, "SPF").await.is_empty() && lines(&outbox, "Sender").await.is_empty(), "no mail leaves");
    let at = sink.url.strip_prefix("smtp://127.0.0.1").unwrap();
    assert_line(with(&sink.url).await, Well, "no sign-in is set");
    // An address of this machine that does not look like one.
    assert_line(with(&format!("smtp://0.0.0.0{at}")).await, Warning, "smtps://");
    sink.take_sign_in("desk", "hunter2");
    assert_line(with(&format!("smtp://desk:hunter2@localhost{at}")).await, Well, "takes our sign-in");
    assert_line(with(&format!("smtp://desk:hunter3@localhost{at}")).await, Broken, "who are you");
    assert_line(with(&format!("smtps://localhost{at}")).await, Broken, "was not reached");
    assert_line(with(&format!("smtp://{NOWHERE}")).await, Broken, "was not reached");
    sink.leave_ungreeted(1);
    assert_line(with(&sink.url).await, Broken, "in time");
}

#[tokio::test]
async fn a_sender_that_is_not_on_the_internet_is_one_warning_and_no_lookup() {
    let (sink, dns) = (SmtpSink::start().await, DnsServer::start().await);
    dns.set_mode(DnsMode::Silent);
    for sender in ["desk@localhost", "desk@127.0.0.1", "desk@printer.local", "desk@site.test"] {
        let app = site(|config| {
            mail_leaves(config, &sink.url, dns.address);
            config.mail.from = Some(sender.parse().expect("a sender"));
        })
        .await;
        let began = Instant::now();
        assert_line(line(&app, "Sender").await, Warning, "MWANGA_MAIL_FROM");
        assert!(lines(&app, "SPF").await.is_empty(), "{sender}");
        assert!(began.elapsed() < Duration::from_secs(4), "the DNS server, which is silent, was not asked");
    }
}

#[tokio::test]
async fn spf_dkim_and_dmarc_are_looked_up_and_what_is_missing_is_told_to_the_letter() {
    let (sink, dns) = (SmtpSink::start().await, DnsServer::start().await);
    let app = site(|config| {
        mail_leaves(config, &sink.url, dns.address);
        config.mail.dkim = Some((dkim_key(), "news".into()));
    })
    .await;
    assert_line(line(&app, "SPF").await, Warning, "\nv=spf1 mx a ~all");
    let (state, dkim) = line(&app, "DKIM").await;
    assert!(state == Broken && dkim.contains("at news._domainkey.news.example"), "{dkim}");
    assert!(dkim.ends_with(&format!("\n{}", dkim_record())), "{dkim}");
    assert_line(line(&app, "DMARC").await, Warning, "at _dmarc.news.example");

    dns.publish("news.example", &["hello", "v=spf1 mx -all"]);
    dns.publish("news._domainkey.news.example", &[&dkim_record()]);
    dns.publish("_dmarc.news.example", &["v=DMARC1; p=reject"]);
    assert_eq!(dns.questions_over_tcp(), 0);
    for subject in ["SPF", "DKIM", "DMARC"] {
        assert_line(line(&app, subject).await, Well, "");
    }

    dns.publish("news.example", &["v=spf1 mx -all", "v=spf1 -all"]);
    assert_line(line(&app, "SPF").await, Broken, "2 SPF records");
    dns.publish("news.example", &["v=spf1 +all"]);
    assert_line(line(&app, "SPF").await, Warning, "anybody may send");
    dns.publish("news._domainkey.news.example", &["v=DKIM1; k=rsa; p=MIIB"]);
    assert_line(line(&app, "DKIM").await, Broken, "another key");
    dns.publish("_dmarc.news.example", &["v=DMARC1; rua=mailto:desk@news.example"]);
    assert_line(line(&app, "DMARC").await, Warning, "has no policy");
}

#[tokio::test]
async fn a_long_answer_comes_over_tcp() {
    let (sink, dns) = (SmtpSink::start().await, DnsServer::start().await);
    let app = site(|config| mail_leaves(config, &sink.url, dns.address)).await;
    let others: Vec<String> = (0..20).map(|n| format!("verification={n}-{}", "x".repeat(60))).collect();
    let texts: Vec<&str> = others.iter().map(String::as_str).chain(["v=spf1 mx ~all"]).collect();
    dns.publish("news.example", &texts);
    assert_line(line(&app, "SPF").await, Well, "news.example says");
    assert!(dns.questions_over_tcp() > 0);
    assert_line(line(&app, "DKIM").await, Warning, "\nopenssl genrsa");
}

#[tokio::test]
async fn a_dns_server_that_does_not_answer_is_a_warning_within_seconds() {
    let (sink, dns) = (SmtpSink::start().await, DnsServer::start().await);
    let app = site(|config| {
        mail_leaves(config, &sink.url, dns.address);
        config.mail.dkim = Some((dkim_key(), "news".into()));
    })
    .await;
    for mode in [DnsMode::Silent, DnsMode::Fails] {
        dns.set_mode(mode);
        let began = Instant::now();
        for subject in ["SPF", "DKIM", "DMARC"] {
            assert_line(line(&app, subject).await, Warning, "MWANGA_DNS_SERVER");
        }
        assert!(began.elapsed() < Duration::from_secs(3 * 8), "{mode:?}: {:?}", began.elapsed());
    }
    let nobody = site(|config| mail_leaves(config, &sink.url, NOWHERE.parse().unwrap())).await;
    assert_line(line(&nobody, "SPF").await, Warning, "MWANGA_DNS_SERVER");
}

#[tokio::test]
async fn the_keys_of_the_wallet_are_tried_and_nothing_else_is_done_there() {
    let wallet = WalletDouble::start().await;
    let with = async |change: fn(&mut Config)| {
        let app = site(|config| {
            wallet.configure(config);
            change(config);
        })
        .await;
        line(&app, "Payments").await
    };
    assert_line(with(|_| {}).await, Well, "PayPal takes our keys");
    let without_webhook = with(|config| config.payments.paypal.as_mut().unwrap().webhook_id = None).await;
    assert_line(without_webhook, Warning, "/api/webhooks/paypal");
    let refused = with(|config| config.payments.paypal.as_mut().unwrap().secret = "hunter2".into()).await;
    assert_line(refused.clone(), Broken, "it does not take our id and secret");
    assert!(!refused.1.contains("hunter2"));
    wallet.go_away(true);
    assert_line(with(|_| {}).await, Broken, "it answered 503");
    assert_eq!(wallet.calls("key"), 4, "once for each check");
    assert!(wallet.all().is_empty());
    let none = site(|config| config.production = true).await;
    assert_line(line(&none, "Payments").await, Warning, "Set PAYPAL_CLIENT_ID");
}

#[tokio::test]
async fn a_cached_access_token_does_not_hide_that_the_keys_were_revoked() {
    let wallet = WalletDouble::start().await;
    let app = site(|config| wallet.configure(config)).await;
    assert_line(line(&app, "Payments").await, Well, "");
    wallet.fail_at("key", &[WalletFault::Status(401)]);
    assert_line(line(&app, "Payments").await, Broken, "it does not take our id and secret");
}

#[tokio::test]
async fn each_social_provider_has_a_line_that_says_whether_it_answers() {
    let provider = IdentityProvider::start().await;
    let app = site(|config| provider.configure(config)).await;
    let names = ["Google", "Facebook", "LinkedIn"];
    let found = lines(&app, "Social sign-in").await;
    assert_eq!(found.len(), names.len());
    for (line, name) in found.iter().zip(names) {
        assert_eq!((line.state, line.finding.as_str()), (Well, format!("{name} answers.").as_str()));
    }
    provider.fail_at("/.well-known/openid-configuration", Fault::Status(500));
    provider.fail_at("/authorize", Fault::Status(404));
    for (line, variable) in lines(&app, "Social sign-in").await.iter().zip([
        "OAUTH_GOOGLE_ISSUER",
        "OAUTH_FACEBOOK_AUTH_URL",
        "OAUTH_LINKEDIN_ISSUER",
    ]) {
        let advice = line.advice.as_deref().unwrap_or_default();
        assert!(line.state == Broken && advice.contains(variable), "{line:?}");
    }
    provider.behave();
    provider.fail_at("/token", Fault::Status(503));
    let states: Vec<_> = lines(&app, "Social sign-in").await.iter().map(|line| line.state).collect();
    assert_eq!(states, [Well, Broken, Well]);
}

#[tokio::test]
async fn when_everything_hangs_the_whole_takes_seconds() {
    let (sink, dns, provider, wallet) = (
        SmtpSink::start().await,
        DnsServer::start().await,
        IdentityProvider::start().await,
        WalletDouble::start().await,
    );
    let app = site(|config| {
        mail_leaves(config, &sink.url, dns.address);
        config.mail.dkim = Some((dkim_key(), "news".into()));
        provider.configure(config);
        wallet.configure(config);
    })
    .await;
    sink.leave_ungreeted(1);
    dns.set_mode(DnsMode::Silent);
    for path in ["/.well-known/openid-configuration", "/token"] {
        provider.fail_at(path, Fault::Hangs);
    }
    wallet.fail_at("key", &[WalletFault::HangsBefore]);
    let began = Instant::now();
    let checks = doctor::check_all(app.core()).await;
    assert!(began.elapsed() < Duration::from_secs(12), "{:?}", began.elapsed());
    let state = |subject| checks.iter().filter(move |check| check.subject == subject).map(|check| check.state);
    for subject in ["Mail", "Payments", "Social sign-in"] {
        assert!(state(subject).all(|state| state == Broken), "{subject}: {checks:?}");
    }
    for subject in ["SPF", "DKIM", "DMARC"] {
        assert!(state(subject).all(|state| state == Warning), "{subject}: {checks:?}");
    }
}

/// Variables of a site in production with which all is well.
async fn well_variables(
    base: &Served,
    sink: &SmtpSink,
    dns: &DnsServer,
    wallet: &WalletDouble,
) -> Vec<(&'static str, String)> {
    dns.publish("news.example", &["v=spf1 mx -all"]);
    dns.publish("news._domainkey.news.example", &[&dkim_record()]);
    dns.publish("_dmarc.news.example", &["v=DMARC1; p=quarantine"]);
    let own = [
        ("MWANGA_ENV", "production".to_owned()),
        ("MWANGA_BASE_URL", base.url.clone()),
        ("MWANGA_CONTACT_EMAIL", "desk@news.example".into()),
        ("MWANGA_CONTACT_PHONE", "+254 20 555 0101".into()),
        ("MWANGA_POSTAL_ADDRESS", "Kimathi Street 1, Nairobi".into()),
        ("MWANGA_MAIL_FROM", SENDER.into()),
        ("MWANGA_DKIM_KEY_FILE", dkim_key().display().to_string()),
        ("MWANGA_DKIM_SELECTOR", "news".into()),
        ("MWANGA_DNS_SERVER", dns.address.to_string()),
        ("SMTP_URL", sink.url.clone()),
        // It is not asked before the first night; a folder of this test would lie on the disk of the site.
        ("MWANGA_BACKUP_URL", "s3://archive/news".into()),
    ];
    own.into_iter().chain(wallet.variables()).collect()
}

struct Told {
    code: Option<i32>,
    json: Value,
    /// Of both runs, with and without `--json`, on both outputs.
    text: String,
}

impl Told {
    /// What is not well, such as `Mail: broken`.
    fn faults(&self) -> Vec<String> {
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let checks = self.json["checks"].as_array().unwrap().iter();
        let faults = checks.filter(|check| check["state"] != "well");
        faults.map(|check| format!("{}: {}", text(&check["subject"]), text(&check["state"]))).collect()
    }
}

/// Runs the command in both ways.
async fn run(site: &Site, variables: &[(&str, String)]) -> Told {
    let output = async |arguments: &[&str]| {
        let mut command = site.command(arguments);
        command.envs(variables.iter().map(|(name, value)| (name, value)));
        let output = command.output().await.unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    let (code, json, log) = output(&["doctor", "--json"]).await;
    let (plain_code, plain, plain_log) = output(&["doctor"]).await;
    assert_eq!(code, plain_code, "{plain}");
    let parsed = serde_json::from_str(&json).unwrap_or_else(|e| panic!("no JSON ({e}): {json}"));
    Told { code, json: parsed, text: [json, log, plain, plain_log].concat() }
}

/// A store that was served once, so that its media carry their marker.
async fn served_once() -> Site {
    let site = Site::new().await;
    drop(site.serve().await);
    site
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_exit_code_is_0_where_all_is_well_1_with_warnings_and_2_where_something_is_broken() {
    let (sink, dns, wallet) = (SmtpSink::start().await, DnsServer::start().await, WalletDouble::start().await);
    let other = TestApp::new().await;
    let (base, site) = (other.listen().await, served_once().await);
    let well = well_variables(&base, &sink, &dns, &wallet).await;
    let told = run(&site, &well).await;
    assert_eq!((told.code, told.faults()), (Some(0), vec![]), "{}", told.text);
    assert_eq!((&told.json["held"], &told.json["waiting"]), (&json!(false), &json!([])));

    dns.publish("_dmarc.news.example", &[]);
    let told = run(&site, &well).await;
    assert_eq!((told.code, told.faults()), (Some(1), vec!["DMARC: warning".to_owned()]), "{}", told.text);
    assert!(told.text.contains("warning  DMARC: ") && told.text.contains("\n           v=DMARC1; p=none\n"));

    let variables = [well.clone(), vec![("SMTP_URL", format!("smtp://{NOWHERE}"))]].concat();
    let told = run(&site, &variables).await;
    let faults = ["Mail: broken", "DMARC: warning"].map(str::to_owned).to_vec();
    assert_eq!((told.code, told.faults()), (Some(2), faults), "{}", told.text);

    for (name, value, subject) in [
        ("MWANGA_MAX_UPLOAD_MB", "lots", "Configuration"),
        ("MWANGA_DNS_SERVER", "dns.example", "Configuration"),
        ("DATABASE_URL", "sqlite://./no-such.sqlite", "Database"),
    ] {
        let told = run(&site, &[well.clone(), vec![(name, value.to_owned())]].concat()).await;
        assert_eq!((told.code, told.faults()), (Some(2), vec![format!("{subject}: broken")]), "{}", told.text);
        assert_eq!((&told.json["held"], &told.json["waiting"]), (&Value::Null, &json!([])));
    }
}

/// A bucket that refuses, and says in its answer whose key it was, as S3 does.
async fn refusing_bucket() -> String {
    let refuse = |headers: axum::http::HeaderMap| async move {
        let signed = headers.get("authorization").and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned();
        let body = format!("<Error><Code>InvalidAccessKeyId</Code><AWSAccessKeyId>{signed}</AWSAccessKeyId></Error>");
        (StatusCode::FORBIDDEN, [("content-type", "application/xml")], body)
    };
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let routes = axum::Router::new().fallback(refuse);
    tokio::spawn(async move { axum::serve(listener, routes).await.expect("it serves") });
    format!("http://{address}")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_secret_is_told_whether_it_is_taken_or_refused() {
    const MARK: &str = "hunter2";
    let (sink, dns, wallet, provider) = (
        SmtpSink::start().await,
        DnsServer::start().await,
        WalletDouble::start().await,
        IdentityProvider::start().await,
    );
    let other = TestApp::new().await;
    let (base, site, bucket) = (other.listen().await, served_once().await, refusing_bucket().await);
    sink.take_sign_in("desk", "hunter2-at-the-mail-server");
    let at = sink.url.strip_prefix("smtp://").unwrap();
    let key = site.folder.path().join("dkim-hunter.pem");
    std::fs::copy(dkim_key(), &key).unwrap();
    let secrets = |mail: &str, wallet_url: &str, issuer: &str| {
        vec![
            ("MWANGA_SECRET_KEY", "hunter2 and many other letters, 44 or more of them".to_owned()),
            ("MWANGA_SECRET_KEY_BEFORE", "hunter2 before, and many other letters of last year".into()),
            ("SMTP_URL", format!("smtp://desk:{mail}@{at}")),
            ("PAYPAL_CLIENT_ID", "hunter2-client".into()),
            ("PAYPAL_SECRET", "hunter2-secret".into()),
            ("PAYPAL_WEBHOOK_ID", "hunter2-webhook".into()),
            ("PAYPAL_BASE_URL", wallet_url.to_owned()),
            ("OAUTH_GOOGLE_CLIENT_ID", "hunter2-google".into()),
            ("OAUTH_GOOGLE_CLIENT_SECRET", "hunter2-google-secret".into()),
            ("OAUTH_GOOGLE_ISSUER", issuer.to_owned()),
            ("OAUTH_FACEBOOK_CLIENT_ID", "hunter2-facebook".into()),
            ("OAUTH_FACEBOOK_CLIENT_SECRET", "hunter2-facebook-secret".into()),
            ("OAUTH_FACEBOOK_AUTH_URL", format!("{issuer}/authorize")),
            ("OAUTH_FACEBOOK_TOKEN_URL", format!("{issuer}/token")),
            ("OAUTH_FACEBOOK_USERINFO_URL", format!("{issuer}/me")),
            ("MWANGA_MEDIA_URL", "s3://files/news".into()),
            ("AWS_ENDPOINT_URL", bucket.clone()),
            ("AWS_REGION", "us-east-1".into()),
            ("AWS_ALLOW_HTTP", "true".into()),
            ("AWS_ACCESS_KEY_ID", "hunter2-access".into()),
            ("AWS_SECRET_ACCESS_KEY", "hunter2-aws-secret".into()),
            ("AWS_SESSION_TOKEN", "hunter2-session".into()),
        ]
    };
    let well = well_variables(&base, &sink, &dns, &wallet).await;
    let private_key = std::fs::read_to_string(&key).unwrap();
    let private_key = private_key.lines().nth(2).unwrap();
    for more in [
        secrets("hunter2-at-the-mail-server", &wallet.url, &provider.url),
        secrets("hunter2-which-is-wrong", &wallet.url, &provider.url),
        secrets("hunter2", &format!("http://{NOWHERE}"), &format!("http://{NOWHERE}")),
        vec![("DATABASE_URL", format!("postgres://desk:hunter2@{NOWHERE}/news"))],
        vec![("MWANGA_SECRET_KEY", "hunter2".into())],
        vec![("SMTP_URL", "hunter2://desk:hunter2@mail.example".into())],
    ] {
        let named = more.iter().map(|(name, _)| *name).collect::<Vec<_>>();
        let told =
            run(&site, &[well.clone(), more, vec![("MWANGA_DKIM_KEY_FILE", key.display().to_string())]].concat()).await;
        assert_eq!(told.code, Some(2), "{}", told.text);
        assert!(!told.text.contains(MARK), "{named:?}: {}", told.text);
        assert!(!told.text.contains(private_key), "{}", told.text);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_base_url_is_reached_from_the_server_itself() {
    let site = Site::new().await;
    let server = site.serve().await;
    assert!(site.make_admin("amina@example.com", "a lamp in the window").await.status.success());
    let login = json!({ "email": "amina@example.com", "password": "a lamp in the window" });
    let session = server.post("/api/auth/admin/login", None, &login).await.ok();
    let view = server.get_as("/api/admin/doctor", session["token"].as_str().unwrap()).await.ok();
    let of = |subject: &str| {
        let mut checks = view["checks"].as_array().unwrap().iter();
        checks.find(|check| check["subject"] == subject).unwrap().clone()
    };
    assert_eq!(of("Base URL")["state"], "well", "{view}");
    assert_eq!(of("Secret key")["state"], "well", "{view}");
    assert!(of("Payments")["finding"].as_str().unwrap().contains("practice wallet"), "{view}");
    let key = std::fs::read_to_string(site.folder.path().join("secret.key")).unwrap();
    assert!(!view.to_string().contains(key.trim()));
    // The site that listens there is another one.
    let told = run(&site, &[("MWANGA_BASE_URL", server.url.clone()), ("MWANGA_BRAND", "Habari".into())]).await;
    assert!(
        told.faults().contains(&"Base URL: broken".to_owned()) && told.text.contains("leads to another site"),
        "{}",
        told.text
    );
}

#[tokio::test]
async fn a_lock_timeout_that_sessions_lose_is_a_warning() {
    let app = site(|_| {}).await;
    let store = &app.core().store;
    assert_line(line(&app, "Database").await, Well, "It answers");
    if store.reader().get_database_backend() != DbBackend::Postgres {
        return println!("skipped: PostgreSQL alone has sessions that a pooler shares");
    }
    // Every session of the pool, as a pooler leaves them that drops what is set for one.
    for session in try_join_all((0..4).map(|_| store.begin())).await.unwrap() {
        session.execute_unprepared("SET lock_timeout = 0").await.unwrap();
        session.commit().await.unwrap();
    }
    assert_line(line(&app, "Database").await, Warning, "ALTER ROLE mwanga SET lock_timeout = '5s'");
}
