/* What Embedded Swift asks of a C library, and not every one has. */
#include <stddef.h>
#include <stdint.h>

/*
 * Seeds for the hashing of sets and dictionaries. glibc has this function from 2.36 on only, and nothing here needs
 * seeds that nobody can guess: a fixed one also keeps every run alike.
 */
__attribute__((visibility("hidden"))) void arc4random_buf(void *bytes, size_t count) {
    unsigned char *at = bytes;
    uint32_t state = 2463534242u;
    for (size_t i = 0; i < count; i++) {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        at[i] = (unsigned char)state;
    }
}

/*
 * What Swift makes at its first use stands behind locks: a process that forks while another thread holds one would
 * leave its child waiting for ever. So all of it is used when the library is loaded, before there are threads.
 */
#ifndef __wasm__
#include "quadcal.h"

__attribute__((constructor)) static void make_all_constants(void) {
    static const double p[36] = {0, 0, 0, 2, 0, 0, 2, 1, 0, 0, 1, 0, 5, 0, 1, 7, 0, 1, 7, 1, 1, 5, 1, 1,
                                 0, 0, 6, 2, 0, 6, 2, 1, 6, 0, 1, 6};
    int64_t partners[3];
    static const int64_t groups[12] = {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2};
    uint32_t codes[3];
    double numbers[QUADCAL_MOMENT_NUMBERS], ray[6] = {1, 0.5, -1, 0, 0, 1};
    int64_t index;
    quadcal_targets *targets;
    quadcal_fit_result fit;
    quadcal_robust_result robust;
    quadcal_calibration found;
    quadcal_options options;
    quadcal_straightening straightened;
    uint8_t orders[12];
    (void)quadcal_check(p, 3, p + 3, NULL, QUADCAL_LEVEL_BEST, codes, NULL, NULL);
    (void)quadcal_measure(p, 3, QUADCAL_LEVEL_BEST, numbers);
    if (quadcal_targets_make(p, 3, &targets) == QUADCAL_OK)
        (void)quadcal_nearest(targets, ray, NULL, 1, QUADCAL_FACE_ANY, QUADCAL_LEVEL_BEST, &index, NULL, NULL);
    quadcal_targets_free(targets);
    (void)quadcal_fit(p, p, NULL, 12, QUADCAL_SOLVER_EXACT, &fit, NULL);
    (void)quadcal_robust(p, p, NULL, groups, 12, 0, 0, &robust, NULL, NULL);
    (void)quadcal_calibrate_motion(p, p, NULL, groups, 12, NULL, &fit.motion, NULL);
    (void)quadcal_corner_orders(p, p, 3, orders, NULL, NULL);
    (void)quadcal_check_join(p, groups, 3, p, groups, 3, NULL);
    (void)quadcal_join_geometry(p, groups, 3, p, groups, 3, 0, 0, partners, NULL);
    (void)quadcal_check_pairs(p, p, NULL, groups, 12, NULL, p, p, groups, 4, NULL, numbers, NULL);
    (void)quadcal_straighten(p, p + 3, NULL, NULL, NULL, 6, NULL, QUADCAL_STRAIGHTEN_AUTO, NULL, NULL, 0, &straightened, NULL, NULL,
                             NULL, NULL);
    (void)quadcal_moments(p, p, 12, QUADCAL_LEVEL_BEST, numbers, NULL);
    (void)quadcal_moments_fit(numbers, &fit, NULL);
    if (quadcal_options_usual(&options) == QUADCAL_OK)
        for (options.model = QUADCAL_MODEL_CHOSEN; options.model <= QUADCAL_MODEL_SIMILARITY; options.model++)
            (void)quadcal_calibrate(p, p, NULL, groups, 12, &options, p, 1, &found, NULL, NULL, NULL);
}
#endif

#ifdef __wasm__
uintptr_t __stack_chk_guard = 0x5ca1ab1eu;
_Noreturn void __stack_chk_fail(void) { __builtin_trap(); }
#endif
