#include <stddef.h>
#include <stdint.h>

// libFuzzer with our own main: calls `body` until it is stopped or something traps.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*body)(const uint8_t *start, size_t count));
