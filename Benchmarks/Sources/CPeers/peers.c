#include "CPeers.h"
#include <math.h>

void peer_copy_measures(const double *restrict c, size_t s, size_t n, double *restrict r, size_t t) {
#pragma clang loop vectorize(enable)
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < 8; k++) r[k * t + i] = k < 4 ? c[k * s + i] + c[(k + 8) * s + i] : c[k * s + i];
    }
}

void peer_measure(const double *restrict c, size_t s, size_t n, double *restrict r, size_t t) {
    const double *restrict x1 = c, *restrict y1 = c + s, *restrict z1 = c + 2 * s;
    const double *restrict x2 = c + 3 * s, *restrict y2 = c + 4 * s, *restrict z2 = c + 5 * s;
    const double *restrict x3 = c + 6 * s, *restrict y3 = c + 7 * s, *restrict z3 = c + 8 * s;
    const double *restrict x4 = c + 9 * s, *restrict y4 = c + 10 * s, *restrict z4 = c + 11 * s;
    double *restrict cx = r, *restrict cy = r + t, *restrict cz = r + 2 * t, *restrict nx = r + 3 * t;
    double *restrict ny = r + 4 * t, *restrict nz = r + 5 * t, *restrict area = r + 6 * t, *restrict flat = r + 7 * t;
#pragma clang loop vectorize(enable)
    for (size_t i = 0; i < n; i++) {
        double ax = x3[i] - x1[i], ay = y3[i] - y1[i], az = z3[i] - z1[i];
        double bx = x4[i] - x2[i], by = y4[i] - y2[i], bz = z4[i] - z2[i];
        double vx = ay * bz - az * by, vy = az * bx - ax * bz, vz = ax * by - ay * bx;
        double size = sqrt(vx * vx + vy * vy + vz * vz), inverse = 1 / size;
        double ex = x2[i] - x1[i] + x4[i] - x3[i], ey = y2[i] - y1[i] + y4[i] - y3[i];
        double ez = z2[i] - z1[i] + z4[i] - z3[i];
        cx[i] = 0.25 * (x1[i] + x2[i] + x3[i] + x4[i]);
        cy[i] = 0.25 * (y1[i] + y2[i] + y3[i] + y4[i]);
        cz[i] = 0.25 * (z1[i] + z2[i] + z3[i] + z4[i]);
        nx[i] = vx * inverse;
        ny[i] = vy * inverse;
        nz[i] = vz * inverse;
        area[i] = 0.5 * size;
        flat[i] = 0.25 * fabs(ex * vx + ey * vy + ez * vz) * inverse;
    }
}

uint64_t peer_read(const double *numbers, size_t count) {
    const uint64_t *words = (const uint64_t *)numbers;
    uint64_t all = 0;
#pragma clang loop vectorize(enable) interleave_count(8)
    for (size_t i = 0; i < count; i++) all |= words[i];
    return all;
}

void peer_copy_points(const double *restrict p, size_t s, size_t n, double *restrict r, size_t t) {
    for (size_t k = 0; k < 3; k++) {
#pragma clang loop vectorize(enable)
        for (size_t i = 0; i < n; i++) r[k * t + i] = -p[k * s + i];
    }
}

void peer_move(const double *restrict p, size_t s, size_t n, const double *restrict m, double *restrict r, size_t t) {
    const double *restrict x = p, *restrict y = p + s, *restrict z = p + 2 * s;
    double *restrict ox = r, *restrict oy = r + t, *restrict oz = r + 2 * t;
#pragma clang loop vectorize(enable)
    for (size_t i = 0; i < n; i++) {
        ox[i] = m[0] * x[i] + m[3] * y[i] + m[6] * z[i] + m[9];
        oy[i] = m[1] * x[i] + m[4] * y[i] + m[7] * z[i] + m[10];
        oz[i] = m[2] * x[i] + m[5] * y[i] + m[8] * z[i] + m[11];
    }
}

static inline float side(const float *d, float ax, float ay, float az, float bx, float by, float bz) {
    return d[0] * (ay * bz - az * by) + d[1] * (az * bx - ax * bz) + d[2] * (ax * by - ay * bx);
}

size_t peer_count_triangles(const float *restrict c, size_t s, size_t n, const float *o, const float *d) {
    size_t found = 0;
    const float o0 = o[0], o1 = o[1], o2 = o[2], dir[3] = {d[0], d[1], d[2]};
#pragma clang loop vectorize(enable)
    for (size_t i = 0; i < n; i++) {
        float ax = c[i] - o0, ay = c[s + i] - o1, az = c[2 * s + i] - o2;
        float bx = c[3 * s + i] - o0, by = c[4 * s + i] - o1, bz = c[5 * s + i] - o2;
        float cx = c[6 * s + i] - o0, cy = c[7 * s + i] - o1, cz = c[8 * s + i] - o2;
        float ex = c[9 * s + i] - o0, ey = c[10 * s + i] - o1, ez = c[11 * s + i] - o2;
        float ab = side(dir, ax, ay, az, bx, by, bz), be = side(dir, bx, by, bz, ex, ey, ez);
        float ea = side(dir, ex, ey, ez, ax, ay, az), ce = side(dir, cx, cy, cz, ex, ey, ez);
        float bc = side(dir, bx, by, bz, cx, cy, cz);
        int first = ((ab >= 0) & (be >= 0) & (ea >= 0)) | ((ab <= 0) & (be <= 0) & (ea <= 0));
        int second = ((ce >= 0) & (be <= 0) & (bc >= 0)) | ((ce <= 0) & (be >= 0) & (bc <= 0));
        found += (size_t)(first | second);
    }
    return found;
}

void peer_mark(const float *restrict c, size_t s, size_t n, const float *restrict w, uint16_t *restrict marks) {
    for (size_t i = 0; i < n; i += 16) {
        float flags[16];
#pragma clang loop vectorize(enable)
        for (size_t j = 0; j < 16; j++) {
            float low_u = INFINITY, high_u = -INFINITY, low_v = INFINITY, high_v = -INFINITY;
            for (size_t k = 0; k < 4; k++) {
                const float *p = c + 3 * k * s + i + j;
                float u = w[3] + w[0] * p[0] + w[1] * p[s] + w[2] * p[2 * s];
                float v = w[7] + w[4] * p[0] + w[5] * p[s] + w[6] * p[2 * s];
                low_u = u < low_u ? u : low_u;
                high_u = u > high_u ? u : high_u;
                low_v = v < low_v ? v : low_v;
                high_v = v > high_v ? v : high_v;
            }
            flags[j] = (float)((low_u <= w[8]) & (high_u >= -w[8]) & (low_v <= w[8]) & (high_v >= -w[8]));
        }
        uint32_t word = 0;
        for (size_t j = 0; j < 16; j++) word |= (uint32_t)(flags[j] != 0) << j;
        marks[i / 16] = (uint16_t)word;
    }
}

void peer_rebase(const double *restrict m, size_t n, const double *restrict a, double *restrict results) {
    for (size_t i = 0; i < n; i++) {
        const double *from = m + 12 * i;
        double *to = results + 12 * i;
        for (size_t c = 0; c < 4; c++) {
            for (size_t r = 0; r < 3; r++) {
                to[3 * c + r] = a[4 * r] * from[3 * c] + a[4 * r + 1] * from[3 * c + 1] + a[4 * r + 2] * from[3 * c + 2]
                    + (c == 3 ? a[4 * r + 3] : 0);
            }
        }
    }
}
