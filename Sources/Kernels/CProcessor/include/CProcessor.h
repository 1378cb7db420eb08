#pragma once

#if defined(__linux__) && __has_include(<sys/mman.h>)
#include <sys/mman.h>
#endif

/// The x86-64 level whose instructions this processor and its operating system offer: 4, 3, or 1 for all else.
static inline int processor_level(void) {
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("x86-64-v4")) return 4;
    if (__builtin_cpu_supports("x86-64-v3")) return 3;
#endif
    return 1;
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
