//! What the site itself shows of an operation's effect.

use super::*;

impl TrialSite {
    /// What the site shows, where it shows it.
    pub async fn shown(&self, person: &Person, operation: &Operation) -> Option<Effect> {
        match operation.kind {
            Kind::Save => {
                Some(self.visible_post(person, &operation.slug(), &operation.title(), &operation.title()).await)
            }
            Kind::Edit => {
                let Target::Post { id, slug } = &operation.target else { unreachable!("an edit has a post") };
                let (_, post) = person.get_json(&format!("/api/admin/posts/{id}")).await;
                let first = post["title"] == operation.title().as_str();
                let (title, words) = if first {
                    (operation.title(), "the first state")
                } else {
                    (format!("{} edited", operation.title()), "the second state")
                };
                if post["title"] != title.as_str() || post["content"] != text(words) {
                    return Some(Effect::Inconsistent("the editor sees another state".to_owned()));
                }
                match self.visible_post(person, slug, &title, words).await {
                    Effect::Complete if first => Some(Effect::Missing),
                    there => Some(there),
                }
            }
            Kind::Correct => {
                let (_, list) = person.get_json("/api/corrections?per_page=100").await;
                let corrections = list["data"].as_array().expect("a list");
                match corrections.iter().filter(|one| one["text"] == operation.title().as_str()).count() {
                    0 => Some(Effect::Missing),
                    1 => Some(Effect::Complete),
                    count => Some(Effect::Inconsistent(format!("readers see it {count} times"))),
                }
            }
            Kind::Restore => {
                let (status, post) = person.get_json(&format!("/api/admin/posts/{}", operation.post())).await;
                match status {
                    StatusCode::NOT_FOUND => Some(Effect::Missing),
                    _ if post["status"] == "draft" => Some(Effect::Complete),
                    _ => Some(Effect::Inconsistent(format!("the editor sees {status} {}", post["status"]))),
                }
            }
            Kind::DeleteForever => {
                let (_, trash) = person.get_json("/api/admin/trash?per_page=100").await;
                let listed = trash["data"].as_array().is_some_and(|list| {
                    list.iter().any(|entry| entry["kind"] == "post" && entry["id"] == operation.post())
                });
                Some(if listed { Effect::Missing } else { Effect::Complete })
            }
            Kind::Delete => {
                let Target::Post { id, slug } = &operation.target else { unreachable!("a delete has a post") };
                let (status, _) = person.get_json(&format!("/api/admin/posts/{id}")).await;
                match (status, self.visible_post(person, slug, &operation.title(), "the first state").await) {
                    (StatusCode::OK, Effect::Complete) => Some(Effect::Missing),
                    (StatusCode::NOT_FOUND, Effect::Missing) => Some(Effect::Complete),
                    (status, there) => {
                        Some(Effect::Inconsistent(format!("the editor sees {status}, and readers {there:?}")))
                    }
                }
            }
            Kind::Page => {
                let (status, page) = person.get_json(&format!("/api/pages/{}", operation.slug())).await;
                // An address that nobody has leads to the front page.
                let (_, html) = person.sees(&format!("/{}", operation.slug())).await;
                let is_drawn = String::from_utf8_lossy(&html).contains(&operation.title());
                match status {
                    StatusCode::NOT_FOUND if !is_drawn => Some(Effect::Missing),
                    StatusCode::OK if is_drawn && page["title"] == operation.title().as_str() => Some(Effect::Complete),
                    status => {
                        Some(Effect::Inconsistent(format!("the API answers {status}, its page shows {is_drawn}")))
                    }
                }
            }
            Kind::Settings => {
                let (_, site) = person.get_json("/api/site").await;
                let newest = settings_version::Entity::find().order_by_desc(settings_version::Column::Version);
                let newest = newest.one(&self.database).await.expect("a row")?;
                let (shown, stored) = (&site["tagline"], &newest.values["site.tagline"]);
                if shown != stored {
                    return Some(Effect::Inconsistent(format!("the site shows {shown}, and {stored} is stored")));
                }
                // Somebody else may have saved since.
                (*shown == operation.title().as_str()).then_some(Effect::Complete)
            }
            Kind::Category => {
                let (_, site) = person.get_json("/api/site").await;
                let is_named = |category: &&Value| category["name"] == operation.title().as_str();
                match site["categories"].as_array().map_or(0, |all| all.iter().filter(is_named).count()) {
                    0 => Some(Effect::Missing),
                    1 => Some(Effect::Complete),
                    count => Some(Effect::Inconsistent(format!("the site lists it {count} times"))),
                }
            }
            Kind::Upload => {
                let Some(path) = self.media_path(operation, None) else { return Some(Effect::Missing) };
                match person.sees(&path).await {
                    (StatusCode::OK, bytes) if image::load_from_memory(&bytes).is_ok() => Some(Effect::Complete),
                    (StatusCode::NOT_FOUND, _) => Some(Effect::Missing),
                    (status, bytes) => Some(Effect::Inconsistent(format!("{status} with {} bytes", bytes.len()))),
                }
            }
            Kind::Issue => {
                let (_, list) = person.get_json("/api/newsletter/admin-issues?per_page=50").await;
                let issues = list["data"].as_array().expect("a list");
                match issues.iter().filter(|issue| issue["subject"] == operation.title().as_str()).count() {
                    0 => Some(Effect::Missing),
                    1 => Some(Effect::Complete),
                    more => Some(Effect::Inconsistent(format!("{more} issues of one"))),
                }
            }
            Kind::SignUp => {
                let form = json!({ "email": operation.email(), "password": PASSWORD });
                let answer = person.post("/api/auth/login-user", &operation.key, &form).await.expect("an answer");
                Some(if answer.status.is_success() { Effect::Complete } else { Effect::Missing })
            }
            _ => None,
        }
    }

    /// Where an uploaded picture is served, or its copy of a width.
    pub fn media_path(&self, operation: &Operation, width: Option<u32>) -> Option<String> {
        let link = operation.link.lock().expect("nobody panicked").clone();
        let (file_url, _) = link?;
        let key = file_url.split_once("/media/").expect("an address of media").1;
        Some(width.map_or_else(|| format!("/media/{key}"), |width| format!("/media/w{width}/{key}")))
    }

    /// What readers see of a post: its API answer and its page agree.
    async fn visible_post(&self, person: &Person, slug: &str, title: &str, words: &str) -> Effect {
        let (status, post) = person.get_json(&format!("/api/post/slug/{slug}")).await;
        let (page_status, page) = person.sees(&format!("/post/slug/{slug}")).await;
        match (status, page_status) {
            (StatusCode::OK, StatusCode::OK)
                if post["title"] == title && post["content"] == text(words).replace("<p>", "<p dir=\"auto\">") =>
            {
                if String::from_utf8_lossy(&page).contains(title) {
                    Effect::Complete
                } else {
                    Effect::Inconsistent("the page is of another state".to_owned())
                }
            }
            (StatusCode::NOT_FOUND, StatusCode::NOT_FOUND) | (StatusCode::GONE, StatusCode::GONE) => Effect::Missing,
            (api, page) => Effect::Inconsistent(format!(
                "the API answers {api} with the title {}, and the page {page}",
                post["title"]
            )),
        }
    }
}
