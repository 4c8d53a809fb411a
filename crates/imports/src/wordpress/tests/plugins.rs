//! What plug-ins of WordPress write beside posts.

use super::*;

/// A published post with more elements.
fn post(id: u32, name: &str, more: &str) -> String {
    format!(
        "<item><title>{name}</title><link>https://old.example/{name}/</link><dc:creator>press</dc:creator><content:encoded><![CDATA[Text]]></content:encoded>\
         <wp:post_id>{id}</wp:post_id><wp:post_name>{name}</wp:post_name><wp:status>publish</wp:status><wp:post_type>post</wp:post_type>\
         <wp:post_date_gmt>2024-09-01 06:00:00</wp:post_date_gmt>{more}</item>"
    )
}

fn other(id: u32, kind: &str, name: &str, title: &str, more: &str) -> String {
    post(id, name, more)
        .replace("<wp:post_type>post<", &format!("<wp:post_type>{kind}<"))
        .replace(&format!("<title>{name}</title>"), &format!("<title>{title}</title>"))
}

fn term(domain: &str, slug: &str, name: &str) -> String {
    format!("<category domain=\"{domain}\" nicename=\"{slug}\"><![CDATA[{name}]]></category>")
}

fn meta(key: &str, value: &str) -> String {
    format!(
        "<wp:postmeta><wp:meta_key>{key}</wp:meta_key><wp:meta_value><![CDATA[{value}]]></wp:meta_value></wp:postmeta>"
    )
}

fn export(head: &str, items: &[String]) -> String {
    format!(
        "<rss><channel><wp:wxr_version>1.2</wp:wxr_version><link>https://old.example</link>\
         <wp:author><wp:author_login>press</wp:author_login><wp:author_display_name>Press</wp:author_display_name></wp:author>\
         <wp:author><wp:author_login>ada</wp:author_login><wp:author_display_name>Ada L</wp:author_display_name></wp:author>{head}{}</channel></rss>",
        items.concat()
    )
}

#[tokio::test]
async fn a_post_carries_the_names_that_co_authors_plus_gives_it() {
    let site = Site::new().await;
    let guest = meta("cap-display_name", "Juma O.")
        + &meta("cap-user_login", "juma")
        + &meta("cap-user_email", "j@old.example");
    let linked = meta("cap-display_name", "Neema") + &meta("cap-linked_account", "neema@old.example");
    let many: String = (0..20).map(|n| term("author", &format!("cap-{n}"), &format!("Somebody Else {n}"))).collect();
    let byline =
        meta("_newspack_byline_active", "1") + &meta("_newspack_byline", "By [Author id=3]Ada[/Author] for Reuters");
    let items = [
        post(1, "guest", &term("author", "cap-juma", "juma")),
        post(2, "both", &(term("author", "cap-ada", "ada") + &term("author", "cap-juma", "juma"))),
        post(3, "three", &["Ann", "Ben", "Cy"].map(|name| term("author", &format!("cap-{name}"), name)).concat()),
        post(4, "linked", &term("author", "cap-neema-old-example", "neema@old.example")),
        post(5, "many", &many),
        post(6, "reuters", &(term("author", "cap-juma", "juma") + &byline)),
        post(7, "plain", ""),
        other(20, "guest-author", "cap-juma", "juma", &guest),
        other(21, "guest-author", "cap-neema", "Neema", &linked),
    ];
    let report = site.import(&export("", &items), None).await;
    for (slug, name) in [
        ("guest", "Juma O."),
        ("both", "Ada L and Juma O."),
        ("three", "Ann, Ben and Cy"),
        ("linked", "Neema"),
        ("reuters", "Ada for Reuters"),
        ("plain", "Press"),
    ] {
        let post = site.post(slug).await;
        assert_eq!((post.author_name.as_str(), post.custom_author.as_str()), ("custom", name), "{slug}");
    }
    let many = site.post("many").await.custom_author;
    assert!(many.starts_with("Somebody Else 0, ") && many.ends_with(" and others"), "{many}");
    let text = report.to_string();
    assert!(
        text.contains("1 post had more authors than a by-line has room for:\n  - many: Somebody Else 0, "),
        "{text}"
    );
    assert!(text.contains("4 authors kept as names"), "{text}");
    assert!(!format!("{text}{:?}", site.posts().await).contains("@old.example"));
}

#[tokio::test]
async fn what_a_sponsor_paid_for_says_so() {
    let site = Site::new().await;
    let items = [
        post(1, "native", &(term("newspack_spnsrs_tax", "acme", "Acme") + &term("category", "tech", "Tech"))),
        post(2, "by-category", &term("category", "homes", "Homes")),
        post(3, "news", &(term("category", "tech", "Tech") + &term("post_tag", "quiet", "Quiet"))),
        post(4, "marked", &meta("_sponsored_post", "1")),
        post(5, "unmarked", &meta("_sponsored_post", "0")),
        other(8, "page", "offer", "Offer", &term("newspack_spnsrs_tax", "acme", "Acme")),
        other(
            20,
            "newspack_spnsrs_cpt",
            "acme",
            "Acme &amp;amp; Sons",
            &meta("newspack_sponsor_sponsorship_scope", "native"),
        ),
        other(21, "newspack_spnsrs_cpt", "bank", "Bank", &term("category", "homes", "Homes")),
        other(
            22,
            "newspack_spnsrs_cpt",
            "shy",
            "Shy",
            &(term("post_tag", "quiet", "Quiet") + &meta("newspack_sponsor_only_direct", "1")),
        ),
    ];
    let file = export("", &items);
    let report = site.import(&file, None).await;
    let paid = mwanga_core::categories::find(&site.core, "sponsored").await.unwrap().unwrap().id;
    for (slug, is_paid, brand, tags) in [
        ("native", true, "Acme & Sons", "Tech"),
        ("by-category", true, "Bank", "Homes"),
        ("news", false, "", "Quiet"),
        ("marked", true, "", ""),
        ("unmarked", false, "", ""),
    ] {
        let post = site.post(slug).await;
        assert_eq!(
            (post.category_id == paid, post.brand.as_str(), post.tags.as_str(), post.status),
            (is_paid, brand, tags, PostStatus::Published),
            "{slug}"
        );
    }
    assert_eq!(report.sponsored.first, ["native: Acme & Sons", "by-category: Bank", "marked"]);
    assert_eq!(report.sponsored_drafts.first, ["Offer: Acme & Sons"]);
    assert!(report.to_string().contains("Left where it is: sponsor (3 times)\n"), "{report}");

    // A later run says which of them do not say so here, and changes none.
    let native = site.post("native").await;
    let form = PostForm { category_name: Some("tech".into()), ..PostForm::default() };
    posts::update(&site.core, None, native.id, form).await.unwrap();
    let again = site.import(&file, None).await;
    assert_eq!((again.added(), &again.unlabelled.first[..]), (0, &["native".to_owned()][..]), "{again}");
}

#[tokio::test]
async fn subtitles_and_main_categories_are_kept_and_the_rest_is_named() {
    let site = Site::new().await;
    let list = |id: u32, slug: &str, name: &str| {
        format!(
            "<wp:category><wp:term_id>{id}</wp:term_id><wp:category_nicename>{slug}</wp:category_nicename><wp:cat_name>{name}</wp:cat_name></wp:category>"
        )
    };
    let two = term("category", "coast", "Coast") + &term("category", "tech", "Tech");
    let excerpt = "<excerpt:encoded><![CDATA[For lists.]]></excerpt:encoded>";
    let left = [
        meta("enclosure", "https://old.example/a.mp3\n12\naudio/mpeg"),
        meta("_yoast_wpseo_canonical", "https://first.example/x"),
        meta("rank_math_robots", "a:1:{i:0;s:7:\"noindex\";}"),
        term("language", "kiswahili", "Kiswahili"),
    ]
    .concat();
    let items = [
        post(1, "subtitle", &meta("newspack_post_subtitle", "In <em>short</em>.")),
        post(2, "with-both", &(meta("wps_subtitle", "In short.") + excerpt)),
        post(3, "yoast", &(two.clone() + &meta("_yoast_wpseo_primary_category", "8"))),
        post(4, "not-its-own", &(two.clone() + &meta("rank_math_primary_category", "9"))),
        post(5, "undefined", &(two + &meta("rank_math_primary_category", "77"))),
        post(6, "rest", &left),
        post(7, "swahili", &term("language", "sw", "Kiswahili")),
        post(8, "english", &meta("_locale", "en")),
    ];
    let head = list(7, "coast", "Coast") + &list(8, "tech", "Tech") + &list(9, "sea", "Sea");
    let report = site.import(&export(&head, &items), None).await;
    for (slug, excerpt, summary) in [("subtitle", "In short.", ""), ("with-both", "For lists.", "In short.")] {
        let post = site.post(slug).await;
        assert_eq!((post.excerpt.as_str(), post.summary.as_str()), (excerpt, summary), "{slug}");
    }
    let tech = mwanga_core::categories::find(&site.core, "tech").await.unwrap().unwrap().id;
    for (slug, is_tech, tags) in
        [("yoast", true, "Coast"), ("not-its-own", false, "Tech"), ("undefined", false, "Tech")]
    {
        let post = site.post(slug).await;
        assert_eq!((post.category_id == tech, post.tags.as_str()), (is_tech, tags), "{slug}");
    }
    assert_eq!(
        (site.post("swahili").await.language.as_str(), site.post("english").await.language.as_str()),
        ("sw", "")
    );
    let text = report.to_string();
    for line in [
        "1 post had an enclosure, which was left:\n  - rest: https://old.example/a.mp3\n",
        "1 post named another address as its original (canonical), which was left:\n  - rest: https://first.example/x\n",
        "1 post was kept out of search engines (noindex); here it is not:\n  - rest\n",
        "1 post had a language that is no language tag, which was left:\n  - rest: kiswahili\n",
        "1 post had a main category that the file does not define; it is in its first one:\n  - undefined\n",
    ] {
        assert!(text.contains(line), "{line}\nis not in\n{text}");
    }
}
