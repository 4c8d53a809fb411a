//! A folder with the files of another system, such as a copy of the uploads folder of WordPress.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};

/// Index of the files in a folder by name. About 150 bytes each.
#[derive(Debug, Default)]
pub struct MediaFolder {
    root: PathBuf,
    by_name: HashMap<String, Vec<PathBuf>>,
}

/// Maximum depth of folders.
const MAX_DEPTH: usize = 24;

impl MediaFolder {
    /// Lists the files below `root`. Symbolic links are not followed, so nothing outside of it is found.
    pub fn read(root: &Path) -> io::Result<Self> {
        let mut folder = Self { root: root.to_owned(), by_name: HashMap::new() };
        let mut open = vec![(root.to_owned(), 0)];
        while let Some((path, depth)) = open.pop() {
            for entry in std::fs::read_dir(&path)? {
                let entry = entry?;
                let kind = entry.file_type()?;
                if kind.is_dir() && depth < MAX_DEPTH {
                    open.push((entry.path(), depth + 1));
                } else if kind.is_file() {
                    folder
                        .by_name
                        .entry(entry.file_name().to_string_lossy().to_lowercase())
                        .or_default()
                        .push(entry.path());
                }
            }
        }
        folder.by_name.values_mut().for_each(|paths| paths.sort());
        Ok(folder)
    }

    /// The file whose path has the longest common suffix with `wanted` (`wp-content/uploads/2008/06/sun.jpg`), of at
    /// least `min_segments` path segments.
    ///
    /// None for another file of the same name: one in the folder of another month, or one that matches by name alone,
    /// unless the name is unique and the folder has no months (all files in one place).
    pub fn find(&self, wanted: &str, min_segments: usize) -> Option<&Path> {
        let wanted = reversed_segments(wanted);
        let paths = self.by_name.get(wanted.first()?)?;
        let common_segments = |path: &PathBuf| {
            reversed_segments(&path.to_string_lossy())
                .iter()
                .zip(&wanted)
                .take_while(|(one, other)| one == other)
                .count()
        };
        let is_of_another_month =
            |path: &PathBuf| month_of(&wanted).is_some_and(|month| self.month(path).is_some_and(|own| own != month));
        let (best, count) = paths
            .iter()
            .filter(|path| !is_of_another_month(path))
            .map(|path| (path, common_segments(path)))
            .rev()
            .max_by_key(|(_, count)| *count)?;
        let is_unambiguous = count > 1 || (paths.len() == 1 && self.month(best).is_none());
        (count >= min_segments && is_unambiguous).then_some(best.as_path())
    }

    /// Month of a file by its path; None for files directly in the root.
    fn month(&self, path: &Path) -> Option<[String; 2]> {
        month_of(&reversed_segments(&path.to_string_lossy())).filter(|_| path.parent() != Some(self.root.as_path()))
    }
}

/// Segments of a path, the last first, in lower case.
fn reversed_segments(path: &str) -> Vec<String> {
    path.split(['/', '\\']).filter(|part| !part.is_empty()).map(str::to_lowercase).rev().collect()
}

/// Month and year of a path such as `…/2008/06/sun.jpg`.
fn month_of(segments: &[String]) -> Option<[String; 2]> {
    let [_, month, year, ..] = segments else { return None };
    let is_number = |part: &str, length| part.len() == length && part.bytes().all(|byte| byte.is_ascii_digit());
    (is_number(month, 2) && is_number(year, 4)).then(|| [month.clone(), year.clone()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_found_by_the_end_of_their_path() {
        let root = tempfile::tempdir().unwrap();
        for file in ["2008/06/sun.jpg", "2009/sun.jpg", "Moon.PNG", "other/moon.txt"] {
            let path = root.path().join(file);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "x").unwrap();
        }
        let folder = MediaFolder::read(root.path()).unwrap();
        let found = |wanted, parts| {
            folder
                .find(wanted, parts)
                .map(|path| path.strip_prefix(root.path()).unwrap().to_string_lossy().into_owned())
        };
        for (wanted, parts, file) in [
            ("wp-content/uploads/2008/06/sun.jpg", 1, Some("2008/06/sun.jpg")),
            ("2009/sun.jpg", 1, Some("2009/sun.jpg")),
            ("2008/06/SUN.jpg", 1, Some("2008/06/sun.jpg")),
            ("somewhere/sun.jpg", 1, None),
            ("somewhere/sun.jpg", 2, None),
            ("2020/moon.png", 1, Some("Moon.PNG")),
            ("../../etc/passwd", 1, None),
            ("", 1, None),
        ] {
            assert_eq!(found(wanted, parts).as_deref(), file, "{wanted}");
        }
        assert!(MediaFolder::read(&root.path().join("none")).is_err());
    }

    /// What stands in `files` and is found for each of `wanted`.
    fn check(files: &[&str], wanted: &[(&str, Option<&str>)]) {
        let root = tempfile::tempdir().unwrap();
        for file in files {
            let path = root.path().join(file);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "x").unwrap();
        }
        let folder = MediaFolder::read(root.path()).unwrap();
        for (wanted, file) in wanted {
            assert_eq!(
                folder.find(wanted, 1),
                file.map(|file| root.path().join(file)).as_deref(),
                "{wanted} in {files:?}"
            );
        }
    }

    #[test]
    fn a_file_of_the_same_name_in_another_month_does_not_match() {
        check(
            &["2014/05/image.jpg", "sites/2/2015/01/pier.jpg"],
            &[
                ("wp-content/uploads/2013/01/image.jpg", None),
                ("wp-content/uploads/2014/06/image.jpg", None),
                ("wp-content/uploads/2014/05/image.jpg", Some("2014/05/image.jpg")),
                // The month alone agrees.
                ("wp-content/uploads/2014/01/pier.jpg", None),
                ("wp-content/themes/blue/image.jpg", None),
                ("wp-content/uploads/2015/01/pier.jpg", Some("sites/2/2015/01/pier.jpg")),
            ],
        );
        check(
            &["2013/01/image.jpg", "image.jpg"],
            &[("2013/01/image.jpg", Some("2013/01/image.jpg")), ("2012/01/image.jpg", None)],
        );
    }

    #[test]
    fn a_flat_folder_is_searched_by_unique_file_names() {
        check(
            &["image.jpg", "all/pier.jpg"],
            &[("2013/01/image.jpg", Some("image.jpg")), ("2013/01/pier.jpg", Some("all/pier.jpg"))],
        );
        check(
            &["a/image.jpg", "b/image.jpg"],
            &[("2013/01/image.jpg", None), ("uploads/b/image.jpg", Some("b/image.jpg"))],
        );
        // Where the folder itself lies says nothing about what is in it.
        let root = tempfile::tempdir().unwrap();
        let flat = root.path().join("2026/11");
        std::fs::create_dir_all(&flat).unwrap();
        std::fs::write(flat.join("image.jpg"), "x").unwrap();
        assert_eq!(
            MediaFolder::read(&flat).unwrap().find("2013/01/image.jpg", 1),
            Some(flat.join("image.jpg").as_path())
        );
    }
}
