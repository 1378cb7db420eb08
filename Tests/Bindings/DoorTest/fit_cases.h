/* Fits of pairs, many at once, by moments and one by one. */
#ifndef FIT_CASES_H
#define FIT_CASES_H

#include "case_output.h"

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

#endif
