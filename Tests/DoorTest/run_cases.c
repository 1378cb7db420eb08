/*
 * Runs the cases that DoorCases has written through the C door: memory in, memory out, so that it also runs where there
 * are no files. NaNs are written alike, since the bits of one differ between processors.
 */
#include <quadcal.h>
#include <stdlib.h>
#include <string.h>

struct output {
    unsigned char *bytes;
    size_t count, room;
};

static void put(struct output *out, const void *bytes, size_t count) {
    while (out->count + count > out->room) {
        out->room = out->room ? 2 * out->room : 1 << 20;
        out->bytes = realloc(out->bytes, out->room);
        if (!out->bytes) abort();
    }
    if (count) memcpy(out->bytes + out->count, bytes, count);
    out->count += count;
}

static void put_number(struct output *out, double number) {
    const uint64_t nan = 0x7ff8000000000000;
    if (number != number)
        put(out, &nan, 8);
    else
        put(out, &number, 8);
}

static void put_numbers(struct output *out, const double *numbers, size_t count) {
    for (size_t i = 0; i < count; i++) put_number(out, numbers[i]);
}

static void put_integer(struct output *out, int64_t number) { put(out, &number, 8); }

/* A section has a name of 16 bytes and its length, so that what differs can be named. */
static size_t begin(struct output *out, const char *name) {
    char padded[16] = {0};
    size_t length = strlen(name);
    memcpy(padded, name, length < 16 ? length : 16);
    put(out, padded, 16);
    put_integer(out, 0);
    return out->count;
}

static void end(struct output *out, size_t start) {
    int64_t length = (int64_t)(out->count - start);
    memcpy(out->bytes + start - 8, &length, 8);
}

static void put_motion(struct output *out, const quadcal_motion *motion) {
    put_numbers(out, motion->rotation, 9);
    put_numbers(out, motion->source_center, 3);
    put_numbers(out, motion->target_center, 3);
    put_numbers(out, motion->rest, 3);
}

static void put_fit(struct output *out, const quadcal_fit_result *fit) {
    put_motion(out, &fit->motion);
    put_number(out, fit->rms);
    put_number(out, fit->digits);
    put_numbers(out, fit->singular_values, 3);
    put_integer(out, fit->solver);
    put_integer(out, fit->steps);
}

static void put_problem(struct output *out, const quadcal_problem *problem) {
    put_integer(out, problem->status);
    put_integer(out, problem->side);
    put_integer(out, problem->index);
}

static void *room(size_t count, size_t size) {
    void *memory = calloc(count ? count : 1, size);
    if (!memory) abort();
    return memory;
}

static void must(int32_t status) {
    if (status != QUADCAL_OK) abort();
}

static void check(struct output *out, const char *name, const double *quads, int64_t count, const double *facing,
                  int32_t profile, int32_t level) {
    uint32_t *codes = room((size_t)count, 4);
    uint8_t *severities = room((size_t)count, 1);
    quadcal_limits limits;
    int64_t faulty = 0;
    must(quadcal_limits_of(profile, &limits));
    must(quadcal_check(quads, count, facing, &limits, level, codes, severities, &faulty));
    size_t start = begin(out, name);
    put_integer(out, faulty);
    put(out, codes, 4 * (size_t)count);
    put(out, severities, (size_t)count);
    end(out, start);
    free(codes);
    free(severities);
}

static void cast(struct output *out, const double *quads, int64_t targets, const double *rays, int64_t count,
                 int32_t level) {
    quadcal_targets *made;
    int64_t *indices = room((size_t)count, 8);
    double *hits = room(3 * (size_t)count, 8);
    uint8_t *faces = room((size_t)count, 1);
    must(quadcal_targets_make(quads, targets, &made));
    must(quadcal_nearest(made, rays, NULL, count, QUADCAL_FACE_ANY, level, indices, hits, faces));
    quadcal_targets_free(made);
    size_t start = begin(out, "rays");
    put(out, indices, 8 * (size_t)count);
    put_numbers(out, hits, 3 * (size_t)count);
    put(out, faces, (size_t)count);
    end(out, start);
    free(indices);
    free(hits);
    free(faces);
}

static void fit_many(struct output *out, const double *sources, const double *targets, int64_t problems, int64_t pairs,
                     int32_t level) {
    quadcal_motion *motions = room((size_t)problems, sizeof *motions);
    int32_t *statuses = room((size_t)problems, 4);
    int64_t refused = 0;
    must(quadcal_fit_many(sources, targets, problems, pairs, level, motions, statuses, &refused));
    size_t start = begin(out, "many fits");
    put_integer(out, refused);
    for (int64_t i = 0; i < problems; i++) {
        put_integer(out, statuses[i]);
        put_motion(out, &motions[i]);
    }
    end(out, start);
    free(motions);
    free(statuses);
}

static void sum_up(struct output *out, const double *sources, const double *targets, int64_t count, int32_t level) {
    int64_t chunks = (count + QUADCAL_MOMENT_CHUNK - 1) / QUADCAL_MOMENT_CHUNK;
    double *parts = room((size_t)chunks * QUADCAL_MOMENT_NUMBERS, 8), merged[QUADCAL_MOMENT_NUMBERS];
    double *moved = room(3 * (size_t)count, 8), translation[3];
    quadcal_fit_result fit;
    for (int64_t i = 0; i < chunks; i++) {
        int64_t first = i * QUADCAL_MOMENT_CHUNK, left = count - first;
        must(quadcal_moments(sources + 3 * first, targets + 3 * first,
                             left < QUADCAL_MOMENT_CHUNK ? left : QUADCAL_MOMENT_CHUNK, level,
                             parts + i * QUADCAL_MOMENT_NUMBERS, NULL));
    }
    must(quadcal_moments_merge(parts, chunks, merged));
    must(quadcal_moments_fit(merged, &fit, NULL));
    must(quadcal_move(&fit.motion, 1, sources, count, moved));
    must(quadcal_translation(&fit.motion, translation));
    size_t start = begin(out, "moments");
    put_numbers(out, merged, QUADCAL_MOMENT_NUMBERS);
    put_fit(out, &fit);
    end(out, start);
    start = begin(out, "moved points");
    put_numbers(out, translation, 3);
    put_numbers(out, moved, 3 * (size_t)count);
    end(out, start);
    free(parts);
    free(moved);
}

static const double *fit_each(struct output *out, const double *at, int64_t problems) {
    size_t start = begin(out, "single fits");
    for (int64_t i = 0; i < problems; i++) {
        int64_t count = (int64_t)*at++;
        const double *sources = at, *targets = at + 3 * count, *weights = at + 6 * count;
        at += 7 * count;
        for (int32_t solver = QUADCAL_SOLVER_DEFAULT; solver <= QUADCAL_SOLVER_EXACT; solver++) {
            for (int weighted = 0; weighted < 2; weighted++) {
                quadcal_fit_result fit;
                quadcal_problem problem;
                if (quadcal_fit(sources, targets, weighted ? weights : NULL, count, solver, &fit, &problem))
                    put_problem(out, &problem);
                else
                    put_fit(out, &fit);
            }
        }
    }
    end(out, start);
    return at;
}

static const double *robust(struct output *out, const double *at, int64_t problems) {
    size_t start = begin(out, "robust fits");
    for (int64_t i = 0; i < problems; i++) {
        int64_t count = (int64_t)*at++;
        const double *sources = at, *targets = at + 3 * count;
        int64_t *groups = room((size_t)count, 8);
        uint8_t *inliers = room((size_t)count, 1);
        quadcal_robust_result found;
        quadcal_problem problem;
        at += 6 * count;
        for (int64_t pair = 0; pair < count; pair++) groups[pair] = 1000000000000 + pair / 4;
        for (int grouped = 0; grouped < 2; grouped++) {
            if (quadcal_robust(sources, targets, NULL, grouped ? groups : NULL, count, 0, 0, &found, inliers, &problem)) {
                put_problem(out, &problem);
                continue;
            }
            put_fit(out, &found.fit);
            put_number(out, found.bound);
            put_number(out, found.margin);
            put_integer(out, found.support);
            put_integer(out, found.needed_support);
            put_integer(out, found.rival_support);
            put_integer(out, found.bound_was_estimated);
            put(out, inliers, (size_t)count);
        }
        free(groups);
        free(inliers);
    }
    end(out, start);
    return at;
}

static const double *calibrate(struct output *out, const double *at, int64_t problems) {
    size_t start = begin(out, "calibrations");
    for (int64_t i = 0; i < problems; i++) {
        int64_t count = (int64_t)*at++;
        const double *sources = at, *targets = at + 3 * count;
        int64_t *groups = room((size_t)count, 8);
        double *errors = room((size_t)count, 8);
        at += 6 * count;
        for (int64_t pair = 0; pair < count; pair++) groups[pair] = pair / 4;
        for (int32_t model = QUADCAL_MODEL_CHOSEN; model <= QUADCAL_MODEL_SIMILARITY; model++) {
            quadcal_options options;
            quadcal_calibration found;
            quadcal_problem problem;
            must(quadcal_options_usual(&options));
            options.model = model;
            options.is_robust = model % 2;
            if (model == QUADCAL_MODEL_YAW) options.noise = 0.002;
            if (quadcal_calibrate(sources, targets, NULL, groups, count, &options, sources, count, &found, errors, NULL,
                                  &problem)) {
                put_problem(out, &problem);
                continue;
            }
            put_motion(out, &found.motion);
            const double numbers[] = {found.growth,  found.rms,   found.largest, found.leave_one_out,
                                      found.freedom, found.noise, found.error_at_five_metres};
            put_numbers(out, numbers, 7);
            put_integer(out, found.model);
            put_integer(out, found.verdict);
            put_integer(out, found.judgements);
            put_numbers(out, errors, (size_t)count);
        }
        free(groups);
        free(errors);
    }
    end(out, start);
    return at;
}

/*
 * The results of cases, which begin with eight numbers: quads, targets among them, rays, problems of many and their pairs,
 * pairs to sum up, single fits, robust fits and calibrations alike. The caller frees them.
 */
unsigned char *run_cases(const double *cases, int32_t level, size_t *count) {
    struct output out = {NULL, 0, 0};
    const double facing[3] = {0, 0, 1}, *at = cases + 8;
    int64_t n[8];
    for (int i = 0; i < 8; i++) n[i] = (int64_t)cases[i];
    const double *quads = at;
    at += 12 * n[0];
    check(&out, "verdicts", quads, n[0], NULL, QUADCAL_PROFILE_APP, level);
    check(&out, "verdicts facing", quads, n[0], facing, QUADCAL_PROFILE_APP, level);
    check(&out, "strict verdicts", quads, n[0], NULL, QUADCAL_PROFILE_STRICT, level);
    double *measures = room(QUADCAL_MEASURE_NUMBERS * (size_t)n[0], 8);
    must(quadcal_measure(quads, n[0], level, measures));
    size_t start = begin(&out, "measures");
    put_numbers(&out, measures, QUADCAL_MEASURE_NUMBERS * (size_t)n[0]);
    end(&out, start);
    free(measures);
    cast(&out, quads, n[1], at, n[2], level);
    at += 6 * n[2];
    fit_many(&out, at, at + 3 * n[3] * n[4], n[3], n[4], level);
    at += 6 * n[3] * n[4];
    sum_up(&out, at, at + 3 * n[5], n[5], level);
    at += 6 * n[5];
    at = fit_each(&out, at, n[6]);
    at = robust(&out, at, n[7]);
    calibrate(&out, at, n[7]);
    *count = out.count;
    return out.bytes;
}

#ifndef __wasm__
#include <stdio.h>

int main(int argc, char **argv) {
    if (argc != 4) {
        fprintf(stderr, "usage: run_cases CASES LEVEL RESULTS\n");
        return 2;
    }
    FILE *file = fopen(argv[1], "rb");
    if (!file || fseek(file, 0, SEEK_END)) return 2;
    long size = ftell(file);
    double *cases = room((size_t)size, 1);
    rewind(file);
    if (fread(cases, 1, (size_t)size, file) != (size_t)size) return 2;
    fclose(file);
    size_t count;
    unsigned char *results = run_cases(cases, atoi(argv[2]), &count);
    file = fopen(argv[3], "wb");
    if (!file || fwrite(results, 1, count, file) != count || fclose(file)) return 2;
    free(results);
    free(cases);
    printf("abi %d, version %s, kernels %s\n", quadcal_abi(), quadcal_version(), quadcal_kernels());
    return 0;
}
#endif
