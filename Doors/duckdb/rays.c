/* quad_nearest(origin DOUBLE[3], direction DOUBLE[3], quads DOUBLE[12][]) ->
 * STRUCT(index BIGINT, distance DOUBLE, u DOUBLE, v DOUBLE, face VARCHAR), or NULL where nothing is hit or the ray cannot be
 * cast. A quad of the list that is NULL, or has a number that is, is never hit.
 *
 * The index counts from 1, as lists of DuckDB do: quads[hit.index]. */
#include "functions.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A list whose quads are ready for rays; rows that follow each other usually have the same one. */
typedef struct {
    duckdb_list_entry entry;
    quadcal_targets *targets;
} ready_list;

/* Makes a list ready, and says by false that the query was ended with an error. */
static bool make_ready(duckdb_function_info info, ready_list *ready, duckdb_list_entry entry, duckdb_vector quads) {
    if (ready->targets && ready->entry.offset == entry.offset && ready->entry.length == entry.length) return true;
    quadcal_targets_free(ready->targets);
    ready->targets = NULL;
    const double *numbers = numbers_of(quads) + entry.offset * QUADCAL_QUAD_NUMBERS;
    /* A quad that is NULL, or has a number that is, becomes one of NaN: no ray hits it, and the others keep their places. */
    double *copy = NULL;
    for (idx_t place = 0; place < entry.length; place++) {
        if (is_whole(quads, entry.offset + place, QUADCAL_QUAD_NUMBERS)) continue;
        if (!copy) {
            copy = malloc(entry.length * QUADCAL_QUAD_NUMBERS * sizeof(double));
            if (!copy) {
                set_error(info, "quad_nearest: no memory for a list of %llu quads", (unsigned long long)entry.length);
                return false;
            }
            memcpy(copy, numbers, entry.length * QUADCAL_QUAD_NUMBERS * sizeof(double));
        }
        for (int number = 0; number < QUADCAL_QUAD_NUMBERS; number++) copy[place * QUADCAL_QUAD_NUMBERS + number] = NAN;
    }
    ready->entry = entry;
    int32_t status = quadcal_targets_make(copy ? copy : numbers, (int64_t)entry.length, &ready->targets);
    free(copy);
    if (status)
        set_error(info, "quad_nearest: %s (a list of %llu quads)", quadcal_status_text(status), (unsigned long long)entry.length);
    return status == QUADCAL_OK;
}

static void nearest(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector output) {
    idx_t count = duckdb_data_chunk_get_size(input);
    duckdb_vector origins = duckdb_data_chunk_get_vector(input, 0), directions = duckdb_data_chunk_get_vector(input, 1);
    duckdb_vector lists = duckdb_data_chunk_get_vector(input, 2), quads = duckdb_list_vector_get_child(lists);
    const double *o = numbers_of(origins), *d = numbers_of(directions);
    const duckdb_list_entry *entries = duckdb_vector_get_data(lists);
    uint64_t *valid = duckdb_vector_get_validity(lists);
    int64_t *index = duckdb_vector_get_data(duckdb_struct_vector_get_child(output, 0));
    double *numbers[3];
    for (idx_t member = 0; member < 3; member++)
        numbers[member] = duckdb_vector_get_data(duckdb_struct_vector_get_child(output, member + 1));
    duckdb_vector faces = duckdb_struct_vector_get_child(output, 4);
    ready_list ready = {{0, 0}, NULL};
    for (idx_t row = 0; row < count; row++) {
        if (!is_whole(origins, row, 3) || !is_whole(directions, row, 3) || (valid && !duckdb_validity_row_is_valid(valid, row))) {
            make_null(output, row);
            continue;
        }
        if (!make_ready(info, &ready, entries[row], quads)) break;
        double ray[6], hit[3];
        memcpy(ray, o + 3 * row, 3 * sizeof(double));
        memcpy(ray + 3, d + 3 * row, 3 * sizeof(double));
        int64_t found;
        uint8_t face;
        int32_t status = quadcal_nearest(ready.targets, ray, NULL, 1, QUADCAL_FACE_ANY, QUADCAL_LEVEL_BEST, &found, hit, &face);
        if (status) {
            set_error(info, "quad_nearest: %s (ray %g %g %g, %g %g %g)", quadcal_status_text(status), ray[0], ray[1], ray[2], ray[3],
                      ray[4], ray[5]);
            break;
        }
        if (found < 0) {
            /* Nothing is hit, or the ray cannot be cast: no direction, or numbers that are not finite. One such ray ends no query. */
            make_null(output, row);
            continue;
        }
        index[row] = found + 1;
        for (int member = 0; member < 3; member++) numbers[member][row] = hit[member];
        duckdb_vector_assign_string_element(faces, row, face == QUADCAL_FACE_FRONT ? "front" : "back");
    }
    quadcal_targets_free(ready.targets);
}

bool register_rays(duckdb_connection connection) {
    const char *names[] = {"index", "distance", "u", "v", "face"};
    duckdb_logical_type types[] = {duckdb_create_logical_type(DUCKDB_TYPE_BIGINT), duckdb_create_logical_type(DUCKDB_TYPE_DOUBLE),
                                   duckdb_create_logical_type(DUCKDB_TYPE_DOUBLE), duckdb_create_logical_type(DUCKDB_TYPE_DOUBLE),
                                   duckdb_create_logical_type(DUCKDB_TYPE_VARCHAR)};
    duckdb_logical_type result = struct_type(names, types, 5), point = numbers_type(3), quad = numbers_type(12);
    duckdb_logical_type list = duckdb_create_list_type(quad);
    duckdb_scalar_function function = duckdb_create_scalar_function();
    duckdb_scalar_function_set_name(function, "quad_nearest");
    duckdb_scalar_function_add_parameter(function, point);
    duckdb_scalar_function_add_parameter(function, point);
    duckdb_scalar_function_add_parameter(function, list);
    duckdb_scalar_function_set_return_type(function, result);
    duckdb_scalar_function_set_function(function, nearest);
    bool is_done = duckdb_register_scalar_function(connection, function) == DuckDBSuccess;
    duckdb_destroy_scalar_function(&function);
    duckdb_logical_type *used[] = {&result, &point, &quad, &list};
    for (int place = 0; place < 4; place++) duckdb_destroy_logical_type(used[place]);
    return is_done;
}
