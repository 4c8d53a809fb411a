/*
 * An LD_PRELOAD library that lets the n-th write, sync, truncate … of certain files fail, and sets the clock.
 *
 * It stands between a process and glibc, and is told what to do by a file that both sides map (MWANGA_FAULTS_CONTROL;
 * the layout is repeated in disk.rs's `Control`). Not armed, a call costs one more load. Calls go to the kernel by
 * syscall(2) rather than dlsym(3), which would itself allocate and open files.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum { WRITE = 1, SYNC = 2, TRUNCATE = 4, CREATE = 8, RENAME = 16, LINK = 32, UNLINK = 64, MAP = 128, ALLOCATE = 256 };

struct control {
    _Atomic uint32_t armed;
    /* Which calls count. */
    uint32_t operations;
    /* errno of those that fail. */
    int32_t error;
    /* The first that fails, from 1, and how many from there on; 0: all until disarmed. */
    uint32_t nth;
    uint32_t times;
    /* The first write that would fail takes half of its bytes before. */
    uint32_t short_first;
    _Atomic uint32_t shortened;
    /* Since it was armed. */
    _Atomic uint32_t matching;
    _Atomic uint32_t injected;
    /* How far the clock is ahead, in seconds; armed or not. */
    _Atomic int32_t clock_ahead;
    /* Parts of paths, each ended by a line feed: one of them must stand in the path. */
    char paths[1012];
};

static struct control *control;

__attribute__((constructor)) static void open_control(void) {
    const char *name = getenv("MWANGA_FAULTS_CONTROL");
    if (name == NULL) return;
    int fd = (int)syscall(SYS_openat, AT_FDCWD, name, O_RDWR | O_CLOEXEC, 0);
    if (fd < 0) return;
    long at = syscall(SYS_mmap, NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    syscall(SYS_close, fd);
    if (at != -1) control = (struct control *)at;
}

static int is_armed(uint32_t operation) {
    return control != NULL && atomic_load_explicit(&control->armed, memory_order_acquire) && (control->operations & operation);
}

static int matches(const char *path) {
    for (const char *part = control->paths; *part != 0;) {
        const char *end = strchr(part, '\n');
        if (end == NULL) return 0;
        if (memmem(path, strlen(path), part, (size_t)(end - part)) != NULL) return 1;
        part = end + 1;
    }
    return 0;
}

static int matches_fd(int fd) {
    char link[40], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    long length = syscall(SYS_readlinkat, AT_FDCWD, link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return matches(path);
}

/* Counts a call, and says whether it fails; errno is set then. */
static int fails(void) {
    uint32_t n = atomic_fetch_add(&control->matching, 1) + 1;
    if (n < control->nth || (control->times != 0 && n - control->nth >= control->times)) return 0;
    atomic_fetch_add(&control->injected, 1);
    errno = control->error;
    return 1;
}

static int fails_fd(uint32_t operation, int fd) {
    int before = errno;
    if (!is_armed(operation) || !matches_fd(fd)) {
        errno = before;
        return 0;
    }
    return fails();
}

static int fails_path(uint32_t operation, const char *path) {
    return is_armed(operation) && path != NULL && matches(path) && fails();
}

/* How many bytes a write may take before it fails: all, half of them, or -1 for none. */
static ssize_t granted(int fd, size_t size) {
    int before = errno;
    if (!is_armed(WRITE) || !matches_fd(fd)) {
        errno = before;
        return (ssize_t)size;
    }
    if (control->short_first && size > 1 && atomic_load(&control->matching) + 1 == control->nth && atomic_exchange(&control->shortened, 1) == 0)
        return (ssize_t)(size / 2);
    return fails() ? -1 : (ssize_t)size;
}

ssize_t write(int fd, const void *bytes, size_t size) {
    ssize_t most = granted(fd, size);
    return most < 0 ? -1 : syscall(SYS_write, fd, bytes, (size_t)most);
}

ssize_t pwrite64(int fd, const void *bytes, size_t size, off64_t at) {
    ssize_t most = granted(fd, size);
    return most < 0 ? -1 : syscall(SYS_pwrite64, fd, bytes, (size_t)most, at);
}

ssize_t pwrite(int fd, const void *bytes, size_t size, off_t at) { return pwrite64(fd, bytes, size, at); }

ssize_t writev(int fd, const struct iovec *pieces, int count) {
    return fails_fd(WRITE, fd) ? -1 : syscall(SYS_writev, fd, pieces, count);
}

ssize_t pwritev64(int fd, const struct iovec *pieces, int count, off64_t at) {
    return fails_fd(WRITE, fd) ? -1 : syscall(SYS_pwritev, fd, pieces, count, at, 0L);
}

ssize_t pwritev(int fd, const struct iovec *pieces, int count, off_t at) { return pwritev64(fd, pieces, count, at); }

ssize_t pwritev64v2(int fd, const struct iovec *pieces, int count, off64_t at, int flags) {
    return fails_fd(WRITE, fd) ? -1 : syscall(SYS_pwritev2, fd, pieces, count, at, 0L, flags);
}

ssize_t pwritev2(int fd, const struct iovec *pieces, int count, off_t at, int flags) {
    return pwritev64v2(fd, pieces, count, at, flags);
}

ssize_t copy_file_range(int from, off64_t *from_at, int to, off64_t *to_at, size_t size, unsigned flags) {
    return fails_fd(WRITE, to) ? -1 : syscall(SYS_copy_file_range, from, from_at, to, to_at, size, flags);
}

ssize_t sendfile64(int to, int from, off64_t *at, size_t size) {
    return fails_fd(WRITE, to) ? -1 : syscall(SYS_sendfile, to, from, at, size);
}

ssize_t sendfile(int to, int from, off_t *at, size_t size) { return sendfile64(to, from, at, size); }

int fsync(int fd) { return fails_fd(SYNC, fd) ? -1 : (int)syscall(SYS_fsync, fd); }

int fdatasync(int fd) { return fails_fd(SYNC, fd) ? -1 : (int)syscall(SYS_fdatasync, fd); }

int ftruncate64(int fd, off64_t size) { return fails_fd(TRUNCATE, fd) ? -1 : (int)syscall(SYS_ftruncate, fd, size); }

int ftruncate(int fd, off_t size) { return ftruncate64(fd, size); }

int fallocate64(int fd, int mode, off64_t at, off64_t size) {
    return fails_fd(ALLOCATE, fd) ? -1 : (int)syscall(SYS_fallocate, fd, mode, at, size);
}

int fallocate(int fd, int mode, off_t at, off_t size) { return fallocate64(fd, mode, at, size); }

/* Answers the error instead of setting errno. */
int posix_fallocate64(int fd, off64_t at, off64_t size) { return fallocate64(fd, 0, at, size) == 0 ? 0 : errno; }

int posix_fallocate(int fd, off_t at, off_t size) { return posix_fallocate64(fd, at, size); }

/* Only a file that is made takes room on the disk. */
static int open_at(int folder, const char *path, int flags, mode_t mode) {
    if ((flags & O_CREAT) && is_armed(CREATE) && matches(path) && syscall(SYS_faccessat, folder, path, F_OK) != 0 && fails()) return -1;
    return (int)syscall(SYS_openat, folder, path, flags, mode);
}

#define MODE(last)                                                   \
    mode_t mode = 0;                                                 \
    if ((flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE) {     \
        va_list more;                                                \
        va_start(more, last);                                        \
        mode = va_arg(more, mode_t);                                 \
        va_end(more);                                                \
    }

int open(const char *path, int flags, ...) {
    MODE(flags)
    return open_at(AT_FDCWD, path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    MODE(flags)
    return open_at(AT_FDCWD, path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...) {
    MODE(flags)
    return open_at(folder, path, flags, mode);
}

int openat64(int folder, const char *path, int flags, ...) {
    MODE(flags)
    return open_at(folder, path, flags, mode);
}

int mkdir(const char *path, mode_t mode) {
    if (is_armed(CREATE) && syscall(SYS_faccessat, AT_FDCWD, path, F_OK) != 0 && fails_path(CREATE, path)) return -1;
    return (int)syscall(SYS_mkdirat, AT_FDCWD, path, mode);
}

int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags) {
    return fails_path(RENAME, to) ? -1 : (int)syscall(SYS_renameat2, from_folder, from, to_folder, to, flags);
}

int renameat(int from_folder, const char *from, int to_folder, const char *to) { return renameat2(from_folder, from, to_folder, to, 0); }

int rename(const char *from, const char *to) { return renameat2(AT_FDCWD, from, AT_FDCWD, to, 0); }

int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags) {
    return fails_path(LINK, to) ? -1 : (int)syscall(SYS_linkat, from_folder, from, to_folder, to, flags);
}

int link(const char *from, const char *to) { return linkat(AT_FDCWD, from, AT_FDCWD, to, 0); }

int unlinkat(int folder, const char *path, int flags) { return fails_path(UNLINK, path) ? -1 : (int)syscall(SYS_unlinkat, folder, path, flags); }

int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }

/* The wal-index (-shm) is mapped, not written. */
void *mmap64(void *at, size_t size, int protection, int flags, int fd, off64_t offset) {
    if (fd >= 0 && (flags & MAP_SHARED) && (protection & PROT_WRITE) && fails_fd(MAP, fd)) return MAP_FAILED;
    return (void *)syscall(SYS_mmap, at, size, protection, flags, fd, offset);
}

void *mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset) { return mmap64(at, size, protection, flags, fd, offset); }

int clock_gettime(clockid_t clock, struct timespec *at) {
    int failed = (int)syscall(SYS_clock_gettime, clock, at);
    if (failed == 0 && control != NULL && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) at->tv_sec += atomic_load(&control->clock_ahead);
    return failed;
}
