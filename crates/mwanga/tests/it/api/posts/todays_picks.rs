use crate::support::*;

const PATH: &str = "/api/posts/public/todays-picks";

#[tokio::test]
async fn todays_picks_are_the_three_newest_picks() {
    let app = TestApp::new().await;
    for number in 1..=4 {
        app.post(&format!("Pick {number}")).pick().insert().await;
    }
    app.post("Newer, but no pick").insert().await;
    let picks = app.get(PATH).await.ok();
    assert_eq!(titles(&picks["data"]), ["Pick 4", "Pick 3", "Pick 2"]);
    assert_eq!((&picks["total"], &picks["page"], &picks["per_page"]), (&json!(3), &json!(1), &json!(3)));
}

#[tokio::test]
async fn a_sponsored_post_is_never_a_todays_pick() {
    let app = TestApp::new().await;
    app.post("Pick").pick().insert().await;
    app.post("Paid").category("sponsored").pick().insert().await;
    assert_eq!(titles(&app.get(PATH).await.ok()["data"]), ["Pick"]);
}
