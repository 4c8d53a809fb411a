//! The switch of `interpose.c`: which calls of which files fail in the processes that were started under it, and what
//! their clock says.

use std::path::{Path, PathBuf};
use std::ptr::NonNull;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicI32, AtomicU32, Ordering};

use tempfile::TempDir;
use tokio::process::Command;

/// Kinds of calls, to be added up.
pub mod calls {
    pub const WRITE: u32 = 1;
    pub const SYNC: u32 = 2;
    pub const TRUNCATE: u32 = 4;
    /// An `open` or `mkdir` that makes something.
    pub const CREATE: u32 = 8;
    pub const RENAME: u32 = 16;
    pub const LINK: u32 = 32;
    pub const UNLINK: u32 = 64;
    /// A shared mapping that can be written.
    pub const MAP: u32 = 128;
    pub const ALLOCATE: u32 = 256;
    /// What SQLite does.
    pub const OF_DATABASES: u32 = WRITE | SYNC | TRUNCATE | CREATE | UNLINK | MAP | ALLOCATE;
    pub const ALL: u32 = OF_DATABASES | RENAME | LINK;
}

/// As `struct control` in `interpose.c` has it.
#[repr(C)]
struct Control {
    armed: AtomicU32,
    operations: AtomicU32,
    error: AtomicU32,
    nth: AtomicU32,
    times: AtomicU32,
    short_first: AtomicU32,
    shortened: AtomicU32,
    matching: AtomicU32,
    injected: AtomicU32,
    clock_ahead: AtomicI32,
    paths: [u8; 1012],
}

/// Which calls fail.
#[derive(Clone, Copy, Debug)]
pub struct Fault {
    pub calls: u32,
    pub error: i32,
    /// The first that fails, from 1.
    pub nth: u32,
    /// How many fail from there on; 0: all until disarmed.
    pub times: u32,
    /// A write that would fail takes half of its bytes first, as a full disk does.
    pub short_first: bool,
}

/// The calls of a process tree, to files of one kind.
pub struct Switch {
    control: NonNull<Control>,
    file: PathBuf,
    _folder: TempDir,
}

// SAFETY: the mapping lives as long as the switch, and what changes in it is atomic.
unsafe impl Send for Switch {}
// SAFETY: likewise.
unsafe impl Sync for Switch {}

impl Switch {
    /// Of the files with one of these parts in their paths.
    pub fn new(paths: &[&str]) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = folder.path().join("control");
        let mut bytes = vec![0; size_of::<Control>()];
        let text: String = paths.iter().map(|path| format!("{path}\n")).collect();
        let at = std::mem::offset_of!(Control, paths);
        bytes[at..at + text.len()].copy_from_slice(text.as_bytes());
        std::fs::write(&file, bytes).expect("the control file is written");
        let opened = std::fs::OpenOptions::new().read(true).write(true).open(&file).expect("the control file opens");
        use std::os::fd::AsRawFd;
        // SAFETY: a new mapping of a whole file of this size, which nobody shortens.
        let at = unsafe {
            libc::mmap(
                std::ptr::null_mut(),
                size_of::<Control>(),
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_SHARED,
                opened.as_raw_fd(),
                0,
            )
        };
        assert_ne!(at, libc::MAP_FAILED, "the control file is mapped");
        Self { control: NonNull::new(at.cast()).expect("an address"), file, _folder: folder }
    }

    fn control(&self) -> &Control {
        // SAFETY: mapped until the switch is dropped.
        unsafe { self.control.as_ref() }
    }

    /// What a process needs to meet the faults.
    pub fn variables(&self) -> [(&'static str, PathBuf); 2] {
        [("LD_PRELOAD", library().to_owned()), ("MWANGA_FAULTS_CONTROL", self.file.clone())]
    }

    pub fn configure(&self) -> impl Fn(&mut Command) + Send + Sync + 'static {
        let variables = self.variables();
        move |command| {
            command.envs(variables.clone());
        }
    }

    /// From now on.
    pub fn arm(&self, fault: Fault) {
        let control = self.control();
        control.armed.store(0, Ordering::Release);
        control.operations.store(fault.calls, Ordering::Relaxed);
        control.error.store(fault.error.unsigned_abs(), Ordering::Relaxed);
        control.nth.store(fault.nth, Ordering::Relaxed);
        control.times.store(fault.times, Ordering::Relaxed);
        control.short_first.store(fault.short_first.into(), Ordering::Relaxed);
        for counter in [&control.shortened, &control.matching, &control.injected] {
            counter.store(0, Ordering::Relaxed);
        }
        control.armed.store(1, Ordering::Release);
    }

    /// All is well again. Answers how many calls failed.
    pub fn disarm(&self) -> u32 {
        self.control().armed.store(0, Ordering::Release);
        self.injected()
    }

    /// Sets the clock ahead of the machine's, or behind it.
    pub fn set_clock_ahead(&self, seconds: i32) {
        self.control().clock_ahead.store(seconds, Ordering::Release);
    }

    /// Calls of the chosen kinds and files since it was armed.
    pub fn matching(&self) -> u32 {
        self.control().matching.load(Ordering::Acquire)
    }

    /// Calls that failed since it was armed.
    pub fn injected(&self) -> u32 {
        self.control().injected.load(Ordering::Acquire)
    }
}

impl Drop for Switch {
    fn drop(&mut self) {
        // SAFETY: mapped by `new` with this size, and nobody borrows it any more.
        unsafe { libc::munmap(self.control.as_ptr().cast(), size_of::<Control>()) };
    }
}

/// Compiled once for each process of the suite.
fn library() -> &'static Path {
    static LIBRARY: OnceLock<PathBuf> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/faults/interpose.c");
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        std::fs::create_dir_all(folder).expect("a folder for what tests build");
        let (unfinished, library) =
            (folder.join(format!("interpose-{}.so", std::process::id())), folder.join("libinterpose.so"));
        let compiled = std::process::Command::new("cc")
            .args(["-shared", "-fPIC", "-O1", "-o"])
            .args([unfinished.as_os_str(), source.as_ref()])
            .output()
            .expect("cc runs");
        assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
        // Another process of the suite may do the same at this moment.
        std::fs::rename(&unfinished, &library).expect("the library is put in its place");
        library
    })
}
