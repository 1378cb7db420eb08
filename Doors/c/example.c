/*
 * A first program with quadcal's C door: checks two markers, casts a ray at them, fits the motion between two scans, and
 * asks how far off it is. Built and run as scripts/check-doors does:
 *
 *     scripts/build-doors c
 *     cc -std=c99 -I .build/doors/c Doors/c/example.c -L .build/doors/c -lquadcal -Wl,-rpath,"$PWD/.build/doors/c" -o example
 *     ./example
 */
#include <inttypes.h>
#include <quadcal.h>
#include <stdio.h>

/* Two markers of 20 cm by 10 cm on a wall: a sound one, and one whose corners are not in the order of its outline. */
static const double quads[] = {
    0.0, 0, 1, 0.2, 0.0, 1, 0.2, 0.1, 1, 0.0, 0.1, 1, /* p1 p2 p3 p4 */
    0.5, 0, 1, 0.7, 0.1, 1, 0.7, 0.0, 1, 0.5, 0.1, 1,
};

/* Eight points of an old scan, and where a new scan has them: turned a quarter about the vertical and shifted, to 1 mm. */
static const double old_points[] = {
    0, 0, 0, 2, 0, 0, 2, 1, 0, 0, 1, 0, 0, 0, 3, 2, 0, 3, 2, 1, 3, 0, 1, 3,
};
static const double new_points[] = {
    5.001, 0, 1, 5, 0, -1.001, 5, 1, -1, 5, 1.001, 1, 8, 0, 1, 8, 0.001, -1, 8.001, 1, -1, 8, 1, 1,
};

static int check_quads(void) {
    uint32_t codes[2];
    int64_t faulty;
    int32_t status = quadcal_check(quads, 2, NULL, NULL, QUADCAL_LEVEL_BEST, codes, NULL, &faulty);
    if (status != QUADCAL_OK) return status;
    printf("%" PRId64 " of 2 markers have findings\n", faulty);
    for (int i = 0; i < 2; i++)
        for (int32_t code = 0; code < QUADCAL_CODES; code++)
            if (codes[i] >> code & 1) printf("marker %d: %s: %s\n", i, quadcal_code_name(code), quadcal_code_text(code));

    /* Of one marker: where it is wrong, and what would fix it. */
    quadcal_finding finding;
    int64_t count;
    status = quadcal_findings(quads + 12, NULL, NULL, &finding, 1, &count);
    if (status == QUADCAL_OK && finding.fix == QUADCAL_FIX_REORDER)
        printf("at %.2f %.2f %.2f; the order p%d p%d p%d p%d uncrosses it\n", finding.location[0], finding.location[1],
               finding.location[2], finding.order[0] + 1, finding.order[1] + 1, finding.order[2] + 1, finding.order[3] + 1);
    return status;
}

static int cast_ray(void) {
    static const double ray[] = {0.05, 0.05, 0, 0, 0, 1};
    quadcal_targets *targets;
    int64_t index;
    double hit[3];
    int32_t status = quadcal_targets_make(quads, 2, &targets);
    if (status != QUADCAL_OK) return status;
    status = quadcal_nearest(targets, ray, NULL, 1, QUADCAL_FACE_ANY, QUADCAL_LEVEL_BEST, &index, hit, NULL);
    quadcal_targets_free(targets);
    if (status == QUADCAL_OK && index >= 0) printf("the ray hits marker %" PRId64 " after %g m\n", index, hit[0]);
    return status;
}

static int fit_motion(void) {
    static const double point[] = {10, 0, 0};
    quadcal_calibration found;
    quadcal_problem problem;
    double moved[3], error;
    int32_t status = quadcal_calibrate(old_points, new_points, NULL, NULL, 8, NULL, point, 1, &found, &error, NULL, &problem);
    if (status != QUADCAL_OK) return status;
    status = quadcal_move(&found.motion, found.growth, point, 1, moved);
    if (status != QUADCAL_OK) return status;
    printf("residuals of %.1f mm; 10 0 0 moves to %.2f %.2f %.2f, expected to be right to %.1f mm\n", 1000 * found.rms,
           moved[0], moved[1], moved[2], 1000 * error);

    /* Pairs that do not fix a motion are refused, with the reason. */
    quadcal_fit_result fit;
    status = quadcal_fit(old_points, new_points, NULL, 2, QUADCAL_SOLVER_DEFAULT, &fit, &problem);
    printf("of two pairs: %s: %s (%g of %g)\n", quadcal_status_name(status), quadcal_status_text(status), problem.values[0],
           problem.values[1]);
    return QUADCAL_OK;
}

int main(void) {
    if (quadcal_abi() != QUADCAL_ABI) {
        fprintf(stderr, "this library is of another version than its header\n");
        return 2;
    }
    int (*const steps[])(void) = {check_quads, cast_ray, fit_motion};
    for (int i = 0; i < 3; i++) {
        int status = steps[i]();
        if (status != QUADCAL_OK) {
            fprintf(stderr, "%s: %s\n", quadcal_status_name(status), quadcal_status_text(status));
            return 1;
        }
    }
    return 0;
}
