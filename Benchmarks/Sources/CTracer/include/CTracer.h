#ifndef CTRACER_H
#define CTRACER_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// A process to start: null-terminated words, a folder to start in, and where its output goes.
struct tracer_program {
    const char *const *words;
    const char *const *environment;
    const char *folder;
    int output, advice;
};

enum tracer_action { tracer_counts, tracer_kills, tracer_fails, tracer_shortens };

/// What is done to the calls of a traced process and all its threads, counted together from 1.
struct tracer_plan {
    enum tracer_action action;
    /// The first call that is meant, among those that match, and how many from there; 0: all.
    int64_t first, count;
    /// The error number of a call that fails.
    int32_t error;
    /// Only calls of these numbers match; all where there are none.
    const int64_t *calls;
    size_t call_count;
    /// Only calls on files whose names begin so match; all where it is null.
    const char *file;
};

/// One call: its number, the name of the file it was made on, and the beginning of what is
/// sent.
struct tracer_call {
    int32_t number;
    char file[24], text[24];
};

struct tracer_result {
    /// As `waitpid` has it.
    int status;
    /// How many calls were begun, how many matched, and to how many something was done.
    int64_t calls, matches, hits;
};

/// Starts a process that is killed when the calling thread ends; -1 with `errno` where it cannot be.
pid_t tracer_start(const struct tracer_program *program);

/// Runs a process to its end and does to its calls what the plan says; the first `capacity` calls are put into `calls`,
/// which may be null. `pid`, which may be null too, is for ``tracer_send``. 0, or an error number.
int tracer_run(
    const struct tracer_program *program, const struct tracer_plan *plan, pid_t *pid,
    struct tracer_call *calls, size_t capacity, struct tracer_result *result);

/// Sends a signal to the process of a run in another thread, if it has begun and not ended.
void tracer_send(pid_t *pid, int signal);

/// Waits for a process that ``tracer_start`` began; its status as `waitpid` has it.
int tracer_wait(pid_t pid);

/// Whether a process that ``tracer_start`` began has come to its end, which is still to be waited for.
int tracer_has_ended(pid_t pid);

/// The name of a call that changes something outside of the process or asks something of it; null for others.
const char *tracer_name(int64_t number);

/// The number of such a call; -1 for other names.
int64_t tracer_number(const char *name);

#endif
