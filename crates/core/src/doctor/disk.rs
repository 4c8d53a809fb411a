use std::fs;
use std::os::unix::fs::PermissionsExt;

use super::check::Outcome;
use crate::Core;

const MB: u64 = 1024 * 1024;
/// Less than this is soon full: an upload may have 500 MB.
const LITTLE_MB: u64 = 2_048;
/// Less than this refuses saves soon.
const NOTHING_MB: u64 = 200;

pub fn free_space(core: &Core) -> Outcome {
    let folder = core.config.data_dir.display();
    let advice = "Free some, or make the disk larger: a full disk refuses every save.";
    match rustix::fs::statvfs(&core.config.data_dir) {
        Err(e) => Outcome::broken(format!("{folder} could not be asked: {e}"), advice),
        Ok(disk) => {
            let free_mb = disk.f_bavail * disk.f_frsize / MB;
            let finding = format!("{free_mb} MB are free for the data folder {folder}.");
            match free_mb {
                ..NOTHING_MB => Outcome::broken(finding, advice),
                NOTHING_MB..LITTLE_MB => Outcome::warning(finding, advice),
                _ => Outcome::well(finding),
            }
        }
    }
}

/// Of the data folder; the secret key has a line of its own.
pub fn private_files(core: &Core) -> Outcome {
    let folder = core.config.data_dir.display();
    match fs::metadata(&core.config.data_dir) {
        Err(e) => Outcome::broken(format!("{folder} could not be asked: {e}"), "See who owns the data folder."),
        Ok(metadata) if metadata.permissions().mode() & 0o077 != 0 => {
            let advice = format!("Close it:\nchmod go= {folder}");
            Outcome::warning(format!("Others on this machine may read the data folder {folder}."), advice)
        }
        Ok(_) => Outcome::well("The data folder is readable by its owner alone."),
    }
}
