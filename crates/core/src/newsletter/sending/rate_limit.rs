//! Rate limits of sending: in total, and per recipient host. Each process has its own.

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::Duration;

use mwanga_store::types::{DeliveryId, Timestamp};
use tokio::time::Instant;

use crate::config::Config;

pub(super) struct RateLimiter {
    /// Minimum interval between two mails.
    interval: Option<Duration>,
    /// Minimum interval between two mails to one host, in milliseconds.
    host_interval_ms: Option<i64>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    next: Option<Instant>,
    next_of_host: HashMap<String, Timestamp>,
    /// Reserved slots, by delivery.
    reserved: HashMap<DeliveryId, Timestamp>,
}

/// A slot within this time is waited for; a later one lets other mails go first.
const SOON_MS: i64 = 1_000;
/// A reserved slot is valid for this long after its time.
const LATE_MS: i64 = 5_000;

impl RateLimiter {
    pub(super) fn new(config: &Config) -> Self {
        let interval = (config.mail.per_second > 0)
            .then(|| Duration::from_secs(1) / u32::try_from(config.mail.per_second).unwrap_or(u32::MAX));
        let host_interval_ms =
            (config.mail.per_domain > 0).then(|| 60_000 / i64::try_from(config.mail.per_domain).unwrap_or(i64::MAX));
        Self { interval, host_interval_ms, state: Mutex::default() }
    }

    /// Reserves a slot: the time at which a mail may be sent to its host.
    pub(super) fn reserve(&self, id: DeliveryId, email: &str, now: Timestamp) -> Timestamp {
        let Some(interval) = self.host_interval_ms else { return now };
        let mut state = self.state.lock().expect("no panic while held");
        // A slot that was missed, by a pause, expires.
        if state.reserved.remove(&id).is_some_and(|turn| now <= turn.plus_ms(interval.max(LATE_MS))) {
            return now;
        }
        let host = email.rsplit('@').next().unwrap_or_default().to_lowercase();
        let next = state.next_of_host.entry(host).or_insert(now);
        let turn = (*next).max(now);
        *next = turn.plus_ms(interval);
        if turn > now.plus_ms(SOON_MS) {
            state.reserved.insert(id, turn);
        }
        turn
    }

    /// Forgets all turns.
    pub(super) fn forget(&self) {
        *self.state.lock().expect("no panic while held") = State::default();
    }

    pub(super) fn is_soon(turn: Timestamp, now: Timestamp) -> bool {
        turn <= now.plus_ms(SOON_MS)
    }

    /// Waits for the next slot in total.
    pub(super) async fn wait(&self) {
        if let Some(turn) = self.next(Instant::now()) {
            tokio::time::sleep_until(turn).await;
        }
    }

    fn next(&self, now: Instant) -> Option<Instant> {
        let interval = self.interval?;
        let mut state = self.state.lock().expect("no panic while held");
        let turn = state.next.map_or(now, |next| next.max(now));
        state.next = Some(turn + interval);
        Some(turn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_recipient_host_has_its_own_rate_and_assigned_turns_stay() {
        let rate_limiter = RateLimiter { interval: None, host_interval_ms: Some(10_000), state: Mutex::default() };
        let turn = |id, email, now| rate_limiter.reserve(DeliveryId(id), email, Timestamp(now)).0;
        assert_eq!(
            [
                turn(1, "a@x.example", 0),
                turn(2, "b@X.example", 0),
                turn(3, "c@x.example", 0),
                turn(4, "a@y.example", 0)
            ],
            [0, 10_000, 20_000, 0]
        );
        assert_eq!(turn(3, "c@x.example", 20_000), 20_000, "its own turn");
        assert_eq!(turn(5, "d@x.example", 20_000), 30_000);
        assert_eq!(turn(6, "e@x.example", 20_000), 40_000);
        let after_a_pause = [turn(5, "d@x.example", 90_000), turn(6, "e@x.example", 90_000)];
        assert_eq!(after_a_pause, [90_000, 100_000], "turns that were missed are not made good");
    }

    #[test]
    fn the_rate_limit_spaces_all_mails_evenly() {
        let rate_limiter =
            RateLimiter { interval: Some(Duration::from_millis(100)), host_interval_ms: None, state: Mutex::default() };
        let now = Instant::now();
        let waits: Vec<u128> =
            (0..3).filter_map(|_| rate_limiter.next(now)).map(|turn| (turn - now).as_millis()).collect();
        assert_eq!(waits, [0, 100, 200]);
        let later = now + Duration::from_secs(1);
        assert_eq!(rate_limiter.next(later), Some(later), "what was not used is not made good");
    }
}
