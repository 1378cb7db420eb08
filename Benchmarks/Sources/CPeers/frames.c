#include "CPeers.h"

#include <string.h>

size_t peer_read_frames(const uint8_t *frames, size_t size, uint8_t *payloads) {
    size_t place = 0, total = 0;
    while (place + 2 <= size) {
        size_t count = frames[place + 1] & 127, head = 2;
        if (count == 126) {
            count = (size_t)frames[place + 2] << 8 | frames[place + 3];
            head = 4;
        }
        uint32_t mask;
        memcpy(&mask, frames + place + head, 4);
        const uint8_t *from = frames + place + head + 4;
        uint64_t twice = (uint64_t)mask << 32 | mask, high = 0;
        size_t i = 0;
        for (; i + 8 <= count; i += 8) {
            uint64_t block;
            memcpy(&block, from + i, 8);
            block ^= twice;
            high |= block;
            memcpy(payloads + i, &block, 8);
        }
        for (; i < count; i++) {
            payloads[i] = from[i] ^ (uint8_t)(mask >> (8 * (i & 3)));
            high |= payloads[i];
        }
        // Text that is not ASCII would need a check of its own.
        if (high & 0x8080808080808080u) return total;
        total += count;
        place += head + 4 + count;
    }
    return total;
}
