//! Consistency check: compares caches and counters with the rows that they are derived from.
//!
//! Runs hourly in a serving process (`server/src/consistency.rs`), over its own connection and in batches. Differences
//! are logged as errors and repaired by recomputing.

use mwanga_store::types::CategoryId;
use mwanga_store::{Reader, StoreResult, queries};

pub use crate::difference::Difference;
use crate::{Core, categories, posts};

/// Checks caches and counters against `rows`, repairs and returns the differences.
pub async fn check(core: &Core, rows: &Reader) -> StoreResult<Vec<Difference>> {
    let mut differences = counters(core, rows).await?;
    differences.extend(check_categories(core, rows).await?);
    differences.extend(posts::check_totals(core, rows).await?);
    let settings = core.settings();
    for index in [core.search(), core.newsroom_search()] {
        differences.extend(index.check(rows, &settings.site.language).await?);
    }
    Ok(differences)
}

/// Checks the counter table.
async fn counters(core: &Core, rows: &Reader) -> StoreResult<Vec<Difference>> {
    let mut differences = Vec::new();
    for counter in queries::counters::ALL {
        let cached = queries::counters::value(rows, counter).await?;
        let actual = queries::counters::count(rows, counter).await?;
        // Counting takes several statements; a write in between is no difference.
        if cached == actual || cached != queries::counters::value(rows, counter).await? {
            continue;
        }
        let tx = core.store.begin().await?;
        let (before, after) = queries::counters::recount(&tx, counter).await?;
        tx.commit().await?;
        if before != after {
            differences.push(Difference::new(format!("counter {counter}"), before, after));
        }
    }
    Ok(differences)
}

/// Checks the cached categories.
async fn check_categories(core: &Core, rows: &Reader) -> StoreResult<Vec<Difference>> {
    let key = |id: CategoryId, name: &str, slug: &str| format!("{id} {name} {slug}");
    let names = |all: &[mwanga_store::entities::category::Model]| {
        let mut names: Vec<String> = all.iter().map(|row| key(row.id, &row.name, &row.slug)).collect();
        names.sort_unstable();
        names
    };
    let cached = categories::all(core).await?;
    let actual = queries::categories::all(rows).await?;
    // Changed during the check.
    if names(&cached) == names(&actual) || names(&cached) != names(&categories::all(core).await?) {
        return Ok(Vec::new());
    }
    core.category_cache().clear();
    Ok(vec![Difference::new("categories", cached.len(), actual.len())])
}
