//! The table of `docs/retention.md`: what is due goes, what is not stays.

#![allow(clippy::too_many_lines, reason = "a test is one story")]

#[path = "../../jobs/tests/support/mod.rs"]
#[expect(dead_code, reason = "the core has a clock of its own")]
mod support;

use std::path::Path;
use std::time::{Duration, UNIX_EPOCH};

use mwanga_core::analytics::{self, AnalyticsEvent};
use mwanga_core::clock::Clock;
use mwanga_core::config::{Config, ConfigSource};
use mwanga_core::idempotency::Claim;
use mwanga_core::posts::{self, PostForm};
use mwanga_core::retention::{self, DeletedRows};
use mwanga_core::{Core, jobs, newsletter};
use mwanga_store::entities::{
    account, analytics_day, analytics_post_day, analytics_referrer_day, attempt, change, delivery, idempotency_key,
    issue, job, link_check, mail_log, mailed_code, missing_address, paid_order, post, post_unsaved, preview_link,
    session, staff_invite, subscriber,
};
use mwanga_store::queries;
use mwanga_store::queries::mailed_codes::Owner;
use mwanga_store::types::{
    CodePurpose, DeliveryStatus, IssueId, IssueKind, IssueStatus, JobState, LinkOutcome, LinkReason, MailKind,
    MailStatus, OrderStatus, PlanCode, Role, SessionKind, SubscriberStatus, Timestamp, TrackedEvent,
};
use sea_orm::{EntityTrait, NotSet, PaginatorTrait, QuerySelect, Set};
use support::{Database, NOW, on_each};

const DAY: i64 = 24 * 3_600_000;

async fn core(database: &Database, folder: &Path) -> Core {
    let pairs =
        [("data_dir", folder.to_str().unwrap()), ("secret_key", "a key that only the tests know, 44 characters")];
    let config = Config::from_source(&ConfigSource::from_pairs(
        pairs.into_iter().map(|(key, value)| (key.to_owned(), value.to_owned())),
    ))
    .unwrap();
    Core::new(config, database.open().await, Clock::fixed(NOW)).await.unwrap()
}

fn ago(ms: i64) -> Timestamp {
    NOW.plus_ms(-ms)
}

async fn account(core: &Core) -> account::Model {
    let row = account::ActiveModel {
        id: NotSet,
        email: Set("amina@example.com".into()),
        email_key: Set("amina@example.com".into()),
        username: Set("amina".into()),
        password_hash: Set(None),
        role: Set(Role::Reader),
        email_verified_at: Set(None),
        created_at: Set(NOW),
        updated_at: Set(NOW),
    };
    queries::accounts::insert(core.store.writer(), row).await.unwrap()
}

async fn session(core: &Core, owner: &account::Model, id: &str, expires_at: Timestamp, revoked_at: Option<Timestamp>) {
    let row = session::ActiveModel {
        id: Set(id.to_owned()),
        account_id: Set(owner.id),
        kind: Set(SessionKind::Reader),
        refresh_hash: Set(id.to_owned()),
        previous_hash: Set(None),
        rotated_at: Set(NOW),
        created_at: Set(NOW),
        expires_at: Set(expires_at),
        ends_at: Set(expires_at),
        revoked_at: Set(revoked_at),
        device: Set(String::new()),
    };
    queries::sessions::insert(core.store.writer(), row).await.unwrap();
}

/// A link that was asked then.
async fn link(core: &Core, url: &str, checked_at: Timestamp) {
    let row = link_check::Model {
        url: url.to_owned(),
        outcome: LinkOutcome::Ok,
        reason: LinkReason::Answered,
        status: Some(200),
        checked_at,
    };
    queries::link_checks::upsert(core.store.writer(), row).await.unwrap();
}

/// A code and an invite of this name, both ending then.
async fn code(core: &Core, owner: &account::Model, name: &str, expires_at: Timestamp) {
    let (db, owner) = (core.store.writer(), Owner::Account(owner.id));
    queries::mailed_codes::upsert(db, CodePurpose::Reset, name, owner, expires_at, ago(60 * DAY)).await.unwrap();
    let row = staff_invite::ActiveModel {
        id: NotSet,
        email: Set(name.to_owned()),
        email_key: Set(name.to_owned()),
        role: Set(Role::Editor),
        created_at: Set(ago(60 * DAY)),
        expires_at: Set(expires_at),
        accepted_at: Set(None),
        account_id: Set(None),
    };
    queries::staff_invites::insert(db, row).await.unwrap();
}

async fn job(core: &Core, state: JobState, due_at: Option<Timestamp>, finished_at: Option<Timestamp>) {
    let row = job::ActiveModel {
        id: NotSet,
        kind: Set(format!("{} {:?}", state.as_str(), finished_at.map(|at| NOW.0 - at.0))),
        payload: Set(serde_json::json!({})),
        state: Set(state),
        due_at: Set(due_at),
        attempts: Set(1),
        lease: Set(None),
        dedupe_key: Set(None),
        last_error: Set(None),
        created_at: Set(ago(90 * DAY)),
        finished_at: Set(finished_at),
    };
    job::Entity::insert(row).exec(core.store.writer()).await.unwrap();
}

async fn mail(core: &Core, name: &str, created_at: Timestamp) {
    let row = mail_log::ActiveModel {
        id: NotSet,
        mail_id: Set(name.to_owned()),
        kind: Set(MailKind::VerifyEmail),
        recipient: Set("amina@example.com".into()),
        recipient_key: Set("amina@example.com".into()),
        subject: Set(name.to_owned()),
        status: Set(MailStatus::Sent),
        error: Set(None),
        attempts: Set(1),
        created_at: Set(created_at),
        tried_at: Set(created_at),
        sent_at: Set(Some(created_at)),
    };
    queries::mail_log::record_attempts(core.store.writer(), vec![row]).await.unwrap();
}

/// An issue with one mail, to the one subscriber there is.
async fn issue(core: &Core, finished_at: Timestamp) -> IssueId {
    let db = core.store.writer();
    let row = issue::ActiveModel {
        id: NotSet,
        kind: Set(IssueKind::Manual),
        status: Set(IssueStatus::Sent),
        subject: Set(String::new()),
        preheader: Set(String::new()),
        html: Set(String::new()),
        fingerprint: Set(String::new()),
        idempotency_key: Set(None),
        day: Set(None),
        post_id: Set(None),
        created_by: Set(None),
        created_at: Set(finished_at),
        starts_at: Set(finished_at),
        finished_at: Set(Some(finished_at)),
        kept_counts: Set(None),
        covers_until: Set(None),
        topic: Set(None),
        pause_reason: Set(None),
    };
    let id = queries::issues::insert(db, row).await.unwrap().id;
    queries::deliveries::insert_for_audience(db, id, &[], finished_at).await.unwrap();
    let skipped =
        delivery::ActiveModel { status: Set(DeliveryStatus::Skipped), due_at: Set(None), ..Default::default() };
    delivery::Entity::update_many().set(skipped).exec(db).await.unwrap();
    id
}

/// A reader who came from another site to a post, so many days ago.
async fn view(core: &Core, days: i64) {
    let form = PostForm {
        title: Some(format!("Read {days} days ago")),
        content: Some("<p>Text</p>".into()),
        category_name: Some("tech".into()),
        publish_date: Some(ago(500 * DAY).iso()),
        ..PostForm::default()
    };
    let post = posts::create(core, None, form, &Claim::none()).await.unwrap();
    core.clock.advance_ms(-days * DAY);
    let (post_id, referrer) = (Some(post.id), Some("a.example".into()));
    analytics::record(
        core,
        AnalyticsEvent { event: TrackedEvent::PostView, post_id, deal: None, plan: None, method: None, referrer },
    );
    analytics::flush(core).await.unwrap();
    core.clock.advance_ms(days * DAY);
}

/// Preview links and unsaved texts of a post that is made for them; those whose name says so are due.
async fn previews(core: &Core, owner: &account::Model) {
    let form = PostForm {
        title: Some("Previewed".into()),
        content: Some("<p>Text</p>".into()),
        category_name: Some("tech".into()),
        status: Some("draft".into()),
        ..PostForm::default()
    };
    let post = posts::create(core, None, form, &Claim::none()).await.unwrap();
    for (name, expires_at, ended_at) in [
        ("live", NOW.plus_ms(DAY), None),
        ("expired lately", ago(30 * DAY), None),
        ("expired, due", ago(30 * DAY + 1), None),
        ("ended lately", NOW.plus_ms(DAY), Some(ago(30 * DAY))),
        ("ended, due", NOW.plus_ms(DAY), Some(ago(30 * DAY + 1))),
    ] {
        let row = preview_link::ActiveModel {
            id: NotSet,
            post_id: Set(post.id),
            code_hash: Set(name.into()),
            account_id: Set(Some(owner.id)),
            may_approve: Set(false),
            created_at: Set(ago(60 * DAY)),
            expires_at: Set(expires_at),
            ended_at: Set(ended_at),
            last_opened_at: Set(None),
            answer_count: Set(0),
            agreed_at: Set(None),
            agreed_revision: Set(None),
            agreed_fingerprint: Set(None),
        };
        preview_link::Entity::insert(row).exec(core.store.writer()).await.unwrap();
    }
    unsaved(core, &post, owner, ago(DAY + 1)).await;
}

async fn unsaved(core: &Core, post: &post::Model, owner: &account::Model, created_at: Timestamp) {
    let row = post_unsaved::ActiveModel {
        id: NotSet,
        post_id: Set(post.id),
        account_id: Set(owner.id),
        revision: Set(1),
        snapshot: Set(serde_json::json!({})),
        created_at: Set(created_at),
    };
    queries::post_unsaved::upsert(core.store.writer(), row).await.unwrap();
}

async fn order(core: &Core, status: OrderStatus, created_at: Timestamp) {
    let name = || Set(mwanga_core::secrets::random_token(12));
    let row = paid_order::ActiveModel {
        id: NotSet,
        reference: name(),
        idempotency_key: Set(None),
        email: Set("amina@example.com".into()),
        email_key: Set("amina@example.com".into()),
        account_id: Set(None),
        provider: Set(mwanga_core::payments::DEFAULT_PROVIDER),
        plan: Set(PlanCode::EightMonths),
        months: Set(8),
        price_minor: Set(300),
        currency: Set("USD".into()),
        auto_subscribe_all: Set(false),
        status: Set(status),
        create_request_id: name(),
        capture_request_id: name(),
        refund_request_id: name(),
        wallet_order: Set(None),
        capture_id: Set(None),
        note: Set(None),
        created_at: Set(created_at),
        changed_at: Set(created_at),
        captured_at: Set(None),
        refunded_at: Set(None),
        period_from: Set(None),
        period_until: Set(None),
        next_check_at: Set(None),
        declined_at: Set(None),
    };
    queries::orders::insert(core.store.writer(), row).await.unwrap();
}

fn file(core: &Core, key: &str, written_at: Timestamp) {
    let path = core.media().folder().unwrap().incoming_path(key);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    let file = std::fs::File::create(&path).unwrap();
    file.set_modified(UNIX_EPOCH + Duration::from_millis(written_at.0 as u64)).unwrap();
}

#[tokio::test]
async fn the_retention_sweep_deletes_only_rows_past_their_limit() {
    on_each(async |database: Database| {
        let folder = tempfile::tempdir().unwrap();
        let core = core(&database, folder.path()).await;
        let owner = account(&core).await;
        session(&core, &owner, "lives", NOW.plus_ms(DAY), None).await;
        session(&core, &owner, "expired lately", ago(30 * DAY), None).await;
        session(&core, &owner, "expired", ago(30 * DAY + 1), None).await;
        session(&core, &owner, "revoked lately", NOW.plus_ms(DAY), Some(ago(30 * DAY))).await;
        session(&core, &owner, "revoked", NOW.plus_ms(DAY), Some(ago(30 * DAY + 1))).await;
        queries::changes::insert(core.store.writer(), &["kept".into()], "node", ago(DAY)).await.unwrap();
        queries::changes::insert(core.store.writer(), &["old".into(), "older".into()], "node", ago(DAY + 1))
            .await
            .unwrap();
        job(&core, JobState::Done, None, Some(ago(7 * DAY))).await;
        job(&core, JobState::Done, None, Some(ago(7 * DAY + 1))).await;
        job(&core, JobState::Failed, None, Some(ago(30 * DAY))).await;
        job(&core, JobState::Failed, None, Some(ago(30 * DAY + 1))).await;
        job(&core, JobState::Waiting, Some(ago(60 * DAY)), None).await;
        job(&core, JobState::Running, Some(ago(60 * DAY)), None).await;
        for (email, status, requested_at) in [
            ("lately", SubscriberStatus::Pending, ago(30 * DAY)),
            ("pending", SubscriberStatus::Pending, ago(30 * DAY + 1)),
            ("confirmed", SubscriberStatus::Confirmed, ago(90 * DAY)),
            ("unsubscribed", SubscriberStatus::Unsubscribed, ago(90 * DAY)),
        ] {
            queries::subscribers::upsert_request(core.store.writer(), email, email, status, requested_at)
                .await
                .unwrap();
        }
        for (name, ended) in [("open", NOW.plus_ms(DAY)), ("ended lately", ago(30 * DAY)), ("ended", ago(30 * DAY + 1))]
        {
            code(&core, &owner, name, ended).await;
        }
        queries::attempts::increment(core.store.writer(), "kept", "", ago(2 * DAY), ago(DAY)).await.unwrap();
        queries::attempts::increment(core.store.writer(), "old", "", ago(2 * DAY), ago(DAY + 1)).await.unwrap();
        for (name, at) in [("kept", ago(400 * DAY)), ("old", ago(400 * DAY + 1))] {
            queries::account_browsers::upsert_sign_in(core.store.writer(), owner.id, name, None, at).await.unwrap();
        }
        for (name, at) in [("kept", ago(DAY)), ("old", ago(DAY + 1))] {
            queries::idempotency_keys::claim(core.store.writer(), name, "POST /posts", "", None, ago(2 * DAY), at)
                .await
                .unwrap();
        }
        for (name, at) in [("mail", ago(90 * DAY + 1)), ("late mail", ago(90 * DAY))] {
            mail(&core, name, at).await;
        }
        let (known, old) = (issue(&core, ago(90 * DAY)).await, issue(&core, ago(90 * DAY + 1)).await);
        for (status, created_at) in [
            (OrderStatus::Expired, ago(90 * DAY + 1)),
            (OrderStatus::Expired, ago(90 * DAY)),
            (OrderStatus::Captured, ago(900 * DAY)),
            (OrderStatus::Refused, ago(900 * DAY)),
        ] {
            order(&core, status, created_at).await;
        }
        // In the order of time: a day that has counts never goes back by one.
        for days in [401, 400] {
            view(&core, days).await;
        }
        previews(&core, &owner).await;
        for (url, checked_at) in [("https://kept.example", ago(90 * DAY)), ("https://old.example", ago(90 * DAY + 1))] {
            link(&core, url, checked_at).await;
        }
        let asked_at = [("/kept", ago(90 * DAY)), ("/old", ago(90 * DAY + 1))];
        let row = |(path, last_asked_at): (&str, Timestamp)| missing_address::Model {
            path: path.into(),
            count: 1,
            last_asked_at,
        };
        queries::missing_addresses::add(core.store.writer(), asked_at.map(row).into()).await.unwrap();
        file(&core, "2026/11/kept.png", ago(DAY));
        file(&core, "2026/11/abandoned.png", ago(DAY + 1));
        file(&core, ".kept.part", ago(DAY));
        file(&core, ".abandoned.part", ago(DAY + 1));
        let accepted = core.media().folder().unwrap().path("2020/01/old.png");
        std::fs::create_dir_all(accepted.parent().unwrap()).unwrap();
        std::fs::File::create(&accepted).unwrap().set_modified(UNIX_EPOCH).unwrap();

        assert_eq!(
            retention::sweep(&core).await.unwrap(),
            DeletedRows {
                sessions: 2,
                changes: 2,
                done_jobs: 1,
                failed_jobs: 1,
                unconfirmed_subscribers: 1,
                mailed_codes: 1,
                staff_invites: 1,
                attempts: 1,
                account_browsers: 1,
                idempotency_keys: 1,
                mails: 1,
                post_events: 0,
                preview_links: 2,
                unsaved_posts: 1,
                link_checks: 1,
                missing_addresses: 1,
                deliveries: 1,
                unpaid_orders: 1,
                counts_of_posts: 1,
                referrers: 1,
                uploads: 2,
                trash: 0
            }
        );

        let db = core.store.reader();
        let mut sessions: Vec<String> =
            session::Entity::find().select_only().column(session::Column::Id).into_tuple().all(db).await.unwrap();
        sessions.sort();
        assert_eq!(sessions, ["expired lately", "lives", "revoked lately"]);
        let changes: Vec<String> =
            change::Entity::find().select_only().column(change::Column::Tag).into_tuple().all(db).await.unwrap();
        // The posts that were read have changes of their own.
        assert!(
            changes.contains(&"kept".to_owned()) && !changes.iter().any(|tag| tag.starts_with("old")),
            "{changes:?}"
        );
        let mut kinds: Vec<String> =
            job::Entity::find().select_only().column(job::Column::Kind).into_tuple().all(db).await.unwrap();
        kinds.sort();
        assert_eq!(kinds, ["done Some(604800000)", "failed Some(2592000000)", "running None", "waiting None"]);
        let mut emails: Vec<String> = subscriber::Entity::find()
            .select_only()
            .column(subscriber::Column::Email)
            .into_tuple()
            .all(db)
            .await
            .unwrap();
        emails.sort();
        assert_eq!(emails, ["confirmed", "lately", "unsubscribed"]);
        let mut codes: Vec<String> = mailed_code::Entity::find()
            .select_only()
            .column(mailed_code::Column::CodeHash)
            .into_tuple()
            .all(db)
            .await
            .unwrap();
        codes.sort();
        assert_eq!(codes, ["ended lately", "open"]);
        let mut invites: Vec<String> = staff_invite::Entity::find()
            .select_only()
            .column(staff_invite::Column::Email)
            .into_tuple()
            .all(db)
            .await
            .unwrap();
        invites.sort();
        assert_eq!(invites, ["ended lately", "open"]);
        let counted: Vec<String> =
            attempt::Entity::find().select_only().column(attempt::Column::KeyHash).into_tuple().all(db).await.unwrap();
        assert_eq!(counted, ["kept"]);
        let keys = idempotency_key::Entity::find()
            .select_only()
            .column(idempotency_key::Column::KeyHash)
            .into_tuple::<String>();
        assert_eq!(keys.all(db).await.unwrap(), ["kept"]);
        let mails: Vec<String> = mail_log::Entity::find()
            .select_only()
            .column(mail_log::Column::Subject)
            .into_tuple()
            .all(db)
            .await
            .unwrap();
        assert_eq!(mails, ["late mail"]);
        assert_eq!(paid_order::Entity::find().count(db).await.unwrap(), 3, "what took money is kept");
        // Its counts stay with the issue.
        let left: Vec<IssueId> = delivery::Entity::find()
            .select_only()
            .column(delivery::Column::IssueId)
            .into_tuple()
            .all(db)
            .await
            .unwrap();
        assert_eq!(left, [known]);
        let counted = newsletter::issue(&core, old).await.unwrap().unwrap();
        assert_eq!((counted.total, counted.count(DeliveryStatus::Skipped)), (1, 1));
        // What a whole day adds up to stays.
        assert_eq!(analytics_day::Entity::find().count(db).await.unwrap(), 2);
        assert_eq!(analytics_post_day::Entity::find().count(db).await.unwrap(), 1);
        assert_eq!(analytics_referrer_day::Entity::find().count(db).await.unwrap(), 1);
        for key in ["2026/11/kept.png", ".kept.part"] {
            assert!(core.media().folder().unwrap().incoming_path(key).exists(), "{key}");
        }
        assert!(accepted.exists());
        assert_eq!(retention::sweep(&core).await.unwrap(), DeletedRows::default());
    })
    .await;
}

#[tokio::test]
async fn the_retention_job_runs_hourly_until_nothing_is_left() {
    on_each(async |database: Database| {
        let folder = tempfile::tempdir().unwrap();
        let core = core(&database, folder.path()).await;
        let tags: Vec<String> = (0..250).map(|n| format!("post:{n}")).collect();
        queries::changes::insert(core.store.writer(), &tags, "node", ago(2 * DAY)).await.unwrap();
        let worker = jobs::worker(&core, jobs::registry());
        assert_eq!(worker.run_due().await.unwrap(), 0);
        core.clock.advance_ms(3_600_000);
        // Three other jobs are hourly.
        assert_eq!(worker.run_due().await.unwrap(), 4);
        assert_eq!(change::Entity::find().count(core.store.reader()).await.unwrap(), 0);
        assert_eq!(worker.run_due().await.unwrap(), 0);
    })
    .await;
}
