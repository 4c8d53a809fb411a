use crate::support::*;

#[tokio::test]
async fn the_status_reports_whether_an_smtp_server_is_configured() {
    for (url, leaves) in [(None, false), (Some("smtp://127.0.0.1:1"), true)] {
        let app = TestApp::with(|config| config.mail.smtp_url = url.map(Into::into)).await;
        let editor = app.staff(Role::Editor).await;
        assert_eq!(editor.get("/api/admin/status").await.ok()["mail_leaves"], leaves, "{url:?}");
    }
}
