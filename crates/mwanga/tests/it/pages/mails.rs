//! `/_mails`, for those who write mails.

use mwanga_store::types::MailKind;
use sea_orm::Iterable;

use crate::support::*;

#[tokio::test]
async fn mail_previews_are_served_in_development_only() {
    let app = TestApp::new().await;
    let list = app.get("/_mails").await;
    let kinds: Vec<&str> = MailKind::iter().map(MailKind::as_str).collect();
    assert!(kinds.contains(&"account_deletion"));
    for kind in &kinds {
        assert!(list.text().contains(&format!(">{kind}<")), "{kind} in {}", list.text());
    }
    for n in 0..kinds.len() {
        let (html, text) = (app.get(&format!("/_mails/{n}")).await, app.get(&format!("/_mails/{n}.txt")).await);
        assert!(html.text().contains("color-scheme") && html.text().contains(">Mwanga</a>"), "{}", html.text());
        assert!(
            text.header("content-type").starts_with("text/plain") && text.text().contains("https://mwanga.example"),
            "{}",
            text.text()
        );
    }
    let production = TestApp::with(|config| config.production = true).await;
    for path in ["/_mails", "/_mails/0"] {
        assert_eq!(production.get(path).await.status, StatusCode::FOUND, "{path}");
    }
}
