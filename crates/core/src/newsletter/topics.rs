//! Topics: the one catalogue, for its page, for preferences and for sending.

/// A group of topics in the catalogue.
#[derive(Clone, Copy, Debug)]
pub struct TopicGroup {
    pub id: &'static str,
    pub name: &'static str,
    pub topics: &'static [Topic],
}

/// A topic that subscribers can choose.
#[derive(Clone, Copy, Debug)]
pub struct Topic {
    pub id: &'static str,
    pub name: &'static str,
    pub text: &'static str,
}

/// All topics in the order of the catalogue.
pub(super) fn all() -> impl Iterator<Item = &'static Topic> {
    TOPIC_GROUPS.iter().flat_map(|group| group.topics)
}

/// The topic of this id.
pub fn find(id: &str) -> Option<&'static Topic> {
    all().find(|topic| topic.id == id)
}

/// Whether there is a topic of this id.
pub fn is_topic(id: &str) -> bool {
    find(id).is_some()
}

/// Seven groups of three to seven topics. Ids are kept in rows and in browsers, so they stay as they are.
pub const TOPIC_GROUPS: &[TopicGroup] = &[
    TopicGroup {
        id: "tech-ai",
        name: "Tech & AI",
        topics: &[
            Topic {
                id: "ai-at-work",
                name: "AI at work",
                text: "What assistants do well in an office, and where to keep a person.",
            },
            Topic {
                id: "gadgets",
                name: "Phones and gadgets",
                text: "Devices worth their price in Kenya, and those to wait for.",
            },
            Topic {
                id: "builders",
                name: "For builders",
                text: "Code, tools and lessons for people who make software.",
            },
            Topic {
                id: "security-check",
                name: "Security check",
                text: "Scams going around, and one thing to set up safely.",
            },
            Topic {
                id: "connected",
                name: "Connected",
                text: "Fibre, mobile networks and power: what keeps us online.",
            },
            Topic { id: "science-desk", name: "Science desk", text: "One finding explained without shouting." },
        ],
    },
    TopicGroup {
        id: "finance-business",
        name: "Finance & Business",
        topics: &[
            Topic {
                id: "digital-money",
                name: "Digital money",
                text: "Mobile money, banks and wallets, and what they charge.",
            },
            Topic { id: "small-business", name: "Small business", text: "Tills, taxes, staff and stock for owners." },
            Topic { id: "trade", name: "Imports and exports", text: "Routes, rules and costs across the border." },
            Topic { id: "markets-explained", name: "Markets explained", text: "What moved and why, without tips." },
            Topic { id: "start-ups", name: "Start-ups", text: "Who builds what in the region, and how it earns." },
        ],
    },
    TopicGroup {
        id: "marketing-creator",
        name: "Marketing & Creator",
        topics: &[
            Topic {
                id: "found-online",
                name: "Found online",
                text: "Search and websites for people without an agency.",
            },
            Topic { id: "creator-income", name: "Creator income", text: "Earning from words, pictures and sound." },
            Topic {
                id: "campaign-notes",
                name: "Campaign notes",
                text: "Advertisements taken apart: what worked and why.",
            },
            Topic { id: "writing-well", name: "Writing well", text: "One sentence made better each week." },
        ],
    },
    TopicGroup {
        id: "parenting-lifestyle",
        name: "Parenting & Lifestyle",
        topics: &[
            Topic {
                id: "children-screens",
                name: "Children and screens",
                text: "Rules that hold, apps that help, settings that matter.",
            },
            Topic {
                id: "school-tech",
                name: "School and tech",
                text: "Learning with devices, from tablet to university.",
            },
            Topic { id: "home-energy", name: "Home and energy", text: "Solar, cooking and the electricity bill." },
            Topic { id: "well-being", name: "Well-being", text: "Sleep, posture and attention in a connected day." },
            Topic { id: "weekend", name: "Weekend in Nairobi", text: "Things to do that need no charger." },
        ],
    },
    TopicGroup {
        id: "world-news",
        name: "World & News",
        topics: &[
            Topic { id: "morning-light", name: "Morning light", text: "The day in five short paragraphs." },
            Topic { id: "big-story", name: "The big story", text: "One subject a week, from the beginning." },
            Topic {
                id: "politics-plain",
                name: "Politics in plain words",
                text: "Bills and budgets, and whom they touch.",
            },
            Topic { id: "east-africa", name: "East Africa", text: "What neighbours build, trade and decide." },
            Topic {
                id: "world-tech",
                name: "The world outside",
                text: "Technology policy elsewhere that will reach us.",
            },
        ],
    },
    TopicGroup {
        id: "deals-buying-guides",
        name: "Deals & Buying Guides",
        topics: &[
            Topic {
                id: "deal-of-the-day",
                name: "Deals of the day",
                text: "A handful of offers, with the usual price beside them.",
            },
            Topic { id: "buying-guides", name: "Buying guides", text: "How to choose before you look at brands." },
            Topic { id: "electronics", name: "Electronics", text: "Screens, sound, kitchens and their running cost." },
            Topic { id: "second-hand", name: "Second-hand", text: "What to check before money changes hands." },
        ],
    },
    TopicGroup {
        id: "entertainment-culture",
        name: "Entertainment & Culture",
        topics: &[
            Topic { id: "to-watch", name: "To watch", text: "Series and films, and where they stream here." },
            Topic { id: "to-hear", name: "To hear", text: "Music and podcasts from the region and beyond." },
            Topic { id: "games", name: "Games", text: "For phones, consoles and tables." },
            Topic { id: "books", name: "Books", text: "New and old pages about how we live with machines." },
        ],
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_topic_catalogue_has_seven_groups_and_unique_ids() {
        let names: Vec<&str> = TOPIC_GROUPS.iter().map(|group| group.name).collect();
        let order = [
            "Tech & AI",
            "Finance & Business",
            "Marketing & Creator",
            "Parenting & Lifestyle",
            "World & News",
            "Deals & Buying Guides",
            "Entertainment & Culture",
        ];
        assert_eq!(names, order);
        let mut ids = std::collections::BTreeSet::new();
        for group in TOPIC_GROUPS {
            assert!((3..=7).contains(&group.topics.len()), "{}", group.name);
            for topic in group.topics {
                assert!(ids.insert(topic.id) && is_topic(topic.id), "{}", topic.id);
                assert!(!topic.name.is_empty() && topic.text.ends_with('.'), "{}", topic.id);
            }
        }
        assert!(!is_topic("tech-ai") && !is_topic(""));
    }
}
