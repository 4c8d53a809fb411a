//! How often one address may ask for something on this node, or something be told of one order.

use std::hash::Hash;
use std::net::IpAddr;
use std::num::NonZeroU32;

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::client_address::ClientAddress;

/// Searches in a row; afterwards one each two seconds.
pub const SEARCHES: NonZeroU32 = NonZeroU32::new(30).unwrap();
/// What is asked for while somebody types, in a row; afterwards two a second.
pub const SUGGESTIONS: NonZeroU32 = NonZeroU32::new(120).unwrap();
/// Events in a row; afterwards five a second. Many readers may have one address.
pub const EVENTS: NonZeroU32 = NonZeroU32::new(300).unwrap();
/// Messages of a wallet in a row; afterwards five a second. It sends again what it could not deliver.
pub const MESSAGES: NonZeroU32 = NonZeroU32::new(300).unwrap();
/// Messages about one order in a row, and as many a minute: a wallet tells of it a few times, and whoever invents
/// messages makes us ask about each.
pub const MESSAGES_OF_AN_ORDER: NonZeroU32 = NonZeroU32::new(20).unwrap();
/// First renders of pages in a row; afterwards [`RENDERS_A_SECOND`].
const RENDERS: NonZeroU32 = NonZeroU32::new(300).unwrap();
const RENDERS_A_SECOND: NonZeroU32 = NonZeroU32::new(20).unwrap();
/// Addresses remembered before those that did not ask lately are forgotten.
const REMEMBERED: usize = 10_000;

pub struct RateLimit<K: Hash + Eq + Clone = IpAddr> {
    on: bool,
    counted: DefaultKeyedRateLimiter<K>,
    clock: DefaultClock,
}

impl<K: Hash + Eq + Clone> RateLimit<K> {
    /// So many in a row, and as many again within a minute. Counts nothing when it is not `on`.
    pub fn new(on: bool, a_minute: NonZeroU32) -> Self {
        Self::of(on, Quota::per_minute(a_minute))
    }

    fn of(on: bool, quota: Quota) -> Self {
        Self { on, counted: RateLimiter::keyed(quota), clock: DefaultClock::default() }
    }

    /// Counts one.
    ///
    /// # Errors
    ///
    /// In how many seconds there may be another.
    pub fn count_one(&self, key: &K) -> Result<(), u32> {
        if !self.on {
            return Ok(());
        }
        if self.counted.len() > REMEMBERED {
            self.counted.retain_recent();
        }
        self.counted.check_key(key).map_err(|wait| {
            let wait = wait.wait_time_from(self.clock.now());
            u32::try_from(wait.as_millis().div_ceil(1_000)).unwrap_or(u32::MAX).max(1)
        })
    }
}

impl RateLimit {
    /// Of pages that are in no memory yet.
    pub fn of_renders(on: bool) -> Self {
        Self::of(on, Quota::per_second(RENDERS_A_SECOND).allow_burst(RENDERS))
    }

    /// Counts one of an address.
    ///
    /// # Errors
    ///
    /// In how many seconds the address may ask again.
    pub fn count(&self, client: ClientAddress) -> Result<(), u32> {
        self.count_one(&client.counted_as())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_address_has_its_own_count_and_a_household_one() {
        let limit = RateLimit::new(true, SEARCHES);
        let count = |address: &str| limit.count(ClientAddress(address.parse().unwrap()));
        for _ in 0..30 {
            assert_eq!((count("192.0.2.1"), count("2001:db8::1")), (Ok(()), Ok(())));
        }
        assert!(matches!(count("192.0.2.1"), Err(1..=2)), "thirty in a row and no more");
        assert!(
            count("::ffff:192.0.2.1").is_err() && count("2001:db8::2").is_err(),
            "another spelling, another address of the same network"
        );
        assert!(count("192.0.2.2").is_ok() && count("2001:db8:0:1::1").is_ok());
    }
}
