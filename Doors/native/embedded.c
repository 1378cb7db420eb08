/* What Embedded Swift asks of a C library, and not every one has. */
#include <stddef.h>
#include <stdint.h>

/*
 * Seeds for the hashing of sets and dictionaries. glibc has this function from 2.36 on only, and nothing here needs
 * seeds that nobody can guess: a fixed one also keeps every run alike.
 */
__attribute__((visibility("hidden"))) void arc4random_buf(void *bytes, size_t count) {
    unsigned char *at = bytes;
    uint32_t state = 2463534242u;
    for (size_t i = 0; i < count; i++) {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        at[i] = (unsigned char)state;
    }
}

#ifdef __wasm__
uintptr_t __stack_chk_guard = 0x5ca1ab1eu;
_Noreturn void __stack_chk_fail(void) { __builtin_trap(); }
#endif
