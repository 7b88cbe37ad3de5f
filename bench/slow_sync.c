/* Preloaded into every contender: each fsync and fdatasync takes BENCH_SYNC_US microseconds longer, and is counted. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <time.h>

static atomic_long syncs;
static long delay;
static int (*real_fsync)(int);
static int (*real_fdatasync)(int);

__attribute__((constructor)) static void prepare(void) {
    const char *given = getenv("BENCH_SYNC_US");
    delay = given ? atol(given) : 0;
    real_fsync = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
    real_fdatasync = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
}

static void wait_a_little(void) {
    atomic_fetch_add(&syncs, 1);
    if (delay > 0) {
        struct timespec pause = {delay / 1000000, (delay % 1000000) * 1000};
        prctl(PR_SET_TIMERSLACK, 1UL, 0, 0, 0); /* else the kernel may add 50 microseconds */
        nanosleep(&pause, NULL);
    }
}

long bench_syncs(void) { return atomic_load(&syncs); }

int fsync(int file) {
    wait_a_little();
    return real_fsync(file);
}

int fdatasync(int file) {
    wait_a_little();
    return real_fdatasync(file);
}
