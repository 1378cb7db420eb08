#include "CPeers.h"
#include <lapacke.h>
#include <math.h>

// Kabsch 1976 as it is usually written: both means, one loop of products, one decomposition, the sign of the determinant.

static double determinant(const double *m) {
    return m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6]) + m[2] * (m[3] * m[7] - m[4] * m[6]);
}

static int decompose(peer_driver driver, double *h, double *s, double *u, double *vt) {
    if (driver == peer_dgesdd) return LAPACKE_dgesdd(LAPACK_COL_MAJOR, 'A', 3, 3, h, 3, s, u, 3, vt, 3);
    if (driver == peer_dgesvd) {
        double superdiagonal[2];
        return LAPACKE_dgesvd(LAPACK_COL_MAJOR, 'A', 'A', 3, 3, h, 3, s, u, 3, vt, 3, superdiagonal);
    }
    double v[9], stat[6];
    int status = LAPACKE_dgesvj(LAPACK_COL_MAJOR, 'G', 'U', 'V', 3, 3, h, 3, s, 0, v, 3, stat);
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            u[3 * i + j] = h[3 * i + j];
            vt[3 * i + j] = v[3 * j + i];
        }
    }
    // Of a flat set the driver leaves the third left vector open.
    u[6] = u[1] * u[5] - u[2] * u[4];
    u[7] = u[2] * u[3] - u[0] * u[5];
    u[8] = u[0] * u[4] - u[1] * u[3];
    return status;
}

int peer_kabsch(peer_driver driver, const double *p, const double *q, size_t n, double *motion) {
    double a[3] = {0}, b[3] = {0}, h[9] = {0}, s[3], u[9], vt[9];
    for (size_t i = 0; i < n; i++) {
        for (int k = 0; k < 3; k++) {
            a[k] += p[3 * i + k];
            b[k] += q[3 * i + k];
        }
    }
    for (int k = 0; k < 3; k++) {
        a[k] /= (double)n;
        b[k] /= (double)n;
    }
    // Column by column: h = sum of (q - b) (p - a)^T.
    for (size_t i = 0; i < n; i++) {
        for (int c = 0; c < 3; c++) {
            double x = p[3 * i + c] - a[c];
            for (int r = 0; r < 3; r++) h[3 * c + r] += (q[3 * i + r] - b[r]) * x;
        }
    }
    int status = decompose(driver, h, s, u, vt);
    double sign = determinant(u) * determinant(vt) < 0 ? -1 : 1;
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) {
            motion[3 * r + c] = u[r] * vt[3 * c] + u[3 + r] * vt[3 * c + 1] + sign * u[6 + r] * vt[3 * c + 2];
        }
    }
    for (int r = 0; r < 3; r++) {
        motion[9 + r] = b[r] - (motion[3 * r] * a[0] + motion[3 * r + 1] * a[1] + motion[3 * r + 2] * a[2]);
    }
    return status;
}
