//! The uploads folder that somebody copied from their site.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};

/// The files below a folder by name. About 150 bytes each.
#[derive(Debug, Default)]
pub struct Folder {
    by_name: HashMap<String, Vec<PathBuf>>,
}

/// Folders in folders are followed this far.
const MAX_DEPTH: usize = 24;

impl Folder {
    /// Lists the files below `root`. Links are not followed, so nothing outside of it is found.
    pub fn read(root: &Path) -> io::Result<Self> {
        let mut folder = Self::default();
        let mut open = vec![(root.to_owned(), 0)];
        while let Some((path, depth)) = open.pop() {
            for entry in std::fs::read_dir(&path)? {
                let entry = entry?;
                let kind = entry.file_type()?;
                if kind.is_dir() && depth < MAX_DEPTH {
                    open.push((entry.path(), depth + 1));
                } else if kind.is_file() {
                    folder.by_name.entry(entry.file_name().to_string_lossy().to_lowercase()).or_default().push(entry.path());
                }
            }
        }
        folder.by_name.values_mut().for_each(|paths| paths.sort());
        Ok(folder)
    }

    /// The file whose path ends most like `wanted` (`wp-content/uploads/2008/06/sun.jpg`), with at least `parts` parts alike.
    pub fn find(&self, wanted: &str, parts: usize) -> Option<&Path> {
        let parts_of = |path: &str| path.split(['/', '\\']).filter(|part| !part.is_empty()).map(str::to_lowercase).rev().collect::<Vec<_>>();
        let wanted = parts_of(wanted);
        let alike = |path: &PathBuf| parts_of(&path.to_string_lossy()).iter().zip(&wanted).take_while(|(one, other)| one == other).count();
        let paths = self.by_name.get(wanted.first()?)?;
        let (best, count) = paths.iter().map(|path| (path, alike(path))).rev().max_by_key(|(_, count)| *count)?;
        (count >= parts).then_some(best.as_path())
    }
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
        let folder = Folder::read(root.path()).unwrap();
        let found = |wanted, parts| folder.find(wanted, parts).map(|path| path.strip_prefix(root.path()).unwrap().to_string_lossy().into_owned());
        for (wanted, parts, file) in [
            ("wp-content/uploads/2008/06/sun.jpg", 1, Some("2008/06/sun.jpg")),
            ("2009/sun.jpg", 1, Some("2009/sun.jpg")),
            ("somewhere/SUN.jpg", 1, Some("2008/06/sun.jpg")),
            ("somewhere/sun.jpg", 2, None),
            ("2020/moon.png", 1, Some("Moon.PNG")),
            ("../../etc/passwd", 1, None),
            ("", 1, None),
        ] {
            assert_eq!(found(wanted, parts).as_deref(), file, "{wanted}");
        }
        assert!(Folder::read(&root.path().join("none")).is_err());
    }
}
