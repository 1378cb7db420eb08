#include <stdint.h>

// LAPACKE brings a BLAS and its threads along, so it is loaded with the first fit: nothing here refers to a symbol of its, only to
// the type of its driver, so that a LAPACKE whose driver has changed does not compile.

#if __has_include(<lapacke.h>)
#include <lapacke.h>
/// `LAPACKE_dgesvj_work`, as it is installed here.
typedef __typeof__(&LAPACKE_dgesvj_work) clapacke_dgesvj_work;
#else
#define LAPACK_COL_MAJOR 102
/// The same where there is no lapacke.h, for integers of 32 bits: layout, three jobs, rows, columns, the matrix and its stride, the
/// values, the number of other rows, the right vectors and their stride, the work space and its size.
typedef int32_t (*clapacke_dgesvj_work)(
    int, char, char, char, int32_t, int32_t, double *, int32_t, double *, int32_t, double *, int32_t, double *, int32_t);
#endif
