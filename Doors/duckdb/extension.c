/* The extension's entry, and what its functions have in common. */
#include "functions.h"

#include <stdarg.h>
#include <stdio.h>

duckdb_logical_type numbers_type(idx_t count) {
    duckdb_logical_type number = duckdb_create_logical_type(DUCKDB_TYPE_DOUBLE);
    duckdb_logical_type numbers = duckdb_create_array_type(number, count);
    duckdb_destroy_logical_type(&number);
    return numbers;
}

duckdb_logical_type struct_type(const char **names, duckdb_logical_type *types, idx_t count) {
    duckdb_logical_type type = duckdb_create_struct_type(types, names, count);
    for (idx_t member = 0; member < count; member++) duckdb_destroy_logical_type(&types[member]);
    return type;
}

double *numbers_of(duckdb_vector column) { return duckdb_vector_get_data(duckdb_array_vector_get_child(column)); }

bool is_there(duckdb_vector column, idx_t row) {
    uint64_t *rows = duckdb_vector_get_validity(column);
    return !rows || duckdb_validity_row_is_valid(rows, row);
}

idx_t width_of(duckdb_vector column) {
    duckdb_logical_type type = duckdb_vector_get_column_type(column);
    idx_t width = duckdb_array_type_array_size(type);
    duckdb_destroy_logical_type(&type);
    return width;
}

bool add_scalar(duckdb_connection connection, const char *name, scalar_form *forms, int count) {
    duckdb_scalar_function_set set = duckdb_create_scalar_function_set(name);
    for (int form = 0; form < count; form++) {
        duckdb_scalar_function function = duckdb_create_scalar_function();
        duckdb_scalar_function_set_name(function, name);
        for (duckdb_logical_type *parameter = forms[form].parameters; *parameter; parameter++) {
            duckdb_scalar_function_add_parameter(function, *parameter);
            duckdb_destroy_logical_type(parameter);
        }
        duckdb_scalar_function_set_return_type(function, forms[form].result);
        duckdb_destroy_logical_type(&forms[form].result);
        duckdb_scalar_function_set_function(function, forms[form].body);
        duckdb_add_scalar_function_to_set(set, function);
        duckdb_destroy_scalar_function(&function);
    }
    bool is_done = duckdb_register_scalar_function_set(connection, set) == DuckDBSuccess;
    duckdb_destroy_scalar_function_set(&set);
    return is_done;
}

bool is_whole(duckdb_vector column, idx_t row, idx_t count) {
    if (!is_there(column, row)) return false;
    uint64_t *numbers = duckdb_vector_get_validity(duckdb_array_vector_get_child(column));
    if (!numbers) return true;
    for (idx_t place = row * count; place < (row + 1) * count; place++)
        if (!duckdb_validity_row_is_valid(numbers, place)) return false;
    return true;
}

static void make_invalid(duckdb_vector column, idx_t first, idx_t count) {
    duckdb_vector_ensure_validity_writable(column);
    uint64_t *rows = duckdb_vector_get_validity(column);
    for (idx_t row = first; row < first + count; row++) duckdb_validity_set_row_invalid(rows, row);
}

void make_null(duckdb_vector column, idx_t row) {
    make_invalid(column, row, 1);
    duckdb_logical_type type = duckdb_vector_get_column_type(column);
    if (duckdb_get_type_id(type) == DUCKDB_TYPE_STRUCT) {
        for (idx_t member = 0; member < duckdb_struct_type_child_count(type); member++)
            make_null(duckdb_struct_vector_get_child(column, member), row);
    } else if (duckdb_get_type_id(type) == DUCKDB_TYPE_ARRAY) {
        idx_t count = duckdb_array_type_array_size(type);
        make_invalid(duckdb_array_vector_get_child(column), row * count, count);
    }
    duckdb_destroy_logical_type(&type);
}

void set_error(duckdb_function_info info, const char *format, ...) {
    char text[256];
    va_list numbers;
    va_start(numbers, format);
    vsnprintf(text, sizeof text, format, numbers);
    va_end(numbers);
    duckdb_scalar_function_set_error(info, text);
}

DUCKDB_EXTENSION_ENTRYPOINT(duckdb_connection connection, duckdb_extension_info info, struct duckdb_extension_access *access) {
    if (quadcal_abi() != QUADCAL_ABI) {
        access->set_error(info, "quadcal: the extension and the library in it are of different versions");
        return false;
    }
    if (!register_quads(connection) || !register_rays(connection) || !register_fits(connection)) {
        access->set_error(info, "quadcal: a function could not be registered; is one of its names taken?");
        return false;
    }
    return true;
}
