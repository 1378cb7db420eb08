#include <sqlite3.h>

/* What Swift cannot reach: a macro that is a cast, and a call with variable arguments. */

/* Nothing at no address is still empty text or bytes; to SQLite itself it would be NULL. */

static inline int quadcal_sqlite_bind_text(sqlite3_stmt *statement, int place, const char *text, sqlite3_uint64 count) {
    return sqlite3_bind_text64(statement, place, text ? text : "", count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline int quadcal_sqlite_bind_blob(sqlite3_stmt *statement, int place, const void *bytes, sqlite3_uint64 count) {
    return sqlite3_bind_blob64(statement, place, bytes ? bytes : "", count, SQLITE_TRANSIENT);
}

/* A file from elsewhere may hold a schema made to do harm; SQLITE_DBCONFIG_DEFENSIVE and the like take this form. */
static inline int quadcal_sqlite_configure(sqlite3 *database, int option, int value) {
    return sqlite3_db_config(database, option, value, (int *)0);
}
