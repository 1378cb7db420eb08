/*
 * quadcal for programs that are not written in Swift: which quads are sound, which quad a ray hits, which rigid motion
 * two sets of points have between them, and how far off it is. The answers have the bits of the Swift library, on every
 * processor.
 *
 * Conventions of all functions:
 *   - Lengths are in metres and angles in radians, unless a name says degrees. +Y is up.
 *   - A quad is 12 doubles: x, y, z of p1, p2, p3, p4, the corners of an outline in order. A point is 3 doubles.
 *   - Memory belongs to the caller, inputs are not changed, and no two arguments may overlap unless it is said.
 *     A pointer to no elements may be NULL. Arrays need the alignment of their elements only.
 *   - A function that can fail returns a status: QUADCAL_OK, or the code of what is wrong, with nothing promised
 *     about the outputs. No input ends the process, whatever its numbers, as long as pointers lead to as much memory
 *     as is said here and memory does not run out.
 *   - There is no global state that changes once the library is loaded: all functions may be called from any number of
 *     threads, and after fork.
 *     Nothing is printed.
 *   - Batches have the bits of single calls, whatever the split, except as quadcal_moments says.
 *
 * A program compares quadcal_abi() with QUADCAL_ABI once, before anything else.
 */
#ifndef QUADCAL_H
#define QUADCAL_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this header's functions and structures: a library of another one must not be called. */
#define QUADCAL_ABI 1

/* The version of quadcal that this header is of; quadcal_version() is that of the library. */
#define QUADCAL_VERSION "0.2.0-dev"
#define QUADCAL_VERSION_MAJOR 0
#define QUADCAL_VERSION_MINOR 2
#define QUADCAL_VERSION_PATCH 0

/* The numbers of a quad, and of the moments of pairs. */
#define QUADCAL_QUAD_NUMBERS 12
#define QUADCAL_MEASURE_NUMBERS 8
#define QUADCAL_MOMENT_NUMBERS 38

/* ---- Statuses. They never change their meaning; quadcal_status_name and quadcal_status_text give words. ---- */

enum {
    QUADCAL_OK = 0,
    /* A pointer is NULL where there must be memory. */
    QUADCAL_NULL_POINTER = 1,
    /* A count is negative, zero where there must be some, or too large: more than memory can hold, or 2^31 and above
       for the quads of targets and the pairs of quadcal_robust and quadcal_calibrate. */
    QUADCAL_BAD_COUNT = 2,
    /* A choice (a level, solver, model, face, profile, severity, way) is none of those listed. */
    QUADCAL_BAD_CHOICE = 3,
    /* A limit of a check is NaN or negative, or its member reserved is not 0. */
    QUADCAL_BAD_LIMIT = 4,
    /* Stored moments that no pairs have: damaged, or not of this library. */
    QUADCAL_BAD_MOMENTS = 5,
    /* A motion that has numbers that are not finite, a center beyond 1e60 m, or no rotation. */
    QUADCAL_BAD_MOTION = 6,
    /* A direction to face that is zero, or not finite. */
    QUADCAL_BAD_DIRECTION = 7,
    /* A growth that is not a finite number above zero. */
    QUADCAL_BAD_GROWTH = 8,

    /* Refusals of fits; quadcal_problem holds the numbers. The names are those of quadcal's own reports. */
    QUADCAL_UNPAIRED_POINTS = 100,
    QUADCAL_UNPAIRED_COLUMN = 101,
    /* A coordinate that is not finite. index: pair; side. */
    QUADCAL_NON_FINITE_POINT = 102,
    /* A weight that is negative or not finite. index: pair; values[0]: weight. */
    QUADCAL_BAD_WEIGHT = 103,
    QUADCAL_BAD_COVARIANCE = 104,
    QUADCAL_NO_NOISE = 105,
    /* A coordinate beyond 1e60 m. index: pair; side. */
    QUADCAL_POINT_OUT_OF_RANGE = 106,
    /* values[0]: pairs of a weight above zero; values[1]: needed. */
    QUADCAL_TOO_FEW_PAIRS = 107,
    /* side; values[0]: extent, values[1]: resolution, in metres. */
    QUADCAL_COINCIDENT_POINTS = 108,
    /* side; values[0..2]: axis; values[3]: thickness, values[4]: resolution, in metres. */
    QUADCAL_POINTS_ON_LINE = 109,
    /* values[0..2]: axis; values[3]: gain, values[4]: rounding. */
    QUADCAL_TURN_NOT_DETERMINED = 110,
    /* index: the model of QUADCAL_MODEL_…. */
    QUADCAL_MOTION_NOT_FIXED = 111,
    /* index: the option of QUADCAL_OPTION_…; values[0]: its value, which is out of range. */
    QUADCAL_BAD_OPTION = 112,
    /* index: the point at which the error was asked for, or the marker to be moved. */
    QUADCAL_BAD_POINT = 113,
    /* values[0]: status of the decomposition. */
    QUADCAL_SOLVER_FAILED = 114,
    QUADCAL_NO_SUCH_POINT = 115,
    /* values[0]: the bound, which is not a length above zero. */
    QUADCAL_BAD_BOUND = 116,
    /* values[0]: support, values[1]: needed. */
    QUADCAL_NOT_DETERMINED = 117,
    /* values[0]: support of the first motion, values[1]: of its rival. */
    QUADCAL_AMBIGUOUS_MOTION = 118,
    /* values[0]: the choice, values[1]: motions there are. */
    QUADCAL_NO_SUCH_MOTION = 119,
    /* values[0]: targets are this many times as long as sources, give or take values[1]. */
    QUADCAL_SCALE_SLIP = 120,
    /* values[0]: support of the mirrored motion. */
    QUADCAL_MIRRORED = 121,

    /* Refusals of quadcal_straighten. values[0]: markers of a weight above zero, values[1]: needed. */
    QUADCAL_TOO_FEW_PINS = 122,
    /* No time is known. index: the pair where side is 0, or the marker to be moved. */
    QUADCAL_NO_TIME = 124,
    /* A time that is infinite, or more than 280,000 years. index: pair. */
    QUADCAL_BAD_TIME = 125,
    QUADCAL_ONE_PLACE = 126,
    QUADCAL_ONE_TIME = 127,
    /* index: the model of QUADCAL_MODEL_…. */
    QUADCAL_MODEL_NOT_STRAIGHTENED = 128,
    QUADCAL_NOT_FIXED = 129
};

/* The numbers of a refusal, and where it is; see the statuses. Fields of no use there are -1, 0 and NaN. */
typedef struct quadcal_problem {
    int32_t status;
    /* 0 for the sources, 1 for the targets, -1 for neither. */
    int32_t side;
    /* The place from 0, or -1. */
    int64_t index;
    double values[5];
} quadcal_problem;

/* The name of a status, such as "TOO_FEW_PAIRS", and a sentence; never NULL, and valid for ever. */
const char *quadcal_status_name(int32_t status);
const char *quadcal_status_text(int32_t status);

/* ---- The library ---- */

/* QUADCAL_ABI of the library. */
int32_t quadcal_abi(void);

/* The version of the library, such as "0.1.0". */
const char *quadcal_version(void);

/* The widest kernels in use here: "baseline", "v3" (AVX2) or "v4" (AVX-512). They only differ in speed. */
const char *quadcal_kernels(void);

/* Kernels by which a batch is done; a level that is not available stands for the widest that is. */
enum {
    QUADCAL_LEVEL_BEST = 0,
    QUADCAL_LEVEL_BASELINE = 1,
    QUADCAL_LEVEL_V3 = 2,
    QUADCAL_LEVEL_V4 = 3
};

/* ---- Checks of quads ---- */

/* Findings are the bits 1 << code of a mask. Codes never change their meaning. */
enum {
    QUADCAL_CODE_WRONG_SHAPE = 0,
    QUADCAL_CODE_NON_FINITE = 1,
    QUADCAL_CODE_OUT_OF_RANGE = 2,
    QUADCAL_CODE_DUPLICATE_CORNERS = 3,
    QUADCAL_CODE_ZERO_AREA = 4,
    QUADCAL_CODE_SELF_INTERSECTING = 5,
    QUADCAL_CODE_CONCAVE = 6,
    QUADCAL_CODE_NON_PLANAR = 7,
    QUADCAL_CODE_FOLDED = 8,
    QUADCAL_CODE_TOO_SMALL = 9,
    QUADCAL_CODE_TOO_LARGE = 10,
    QUADCAL_CODE_STRAIGHT_CORNER = 11,
    QUADCAL_CODE_ASPECT_RATIO = 12,
    QUADCAL_CODE_WINDING = 13,
    QUADCAL_CODE_NOT_RECTANGULAR = 14,
    /* The others are about several quads, or about more than corners; quadcal_check finds none of them. */
    QUADCAL_CODE_DUPLICATE_MARKER = 15,
    QUADCAL_CODE_OVERLAPPING_MARKER = 16,
    QUADCAL_CODE_STACKED_MARKER = 17,
    QUADCAL_CODE_UNIT_SLIP = 18,
    QUADCAL_CODE_FAR_AWAY = 19,
    QUADCAL_CODE_UP_AXIS = 20,
    QUADCAL_CODE_WARPED = 21,
    QUADCAL_CODE_CROWDED = 22,
    QUADCAL_CODES = 23
};

/* The name of a code, such as "NON_PLANAR", and a sentence; never NULL, and valid for ever. */
const char *quadcal_code_name(int32_t code);
const char *quadcal_code_text(int32_t code);

/* The gravest finding of a quad. */
enum {
    QUADCAL_SOUND = 0,
    QUADCAL_HINT = 1,
    QUADCAL_INFO = 2,
    QUADCAL_WARNING = 3,
    QUADCAL_ERROR = 4
};

/* Whose limits: the app's, or those for markers that other things are measured by. */
enum { QUADCAL_PROFILE_APP = 0, QUADCAL_PROFILE_STRICT = 1 };

/* The limits of a check, none negative. A limit is exceeded strictly: a value equal to it is sound. */
typedef struct quadcal_limits {
    double snap;               /* corners nearer than this are one, m */
    double flatness_warning;   /* m */
    double flatness_error;     /* m */
    double fold_angle;         /* rad */
    double shortest_edge;      /* m */
    double longest_edge;       /* m */
    double aspect_ratio;       /* longest over shortest edge */
    double largest_coordinate; /* magnitude, m */
    double straight_angle;     /* from 0 or 180 degrees, rad */
    double rectangle_angle;    /* from 90 degrees, rad */
    int32_t fold_severity;     /* QUADCAL_HINT … QUADCAL_ERROR */
    int32_t reserved;          /* 0 */
} quadcal_limits;

/* Writes the limits of a profile. */
int32_t quadcal_limits_of(int32_t profile, quadcal_limits *limits);

/*
 * Checks quads.
 *
 *   quads       12 doubles each; NaN and infinities are findings, not errors
 *   count       of the quads, from 0
 *   facing      the direction that right-hand normals should share, 3 doubles, not all zero; NULL: winding is not checked
 *   limits      NULL: the app's
 *   level       QUADCAL_LEVEL_BEST, unless levels are compared
 *   codes       the findings of each quad, bits 1 << QUADCAL_CODE_…; 0 when it is sound; may be NULL
 *   severities  QUADCAL_SOUND … QUADCAL_ERROR of each quad; may be NULL
 *   faulty      the number of quads that have any finding; may be NULL
 */
int32_t quadcal_check(const double *quads, int64_t count, const double *facing, const quadcal_limits *limits,
                      int32_t level, uint32_t *codes, uint8_t *severities, int64_t *faulty);

/* The unit of a finding's value and limit. */
enum {
    QUADCAL_UNIT_NONE = 0,
    QUADCAL_UNIT_METRES = 1,
    QUADCAL_UNIT_SQUARE_METRES = 2,
    QUADCAL_UNIT_RADIANS = 3,
    QUADCAL_UNIT_RATIO = 4,
    QUADCAL_UNIT_NUMBERS = 5
};

/* What would fix a finding. */
enum {
    QUADCAL_FIX_NONE = 0,
    QUADCAL_FIX_REORDER = 1, /* take the corners in the finding's order */
    QUADCAL_FIX_FLATTEN = 2  /* move the corners into their common plane */
};

/* One thing that is wrong with a quad: what, where, the number that shows it, and what would fix it. */
typedef struct quadcal_finding {
    double value;       /* what was measured, in the unit; NaN: nothing was */
    double limit;       /* what it was held against; NaN: nothing */
    double location[3]; /* where it is, m; NaN: nowhere in particular */
    int32_t code;       /* QUADCAL_CODE_… */
    int32_t severity;   /* QUADCAL_HINT … QUADCAL_ERROR */
    int32_t unit;       /* QUADCAL_UNIT_… */
    int32_t corner;     /* 0 for p1; of an edge, its first corner; -1: of none */
    int32_t coordinate; /* 0 for x; -1: of none */
    int32_t fix;        /* QUADCAL_FIX_… */
    int32_t order[4];   /* the corners as FIX_REORDER takes them, from 0; -1 otherwise */
} quadcal_finding;

/*
 * Everything wrong with one quad, in the order in which the layers of the check find it. One mistake gives one finding.
 *
 *   quad, facing, limits  as in quadcal_check
 *   findings  place for as many as room; may be NULL if room is 0
 *   count     of all findings, also of those for which there was no room
 */
int32_t quadcal_findings(const double *quad, const double *facing, const quadcal_limits *limits,
                         quadcal_finding *findings, int64_t room, int64_t *count);

/*
 * Measures quads: 8 doubles each, the mean of the corners (3, m), the right-hand normal (3), the length of the vector
 * area (m²) and the flatness (m). Where the diagonals are parallel, the normal is 0 0 0 and the flatness NaN.
 */
int32_t quadcal_measure(const double *quads, int64_t count, int32_t level, double *measures);

/* ---- Rays ---- */

/* Quads made ready for rays. It keeps a copy of them, and any number of threads may look at once. */
typedef struct quadcal_targets quadcal_targets;

/* Makes targets of count quads; *targets is NULL unless the status is QUADCAL_OK. */
int32_t quadcal_targets_make(const double *quads, int64_t count, quadcal_targets **targets);

/* Frees targets, which nobody may be using; NULL is nothing to free. */
void quadcal_targets_free(quadcal_targets *targets);

/* The sides that count, and the side that was hit (0: none was). */
enum { QUADCAL_FACE_ANY = 0, QUADCAL_FACE_FRONT = 1, QUADCAL_FACE_BACK = 2 };

/* What stands for the index of a quad where none was hit. */
enum {
    QUADCAL_RAY_MISSED = -1,
    QUADCAL_RAY_NON_FINITE_ORIGIN = -2,
    QUADCAL_RAY_NON_FINITE_DIRECTION = -3,
    QUADCAL_RAY_ZERO_DIRECTION = -4,
    QUADCAL_RAY_RANGE_NOT_A_NUMBER = -5
};

/*
 * Finds the first quad that each ray meets; at exactly the same distance, that of the lower index.
 *
 *   rays     6 doubles each: origin (m), and direction of any length but zero
 *   ranges   2 doubles each: the least and the greatest t that count, in lengths of the direction; NULL: 0 to infinity
 *   count    of the rays, from 0
 *   face     the side that counts
 *   level    QUADCAL_LEVEL_BEST, unless levels are compared
 *   indices  the quad that each ray hits, from 0; or a negative QUADCAL_RAY_…, also for a ray that cannot be cast
 *   hits     3 doubles each: t in lengths of the direction; u from the p1p4 side (0) to the p2p3 side (1); v from the
 *            p1p2 side (0) to the p4p3 side (1); NaN where nothing is hit; may be NULL
 *   faces    the side that was hit, or 0; may be NULL
 */
int32_t quadcal_nearest(const quadcal_targets *targets, const double *rays, const double *ranges, int64_t count,
                        int32_t face, int32_t level, int64_t *indices, double *hits, uint8_t *faces);

/* ---- Motions ---- */

/*
 * A rigid motion that keeps its digits at any distance from the origin: it takes a source p to
 * target_center + (R (p - source_center) + rest).
 */
typedef struct quadcal_motion {
    double rotation[9];      /* the columns of R: the images of x, y and z */
    double source_center[3]; /* m */
    double target_center[3]; /* m */
    double rest[3];          /* m */
} quadcal_motion;

/*
 * Moves count points, 3 doubles each; a quad is four of them. moved may be the points themselves. Lengths are
 * multiplied by growth, above zero, which is 1 for a rigid motion.
 */
int32_t quadcal_move(const quadcal_motion *motion, double growth, const double *points, int64_t count, double *moved);

/*
 * The translation t of the motion as p to R p + t, 3 doubles. Far from the origin this form has fewer digits than the
 * motion.
 */
int32_t quadcal_translation(const quadcal_motion *motion, double *translation);

/* ---- Fits ---- */

/* The ways to find a rotation. */
enum {
    QUADCAL_SOLVER_DEFAULT = 0, /* all digits of a double, on every input */
    QUADCAL_SOLVER_FAST = 1,    /* at least 15 digits; where that is in doubt, DEFAULT, which the result says */
    QUADCAL_SOLVER_EXACT = 2    /* the bits of DEFAULT by another way, for fewer than QUADCAL_MANY_PAIRS */
};

/*
 * From so many pairs on, DEFAULT adds up in one pass where that keeps all digits, and says FAST; bits may then differ. FAST does so
 * above 4096 pairs where that keeps 15.
 */
#define QUADCAL_MANY_PAIRS 16384

typedef struct quadcal_fit_result {
    quadcal_motion motion; /* from sources to targets */
    double rms;            /* root mean square of the residuals by weight, m */
    double digits;         /* promised of the rotation, at most 16 */
    double singular_values[3]; /* of the weighted cross-covariance, largest first, m² */
    int32_t solver;        /* the one that gave the answer */
    int32_t steps;         /* of the refinement */
} quadcal_fit_result;

/*
 * Fits the rigid motion that brings sources nearest to targets by least squares.
 *
 *   sources, targets  3 doubles a point
 *   weights           of each pair, at least 0; NULL: all count the same
 *   count             of the pairs
 *   problem           of a refusal; may be NULL
 */
int32_t quadcal_fit(const double *sources, const double *targets, const double *weights, int64_t count, int32_t solver,
                    quadcal_fit_result *result, quadcal_problem *problem);

/*
 * Fits many problems of equally many pairs; each has the bits of QUADCAL_SOLVER_FAST.
 *
 *   sources, targets  3 doubles a point, pairs points a problem, problem by problem
 *   problems, pairs   from 0 and from 1
 *   level             QUADCAL_LEVEL_BEST, unless levels are compared
 *   motions           of each problem; NaN throughout where it is refused
 *   statuses          QUADCAL_OK or the refusal of each problem; may be NULL
 *   refused           the number of problems refused; may be NULL
 */
int32_t quadcal_fit_many(const double *sources, const double *targets, int64_t problems, int64_t pairs, int32_t level,
                         quadcal_motion *motions, int32_t *statuses, int64_t *refused);

typedef struct quadcal_robust_result {
    quadcal_fit_result fit;      /* to all pairs that follow */
    quadcal_motion rival;        /* a clearly different motion; NaN throughout where there is none */
    double bound;                /* the largest residual of a pair that follows, m */
    double margin;               /* the share of the support by which the motion leads its rival, 1 without one */
    int64_t support;             /* pairs that follow, or groups where there are any */
    int64_t needed_support;      /* the least that chance does not bring */
    int64_t rival_support;       /* 0 without a rival */
    int32_t bound_was_estimated; /* 1 or 0 */
    int32_t reserved;            /* 0 */
} quadcal_robust_result;

/*
 * Fits the motion that most pairs follow, when some, or nearly all, are wrong; without anything random.
 *
 *   weights  NULL: all count the same
 *   groups   pairs of the same number move as one, such as the corners of a marker; NULL: each for itself
 *   bound    the largest residual of a pair that follows, m; 0: it is estimated
 *   choice   0; or, where two motions have nearly equal support, 1 or 2 for the one to take
 *   inliers  1 for each pair that follows and 0 for the others; may be NULL
 */
int32_t quadcal_robust(const double *sources, const double *targets, const double *weights, const int64_t *groups,
                       int64_t count, double bound, int32_t choice, quadcal_robust_result *result, uint8_t *inliers,
                       quadcal_problem *problem);

/* ---- Calibration: a motion with its evidence ---- */

/* The motion to fit. CHOSEN is the rigid motion with gravity's help; where pairs fix no tilt, yaw; of one pair, a shift. */
enum {
    QUADCAL_MODEL_CHOSEN = 0,
    QUADCAL_MODEL_TRANSLATION = 1,
    QUADCAL_MODEL_YAW = 2,
    QUADCAL_MODEL_GRAVITY = 3,
    QUADCAL_MODEL_RIGID = 4,
    QUADCAL_MODEL_SIMILARITY = 5
};

typedef struct quadcal_options {
    double tilt_degrees; /* to which each frame is level; above 0 and at most 90 */
    double noise;        /* deviation of a coordinate of a residual, m; 0: it is estimated */
    double marker_noise; /* deviation of what the pairs of a group share, m; negative: estimated; 0: they share none */
    double bound;        /* as in quadcal_robust, m; 0: it is estimated */
    int32_t model;       /* QUADCAL_MODEL_… */
    int32_t is_robust;   /* 1: wrong pairs are rejected; 0: all are believed */
    int32_t choice;      /* as in quadcal_robust */
    int32_t no_drift;    /* 1: predictions reckon with no drift of the scans; 0: with as much as residuals show */
} quadcal_options;

/* Which option is out of range, as QUADCAL_BAD_OPTION says. */
enum { QUADCAL_OPTION_TILT_DEGREES = 0, QUADCAL_OPTION_NOISE = 1, QUADCAL_OPTION_MARKER_NOISE = 2 };

/* Writes the options that stand for NULL: a tilt of 0.5 degrees, all else estimated or chosen, all pairs believed. */
int32_t quadcal_options_usual(quadcal_options *options);

enum { QUADCAL_PASS = 0, QUADCAL_WARN = 1, QUADCAL_FAIL = 2 };

/* Judgements are the bits 1 << judgement of a mask. */
enum {
    QUADCAL_JUDGED_SCALE_SLIP = 0,
    QUADCAL_JUDGED_SCALE_DIFFERS = 1,
    QUADCAL_JUDGED_MIRRORED = 2,
    QUADCAL_JUDGED_UPSIDE_DOWN = 3,
    QUADCAL_JUDGED_POOR_FIT = 4,
    QUADCAL_JUDGED_OUTLYING_PAIRS = 5,
    QUADCAL_JUDGED_AMBIGUOUS_MOTION = 6,
    QUADCAL_JUDGED_SCAN_DRIFT = 7,
    QUADCAL_JUDGED_ALREADY_APPLIED = 8,
    QUADCAL_JUDGED_WEAK_GEOMETRY = 9,
    QUADCAL_JUDGED_TILTED = 10,
    QUADCAL_JUDGED_NOISE_MISFIT = 11,
    QUADCAL_JUDGED_NO_REDUNDANCY = 12,
    QUADCAL_JUDGEMENTS = 13
};

/* The name of a judgement, such as "WEAK_GEOMETRY", and a sentence; never NULL, and valid for ever. */
const char *quadcal_judgement_name(int32_t judgement);
const char *quadcal_judgement_text(int32_t judgement);

typedef struct quadcal_calibration {
    quadcal_motion motion; /* from sources to targets; of a similarity, without its growth */
    double growth;         /* 1 unless a similarity was asked for */
    double rms;            /* of the residuals, m */
    double largest;        /* residual, m */
    double leave_one_out;  /* root mean square residual of pairs under the fit without their group, m; NaN: unknown */
    double freedom;        /* degrees of freedom: coordinates less what the motion used up */
    double noise;          /* deviation of a coordinate of a residual, m; NaN: unknown */
    double error_at_five_metres; /* 95 % error 5 m from the pairs' center, where it is largest, m; NaN: unknown */
    int32_t model;         /* QUADCAL_MODEL_… that was fitted, never CHOSEN */
    int32_t verdict;       /* QUADCAL_PASS, QUADCAL_WARN or QUADCAL_FAIL: a motion that fails must not be used */
    uint32_t judgements;   /* bits 1 << QUADCAL_JUDGED_… */
    int32_t reserved;      /* 0 */
} quadcal_calibration;

/*
 * Fits the motion between two scans, judges it, and predicts its error.
 *
 *   weights, groups  as in quadcal_robust
 *   options          NULL: the usual
 *   points           of the source frame at which the error is asked for, 3 doubles each; verdict and judgements are
 *                    about the use of the motion there, or at the sources where no points are given
 *   point_count      of them, from 0
 *   errors           the distance from its true place that a marker at each moved point stays within in 95 of 100 cases, m;
 *                    NaN where the pairs cannot tell; may be NULL
 *   inliers          1 for each pair that counts and 0 for one that was rejected; may be NULL
 */
int32_t quadcal_calibrate(const double *sources, const double *targets, const double *weights, const int64_t *groups,
                          int64_t count, const quadcal_options *options, const double *points, int64_t point_count,
                          quadcal_calibration *result, double *errors, uint8_t *inliers, quadcal_problem *problem);

/*
 * The motion of quadcal_calibrate alone, in a small part of the time: for what is shown before its evidence is known.
 * QUADCAL_BAD_CHOICE for robust fits and similarities, which need that.
 */
int32_t quadcal_calibrate_motion(const double *sources, const double *targets, const double *weights,
                                 const int64_t *groups, int64_t count, const quadcal_options *options,
                                 quadcal_motion *motion, quadcal_problem *problem);

/* ---- Straightening: a shift of its own for each marker of a scan that bends ---- */

/* What a scan is straightened by: AUTO is what leaves clearly less where markers are left out in turn, which may be none. */
enum {
    QUADCAL_STRAIGHTEN_NONE = 0,
    QUADCAL_STRAIGHTEN_PLACE = 1,
    QUADCAL_STRAIGHTEN_TIME = 2,
    QUADCAL_STRAIGHTEN_AUTO = 3
};

/* Of more markers, so many that are far from each other straighten a scan. */
#define QUADCAL_MOST_PINS 1024

typedef struct quadcal_straightening {
    quadcal_calibration fit;        /* the motion that shifts come on top of; its verdict and judgements are about both */
    double leave_one_out;           /* root mean square of what a marker is off by where the others straighten it, m; NaN: unknown */
    double leave_one_out_of_motion; /* the same of the one motion, m; NaN: unknown */
    double reach;                   /* distance from the nearest marker of the fit from which on shifts fade, m or s; NaN: none */
    int64_t pins;                   /* the markers of the fit that it rests on; 0: none */
    int32_t by;                     /* QUADCAL_STRAIGHTEN_NONE, PLACE or TIME, which was taken */
    int32_t reserved;               /* 0 */
} quadcal_straightening;

/*
 * Fits the motion between two scans, learns how the one bends from what the markers in both are off by, and moves markers, each by
 * the motion and by a shift of its own.
 *
 *   sources to options  as in quadcal_calibrate; without groups each pair is taken for a marker, which corners are not
 *   times         when each pair's source was made, s of any clock, NaN: unknown; NULL: all are
 *   by            QUADCAL_STRAIGHTEN_…
 *   markers       quads of the source frame, which verdict and judgements are about
 *   marker_times  as times
 *   marker_count  of them, from 0
 *   moved         12 doubles each, in the target frame; may be the markers themselves, or NULL
 *   shifts        5 doubles each: its shift on top of the motion, m; the 95 % error of its middle, m, or NaN; and how much farther
 *                 than the reach it is, m or s, where above 0 shifts fade and errors grow; may be NULL
 *   inliers       as in quadcal_calibrate
 */
int32_t quadcal_straighten(const double *sources, const double *targets, const double *weights, const int64_t *groups,
                           const double *times, int64_t count, const quadcal_options *options, int32_t by,
                           const double *markers, const double *marker_times, int64_t marker_count,
                           quadcal_straightening *result, double *moved, double *shifts, uint8_t *inliers,
                           quadcal_problem *problem);

/*
 * Compares pairs that had no part in a fit with its motion.
 *
 *   sources to options  as in quadcal_calibrate
 *   check_sources, check_targets, check_groups, check_count  the pairs to compare, likewise
 *   residuals  3 doubles a pair: its target less its moved source, m; may be NULL
 *   bounds     the length that each residual stays within, so that all of them do in 95 of 100 cases, m: a longer one
 *              says that the motion does not hold there; NaN where the pairs of the fit cannot tell
 */
int32_t quadcal_check_pairs(const double *sources, const double *targets, const double *weights, const int64_t *groups,
                            int64_t count, const quadcal_options *options, const double *check_sources,
                            const double *check_targets, const int64_t *check_groups, int64_t check_count,
                            double *residuals, double *bounds, quadcal_problem *problem);

/*
 * Finds the order in which the corners of each new marker match the old one's, where outlines may begin anywhere and
 * run either way. All pairs of markers decide together, so that the orders are those of one motion.
 *
 *   sources, targets  quads, one to one
 *   orders            4 a pair: the corner of the target, 0 for p1, that is where p1, p2, p3 and p4 of the source are
 *   margins           the distance by which the next order is worse, root mean square, m: near zero the order is
 *                     arbitrary, as for squares that lie alone; may be NULL
 */
int32_t quadcal_corner_orders(const double *sources, const double *targets, int64_t count, uint8_t *orders,
                              double *margins, quadcal_problem *problem);

/*
 * Checks a join of the markers of two scans by keys such as labels, where some keys are on a side more than once: pairs
 * are those whose key both sides have once, and QUADCAL_AMBIGUOUS_MOTION says that the others follow another motion,
 * as where the labels of two floors are alike.
 *
 *   olds, news  quads
 *   keys        equal numbers from 0 where keys are equal, one a quad; negative: it has none
 */
int32_t quadcal_check_join(const double *olds, const int64_t *old_keys, int64_t old_count, const double *news,
                           const int64_t *new_keys, int64_t new_count, quadcal_problem *problem);

/*
 * Pairs the markers of two scans that lie on each other under one motion, by their corners alone: labels may be missing.
 * Both frames know up (+Y); of few markers, where no turn about the vertical leads, any turn may. Refused with
 * QUADCAL_NOT_DETERMINED where chance or a pattern brings as many, and QUADCAL_AMBIGUOUS_MOTION where several motions do.
 *
 *   olds, news  quads; those that no fit can use get no partner
 *   keys        as in quadcal_check_join, such as labels: keys that both sides have once decide between motions that
 *               explain as much; NULL: there are none
 *   bound       how far corners of a pair may be apart, root mean square, m; 0: it is estimated
 *   choice      0, or the number from 1 of the motion to take where there are several
 *   partners    one a quad of olds: its quad in news, or -1
 */
int32_t quadcal_join_geometry(const double *olds, const int64_t *old_keys, int64_t old_count, const double *news,
                              const int64_t *new_keys, int64_t new_count, double bound, int32_t choice,
                              int64_t *partners, quadcal_problem *problem);

/* ---- Moments: fits over parts that do not meet ---- */

/*
 * Sums up pairs in 38 doubles that can be stored, sent, merged and fitted. They are exchanged as doubles of the same
 * byte order. The bits of a fit are those of one pass over all pairs if parts begin at multiples of
 * QUADCAL_MOMENT_CHUNK pairs and are of one call each per chunk, and all chunks are merged in order in one call;
 * otherwise the last digits may differ.
 */
#define QUADCAL_MOMENT_CHUNK 65536

int32_t quadcal_moments(const double *sources, const double *targets, int64_t count, int32_t level, double *moments,
                        quadcal_problem *problem);

/* Merges the moments of parts, 38 doubles each, in their order; of none, the moments of no pairs. */
int32_t quadcal_moments_merge(const double *parts, int64_t count, double *merged);

/* Fits the pairs that moments are of. */
int32_t quadcal_moments_fit(const double *moments, quadcal_fit_result *result, quadcal_problem *problem);

#ifdef __cplusplus
}
#endif

#endif
