//! Pages that the product brings, with the words that nobody edited.

use super::{head_value, title, visible};
use crate::support::*;

#[tokio::test]
async fn static_pages_are_served_and_cached() {
    let app = TestApp::new().await;
    for path in [
        "/services",
        "/services/cloud-infrastructure",
        "/mwanga-consultancy",
        "/newsletters",
        "/about",
        "/contact",
        "/faqs",
        "/privacy-policy",
    ] {
        let page = app.get(path).await;
        assert_eq!(
            (page.status, page.header("cache-control")),
            (StatusCode::OK, "public, max-age=0, must-revalidate"),
            "{path}"
        );
        assert_eq!(head_value(&page, "rel=\"canonical\"", "href"), format!("https://mwanga.example{path}"));
        let rendered = app.rendered_pages();
        app.get(path).await;
        assert_eq!(app.rendered_pages(), rendered, "{path} is rendered once");
    }
}

#[tokio::test]
async fn static_pages_have_the_configured_brand_and_contact() {
    let app = TestApp::with(|config| {
        config.site.brand = "Nuru Times".into();
        config.site.contact_phone = "+254 20 555 0199".into();
    })
    .await;
    let page = app.get("/contact").await;
    assert_eq!(title(&page), "Contact | Nuru Times");
    assert!(page.text().contains("href=\"tel:+254205550199\""));
    let consultancy = app.get("/nuru-times-consultancy").await;
    assert_eq!(consultancy.status, StatusCode::OK);
    assert!(visible(&consultancy).contains("Nuru Times Consultancy"));
    for other in ["/mwanga-consultancy", "/consultancy"] {
        let page = app.get(other).await;
        let lead = (page.status, page.header("location"));
        assert_eq!(lead, (StatusCode::MOVED_PERMANENTLY, "/nuru-times-consultancy"), "{other}");
    }
}

#[tokio::test]
async fn no_page_names_another_brand_than_the_sites() {
    let app = TestApp::with(|config| config.site.brand = "Nuru".into()).await;
    for page in mwanga_core::pages::list_public(app.core()).await.unwrap() {
        let text = visible(&app.get(&page.path).await).replace("mwanga_", "");
        assert!(!text.to_lowercase().contains("mwanga"), "{}: {text}", page.path);
        assert!(!text.contains(['{', '}']), "{}: {text}", page.path);
    }
}

#[tokio::test]
async fn what_names_an_unset_contact_is_left_out() {
    let app = TestApp::with(|config| config.site.contact_phone.clear()).await;
    let text = visible(&app.get("/contact").await);
    assert!(text.contains("E-mail") && !text.contains("Phone"), "{text}");
}

#[tokio::test]
async fn an_unknown_service_answers_404_with_its_own_text() {
    let app = TestApp::new().await;
    let page = app.get("/services/gardening").await;
    assert_eq!(page.status, StatusCode::NOT_FOUND);
    assert!(visible(&page).contains("There is no service at this address."));
    assert_eq!(head_value(&page, "name=\"robots\"", "content"), "noindex");
}

#[tokio::test]
async fn other_names_of_a_static_page_redirect_to_it() {
    let app = TestApp::new().await;
    for (path, target) in [
        ("/services/core-it-support", "/services/core-it-support-services"),
        ("/services/core-it-support?from=menu", "/services/core-it-support-services?from=menu"),
        ("/consultancy", "/mwanga-consultancy"),
        ("/services/", "/services"),
    ] {
        let page = app.get(path).await;
        assert_eq!((page.status, page.header("location")), (StatusCode::MOVED_PERMANENTLY, target), "{path}");
    }
}
