use crate::support::*;

const PATH: &str = "/api/auth/profile";

#[tokio::test]
async fn says_who_is_signed_in() {
    let app = TestApp::new().await;
    for (caller, role, is_admin) in
        [(app.staff(Role::Admin).await, "admin", true), (app.staff(Role::Editor).await, "editor", true), (app.reader().await, "reader", false)]
    {
        let profile = caller.get(PATH).await.ok();
        assert_eq!((&profile["role"], &profile["is_admin"], &profile["isAdmin"]), (&json!(role), &json!(is_admin), &json!(is_admin)));
        let (email, username) = (profile["email"].as_str().unwrap(), profile["username"].as_str().unwrap());
        assert_eq!(email.split('@').next(), Some(username));
    }
    assert_eq!(app.get(PATH).await.problem().is(), (401, "auth.required"));
}
