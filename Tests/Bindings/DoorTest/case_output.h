/* Results in memory, as sections of bytes. NaNs are written alike, since the bits of one differ between processors. */
#ifndef CASE_OUTPUT_H
#define CASE_OUTPUT_H

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
    put_numbers(out, problem->values, 5);
}

static void *room(size_t count, size_t size) {
    void *memory = calloc(count ? count : 1, size);
    if (!memory) abort();
    return memory;
}

static void must(int32_t status) {
    if (status != QUADCAL_OK) abort();
}

#endif
