use mwanga_store::entities::post::{Model, Texts};
use mwanga_store::queries::{posts as query, sitemaps};
use mwanga_store::types::{Access, AccountId, CategoryId, PostId, PostStatus, Timestamp};
use mwanga_store::{ConnectionTrait, StoreError};

use super::author::AUTHOR_OPTIONS;
use super::error::PostError;
use super::form::PostForm;
use super::tags::tags_of;
use super::{derived, revisions, slug};
use crate::changes::{self, Tags};
use crate::idempotency::Claim;
use crate::{Core, newsletter};

/// Tries before a clash of saves at once is reported: of those that meet one gets through each time, and the others see
/// what it wrote.
pub(super) const TRIES: u32 = 24;

/// Makes a post; it is published unless the form says `draft`.
pub async fn create(core: &Core, by: Option<AccountId>, form: PostForm, claim: &Claim) -> Result<Model, PostError> {
    let mut blank = blank(core.now(), by);
    let wanted = form.apply(core, &mut blank).await?;
    let mut tries = 0;
    loop {
        tries += 1;
        match insert(core, blank.clone(), wanted.as_deref(), claim).await {
            Err(lost) if claim.is_lost() => return Err(lost),
            // Somebody took the generated slug between look and insert.
            Err(PostError::Store(StoreError::Conflict(_))) if tries < TRIES && wanted.is_none() => {}
            Err(PostError::Store(StoreError::Conflict(_))) if wanted.is_some() => return Err(PostError::SlugTaken),
            outcome => return outcome,
        }
    }
}

async fn insert(core: &Core, mut post: Model, wanted: Option<&str>, claim: &Claim) -> Result<Model, PostError> {
    let tx = core.store.begin().await?;
    claim.take(core, &tx).await?;
    post.slug = new_slug(&tx, &post, wanted).await?;
    let (post, tags) = insert_in(&tx, post).await?;
    claim.set_created(&tx, post.id.0).await?;
    core.commit(tx, tags).await?;
    Ok(post)
}

/// Writes a new post and its first revision; the importers add their record in the same transaction.
pub(super) async fn insert_in(tx: &impl ConnectionTrait, mut post: Model) -> Result<(Model, Tags), PostError> {
    mark_first_publication(&mut post);
    let post = query::insert(tx, post).await?;
    derived::write(tx, &post).await?;
    revisions::keep(tx, &post, post.created_by).await?;
    let mut tags = Tags::default();
    tags.add(changes::POSTS);
    add_public_tags(&mut tags, &post);
    Ok((post, tags))
}

pub(super) async fn new_slug(
    tx: &impl ConnectionTrait,
    post: &Model,
    wanted: Option<&str>,
) -> Result<String, PostError> {
    match wanted {
        Some(slug) if query::by_slug(tx, slug).await?.is_some_and(|other| other.id != post.id) => {
            Err(PostError::SlugTaken)
        }
        Some(slug) => Ok(slug.to_owned()),
        None => {
            let base = slug::from_title(&post.title).unwrap_or_else(|| "post".into());
            Ok(slug::free(tx, &base, (post.id.0 != 0).then_some(post.id)).await?)
        }
    }
}

/// Says what is wrong with a form for a post as it stands, and changes nothing.
pub async fn check(core: &Core, mut post: Model, form: PostForm) -> Result<(), PostError> {
    form.apply(core, &mut post).await.map(|_| ())
}

/// Changes what the form carries.
///
/// # Errors
///
/// - [`PostError::Changed`]: the form names an older revision than there is.
/// - [`PostError::SlugTaken`]: a slug was sent that another post has.
pub async fn update(core: &Core, by: Option<AccountId>, id: PostId, form: PostForm) -> Result<Model, PostError> {
    let mut tries = 0;
    loop {
        tries += 1;
        match update_once(core, by, id, form.clone()).await {
            // What it was, the next try finds out: a save at the same time, or a slug taken between look and write.
            Err(PostError::Store(StoreError::Conflict(_))) if tries < TRIES => {}
            outcome => return outcome,
        }
    }
}

async fn update_once(core: &Core, by: Option<AccountId>, id: PostId, form: PostForm) -> Result<Model, PostError> {
    let seen = form.revision;
    let title_sent = form.title.is_some();
    // Cleaning HTML takes its time; it is done before the write lock is taken, and the row is compared again under it.
    let before = query::get(core.store.reader(), id).await?.ok_or(PostError::NotFound)?;
    refuse_older(seen, &before)?;
    let mut post = before.clone();
    post.updated_at = core.now();
    // One that was scheduled and not out yet is published for the first time by this save.
    let seen_by_readers = was_public(&before, post.updated_at);
    post.first_published_at = before.first_published_at.filter(|_| seen_by_readers);
    let wanted = form.apply(core, &mut post).await?;

    let tx = core.store.begin().await?;
    let current = query::lock_by_id(&tx, id).await?.ok_or(PostError::NotFound)?;
    refuse_older(seen, &current)?;
    if current.revision != before.revision {
        // Nobody asked for a certain revision, but the parts that this form did not carry must be the newest ones.
        return Err(PostError::Store(StoreError::Conflict("saved twice at once".into())));
    }
    post.slug = match &wanted {
        Some(_) => new_slug(&tx, &post, wanted.as_deref()).await?,
        None if title_sent && !seen_by_readers && follows_title(&before) && before.title != post.title => {
            new_slug(&tx, &post, None).await?
        }
        None => before.slug.clone(),
    };
    if current.category_id != before.category_id {
        // Its category was deleted meanwhile; the next try files it where the others went.
        return Err(PostError::Store(StoreError::Conflict("moved to another category".into())));
    }
    if post.published_at == before.published_at {
        post.pick_rank = current.pick_rank;
    }
    post.revision += 1;
    mark_first_publication(&mut post);
    if !query::replace(&tx, &post, before.revision).await? {
        return Err(PostError::Store(StoreError::Conflict("saved twice at once".into())));
    }
    let mut tags = Tags::default();
    tags.add(changes::POSTS);
    if post.slug != before.slug {
        query::forget_old_slug(&tx, &post.slug, id).await?;
        // Nobody has seen the address of a post that was never public.
        if seen_by_readers {
            query::retire_slug(&tx, &before.slug, id, post.updated_at).await?;
        }
    }
    derived::write(&tx, &post).await?;
    newsletter::enqueue_if_asked(&tx, &post, post.updated_at).await?;
    revisions::keep(&tx, &post, by).await?;
    revisions::forget_beyond(&tx, &post, core.config.kept_revisions).await?;
    add_public_tags(&mut tags, &before);
    add_public_tags(&mut tags, &post);
    if before.first_published_at.is_some() {
        tags.extend(query::old_slugs_of(&tx, id).await?.iter().map(|slug| changes::slug(slug)));
    }
    core.commit(tx, tags).await?;
    Ok(post)
}

fn refuse_older(seen: Option<i32>, current: &Model) -> Result<(), PostError> {
    match seen {
        Some(seen) if seen < current.revision => Err(PostError::Changed(Box::new(current.clone()))),
        _ => Ok(()),
    }
}

fn follows_title(post: &Model) -> bool {
    slug::is_made_from(&post.slug, &slug::from_title(&post.title).unwrap_or_else(|| "post".into()))
}

/// Takes a post away for good; its addresses answer that it is gone.
pub async fn delete(core: &Core, id: PostId) -> Result<(), PostError> {
    let tx = core.store.begin().await?;
    let post = query::lock_by_id(&tx, id).await?.ok_or(PostError::NotFound)?;
    let mut tags = Tags::default();
    tags.add(changes::POSTS);
    add_public_tags(&mut tags, &post);
    let now = core.now();
    if was_public(&post, now) {
        query::retire_slug(&tx, &post.slug, id, now).await?;
        query::keep_deleted(&tx, id, now).await?;
    }
    tags.extend(query::old_slugs_of(&tx, id).await?.iter().map(|slug| changes::slug(slug)));
    query::delete(&tx, id).await?;
    core.commit(tx, tags).await?;
    Ok(())
}

/// From its first publication on a post keeps its slug, and its date if it was given none. A scheduled one is published
/// when its time has come.
fn mark_first_publication(post: &mut Model) {
    if post.status == PostStatus::Published && post.first_published_at.is_none() {
        post.first_published_at = Some(post.updated_at.max(post.published_at));
    }
}

/// Whether readers may have seen the post, and its address.
fn was_public(post: &Model, now: Timestamp) -> bool {
    post.first_published_at.is_some_and(|at| at <= now)
}

/// What a reader can see of a post, or will: a scheduled one changes when the lists it will stand in end.
pub(crate) fn add_public_tags(tags: &mut Tags, post: &Model) {
    if post.status == PostStatus::Published {
        tags.add(changes::LIST);
        tags.add(changes::category(post.category_id));
        tags.add(changes::post(post.id));
        tags.add(changes::slug(&post.slug));
        tags.add(changes::author(&post.author_slug));
        tags.extend(tags_of(&post.tags).iter().map(|tag| changes::tag(&tag.slug)));
        tags.add(changes::sitemap(sitemaps::file_of(post.id)));
    }
}

/// A post before anything was filled in.
pub(super) fn blank(now: Timestamp, by: Option<AccountId>) -> Model {
    Model {
        id: PostId(0),
        title: String::new(),
        title_key: String::new(),
        slug: String::new(),
        content: String::new(),
        excerpt: String::new(),
        opening: String::new(),
        summary: String::new(),
        category_id: CategoryId(0),
        status: PostStatus::Published,
        access: Access::Everyone,
        publish_date: None,
        published_at: now,
        first_published_at: None,
        media_url: None,
        media_urls: Texts::default(),
        poster_url: None,
        preview_url: None,
        deal_links: Vec::new(),
        author_name: AUTHOR_OPTIONS[0].0.to_owned(),
        custom_author: String::new(),
        author_slug: String::new(),
        tags: String::new(),
        is_today_pick: false,
        pick_rank: 0,
        brand: String::new(),
        extra_text: String::new(),
        reading_minutes: 1,
        revision: 1,
        created_by: by,
        created_at: now,
        updated_at: now,
    }
}
