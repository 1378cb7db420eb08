#pragma once

#include "FloatRegister.h"

// Four doubles that stay in one register: Swift's own operators on SIMD4 are loops over its numbers, which the
// compiler does not always put together again. One operation each, so that nothing is fused.

typedef double register_t4 __attribute__((ext_vector_type(4)));
typedef register_t4 register_anywhere __attribute__((aligned(8)));

#define REGISTER_FUNCTION static inline __attribute__((always_inline))

REGISTER_FUNCTION register_t4 register_load(const double *_Nonnull address) {
    return *(const register_anywhere *)address;
}

REGISTER_FUNCTION void register_store(register_t4 a, double *_Nonnull address) {
    *(register_anywhere *)address = a;
}

REGISTER_FUNCTION register_t4 register_sum(register_t4 a, register_t4 b) { return a + b; }

REGISTER_FUNCTION register_t4 register_difference(register_t4 a, register_t4 b) { return a - b; }

REGISTER_FUNCTION register_t4 register_product(register_t4 a, register_t4 b) { return a * b; }

REGISTER_FUNCTION register_t4 register_magnitude(register_t4 a) { return __builtin_elementwise_abs(a); }

REGISTER_FUNCTION register_t4 register_repeating(double a) { return (register_t4)(a); }

// Broadcasts of one number.
REGISTER_FUNCTION register_t4 register_all0(register_t4 a) { return __builtin_shufflevector(a, a, 0, 0, 0, 0); }
REGISTER_FUNCTION register_t4 register_all1(register_t4 a) { return __builtin_shufflevector(a, a, 1, 1, 1, 1); }
REGISTER_FUNCTION register_t4 register_all2(register_t4 a) { return __builtin_shufflevector(a, a, 2, 2, 2, 2); }

REGISTER_FUNCTION double register_number0(register_t4 a) { return a[0]; }
REGISTER_FUNCTION double register_number1(register_t4 a) { return a[1]; }
REGISTER_FUNCTION double register_number2(register_t4 a) { return a[2]; }

// From the numbers 0 1 2 3.
REGISTER_FUNCTION register_t4 register_next(register_t4 a) { return __builtin_shufflevector(a, a, 1, 2, 0, 3); }
REGISTER_FUNCTION register_t4 register_last(register_t4 a) { return __builtin_shufflevector(a, a, 2, 0, 1, 3); }
REGISTER_FUNCTION register_t4 register_shifted(register_t4 a) { return __builtin_shufflevector(a, a, 1, 2, 3, 3); }

// The rows of four columns, the last of which is that before it.
REGISTER_FUNCTION register_t4 register_low(register_t4 a, register_t4 b) { return __builtin_shufflevector(a, b, 0, 4, 2, 6); }
REGISTER_FUNCTION register_t4 register_high(register_t4 a, register_t4 b) { return __builtin_shufflevector(a, b, 1, 5, 3, 7); }
REGISTER_FUNCTION register_t4 register_firsts(register_t4 a, register_t4 b) { return __builtin_shufflevector(a, b, 0, 1, 4, 5); }
REGISTER_FUNCTION register_t4 register_seconds(register_t4 a, register_t4 b) { return __builtin_shufflevector(a, b, 2, 3, 6, 7); }

// The numbers one and two places on, around the end.
REGISTER_FUNCTION register_t4 register_around(register_t4 a) { return __builtin_shufflevector(a, a, 1, 2, 3, 0); }
REGISTER_FUNCTION register_t4 register_opposite(register_t4 a) { return __builtin_shufflevector(a, a, 2, 3, 0, 1); }

// The first, second and third numbers of four vectors.
REGISTER_FUNCTION register_t4 register_all_x(register_t4 a, register_t4 b, register_t4 c, register_t4 d) {
    return __builtin_shufflevector(__builtin_shufflevector(a, b, 0, 4, 1, 5), __builtin_shufflevector(c, d, 0, 4, 1, 5), 0, 1, 4, 5);
}
REGISTER_FUNCTION register_t4 register_all_y(register_t4 a, register_t4 b, register_t4 c, register_t4 d) {
    return __builtin_shufflevector(__builtin_shufflevector(a, b, 0, 4, 1, 5), __builtin_shufflevector(c, d, 0, 4, 1, 5), 2, 3, 6, 7);
}
REGISTER_FUNCTION register_t4 register_all_z(register_t4 a, register_t4 b, register_t4 c, register_t4 d) {
    return __builtin_shufflevector(__builtin_shufflevector(a, b, 2, 6, 3, 7), __builtin_shufflevector(c, d, 2, 6, 3, 7), 0, 1, 4, 5);
}

// A bit for each number of a that is above that of b, the first in the lowest bit; none for NaN.
REGISTER_FUNCTION unsigned register_above(register_t4 a, register_t4 b) {
#if defined(__AVX__)
    return (unsigned)__builtin_ia32_movmskpd256((__attribute__((__vector_size__(32))) double)(a > b));
#else
    unsigned bits = 0;
    for (int i = 0; i < 4; i++) bits |= (unsigned)(a[i] > b[i]) << i;
    return bits;
#endif
}
