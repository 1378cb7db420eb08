#include "CPeers.h"
#include <sqlite3.h>
#include <stdlib.h>

struct peer_store {
    sqlite3 *database;
    sqlite3_stmt *insert;
};

void peer_store_close(peer_store *store) {
    if (!store) return;
    sqlite3_finalize(store->insert);
    sqlite3_close(store->database);
    free(store);
}

peer_store *peer_store_open(const char *path) {
    peer_store *store = calloc(1, sizeof *store);
    if (!store) return NULL;
    const char *setup = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
                        "CREATE TABLE IF NOT EXISTS edit (number INTEGER PRIMARY KEY, wanted BLOB NOT NULL)";
    if (sqlite3_open(path, &store->database) == SQLITE_OK
        && sqlite3_exec(store->database, setup, NULL, NULL, NULL) == SQLITE_OK
        && sqlite3_prepare_v2(store->database, "INSERT INTO edit (wanted) VALUES (?)", -1, &store->insert, NULL)
               == SQLITE_OK)
        return store;
    peer_store_close(store);
    return NULL;
}

int peer_store_commit(peer_store *store, const void *bytes, int size) {
    sqlite3_bind_blob(store->insert, 1, bytes, size, SQLITE_STATIC);
    int status = sqlite3_step(store->insert);
    sqlite3_reset(store->insert);
    return status == SQLITE_DONE ? 0 : status;
}

int peer_store_run(const char *path, const char *statements) {
    sqlite3 *database = NULL;
    int status = sqlite3_open(path, &database);
    if (status == SQLITE_OK) status = sqlite3_exec(database, statements, NULL, NULL, NULL);
    sqlite3_close(database);
    return status;
}
