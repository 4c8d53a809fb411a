use std::sync::Mutex;

use mwanga_store::types::Timestamp;

use crate::clock::Clock;
use crate::core_state::{Core, Part};

/// A step of the clock between two looks that is none of its slewing, in milliseconds.
const JUMP_MS: i64 = 10_000;

/// Looks at the clock beside the time that passed.
pub struct Looks(Mutex<State>);

impl Part for Looks {}

impl Core {
    /// Looks at the clock, which tell when it was set.
    pub fn clock_looks(&self) -> &Looks {
        self.part()
    }
}

struct State {
    last: Look,
    /// Steady time since which the clock went on evenly.
    agreed_since_ms: i64,
}

#[derive(Clone, Copy)]
struct Look {
    at: Timestamp,
    steady_ms: i64,
}

impl Look {
    fn now(clock: &Clock) -> Self {
        Self { at: clock.now(), steady_ms: clock.steady_ms() }
    }
}

impl Looks {
    pub(crate) fn new(clock: &Clock) -> Self {
        let last = Look::now(clock);
        Self(Mutex::new(State { last, agreed_since_ms: last.steady_ms }))
    }

    /// By how many milliseconds the clock was set ahead (or back) since the last look; none where it went on evenly.
    pub fn look(&self, clock: &Clock) -> Option<i64> {
        let mut state = self.0.lock().expect("no panic while held");
        let look = Look::now(clock);
        let jump = (look.at.0 - state.last.at.0) - (look.steady_ms - state.last.steady_ms);
        state.last = look;
        if jump.abs() < JUMP_MS {
            return None;
        }
        state.agreed_since_ms = look.steady_ms;
        Some(jump)
    }

    /// For how long it has gone on evenly as of now, in milliseconds.
    pub(super) fn agreed_ms(&self, clock: &Clock) -> i64 {
        let state = self.0.lock().expect("no panic while held");
        let look = Look::now(clock);
        let jump = (look.at.0 - state.last.at.0) - (look.steady_ms - state.last.steady_ms);
        // Left for the next look to tell.
        if jump.abs() >= JUMP_MS { 0 } else { look.steady_ms - state.agreed_since_ms }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR_MS: i64 = 3_600_000;

    #[test]
    fn a_look_tells_a_jump_once_and_the_hour_begins_anew() {
        let clock = Clock::fixed(Timestamp(1_000_000));
        let looks = Looks::new(&clock);
        for jump in [2 * HOUR_MS, -2 * HOUR_MS, 400 * 24 * HOUR_MS, -400 * 24 * HOUR_MS, JUMP_MS, -JUMP_MS] {
            clock.advance_ms(HOUR_MS);
            assert_eq!(looks.look(&clock), None);
            assert_eq!(looks.agreed_ms(&clock), HOUR_MS);
            clock.jump_ms(jump);
            assert_eq!(looks.agreed_ms(&clock), 0, "before anybody looked");
            assert_eq!((looks.look(&clock), looks.look(&clock)), (Some(jump), None));
            assert_eq!(looks.agreed_ms(&clock), 0);
        }
        clock.jump_ms(JUMP_MS - 1);
        assert_eq!(looks.look(&clock), None, "a step that NTP makes");
    }
}
