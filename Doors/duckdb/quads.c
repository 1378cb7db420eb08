/* quad_check, quad_codes and quad_measure. */
#include "functions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* quad_check(quad DOUBLE[12]) -> UINTEGER: the bits of all findings, 0 for a sound quad. */
static void check(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector output) {
    idx_t count = duckdb_data_chunk_get_size(input);
    duckdb_vector quads = duckdb_data_chunk_get_vector(input, 0);
    int32_t status = quadcal_check(numbers_of(quads), (int64_t)count, NULL, NULL, QUADCAL_LEVEL_BEST, duckdb_vector_get_data(output),
                                   NULL, NULL);
    if (status) return set_error(info, "quad_check: %s (%llu quads)", quadcal_status_text(status), (unsigned long long)count);
    for (idx_t row = 0; row < count; row++)
        if (!is_whole(quads, row, QUADCAL_QUAD_NUMBERS)) make_null(output, row);
}

/* quad_codes(codes BIGINT) -> VARCHAR: the names of the findings with blanks between them. BIGINT, because DuckDB widens all smaller
 * integers to it by itself, and a literal is an INTEGER. */
static void codes(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector output) {
    idx_t count = duckdb_data_chunk_get_size(input);
    duckdb_vector column = duckdb_data_chunk_get_vector(input, 0);
    const int64_t *masks = duckdb_vector_get_data(column);
    uint64_t *valid = duckdb_vector_get_validity(column);
    for (idx_t row = 0; row < count; row++) {
        if (valid && !duckdb_validity_row_is_valid(valid, row)) {
            make_null(output, row);
            continue;
        }
        if (masks[row] < 0 || masks[row] > UINT32_MAX)
            return set_error(info, "quad_codes: %lld is no result of quad_check", (long long)masks[row]);
        /* No name is longer than 31 letters. */
        char text[QUADCAL_CODES * 32] = "";
        size_t length = 0;
        for (int32_t code = 0; code < QUADCAL_CODES; code++)
            if (masks[row] >> code & 1)
                length += (size_t)snprintf(text + length, sizeof text - length, "%s%s", length ? " " : "", quadcal_code_name(code));
        duckdb_vector_assign_string_element_len(output, row, text, length);
    }
}

/* quad_measure(quad DOUBLE[12]) -> STRUCT(center DOUBLE[3], normal DOUBLE[3], area DOUBLE, flatness DOUBLE). */
static void measure(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector output) {
    idx_t count = duckdb_data_chunk_get_size(input);
    duckdb_vector quads = duckdb_data_chunk_get_vector(input, 0);
    double *measures = malloc((count ? count : 1) * QUADCAL_MEASURE_NUMBERS * sizeof(double));
    if (!measures) return set_error(info, "quad_measure: no memory for %llu quads", (unsigned long long)count);
    int32_t status = quadcal_measure(numbers_of(quads), (int64_t)count, QUADCAL_LEVEL_BEST, measures);
    if (status) {
        free(measures);
        return set_error(info, "quad_measure: %s (%llu quads)", quadcal_status_text(status), (unsigned long long)count);
    }
    double *center = numbers_of(duckdb_struct_vector_get_child(output, 0));
    double *normal = numbers_of(duckdb_struct_vector_get_child(output, 1));
    double *area = duckdb_vector_get_data(duckdb_struct_vector_get_child(output, 2));
    double *flatness = duckdb_vector_get_data(duckdb_struct_vector_get_child(output, 3));
    for (idx_t row = 0; row < count; row++) {
        const double *found = measures + row * QUADCAL_MEASURE_NUMBERS;
        memcpy(center + 3 * row, found, 3 * sizeof(double));
        memcpy(normal + 3 * row, found + 3, 3 * sizeof(double));
        area[row] = found[6];
        flatness[row] = found[7];
        if (!is_whole(quads, row, QUADCAL_QUAD_NUMBERS)) make_null(output, row);
    }
    free(measures);
}

static bool add(duckdb_connection connection, const char *name, duckdb_logical_type parameter, duckdb_logical_type result,
                duckdb_scalar_function_t body) {
    duckdb_scalar_function function = duckdb_create_scalar_function();
    duckdb_scalar_function_set_name(function, name);
    duckdb_scalar_function_add_parameter(function, parameter);
    duckdb_scalar_function_set_return_type(function, result);
    duckdb_scalar_function_set_function(function, body);
    bool is_done = duckdb_register_scalar_function(connection, function) == DuckDBSuccess;
    duckdb_destroy_scalar_function(&function);
    duckdb_destroy_logical_type(&parameter);
    duckdb_destroy_logical_type(&result);
    return is_done;
}

bool register_quads(duckdb_connection connection) {
    const char *names[] = {"center", "normal", "area", "flatness"};
    duckdb_logical_type types[] = {numbers_type(3), numbers_type(3), duckdb_create_logical_type(DUCKDB_TYPE_DOUBLE),
                                   duckdb_create_logical_type(DUCKDB_TYPE_DOUBLE)};
    return add(connection, "quad_check", numbers_type(12), duckdb_create_logical_type(DUCKDB_TYPE_UINTEGER), check)
           && add(connection, "quad_codes", duckdb_create_logical_type(DUCKDB_TYPE_BIGINT),
                 duckdb_create_logical_type(DUCKDB_TYPE_VARCHAR), codes)
           && add(connection, "quad_measure", numbers_type(12), struct_type(names, types, 4), measure);
}
