/* What the files of the extension share. A quad is DOUBLE[12], a point DOUBLE[3], a motion DOUBLE[18]. */
#ifndef QUADCAL_FUNCTIONS_H
#define QUADCAL_FUNCTIONS_H

#define DUCKDB_EXTENSION_NAME quadcal
/* Built for the oldest version of DuckDB's C API that has structures of functions, so that newer ones load it, too. */
#define DUCKDB_EXTENSION_API_VERSION_MAJOR 1
#define DUCKDB_EXTENSION_API_VERSION_MINOR 2
#define DUCKDB_EXTENSION_API_VERSION_PATCH 0
#include "duckdb_extension.h"
#include "quadcal.h"

DUCKDB_EXTENSION_EXTERN

/* Types, which the caller destroys. */
duckdb_logical_type numbers_type(idx_t count);
duckdb_logical_type struct_type(const char **names, duckdb_logical_type *types, idx_t count);

/* The numbers of a column of arrays, count doubles a row. */
double *numbers_of(duckdb_vector column);

/* Whether a row of a column of arrays is there with all its numbers. */
bool is_whole(duckdb_vector column, idx_t row, idx_t count);

/* Whether a row is there at all. */
bool is_there(duckdb_vector column, idx_t row);

/* How many numbers each row of a column of arrays has. */
idx_t width_of(duckdb_vector column);

/* Makes a row of a result NULL, with the members of a structure and the numbers of its arrays. */
void make_null(duckdb_vector column, idx_t row);

/* Ends the query with an error. Its text is that of a format. */
void set_error(duckdb_function_info info, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* One form of a scalar function: its parameters, ended by NULL, and its result, all of which add_scalar destroys. */
typedef struct {
    duckdb_logical_type parameters[3], result;
    duckdb_scalar_function_t body;
} scalar_form;
bool add_scalar(duckdb_connection connection, const char *name, scalar_form *forms, int count);

bool register_quads(duckdb_connection connection);
bool register_rays(duckdb_connection connection);
bool register_fits(duckdb_connection connection);

#endif
