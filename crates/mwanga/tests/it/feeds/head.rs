//! Structured data and meta elements in the head of a page.

use mwanga_core::media;

use crate::support::*;

/// The structured data of a page, each block parsed.
fn blocks(page: &Reply) -> Vec<Value> {
    page.text()
        .split("<script type=\"application/ld+json\">")
        .skip(1)
        .map(|rest| serde_json::from_str(rest.split_once("</script>").expect("an end").0).expect("JSON"))
        .inspect(|block: &Value| assert_eq!(block["@context"], "https://schema.org"))
        .collect()
}

fn block<'a>(blocks: &'a [Value], kind: &str) -> &'a Value {
    let found: Vec<_> = blocks.iter().filter(|block| block["@type"] == kind).collect();
    assert_eq!(found.len(), 1, "{kind} stands once in {blocks:?}");
    found[0]
}

fn has(block: &Value, names: &[&str]) {
    for name in names {
        let value = block.pointer(name).unwrap_or(&Value::Null);
        assert!(!value.is_null() && *value != json!("") && *value != json!([]), "{name} in {block}");
    }
}

/// The `content` of the one meta element with this name or property.
fn meta<'a>(page: &'a Reply, name: &str) -> &'a str {
    let found: Vec<_> =
        page.text().split('<').filter(|element| element.contains(&format!("=\"{name}\" content=\""))).collect();
    assert_eq!(found.len(), 1, "{name} stands once");
    found[0].split_once("content=\"").unwrap().1.split('"').next().unwrap()
}

#[tokio::test]
async fn a_post_has_complete_news_article_and_open_graph_metadata() {
    let app = TestApp::new().await;
    app.post("Habari </script> ya jua")
        .slug("habari")
        .form(|form| {
            form.excerpt = Some("In short".into());
            form.tags = Some("jua, umeme".into());
            form.deal_links = Some(vec![mwanga_core::posts::DealForm {
                url: "https://shop.example.com/x".into(),
                label: "Duka".into(),
                product_name: "Panel".into(),
                price: "KSh 4,500".into(),
                ..Default::default()
            }]);
        })
        .insert()
        .await;
    let page = app.get("/post/slug/habari").await;
    let blocks = blocks(&page);
    let article = block(&blocks, "NewsArticle");
    has(
        article,
        &[
            "/headline",
            "/image/0/url",
            "/image/0/width",
            "/image/0/height",
            "/datePublished",
            "/dateModified",
            "/author/name",
            "/author/url",
            "/author/@type",
            "/publisher/name",
            "/publisher/logo/url",
            "/mainEntityOfPage/@id",
            "/articleSection",
            "/keywords/1",
        ],
    );
    assert_eq!(
        (&article["headline"], &article["isAccessibleForFree"]),
        (&json!("Habari </script> ya jua"), &json!(true))
    );
    let picture = article.pointer("/image/0/url").unwrap().as_str().unwrap();
    assert_eq!(app.get(picture.strip_prefix("https://mwanga.example").unwrap()).await.status, StatusCode::OK);
    assert_eq!(app.get("/icon-512.png").await.status, StatusCode::OK);
    assert_eq!(meta(&page, "og:image"), picture);
    assert_eq!((meta(&page, "og:image:width"), meta(&page, "og:image:height")), ("1200", "630"));
    assert_eq!((meta(&page, "twitter:card"), meta(&page, "twitter:image")), ("summary_large_image", picture));
    has(&Value::from(meta(&page, "og:image:alt")), &[""]);
    let way = block(&blocks, "BreadcrumbList")["itemListElement"].as_array().unwrap();
    let steps: Vec<_> =
        way.iter().map(|step| (step["position"].as_u64().unwrap(), step["item"].as_str().unwrap())).collect();
    assert_eq!(
        steps,
        [
            (1, "https://mwanga.example/"),
            (2, "https://mwanga.example/category/tech"),
            (3, "https://mwanga.example/post/slug/habari")
        ]
    );
    let product = block(&blocks, "Product");
    assert_eq!(
        (&product["name"], &product["offers"]["price"], &product["offers"]["priceCurrency"]),
        (&json!("Panel"), &json!("4500"), &json!("KES"))
    );
    has(product, &["/image/url", "/offers/url", "/offers/seller/name"]);
}

#[tokio::test]
async fn a_large_cover_is_shared_as_a_small_copy_wherever_a_machine_asks() {
    let app = TestApp::new().await;
    let cover = media::import_file(app.core(), "cover", "cover.png", png(1_500, 900)).await.unwrap();
    let inset = media::import_file(app.core(), "inset", "inset.png", png(1_600, 800)).await.unwrap();
    let content = format!(r#"<p>Text</p><img src="{}" alt="Lamp">"#, inset.object_key);
    let form = |form: &mut mwanga_core::posts::PostForm| form.media_url = Some(media::url(&cover.object_key));
    app.post("Habari").content(&content).form(form).insert().await;
    let shared = format!("/media/share/{}.jpg", cover.object_key);
    let address = format!("https://mwanga.example{shared}");
    for path in ["/post/slug/habari", "/category/tech"] {
        let page = app.get(path).await;
        assert_eq!((meta(&page, "og:image"), meta(&page, "twitter:image")), (&*address, &*address), "{path}");
        assert_eq!((meta(&page, "og:image:width"), meta(&page, "og:image:height")), ("1200", "720"), "{path}");
    }
    let page = app.get("/post/slug/habari").await;
    let blocks = blocks(&page);
    let article = block(&blocks, "NewsArticle");
    assert_eq!((&article["image"][0]["url"], &article["image"][0]["width"]), (&json!(address), &json!(1_200)));
    let original = format!("/media/{}", cover.object_key);
    for feed in ["/feed.xml", "/atom.xml", "/feed.json"] {
        let text = app.get(feed).await.text().to_owned();
        assert!(text.contains(&address) && !text.contains(&format!("example{original}")), "{feed}: {text}");
        assert!(
            text.contains(&format!("https://mwanga.example/media/mail/{}.jpg", inset.object_key)),
            "{feed}: {text}"
        );
    }
    let copy = app.get(&shared).await;
    assert_eq!(
        (copy.status, copy.header("content-type"), copy.header("cache-control")),
        (StatusCode::OK, "image/jpeg", "public, max-age=31536000, immutable")
    );
    assert!(copy.body.len() <= 300_000);
    let picture = image::load_from_memory(&copy.body).unwrap();
    assert_eq!((picture.width(), picture.height()), (1_200, 720));
}

#[tokio::test]
async fn a_gated_post_is_marked_not_free_and_a_sponsored_one_as_advertising() {
    let app = TestApp::new().await;
    app.post("Gated").form(|form| form.access = Some("subscribers".into())).insert().await;
    app.post("Paid").category("sponsored").form(|form| form.brand = Some("Panya".into())).insert().await;
    let gated = blocks(&app.get("/post/slug/gated").await);
    assert_eq!(block(&gated, "NewsArticle")["isAccessibleForFree"], false);
    has(block(&gated, "NewsArticle"), &["/hasPart/cssSelector"]);
    let paid = blocks(&app.get("/post/slug/paid").await);
    assert_eq!(block(&paid, "AdvertiserContentArticle")["sponsor"]["name"], "Panya");
}

#[tokio::test]
async fn the_home_page_has_organization_and_site_metadata() {
    let app = TestApp::new().await;
    app.post("Habari").insert().await;
    let page = app.get("/").await;
    let blocks = blocks(&page);
    has(block(&blocks, "Organization"), &["/name", "/url", "/logo/url", "/email", "/telephone"]);
    let site = block(&blocks, "WebSite");
    has(site, &["/name", "/url", "/publisher/@id"]);
    assert!(!page.text().contains("SearchAction"), "search engines ended the search box of sites in 2024");
    assert_eq!(meta(&page, "og:image"), "https://mwanga.example/og/site.png");
}

#[tokio::test]
async fn faq_and_service_pages_have_structured_data() {
    let app = TestApp::new().await;
    let faqs = blocks(&app.get("/faqs").await);
    has(block(&faqs, "FAQPage"), &["/mainEntity/0/name", "/mainEntity/0/acceptedAnswer/text"]);
    let page = app.get("/services/data-engineering").await;
    has(block(&blocks(&page), "Service"), &["/name", "/description", "/provider/name", "/areaServed/name"]);
    assert_eq!(meta(&page, "og:image"), "https://mwanga.example/og/site.png");
}

#[tokio::test]
async fn every_page_links_to_the_feeds_icons_and_manifest() {
    let app = TestApp::new().await;
    app.post("Habari").insert().await;
    let linked = |page: &Reply, rel: &str| -> Vec<String> {
        let elements = page
            .text()
            .split('<')
            .filter(|element| element.starts_with("link") && element.contains(&format!("rel=\"{rel}\"")));
        elements
            .map(|element| {
                element
                    .split_once("href=\"")
                    .unwrap()
                    .1
                    .split('"')
                    .next()
                    .unwrap()
                    .replace("https://mwanga.example", "")
            })
            .collect()
    };
    let own = super::feeds("");
    for path in ["/", "/post/slug/habari"] {
        assert_eq!(linked(&app.get(path).await, "alternate"), own, "{path}");
    }
    let category = app.get("/category/tech").await;
    assert_eq!(linked(&category, "alternate"), [super::feeds("/category/tech"), own].concat());
    assert_eq!(blocks(&category).iter().filter(|block| block["@type"] == "BreadcrumbList").count(), 1);
    for rel in ["icon", "apple-touch-icon", "manifest", "alternate"] {
        let found = linked(&category, rel);
        assert!(!found.is_empty(), "{rel}");
        for path in found {
            assert_eq!(app.get(&path).await.status, StatusCode::OK, "{path}");
        }
    }
}
