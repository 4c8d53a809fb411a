//! What was mended in posts that readers had seen: two corrections, an update, and deals that end.

use anyhow::Context;
use futures_util::FutureExt;
use mwanga_core::posts::{self, DealForm, PostForm};
use mwanga_store::entities::post::{DealLink, Model};

use super::past::{Past, Step, step};
use super::samples::imported;

const EDITOR: &str = "editor@example.com";
const LANDED_COST: &str = "imports/01-landed-cost";
const SOLAR_PANEL: &str = "science/02-dust-heat-solar-panel";
const TENDER: &str = "politics/02-read-a-tender-notice";
const NOTEBOOKS: &str = "deals/03-refurbished-notebooks";
const SOLAR_PANELS: &str = "deals/02-folding-solar-panels";

pub fn steps(past: &Past) -> Vec<Step> {
    let (ended, ending) = (past.at(1, 18, 0).iso(), past.ahead(4, 18, 0));
    vec![
        step(past.at(3, 16, 20), |past| {
            let text = "An earlier version said that cells at 60 degrees lose 14 per cent. At 0.35 per cent for each \
                        degree above 25 it is 12.";
            correct(past, SOLAR_PANEL, text).boxed()
        }),
        step(past.minutes_ago(20 * 60), |past| {
            let text = "An earlier version gave the cost of each box as 36.67 dollars. It is 36.77.";
            correct(past, LANDED_COST, text).boxed()
        }),
        step(past.at(2, 10, 10), |past| mark_updated(past).boxed()),
        step(past.at(3, 9, 50), move |past| end_deal(past, NOTEBOOKS, ended).boxed()),
        step(past.at(2, 9, 55), move |past| end_deal(past, SOLAR_PANELS, ending).boxed()),
    ]
}

async fn correct(past: &Past, name: &'static str, text: &str) -> anyhow::Result<()> {
    let (by, id) = (past.writer(EDITOR).await?, post(past, name).await?.id);
    let create = |claim| async move {
        posts::add_correction(&past.core, by, id, text, &claim).await.map(|correction| correction.id.0)
    };
    past.once(name, create).await?;
    Ok(())
}

async fn mark_updated(past: &Past) -> anyhow::Result<()> {
    let (by, tender) = (past.writer(EDITOR).await?, post(past, TENDER).await?);
    if tender.updated_for_readers_at.is_none() {
        let form = PostForm { mark_updated: Some(true), ..PostForm::default() };
        posts::update(&past.core, Some(by), tender.id, form).await?;
    }
    Ok(())
}

/// Gives the first deal of a post an end.
async fn end_deal(past: &Past, name: &str, ends_at: String) -> anyhow::Result<()> {
    let (by, post) = (past.writer(EDITOR).await?, post(past, name).await?);
    if post.deal_links.iter().any(|deal| deal.ends_at.is_some()) {
        return Ok(());
    }
    let mut deals: Vec<DealForm> = post.deal_links.iter().map(form).collect();
    if let Some(first) = deals.first_mut() {
        first.ends_at = Some(ends_at);
    }
    let form = PostForm { deal_links: Some(deals), ..PostForm::default() };
    posts::update(&past.core, Some(by), post.id, form).await?;
    Ok(())
}

fn form(deal: &DealLink) -> DealForm {
    let DealLink { url, cta_text, label, product_name, price, .. } = deal.clone();
    DealForm { url, cta_text, label, product_name, price, ..DealForm::default() }
}

async fn post(past: &Past, name: &str) -> anyhow::Result<Model> {
    imported(&past.core, name).await?.with_context(|| format!("{name} is gone"))
}
