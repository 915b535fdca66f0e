/* What a PC may do to croupierd: loaded before libc, told by files that a test writes.
 *
 * MISHAPS/eio: while it is there, waiting for the disk fails for every file below DISK, as after a lost sector: what was
 * written stays in the kernel's memory, and nobody knows whether it is on the disk.
 * MISHAPS/clock: so many seconds the wall clock is off. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static FILE *told(const char *name) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", getenv("MISHAPS"), name);
    return fopen(path, "r");
}

static int waits(const char *call, int descriptor) {
    char link[64], path[4096] = "";
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    FILE *file = told("eio");
    if (file != NULL) {
        fclose(file);
        if (readlink(link, path, sizeof path - 1) > 0 && strncmp(path, getenv("DISK"), strlen(getenv("DISK"))) == 0) {
            errno = EIO;
            return -1;
        }
    }
    return ((int (*)(int))dlsym(RTLD_NEXT, call))(descriptor);
}

int fsync(int descriptor) { return waits("fsync", descriptor); }

int fdatasync(int descriptor) { return waits("fdatasync", descriptor); }

int clock_gettime(clockid_t which, struct timespec *now) {
    int answer = ((int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime"))(which, now);
    if (which == CLOCK_REALTIME) {
        long off = 0;
        FILE *file = told("clock");
        if (file != NULL) {
            if (fscanf(file, "%ld", &off) == 1)
                now->tv_sec += off;
            fclose(file);
        }
    }
    return answer;
}
