#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The same work as the kernels' in C, compiled for the machine it runs on: what the kernels are measured against.
// Columns lie `stride` numbers apart; see the kernels for what they hold.

/// Reads twelve columns and writes eight, with next to no arithmetic: what memory allows.
void peer_copy_measures(const double *corners, size_t stride, size_t count, double *results, size_t result_stride);
/// Center, normal, area and flatness.
void peer_measure(const double *corners, size_t stride, size_t count, double *results, size_t result_stride);
/// The bits of all numbers joined: what it takes to read them once.
uint64_t peer_read(const double *numbers, size_t count);
/// Three columns copied.
void peer_copy_points(const double *points, size_t stride, size_t count, double *results, size_t result_stride);
/// Three columns moved by a rotation's columns and a translation.
void peer_move(const double *points, size_t stride, size_t count, const double *motion, double *results,
               size_t result_stride);
/// The count of quads whose two triangles a ray's line meets, in floats, by edge vectors from the origin.
size_t peer_count_triangles(const float *corners, size_t stride, size_t count, const float *origin,
                            const float *direction);
/// The marks of `markQuadsOnLine`.
void peer_mark(const float *corners, size_t stride, size_t count, const float *view, uint16_t *marks);

/// Reads masked text frames of less than 65,536 bytes in ASCII, unmasks each into `payloads`, and returns the bytes of all
/// payloads; it checks nothing else.
size_t peer_read_frames(const uint8_t *frames, size_t size, uint8_t *payloads);
/// Carries 3x4 matrices, 12 numbers column by column, by the 4x4 matrix `motion`, row by row.
void peer_rebase(const double *matrices, size_t count, const double *motion, double *results);

/// How often this thread has asked for memory so far; always zero where it cannot be counted.
size_t peer_allocations(void);

/// Sends `each` requests on each of some kept connections to a port of 127.0.0.1, the next once the last is answered,
/// and returns how many were answered with 200; fewer than all when something went wrong. Hashes in a request become a
/// number that starts with that connection's and grows by one; the next ones are left in `numbers`.
size_t peer_load(uint16_t port, const char *const *requests, size_t connections, size_t each, long *numbers);

/// A database of SQLite with one table of blobs, whose commits are on the disk when they return (WAL, synchronous FULL).
typedef struct peer_store peer_store;
/// Opens it, and makes it where there is none; null where that fails.
peer_store *peer_store_open(const char *path);
void peer_store_close(peer_store *store);
/// Adds a blob by a commit of its own. Returns 0, or SQLite's status.
int peer_store_commit(peer_store *store, const void *bytes, int size);
/// Runs statements on the database in a file that nobody else has open. Returns 0, or SQLite's status.
int peer_store_run(const char *path, const char *statements);

typedef enum { peer_dgesvj, peer_dgesdd, peer_dgesvd } peer_driver;
/// Kabsch's rigid fit with a driver of LAPACKE; points one after the other, three numbers each. The motion is the
/// rotation's nine numbers, row by row, and the translation. Returns LAPACKE's status.
int peer_kabsch(peer_driver driver, const double *sources, const double *targets, size_t count, double *motion);
/// The same by `Eigen::umeyama` without scale, which has no status: always zero.
int peer_umeyama(const double *sources, const double *targets, size_t count, double *motion);
const char *peer_eigen_version(void);

/// Embree's scene of quads, split from p2 to p4 as ours are, with or without its robust mode.
typedef struct peer_embree peer_embree;
/// Builds it on this thread from three floats a corner, four corners a quad.
peer_embree *peer_embree_build(const float *corners, size_t count, int robust);
void peer_embree_free(peer_embree *peer);
/// The nearest hits of single rays of six floats, origin and direction; `quads` takes the quad of each, or its largest
/// number. Returns how many hit.
size_t peer_embree_nearest(const peer_embree *peer, const float *rays, size_t count, unsigned *quads);
const char *peer_embree_version(void);

// A binary tree in doubles over `count` quads of twelve numbers, independent of what it is compared with.
typedef struct peer_tree peer_tree;

peer_tree *peer_tree_build(const double *corners, size_t count);
void peer_tree_free(peer_tree *tree);
// For each ray, its origin and direction, the nearest quad and its distance; ~0 and infinity where there is none.
void peer_tree_nearest(const peer_tree *tree, const double *rays, size_t count, unsigned *quads, double *distances);

#ifdef __cplusplus
}
#endif
