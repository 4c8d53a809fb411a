use std::fs;
use std::os::unix::fs::PermissionsExt;

use super::Check;
use crate::Core;

const MB: u64 = 1024 * 1024;
/// Less than this is soon full: an upload may have 500 MB.
const LITTLE_MB: u64 = 2_048;
/// Less than this refuses saves soon.
const NOTHING_MB: u64 = 200;

pub fn check(core: &Core) -> [Check; 2] {
    [free_space(core), private_files(core)]
}

fn free_space(core: &Core) -> Check {
    const SUBJECT: &str = "Free space";
    let folder = core.config.data_dir.display();
    let advice = "Free some, or make the disk larger: a full disk refuses every save.";
    match rustix::fs::statvfs(&core.config.data_dir) {
        Err(e) => Check::broken(SUBJECT, format!("{folder} could not be asked: {e}"), advice),
        Ok(disk) => {
            let free_mb = disk.f_bavail * disk.f_frsize / MB;
            let finding = format!("{free_mb} MB are free for the data folder {folder}.");
            match free_mb {
                ..NOTHING_MB => Check::broken(SUBJECT, finding, advice),
                NOTHING_MB..LITTLE_MB => Check::warning(SUBJECT, finding, advice),
                _ => Check::well(SUBJECT, finding),
            }
        }
    }
}

/// The data folder and the secret key are their owner's alone.
fn private_files(core: &Core) -> Check {
    const SUBJECT: &str = "Private files";
    let folder = &core.config.data_dir;
    let open = [folder.clone(), folder.join("secret.key")]
        .into_iter()
        .find(|path| fs::metadata(path).is_ok_and(|metadata| metadata.permissions().mode() & 0o077 != 0));
    match open {
        None => Check::well(SUBJECT, "The data folder and the secret key are readable by their owner alone."),
        Some(path) => {
            let advice = format!("chmod go= {}", path.display());
            Check::warning(SUBJECT, format!("Others on this machine may read {}.", path.display()), advice)
        }
    }
}
