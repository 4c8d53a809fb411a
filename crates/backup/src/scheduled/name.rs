//! Names of scheduled backups: `mwanga-SITE-20261124T001000Z.backup`.

use mwanga_store::types::Timestamp;

const START: &str = "mwanga-";
const END: &str = ".backup";

/// What the names of a site's backups begin with.
fn prefix(site_id: &str) -> String {
    format!("{START}{site_id}-")
}

pub fn of(site_id: &str, at: Timestamp) -> String {
    let time: String = at.iso().split('.').next().unwrap_or_default().chars().filter(|c| !"-:Z".contains(*c)).collect();
    format!("{}{time}Z{END}", prefix(site_id))
}

/// When the backup of this name was made; none where it is no whole backup of this site.
pub fn created_at(site_id: &str, name: &str) -> Option<Timestamp> {
    Timestamp::parse(name.strip_prefix(&prefix(site_id))?.strip_suffix(END)?)
}

/// Whether a run of this site that broke off left it.
pub fn is_unfinished(site_id: &str, name: &str) -> bool {
    name.starts_with(&prefix(site_id)) && name.ends_with(".part")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_says_whose_backup_it_is_and_when_it_was_made() {
        let at = Timestamp::parse("2026-11-24T00:10:00Z").unwrap();
        let name = of("a1B2", at.plus_ms(123));
        assert_eq!(name, "mwanga-a1B2-20261124T001000Z.backup");
        assert_eq!(created_at("a1B2", &name), Some(at));
        for other in [
            "mwanga-other-20261124T001000Z.backup",
            "mwanga-a1B2-20261124T001000Z.backup.x7.part",
            "mwanga-a1B2-before-the-move.backup",
            "mwanga-a1B2-20261124T001000Z",
            "notes.txt",
        ] {
            assert_eq!(created_at("a1B2", other), None, "{other}");
        }
        assert!(is_unfinished("a1B2", "mwanga-a1B2-20261124T001000Z.backup.x7.part"));
        assert!(!is_unfinished("a1B2", &name));
        assert!(!is_unfinished("a1B2", "mwanga-other-20261124T001000Z.backup.x7.part"));
    }
}
