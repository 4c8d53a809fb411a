//! Links of an export to its own site.

use super::*;

/// An item of `kind` that everybody may read there at `path`.
fn item(id: u32, kind: &str, name: &str, path: &str, content: &str) -> String {
    format!(
        "<item><title>{name} {id}</title><link>https://old.example{path}</link><content:encoded><![CDATA[{content}]]></content:encoded>\
         <wp:post_id>{id}</wp:post_id><wp:post_name>{name}</wp:post_name><wp:status>publish</wp:status><wp:post_type>{kind}</wp:post_type>\
         <wp:post_date_gmt>2024-09-01 06:00:00</wp:post_date_gmt></item>"
    )
}

fn export(lists: &str, items: &[String]) -> String {
    format!(
        "<rss><channel><wp:wxr_version>1.2</wp:wxr_version><link>https://old.example</link>{lists}{}</channel></rss>",
        items.concat()
    )
}

fn links_of(post: &post::Model) -> Vec<String> {
    let hrefs = post.content.split("href=\"").skip(1);
    hrefs.map(|rest| rest.split('"').next().unwrap_or_default().to_owned()).collect()
}

#[tokio::test]
async fn links_lead_to_what_has_their_whole_address_and_others_are_named() {
    let site = Site::new().await;
    let text = "<p><a href=\"https://old.example/2024/05/android/\">a</a> <a href=\"/team/android/\">b</a> \
                <a href=\"https://old.example/event/android/\">c</a> <a href=\"/2024/07/android/\">d</a> \
                <a href=\"/?p=1\">e</a> <a href=\"/category/phones/\">f</a> <a href=\"/category/empty/\">g</a> \
                <a href=\"https://old.example/\">h</a></p>";
    let category = |id: u32, slug: &str, name: &str| {
        format!(
            "<wp:category><wp:term_id>{id}</wp:term_id><wp:category_nicename>{slug}</wp:category_nicename><wp:cat_name>{name}</wp:cat_name></wp:category>"
        )
    };
    let reader = item(9, "post", "reader", "/2024/05/reader/", text)
        .replace("</item>", "<category domain=\"category\" nicename=\"phones\">Phones &amp;amp; Co</category></item>");
    let lists = category(4, "phones", "Phones &amp;amp; Co") + &category(5, "empty", "Empty");
    let file = export(
        &lists,
        &[
            reader,
            item(1, "post", "android", "/2024/05/android/", "Robots"),
            item(2, "page", "android", "/team/android/", "Colleagues"),
            item(3, "event", "android", "/event/android/", "Tonight"),
        ],
    );
    let report = site.import(&file, None).await;
    let reader = site.post("reader").await;
    assert_eq!(
        links_of(&reader),
        [
            "/post/slug/android",
            "/android",
            "https://old.example/event/android/",
            "/2024/07/android/",
            "/post/slug/android",
            "/category/phones-co",
            "/category/empty/",
            "https://old.example/"
        ]
    );
    assert_eq!(
        report.lost_links.first,
        ["reader 9: https://old.example/event/android/", "reader 9: /2024/07/android/", "reader 9: /category/empty/"]
    );
    assert_eq!(report.notes.rewritten_links, 4);
    assert!(
        report.to_string().contains("3 links to the other site lead to nothing that is here and stay as they are:\n")
    );
}

#[tokio::test]
async fn links_follow_a_post_to_the_slug_that_it_gets() {
    let site = Site::new().await;
    let link = |path: &str| format!("<a href=\"{path}\">there</a>");
    let draft = item(1, "post", "android", "/?p=1", &link("/2024/05/android/")).replace("publish<", "draft<");
    let items = [
        draft,
        item(2, "post", "reader", "/2024/05/reader/", &(link("/2024/05/android/") + &link("/2024/06/solar/"))),
        item(3, "post", "android", "/2024/05/android/", "Robots"),
        item(4, "post", "solar", "/2024/06/solar/", "Sun"),
    ];
    // Another article of ours has the slug of one of theirs.
    let ours = ImportPost {
        external_key: "other:1".into(),
        form: PostForm {
            title: Some("Solar".into()),
            content: Some("<p>Ours</p>".into()),
            category_name: Some("tech".into()),
            ..PostForm::default()
        },
        slug: Some("solar".into()),
        created_at: None,
        owner_id: None,
    };
    posts::import(&site.core, ours).await.unwrap();
    site.import(&export("", &items), None).await;
    assert_eq!(links_of(&site.post("reader").await), ["/post/slug/android", "/post/slug/solar-2"]);
    assert!(site.post("android").await.content.contains("Robots"));
    assert!(site.post("solar-2").await.content.contains("Sun"));

    // A later run leads to the same posts, and to none that was deleted here.
    posts::delete(&site.core, site.post("android").await.id).await.unwrap();
    let more = [
        &items[..],
        &[item(5, "post", "late", "/2024/07/late/", &(link("/2024/05/android/") + &link("/2024/06/solar/")))],
    ]
    .concat();
    let report = site.import(&export("", &more), None).await;
    assert_eq!(report.added(), 1, "{report}");
    assert_eq!(links_of(&site.post("late").await), ["/2024/05/android/", "/post/slug/solar-2"]);
    assert_eq!(report.lost_links.first, ["late 5: /2024/05/android/"]);
}
