//! Where readers meet what was written: each field of a post stands on its page, in the feeds and in the mail that tells
//! of it, or its declaration says why it does not.

use std::collections::BTreeMap;

use mwanga_core::posts::{DealForm, FIELDS, Limit, Place, PostForm};
use mwanga_core::{categories, media};
use mwanga_store::types::SubscriberStatus;

use crate::support::*;

const MINUTE_MS: i64 = 60_000;
/// A language tag that stands nowhere else.
const LANGUAGE: &str = "sw-x-zzmtaazz";

/// A word that stands in the field of this name alone.
fn sign(name: &str) -> String {
    format!("zz{}zz", name.replace('_', ""))
}

/// A post each of whose fields can be told from the others, and what readers see of those that hold no [`sign`]: one of
/// some texts.
async fn written(app: &TestApp) -> (PostForm, BTreeMap<&'static str, Vec<String>>) {
    let now = app.core().now();
    categories::find_or_create(app.core(), &sign("category_name")).await.unwrap();
    let mut seen = BTreeMap::from([
        ("author_name", vec![sign("custom_author")]),
        ("publish_date", ["%F", "%-d %b", "%b %-d"].map(|how| now.to_jiff().strftime(how).to_string()).to_vec()),
    ]);
    seen.insert("language", vec![LANGUAGE.to_owned()]);
    let mut keys = Vec::new();
    for (width, field) in (40..).step_by(10).zip(["media_urls", "media_url", "poster_url"]) {
        let key = media::import_file(app.core(), field, "a.png", png(width, 20)).await.unwrap().object_key;
        seen.insert(field, vec![key.clone()]);
        keys.push(key);
    }
    let [in_post, cover, poster] = keys.try_into().unwrap();
    let deal = DealForm {
        url: "https://shop.example/a".into(),
        label: "Shop".into(),
        product_name: sign("deal_links"),
        ..DealForm::default()
    };
    let mut form: serde_json::Map<String, Value> = FIELDS
        .iter()
        .filter(|field| matches!(field.limit, Limit::Text(_) | Limit::Slug))
        .map(|field| (field.name.to_owned(), sign(field.name).into()))
        .collect();
    for (field, value) in [
        ("author_name", json!("custom")),
        ("publish_date", json!(now.iso())),
        ("is_today_pick", json!(true)),
        ("deal_links", json!([deal])),
        ("media_urls", json!([in_post])),
        ("media_url", json!(cover)),
        ("poster_url", json!(poster)),
        ("language", json!(LANGUAGE)),
    ] {
        form.insert(field.to_owned(), value);
    }
    let form = serde_json::from_value(Value::Object(form)).unwrap();
    (form, seen)
}

/// HTML without its scripts, which hold every field for the browser.
fn without_scripts(html: &str) -> String {
    let after_script = |part: &str| part.split_once("</script>").map_or(String::new(), |(_, after)| after.to_owned());
    let (before, scripts) = html.split_once("<script").expect("a page has scripts");
    before.to_owned() + &scripts.split("<script").map(after_script).collect::<String>()
}

#[tokio::test]
async fn each_field_of_a_post_is_shown_to_readers_or_its_declaration_says_why_not() {
    let app = TestApp::new().await;
    app.subscribe("amina@example.com", SubscriberStatus::Confirmed).await;
    let editor = app.staff(Role::Editor).await;
    let (form, seen) = written(&app).await;
    let post = app.post("").form(|empty| *empty = form).insert().await;
    editor.post(&format!("/api/admin/posts/{}/notify-subscribers", post.id), json!({})).await.ok();
    app.clock.advance_ms(MINUTE_MS);
    let mail = app.mails_to("amina@example.com").await.pop().expect("a mail");
    let page = without_scripts(app.get(&format!("/post/slug/{}", post.slug)).await.text());
    let mut feeds = Vec::new();
    for feed in ["/feed.xml", "/atom.xml", "/feed.json"] {
        feeds.push(app.get(feed).await.text().to_owned());
    }
    let mut wrong = Vec::new();
    for field in FIELDS {
        let signs = seen.get(field.name).cloned().unwrap_or_else(|| vec![sign(field.name)]);
        let shows = |text: &str| signs.iter().any(|sign| text.to_lowercase().contains(&sign.to_lowercase()));
        for (place, texts) in
            [(Place::Page, &vec![page.clone()]), (Place::Feed, &feeds), (Place::Mail, &vec![mail.text.clone()])]
        {
            let shown = texts.iter().filter(|text| shows(text)).count();
            match field.unseen.iter().find(|(unseen, _)| *unseen == place) {
                None if shown < texts.len() => wrong.push(format!("{} is not seen: {place:?}", field.name)),
                Some((_, why)) if shown == texts.len() => {
                    wrong.push(format!("{} is seen: {place:?}, against \"{why}\"", field.name))
                }
                _ => {}
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
