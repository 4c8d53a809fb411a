use crate::support::*;

const PATH: &str = "/api/admin/embed";

#[tokio::test]
async fn a_listed_service_gets_an_embed_card_and_other_addresses_answer_422() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    let page = "https://www.youtube.com/watch?v=dQw4w9WgXcQ";
    for address in ["https://youtu.be/dQw4w9WgXcQ", "youtu.be/dQw4w9WgXcQ"] {
        let card = editor.get(&format!("{PATH}?address={address}")).await.ok();
        assert_eq!(card, json!({ "url": page, "href": page, "label": "Video on YouTube" }), "{address}");
    }
    for address in ["https://evil.example/embed/x", "", "javascript:alert(1)"] {
        let problem = editor.get(&format!("{PATH}?address={address}")).await.problem();
        assert_eq!((problem.is(), problem.field_names()), ((422, "embed.unknown"), vec!["address"]), "{address}");
    }
    assert_eq!(editor.get(PATH).await.problem().is(), (400, "request.invalid_query"));
}
