#pragma once

// Eight and sixteen floats that stay in registers, for the walks through trees of boxes. Their answers are checked by exact
// arithmetic, so products and sums are fused where the processor can.

typedef float register_f8 __attribute__((ext_vector_type(8)));
typedef float register_f16 __attribute__((ext_vector_type(16)));
typedef register_f8 register_f8_anywhere __attribute__((aligned(4)));

#define FLOATS_FUNCTION static inline __attribute__((always_inline))

FLOATS_FUNCTION register_f8 floats8_load(const void *_Nonnull address) {
    return *(const register_f8_anywhere *)address;
}

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

// Asks for the 64 bytes at an address, which are read soon.
FLOATS_FUNCTION void floats_expect(const void *_Nonnull address) { __builtin_prefetch(address); }

// From and to addresses that are multiples of 64.
FLOATS_FUNCTION register_f16 floats16_load(const void *_Nonnull address) { return *(const register_f16 *)address; }
FLOATS_FUNCTION void floats16_store(register_f16 a, void *_Nonnull address) { *(register_f16 *)address = a; }

FLOATS_FUNCTION register_f16 floats16_repeating(float a) { return (register_f16)(a); }

FLOATS_FUNCTION register_f16 floats16_difference(register_f16 a, register_f16 b) { return a - b; }

FLOATS_FUNCTION register_f16 floats16_fused(register_f16 a, register_f16 b, register_f16 sum) {
#if defined(__FMA__) || defined(__ARM_FEATURE_FMA)
    return __builtin_elementwise_fma(a, b, sum);
#else
    return a * b + sum;
#endif
}

// The second where one is NaN.
FLOATS_FUNCTION register_f16 floats16_least(register_f16 a, register_f16 b) { return a < b ? a : b; }
FLOATS_FUNCTION register_f16 floats16_most(register_f16 a, register_f16 b) { return a > b ? a : b; }

FLOATS_FUNCTION unsigned floats16_at_most(register_f16 a, register_f16 b) {
#if defined(__AVX512F__)
    typedef float numbers __attribute__((__vector_size__(64)));
    return __builtin_ia32_cmpps512_mask((numbers)a, (numbers)b, 2, 0xffff, 4);
#elif defined(__AVX__)
    return floats8_at_most(a.lo, b.lo) | floats8_at_most(a.hi, b.hi) << 8;
#else
    unsigned bits = 0;
    for (int i = 0; i < 16; i++) bits |= (unsigned)(a[i] <= b[i]) << i;
    return bits;
#endif
}
