//! What a second connection sees of an operation's effect.

use super::prepare::imported_title;
use super::*;

impl TrialSite {
    /// What there is of an operation's effect, by a connection that no fault meets.
    pub async fn inspect(&self, operation: &Operation) -> Effect {
        match operation.kind {
            Kind::Save => match &self.posts_titled(&operation.title()).await[..] {
                [] => Effect::Missing,
                [post] => self.whole_post(post, &text(&operation.title()), 1).await,
                more => Effect::Inconsistent(format!("{} posts of one save", more.len())),
            },
            Kind::Edit => self.inspect_edit(operation).await,
            Kind::Delete => self.inspect_move(operation, PostStatus::Published, PostStatus::Trash).await,
            Kind::Restore => self.inspect_move(operation, PostStatus::Trash, PostStatus::Draft).await,
            Kind::DeleteForever => self.inspect_delete(operation).await,
            Kind::Submit => self.inspect_review(operation, PostStatus::Draft, PostStatus::InReview).await,
            Kind::Approve => self.inspect_review(operation, PostStatus::InReview, PostStatus::Published).await,
            Kind::Correct => self.inspect_correction(operation).await,
            Kind::Duplicate => self.inspect_duplicate(operation).await,
            Kind::Bulk => self.inspect_bulk(operation).await,
            Kind::Page => self.inspect_page(operation).await,
            Kind::Settings => self.inspect_settings(operation).await,
            Kind::Schedule => self.inspect_schedule(operation).await,
            Kind::Category => self.inspect_category(operation).await,
            Kind::Upload => self.inspect_upload(operation).await,
            Kind::Order => match &self.orders_of(&operation.email()).await[..] {
                [] => Effect::Missing,
                [order] if order.wallet_order.is_some() => Effect::Complete,
                [_] => Effect::Partial("an order that the wallet was not asked about, or has not answered".to_owned()),
                more => Effect::Inconsistent(format!("{} orders of one wish", more.len())),
            },
            Kind::Capture => self.inspect_capture(operation).await,
            Kind::Refund => self.inspect_refund(operation).await,
            Kind::SignUp => self.inspect_sign_up(operation).await,
            Kind::Subscribe => {
                let row = subscriber::Entity::find()
                    .filter(subscriber::Column::EmailKey.eq(operation.email()))
                    .one(&self.database)
                    .await
                    .expect("a row");
                match row {
                    None => Effect::Missing,
                    Some(row)
                        if row.status == SubscriberStatus::Confirmed
                            || self.has_mail_job(About::Subscriber(row.id)).await =>
                    {
                        Effect::Complete
                    }
                    Some(_) => Effect::Inconsistent("a subscriber who waits for a mail that nobody sends".to_owned()),
                }
            }
            Kind::Issue => {
                let rows = issue::Entity::find()
                    .filter(issue::Column::Subject.eq(operation.title()))
                    .all(&self.database)
                    .await
                    .expect("rows");
                match self.one_issue(&rows).await {
                    Effect::Inconsistent(why) => Effect::Inconsistent(why),
                    effect => self.draft_or_issue(operation.draft(), rows.first()).await.unwrap_or(effect),
                }
            }
            Kind::Daily => {
                let rows = issue::Entity::find()
                    .filter(issue::Column::Day.eq(today()))
                    .all(&self.database)
                    .await
                    .expect("rows");
                self.one_issue(&rows).await
            }
            Kind::Delivery => self.inspect_delivery(operation).await,
            Kind::Links => self.inspect_links(operation).await,
            Kind::Import => self.inspect_import(operation).await,
            Kind::Migration => inspect_migration(operation).await,
        }
    }

    async fn posts_titled(&self, title: &str) -> Vec<post::Model> {
        post::Entity::find().filter(post::Column::Title.eq(title)).all(&self.database).await.expect("rows")
    }

    /// A post, and everything that is written with it, which is one deal and so many tags.
    async fn whole_post(&self, post: &post::Model, content: &str, tag_count: u64) -> Effect {
        let (db, half) = (&self.database, |why: &str| Effect::Inconsistent(format!("post {}: {why}", post.id.0)));
        if post.content != content {
            return half("its text is another one");
        }
        let revisions = post_revision::Entity::find()
            .filter(post_revision::Column::PostId.eq(post.id))
            .order_by_asc(post_revision::Column::Revision);
        let revisions = revisions.all(db).await.expect("rows");
        let numbers: Vec<i32> = revisions.iter().map(|row| row.revision).collect();
        if numbers != (1..=post.revision).collect::<Vec<_>>() {
            return half(&format!("it is revision {}, and there are {numbers:?}", post.revision));
        }
        let newest = &revisions[revisions.len() - 1].snapshot;
        if newest["title"] != post.title.as_str() || newest["content"] != content {
            return half("its newest revision is of another state");
        }
        let words = post_search::Entity::find_by_id(post.id).one(db).await.expect("a row");
        let title = post.title.to_lowercase();
        let mut sought = title.split(|c: char| !c.is_alphanumeric());
        if words.is_none_or(|row| !sought.all(|word| row.title.contains(word))) {
            return half("search has no words of it, or others");
        }
        let tags =
            post_tag::Entity::find().filter(post_tag::Column::PostId.eq(post.id)).count(db).await.expect("a number");
        let deals =
            deal_link::Entity::find().filter(deal_link::Column::PostId.eq(post.id)).count(db).await.expect("a number");
        if (tags, deals) != (tag_count, 1) {
            return half(&format!("{tags} tags of {tag_count}, and {deals} deals of one"));
        }
        // Of a draft that no reader ever saw, only the newsroom's lists change.
        let tag = if post.status == PostStatus::Draft { changes::saved_post(post.id) } else { changes::post(post.id) };
        if !self.has_change(&tag).await {
            return half("no other node is told of it");
        }
        Effect::Complete
    }

    async fn has_change(&self, tag: &str) -> bool {
        self.number(&format!("SELECT count(*) AS n FROM change WHERE tag = '{tag}'")).await > 0
    }

    async fn inspect_edit(&self, operation: &Operation) -> Effect {
        let found = post::Entity::find_by_id(PostId(operation.post())).one(&self.database).await.expect("a row");
        let Some(post) = found else { return Effect::Inconsistent("the post is gone".to_owned()) };
        let first = post.title == operation.title();
        if !first && post.title != format!("{} edited", operation.title()) {
            return Effect::Inconsistent(format!("its title is {}", post.title));
        }
        // Somebody who repeats an edit saves the same once more.
        if first != (post.revision == 1) {
            return Effect::Inconsistent(format!("revision {} with the title {}", post.revision, post.title));
        }
        match self.whole_post(&post, &text(if first { "the first state" } else { "the second state" }), 1).await {
            Effect::Complete if first => Effect::Missing,
            there => there,
        }
    }

    /// A correction, what is kept of who made it, and the news of it for other nodes.
    async fn inspect_correction(&self, operation: &Operation) -> Effect {
        let id = operation.post();
        let of_post = |table: &str| format!("SELECT count(*) AS n FROM {table} WHERE post_id = {id}");
        let text = operation.title();
        let sql = format!("SELECT count(*) AS n FROM post_correction WHERE post_id = {id} AND text = '{text}'");
        let found = (
            self.number(&sql).await,
            self.number(&of_post("post_correction")).await,
            self.number(&of_post("post_correction_change")).await,
        );
        match found {
            (0, 0, 0) => Effect::Missing,
            (1, 1, 1) if self.has_change(&format!("post:{id}")).await => Effect::Complete,
            found => {
                Effect::Inconsistent(format!("corrections with this text, of the post, and their history: {found:?}"))
            }
        }
    }

    async fn inspect_duplicate(&self, operation: &Operation) -> Effect {
        match &self.posts_titled(&format!("{} (copy)", operation.title())).await[..] {
            [] => Effect::Missing,
            [copy] if copy.status == PostStatus::Draft => self.whole_post(copy, &text("the first state"), 1).await,
            copies => Effect::Inconsistent(format!("{} copies, or a public one", copies.len())),
        }
    }

    /// Each post is tagged with a revision of its own, or is as it was.
    async fn inspect_bulk(&self, operation: &Operation) -> Effect {
        let mut tagged = 0;
        for id in operation.posts() {
            let post = post::Entity::find_by_id(PostId(id)).one(&self.database).await.expect("a row");
            let Some(post) = post else { return Effect::Inconsistent("a post is gone".to_owned()) };
            let is_tagged = post.revision > 1;
            if (post.revision, &*post.tags) != if is_tagged { (2, "Solar, Wind") } else { (1, "Solar") } {
                return Effect::Inconsistent(format!("revision {} with the tags {}", post.revision, post.tags));
            }
            match self.whole_post(&post, &text("the first state"), 1 + u64::from(is_tagged)).await {
                Effect::Complete => tagged += usize::from(is_tagged),
                wrong => return wrong,
            }
        }
        match tagged {
            0 => Effect::Missing,
            2 => Effect::Complete,
            _ => Effect::Partial("one of two posts".to_owned()),
        }
    }

    /// What is known of each of two links.
    async fn inspect_links(&self, operation: &Operation) -> Effect {
        let of_operation = link_check::Column::Url.is_in(operation.links());
        let rows = link_check::Entity::find().filter(of_operation).all(&self.database).await.expect("rows");
        let is_refused = |row: &link_check::Model| (row.outcome, row.status) == (LinkOutcome::Unclear, None);
        match rows.len() {
            _ if !rows.iter().all(is_refused) => Effect::Inconsistent(format!("{rows:?}")),
            0 => Effect::Missing,
            1 => Effect::Partial("one of two links".to_owned()),
            _ => Effect::Complete,
        }
    }

    async fn inspect_page(&self, operation: &Operation) -> Effect {
        let half = |why: String| Effect::Inconsistent(format!("{}: {why}", operation.title()));
        let titled = page::Entity::find().filter(page::Column::Title.eq(operation.title()));
        let pages = titled.all(&self.database).await.expect("rows");
        let [page] = &pages[..] else {
            return if pages.is_empty() { Effect::Missing } else { half(format!("{} pages of one", pages.len())) };
        };
        let revisions = page_revision::Entity::find().filter(page_revision::Column::PageId.eq(page.id));
        let revisions = revisions.all(&self.database).await.expect("rows");
        let numbers: Vec<i32> = revisions.iter().map(|row| row.revision).collect();
        if (page.revision, &numbers[..]) != (1, &[1]) || revisions[0].snapshot["title"] != page.title.as_str() {
            return half(format!("revision {} of {numbers:?}", page.revision));
        }
        if !self.has_change(&format!("page:{}", page.id.0)).await {
            return half("no other node is told of it".to_owned());
        }
        Effect::Complete
    }

    /// Each save is a version with all values of the one before it.
    async fn inspect_settings(&self, operation: &Operation) -> Effect {
        let by_version = settings_version::Entity::find().order_by_asc(settings_version::Column::Version);
        let rows = by_version.all(&self.database).await.expect("rows");
        let versions: Vec<i64> = rows.iter().map(|row| row.version).collect();
        if versions != (1..=rows.len() as i64).collect::<Vec<_>>() {
            return Effect::Inconsistent(format!("the versions are {versions:?}"));
        }
        if rows.iter().any(|row| row.values["site.tagline"] == operation.title().as_str()) {
            Effect::Complete
        } else {
            Effect::Missing
        }
    }

    /// The time is one of the settings, and a job waits for it.
    async fn inspect_schedule(&self, operation: &Operation) -> Effect {
        let (db, time) = (&self.database, operation.time_of_day());
        let rows = settings_version::Entity::find().all(db).await.expect("rows");
        let is_saved = rows.iter().any(|row| row.values["newsletter.daily_time"] == time);
        let jobs = job::Entity::find().filter(job::Column::Kind.eq(DailyNewsletter::KIND)).all(db).await.expect("rows");
        let waits = jobs.iter().any(|job| job.due_at.is_some_and(|at| at.time_in(&nairobi()) == time));
        match (is_saved, waits) {
            (true, true) => Effect::Complete,
            (false, false) => Effect::Missing,
            (true, false) => Effect::Inconsistent("a daily newsletter that no job waits for".to_owned()),
            (false, true) => Effect::Inconsistent("a job waits for a time that nobody saved".to_owned()),
        }
    }

    async fn inspect_category(&self, operation: &Operation) -> Effect {
        let named = category::Entity::find().filter(category::Column::Name.eq(operation.title()));
        match named.count(&self.database).await.expect("a number") {
            0 => Effect::Missing,
            1 => Effect::Complete,
            count => Effect::Inconsistent(format!("{count} categories of one")),
        }
    }

    async fn inspect_delete(&self, operation: &Operation) -> Effect {
        let (id, db) = (PostId(operation.post()), &self.database);
        if post::Entity::find_by_id(id).one(db).await.expect("a row").is_some() {
            return self.inspect_move(operation, PostStatus::Trash, PostStatus::Trash).await;
        }
        let left = post_revision::Entity::find()
            .filter(post_revision::Column::PostId.eq(id))
            .count(db)
            .await
            .expect("a number")
            + post_search::Entity::find_by_id(id).count(db).await.expect("a number")
            + post_tag::Entity::find().filter(post_tag::Column::PostId.eq(id)).count(db).await.expect("a number")
            + deal_link::Entity::find().filter(deal_link::Column::PostId.eq(id)).count(db).await.expect("a number");
        let Target::Post { slug, .. } = &operation.target else { unreachable!("a delete has a post") };
        let retired = self.number(&format!("SELECT count(*) AS n FROM old_slug WHERE slug = '{slug}'")).await;
        if (left, retired) == (0, 1) {
            Effect::Complete
        } else {
            Effect::Inconsistent(format!("of a deleted post {left} rows are left, and {retired} of its address"))
        }
    }

    /// Whether a post went into the trash, or out of it, with all that follows.
    async fn inspect_move(&self, operation: &Operation, before: PostStatus, after: PostStatus) -> Effect {
        let (id, db) = (PostId(operation.post()), &self.database);
        let Some(post) = post::Entity::find_by_id(id).one(db).await.expect("a row") else {
            return Effect::Inconsistent("the post is gone".to_owned());
        };
        let revisions = post_revision::Entity::find().filter(post_revision::Column::PostId.eq(id));
        let tags = post_tag::Entity::find().filter(post_tag::Column::PostId.eq(id));
        let deals = deal_link::Entity::find().filter(deal_link::Column::PostId.eq(id));
        let trash = trash_item::Entity::find().filter(trash_item::Column::ItemId.eq(id.0));
        let found = (
            revisions.count(db).await.expect("a number"),
            tags.count(db).await.expect("a number"),
            deals.count(db).await.expect("a number"),
            trash.count(db).await.expect("a number"),
        );
        let is_trashed = u64::from(post.status == PostStatus::Trash);
        let expected = (post.revision as u64, 1 - is_trashed, 1, is_trashed);
        if found != expected || post.content != text("the first state") {
            let status = post.status.as_str();
            return Effect::Inconsistent(format!("{status} with revisions, tags, deals, trash {found:?}"));
        }
        match post.status {
            status if status == before => Effect::Missing,
            status if status == after => Effect::Complete,
            status => Effect::Inconsistent(format!("it is {}", status.as_str())),
        }
    }

    /// Whether a step of the review was taken, with its revision, and its mail where it has one.
    async fn inspect_review(&self, operation: &Operation, before: PostStatus, after: PostStatus) -> Effect {
        let moved = self.inspect_move(operation, before, after).await;
        let id = operation.post();
        let events = self.number(&format!("SELECT count(*) AS n FROM post_event WHERE post_id = {id}")).await;
        let owner = self.number(&format!("SELECT owner_id AS n FROM post WHERE id = {id}")).await;
        let jobs = job::Entity::find().filter(job::Column::Kind.eq("posts.send_events")).all(&self.database).await;
        let mails = jobs.expect("rows").iter().filter(|job| job.payload["account_id"] == owner).count() as i64;
        let expected = i64::from(moved == Effect::Complete && after == PostStatus::Published);
        match moved {
            Effect::Missing | Effect::Complete if (events, mails) != (expected, expected) => {
                Effect::Inconsistent(format!("{moved:?} with {events} events and {mails} mails"))
            }
            moved => moved,
        }
    }

    async fn inspect_upload(&self, operation: &Operation) -> Effect {
        let link = operation.link.lock().expect("nobody panicked").clone();
        let Some((file_url, _)) = link else { return Effect::Missing };
        let mut rows = media_item::Entity::find().all(&self.database).await.expect("rows");
        rows.retain(|row| file_url.ends_with(&row.object_key));
        match &rows[..] {
            [] => Effect::Missing,
            [row] => {
                let file = self.site.folder.path().join("media/files").join(&row.object_key);
                let bytes = std::fs::read(&file).unwrap_or_default();
                let is_whole = row.kind == MediaKind::Image
                    && bytes.len() as i64 == row.size_bytes
                    && image::load_from_memory(&bytes).is_ok();
                if is_whole {
                    Effect::Complete
                } else {
                    Effect::Inconsistent(format!("a row of {} bytes and a file of {}", row.size_bytes, bytes.len()))
                }
            }
            more => Effect::Inconsistent(format!("{} rows of one upload", more.len())),
        }
    }

    async fn orders_of(&self, email: &str) -> Vec<paid_order::Model> {
        paid_order::Entity::find()
            .filter(paid_order::Column::EmailKey.eq(email))
            .all(&self.database)
            .await
            .expect("rows")
    }

    pub(super) async fn subscription_of(&self, email: &str) -> Option<subscription::Model> {
        subscription::Entity::find()
            .filter(subscription::Column::EmailKey.eq(email))
            .one(&self.database)
            .await
            .expect("a row")
    }

    async fn order_and_subscription(
        &self,
        operation: &Operation,
    ) -> (paid_order::Model, Option<subscription::Model>, u32, u32) {
        let orders = self.orders_of(&operation.email()).await;
        let [order] = <[_; 1]>::try_from(orders).unwrap_or_else(|orders| panic!("{} orders", orders.len()));
        let id = operation.order();
        (order, self.subscription_of(&operation.email()).await, self.wallet.charges(id), self.wallet.refunds(id))
    }

    async fn inspect_capture(&self, operation: &Operation) -> Effect {
        let (order, subscription, charges, _) = self.order_and_subscription(operation).await;
        if charges > 1 {
            return Effect::Inconsistent(format!("charged {charges} times"));
        }
        match (order.status, subscription) {
            (OrderStatus::Captured, Some(row))
                if row.status == SubscriptionState::Paid && row.last_order_id == order.id && charges == 1 =>
            {
                Effect::Complete
            }
            (OrderStatus::Created, None) if charges == 0 => Effect::Missing,
            (OrderStatus::Created | OrderStatus::Capturing, None) => {
                Effect::Partial(format!("an order that is {}", order.status.as_str()))
            }
            (status, row) => Effect::Inconsistent(format!(
                "the order is {status:?} with {charges} charges, and the subscription is {:?}",
                row.map(|row| row.status)
            )),
        }
    }

    async fn inspect_refund(&self, operation: &Operation) -> Effect {
        let (order, subscription, charges, refunds) = self.order_and_subscription(operation).await;
        let Some(subscription) = subscription else {
            return Effect::Inconsistent("an order without its subscription".to_owned());
        };
        if charges != 1 || refunds > 1 {
            return Effect::Inconsistent(format!("charged {charges} times and given back {refunds} times"));
        }
        match (order.status, subscription.status) {
            (OrderStatus::Refunded, SubscriptionState::Refunded) if refunds == 1 => Effect::Complete,
            (OrderStatus::Captured, SubscriptionState::Paid) if refunds == 0 => Effect::Missing,
            (OrderStatus::Refunding, SubscriptionState::Paid) => {
                Effect::Partial("a refund that is on its way".to_owned())
            }
            (order, row) => Effect::Inconsistent(format!(
                "the order is {order:?}, given back {refunds} times, and the subscription is {row:?}"
            )),
        }
    }

    async fn inspect_sign_up(&self, operation: &Operation) -> Effect {
        let db = &self.database;
        let account = account::Entity::find()
            .filter(account::Column::EmailKey.eq(operation.email()))
            .one(db)
            .await
            .expect("a row");
        let Some(account) = account else { return Effect::Missing };
        let sessions = session::Entity::find()
            .filter(session::Column::AccountId.eq(account.id))
            .count(db)
            .await
            .expect("a number");
        match (sessions, self.has_mail_job(About::Account(account.id)).await) {
            (1.., true) => Effect::Complete,
            (sessions, mail) => Effect::Inconsistent(format!(
                "an account with {sessions} sessions, a mail that proves its address: {mail}"
            )),
        }
    }

    /// Whether there is, or was, a job that mails somebody.
    async fn has_mail_job(&self, about: About) -> bool {
        let (kind, field, id) = match about {
            About::Account(id) => ("accounts.send_mail", "account_id", id.0),
            About::Subscriber(id) => ("newsletter.send_mail", "subscriber_id", id.0),
        };
        let jobs = job::Entity::find()
            .filter(job::Column::Kind.eq(kind))
            .order_by_desc(job::Column::Id)
            .all(&self.database)
            .await
            .expect("rows");
        jobs.iter().any(|job| job.payload[field] == id)
    }

    /// A draft stands in the list, or waits as the issue that was made of it; `None` where it is so.
    async fn draft_or_issue(&self, draft: IssueDraftId, issue: Option<&issue::Model>) -> Option<Effect> {
        let draft = issue_draft::Entity::find_by_id(draft).one(&self.database).await.expect("a row");
        let sent_as = draft.map(|draft| draft.issue_id);
        let wrong = match (issue, sent_as) {
            (None, Some(None)) => return None,
            (None, None) => "a draft that is lost, and no issue",
            (None, Some(Some(_))) => "a draft that is hidden, and no issue",
            (Some(issue), _) if issue.status != IssueStatus::Waiting => return None,
            (Some(issue), Some(Some(id))) if id == issue.id => return None,
            (Some(_), _) => "an issue whose draft can be sent again",
        };
        Some(Effect::Inconsistent(wrong.to_owned()))
    }

    /// An issue with the job that starts it.
    async fn one_issue(&self, rows: &[issue::Model]) -> Effect {
        let of_issue = |row: &issue::Model| issue_link::Entity::find().filter(issue_link::Column::IssueId.eq(row.id));
        if let [row] = rows
            && of_issue(row).count(&self.database).await.expect("a number") == 0
        {
            return Effect::Inconsistent("an issue whose links are not counted".to_owned());
        }
        match rows {
            [] => Effect::Missing,
            // It went on, or was taken back.
            [row] if row.status != IssueStatus::Waiting => Effect::Complete,
            [row] => {
                let jobs = job::Entity::find()
                    .filter(job::Column::Kind.eq("newsletter.start_issue"))
                    .all(&self.database)
                    .await
                    .expect("rows");
                match jobs.iter().filter(|job| job.payload["issue_id"] == row.id.0).count() {
                    0 => Effect::Inconsistent("an issue that nothing starts".to_owned()),
                    _ => Effect::Complete,
                }
            }
            more => Effect::Inconsistent(format!("{} issues of one", more.len())),
        }
    }

    async fn inspect_delivery(&self, operation: &Operation) -> Effect {
        let (id, db) = (operation.issue(), &self.database);
        let issue = issue::Entity::find_by_id(id).one(db).await.expect("a row").expect("the issue");
        let rows = delivery::Entity::find().filter(delivery::Column::IssueId.eq(id)).all(db).await.expect("rows");
        if rows.is_empty() && issue.status == IssueStatus::Waiting {
            return Effect::Missing;
        }
        if rows.len() != READERS {
            return Effect::Inconsistent(format!("{} mails for {READERS} readers", rows.len()));
        }
        let mails = self.mails();
        let subject = operation.title();
        let mut finished = issue.status == IssueStatus::Sent;
        for row in rows {
            let times = mails.iter().filter(|mail| mail.subject == subject && mail.to == row.email).count();
            match row.status {
                DeliveryStatus::Sent if times == 1 => {}
                // Handed over, and nobody knows: a person decides whether it goes again.
                DeliveryStatus::Uncertain if times <= 1 => {}
                DeliveryStatus::Queued | DeliveryStatus::Claimed if times <= 1 => finished = false,
                status => return Effect::Inconsistent(format!("a mail that is {status:?} and arrived {times} times")),
            }
        }
        if finished { Effect::Complete } else { Effect::Partial("mails that wait to be sent".to_owned()) }
    }

    /// Every mail that left.
    pub fn mails(&self) -> Vec<Mail> {
        match &self.mail_server {
            Some(server) => server.mails(),
            None => Mail::read_all(&self.site.folder.path().join("outbox")),
        }
    }

    async fn inspect_import(&self, operation: &Operation) -> Effect {
        let like = format!("wordpress:{}.example:post:%", operation.slug());
        let records = import_record::Entity::find()
            .filter(import_record::Column::ExternalKey.like(like))
            .all(&self.database)
            .await
            .expect("rows");
        let mut posts = 0;
        for n in 0..IMPORTED {
            let rows = self.posts_titled(&imported_title(operation, n)).await;
            match &rows[..] {
                [] => {}
                [post] if records.iter().any(|record| record.post_id == Some(post.id)) => {
                    posts += 1;
                    let revisions = post_revision::Entity::find()
                        .filter(post_revision::Column::PostId.eq(post.id))
                        .count(&self.database);
                    let words = post_search::Entity::find_by_id(post.id).count(&self.database);
                    if (revisions.await.expect("a number"), words.await.expect("a number")) != (1, 1) {
                        return Effect::Inconsistent("an imported post without its revision or its words".to_owned());
                    }
                }
                [_] => return Effect::Inconsistent("an imported post that the next run brings in again".to_owned()),
                more => return Effect::Inconsistent(format!("{} posts of one in the export", more.len())),
            }
        }
        match (records.len(), posts) {
            (0, 0) => Effect::Missing,
            (IMPORTED, IMPORTED) => Effect::Complete,
            (records, posts) if records == posts => Effect::Partial(format!("{posts} of {IMPORTED} posts")),
            (records, posts) => Effect::Inconsistent(format!("{records} records of {posts} posts")),
        }
    }
}

enum About {
    Account(AccountId),
    Subscriber(SubscriberId),
}

/// Tables and indexes with their columns, in an order of their own.
async fn schema(database: &DatabaseConnection) -> Vec<String> {
    let backend = database.get_database_backend();
    let sql = match backend {
        sea_orm::DbBackend::Sqlite => "SELECT type || ' ' || name || ' ' || coalesce(sql, '') AS line FROM sqlite_master ORDER BY 1",
        _ => {
            "SELECT table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable AS line FROM information_schema.columns WHERE table_schema = 'public'
             UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1"
        }
    };
    let rows = database.query_all_raw(Statement::from_string(backend, sql)).await.expect("the schema");
    rows.iter().map(|row| row.try_get("", "line").expect("text")).collect()
}

/// Each migration is a step of its own; what there is of an unfinished run is found out by the next one, which must
/// succeed.
async fn inspect_migration(operation: &Operation) -> Effect {
    static WHOLE: tokio::sync::OnceCell<Vec<String>> = tokio::sync::OnceCell::const_new();
    let Target::Site(site) = &operation.target else { unreachable!("a migration has a site") };
    let whole = WHOLE.get_or_init(|| async {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let model = Database::migrated(folder.path()).await;
        let database = connect(&model.url).await;
        let lines = schema(&database).await;
        database.close().await.expect("the database closes");
        lines
    });
    let whole = whole.await;
    if !has_database(site) {
        return Effect::Missing;
    }
    let database = connect(&site.database.url).await;
    let lines = schema(&database).await;
    let inconsistencies = if &lines == whole { inconsistencies(&database).await } else { Vec::new() };
    database.close().await.expect("the database closes");
    match lines.len() {
        0 => Effect::Missing,
        _ if !inconsistencies.is_empty() => Effect::Inconsistent(inconsistencies.join(", ")),
        _ if &lines == whole => Effect::Complete,
        some => Effect::Partial(format!("{some} of {} tables and indexes", whole.len())),
    }
}
