/* Verdicts of quads, and their measures and rays. */
#ifndef QUAD_CASES_H
#define QUAD_CASES_H

#include "case_output.h"

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

static void measure(struct output *out, const double *quads, int64_t count, int32_t level) {
    double *measures = room(QUADCAL_MEASURE_NUMBERS * (size_t)count, 8);
    must(quadcal_measure(quads, count, level, measures));
    size_t start = begin(out, "measures");
    put_numbers(out, measures, QUADCAL_MEASURE_NUMBERS * (size_t)count);
    end(out, start);
    free(measures);
}

static void cast(struct output *out, const char *name, const double *quads, int64_t targets, const double *rays,
                 const double *ranges, int64_t count, int32_t face, int32_t level) {
    quadcal_targets *made;
    int64_t *indices = room((size_t)count, 8);
    double *hits = room(3 * (size_t)count, 8);
    uint8_t *faces = room((size_t)count, 1);
    must(quadcal_targets_make(quads, targets, &made));
    must(quadcal_nearest(made, rays, ranges, count, face, level, indices, hits, faces));
    quadcal_targets_free(made);
    size_t start = begin(out, name);
    put(out, indices, 8 * (size_t)count);
    put_numbers(out, hits, 3 * (size_t)count);
    put(out, faces, (size_t)count);
    end(out, start);
    free(indices);
    free(hits);
    free(faces);
}

#endif
