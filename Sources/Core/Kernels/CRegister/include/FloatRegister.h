#pragma once

// Eight and four floats that stay in registers, for the walk through a tree of boxes. Its answers are checked by exact
// arithmetic, so products and sums are fused where the processor can.

typedef float register_f8 __attribute__((ext_vector_type(8)));
typedef float register_f4 __attribute__((ext_vector_type(4)));
typedef register_f8 register_f8_anywhere __attribute__((aligned(4)));
typedef register_f4 register_f4_anywhere __attribute__((aligned(4)));

#define FLOATS_FUNCTION static inline __attribute__((always_inline))

FLOATS_FUNCTION register_f8 floats8_load(const void *_Nonnull address) {
    return *(const register_f8_anywhere *)address;
}

FLOATS_FUNCTION register_f8 floats8_repeating(float a) { return (register_f8)(a); }

FLOATS_FUNCTION register_f8 floats8_difference(register_f8 a, register_f8 b) { return a - b; }

FLOATS_FUNCTION register_f8 floats8_fused(register_f8 a, register_f8 b, register_f8 sum) {
#if defined(__FMA__) || defined(__ARM_FEATURE_FMA)
    return __builtin_elementwise_fma(a, b, sum);
#else
    return a * b + sum;
#endif
}

// The second where one is NaN.
FLOATS_FUNCTION register_f8 floats8_least(register_f8 a, register_f8 b) { return a < b ? a : b; }
FLOATS_FUNCTION register_f8 floats8_most(register_f8 a, register_f8 b) { return a > b ? a : b; }

// A bit for each number of a that is at most that of b, the first in the lowest bit.
FLOATS_FUNCTION unsigned floats8_at_most(register_f8 a, register_f8 b) {
#if defined(__AVX__)
    return (unsigned)__builtin_ia32_movmskps256((__attribute__((__vector_size__(32))) float)(a <= b));
#else
    unsigned bits = 0;
    for (int i = 0; i < 8; i++) bits |= (unsigned)(a[i] <= b[i]) << i;
    return bits;
#endif
}

FLOATS_FUNCTION register_f4 floats4_load(const void *_Nonnull address) {
    return *(const register_f4_anywhere *)address;
}

FLOATS_FUNCTION register_f4 floats4_repeating(float a) { return (register_f4)(a); }

FLOATS_FUNCTION register_f4 floats4_fused(register_f4 a, register_f4 b, register_f4 sum) {
#if defined(__FMA__) || defined(__ARM_FEATURE_FMA)
    return __builtin_elementwise_fma(a, b, sum);
#else
    return a * b + sum;
#endif
}

FLOATS_FUNCTION register_f4 floats4_sum(register_f4 a, register_f4 b) { return a + b; }
FLOATS_FUNCTION register_f4 floats4_magnitude(register_f4 a) { return __builtin_elementwise_abs(a); }

// a1 b2 - b1 a2 of points in the plane.
FLOATS_FUNCTION register_f4 floats4_turn(register_f4 a1, register_f4 b1, register_f4 a2, register_f4 b2) {
    return floats4_fused(a1, b2, -(b1 * a2));
}

// The numbers one and two places on, around the end.
FLOATS_FUNCTION register_f4 floats4_next(register_f4 a) { return __builtin_shufflevector(a, a, 1, 2, 3, 0); }
FLOATS_FUNCTION register_f4 floats4_opposite(register_f4 a) { return __builtin_shufflevector(a, a, 2, 3, 0, 1); }

FLOATS_FUNCTION unsigned floats4_above(register_f4 a, register_f4 b) {
#if defined(__SSE__)
    return (unsigned)__builtin_ia32_movmskps((__attribute__((__vector_size__(16))) float)(a > b));
#else
    unsigned bits = 0;
    for (int i = 0; i < 4; i++) bits |= (unsigned)(a[i] > b[i]) << i;
    return bits;
#endif
}

FLOATS_FUNCTION register_f4 floats4_negated(register_f4 a) { return -a; }
