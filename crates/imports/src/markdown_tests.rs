//! What another importer takes: here of a folder of Markdown with front matter, over the parts that all share.

use std::path::{Path, PathBuf};

use image::{DynamicImage, ImageFormat};
use mwanga_core::Core;
use mwanga_core::posts::{self, ImportPost, PostForm};
use mwanga_html as html;
use mwanga_store::entities::post;
use mwanga_store::{StoreError, queries};
use pulldown_cmark::Parser;
use sea_orm::EntityTrait;
use serde_json::{Map, Value};

use crate::importer::{Address, Brought, Importer};
use crate::media::FileRequest;
use crate::media_folder::MediaFolder;
use crate::test_core::core_in;

/// What a key of the front matter is called here; any other is a field of a post, or nothing.
fn field_of(key: &str) -> &str {
    match key {
        "date" => "publish_date",
        "description" => "excerpt",
        "author" => "custom_author",
        "category" => "category_name",
        "image" => "media_url",
        own => own,
    }
}

/// Imports each Markdown file of a folder, with the pictures that lie in it: how many were added, and what became of
/// the rest.
async fn run(core: &Core, folder: &Path) -> Result<(u64, Brought), StoreError> {
    let (mut added, mut brought) = (0, Brought::default());
    let mut importer = Importer::new(core, Some(MediaFolder::read(folder).unwrap()));
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "md"));
    files.sort();
    for file in files {
        let (name, text) = (file.file_stem().unwrap().to_str().unwrap(), std::fs::read_to_string(&file).unwrap());
        let (front, body) = text.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---\n")).unwrap();
        let mut fields = Map::new();
        for (key, value) in front.lines().filter_map(|line| line.split_once(": ")) {
            posts::read_text(&mut fields, field_of(key), value.to_owned()).unwrap();
        }
        let mut form: PostForm = serde_json::from_value(Value::Object(fields)).unwrap();
        let (mut text, title) = (String::new(), form.title.clone().unwrap_or_default());
        pulldown_cmark::html::push_html(&mut text, Parser::new(body));
        form.author_name = form.custom_author.as_ref().map(|_| "custom".to_owned());
        form.category_name = Some(importer.category_slug(form.category_name.as_deref()).await?);
        form.content = Some(importer.text(&text, |address| Address::File(request(address)), &mut brought).await?);
        if let Some(cover) = form.media_url.take() {
            form.media_url = importer.file(&request(&cover), &mut brought).await?.map(|file| file.key);
        }
        let external_key = format!("markdown:{name}");
        let post = ImportPost { external_key, form, slug: Some(name.to_owned()), created_at: None, owner_id: None };
        added += u64::from(importer.post(post, &title, &mut brought).await?);
    }
    Ok((added, brought))
}

fn request(path: &str) -> FileRequest {
    let (external_key, paths) = (format!("markdown:file:{path}"), vec![path.to_owned()]);
    FileRequest { external_key, paths, min_segments: 1, ..FileRequest::default() }
}

const LAMPS: &str = "---\ntitle: Lamps for a market at night\ndate: 2026-03-04\nauthor: Amina O.\ncategory: Light\n\
     tags: solar, markets\ndescription: Twelve stalls, one battery.\nimage: pictures/stall.png\nbrand: Taa Works\n---\n\
     ## At eight\n\nThe *lamps* come on.\n\n![A stall](pictures/stall.png)\n\n![Nothing](pictures/gone.png)\n";

#[tokio::test]
async fn a_folder_of_markdown_is_imported_over_the_shared_parts() {
    let folder = tempfile::tempdir().unwrap();
    let (core, source) = (core_in(folder.path()).await, folder.path().join("texts"));
    std::fs::create_dir_all(source.join("pictures")).unwrap();
    DynamicImage::new_rgb8(30, 20).save_with_format(source.join("pictures/stall.png"), ImageFormat::Png).unwrap();
    std::fs::write(source.join("lamps.md"), LAMPS).unwrap();
    std::fs::write(source.join("empty.md"), "---\ntitle: Empty\n---\n").unwrap();

    let (added, brought) = run(&core, &source).await.unwrap();
    assert_eq!((added, brought.files.added, brought.files.missing.count), (1, 1, 1), "{brought:?}");
    assert_eq!(brought.refused.first, ["Empty: Write something first."]);
    let id = post::Entity::find().one(core.store.reader()).await.unwrap().unwrap().id;
    let post = posts::get(&core, id).await.unwrap().unwrap();
    assert_eq!((post.slug.as_str(), post.title.as_str()), ("lamps", "Lamps for a market at night"));
    assert_eq!((post.custom_author.as_str(), post.tags.as_str()), ("Amina O.", "solar, markets"));
    assert_eq!((post.excerpt.as_str(), post.brand.as_str()), ("Twelve stalls, one battery.", "Taa Works"));
    assert_eq!(post.publish_date.unwrap().iso(), "2026-03-03T21:00:00Z");
    let record = queries::imports::get(core.store.reader(), "markdown:file:pictures/stall.png").await.unwrap().unwrap();
    let picture = queries::media::get(core.store.reader(), record.media_id.unwrap()).await.unwrap().unwrap();
    assert_eq!(post.media_url.as_deref(), Some(picture.object_key.as_str()));
    assert_eq!(html::media_refs(&post.content), [picture.object_key]);
    assert!(post.content.starts_with("<h2>At eight</h2><p>The <em>lamps</em> come on.</p>"), "{}", post.content);

    let (added, brought) = run(&core, &source).await.unwrap();
    assert_eq!((added, brought.unchanged, brought.files.added), (0, 1, 0), "{brought:?}");
}
