use crate::support::*;

const CHOICE: &str = "/api/admin/desk-choice";

#[tokio::test]
async fn each_account_chooses_what_its_desk_begins_with() {
    let app = TestApp::new().await;
    let (contributor, editor) = (app.staff(Role::Contributor).await, app.staff(Role::Editor).await);
    assert_eq!(contributor.get(CHOICE).await.ok(), json!({ "begins_with": "form" }), "as a new account has it");
    let list = json!({ "begins_with": "list" });
    assert_eq!(contributor.put(CHOICE, list.clone()).await.ok(), list);
    assert_eq!(contributor.get(CHOICE).await.ok(), list);
    assert_eq!(editor.get(CHOICE).await.ok(), json!({ "begins_with": "form" }), "others keep theirs");
    let problem = contributor.put(CHOICE, json!({ "begins_with": "calendar" })).await.problem();
    assert_eq!(problem.is(), (422, "request.invalid"));
    assert_eq!(contributor.get(CHOICE).await.ok(), list);
}
