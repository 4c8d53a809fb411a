//! Rate limits of this process, by client address or by order.

use std::hash::Hash;
use std::net::IpAddr;
use std::num::NonZeroU32;

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use mwanga_core::attempts::WIDER_NETWORKS;

use crate::client_address::ClientAddress;

/// Burst of searches; then one each two seconds.
pub const SEARCHES: NonZeroU32 = NonZeroU32::new(30).unwrap();
/// Burst of search suggestions; then two a second.
pub const SUGGESTIONS: NonZeroU32 = NonZeroU32::new(120).unwrap();
/// Burst of analytics events; then five a second. Many readers may share one address.
pub const EVENTS: NonZeroU32 = NonZeroU32::new(300).unwrap();
/// Burst of payment webhooks; then five a second. The provider repeats what it could not deliver.
pub const WEBHOOKS: NonZeroU32 = NonZeroU32::new(300).unwrap();
/// Burst of payment webhooks about one order, and as many a minute: each makes us ask the provider, and a forger could
/// send many.
pub const WEBHOOKS_PER_ORDER: NonZeroU32 = NonZeroU32::new(20).unwrap();
/// Burst of first renders of pages; then [`RENDERS_PER_SECOND`].
const RENDERS: NonZeroU32 = NonZeroU32::new(300).unwrap();
const RENDERS_PER_SECOND: NonZeroU32 = NonZeroU32::new(20).unwrap();
/// Keys in memory before idle ones are dropped.
const MAX_KEYS: usize = 10_000;

pub struct RateLimit<K: Hash + Eq + Clone = IpAddr> {
    is_on: bool,
    limiter: DefaultKeyedRateLimiter<K>,
    /// Those of [`WIDER_NETWORKS`].
    wider: [DefaultKeyedRateLimiter<K>; 2],
    clock: DefaultClock,
}

impl<K: Hash + Eq + Clone> RateLimit<K> {
    /// A burst of `per_minute`, refilled within a minute. Counts nothing while it is not `is_on`.
    pub fn new(is_on: bool, per_minute: NonZeroU32) -> Self {
        Self::of(is_on, Quota::per_minute(per_minute))
    }

    fn of(is_on: bool, quota: Quota) -> Self {
        let wider = WIDER_NETWORKS.map(|(_, times)| RateLimiter::keyed(times_quota(quota, times)));
        Self { is_on, limiter: RateLimiter::keyed(quota), wider, clock: DefaultClock::default() }
    }

    /// Counts one request of a key.
    ///
    /// # Errors
    ///
    /// Seconds until the next one is allowed.
    pub fn count_key(&self, key: &K) -> Result<(), u32> {
        self.count_by(&self.limiter, key)
    }

    fn count_by(&self, limiter: &DefaultKeyedRateLimiter<K>, key: &K) -> Result<(), u32> {
        if !self.is_on {
            return Ok(());
        }
        if limiter.len() > MAX_KEYS {
            limiter.retain_recent();
        }
        limiter.check_key(key).map_err(|wait| {
            let wait = wait.wait_time_from(self.clock.now());
            u32::try_from(wait.as_millis().div_ceil(1_000)).unwrap_or(u32::MAX).max(1)
        })
    }
}

impl RateLimit {
    /// The limit of first renders.
    pub fn for_renders(is_on: bool) -> Self {
        Self::of(is_on, Quota::per_second(RENDERS_PER_SECOND).allow_burst(RENDERS))
    }

    /// Counts one request of a client.
    ///
    /// # Errors
    ///
    /// Seconds until the next one is allowed.
    pub fn count(&self, client: ClientAddress) -> Result<(), u32> {
        self.count_key(&client.rate_limit_key())?;
        for (limiter, (prefix, _)) in self.wider.iter().zip(WIDER_NETWORKS) {
            if let Some(network) = client.wider_network(prefix) {
                self.count_by(limiter, &network)?;
            }
        }
        Ok(())
    }
}

/// A quota that takes so many times as much.
fn times_quota(quota: Quota, times: u32) -> Quota {
    let burst = quota.burst_size().saturating_mul(NonZeroU32::new(times).unwrap_or(NonZeroU32::MIN));
    let faster = Quota::with_period(quota.replenish_interval() / times.max(1)).unwrap_or(quota);
    faster.allow_burst(burst)
}

#[cfg(test)]
mod tests {
    use std::net::Ipv6Addr;

    use super::*;

    #[test]
    fn the_rate_limit_counts_each_ipv4_address_and_each_ipv6_network() {
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

    #[test]
    fn wider_networks_of_ipv6_take_four_and_sixteen_times_as_much() {
        let count = |limit: &RateLimit, bits: u128| limit.count(ClientAddress(Ipv6Addr::from_bits(bits).into()));
        let base = 0x2001_0db8_0000_0000_u128 << 64;
        for (prefix, step, at_most) in [(56, 1_u128 << 64, 120..=125), (48, 1 << 72, 480..=495)] {
            let limit = RateLimit::new(true, SEARCHES);
            let taken = (0..600).filter(|n| count(&limit, base + (n % 250) * step).is_ok()).count();
            assert!(at_most.contains(&taken), "/{prefix}: {taken}");
            assert!(count(&limit, base + (1 << 80)).is_ok(), "another /48");
        }
    }
}
