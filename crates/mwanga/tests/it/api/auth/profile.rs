use crate::support::*;

const PATH: &str = "/api/auth/profile";

#[tokio::test]
async fn the_profile_names_the_signed_in_account_and_its_role() {
    let app = TestApp::new().await;
    for (caller, role, is_admin) in [
        (app.staff(Role::Admin).await, "admin", true),
        (app.staff(Role::Editor).await, "editor", true),
        (app.reader().await, "reader", false),
    ] {
        let profile = caller.get(PATH).await.ok();
        assert_eq!(
            (&profile["role"], &profile["is_admin"], &profile["isAdmin"]),
            (&json!(role), &json!(is_admin), &json!(is_admin))
        );
        let (email, username) = (profile["email"].as_str().unwrap(), profile["username"].as_str().unwrap());
        assert_eq!(email.split('@').next(), Some(username));
    }
    assert_eq!(app.get(PATH).await.problem().is(), (401, "auth.required"));
}

#[tokio::test]
async fn a_profile_update_changes_the_user_name_only() {
    let app = TestApp::new().await;
    let reader = app.reader().await;
    let before = reader.get(PATH).await.ok();
    let saved = reader.put(PATH, json!({ "username": "  Amina W. ", "email": "other@example.com" })).await.ok();
    assert_eq!(
        (&saved["username"], &saved["email"], &saved["message"]),
        (&json!("Amina W."), &before["email"], &json!("Saved."))
    );
    assert_eq!(reader.get(PATH).await.ok()["username"], "Amina W.");
    for wrong in ["", "  ", &"a".repeat(61), "a\u{0}b"] {
        assert_eq!(
            reader.put(PATH, json!({ "username": wrong })).await.problem().field_names(),
            ["username"],
            "{wrong:?}"
        );
    }
    assert_eq!(reader.put(PATH, json!({})).await.problem().is(), (422, "request.invalid"));
}
