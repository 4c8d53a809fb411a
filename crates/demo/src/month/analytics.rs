//! What was read: a believable month of counts, the same for the same posts.

use std::collections::HashMap;

use mwanga_core::Core;
use mwanga_core::analytics::{self, SampleDay};
use mwanga_store::entities::post::Model;
use mwanga_store::queries;
use mwanga_store::queries::posts::PublicFilter;
use mwanga_store::types::{PlanCode, PostId, Timestamp, TrackedEvent};

use super::readers;
use super::samples::imported;
use crate::DAY_MS;

/// Days before today.
const DAYS: i64 = 30;
/// More than there are posts.
const MAX_POSTS: u64 = 500;

/// The post that did well, and the part of its readers who came by one link.
const HIT: &str = "the-big-story/02-shop-counter-bank-branch";
/// Its weight among the others, by the days since.
const HIT_WEIGHTS: [f64; 4] = [14.0, 10.0, 4.0, 2.0];
/// What it brings to the site.
const HIT_TRAFFIC: [f64; 4] = [1.9, 1.6, 1.15, 1.05];

/// Views of a weekday at first, and how many more each day.
const FIRST_VIEWS: f64 = 210.0;
const GROWTH: f64 = 11.0;
const WEEKEND: f64 = 0.66;

/// Hosts that readers came from, each with its part of all views.
const REFERRERS: [(&str, f64); 7] = [
    ("search.example", 0.21),
    ("social.example", 0.09),
    ("chat.example", 0.06),
    ("digest.example", 0.035),
    ("forum.example", 0.02),
    ("school-library.example", 0.008),
    ("traders-union.example", 0.005),
];

/// Writes the counts of the month up to now.
pub async fn fill(core: &Core) -> anyhow::Result<()> {
    let (db, now) = (core.store.reader(), core.now());
    let ids = queries::posts::public_ids(db, &PublicFilter::default(), now, 0, MAX_POSTS).await?;
    let posts = queries::posts::by_ids_without_content(db, &ids).await?;
    let mut deals: HashMap<PostId, Vec<String>> = HashMap::new();
    for deal in queries::analytics::deal_links(db, &ids).await? {
        deals.entry(deal.post_id).or_default().push(deal.url);
    }
    let hit = imported(core, HIT).await?.map(|post| (post.id, post.published_at));
    let settings = core.settings();
    let day_of = |at: Timestamp| at.day_in(settings.time_zone());
    let days: Vec<SampleDay> = (0..=DAYS)
        .rev()
        .filter_map(|days_ago| {
            let day = day_of(now.plus_ms(-days_ago * DAY_MS));
            let begin = Timestamp::parse_in(&day, settings.time_zone())?;
            let end = begin.plus_ms(DAY_MS).min(now);
            let since_hit = hit.map(|(id, at)| (id, (end.0 - at.0).div_euclid(DAY_MS)));
            let is_weekend = begin.date_in(settings.time_zone()).weekday().to_monday_zero_offset() >= 5;
            Some(Day { days_ago, day, begin, end, is_weekend, since_hit }.counts(&posts, &deals))
        })
        .collect();
    Ok(analytics::add_sample(core, &days).await?)
}

/// A day of the publication, today as far as it has come.
struct Day {
    days_ago: i64,
    day: String,
    begin: Timestamp,
    end: Timestamp,
    is_weekend: bool,
    /// The post that did well, and the days since it came out.
    since_hit: Option<(PostId, i64)>,
}

impl Day {
    fn counts(&self, posts: &[Model], deals: &HashMap<PostId, Vec<String>>) -> SampleDay {
        let weights: Vec<(&Model, f64)> = posts.iter().map(|post| (post, self.weight(post))).collect();
        let sum: f64 = weights.iter().map(|(_, weight)| weight).sum();
        let total = self.views();
        let views: Vec<(&Model, i64)> = weights
            .into_iter()
            .map(|(post, weight)| (post, round(total * weight / sum.max(f64::MIN_POSITIVE))))
            .filter(|(_, views)| *views > 0)
            .collect();
        let mut deal_clicks = Vec::new();
        for (post, views) in &views {
            for (place, url) in deals.get(&post.id).into_iter().flatten().enumerate() {
                let share = 0.03 + 0.04 * noise(&[&post.slug, url]) / (place + 1) as f64;
                let clicks = round(*views as f64 * share * (0.6 + 0.8 * noise(&[&self.day, url])));
                if clicks > 0 {
                    deal_clicks.push((post.id, url.clone(), clicks));
                }
            }
        }
        let shares = views
            .iter()
            .map(|(post, views)| (post.id, round(*views as f64 * 0.02 * noise(&[&self.day, &post.slug, "shares"]))));
        SampleDay {
            day: self.day.clone(),
            deal_clicks,
            shares: shares.filter(|(_, count)| *count > 0).collect(),
            signups: readers::sign_ups(self.days_ago),
            funnel: self.funnel(),
            referrers: self.referrers(views.iter().map(|(_, views)| *views).sum::<i64>() as f64),
            views: views.into_iter().map(|(post, views)| (post.id, views)).collect(),
        }
    }

    /// Views of all posts.
    fn views(&self) -> f64 {
        let day = FIRST_VIEWS + GROWTH * (DAYS - self.days_ago) as f64;
        let weekend = if self.is_weekend { WEEKEND } else { 1.0 };
        let hit = self.since_hit.map_or(1.0, |(_, days)| by_days(&HIT_TRAFFIC, days));
        let passed = (self.end.0 - self.begin.0) as f64 / DAY_MS as f64;
        day * weekend * hit * passed * (0.92 + 0.16 * noise(&[&self.day]))
    }

    /// How much of the day's readers a post gets: most while it is new, and for years a few by way of search.
    fn weight(&self, post: &Model) -> f64 {
        let age = (self.end.0 - post.published_at.0) as f64 / DAY_MS as f64;
        if age <= 0.0 {
            return 0.0;
        }
        let hit = self.since_hit.filter(|(id, _)| *id == post.id).map_or(1.0, |(_, days)| by_days(&HIT_WEIGHTS, days));
        let liked = 0.5 + 1.1 * noise(&[&post.slug]);
        let new = age.min(0.5) / (0.5 + age * age / 3.0);
        hit * liked * (new + 0.06) * (0.8 + 0.4 * noise(&[&self.day, &post.slug]))
    }

    fn referrers(&self, views: f64) -> Vec<(&'static str, i64)> {
        let hit = self.since_hit.map_or(1.0, |(_, days)| by_days(&HIT_TRAFFIC, days));
        let linked = ("town-square.example", (hit - 1.0) / hit);
        REFERRERS
            .into_iter()
            .chain([linked])
            .map(|(host, share)| (host, round(views * share * (0.8 + 0.4 * noise(&[&self.day, host])))))
            .filter(|(_, count)| *count > 0)
            .collect()
    }

    /// The way to a subscription: what was paid agrees with the orders.
    fn funnel(&self) -> Vec<(TrackedEvent, PlanCode, i64)> {
        let mut steps = Vec::new();
        for plan in [PlanCode::EightMonths, PlanCode::TwelveMonths] {
            let up_to = |most: f64, of: &str| round((most + 0.49) * noise(&[&self.day, plan.as_str(), of]));
            let paid = readers::paid(self.days_ago).filter(|bought| *bought == plan).count() as i64;
            let failed = up_to(0.05, "failed");
            let started = paid + failed + up_to(0.6, "started");
            let chosen = started + up_to(2.0, "chosen");
            steps.extend([
                (TrackedEvent::PlanChosen, plan, chosen),
                (TrackedEvent::CheckoutStarted, plan, started),
                (TrackedEvent::PaymentApproved, plan, paid),
                (TrackedEvent::PaymentFailed, plan, failed),
            ]);
        }
        steps.retain(|(.., count)| *count > 0);
        steps
    }
}

/// The value of a day; 1 before the first and after the last.
fn by_days(values: &[f64], days: i64) -> f64 {
    usize::try_from(days).ok().and_then(|days| values.get(days)).copied().unwrap_or(1.0)
}

fn round(count: f64) -> i64 {
    count.round() as i64
}

/// A number from 0 to 1 that these words always give: FNV-1a, its bits mixed.
fn noise(words: &[&str]) -> f64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in words.iter().flat_map(|word| word.bytes().chain([0])) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    hash = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    hash = (hash ^ (hash >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((hash ^ (hash >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_is_spread_and_repeats() {
        let days: Vec<String> = (0..1_000).map(|day| format!("2026-{day}")).collect();
        let mean = days.iter().map(|day| noise(&[day, "post"])).sum::<f64>() / 1_000.0;
        assert!((0.45..0.55).contains(&mean), "{mean}");
        assert!((noise(&["a", "b"]) - noise(&["a", "b"])).abs() < f64::EPSILON);
        assert!((noise(&["ab", ""]) - noise(&["a", "b"])).abs() > f64::EPSILON);
    }
}
