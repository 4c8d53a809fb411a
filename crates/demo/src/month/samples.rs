//! The texts of the newsroom: plainly samples, so that nobody takes them for posts.

use anyhow::Context;
use mwanga_core::Core;
use mwanga_core::posts::{self, PostForm};
use mwanga_store::entities::post::Model;
use mwanga_store::queries;

use crate::{DISCLAIMER, Files, external_key};

/// A sample text: its file, title, category and tags, and the post whose cover it borrows.
#[derive(Clone, Copy)]
pub struct Sample {
    pub file: &'static str,
    pub title: &'static str,
    pub category: &'static str,
    pub tags: &'static str,
    pub cover_of: &'static str,
}

pub const POWER_BANKS: Sample = Sample {
    file: "power-banks",
    title: "Draft: how we will test power banks (sample text)",
    category: "review",
    tags: "power banks, tests",
    cover_of: "deals/01-power-banks-in-watt-hours",
};

pub const BICYCLE_CHARGER: Sample = Sample {
    file: "bicycle-charger",
    title: "Draft: charging a phone from a bicycle (sample text)",
    category: "electronics",
    tags: "bicycles, charging",
    cover_of: "electronics/02-usb-c-charger-numbers",
};

pub const KIOSK_ICE: Sample = Sample {
    file: "kiosk-ice",
    title: "Draft: what a kiosk pays for ice (sample text)",
    category: "business",
    tags: "kiosks, electricity",
    cover_of: "business/02-margin-on-kiosk-shelf",
};

pub const EMERGENCY_LAMPS: Sample = Sample {
    file: "emergency-lamps",
    title: "Lamps that stay on when the mains go (sample text)",
    category: "review",
    tags: "lighting, power cuts",
    cover_of: "deals/05-rechargeable-bulbs",
};

pub const WATER_METER: Sample = Sample {
    file: "water-meter",
    title: "How to read a water meter (sample text)",
    category: "services",
    tags: "water, households",
    cover_of: "science/05-rain-gauge-and-roof",
};

pub const BICYCLE_WORKSHOP: Sample = Sample {
    file: "bicycle-workshop",
    title: "Draft: a morning in a bicycle workshop (sample text)",
    category: "business",
    tags: "bicycles, repair",
    cover_of: "business/05-price-a-motorbike-delivery",
};

pub const PLUG_QUIZ: Sample = Sample {
    file: "plug-quiz",
    title: "Draft: a quiz about plugs (sample text)",
    category: "entertainment",
    tags: "quiz",
    cover_of: "entertainment/05-puzzle-apps-for-children",
};

impl Sample {
    /// As a draft.
    pub async fn form(self, core: &Core) -> anyhow::Result<PostForm> {
        let path = format!("newsroom/{}.html", self.file);
        let file = Files::get(&path).with_context(|| format!("{path} is not in the binary"))?;
        let cover = imported(core, self.cover_of).await?.and_then(|post| post.media_url);
        Ok(PostForm {
            title: Some(self.title.to_owned()),
            content: Some(String::from_utf8(file.data.into_owned())?),
            category_name: Some(self.category.to_owned()),
            tags: Some(self.tags.to_owned()),
            extra_text: Some(DISCLAIMER.to_owned()),
            media_url: cover,
            status: Some("draft".to_owned()),
            ..PostForm::default()
        })
    }
}

/// A post of the publication, by its name.
pub async fn imported(core: &Core, name: &str) -> anyhow::Result<Option<Model>> {
    let record = queries::imports::get(core.store.reader(), &external_key(name)).await?;
    Ok(match record.and_then(|record| record.post_id) {
        Some(id) => posts::get(core, id).await?,
        None => None,
    })
}
