//! What operations are done to, made while nothing is wrong.

use super::*;

impl TrialSite {
    /// What an operation is done to, made while nothing is wrong.
    pub async fn prepare(&self, person: &Person, kind: Kind, key: &str) -> Operation {
        let mut operation = Operation { kind, key: key.to_owned(), target: Target::None, link: Mutex::new(None) };
        let title = operation.title();
        operation.target = match kind {
            Kind::Edit | Kind::Delete | Kind::Restore | Kind::DeleteForever | Kind::Correct | Kind::Duplicate => {
                self.prepare_post(person, kind, &title).await
            }
            Kind::Bulk => {
                let mut ids = [0; 2];
                for (n, id) in ids.iter_mut().enumerate() {
                    let form = post_form(&format!("{title} {n}"), "the first state");
                    let post = person.expect_ok("POST", "/api/admin/posts", &format!("{n}-{title}"), &form).await;
                    *id = post["id"].as_i64().expect("an id");
                }
                Target::Posts(ids)
            }
            Kind::Submit | Kind::Approve => self.prepare_draft(person, kind, &title).await,
            Kind::Capture | Kind::Refund => {
                let wish = order_request(&operation.email());
                let order = person.expect_ok("POST", "/api/subscriptions/subscribe", &title, &wish).await["payment_id"]
                    .as_str()
                    .expect("an id")
                    .to_owned();
                self.wallet.approve(&order);
                if kind == Kind::Refund {
                    person
                        .expect_ok("POST", "/api/subscriptions/capture", &title, &json!({ "payment_id": order }))
                        .await;
                }
                Target::Order(order)
            }
            Kind::Issue => {
                let words = json!({ "subject": title, "html": issue_text(&title) });
                let saved = person.expect_ok("POST", "/api/newsletter/admin-drafts", &title, &words).await;
                Target::Draft(saved["draft"]["id"].as_i64().expect("an id"))
            }
            Kind::Delivery => {
                let letter = json!({ "subject": title, "html": "<p>Habari za asubuhi.</p>" });
                let issue = person.expect_ok("POST", "/api/newsletter/admin-send", &title, &letter).await;
                Target::Issue(issue["issue"]["id"].as_i64().expect("an id"))
            }
            Kind::Daily => {
                person
                    .expect_ok("POST", "/api/admin/posts", &format!("prepare-{title}"), &post_form(&title, "a day"))
                    .await;
                // The day of an issue is unique: those of the rounds before were of other days.
                self.change("UPDATE issue SET day = 'round ' || id WHERE day IS NOT NULL").await;
                let schedule = json!({ "enabled": true, "time": "00:00", "minimum": 1 });
                person.expect_ok("PUT", "/api/newsletter/admin-schedule", &title, &schedule).await;
                Target::None
            }
            Kind::Schedule => Target::TimeOfDay(time_of_day_of(key)),
            Kind::Migration => Target::Site(Box::new(Site::new().await)),
            Kind::Import => {
                std::fs::write(self.export(key), wordpress_export(&operation)).expect("the export is written");
                Target::None
            }
            Kind::Links => {
                let mut form = post_form(&title, "the first state");
                // Of private networks, which nobody is asked for.
                form["content"] = json!(format!("<p><a href=\"{}\">A link</a></p>", operation.links()[0]));
                form["deal_links"][0]["url"] = json!(operation.links()[1]);
                person.expect_ok("POST", "/api/admin/posts", &format!("prepare-{title}"), &form).await;
                Target::None
            }
            Kind::Save
            | Kind::Page
            | Kind::Settings
            | Kind::Category
            | Kind::Upload
            | Kind::Order
            | Kind::SignUp
            | Kind::Subscribe => Target::None,
        };
        operation
    }

    /// A public post, in the trash where it is to be taken out of it.
    async fn prepare_post(&self, person: &Person, kind: Kind, title: &str) -> Target {
        let (key, form) = (format!("prepare-{title}"), post_form(title, "the first state"));
        let post = person.expect_ok("POST", "/api/admin/posts", &key, &form).await;
        if matches!(kind, Kind::Restore | Kind::DeleteForever) {
            person.expect_ok("DELETE", &format!("/api/admin/posts/{}", post["id"]), &key, &Value::Null).await;
        }
        Target::Post {
            id: post["id"].as_i64().expect("an id"),
            slug: post["slug"].as_str().expect("a slug").to_owned(),
        }
    }

    /// A contributor's draft, submitted where it is to be approved.
    async fn prepare_draft(&self, person: &Person, kind: Kind, title: &str) -> Target {
        let mut form = post_form(title, "the first state");
        form["status"] = json!("draft");
        let post = person.expect_ok("POST", "/api/admin/posts", &format!("prepare-{title}"), &form).await;
        let id = post["id"].as_i64().expect("an id");
        // Who approves the own post is not mailed.
        let email = format!("writer-{id}@example.com");
        self.change(&format!(
            "INSERT INTO account (email, email_key, username, role, created_at, updated_at)
             VALUES ('{email}', '{email}', 'Baraka', 'contributor', 0, 0)"
        ))
        .await;
        self.change(&format!(
            "UPDATE post SET owner_id = (SELECT id FROM account WHERE email_key = '{email}') WHERE id = {id}"
        ))
        .await;
        if kind == Kind::Approve {
            let path = format!("/api/admin/posts/{id}/submit");
            person.expect_ok("POST", &path, &format!("submit-{title}"), &json!({})).await;
        }
        Target::Post { id, slug: post["slug"].as_str().expect("a slug").to_owned() }
    }

    pub(super) fn export(&self, key: &str) -> std::path::PathBuf {
        self.folder.path().join(format!("export-{key}.xml"))
    }
}

pub(super) fn imported_title(operation: &Operation, n: usize) -> String {
    format!("{} part {n}", operation.title())
}

/// As small as an export of WordPress can be (WXR 1.2).
fn wordpress_export(operation: &Operation) -> String {
    let host = operation.slug();
    let items: String = (0..IMPORTED)
        .map(|n| {
            let (title, text) = (imported_title(operation, n), text("an export"));
            format!(
                "<item><title>{title}</title><link>https://{host}.example/{n}/</link><dc:creator>amina</dc:creator>\
                 <content:encoded><![CDATA[{text}]]></content:encoded><wp:post_id>{}</wp:post_id><wp:post_date_gmt>2024-05-01 06:30:00</wp:post_date_gmt>\
                 <wp:post_name>{host}-{n}</wp:post_name><wp:status>publish</wp:status><wp:post_type>post</wp:post_type></item>",
                n + 10
            )
        })
        .collect();
    format!(
        r#"<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"
        xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>{host}</title>
        <link>https://{host}.example</link><wp:wxr_version>1.2</wp:wxr_version><wp:base_site_url>https://{host}.example</wp:base_site_url>
        <wp:base_blog_url>https://{host}.example</wp:base_blog_url>{items}</channel></rss>"#
    )
}
