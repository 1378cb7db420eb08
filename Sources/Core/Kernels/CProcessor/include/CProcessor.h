#pragma once

#if defined(__x86_64__) && __STDC_HOSTED__
#include <stdlib.h>
#include <string.h>
#endif
#if defined(__linux__) && __has_include(<sys/mman.h>)
#include <sys/mman.h>
#endif

/// The x86-64 level whose instructions this processor and its operating system offer: 4, 3, or 1 for all else.
/// `QUADCAL_KERNELS=v3` or `=baseline` in the environment asks for no more than that, so that a machine can be measured as a lesser one.
static inline int processor_level(void) {
#if defined(__x86_64__)
    __builtin_cpu_init();
    int most = 4;
#if __STDC_HOSTED__
    const char *asked = getenv("QUADCAL_KERNELS");
    if (asked && strcmp(asked, "v3") == 0) most = 3;
    if (asked && strcmp(asked, "baseline") == 0) most = 1;
#endif
    if (most >= 4 && __builtin_cpu_supports("x86-64-v4")) return 4;
    if (most >= 3 && __builtin_cpu_supports("x86-64-v3")) return 3;
#endif
    return 1;
}

/// Asks for the 128 bytes at an address, which are read soon.
static inline void processor_expect(const void *_Nonnull address) {
    __builtin_prefetch(address);
    __builtin_prefetch((const char *)address + 64);
}

/// Asks for large pages for memory that is read here and there: without them, finding a page takes longer than reading it.
static inline void processor_prefer_large_pages(void *_Nonnull address, unsigned long size) {
#ifdef MADV_HUGEPAGE
    // Only advice: where it is not taken, nothing is lost.
    (void)madvise(address, size, MADV_HUGEPAGE);
#else
    (void)address, (void)size;
#endif
}
