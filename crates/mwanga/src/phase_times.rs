//! How long the phases of a start take: on the clock, and in time of the processors.

use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};

/// The phases that ended so far, with what each took.
pub struct PhaseTimes {
    began: Instant,
    /// When the last phase ended, and the CPU time of the process then.
    last: (Instant, Duration),
    first_cpu: Duration,
    ended: Vec<String>,
}

impl PhaseTimes {
    pub fn start() -> Self {
        let (now, cpu) = (Instant::now(), cpu_time());
        Self { began: now, last: (now, cpu), first_cpu: cpu, ended: Vec::new() }
    }

    /// Ends a phase, which began when the one before it ended.
    pub fn end(&mut self, phase: &str) {
        let now = (Instant::now(), cpu_time());
        self.ended.push(describe(phase, now.0 - self.last.0, now.1 - self.last.1));
        self.last = now;
    }

    /// As `posts 1.2 s (CPU 0.9 s), month 0.8 s (CPU 0.6 s), total 2.0 s (CPU 1.5 s)`.
    pub fn describe(&self) -> String {
        let total = describe("total", self.last.0 - self.began, self.last.1 - self.first_cpu);
        format!("{}, {total}", self.ended.join(", "))
    }
}

fn describe(phase: &str, wall: Duration, cpu: Duration) -> String {
    format!("{phase} {:.1} s (CPU {:.1} s)", wall.as_secs_f64(), cpu.as_secs_f64())
}

/// What all threads of this process have taken so far.
fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or(0))
}
