//! Search of the newsroom: by its own index, and by the database without one.

use super::{draft_of, post_with};
use crate::support::*;

const PATH: &str = "/api/admin/posts";

async fn found(caller: &Caller, query: &str) -> Vec<String> {
    let list = caller.get(&format!("{PATH}?q={query}")).await.ok();
    titles(&list["data"]).into_iter().map(str::to_owned).collect()
}

async fn newsroom() -> TestApp {
    let app = TestApp::new().await;
    app.index_in("search").await;
    app.newsroom_index_in("search-newsroom").await;
    app
}

#[tokio::test]
async fn posts_in_any_state_are_found_whole_with_slips_forgiven_and_strangers_find_none_of_it() {
    let app = newsroom().await;
    let editor = app.staff(Role::Editor).await;
    app.post("A draft").content("<p>Solar irrigation in Kisumu.</p>").draft().insert().await;
    app.post("To come").content("<p>Irrigation by night.</p>").in_ms(3_600_000).insert().await;
    app.post("Paid")
        .content("<p>Opening.</p><p>Irrigation for subscribers.</p>")
        .form(|f| f.access = Some("subscribers".into()))
        .insert()
        .await;
    let review = draft_of(&editor, "Waits").await;
    editor.put(&review, json!({ "content": "<p>Irrigation waits.</p>" })).await.ok();
    editor.post(&format!("{review}/submit"), json!({})).await.ok();
    for query in ["irrigation", "IRIGATION", "irrigatoin", "irrig"] {
        let mut all = found(&editor, query).await;
        all.sort_unstable();
        assert_eq!(all, ["A draft", "Paid", "To come", "Waits"], "{query}");
    }
    for (query, expected) in [
        ("irrigation&status=draft", "A draft"),
        ("irrigation&status=scheduled", "To come"),
        ("irrigation&status=published", "Paid"),
        ("irrigation&status=in_review", "Waits"),
        ("irrigation&access=subscribers", "Paid"),
        ("solar%20irrigation", "A draft"),
    ] {
        assert_eq!(found(&editor, query).await, [expected], "{query}");
    }
    for path in ["/api/search/search?q=irrigation", "/api/search/suggest?q=draft"] {
        let answer = app.get(path).await;
        for title in ["A draft", "To come", "Waits", "Paid"] {
            assert!(!answer.text().contains(title), "{path}: {}", answer.text());
        }
    }
}

#[tokio::test]
async fn a_search_shows_each_save_and_the_trash_at_once() {
    let app = newsroom().await;
    let editor = app.staff(Role::Editor).await;
    let draft = draft_of(&editor, "Zebra stripes").await;
    assert_eq!(found(&editor, "zebra").await, ["Zebra stripes"]);
    editor.put(&draft, json!({ "title": "Giraffe spots" })).await.ok();
    assert_eq!((found(&editor, "zebra").await.len(), found(&editor, "giraffe").await.len()), (0, 1));
    editor.delete(&draft).await.ok();
    assert_eq!(found(&editor, "giraffe").await.len(), 0);
    editor.post(&format!("{draft}/restore"), json!({})).await.ok();
    assert_eq!(found(&editor, "giraffe").await.len(), 1);
}

#[tokio::test]
async fn contributors_and_authors_find_their_own_posts_alone() {
    for with_index in [true, false] {
        let app = TestApp::new().await;
        if with_index {
            app.newsroom_index_in("search-newsroom").await;
        }
        let (editor, writer) = (app.staff(Role::Editor).await, app.staff(Role::Contributor).await);
        draft_of(&editor, "Lamps of the editors").await;
        draft_of(&writer, "Lamps of mine").await;
        assert_eq!(found(&writer, "lamps").await, ["Lamps of mine"], "{with_index}");
        assert_eq!(found(&editor, "lamps").await.len(), 2, "{with_index}");
    }
}

#[tokio::test]
async fn what_is_found_is_sorted_and_paged() {
    let app = newsroom().await;
    let editor = app.staff(Role::Editor).await;
    for (title, text, age) in [("Bees", "honey", 3), ("Ants", "honey, honey", 2), ("Honey", "sweet", 1)] {
        app.post(title).content(&format!("<p>{text}</p>")).in_ms(-age * 60_000).insert().await;
    }
    assert_eq!(found(&editor, "honey").await[0], "Honey", "a title counts more");
    for (sort, expected) in [
        ("title", ["Ants", "Bees", "Honey"]),
        ("oldest", ["Bees", "Ants", "Honey"]),
        ("newest", ["Honey", "Ants", "Bees"]),
    ] {
        assert_eq!(found(&editor, &format!("honey&sort={sort}")).await, expected, "{sort}");
    }
    let second = editor.get(&format!("{PATH}?q=honey&sort=title&per_page=2&page=2")).await.ok();
    assert_eq!((titles(&second["data"]), &second["total"], &second["next"]), (vec!["Honey"], &json!(3), &json!(null)));
    // Without a word it is no search.
    assert_eq!(found(&editor, "%25").await.len(), 3);
}

#[tokio::test]
async fn rare_words_and_few_drafts_among_many_posts_come_best_first_and_in_pages() {
    let app = newsroom().await;
    let editor = app.staff(Role::Editor).await;
    for n in 0..60 {
        app.post(&format!("Post {n}")).content("<p>A lamp.</p>").tags("light").in_ms(-n * 60_000).insert().await;
    }
    // Found by a rare word beside a common one, and by a common word among few drafts: the newest is the worst.
    for (title, text, minutes) in [
        ("Quartz lamp", "Here.", 300),
        ("Quartz", "A lamp.", 200),
        ("Lamp", "Of quartz.", 250),
        ("Neither", "Quartz and a lamp.", 100),
    ] {
        let post = app.post(title).content(&format!("<p>{text}</p>")).in_ms(-minutes * 60_000);
        post.draft().insert().await;
    }
    let best_first = ["Quartz lamp", "Quartz", "Lamp", "Neither"];
    for query in ["quartz%20lamp", "lamp%20quartz"] {
        assert_eq!(found(&editor, query).await, best_first, "{query}");
        assert_eq!(found(&editor, &format!("{query}&status=draft")).await, best_first, "{query}");
    }
    assert_eq!(found(&editor, "lamp&status=draft").await, ["Lamp", "Quartz lamp", "Quartz", "Neither"]);

    let page = async |query: &str| {
        let list = editor.get(&format!("{PATH}?q={query}")).await.ok();
        (titles(&list["data"]).len(), list["total"].as_u64().unwrap())
    };
    assert_eq!(page("lamp&per_page=50").await, (50, 64));
    assert_eq!(page("lamp&per_page=50&page=2").await, (14, 64));
    assert_eq!(page("lamp&per_page=50&tag=light&page=2").await, (10, 60));
    assert_eq!(page("lamp&per_page=50&page=3").await, (0, 64));
}

#[tokio::test]
async fn without_an_index_the_database_finds_words_by_their_beginning() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    app.post("Café lamps").in_ms(-60_000).insert().await;
    app.post("A draft about cafes").draft().insert().await;
    app.post("Tea").content("<p>No cafe here.</p>").in_ms(-120_000).insert().await;
    assert_eq!(found(&editor, "CAF%C3%89").await, ["A draft about cafes", "Café lamps", "Tea"]);
    assert_eq!(found(&editor, "cafe%20lam").await, ["Café lamps"]);
    assert_eq!(found(&editor, "cafe&status=draft").await, ["A draft about cafes"]);
}

#[tokio::test]
async fn an_index_that_is_gone_or_broken_is_made_anew_with_drafts() {
    let app = TestApp::new().await;
    let editor = app.staff(Role::Editor).await;
    editor.post(PATH, post_with(json!({ "title": "Kept words", "status": "draft" }))).await.ok();
    let task = app.newsroom_index_in("newsroom").await;
    assert_eq!(found(&editor, "kepd").await, ["Kept words"], "a slip: the index answers");
    app.core().stopping.cancel();
    task.await.unwrap();
    let folder = std::fs::read_dir(app.data_dir().join("newsroom")).unwrap().next().unwrap().unwrap().path();
    std::fs::write(folder.join("meta.json"), "{").unwrap();
    let other = TestApp::sharing_store(&app).await;
    other.newsroom_index_in("newsroom").await;
    let editor = other.staff(Role::Editor).await;
    assert_eq!(found(&editor, "kepd").await, ["Kept words"]);
}

#[tokio::test]
async fn a_save_of_another_node_is_found() {
    let (one, two) = TestApp::two_nodes().await;
    two.newsroom_index_in("search-of-two").await;
    let editor = one.staff(Role::Editor).await;
    draft_of(&editor, "From the other node").await;
    let editor = two.anyone().with_token(editor.token.as_ref().unwrap());
    let saved = std::time::Instant::now();
    while found(&editor, "from%20othr").await != ["From the other node"] {
        assert!(saved.elapsed() < std::time::Duration::from_secs(2), "the other node does not find it");
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
}
