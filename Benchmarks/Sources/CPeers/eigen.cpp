#include "CPeers.h"

#if !__has_include(<eigen3/Eigen/Geometry>)
#error "Eigen is missing: scripts/setup/bootstrap installs libeigen3-dev"
#endif
#include <eigen3/Eigen/Geometry>

int peer_umeyama(const double *sources, const double *targets, size_t count, double *motion) {
    using Points = Eigen::Map<const Eigen::Matrix3Xd>;
    const auto columns = static_cast<Eigen::Index>(count);
    const Eigen::Matrix4d found = Eigen::umeyama(Points(sources, 3, columns), Points(targets, 3, columns), false);
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) motion[3 * i + j] = found(i, j);
        motion[9 + i] = found(i, 3);
    }
    return 0;
}

const char *peer_eigen_version(void) {
#define TEXT(x) #x
#define DOTTED(a, b, c) "Eigen " TEXT(a) "." TEXT(b) "." TEXT(c)
    return DOTTED(EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION);
}
