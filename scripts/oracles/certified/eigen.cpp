// Eigen's umeyama and symmetric eigensolver for libraries.py, which compiles this; arrays as numpy has them.
#include <eigen3/Eigen/Eigenvalues>
#include <eigen3/Eigen/Geometry>

template <int N>
static void fit(const double *sources, const double *targets, long count, int with_scale, double *matrix) {
    using Points = Eigen::Map<const Eigen::Matrix<double, N, Eigen::Dynamic>>;
    using Square = Eigen::Matrix<double, N + 1, N + 1, Eigen::RowMajor>;
    Eigen::Map<Square>{matrix} = Eigen::umeyama(Points(sources, N, count), Points(targets, N, count), with_scale != 0);
}

extern "C" {

void umeyama2(const double *sources, const double *targets, long count, int with_scale, double *matrix) {
    fit<2>(sources, targets, count, with_scale, matrix);
}

void umeyama3(const double *sources, const double *targets, long count, int with_scale, double *matrix) {
    fit<3>(sources, targets, count, with_scale, matrix);
}

// Eigenvectors in columns, that of the least eigenvalue first.
void eigenvectors3(const double *matrix, double *vectors) {
    using Square = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;
    const Eigen::Matrix3d scatter = Eigen::Map<const Square>(matrix);
    Eigen::Map<Square>{vectors} = Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>{scatter}.eigenvectors();
}

int version(void) { return 10000 * EIGEN_WORLD_VERSION + 100 * EIGEN_MAJOR_VERSION + EIGEN_MINOR_VERSION; }
}
