/* rigid_move(motion DOUBLE[18], point DOUBLE[3]) -> DOUBLE[3], also of a quad DOUBLE[12].
 *
 * rigid_fit(source DOUBLE[3], target DOUBLE[3]) -> STRUCT(motion DOUBLE[18], rms DOUBLE, digits DOUBLE, pairs BIGINT, refused VARCHAR),
 * an aggregate over the moments of pairs: it keeps at most a chunk of them.
 *
 * Where the pairs determine no motion, all but pairs and refused is NULL. Pairs that are NULL on a side do not count. Of quads,
 * DOUBLE[12], each corner is a point. */
#include "functions.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    /* Sources and targets of the last, unfinished chunk, and how many there is room for. */
    double *sources, *targets;
    size_t pairs, room;
    /* Moments of finished chunks, 38 doubles each. */
    double *chunks;
    size_t chunk_count, chunk_room;
    int64_t total;
    /* The first thing that was wrong, QUADCAL_OK if nothing was. */
    int32_t status;
} sums;

#define OUT_OF_MEMORY (-1)

static idx_t size(duckdb_function_info info) {
    (void)info;
    return sizeof(sums);
}

static void begin(duckdb_function_info info, duckdb_aggregate_state state) {
    (void)info;
    memset(state, 0, sizeof(sums));
}

static bool grow(double **numbers, size_t count) {
    double *larger = realloc(*numbers, count * sizeof(double));
    if (larger) *numbers = larger;
    return larger != NULL;
}

/* Adds moments of a chunk to those that are finished. */
static void keep(sums *state, const double *moments) {
    if (state->chunk_count == state->chunk_room) {
        size_t room = state->chunk_room ? 2 * state->chunk_room : 1;
        if (!grow(&state->chunks, room * QUADCAL_MOMENT_NUMBERS)) {
            state->status = OUT_OF_MEMORY;
            return;
        }
        state->chunk_room = room;
    }
    memcpy(state->chunks + state->chunk_count++ * QUADCAL_MOMENT_NUMBERS, moments, QUADCAL_MOMENT_NUMBERS * sizeof(double));
}

/* Finishes the chunk that pairs are in. */
static void finish(sums *state) {
    if (!state->pairs || state->status) return;
    double moments[QUADCAL_MOMENT_NUMBERS];
    state->status = quadcal_moments(state->sources, state->targets, (int64_t)state->pairs, QUADCAL_LEVEL_BEST, moments, NULL);
    state->pairs = 0;
    if (!state->status) keep(state, moments);
}

static void add_pair(sums *state, const double *source, const double *target) {
    state->total++;
    if (state->status) return;
    if (state->pairs == state->room) {
        size_t room = state->room ? 2 * state->room : 4;
        if (!grow(&state->sources, 3 * room) || !grow(&state->targets, 3 * room)) {
            state->status = OUT_OF_MEMORY;
            return;
        }
        state->room = room;
    }
    memcpy(state->sources + 3 * state->pairs, source, 3 * sizeof(double));
    memcpy(state->targets + 3 * state->pairs, target, 3 * sizeof(double));
    if (++state->pairs == QUADCAL_MOMENT_CHUNK) finish(state);
}

static void update(duckdb_function_info info, duckdb_data_chunk input, duckdb_aggregate_state *states) {
    (void)info;
    idx_t count = duckdb_data_chunk_get_size(input);
    duckdb_vector sources = duckdb_data_chunk_get_vector(input, 0), targets = duckdb_data_chunk_get_vector(input, 1);
    const double *s = numbers_of(sources), *t = numbers_of(targets);
    idx_t width = width_of(sources);
    for (idx_t row = 0; row < count; row++) {
        if (!is_whole(sources, row, width) || !is_whole(targets, row, width)) continue;
        for (idx_t place = row * width; place < (row + 1) * width; place += 3) add_pair((sums *)states[row], s + place, t + place);
    }
}

static void combine(duckdb_function_info info, duckdb_aggregate_state *sources, duckdb_aggregate_state *targets, idx_t count) {
    (void)info;
    for (idx_t place = 0; place < count; place++) {
        sums *from = (sums *)sources[place], *to = (sums *)targets[place];
        if (!to->status) to->status = from->status;
        /* Finished chunks of the other come before pairs that are still unfinished here; all are merged in one call at the end. */
        for (size_t chunk = 0; chunk < from->chunk_count && !to->status; chunk++)
            keep(to, from->chunks + chunk * QUADCAL_MOMENT_NUMBERS);
        to->total += from->total - (int64_t)from->pairs;
        for (size_t pair = 0; pair < from->pairs; pair++) add_pair(to, from->sources + 3 * pair, from->targets + 3 * pair);
    }
}

static void end(duckdb_function_info info, duckdb_aggregate_state *states, duckdb_vector result, idx_t count, idx_t offset) {
    double *motions = numbers_of(duckdb_struct_vector_get_child(result, 0));
    double *rms = duckdb_vector_get_data(duckdb_struct_vector_get_child(result, 1));
    double *digits = duckdb_vector_get_data(duckdb_struct_vector_get_child(result, 2));
    int64_t *pairs = duckdb_vector_get_data(duckdb_struct_vector_get_child(result, 3));
    duckdb_vector refused = duckdb_struct_vector_get_child(result, 4);
    for (idx_t place = 0; place < count; place++) {
        sums *state = (sums *)states[place];
        idx_t row = offset + place;
        double merged[QUADCAL_MOMENT_NUMBERS];
        quadcal_fit_result fit;
        finish(state);
        if (!state->status) state->status = quadcal_moments_merge(state->chunks, (int64_t)state->chunk_count, merged);
        if (!state->status) state->status = quadcal_moments_fit(merged, &fit, NULL);
        pairs[row] = state->total;
        if (state->status == OUT_OF_MEMORY) return duckdb_aggregate_function_set_error(info, "rigid_fit: out of memory");
        if (state->status) {
            for (idx_t member = 0; member < 3; member++) make_null(duckdb_struct_vector_get_child(result, member), row);
            duckdb_vector_assign_string_element(refused, row, quadcal_status_name(state->status));
        } else {
            memcpy(motions + 18 * row, &fit.motion, 18 * sizeof(double));
            rms[row] = fit.rms;
            digits[row] = fit.digits;
            make_null(refused, row);
        }
    }
}

static void destroy(duckdb_aggregate_state *states, idx_t count) {
    for (idx_t place = 0; place < count; place++) {
        sums *state = (sums *)states[place];
        free(state->sources);
        free(state->targets);
        free(state->chunks);
        memset(state, 0, sizeof *state);
    }
}

/* A row that has no motion, or one of numbers that are none, gives NULL. */
static void move(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector output) {
    (void)info;
    duckdb_vector motions = duckdb_data_chunk_get_vector(input, 0), points = duckdb_data_chunk_get_vector(input, 1);
    const double *m = numbers_of(motions), *p = numbers_of(points);
    double *moved = numbers_of(output);
    idx_t width = width_of(points);
    for (idx_t row = 0; row < duckdb_data_chunk_get_size(input); row++) {
        quadcal_motion motion;
        memcpy(&motion, m + 18 * row, sizeof motion);
        if (!is_whole(motions, row, 18) || !is_whole(points, row, width)
            || quadcal_move(&motion, 1, p + width * row, (int64_t)width / 3, moved + width * row) != QUADCAL_OK)
            make_null(output, row);
    }
}

bool register_fits(duckdb_connection connection) {
    const char *names[] = {"motion", "rms", "digits", "pairs", "refused"};
    duckdb_logical_type types[] = {numbers_type(18), duckdb_create_logical_type(DUCKDB_TYPE_DOUBLE),
                                   duckdb_create_logical_type(DUCKDB_TYPE_DOUBLE), duckdb_create_logical_type(DUCKDB_TYPE_BIGINT),
                                   duckdb_create_logical_type(DUCKDB_TYPE_VARCHAR)};
    duckdb_logical_type result = struct_type(names, types, 5);
    duckdb_aggregate_function_set set = duckdb_create_aggregate_function_set("rigid_fit");
    for (idx_t width = 3; width <= QUADCAL_QUAD_NUMBERS; width += QUADCAL_QUAD_NUMBERS - 3) {
        duckdb_logical_type points = numbers_type(width);
        duckdb_aggregate_function function = duckdb_create_aggregate_function();
        duckdb_aggregate_function_set_name(function, "rigid_fit");
        duckdb_aggregate_function_add_parameter(function, points);
        duckdb_aggregate_function_add_parameter(function, points);
        duckdb_aggregate_function_set_return_type(function, result);
        duckdb_aggregate_function_set_special_handling(function);
        duckdb_aggregate_function_set_functions(function, size, begin, update, combine, end);
        duckdb_aggregate_function_set_destructor(function, destroy);
        duckdb_add_aggregate_function_to_set(set, function);
        duckdb_destroy_aggregate_function(&function);
        duckdb_destroy_logical_type(&points);
    }
    bool is_done = duckdb_register_aggregate_function_set(connection, set) == DuckDBSuccess;
    duckdb_destroy_aggregate_function_set(&set);
    duckdb_destroy_logical_type(&result);
    scalar_form moves[] = {{{numbers_type(18), numbers_type(3), NULL}, numbers_type(3), move},
                           {{numbers_type(18), numbers_type(12), NULL}, numbers_type(12), move}};
    return add_scalar(connection, "rigid_move", moves, 2) && is_done;
}
