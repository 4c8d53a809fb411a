//! What today holds for a member of the newsroom.

use mwanga_store::queries::desk::{self as query, DatedPost, DeskFilter, DeskSort, PostState};
use mwanga_store::queries::{self, issues};
use mwanga_store::types::{IssueStatus, Role, Timestamp};
use mwanga_store::{StoreError, StoreResult};

use crate::Core;
use crate::doctor::{self, Check};
use crate::newsletter::Schedule;
use crate::posts::{self, Writer};

/// Scheduled posts that are named.
const NEXT_POSTS: u64 = 5;

/// What waits, and what goes out next: of all posts, or of the own ones.
#[derive(Debug)]
pub struct Today {
    pub drafts: u64,
    pub in_review: u64,
    pub scheduled: u64,
    /// The next scheduled posts, by time.
    pub next: Vec<DatedPost>,
    /// For editors.
    pub newsroom: Option<NewsroomDay>,
    /// What is not well, as far as it is known without a slow check; for administrators.
    pub problems: Option<Vec<Check>>,
}

/// What editors see of the day beside posts.
#[derive(Debug)]
pub struct NewsroomDay {
    pub daily: Daily,
    /// The next issues that are scheduled, by time.
    pub issues: Vec<issues::DatedIssue>,
    /// When the last good backup was finished, where backups are made by themselves.
    pub last_backup_at: Option<Timestamp>,
}

/// The daily newsletter today.
#[derive(Debug)]
pub struct Daily {
    pub state: DailyState,
    /// When it goes out next; `None` where it is off.
    pub next_at: Option<Timestamp>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DailyState {
    Off,
    /// Its time today is still ahead.
    Ahead,
    /// Today's is there, in this state.
    Issue(IssueStatus),
    /// Its time is over, and there was none: too few new posts, or it was turned on later.
    Skipped,
}

pub async fn today(core: &Core, by: Writer) -> StoreResult<Today> {
    let (db, now) = (core.store.reader(), core.now());
    let of_state = |state| DeskFilter { state: Some(state), owner: by.owner(), ..DeskFilter::default() };
    let next = async {
        let part = (0, NEXT_POSTS);
        let ids = query::ids(db, &of_state(PostState::Scheduled), DeskSort::Oldest, now, None, part).await?;
        let posts = queries::posts::by_ids_without_content(db, &ids).await?;
        Ok::<_, StoreError>(posts.into_iter().map(dated).collect())
    };
    let (draft, review, ahead) =
        (of_state(PostState::Draft), of_state(PostState::InReview), of_state(PostState::Scheduled));
    let (drafts, in_review, scheduled, next) = tokio::try_join!(
        posts::desk_count(core, &draft, now),
        posts::desk_count(core, &review, now),
        posts::desk_count(core, &ahead, now),
        next
    )?;
    let newsroom = if by.is_editor() { Some(newsroom_day(core).await?) } else { None };
    let problems = if by.role == Role::Admin { Some(doctor::known_problems(core).await) } else { None };
    Ok(Today { drafts, in_review, scheduled, next, newsroom, problems })
}

fn dated(post: mwanga_store::entities::post::Model) -> DatedPost {
    let mwanga_store::entities::post::Model { id, title, slug, status, published_at, .. } = post;
    DatedPost { id, title, slug, status, published_at }
}

async fn newsroom_day(core: &Core) -> StoreResult<NewsroomDay> {
    let (db, now, settings) = (core.store.reader(), core.now(), core.settings());
    let zone = settings.time_zone();
    let day = now.day_in(zone);
    let next_at = Schedule::from(&*settings).next(now, zone);
    let state = match issues::by_day(db, &day).await? {
        Some(issue) => DailyState::Issue(issue.status),
        None => match next_at {
            None => DailyState::Off,
            Some(at) if at.day_in(zone) == day => DailyState::Ahead,
            Some(_) => DailyState::Skipped,
        },
    };
    let last_backup_at = crate::backups::state(core).await?.last_good_at;
    Ok(NewsroomDay { daily: Daily { state, next_at }, issues: issues::waiting(db, now).await?, last_backup_at })
}
