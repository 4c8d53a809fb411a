//! The mail that welcomes a subscriber.

use lettre::Message;
use lettre::message::MultiPart;
use mwanga_store::types::Timestamp;
use serde_json::json;

use super::look::Look;
use super::newsletter::number_sections;
use super::plain_text::to_plain_text;
use super::stories::{Block, StoryDetails, blocks};
use super::templates::render;
use super::{MailError, Recipient, headers};
use crate::settings::Settings;

/// What a new subscriber is told.
#[derive(Clone, Debug)]
pub struct WelcomeMail {
    /// Posts to begin with, as stored HTML; empty for none.
    pub stories: String,
    pub details: StoryDetails,
    /// What comes when: a few words, and a sentence.
    pub schedule: Vec<(String, String)>,
}

/// Words of the button.
const LABEL: &str = "Choose topics, or leave";
const CHANGE: &str = "Choose topics, or leave, whenever you like. The links stand at the end of each newsletter too.";

impl WelcomeMail {
    pub fn subject(settings: &Settings) -> String {
        format!("Welcome to {}", settings.site.brand)
    }

    /// # Errors
    ///
    /// As [`super::Letter::message`].
    pub fn message(
        &self,
        settings: &Settings,
        id: &str,
        recipient: &Recipient,
        at: Timestamp,
    ) -> Result<Message, MailError> {
        let message = headers::headers(settings, id, &recipient.email, &Self::subject(settings), at)?;
        let message = headers::with_list(message, settings, recipient.unsubscribe.as_deref(), None);
        let parts = MultiPart::alternative_plain_html(self.text(settings, recipient), self.html(settings, recipient));
        message.multipart(parts).map_err(|e| MailError::Unsendable(e.to_string()))
    }

    pub fn text(&self, settings: &Settings, recipient: &Recipient) -> String {
        self.render(settings, recipient, "welcome.txt")
    }

    pub fn html(&self, settings: &Settings, recipient: &Recipient) -> String {
        self.render(settings, recipient, "welcome.html")
    }

    fn render(&self, settings: &Settings, recipient: &Recipient, template: &str) -> String {
        let Self { stories, details, schedule } = self;
        let look = Look::new(settings);
        let mut cards = blocks(stories, settings.base(), details);
        for block in &mut cards {
            // No story leads: the mail has a title of its own.
            if let Block::Lead { story } = block {
                *block = Block::Card { story: story.clone() };
            }
        }
        let sections = number_sections(&mut cards);
        let card = |block: &Block| render("block.html", json!({ "look": look, "block": block })).trim().to_owned();
        let cards: String = cards.iter().map(card).collect();
        let (begin, brand) = (if stories.is_empty() { "" } else { "what to begin with, " }, &settings.site.brand);
        let unsubscribe = recipient.unsubscribe.as_deref().map(|url| ("Unsubscribe", url));
        let links: Vec<(&str, &str)> =
            [("Choose topics", recipient.preferences.as_str())].into_iter().chain(unsubscribe).collect();
        let context = json!({
            "look": look, "subject": Self::subject(settings), "date": "", "sections": sections,
            "preheader": format!("Thank you for subscribing. Here is {begin}what comes when, and how to change it."),
            "cards": cards, "stories": to_plain_text(stories, settings.base(), details), "schedule": schedule,
            "change": CHANGE, "label": LABEL, "preferences": recipient.preferences, "links": links,
            "reason": format!("You get this once, because you subscribed to the newsletter of {brand}."),
        });
        render(template, context)
    }
}
