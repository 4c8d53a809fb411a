//! Consistency check: what this process remembers, and what rows count beside other rows, compared with the rows
//! themselves.
//!
//! It runs each hour in a serving process (`server/src/consistency.rs`), over a connection of its own, and reads in
//! pieces. What differs is an error in the log, and is mended: all of it can be computed anew.

use mwanga_store::types::CategoryId;
use mwanga_store::{Reader, StoreResult, queries};

use crate::{Core, categories, posts};

/// Something that is remembered otherwise than the rows have it.
#[derive(Debug, PartialEq, Eq)]
pub struct Difference {
    /// What was compared.
    pub of: String,
    pub remembered: String,
    pub found: String,
}

impl Difference {
    pub fn new(of: impl Into<String>, remembered: impl ToString, found: impl ToString) -> Self {
        Self { of: of.into(), remembered: remembered.to_string(), found: found.to_string() }
    }
}

/// Compares what `core` remembers with `rows`, mends what differs, and says what that was.
pub async fn check(core: &Core, rows: &Reader) -> StoreResult<Vec<Difference>> {
    let mut differences = counters(core, rows).await?;
    differences.extend(remembered_categories(core, rows).await?);
    differences.extend(posts::check_totals(core, rows).await?);
    differences.extend(core.search.check(rows).await?);
    Ok(differences)
}

/// The rows of `counter`, against the rows that they count.
async fn counters(core: &Core, rows: &Reader) -> StoreResult<Vec<Difference>> {
    let mut differences = Vec::new();
    for counter in queries::counters::ALL {
        let remembered = queries::counters::value(rows, counter).await?;
        let found = queries::counters::count(rows, counter).await?;
        // Counting takes several statements: what was written between them is no difference.
        if remembered == found || remembered != queries::counters::value(rows, counter).await? {
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

/// The categories in memory, against their rows.
async fn remembered_categories(core: &Core, rows: &Reader) -> StoreResult<Vec<Difference>> {
    let key = |id: CategoryId, name: &str, slug: &str| format!("{id} {name} {slug}");
    let names = |all: &[mwanga_store::entities::category::Model]| {
        let mut names: Vec<String> = all.iter().map(|row| key(row.id, &row.name, &row.slug)).collect();
        names.sort_unstable();
        names
    };
    let remembered = categories::all(core).await?;
    let found = queries::categories::all(rows).await?;
    // Forgotten meanwhile: somebody changed one.
    if names(&remembered) == names(&found) || names(&remembered) != names(&categories::all(core).await?) {
        return Ok(Vec::new());
    }
    core.categories.clear();
    Ok(vec![Difference::new("categories", remembered.len(), found.len())])
}
