//! A clock that was wrong for a moment, ahead or behind, and is right again.

use mwanga_core::backups;
use mwanga_core::config::BackupLocation;
use mwanga_core::doctor::{self, CheckState};
use mwanga_core::newsletter::{Schedule, set_schedule};
use mwanga_core::retention;
use mwanga_store::entities::{attempt, issue, job_schedule, post, session, subscriber, trash_item};
use mwanga_store::queries;
use mwanga_store::types::{AccountId, BackupKind, BackupStatus, IssueKind, SessionKind, SubscriberStatus, Timestamp};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder};

use crate::support::*;

const HOUR_MS: i64 = 3_600_000;
const DAY_MS: i64 = 24 * HOUR_MS;
const AHEAD: [i64; 2] = [2 * HOUR_MS, 400 * DAY_MS];

/// Sets the clock, as a serving process notices it.
async fn jump(app: &TestApp, ms: i64) {
    app.clock.jump_ms(ms);
    assert!(app.state.look_at_clock());
    app.state.set_moments_right().await.unwrap();
}

/// Lets some hours pass with the right clock, so that it is known to be the right one.
async fn work(app: &TestApp) {
    app.run_jobs().await;
    for _ in 0..3 {
        app.clock.advance_ms(HOUR_MS);
        app.run_jobs().await;
    }
}

async fn doctors_line(app: &TestApp, subject: &str) -> (CheckState, String) {
    let checks = doctor::check_all(app.core()).await;
    let line = checks.into_iter().find(|check| check.subject == subject).unwrap();
    (line.state, line.finding)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_recurs_goes_on_after_the_clock_was_ahead_or_behind() {
    for ms in AHEAD.into_iter().chain(AHEAD.map(|ms| -ms)) {
        let folder = tempfile::tempdir().unwrap();
        let location = BackupLocation::Folder(folder.path().join("backups"));
        let app = TestApp::with(|config| config.backup.location = Some(location)).await;
        app.post("habari").insert().await;
        work(&app).await;
        jump(&app, ms).await;
        app.run_jobs().await;
        jump(&app, -ms).await;
        let now = app.core().now();
        for schedule in job_schedule::Entity::find().all(app.core().store.reader()).await.unwrap() {
            assert!(schedule.next_at <= now.plus_ms(8 * DAY_MS), "{ms}: {schedule:?}");
        }
        for night in 1..=3 {
            app.clock.advance_ms(DAY_MS);
            app.run_jobs().await;
            let state = backups::state(app.core()).await.unwrap();
            let last = state.last_good_at.unwrap_or_else(|| panic!("{ms}: no backup after {night} nights"));
            assert!(last <= app.core().now() && last > app.core().now().plus_ms(-DAY_MS), "{ms}: {state:?}");
        }
        let hourly = job_schedule::Entity::find_by_id("retention.sweep").one(app.core().store.reader()).await.unwrap();
        assert!(hourly.unwrap().next_at <= app.core().now().plus_ms(HOUR_MS), "{ms}");
    }
}

#[tokio::test]
async fn a_backup_of_the_future_says_nothing_of_how_old_the_last_one_is() {
    let folder = tempfile::tempdir().unwrap();
    let location = BackupLocation::Folder(folder.path().join("backups"));
    let app = TestApp::with(|config| config.backup.location = Some(location)).await;
    let (db, now) = (app.core().store.writer(), app.core().now());
    for at in [now.plus_ms(-3 * DAY_MS), now.plus_ms(400 * DAY_MS)] {
        let row = queries::backups::insert(db, BackupKind::Scheduled, BackupStatus::Running, at).await.unwrap();
        let file = queries::backups::WrittenFile {
            name: format!("{}.backup", at.0),
            size_bytes: 1,
            sha256: "0".into(),
            encrypted: false,
        };
        queries::backups::finish(db, row.id, file, at).await.unwrap();
    }
    let state = backups::state(app.core()).await.unwrap();
    assert_eq!((state.last_good_at, state.is_overdue), (Some(now.plus_ms(-3 * DAY_MS)), true));
    let (state, finding) = doctors_line(&app, "Backups").await;
    assert!(state == CheckState::Broken && finding.contains("The last good one is 3 days old."), "{finding}");
}

/// A post in the trash, somebody who waits, a session.
async fn perishable(app: &TestApp) -> [usize; 3] {
    let editor = app.staff(Role::Editor).await;
    let post = app.post("Habari").insert().await;
    editor.delete(&format!("/api/admin/posts/{}", post.id)).await.ok();
    app.subscribe("waits@example.com", SubscriberStatus::Pending).await;
    counts(app).await
}

async fn counts(app: &TestApp) -> [usize; 3] {
    let db = app.core().store.reader();
    [
        trash_item::Entity::find().all(db).await.unwrap().len(),
        subscriber::Entity::find().all(db).await.unwrap().len(),
        session::Entity::find().all(db).await.unwrap().len(),
    ]
}

#[tokio::test]
async fn nothing_is_deleted_for_its_age_by_a_clock_that_is_wrong() {
    for ms in AHEAD {
        let app = TestApp::new().await;
        let before = perishable(&app).await;
        work(&app).await;
        jump(&app, ms).await;
        app.run_jobs().await;
        assert_eq!(counts(&app).await, before, "{ms}: the clock has just been set");
        // It goes on evenly, and nobody can know which one is right; but that much at once is asked about.
        app.clock.advance_ms(2 * HOUR_MS);
        app.run_jobs().await;
        assert_eq!(counts(&app).await, before, "{ms}: all of it at once");
        if ms > DAY_MS {
            let (state, finding) = doctors_line(&app, "Retention").await;
            assert!(state == CheckState::Warning && finding.contains("1 of 1 rows of trash_item"), "{finding}");
        }
        jump(&app, -ms).await;
        app.clock.advance_ms(2 * HOUR_MS);
        app.run_jobs().await;
        assert_eq!(doctors_line(&app, "Retention").await.0, CheckState::Well, "{ms}");
        assert_eq!(counts(&app).await, before, "{ms}");
    }
}

#[tokio::test]
async fn a_sweep_after_a_pause_asks_before_it_takes_most_of_what_there_is() {
    let app = TestApp::new().await;
    let before = perishable(&app).await;
    work(&app).await;
    app.clock.advance_ms(60 * DAY_MS);
    app.run_jobs().await;
    assert_eq!(counts(&app).await, before);
    retention::allow(app.core()).await.unwrap();
    app.clock.advance_ms(HOUR_MS);
    app.run_jobs().await;
    assert_eq!(counts(&app).await, [0, 0, 0]);
    assert_eq!(doctors_line(&app, "Retention").await.0, CheckState::Well);
    // What becomes due while sweeps go on is not asked about.
    let before = perishable(&app).await;
    for _ in 0..29 {
        app.clock.advance_ms(DAY_MS);
        app.run_jobs().await;
        assert_eq!(counts(&app).await, before);
    }
    app.clock.advance_ms(DAY_MS + HOUR_MS);
    app.run_jobs().await;
    assert_eq!(counts(&app).await[..2], [0, 0]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_command_deletes_after_a_pause_only_when_the_word_is_typed() {
    let site = Site::new().await;
    assert!(site.make_admin("amina@example.com", "a lamp in the window").await.status.success());
    let run = async |word: &str| {
        let output = run_typing(site.command(&["doctor", "--prune"]), word).await;
        (output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let (is_well, text) = run("delete").await;
    assert!(is_well && text.contains("nothing was held back"), "{text}");
    let held = json!([{ "table": "trash_item", "due": 3, "all": 4 }]).to_string();
    let options = mwanga_store::StoreOptions { url: site.database.url.clone(), readers: 1 };
    let store = mwanga_store::Store::open(&options).await.unwrap();
    queries::settings::set(store.writer(), "retention.held_back", &held, NOW).await.unwrap();
    for word in ["", "yes"] {
        let (is_well, text) = run(word).await;
        assert!(!is_well && text.contains("trash_item: 3 of 4"), "{text}");
    }
    assert!(queries::settings::get(store.reader(), "retention.swept_at").await.unwrap().is_none());
    let (is_well, text) = run("delete").await;
    assert!(is_well, "{text}");
    assert!(queries::settings::get(store.reader(), "retention.swept_at").await.unwrap().is_some());
    assert!(queries::settings::get(store.reader(), "retention.held_back").await.unwrap().is_none());
    store.close().await.unwrap();
}

async fn digests(app: &TestApp) -> Vec<String> {
    let daily = issue::Entity::find().filter(issue::Column::Kind.eq(IssueKind::Daily)).order_by_asc(issue::Column::Id);
    daily.all(app.core().store.reader()).await.unwrap().into_iter().map(|issue| issue.html).collect()
}

#[tokio::test]
async fn a_digest_holds_what_none_held_before_whenever_the_clock_said_that_it_was() {
    for ms in AHEAD {
        let app = TestApp::new().await;
        app.subscribers(1, SubscriberStatus::Confirmed).await;
        let schedule = Schedule { enabled: true, time: "13:00".into(), minimum: 1 };
        app.staff(Role::Admin).await;
        set_schedule(app.core(), schedule, AccountId(1)).await.unwrap();
        app.post("Before").insert().await;
        day(&app).await;
        app.post("First").insert().await;
        app.post("Later").in_ms(HOUR_MS / 2).insert().await;
        jump(&app, ms).await;
        app.run_jobs().await;
        if ms > DAY_MS {
            // A day that is over is not made up for: the next one has its digest.
            app.clock.advance_ms(2 * HOUR_MS);
            app.run_jobs().await;
        }
        let wrong = digests(&app).await;
        assert!(wrong.len() == 2 && wrong[1].contains("First") && wrong[1].contains("Later"), "{ms}: {wrong:?}");
        jump(&app, -ms).await;
        app.post("Second").insert().await;
        day(&app).await;
        let all = digests(&app).await;
        assert!(all.len() == 3 && all[2].contains("Second"), "{ms}: {all:?}");
        assert!(!all[2].contains("First") && !all[2].contains("Later"), "{ms}, sent before: {all:?}");
        app.post("Third").insert().await;
        day(&app).await;
        let all = digests(&app).await;
        assert!(all.len() == 4 && all[3].contains("Third") && !all[3].contains("Second"), "{ms}: {all:?}");
    }
}

/// Lets a day pass, hour by hour.
async fn day(app: &TestApp) {
    for _ in 0..24 {
        app.clock.advance_ms(HOUR_MS);
        app.run_jobs().await;
    }
}

#[tokio::test]
async fn pages_of_a_clock_that_was_ahead_are_drawn_anew_when_it_is_right() {
    for ms in AHEAD {
        let app = TestApp::new().await;
        app.post("Scheduled for later").in_ms(HOUR_MS).insert().await;
        app.clock.jump_ms(ms);
        app.state.look_at_clock();
        let pages = ["/", "/category/tech", "/post/slug/scheduled-for-later"];
        for path in pages {
            assert!(app.get(path).await.text().contains("Scheduled for later"), "{ms} {path}");
        }
        app.clock.jump_ms(-ms);
        app.state.look_at_clock();
        for path in pages {
            assert!(!app.get(path).await.text().contains("Scheduled for later"), "{ms} {path}");
        }
        app.clock.advance_ms(HOUR_MS);
        assert!(app.get("/").await.text().contains("Scheduled for later"), "{ms}: in its time");
    }
}

#[tokio::test]
async fn what_was_written_ahead_is_set_right_and_told() {
    for ms in AHEAD {
        let app = TestApp::with(|config| config.http.rate_limits = true).await;
        work(&app).await;
        assert_eq!(doctors_line(&app, "Clock").await.0, CheckState::Well);
        jump(&app, ms).await;
        app.post("Habari").insert().await;
        app.signed_in(Role::Reader, SessionKind::Reader).await;
        for _ in 0..11 {
            let sign_in = json!({ "email": "amina@example.com", "password": "wrong" });
            app.anyone().post("/api/auth/login", sign_in).await;
        }
        app.clock.jump_ms(-ms);
        app.state.look_at_clock();
        let (state, finding) = doctors_line(&app, "Clock").await;
        assert!(state == CheckState::Broken && finding.contains("session.created_at"), "{finding}");
        app.state.set_moments_right().await.unwrap();
        let (state, finding) = doctors_line(&app, "Clock").await;
        assert!(state == CheckState::Warning && finding.contains("were set right"), "{finding}");
        let (db, now) = (app.core().store.reader(), app.core().now());
        for session in session::Entity::find().all(db).await.unwrap() {
            assert!(session.created_at <= now && session.ends_at <= now.plus_ms(366 * DAY_MS), "{ms}: {session:?}");
            assert!(session.expires_at <= now.plus_ms(31 * DAY_MS), "{ms}: {session:?}");
        }
        for attempt in attempt::Entity::find().all(db).await.unwrap() {
            assert!(attempt.window_started_at <= now, "{ms}: {attempt:?}");
        }
        assert!(app.get("/").await.text().contains("Habari"), "{ms}: a post that is published stays so");
        app.clock.advance_ms(8 * DAY_MS);
        assert_eq!(doctors_line(&app, "Clock").await.0, CheckState::Well);
    }
}

#[tokio::test]
async fn a_moment_ahead_across_a_full_hour_is_set_right_in_a_store_of_minutes() {
    let app = TestApp::new().await;
    app.run_jobs().await;
    app.signed_in(Role::Reader, SessionKind::Reader).await;
    let to_the_hour = HOUR_MS - app.core().now().0.rem_euclid(HOUR_MS);
    let ahead = 2 * HOUR_MS + to_the_hour - 1_000;
    jump(&app, ahead).await;
    app.signed_in(Role::Reader, SessionKind::Reader).await;
    app.clock.advance_ms(2_000);
    app.signed_in(Role::Reader, SessionKind::Reader).await;
    app.post("Habari").insert().await;
    jump(&app, -ahead).await;
    assert!(app.get("/").await.text().contains("Habari"));
    assert_eq!(doctors_line(&app, "Clock").await.0, CheckState::Warning);
}

#[tokio::test]
async fn a_clock_that_is_behind_changes_nothing_that_is_right() {
    let app = TestApp::new().await;
    perishable(&app).await;
    app.post("Karibu").insert().await;
    work(&app).await;
    let stored = async || {
        let db = app.core().store.reader();
        let trashed: Vec<Timestamp> =
            trash_item::Entity::find().all(db).await.unwrap().iter().map(|row| row.trashed_at).collect();
        let published: Vec<Timestamp> =
            post::Entity::find().all(db).await.unwrap().iter().map(|row| row.published_at).collect();
        (trashed, published)
    };
    let before = stored().await;
    jump(&app, -400 * DAY_MS).await;
    app.run_jobs().await;
    assert_eq!(stored().await, before);
    let (state, finding) = doctors_line(&app, "Clock").await;
    assert!(state == CheckState::Broken && finding.contains("the store holds times up to"), "{finding}");
    jump(&app, 400 * DAY_MS).await;
    app.run_jobs().await;
    assert_eq!(stored().await, before);
    assert_eq!(doctors_line(&app, "Clock").await.0, CheckState::Well);
}
