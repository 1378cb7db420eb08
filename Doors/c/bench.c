/*
 * Nanoseconds of processor time an item that the C door takes, the least of several rounds: the figures that those of the other doors
 * are divided by. Prints one line a measurement: its name, then the nanoseconds.
 *
 *     cc -std=c99 -O2 -D_POSIX_C_SOURCE=199309L -I .build/doors/c Doors/c/bench.c -L .build/doors/c -lquadcal -lm \
 *         -Wl,-rpath,"$PWD/.build/doors/c" -o bench && taskset -c 1 ./bench
 */
#include <math.h>
#include <quadcal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { QUADS = 100000, SCENE = 500, RAYS = 2000, PROBLEMS = 20000, PAIRS = 4, ROUNDS = 9 };

static uint64_t state = 1;

static double number(void) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (double)(state >> 11) * 0x1p-53;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return 1e9 * (double)time.tv_sec + (double)time.tv_nsec;
}

static double quads[12 * QUADS], measures[8 * QUADS], rays[6 * RAYS], hits[3 * RAYS];
static double sources[3 * PAIRS * PROBLEMS], targets[3 * PAIRS * PROBLEMS], moved[3 * PAIRS * PROBLEMS];
static uint32_t codes[QUADS];
static uint8_t severities[QUADS];
static int64_t indices[RAYS];
static quadcal_motion motions[PROBLEMS];
static quadcal_targets *scene;

/* A rectangle somewhere in a room, with corners off by 0.2 mm. */
static void make_quad(double *quad) {
    double at[3], u[3], v[3], along = 0, length = 0, other = 0;
    for (int i = 0; i < 3; i++) {
        at[i] = 8 * number() - 4;
        u[i] = 2 * number() - 1;
        v[i] = 2 * number() - 1;
        length += u[i] * u[i];
        along += u[i] * v[i];
    }
    for (int i = 0; i < 3; i++) {
        v[i] -= u[i] * along / length;
        other += v[i] * v[i];
    }
    double width = (0.1 + 0.4 * number()) / sqrt(length), height = (0.1 + 0.4 * number()) / sqrt(other);
    for (int i = 0; i < 3; i++) {
        const double corners[4] = {0, u[i] * width, u[i] * width + v[i] * height, v[i] * height};
        for (int corner = 0; corner < 4; corner++)
            quad[3 * corner + i] = at[i] + corners[corner] + 0.0004 * (number() - 0.5);
    }
}

static void swap_corners(double *quad) {
    for (int i = 3; i < 6; i++) {
        double kept = quad[i];
        quad[i] = quad[i + 3];
        quad[i + 3] = kept;
    }
}

static int32_t check_all(void) {
    return quadcal_check(quads, QUADS, NULL, NULL, QUADCAL_LEVEL_BEST, codes, severities, NULL);
}

static int32_t measure_all(void) { return quadcal_measure(quads, QUADS, QUADCAL_LEVEL_BEST, measures); }

static int32_t cast_all(void) {
    return quadcal_nearest(scene, rays, NULL, RAYS, QUADCAL_FACE_ANY, QUADCAL_LEVEL_BEST, indices, hits, NULL);
}

static int32_t fit_all(void) {
    return quadcal_fit_many(sources, targets, PROBLEMS, PAIRS, QUADCAL_LEVEL_BEST, motions, NULL, NULL);
}

static int32_t move_all(void) { return quadcal_move(&motions[0], 1, sources, PAIRS * PROBLEMS, moved); }

static int32_t check_one(void) {
    int32_t status = 0;
    for (int i = 0; i < QUADS; i++)
        status |= quadcal_check(quads + 12 * i, 1, NULL, NULL, QUADCAL_LEVEL_BEST, codes + i, NULL, NULL);
    return status;
}

static int32_t call_empty(void) {
    int32_t sum = 0;
    for (int i = 0; i < QUADS; i++) sum += quadcal_abi();
    return sum != QUADS * QUADCAL_ABI;
}

static void report(const char *name, int32_t (*run)(void), double items) {
    double least = INFINITY;
    for (int round = 0; round < ROUNDS; round++) {
        double start = now();
        if (run() != QUADCAL_OK) exit(1);
        double took = now() - start;
        if (took < least) least = took;
    }
    printf("%s %.2f\n", name, least / items);
}

int main(void) {
    for (int i = 0; i < QUADS; i++) {
        make_quad(quads + 12 * i);
        if (i % 100 == 0) swap_corners(quads + 12 * i);
    }
    report("empty-call", call_empty, QUADS);
    report("check-1-percent-crossing", check_all, QUADS);
    report("check-one-a-call", check_one, QUADS);
    report("measure", measure_all, QUADS);
    if (quadcal_targets_make(quads, SCENE, &scene) != QUADCAL_OK) return 1;
    for (int i = 0; i < 6 * RAYS; i++) rays[i] = 2 * number() - 1;
    report("nearest-of-500", cast_all, RAYS);
    quadcal_targets_free(scene);
    for (int i = 0; i < 3 * PAIRS * PROBLEMS; i++) sources[i] = 4 * number() - 2;
    for (int i = 0; i < PAIRS * PROBLEMS; i++) {
        const double *p = sources + 3 * i;
        const double q[3] = {0.8 * p[0] + 0.6 * p[2] + 5, p[1] - 1, 0.8 * p[2] - 0.6 * p[0] + 2};
        for (int axis = 0; axis < 3; axis++) targets[3 * i + axis] = q[axis] + 0.001 * (number() - 0.5);
    }
    report("fit-of-4-pairs", fit_all, PROBLEMS);
    report("move-a-point", move_all, PAIRS * PROBLEMS);
    for (int i = 0; i < QUADS; i++)
        if (i % 100) swap_corners(quads + 12 * i);
    report("check-all-crossing", check_all, QUADS);
    for (int i = 0; i < QUADS; i++) {
        swap_corners(quads + 12 * i);
        /* The third corner drawn in beyond the diagonal. */
        for (int axis = 0; axis < 3; axis++) {
            double *quad = quads + 12 * i, u = quad[3 + axis] - quad[axis], v = quad[9 + axis] - quad[axis];
            quad[6 + axis] = quad[axis] + 0.3 * u + 0.35 * v;
        }
    }
    report("check-all-concave", check_all, QUADS);
    for (int i = 0; i < 12 * QUADS; i++) quads[i] = floor(4 * number());
    report("check-all-lattice", check_all, QUADS);
    for (int i = 0; i < QUADS; i++) {
        make_quad(quads + 12 * i);
        quads[12 * i + 8] += 0.06;
    }
    report("check-all-bent", check_all, QUADS);
    return 0;
}
