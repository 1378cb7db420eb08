#include "CProcessor.h"

#if defined(__linux__) && __has_include(<sys/mman.h>)
#include <sys/mman.h>
#endif

void processor_prefer_large_pages(void *address, unsigned long size) {
#ifdef MADV_HUGEPAGE
    // Only advice: where it is not taken, nothing is lost.
    (void)madvise(address, size, MADV_HUGEPAGE);
#else
    (void)address, (void)size;
#endif
}
