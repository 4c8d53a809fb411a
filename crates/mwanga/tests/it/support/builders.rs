//! Test data builders.

use mwanga_core::Core;
use mwanga_core::idempotency::Claim;
use mwanga_core::posts::{self, PostForm};
use mwanga_store::entities::post::Model;

/// A post on its way into the store, by the rules of every save; published now unless it says otherwise.
pub struct PostBuilder<'a> {
    core: &'a Core,
    form: PostForm,
}

impl<'a> PostBuilder<'a> {
    pub fn new(core: &'a Core, title: &str) -> Self {
        let form = PostForm {
            title: Some(title.to_owned()),
            content: Some(format!("<p>The text of {title}.</p>")),
            category_name: Some("tech".to_owned()),
            ..PostForm::default()
        };
        Self { core, form }
    }

    pub fn content(mut self, html: &str) -> Self {
        self.form.content = Some(html.to_owned());
        self
    }

    pub fn category(mut self, name: &str) -> Self {
        self.form.category_name = Some(name.to_owned());
        self
    }

    pub fn slug(mut self, slug: &str) -> Self {
        self.form.slug = Some(slug.to_owned());
        self
    }

    pub fn pick(mut self) -> Self {
        self.form.is_today_pick = Some(true);
        self
    }

    /// Separated by commas.
    pub fn tags(mut self, tags: &str) -> Self {
        self.form.tags = Some(tags.to_owned());
        self
    }

    /// By a guest of this name.
    pub fn by(mut self, name: &str) -> Self {
        self.form.author_name = Some("guest_writer".to_owned());
        self.form.custom_author = Some(name.to_owned());
        self
    }

    pub fn draft(mut self) -> Self {
        self.form.status = Some("draft".to_owned());
        self
    }

    /// Dated so many milliseconds from now: ahead schedules it.
    pub fn in_ms(mut self, ms: i64) -> Self {
        self.form.publish_date = Some(self.core.now().plus_ms(ms).iso());
        self
    }

    pub fn form(mut self, fill: impl FnOnce(&mut PostForm)) -> Self {
        fill(&mut self.form);
        self
    }

    pub async fn insert(self) -> Model {
        posts::create(self.core, None, self.form, &Claim::none()).await.expect("the post is saved").post
    }
}
