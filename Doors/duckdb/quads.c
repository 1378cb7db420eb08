/* quad_check, quad_severity, quad_codes and quad_measure. */
#include "functions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The limits of the profile that a text names, app or strict; ends the query where it is neither. */
static bool limits_of(duckdb_function_info info, const char *name, duckdb_string_t *profile, quadcal_limits *limits) {
    const char *text = duckdb_string_t_data(profile);
    uint32_t length = duckdb_string_t_length(*profile);
    bool is_strict = length == 6 && !memcmp(text, "strict", 6);
    if (!is_strict && !(length == 3 && !memcmp(text, "app", 3))) {
        set_error(info, "%s: there is no profile %.*s; app and strict are", name, (int)(length < 40 ? length : 40), text);
        return false;
    }
    return quadcal_limits_of(is_strict ? QUADCAL_PROFILE_STRICT : QUADCAL_PROFILE_APP, limits) == QUADCAL_OK;
}

/* Checks a chunk: codes, or severities, of all its quads. Rows of one profile, as of a literal, are checked at once. */
static bool checked(duckdb_function_info info, const char *name, duckdb_data_chunk input, uint32_t *codes, uint8_t *severities) {
    idx_t count = duckdb_data_chunk_get_size(input), start = 0;
    const double *quads = numbers_of(duckdb_data_chunk_get_vector(input, 0));
    duckdb_vector profiles = duckdb_data_chunk_get_column_count(input) > 1 ? duckdb_data_chunk_get_vector(input, 1) : NULL;
    duckdb_string_t *texts = profiles ? duckdb_vector_get_data(profiles) : NULL;
    while (start < count) {
        quadcal_limits limits;
        idx_t end = count;
        if (profiles && is_there(profiles, start)) {
            if (!limits_of(info, name, &texts[start], &limits)) return false;
            /* Texts as short as these are held where they are, so that equal ones have equal bytes. */
            for (end = start + 1; end < count && is_there(profiles, end) && !memcmp(&texts[end], &texts[start], sizeof *texts);) end++;
        } else if (profiles) {
            start++;
            continue;
        }
        int32_t status = quadcal_check(quads + start * QUADCAL_QUAD_NUMBERS, (int64_t)(end - start), NULL, profiles ? &limits : NULL,
                                       QUADCAL_LEVEL_BEST, codes ? codes + start : NULL, severities ? severities + start : NULL, NULL);
        if (status) {
            set_error(info, "%s: %s (%llu quads)", name, quadcal_status_text(status), (unsigned long long)count);
            return false;
        }
        start = end;
    }
    return true;
}

/* Whether a row has a quad, and a profile where there is one. */
static bool is_asked(duckdb_data_chunk input, idx_t row) {
    return is_whole(duckdb_data_chunk_get_vector(input, 0), row, QUADCAL_QUAD_NUMBERS)
           && (duckdb_data_chunk_get_column_count(input) < 2 || is_there(duckdb_data_chunk_get_vector(input, 1), row));
}

/* quad_check(quad DOUBLE[12] [, profile VARCHAR]) -> UINTEGER: the bits of all findings, 0 for a sound quad. */
static void check(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector output) {
    if (!checked(info, "quad_check", input, duckdb_vector_get_data(output), NULL)) return;
    for (idx_t row = 0; row < duckdb_data_chunk_get_size(input); row++)
        if (!is_asked(input, row)) make_null(output, row);
}

/* quad_severity(quad DOUBLE[12] [, profile VARCHAR]) -> VARCHAR: the gravest finding, SOUND without any. */
static void severity(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector output) {
    static const char *const names[] = {"SOUND", "HINT", "INFO", "WARNING", "ERROR"};
    idx_t count = duckdb_data_chunk_get_size(input);
    uint8_t *severities = calloc(count ? count : 1, 1);
    if (!severities) return set_error(info, "quad_severity: no memory for %llu quads", (unsigned long long)count);
    if (checked(info, "quad_severity", input, NULL, severities)) {
        for (idx_t row = 0; row < count; row++) {
            if (is_asked(input, row)) duckdb_vector_assign_string_element(output, row, names[severities[row]]);
            else make_null(output, row);
        }
    }
    free(severities);
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

bool register_quads(duckdb_connection connection) {
    const char *names[] = {"center", "normal", "area", "flatness"};
    duckdb_logical_type types[] = {numbers_type(3), numbers_type(3), duckdb_create_logical_type(DUCKDB_TYPE_DOUBLE),
                                   duckdb_create_logical_type(DUCKDB_TYPE_DOUBLE)};
    duckdb_type text = DUCKDB_TYPE_VARCHAR, mask = DUCKDB_TYPE_UINTEGER;
    scalar_form checks[] = {
        {{numbers_type(12), NULL}, duckdb_create_logical_type(mask), check},
        {{numbers_type(12), duckdb_create_logical_type(text), NULL}, duckdb_create_logical_type(mask), check}};
    scalar_form severities[] = {
        {{numbers_type(12), NULL}, duckdb_create_logical_type(text), severity},
        {{numbers_type(12), duckdb_create_logical_type(text), NULL}, duckdb_create_logical_type(text), severity}};
    scalar_form words[] = {{{duckdb_create_logical_type(DUCKDB_TYPE_BIGINT), NULL}, duckdb_create_logical_type(text), codes}};
    scalar_form measures[] = {{{numbers_type(12), NULL}, struct_type(names, types, 4), measure}};
    return add_scalar(connection, "quad_check", checks, 2) && add_scalar(connection, "quad_severity", severities, 2)
           && add_scalar(connection, "quad_codes", words, 1) && add_scalar(connection, "quad_measure", measures, 1);
}
