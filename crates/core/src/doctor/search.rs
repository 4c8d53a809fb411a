use super::check::Outcome;
use crate::Core;
use crate::search::{IndexKind, IndexProgress};

/// Whether an index is being made, in this process or in the server beside it.
pub fn indexes(core: &Core) -> Outcome {
    let making: Vec<String> = [(IndexKind::Public, "for readers"), (IndexKind::Newsroom, "of the newsroom")]
        .into_iter()
        .filter_map(|(kind, whose)| {
            let IndexProgress { done, total } = IndexProgress::read(&core.config.data_dir, kind)?;
            Some(format!("The index {whose} has {done} of {total} posts and files."))
        })
        .collect();
    if making.is_empty() {
        return Outcome::well("No index is being made.");
    }
    let advice = "Wait: until then searches find exact words in the newest posts. It goes on while the server runs.";
    Outcome::warning(making.join(" "), advice)
}
