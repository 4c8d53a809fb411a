//! Words are compared in the letters of their script, and marked letter by letter, with an index and without.

use mwanga_core::media;
use unicode_normalization::UnicodeNormalization;

use crate::support::*;

fn in_address(query: &str) -> String {
    query.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

async fn search(app: &TestApp, query: &str) -> Value {
    app.get(&format!("/api/search/search?q={}", in_address(query))).await.ok()
}

/// Posts by title and text, with the queries that find each, and those that do not.
const FOUND: &[(&str, &str, &[&str], &[&str])] = &[
    (
        "School",
        "مَدْرَسَةُ البَرْمَجَةِ الحديثة",
        &["البرمجة", "برمجة", "البرمجه", "مدرسة", "المدرسة", "مَدْرَسَةُ البَرْمَجَةِ", "البرم", "\"مدرسة البرمجة\"", "مـدرسة"],
        &["درسة", "المجرة", "m"],
    ),
    (
        "Arrears",
        "لم يصل العمل في سنة ٢٠٢٦؟",
        &["لم", "عمل", "العمل", "والعمل", "سنة", "سنه", "2026", "٢٠٢٦", "۲۰۲۶"],
        &["علم", "العلم", "عام"],
    ),
    ("Biology", "علم الأحياء، على مهل", &["علم", "العلم", "الاحياء", "أحياء", "إحياء", "علي"], &["لم", "عالم", "حي"]),
    ("Year", "عامٌ جديدٌ", &["عام", "العام", "جديد"], &["10 m", "علم", "عمل"]),
    ("Cable", "A length of 10 m", &["10 m", "10", "length"], &["عام", "م"]),
    ("Pen", "ورقة و قلم", &["و", "قلم"], &["ف"]),
    ("Plan", "The plan b", &["b", "plan b"], &["q"]),
    ("Persian", "یک کتاب می\u{200c}خواهم", &["كتاب", "کتاب", "میخواهم", "می خواهم", "يك"], &[]),
    ("Urdu", "پاکستان کی آبادی", &["پاكستان", "پاکستان", "ابادي"], &["باكستانہ"]),
    ("Hebrew", "שָׁלוֹם לָעוֹלָם בְּבֵית־סֵפֶר", &["שלום", "שָׁלוֹם", "לעולם", "שלו", "ספר", "בבית-ספר"], &["שלים", "לם"]),
    ("Amharic", "ሠላም፡ለዓለም፡ሁሉ። ፀሐይ", &["ሰላም", "ሠላም", "ለአለም", "ሁሉ", "ጸሀይ", "ፀሃይ", "ሰላ"], &["ሰለም", "ሎ"]),
    ("Tigrinya", "ቋንቋ ትግርኛ ብሓዱሽ ኣ", &["ቋንቋ", "ትግርኛ", "ብሐዱሽ", "ኣ", "አ"], &["ቃንቃ"]),
    ("Hausa", "Ya biya kuɗi a ƙasarmu", &["kudi", "kuɗi", "KUƊI", "kasarmu", "ƙasarmu"], &["kuta"]),
    ("Hausa, plain", "Sun karbi kudade", &["kuɗade", "karɓi"], &[]),
    ("Yoruba", "Owó wà lọ́wọ́ Ọmọ Yorùbá", &["lowo", "lọ́wọ́", "lọwọ", "owo", "ọmọ yorùbá", "Yorù"], &["lawa"]),
    ("Igbo", "Ụmụaka nọ n’ụlọ", &["umuaka", "ụmụaka", "nulo", "n'ụlọ"], &[]),
    ("Hindi", "हिन्दी में क़लम ज़रूरी", &["हिन्दी", "कलम", "क़लम", "जरूरी", "हि"], &["हन्दा", "काम"]),
    ("N'Ko", "ߒߞߏ ߞߊ߲߬ߜߍ", &["ߒߞߏ", "ߞߊߜߍ"], &["ߞߏ"]),
    ("Russian", "Ёлка в Москве", &["елка", "ёлка", "москве", "moskve"], &[]),
    ("Japanese", "日本", &["日本", "日"], &[]),
];

async fn fill(app: &TestApp) {
    for (title, text, ..) in FOUND {
        let language = if ["School", "Arrears", "Biology", "Year", "Pen"].contains(title) { "ar" } else { "" };
        let form = |form: &mut mwanga_core::posts::PostForm| form.language = Some(language.into());
        app.post(title).content(&format!("<p>{text}</p>")).form(form).insert().await;
    }
}

#[tokio::test]
async fn words_are_found_in_the_letters_of_their_script() {
    for app in [TestApp::indexed().await, TestApp::new().await] {
        fill(&app).await;
        let is_indexed = app.core().search().is_open();
        let mut wrong = Vec::new();
        for (title, _, found_by, not_found_by) in FOUND {
            for (query, is_expected) in
                found_by.iter().map(|query| (query, true)).chain(not_found_by.iter().map(|query| (query, false)))
            {
                // Whichever way it is typed.
                for query in [query.to_string(), query.nfc().collect(), query.nfd().collect()] {
                    let answer = search(&app, &query).await;
                    if titles(&answer["results"]).contains(title) != is_expected {
                        wrong.push(format!("{query} -> {title}, {is_expected}, indexed {is_indexed}"));
                    }
                }
            }
        }
        wrong.dedup();
        assert_eq!(wrong, [""; 0]);
    }
}

#[tokio::test]
async fn no_other_word_is_suggested_for_a_short_word_of_consonants() {
    let app = TestApp::indexed().await;
    app.post("لم يصل").slug("arrears").insert().await;
    app.post("Battery").insert().await;
    for (query, suggestion) in [("علم", Value::Null), ("لمم", Value::Null), ("batary", json!("battery"))] {
        let answer = search(&app, query).await;
        assert_eq!((&answer["total"], &answer["suggestion"]), (&json!(0), &suggestion), "{query}");
    }
}

#[tokio::test]
async fn a_letter_is_marked_with_its_marks() {
    let lowo = "lọ́wọ́".nfd().collect::<String>();
    for app in [TestApp::indexed().await, TestApp::new().await] {
        app.post("Owó lọ́wọ́").content(&format!("<p>Ni {lowo}.</p>")).insert().await;
        app.post("مَدْرَسَةُ البَرْمَجَةِ").slug("school").content("<p>بَرْمَجَةٌ</p>").insert().await;
        for (query, title, text) in [
            ("lowo", json!(["Owó ", "lọ́wọ́", ""]), json!(["Ni ", lowo, "."])),
            ("lọ́wọ́", json!(["Owó ", "lọ́wọ́", ""]), json!(["Ni ", lowo, "."])),
            ("البرمجة", json!(["مَدْرَسَةُ ", "البَرْمَجَةِ", ""]), json!(["", "بَرْمَجَةٌ", ""])),
            ("مدرسة", json!(["", "مَدْرَسَةُ", " البَرْمَجَةِ"]), json!(["بَرْمَجَةٌ"])),
        ] {
            let marks = search(&app, query).await["results"][0]["highlights"].clone();
            let is_indexed = app.core().search().is_open();
            assert_eq!((&marks["title"], &marks["text"]), (&title, &text), "{query} {is_indexed}");
        }
    }
}

#[tokio::test]
async fn suggestions_by_lines_files_and_titles_are_compared_alike() {
    for app in [TestApp::indexed().await, TestApp::new().await] {
        let editor = app.staff(Role::Editor).await;
        app.post("مدرسة البرمجة").slug("school").by("أحمد عبد الله").insert().await;
        app.post("ሠላም ለዓለም").slug("peace").insert().await;
        for (query, count) in [("البر", 1), ("بَرْ", 1), ("ሰላ", 1), ("رمجة", 0)] {
            let answer = app.get(&format!("/api/search/suggest?q={}", in_address(query))).await.ok();
            assert_eq!(answer["data"].as_array().unwrap().len(), count, "{query}");
        }
        for query in ["احمد", "أحمد عبد"] {
            assert_eq!(search(&app, query).await["total"], 1, "{query}");
        }
        let file = media::import_file(app.core(), "pump", "pump.png", png(4, 3)).await.unwrap();
        let address = format!("/api/admin/media/{}", file.id);
        editor.put(&address, json!({ "alt": "مضخة المياه", "caption": "lọ́wọ́", "is_public": true })).await.ok();
        for (query, count) in [("مضخه", 1), ("مضخّة", 1), ("المي", 1), ("lowo", 1), ("ضخة", 0)] {
            let answer = editor.get(&format!("/api/admin/media?q={}", in_address(query))).await.ok();
            assert_eq!(answer["data"].as_array().unwrap().len(), count, "{query}");
            let answer = search(&app, query).await;
            assert_eq!(answer["standalone_media"].as_array().unwrap().len(), count, "{query}");
        }
        for (title, count) in [("مَدْرَسَة البرمجه", 1), ("ሰላም፡ለአለም", 1), ("درسة البرمجة", 0)]
        {
            let answer = editor.get(&format!("/api/admin/posts/same-title?title={}", in_address(title))).await.ok();
            assert_eq!(answer["data"].as_array().unwrap().len(), count, "{title}");
        }
        let answer = editor.get(&format!("/api/admin/posts?q={}", in_address("برمجة"))).await.ok();
        assert_eq!(answer["total"], 1);
    }
}

/// In bytes the words of other scripts are two to four times as long as they are.
#[tokio::test]
async fn long_titles_and_words_of_any_script_are_saved_and_found() {
    for app in [TestApp::indexed().await, TestApp::new().await] {
        for (number, letter) in ["ب", "ሀ", "𞤀", "ก", "क"].into_iter().enumerate() {
            let word = letter.repeat(40);
            let title = format!("x{} {word} {}", "é".repeat(number), letter.repeat(90));
            let post = app.post(&title).slug(&format!("long-{number}")).insert().await;
            let answer = search(&app, &word).await;
            assert_eq!(answer["results"][0]["id"], json!(post.id), "{letter}");
            search(&app, &letter.repeat(250)).await;
        }
    }
}
