//! A file system that cannot share memory, as many network file systems: SQLite's log needs it.

use super::interpose::{Fault, Switch, calls};
use crate::support::Site;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_system_that_cannot_share_memory_is_named() {
    let site = Site::new().await;
    // PostgreSQL maps its own.
    if !site.database.url.starts_with("sqlite:") {
        return;
    }
    let switch = Switch::new(&["-shm"]);
    for (kinds, error) in [(calls::MAP, libc::ENODEV), (calls::MAP, libc::EINVAL), (calls::TRUNCATE, libc::EIO)] {
        switch.arm(Fault { calls: kinds, error, nth: 1, times: 0, short_first: false });
        let mut command = site.command(&["migrate"]);
        command.envs(switch.variables());
        let output = command.output().await.expect("the binary runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(switch.disarm() > 0, "nothing failed: {said}");
        assert!(!output.status.success(), "{said}");
        assert!(said.contains("cannot share memory between connections"), "{error}: {said}");
    }
}
