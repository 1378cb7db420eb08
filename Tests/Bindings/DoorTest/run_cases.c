/*
 * Runs the cases that DoorCases has written through the C door: memory in, memory out, so that it also runs where there
 * are no files.
 */
#include "fit_cases.h"
#include "quad_cases.h"
#include "scan_cases.h"

/*
 * The results of cases, which begin with eight numbers: quads, targets among them, rays, problems of many and their pairs,
 * pairs to sum up, single fits, and scans; or only the measures. The caller frees them.
 */
unsigned char *run_cases(const double *cases, int32_t level, int measures_only, size_t *count) {
    struct output out = {NULL, 0, 0};
    const double facing[3] = {0, 0, 1}, *at = cases + 8;
    int64_t n[8];
    for (int i = 0; i < 8; i++) n[i] = (int64_t)cases[i];
    const double *quads = at;
    at += 12 * n[0];
    measure(&out, quads, n[0], level);
    *count = out.count;
    if (measures_only) return out.bytes;
    check(&out, "verdicts", quads, n[0], NULL, QUADCAL_PROFILE_APP, level);
    check(&out, "verdicts facing", quads, n[0], facing, QUADCAL_PROFILE_APP, level);
    check(&out, "strict verdicts", quads, n[0], NULL, QUADCAL_PROFILE_STRICT, level);
    const double *rays = at, *ranges = at + 6 * n[2];
    cast(&out, "rays", quads, n[1], rays, NULL, n[2], QUADCAL_FACE_ANY, level);
    cast(&out, "front in range", quads, n[1], rays, ranges, n[2], QUADCAL_FACE_FRONT, level);
    cast(&out, "back in range", quads, n[1], rays, ranges, n[2], QUADCAL_FACE_BACK, level);
    at += 8 * n[2];
    fit_many(&out, at, at + 3 * n[3] * n[4], n[3], n[4], level);
    at += 6 * n[3] * n[4];
    sum_up(&out, at, at + 3 * n[5], n[5], level);
    at += 6 * n[5];
    at = fit_each(&out, at, n[6]);
    robust(&out, at, n[7]);
    calibrate(&out, at, n[7]);
    straighten(&out, at, n[7]);
    *count = out.count;
    return out.bytes;
}

#ifndef __wasm__
#include <stdio.h>

int main(int argc, char **argv) {
    int measures_only = argc == 5 && strcmp(argv[4], "measures") == 0;
    if (argc != 4 && !measures_only) {
        fprintf(stderr, "usage: run_cases CASES LEVEL RESULTS [measures]\n");
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
    unsigned char *results = run_cases(cases, atoi(argv[2]), measures_only, &count);
    file = fopen(argv[3], "wb");
    if (!file || fwrite(results, 1, count, file) != count || fclose(file)) return 2;
    free(results);
    free(cases);
    printf("abi %d, version %s, kernels %s\n", quadcal_abi(), quadcal_version(), quadcal_kernels());
    return 0;
}
#endif
