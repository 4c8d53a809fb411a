//! Sampling of the fault loops: how many cases run, random numbers from a seed, and the repeat of an operation whose
//! outcome is unknown.

use super::operations::{Kind, Operation, Outcome, Person, TrialSite};

/// Whether every case is tried, which takes many minutes, and not a sample: `MWANGA_FAULTS=whole`.
pub fn runs_every_case() -> bool {
    std::env::var("MWANGA_FAULTS").is_ok_and(|value| value == "whole")
}

/// Whether the loops are over this kind: one of `MWANGA_FAULTS_KINDS`, or any where that is not given.
pub fn is_chosen(kind: Kind) -> bool {
    let chosen = std::env::var("MWANGA_FAULTS_KINDS").unwrap_or_default();
    chosen.is_empty() || chosen.split(',').any(|name| name == kind.name())
}

/// Repeats an operation until its outcome is known, three times at most. A repeated upload may be refused before it was
/// read to its end, and its client then hear of a broken connection only.
pub async fn repeat_until_known(trial: &TrialSite, person: &Person, operation: &Operation) -> Outcome {
    let mut outcome = trial.repeat(person, operation).await;
    for _ in 0..3 {
        if outcome != Outcome::Unknown || operation.kind.is_job() {
            break;
        }
        outcome = trial.repeat(person, operation).await;
    }
    outcome
}

/// Random numbers from a seed (SplitMix64): `MWANGA_FAULTS_SEED`, printed where it is not given.
pub struct SeededRng(u64);

impl SeededRng {
    pub fn new(what: &str) -> Self {
        let given =
            std::env::var("MWANGA_FAULTS_SEED").ok().map(|seed| seed.parse().expect("MWANGA_FAULTS_SEED is a number"));
        let seed = given.unwrap_or_else(|| {
            u64::from(std::process::id()) << 16 ^ mwanga_core::clock::Clock::system().now().0 as u64
        });
        println!("{what}: MWANGA_FAULTS_SEED={seed}");
        Self(seed)
    }

    /// Below `end`.
    pub fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % end.max(1)
    }
}
