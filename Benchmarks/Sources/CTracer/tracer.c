// Counts the system calls of a process as the kernel begins them, all threads together, and stops it at one.
// strace counts by thread and by kind of call, which says little of a program whose tasks change threads.
#define _GNU_SOURCE
#include "CTracer.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#ifdef __linux__
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>


static const struct { int64_t number; const char *name; } names[] = {
    {SYS_write, "write"}, {SYS_pwrite64, "pwrite64"}, {SYS_writev, "writev"}, {SYS_read, "read"},
    {SYS_pread64, "pread64"}, {SYS_sendto, "sendto"}, {SYS_recvfrom, "recvfrom"}, {SYS_connect, "connect"},
    {SYS_accept4, "accept4"}, {SYS_openat, "openat"}, {SYS_ftruncate, "ftruncate"}, {SYS_fsync, "fsync"},
    {SYS_fdatasync, "fdatasync"}, {SYS_flock, "flock"}, {SYS_unlinkat, "unlinkat"}, {SYS_fallocate, "fallocate"},
    {SYS_ppoll, "ppoll"}, {SYS_futex, "futex"}, {SYS_mmap, "mmap"},
#ifdef __x86_64__
    {SYS_open, "open"}, {SYS_unlink, "unlink"}, {SYS_rename, "rename"}, {SYS_poll, "poll"},
    {SYS_epoll_wait, "epoll_wait"}, {SYS_accept, "accept"},
#endif
};

const char *tracer_name(int64_t number) {
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].number == number) return names[i].name;
    return NULL;
}

int64_t tracer_number(const char *name) {
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i].name, name)) return names[i].number;
    return -1;
}

// In the child: nothing but system calls, since other threads of the parent may have held any lock.
static void become(const struct tracer_program *program) {
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_DFL);
    int input = open("/dev/null", O_RDONLY);
    if (input < 0 || dup2(input, 0) < 0 || dup2(program->output, 1) < 0 || dup2(program->advice, 2) < 0
        || chdir(program->folder) < 0)
        _exit(126);
    close_range(3, ~0u, CLOSE_RANGE_CLOEXEC);
}

static void execute(const struct tracer_program *program) {
    execve(program->words[0], (char *const *)program->words, (char *const *)program->environment);
    _exit(127);
}

pid_t tracer_start(const struct tracer_program *program) {
    pid_t pid = fork();
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        become(program);
        execute(program);
    }
    return pid;
}

void tracer_send(pid_t *pid, int signal) {
    pid_t running = __atomic_load_n(pid, __ATOMIC_SEQ_CST);
    if (running > 0) kill(running, signal);
}

int tracer_wait(pid_t pid) {
    int status = 0;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {}
    return status;
}

int tracer_has_ended(pid_t pid) {
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) < 0 || info.si_pid == pid;
}

// Every call stops for the tracer as it begins, and only then; not those by which a thread that has nothing to do lets
// others have their turn, of which OpenBLAS's threads make any number.
static void stop_at_calls(void) {
    struct sock_filter rules[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_sched_yield, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRACE),
    };
    struct sock_fprog filter = {sizeof rules / sizeof *rules, rules};
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) < 0) _exit(125);
}

// Text at an address of a thread, as far as there is memory.
static bool text_at(pid_t thread, uint64_t address, char *text, size_t size) {
    struct iovec here = {text, size - 1};
    // In pieces of a page, since one that is not there ends the reading.
    size_t room = 4096 - address % 4096, first = room < size - 1 ? room : size - 1;
    struct iovec there[] = {{(void *)address, first}, {(void *)(address + first), size - 1 - first}};
    ssize_t count = process_vm_readv(thread, &here, 1, there, 2, 0);
    text[count > 0 ? count : 0] = 0;
    return count > 0;
}

// The file that a call is made on: of its descriptor, or the path that it names.
static bool file_of(pid_t thread, const struct __ptrace_syscall_info *call, char *text, size_t size) {
    int64_t number = (int64_t)call->seccomp.nr;
    uint64_t path = 0;
    text[0] = 0;
    if (number == SYS_openat || number == SYS_unlinkat) path = call->seccomp.args[1];
#ifdef __x86_64__
    if (number == SYS_open || number == SYS_unlink || number == SYS_rename) path = call->seccomp.args[0];
#endif
    if (path) return text_at(thread, path, text, size);
    char link[64];
    snprintf(link, sizeof link, "/proc/%d/fd/%d", thread, (int)call->seccomp.args[0]);
    ssize_t count = readlink(link, text, size - 1);
    text[count > 0 ? count : 0] = 0;
    return count > 0;
}

static const char *name_of(const char *path) {
    const char *name = strrchr(path, '/');
    return name ? name + 1 : path;
}

static void note(pid_t thread, const struct __ptrace_syscall_info *call, struct tracer_call *noted) {
    char text[1024];
    noted->file[0] = noted->text[0] = 0;
    if (file_of(thread, call, text, sizeof text)) {
        strncpy(noted->file, name_of(text), sizeof noted->file - 1);
        noted->file[sizeof noted->file - 1] = 0;
    }
    if ((int64_t)call->seccomp.nr == SYS_sendto)
        text_at(thread, call->seccomp.args[1], noted->text, sizeof noted->text);
}

static bool matches(pid_t thread, const struct __ptrace_syscall_info *call, const struct tracer_plan *plan) {
    bool is_meant = plan->call_count == 0;
    for (size_t i = 0; i < plan->call_count && !is_meant; i++)
        is_meant = plan->calls[i] == (int64_t)call->seccomp.nr;
    if (!is_meant || !plan->file) return is_meant;
    char text[1024];
    return file_of(thread, call, text, sizeof text) && !strncmp(name_of(text), plan->file, strlen(plan->file));
}

// The call does not happen and has this error, or is made for one byte only.
static int change(pid_t thread, const struct tracer_plan *plan) {
#ifdef __x86_64__
    struct user_regs_struct registers;
    if (ptrace(PTRACE_GETREGS, thread, NULL, &registers) < 0) return errno;
    if (plan->action == tracer_fails) {
        registers.orig_rax = (unsigned long long)-1;
        registers.rax = (unsigned long long)-(int64_t)plan->error;
    } else if (registers.rdx > 1) {
        registers.rdx = 1;
    }
    return ptrace(PTRACE_SETREGS, thread, NULL, &registers) < 0 ? errno : 0;
#else
    (void)thread, (void)plan;
    return ENOSYS;
#endif
}

static int begin(
    pid_t pid, pid_t thread, const struct tracer_plan *plan, struct tracer_call *calls, size_t capacity,
    struct tracer_result *result
) {
    struct __ptrace_syscall_info call;
    if (ptrace(PTRACE_GET_SYSCALL_INFO, thread, sizeof call, &call) < 0) return errno == ESRCH ? 0 : errno;
    size_t place = (size_t)result->calls++;
    bool matched = matches(thread, &call, plan);
    if (calls && place < capacity) {
        calls[place].number = (int32_t)call.seccomp.nr;
        if (tracer_name((int64_t)call.seccomp.nr)) note(thread, &call, &calls[place]);
    }
    if (!matched) return 0;
    int64_t ordinal = ++result->matches;
    if (plan->action == tracer_counts || ordinal < plan->first
        || (plan->count && ordinal >= plan->first + plan->count))
        return 0;
    result->hits++;
    if (plan->action == tracer_kills) return kill(pid, SIGKILL) < 0 ? errno : 0;
    return change(thread, plan);
}

int tracer_run(
    const struct tracer_program *program, const struct tracer_plan *plan, pid_t *running,
    struct tracer_call *calls, size_t capacity, struct tracer_result *result
) {
    *result = (struct tracer_result){0};
    int gate[2];
    if (pipe2(gate, O_CLOEXEC) < 0) return errno;
    pid_t pid = fork();
    if (pid == 0) {
        char byte;
        close(gate[1]);
        if (read(gate[0], &byte, 1) != 1) _exit(124);
        become(program);
        stop_at_calls();
        execute(program);
    }
    close(gate[0]);
    if (pid < 0) {
        close(gate[1]);
        return errno;
    }
    long options = PTRACE_O_TRACESECCOMP | PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK
        | PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL;
    int problem = ptrace(PTRACE_SEIZE, pid, NULL, options) < 0 ? errno : 0;
    if (!problem && write(gate[1], "", 1) != 1) problem = errno;
    close(gate[1]);
    if (problem) kill(pid, SIGKILL);
    if (running) __atomic_store_n(running, pid, __ATOMIC_SEQ_CST);
    for (;;) {
        int status;
        // Only what this thread traces: other threads wait for processes of their own.
        pid_t thread = waitpid(-1, &status, __WALL | __WNOTHREAD);
        if (thread < 0 && errno == EINTR) continue;
        if (thread < 0) break;
        if (WIFEXITED(status) || WIFSIGNALED(status)) {
            // The first thread of a process is reported last; the rest may be other children of this thread.
            if (thread != pid) continue;
            result->status = status;
            if (running) __atomic_store_n(running, 0, __ATOMIC_SEQ_CST);
            break;
        }
        int event = status >> 16, signal = 0;
        if (event == PTRACE_EVENT_SECCOMP) {
            int failure = begin(pid, thread, plan, calls, capacity, result);
            if (failure && !problem) {
                problem = failure;
                kill(pid, SIGKILL);
            }
        } else if (event == 0) {
            signal = WSTOPSIG(status);
        }
        ptrace(PTRACE_CONT, thread, NULL, signal);
    }
    return problem;
}
#else
const char *tracer_name(int64_t number) { return NULL; }
int64_t tracer_number(const char *name) { return -1; }
pid_t tracer_start(const struct tracer_program *program) { errno = ENOSYS; return -1; }
void tracer_send(pid_t *pid, int signal) {}
int tracer_wait(pid_t pid) { return 0; }
int tracer_has_ended(pid_t pid) { return 1; }
int tracer_run(
    const struct tracer_program *program, const struct tracer_plan *plan, pid_t *pid,
    struct tracer_call *calls, size_t capacity, struct tracer_result *result
) { return ENOSYS; }
#endif
