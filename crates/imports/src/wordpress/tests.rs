//! Whole imports: our own sample, and the WordPress project's test data where it is at hand.

use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};

use mwanga_store::entities::{media_item, page, post};
use mwanga_store::queries;
use mwanga_store::types::{AccountId, PageStatus, PostStatus, Role};
use sea_orm::EntityTrait;
use tempfile::TempDir;

use super::convert::convert;
use super::entry::Entry;
use super::export_index::ExportIndex;
use super::notes::Notes;
use super::wxr::{Reader, WxrError};
use super::{ImportError, Report, run};
use mwanga_core::Core;
use mwanga_core::library::{self, DescriptionUpdate};
use mwanga_core::posts::{self, ImportOutcome, ImportPost, PostForm, Writer};
use mwanga_html as html;

use crate::test_core::core_in;

mod cost;
mod links;
mod plugins;

const SAMPLE: &str = include_str!("sample.xml");
struct Site {
    core: Core,
    folder: TempDir,
}

impl Site {
    async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self { core: core_in(folder.path()).await, folder }
    }

    fn file(&self, text: &str) -> PathBuf {
        let path = self.folder.path().join("export.xml");
        std::fs::write(&path, text).unwrap();
        path
    }

    /// An uploads folder with the pictures of the sample.
    fn uploads(&self) -> PathBuf {
        let root = self.folder.path().join("uploads");
        for (file, width) in [("2024/05/dhow.png", 30), ("2024/06/pier.png", 40)] {
            let mut png = Cursor::new(Vec::new());
            image::DynamicImage::new_rgb8(width, 20).write_to(&mut png, image::ImageFormat::Png).unwrap();
            let path = root.join(file);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, png.into_inner()).unwrap();
        }
        root
    }

    async fn import(&self, text: &str, media: Option<&Path>) -> Report {
        run(&self.core, &self.file(text), media).await.unwrap_or_else(|failure| panic!("{}", failure.error))
    }

    /// The file in our media library that the attachment of this number became.
    async fn file_of(&self, attachment: u64) -> media_item::Model {
        let db = self.core.store.reader();
        let record = queries::imports::get(db, &format!("wordpress:lantern.example:attachment:{attachment}"))
            .await
            .unwrap()
            .expect("a record");
        queries::media::get(db, record.media_id.expect("a file")).await.unwrap().expect("its row")
    }

    async fn posts(&self) -> Vec<post::Model> {
        post::Entity::find().all(self.core.store.reader()).await.unwrap()
    }

    async fn page(&self, slug: &str) -> page::Model {
        let found = queries::pages::by_slug(self.core.store.reader(), slug).await.unwrap();
        found.unwrap_or_else(|| panic!("no {slug}"))
    }

    async fn post(&self, slug: &str) -> post::Model {
        self.posts().await.into_iter().find(|post| post.slug == slug).unwrap_or_else(|| panic!("no {slug}"))
    }
}

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "one import, looked at from all sides")]
async fn the_sample_export_is_imported_with_its_pictures() {
    let site = Site::new().await;
    let uploads = site.uploads();
    let report = site.import(SAMPLE, Some(&uploads)).await;
    assert_eq!(
        (
            report.published,
            report.scheduled,
            report.drafts,
            report.brought.files.added,
            report.brought.files.missing.count
        ),
        (2, 1, 4, 2, 0),
        "{report}"
    );

    let dhow = site.post("dhow").await;
    assert_eq!(
        (dhow.title.as_str(), dhow.excerpt.as_str(), dhow.tags.as_str()),
        ("A & B: how a dhow is caulked", "Oil & cotton.", "Coast, wood")
    );
    assert_eq!((dhow.author_name.as_str(), dhow.custom_author.as_str()), ("custom", "Amina W."));
    assert_eq!(dhow.published_at.iso(), "2024-05-01T06:30:00Z");
    let [hull, pier, _] = &html::media_refs(&dhow.content)[..] else { panic!("{}", dhow.content) };
    assert_eq!(dhow.media_url.as_ref(), Some(pier));
    let expected = format!(
        "<p>Cotton first, then oil [sic]. See <a href=\"/post/slug/harbour\">the harbour</a>.</p>\
         <figure><img src=\"{hull}\" alt=\"A hull on the beach\" width=\"30\" height=\"20\"><figcaption>The hull, <em>before</em> noon</figcaption></figure>\
         <p>Line one<br>\nline two :)</p>\
         <figure><img src=\"{pier}\" alt=\"The pier at dusk\" width=\"40\" height=\"20\"><figcaption>Dusk, <em>from the east</em></figcaption></figure>\
         <figure><img src=\"{hull}\" alt=\"A hull on the beach\" width=\"30\" height=\"20\"></figure>\
         <figure data-embed=\"https://www.youtube.com/watch?v=abcdefghijk\"><a href=\"https://www.youtube.com/watch?v=abcdefghijk\" rel=\"nofollow noopener\">Video on YouTube</a></figure>\
         <p>Kept words</p>"
    );
    assert_eq!(dhow.content, expected);

    let harbour = site.post("harbour").await;
    assert_eq!(
        (harbour.author_name.as_str(), harbour.custom_author.as_str()),
        ("contributor", ""),
        "an e-mail address is no name"
    );
    assert_eq!(
        harbour.content,
        format!(
            "<p>Low water at <strong>six</strong>.</p><p>Left</p><p><a href=\"/post/slug/dhow\">Read on</a></p>\
             <blockquote><p>The tide is a clock.</p><p><cite>A pilot</cite></p></blockquote>\
             <figure><img src=\"{pier}\" alt=\"The pier at dusk\" width=\"40\" height=\"20\"></figure><p>On the pier</p>\
             <figure><table><tbody><tr><td>High</td><td>3.1 m</td></tr></tbody></table><figcaption>Tides</figcaption></figure>\
             <pre><code>let [gallery] = &lt;b&gt;;</code></pre>\
             <figure data-embed=\"https://vimeo.com/76979871\"><a href=\"https://vimeo.com/76979871\" rel=\"nofollow noopener\">Video on Vimeo</a><figcaption>A film</figcaption></figure>\
             <hr><p><a href=\"https://maps.example/embed?x=1\" rel=\"nofollow noopener\">Map of the pier</a></p>"
        )
    );

    for (slug, status, dated) in [
        ("locked", PostStatus::Draft, true),
        ("regatta", PostStatus::Published, true),
        ("unfinished", PostStatus::Draft, false),
    ] {
        let post = site.post(slug).await;
        assert_eq!((post.status, post.publish_date.is_some()), (status, dated), "{slug}");
    }
    let page = site.page("about-2").await;
    assert_eq!((page.title.as_str(), page.status), ("About us", PageStatus::Draft), "about is a page of our own");
    let untitled = site.posts().await.into_iter().find(|post| post.title == "3 July 2024").expect("called by its date");
    assert_eq!(untitled.status, PostStatus::Draft);
    assert_eq!(mwanga_core::categories::find(&site.core, "boats-sails").await.unwrap().unwrap().name, "Boats & Sails");

    let text = report.to_string();
    for line in [
        "7 posts added: 2 published, 1 scheduled, 4 drafts",
        "1 page became a draft:\n  - About us",
        "1 private post became a draft:\n  - 3 July 2024",
        "1 post with a password became a draft:\n  - Locked",
        "1 post has no text of its own:\n  - Unfinished",
        "2 links between posts lead here now",
        "  - [contact-form-7]",
        "  - a reusable block",
        "  - block latest-posts",
        "  - a script",
        "  - [box], kept as its text",
        "  - frame of maps.example, kept as a link",
        "take it out by hand:\n  - [sic]",
        "1 comment was left",
        "Left where it is: menu entry",
    ] {
        assert!(text.contains(line), "{line}\nis not in\n{text}");
    }
    let everything = format!("{text}{:?}", site.posts().await);
    assert!(!everything.contains("@lantern.example") && !everything.contains("open sesame"));
}

/// The sample with one more item.
fn sample_with(item: &str) -> String {
    SAMPLE.replace("</channel>", &format!("<item>{item}</item></channel>"))
}

/// A published post of this text.
fn post_of(content: &str) -> String {
    format!(
        "<title>New</title><content:encoded><![CDATA[{content}]]></content:encoded><wp:post_id>99</wp:post_id><wp:post_name>new</wp:post_name>\
         <wp:status>publish</wp:status><wp:post_type>post</wp:post_type><wp:post_date_gmt>2024-09-01 06:00:00</wp:post_date_gmt>"
    )
}

#[tokio::test]
async fn imported_files_have_the_descriptions_of_their_library() {
    let site = Site::new().await;
    site.import(SAMPLE, Some(&site.uploads())).await;
    let (dhow, pier) = (site.file_of(20).await, site.file_of(21).await);
    assert_eq!((dhow.alt.as_str(), dhow.caption.as_str()), ("A hull on the beach", ""));
    assert_eq!((pier.alt.as_str(), pier.caption.as_str()), ("The pier at dusk", "Dusk, from the east"));
    assert_eq!(pier.search_name, " pier png the pier at dusk dusk from the east");

    // Descriptions in our own library stay when the next post needs the file.
    let update = DescriptionUpdate { alt: Some("Our words".into()), ..DescriptionUpdate::default() };
    library::update_description(&site.core, Writer { account_id: AccountId(1), role: Role::Editor }, pier.id, update)
        .await
        .unwrap();
    let more = sample_with(&post_of("<img src=\"https://lantern.example/wp-content/uploads/2024/06/pier.png\">"));
    assert_eq!(site.import(&more, Some(&site.uploads())).await.added(), 1);
    assert_eq!(site.file_of(21).await.alt, "Our words");
}

#[tokio::test]
async fn unused_attachments_are_counted_in_the_report() {
    let site = Site::new().await;
    let attachment = |id: u32, name: &str| {
        format!(
            "<title>{name}</title><wp:post_id>{id}</wp:post_id><wp:status>inherit</wp:status><wp:post_type>attachment</wp:post_type>\
             <wp:attachment_url>https://lantern.example/wp-content/uploads/2024/07/{name}</wp:attachment_url>"
        )
    };
    let text = sample_with(&format!("{}</item><item>{}", attachment(30, "spare.png"), attachment(31, "tides.pdf")));
    let uploads = site.uploads();
    for run in 1..=2 {
        let report = site.import(&text, Some(&uploads)).await.to_string();
        assert!(report.contains("Left where it is: attachment that no post shows (2 times)\n"), "run {run}: {report}");
    }
    assert!(!site.import(SAMPLE, Some(&uploads)).await.to_string().contains("no post shows"));
}

#[tokio::test]
async fn addresses_with_different_queries_are_different_files() {
    let site = Site::new().await;
    let text = sample_with(&post_of(
        "<img src=\"/latex.php?latex=a\"> <img src=\"/latex.php?latex=b\"> <img src=\"/latex.php?latex=b&amp;w=30\"> \
         <img src=\"/wp-content/uploads/2024/05/dhow.png?latex=c\">",
    ));
    let report = site.import(&text, Some(&site.uploads())).await;
    let missing: Vec<&str> =
        report.brought.files.missing.first.iter().map(|line| line.split(": ").next().unwrap()).collect();
    assert_eq!(
        missing,
        ["https://lantern.example/latex.php?latex=a", "https://lantern.example/latex.php?latex=b"],
        "{report}"
    );
    // An attachment is one file, whatever stands behind its address.
    assert_eq!(html::media_refs(&site.post("new").await.content), [site.file_of(20).await.object_key]);
}

#[tokio::test]
async fn a_picture_of_the_same_name_in_another_month_is_not_imported() {
    let site = Site::new().await;
    let uploads = site.uploads();
    std::fs::create_dir(uploads.join("2019")).unwrap();
    std::fs::rename(uploads.join("2024/05"), uploads.join("2019/05")).unwrap();
    let report = site.import(SAMPLE, Some(&uploads)).await;
    assert_eq!((report.brought.files.added, report.brought.files.missing.count), (1, 1), "{report}");
}

#[tokio::test]
async fn concurrent_imports_of_one_post_add_it_once() {
    let site = Site::new().await;
    let form = PostForm {
        title: Some("Tides".into()),
        content: Some("<p>High at six.</p>".into()),
        category_name: Some("tech".into()),
        ..PostForm::default()
    };
    let post = ImportPost {
        external_key: "wordpress:lantern.example:post:1".into(),
        form,
        slug: Some("tides".into()),
        created_at: None,
        owner_id: None,
    };
    let outcomes = futures_util::future::join_all((0..8).map(|_| posts::import(&site.core, post.clone()))).await;
    let added = outcomes.into_iter().map(Result::unwrap).filter(|outcome| *outcome == ImportOutcome::Added).count();
    assert_eq!((added, site.posts().await.len()), (1, 1));
}

#[tokio::test]
async fn a_second_import_adds_missing_posts_and_keeps_local_changes() {
    let site = Site::new().await;
    let first = site.import(SAMPLE, None).await;
    assert_eq!((first.added(), first.brought.files.added, first.brought.files.missing.count), (7, 0, 2), "{first}");
    let bare = site.post("dhow").await;
    assert!(bare.content.contains("This picture is missing: A hull on the beach"), "{}", bare.content);
    assert!(!bare.content.contains("lantern.example"), "a hot link: {}", bare.content);

    let changed = site.post("harbour").await;
    posts::update(&site.core, None, changed.id, PostForm { title: Some("Our harbour".into()), ..PostForm::default() })
        .await
        .unwrap();
    posts::delete(&site.core, site.post("locked").await.id).await.unwrap();

    let more = sample_with(&post_of("Text"));
    let second = site.import(&more, Some(&site.uploads())).await;
    assert_eq!((second.added(), second.brought.files.added), (1, 2), "{second}");
    assert_eq!(
        (&second.brought.changed_here.first[..], &second.brought.deleted_here.first[..]),
        (&["Our harbour".to_owned()][..], &["Locked".to_owned()][..])
    );
    assert_eq!(second.completed.first, ["A & B: how a dhow is caulked"]);
    assert_eq!(html::media_refs(&site.post("dhow").await.content).len(), 3);
    assert_eq!(site.post("dhow").await.published_at, bare.published_at);
    assert!(html::media_refs(&site.post("harbour").await.content).is_empty(), "changed here, so it stays");

    let third = site.import(&more, Some(&site.uploads())).await;
    assert_eq!(
        (third.added(), third.brought.files.added, third.completed.count, third.brought.unchanged),
        (0, 0, 0, 6),
        "{third}"
    );
    assert_eq!(site.posts().await.len(), 6);
    site.page("about-2").await;
}

#[tokio::test]
async fn a_truncated_export_imports_whole_posts_and_the_next_run_the_rest() {
    let site = Site::new().await;
    let cut = SAMPLE.find("Locked").unwrap();
    let failure = run(&site.core, &site.file(&SAMPLE[..cut]), None).await.unwrap_err();
    assert!(matches!(failure.error, ImportError::File(WxrError::Truncated { .. })), "{}", failure.error);
    assert!(
        failure.error.to_string().contains(&format!("line {}", SAMPLE[..cut].matches('\n').count() + 1)),
        "{}",
        failure.error
    );
    assert_eq!((failure.report.unwrap().added(), site.posts().await.len()), (3, 3));
    let whole = site.import(SAMPLE, None).await;
    assert_eq!((whole.added(), whole.brought.unchanged), (4, 3));
}

#[tokio::test]
async fn a_file_that_is_no_export_changes_nothing() {
    let site = Site::new().await;
    for (text, media) in
        [("{}", None), ("<rss><channel></channel></rss>", None), (SAMPLE, Some(Path::new("/no/such/folder")))]
    {
        let failure = run(&site.core, &site.file(text), media).await.unwrap_err();
        assert!(!matches!(failure.error, ImportError::Store(_)), "{}", failure.error);
    }
    assert!(run(&site.core, Path::new("/no/such/file.xml"), None).await.is_err());
    assert!(site.posts().await.is_empty());
}

#[tokio::test]
async fn invalid_pictures_are_reported_and_do_not_stop_the_import() {
    let site = Site::new().await;
    let uploads = site.uploads();
    std::fs::write(uploads.join("2024/05/dhow.png"), "<script>alert(1)</script>").unwrap();
    let report = site.import(SAMPLE, Some(&uploads)).await;
    assert_eq!((report.added(), report.brought.files.added, report.brought.files.missing.count), (7, 1, 1), "{report}");
    assert!(report.brought.files.missing.first[0].contains("dhow.png: "), "{report}");
    assert!(
        queries::imports::get(site.core.store.reader(), "wordpress:lantern.example:attachment:20")
            .await
            .unwrap()
            .is_none()
    );
}

/// Every post of the WordPress project's theme test data, which is not part of this project.
#[test]
fn the_theme_test_data_reads_well() {
    let path = std::env::var("MWANGA_WORDPRESS_TEST_DATA").unwrap_or_else(|_| {
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/wordpress-theme-test-data.xml").into()
    });
    let path = Path::new(&path);
    if !path.exists() {
        // Past what cargo keeps of a test that passes.
        let _ =
            writeln!(std::io::stderr(), "skipped, as {} is not here: the_theme_test_data_reads_well", path.display());
        return;
    }
    let (index, fault) = ExportIndex::read(path).unwrap();
    assert!(fault.is_none());
    let mut reader = Reader::open(path, true).unwrap();
    let mut seen = 0;
    while let Some(entry) = reader.next_entry().unwrap() {
        let Entry::Item(item) = entry else { continue };
        let Some(fields) = super::post_fields::post_fields(&item, &index) else { continue };
        seen += 1;
        let converted = convert(&index, &item, &mut Notes::default());
        let stored = crate::missing_media::merge_missing_pictures(&html::clean(&converted));
        assert_eq!(html::clean(&stored), stored, "{}", fields.title);
        for leftover in [
            "[caption",
            "[gallery",
            "[audio",
            "[/",
            "<!--",
            "wp:",
            "<p></p>",
            "<figure></figure>",
            "<p><br",
            "style=",
            "class=",
        ] {
            // Code blocks may speak of blocks.
            let prose =
                stored.split("<pre>").map(|part| part.rsplit("</pre>").next().unwrap_or_default()).collect::<String>();
            assert!(!prose.contains(leftover), "{leftover} in {}: {stored}", fields.title);
        }
        assert!(
            !fields.title.is_empty() && !fields.title.contains("&amp;") && !fields.title.contains("<em>"),
            "{}",
            fields.title
        );
        assert!(
            item.content.trim().is_empty()
                || !html::plain_text(&stored, 10).is_empty()
                || crate::missing_media::has_missing_media(&stored),
            "{} lost its text",
            fields.title
        );
    }
    assert_eq!(seen, 58 + 21);
}
