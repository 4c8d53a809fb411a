//! Staff accounts: the list, invites, roles.

use mwanga_core::accounts;

use sea_orm::EntityTrait;

use crate::support::*;

const PATH: &str = "/api/admin/staff";
const INVITES: &str = "/api/admin/staff/invites";
const REGISTER: &str = "/api/auth/admin/register";
const PASSWORD: &str = "a lamp in the window";
const EMAIL: &str = "amina@example.com";
const DAY_MS: i64 = 24 * 3_600_000;

async fn id_of(caller: &Caller) -> i64 {
    caller.get("/api/auth/profile").await.ok()["id"].as_i64().unwrap()
}

async fn invite(admin: &Caller, role: &str) -> Value {
    admin.post(INVITES, json!({ "email": EMAIL, "role": role })).await.ok()
}

async fn accept(app: &TestApp, code: &str) -> Reply {
    app.anyone().post(REGISTER, json!({ "email": EMAIL, "password": PASSWORD, "invite_code": code })).await
}

#[tokio::test]
async fn an_accepted_invite_creates_a_staff_account_once() {
    let app = TestApp::new().await;
    let admin = app.staff(Role::Admin).await;
    let reply = admin.post(INVITES, json!({ "email": EMAIL, "role": "editor" })).await;
    assert_eq!(reply.status, StatusCode::CREATED);
    assert_eq!(
        (&reply.ok()["email"], &reply.ok()["role"], &reply.ok()["message"]),
        (&json!(EMAIL), &json!("editor"), &json!("Invite sent."))
    );
    assert_eq!(admin.get(PATH).await.ok()["invites"][0]["email"], EMAIL);
    let mail = app.mails_to(EMAIL).await.pop().unwrap();
    assert!(mail.link().starts_with("https://mwanga.example/admin-auth?code="), "{}", mail.link());

    let reply = accept(&app, &mail.code()).await;
    let session = reply.ok();
    assert_eq!((&session["role"], &session["isAdmin"]), (&json!("editor"), &json!(true)));
    let editor = app.anyone().with_token(session["token"].as_str().unwrap());
    assert_eq!(editor.get("/api/admin/posts").await.status, StatusCode::OK);
    assert_eq!(editor.get("/api/auth/profile").await.ok()["email_verified"], true);
    assert_eq!(editor.get(PATH).await.problem().is(), (403, "auth.forbidden"));

    let newsroom = admin.get(PATH).await.ok();
    assert_eq!(newsroom["invites"], json!([]));
    let member = newsroom["data"].as_array().unwrap().iter().find(|member| member["email"] == EMAIL).unwrap();
    assert_eq!((&member["role"], member["last_used_at"].is_string()), (&json!("editor"), true));
    assert_eq!(accept(&app, &mail.code()).await.problem().is(), (410, "link.invalid"), "it works once");
}

#[tokio::test]
async fn an_expired_withdrawn_or_replaced_invite_answers_410() {
    let app = TestApp::new().await;
    let admin = app.staff(Role::Admin).await;
    invite(&admin, "editor").await;
    let first = app.code_mailed_to(EMAIL).await;
    let id = invite(&admin, "admin").await["id"].as_i64().unwrap();
    let second = app.code_mailed_to(EMAIL).await;
    assert_eq!(accept(&app, &first).await.problem().is(), (410, "link.invalid"));
    assert_eq!(admin.get(PATH).await.ok()["invites"].as_array().unwrap().len(), 1);
    admin.delete(&format!("{INVITES}/{id}")).await.ok();
    assert_eq!(accept(&app, &second).await.problem().is(), (410, "link.invalid"));
    assert_eq!(admin.delete(&format!("{INVITES}/{id}")).await.problem().is(), (404, "account.not_found"));
    invite(&admin, "editor").await;
    let third = app.code_mailed_to(EMAIL).await;
    app.clock.advance_ms(7 * DAY_MS);
    assert_eq!(accept(&app, &third).await.problem().is(), (410, "link.invalid"));
    for wrong in ["wrong", "", "  "] {
        assert_eq!(accept(&app, wrong).await.problem().is(), (403, "auth.registration_closed"), "{wrong}");
    }
}

#[tokio::test]
async fn an_invite_ends_when_who_made_it_is_no_administrator_any_more() {
    for end in ["demoted", "removed", "deleted"] {
        let app = TestApp::new().await;
        let (admin, owner) = (app.staff(Role::Admin).await, app.staff(Role::Admin).await);
        let profile = admin.get("/api/auth/profile").await.ok();
        invite(&admin, "admin").await;
        let code = app.code_mailed_to(EMAIL).await;
        assert_eq!(owner.get(PATH).await.ok()["invites"][0]["email"], EMAIL, "{end}");
        let member = format!("{PATH}/{}", profile["id"]);
        match end {
            "demoted" => drop(owner.put(&member, json!({ "role": "editor" })).await.ok()),
            "removed" => drop(owner.put(&member, json!({ "role": "reader" })).await.ok()),
            _ => {
                let id = mwanga_store::types::AccountId(profile["id"].as_i64().unwrap());
                mwanga_store::queries::accounts::delete(app.core().store.writer(), id).await.unwrap();
            }
        }
        assert_eq!(owner.get(PATH).await.ok()["invites"], json!([]), "{end}");
        assert_eq!(accept(&app, &code).await.problem().is(), (410, "link.invalid"), "{end}");
    }
    // One whose mail waits is not mailed, and one of an earlier version names nobody.
    let app = TestApp::new().await;
    let (admin, owner) = (app.staff(Role::Admin).await, app.staff(Role::Admin).await);
    invite(&admin, "editor").await;
    owner.put(&format!("{PATH}/{}", id_of(&admin).await), json!({ "role": "editor" })).await.ok();
    assert_eq!(app.mails_to(EMAIL).await.len(), 0);
    invite(&owner, "editor").await;
    let nobody =
        mwanga_store::entities::staff_invite::ActiveModel { account_id: sea_orm::Set(None), ..Default::default() };
    let all = mwanga_store::entities::staff_invite::Entity::update_many().set(nobody);
    all.exec(app.core().store.writer()).await.unwrap();
    accept(&app, &app.code_mailed_to(EMAIL).await).await.ok();
}

#[tokio::test]
async fn an_invite_is_valid_for_its_address_and_a_strong_password_alone() {
    let app = TestApp::new().await;
    let admin = app.staff(Role::Admin).await;
    invite(&admin, "editor").await;
    let code = app.code_mailed_to(EMAIL).await;
    for (email, password, field) in [
        ("other@example.com", PASSWORD, "email"),
        ("no address", PASSWORD, "email"),
        (EMAIL, "short", "password"),
        (EMAIL, "jua na maji", "password"),
    ] {
        let problem = app
            .anyone()
            .post(REGISTER, json!({ "email": email, "password": password, "invite_code": code, "role": "admin" }))
            .await
            .problem();
        assert_eq!(
            (problem.is(), problem.field_names()),
            ((422, "account.invalid"), vec![field]),
            "{email} {password}"
        );
    }
    accept(&app, &code).await.ok();
}

#[tokio::test]
async fn an_invited_reader_keeps_the_account_and_earlier_sessions_end() {
    let app = TestApp::new().await;
    let admin = app.staff(Role::Admin).await;
    let reader = app
        .anyone()
        .post("/api/auth/register-user", json!({ "email": EMAIL, "password": "jua na maji", "username": "Amina" }))
        .await
        .ok();
    let reader = app.anyone().with_token(reader["token"].as_str().unwrap());
    let id = id_of(&reader).await;
    invite(&admin, "editor").await;
    let session = accept(&app, &app.code_mailed_to(EMAIL).await).await.ok();
    let editor = app.anyone().with_token(session["token"].as_str().unwrap());
    assert_eq!((id_of(&editor).await, &session["username"]), (id, &json!("Amina")));
    assert_eq!(
        reader.get("/api/auth/profile").await.status,
        StatusCode::UNAUTHORIZED,
        "the role changed: earlier sessions end"
    );
    assert_eq!(
        admin.post(INVITES, json!({ "email": EMAIL, "role": "admin" })).await.problem().is(),
        (409, "account.email_taken"),
        "staff already"
    );
}

#[tokio::test]
async fn inviting_to_an_unknown_role_or_a_wrong_address_answers_422() {
    let app = TestApp::new().await;
    let admin = app.staff(Role::Admin).await;
    for (body, is, field) in [
        (json!({ "email": "amina", "role": "editor" }), (422, "account.invalid"), Some("email")),
        (json!({ "email": EMAIL, "role": "owner" }), (422, "request.invalid"), None),
        (json!({ "email": EMAIL }), (422, "request.invalid"), None),
    ] {
        let problem = admin.post(INVITES, body).await.problem();
        assert_eq!((problem.is(), problem.field_names().first().copied()), (is, field));
    }
    assert_eq!(app.mails_to(EMAIL).await.len(), 0);
}

#[tokio::test]
async fn an_invite_gives_each_of_the_five_roles_and_only_what_belongs_to_it() {
    for (role, in_words, is_staff, sees_posts, sees_staff) in [
        ("reader", "a reader", false, false, false),
        ("contributor", "a contributor", true, true, false),
        ("author", "an author", true, true, false),
        ("editor", "an editor", true, true, false),
        ("admin", "an administrator", true, true, true),
    ] {
        let app = TestApp::new().await;
        let admin = app.staff(Role::Admin).await;
        invite(&admin, role).await;
        let mail = app.mails_to(EMAIL).await.pop().unwrap();
        assert!(mail.text.contains(in_words), "{role}: {}", mail.text);
        let session = accept(&app, &mail.code()).await.ok();
        assert_eq!((&session["role"], &session["isAdmin"]), (&json!(role), &json!(is_staff)), "{role}");
        let caller = app.anyone().with_token(session["token"].as_str().unwrap());
        for (path, may) in [("/api/admin/posts", sees_posts), (PATH, sees_staff), ("/api/auth/profile", true)] {
            assert_eq!(caller.get(path).await.status.is_success(), may, "{role} {path}");
        }
    }
}

#[tokio::test]
async fn a_role_change_ends_the_sessions_and_the_role_reader_removes_from_staff() {
    let app = TestApp::new().await;
    let (admin, editor) = (app.staff(Role::Admin).await, app.staff(Role::Editor).await);
    let id = id_of(&editor).await;
    let put = async |role: &str| admin.put(&format!("{PATH}/{id}"), json!({ "role": role })).await;
    put("editor").await.ok();
    assert_eq!(editor.get("/api/admin/posts").await.status, StatusCode::OK, "nothing changed");
    put("admin").await.ok();
    assert_eq!(editor.get("/api/admin/posts").await.problem().is(), (401, "auth.session_expired"));
    assert_eq!(put("reader").await.ok()["message"], "Removed from the newsroom.");
    assert_eq!(admin.get(PATH).await.ok()["data"].as_array().unwrap().len(), 1);
    for id in [id, 999_999] {
        assert_eq!(
            admin.put(&format!("{PATH}/{id}"), json!({ "role": "admin" })).await.problem().is(),
            (404, "account.not_found"),
            "a reader becomes staff by an invite only"
        );
    }
}

#[tokio::test]
async fn removing_the_last_administrator_answers_409() {
    let app = TestApp::new().await;
    let admin = app.staff(Role::Admin).await;
    let id = id_of(&admin).await;
    for role in ["editor", "reader"] {
        assert_eq!(
            admin.put(&format!("{PATH}/{id}"), json!({ "role": role })).await.problem().is(),
            (409, "account.last_admin")
        );
    }
    assert_eq!(admin.get(PATH).await.status, StatusCode::OK, "the session lives on");
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_demotions_of_all_administrators_leave_one() {
    let app = TestApp::new().await;
    let mut ids = Vec::new();
    for number in 0..4 {
        let account = accounts::create_staff(
            app.core(),
            &format!("admin{number}@example.com"),
            PASSWORD.to_owned().into(),
            Role::Admin,
        )
        .await
        .unwrap();
        ids.push(account.id);
    }
    let demotions = ids.into_iter().map(|id| {
        let core = app.core().clone();
        tokio::spawn(async move { accounts::set_role(&core, id, Role::Editor).await.is_ok() })
    });
    let outcomes = futures_util::future::join_all(demotions).await;
    assert_eq!(outcomes.into_iter().filter(|outcome| *outcome.as_ref().unwrap()).count(), 3);
    let admins = accounts::list_staff(app.core())
        .await
        .unwrap()
        .staff
        .iter()
        .filter(|(account, _)| account.role == Role::Admin)
        .count();
    assert_eq!(admins, 1);
}
