/* Motions between scans, of whose pairs some are wrong, by every option. */
#ifndef SCAN_CASES_H
#define SCAN_CASES_H

#include "case_output.h"

struct scan {
    int64_t count, *groups;
    const double *sources, *targets, *weights;
};

/* The scan that begins at `at`, where the next one begins afterwards; its groups are the caller's. */
static struct scan next_scan(const double **at) {
    int64_t count = (int64_t)**at;
    struct scan scan = {count, room((size_t)count, 8), *at + 1, *at + 1 + 3 * count, *at + 1 + 6 * count};
    for (int64_t pair = 0; pair < count; pair++) scan.groups[pair] = 1000000000000 + pair / 4;
    *at += 1 + 7 * count;
    return scan;
}

/* Each alone and by groups: with nothing else, with weights and a bound, and with weights and a choice of motion. */
static void robust(struct output *out, const double *at, int64_t problems) {
    size_t start = begin(out, "robust fits");
    for (int64_t i = 0; i < problems; i++) {
        struct scan scan = next_scan(&at);
        uint8_t *inliers = room((size_t)scan.count, 1);
        for (int way = 0; way < 6; way++) {
            quadcal_robust_result found;
            quadcal_problem problem;
            if (quadcal_robust(scan.sources, scan.targets, way >= 2 ? scan.weights : NULL, way % 2 ? scan.groups : NULL,
                               scan.count, way / 2 == 1 ? 0.01 : 0, way / 2 == 2 ? 1 + (int32_t)(i % 2) : 0, &found,
                               inliers, &problem)) {
                put_problem(out, &problem);
                continue;
            }
            put_fit(out, &found.fit);
            put_motion(out, &found.rival);
            put_number(out, found.bound);
            put_number(out, found.margin);
            put_integer(out, found.support);
            put_integer(out, found.needed_support);
            put_integer(out, found.rival_support);
            put_integer(out, found.bound_was_estimated);
            put(out, inliers, (size_t)scan.count);
        }
        free(scan.groups);
        free(inliers);
    }
    end(out, start);
}

static quadcal_options options_of(int32_t model) {
    quadcal_options options;
    must(quadcal_options_usual(&options));
    options.model = model;
    options.is_robust = model % 2;
    switch (model) {
    case QUADCAL_MODEL_CHOSEN: options.tilt_degrees = 1; break;
    case QUADCAL_MODEL_TRANSLATION: options.bound = 0.02; break;
    case QUADCAL_MODEL_YAW: options.noise = 0.002; break;
    case QUADCAL_MODEL_GRAVITY: options.marker_noise = 0.003; break;
    case QUADCAL_MODEL_RIGID: options.no_drift = 1; break;
    default: options.choice = 1;
    }
    return options;
}

/* By each model with an option of its own; with weights from the third on, and the error asked for here and elsewhere. */
static void calibrate(struct output *out, const double *at, int64_t problems) {
    size_t start = begin(out, "calibrations");
    for (int64_t i = 0; i < problems; i++) {
        struct scan scan = next_scan(&at);
        double *errors = room((size_t)scan.count, 8), *moved = room(3 * (size_t)scan.count, 8);
        uint8_t *inliers = room((size_t)scan.count, 1);
        for (int32_t model = QUADCAL_MODEL_CHOSEN; model <= QUADCAL_MODEL_SIMILARITY; model++) {
            const quadcal_options options = options_of(model);
            const double *points = model % 2 ? scan.targets : scan.sources;
            quadcal_calibration found;
            quadcal_problem problem;
            if (quadcal_calibrate(scan.sources, scan.targets, model >= 3 ? scan.weights : NULL, scan.groups, scan.count,
                                  &options, points, scan.count, &found, errors, inliers, &problem)) {
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
            put_numbers(out, errors, (size_t)scan.count);
            put(out, inliers, (size_t)scan.count);
            must(quadcal_move(&found.motion, found.growth, points, scan.count, moved));
            put_numbers(out, moved, 3 * (size_t)scan.count);
        }
        free(scan.groups);
        free(errors);
        free(inliers);
        free(moved);
    }
    end(out, start);
}

/* In each way, whose markers are those of the scan, made a tenth of a minute after each other. */
static void straighten(struct output *out, const double *at, int64_t problems) {
    size_t start = begin(out, "straightened");
    for (int64_t i = 0; i < problems; i++) {
        struct scan scan = next_scan(&at);
        int64_t count = scan.count / 4;
        double *times = room((size_t)scan.count, 8), *own = room((size_t)count, 8);
        double *moved = room(12 * (size_t)count, 8), *shifts = room(5 * (size_t)count, 8);
        for (int64_t pair = 0; pair < scan.count; pair++) times[pair] = own[pair / 4] = 6.0 * (double)(pair / 4);
        for (int32_t way = QUADCAL_STRAIGHTEN_NONE; way <= QUADCAL_STRAIGHTEN_AUTO; way++) {
            quadcal_straightening found;
            quadcal_problem problem;
            int32_t status = quadcal_straighten(scan.sources, scan.targets, NULL, scan.groups, times, scan.count, NULL, way,
                                                scan.sources, own, count, &found, moved, shifts, NULL, &problem);
            if (status >= QUADCAL_TOO_FEW_PINS) {
                put_integer(out, 100);
                continue;
            } else if (status) {
                put_problem(out, &problem);
                continue;
            }
            const double numbers[] = {found.leave_one_out, found.leave_one_out_of_motion, found.reach};
            put_integer(out, found.by);
            put_numbers(out, numbers, 3);
            for (int64_t marker = 0; marker < count; marker++) {
                put_numbers(out, moved + 12 * marker, 12);
                put_numbers(out, shifts + 5 * marker + 3, 2);
            }
        }
        free(scan.groups);
        free(times);
        free(own);
        free(moved);
        free(shifts);
    }
    end(out, start);
}

#endif
