/** Arrays of numbers; anything but a Float64Array is copied. */
export type Numbers = Float64Array | Float32Array | Int32Array | readonly number[];

/** The version of quadcal.h that this module was written for. */
export declare const ABI: 1;

/** What may be wrong with a quad: bits of a mask. */
export declare const Code: Readonly<Record<
  "WRONG_SHAPE" | "NON_FINITE" | "OUT_OF_RANGE" | "DUPLICATE_CORNERS" | "ZERO_AREA" | "SELF_INTERSECTING" | "CONCAVE" | "NON_PLANAR"
  | "FOLDED" | "TOO_SMALL" | "TOO_LARGE" | "STRAIGHT_CORNER" | "ASPECT_RATIO" | "WINDING" | "NOT_RECTANGULAR", number>>;

/** The weight of the gravest finding. */
export declare const Severity: readonly ["sound", "hint", "info", "warning", "error"];

/** A name, such as "NON_PLANAR", and a sentence. */
export interface Words {
  name: string;
  text: string;
}

/** Limits in metres, radians and ratios; those that are not given are the profile's. A value equal to its limit is sound. */
export interface Limits {
  /** Corners nearer than this are one. */
  snap?: number;
  /** A flatness above these is a warning, and an error. */
  flatnessWarning?: number;
  flatnessError?: number;
  /** The sharpest fold along p2-p4, and the weight of a sharper one. */
  foldAngle?: number;
  foldSeverity?: "hint" | "info" | "warning" | "error";
  shortestEdge?: number;
  longestEdge?: number;
  /** The longest edge over the shortest. */
  aspectRatio?: number;
  largestCoordinate?: number;
  /** A corner nearer to 0 or 180 degrees than this is straight. */
  straightAngle?: number;
  /** A corner farther from 90 degrees than this is no right angle. */
  rectangleAngle?: number;
}

export interface Verdicts {
  /** The bits of `Code` of each quad, which `names` takes apart; 0 where it is sound. */
  codes: Uint32Array;
  /** An index of `Severity` for each quad. */
  severities: Uint8Array;
  /** The quads with any finding. */
  faulty: number;
}

/** One thing that is wrong with a quad. */
export interface Finding {
  /** The code's name and a sentence about it. */
  code: string;
  text: string;
  severity: "hint" | "info" | "warning" | "error";
  /** What was measured and what it was held against, in the unit; null where the finding is about no number. */
  value: number | null;
  limit: number | null;
  unit: "metres" | "square metres" | "radians" | "ratio" | "numbers" | null;
  /** Where it is, in metres: the crossing, or the worst corner. */
  location: Float64Array | null;
  /** 0 for p1; of an edge, its first corner. */
  corner: number | null;
  /** 0 for x. */
  coordinate: number | null;
  /** What would fix it: taking the corners in `order`, or moving them into their common plane. */
  fix: "reorder" | "flatten" | null;
  order: number[] | null;
}

export interface Hits {
  /** The quad that each ray hits, or -1. */
  index: Int32Array;
  /**
   * 3 numbers a ray: the distance in lengths of the direction; u from the p1p4 side (0) to the p2p3 side (1); v from the p1p2 side (0)
   * to the p4p3 side (1). NaN where nothing is hit.
   */
  hits: Float64Array;
  /** 1 for the front, 2 for the back, 0 where nothing is hit. */
  faces: Uint8Array;
}

/**
 * The 18 numbers of a rigid motion: the columns of the rotation R, which are the images of x, y and z (9), the centre of the sources
 * (3), the centre of the targets (3), and the rest (3), in metres. It takes a point p to targetCentre + (R (p - sourceCentre) + rest):
 * in this form it keeps its digits however far from the origin.
 */
export type Motion = Float64Array;

export type Solver = "default" | "fast" | "exact";

export interface Fit {
  /** From sources to targets. */
  motion: Motion;
  /** Root mean square of the residuals by weight, in metres. */
  rms: number;
  /** Digits promised of the rotation, at most 16. */
  digits: number;
  /** Of the weighted cross-covariance, largest first, in square metres. */
  singularValues: Float64Array;
  /** The solver that gave the answer. */
  solver: Solver;
}

export interface Fits {
  /** The 18 numbers of the motion of each problem; NaN where it is refused. */
  motions: Float64Array;
  /** 0, or the reason for which each problem is refused, which `statusWords` names. */
  statuses: Int32Array;
  /** The problems refused. */
  refused: number;
}

export interface RobustFit {
  /** From sources to targets: that of `fit`. */
  motion: Motion;
  /** The fit to all pairs that follow. */
  fit: Fit;
  /** 1 for each pair that follows, 0 for the others. */
  inliers: Uint8Array;
  /** Pairs that follow, or groups where there are any; and the least that chance does not bring. */
  support: number;
  neededSupport: number;
  /** The largest residual of a pair that follows, in metres, and whether it was estimated. */
  bound: number;
  boundWasEstimated: boolean;
  /** A clearly different motion, what follows it, and the share of the support by which the first leads it (1 without one). */
  rival: Motion | null;
  rivalSupport: number;
  margin: number;
}

/** What is fitted: the rigid motion with gravity's help (chosen; where pairs fix no tilt, yaw; of one pair, a translation), or this. */
export type Model = "chosen" | "translation" | "yaw" | "gravity" | "rigid" | "similarity";

export interface CalibrationOptions {
  /** Points of the source frame, in metres: where the motion is to be used. Verdict, judgements and errors are about these. */
  at?: Numbers;
  /** Of each pair, at least 0; without them all count the same. */
  weights?: Numbers;
  /** Whole numbers, one a pair: pairs of the same one move together, such as the corners of a marker. */
  groups?: Numbers;
  model?: Model;
  /** Whether wrong pairs are looked for and rejected. */
  robust?: boolean;
  /** Of a robust fit: the largest residual of a pair that follows, in metres; without it, it is estimated. */
  bound?: number;
  /** Of a robust fit that was refused as AMBIGUOUS_MOTION: the motion to take, 1 or 2. */
  choice?: number;
  /** To which each frame is level: above 0 and at most 90; 0.5 without it. */
  tiltDegrees?: number;
  /** The deviation of a coordinate of a residual, in metres, where it is known. */
  noise?: number;
  /** The deviation of what the pairs of a group share, in metres, where it is known; 0: they share none. */
  markerNoise?: number;
  /** false: predictions reckon with no drift of the scans; without it, with as much as residuals show. */
  drift?: boolean;
}

export interface Calibration {
  /** From sources to targets; of a similarity, without its growth. */
  motion: Motion;
  /** Lengths of targets over those of sources; 1 unless a similarity was asked for. `move` takes it. */
  growth: number;
  /** Root mean square of the residuals, and the largest, in metres. */
  rms: number;
  largest: number;
  /** Root mean square residual of pairs under the fit without their group, in metres; NaN: unknown. */
  leaveOneOut: number;
  /** Degrees of freedom: coordinates less what the motion used up. */
  freedom: number;
  /** Deviation of a coordinate of a residual, in metres; NaN: unknown. */
  noise: number;
  /** The 95 % error 5 m from the pairs' centre, where it is largest, in metres; NaN: unknown. */
  errorAtFiveMetres: number;
  /** The model that was fitted, never "chosen". */
  model: Model;
  /** Whether the motion may be used at the points of `at`, or at the sources where none are given; "fail": it must not. */
  verdict: "pass" | "warn" | "fail";
  /** The reasons of the verdict, such as "WEAK_GEOMETRY"; `judgementWords` has a sentence for each. */
  judgements: string[];
  /** The distance from its true place, in metres, that each point of `at` stays within in 95 of 100 cases; NaN: the pairs cannot tell. */
  errors: Float64Array;
  /** 1 for each pair that counts, 0 for one that was rejected. */
  inliers: Uint8Array;
}

/** What markers of a scan that bends are moved by on top of the motion: the place or the time of each, neither, or what leaves clearly less. */
export type Way = "none" | "place" | "time" | "auto";

export interface StraightenOptions extends Omit<CalibrationOptions, "at"> {
  /** "auto" without it: what leaves clearly less where markers are left out in turn, which may be nothing. */
  by?: Way;
  /** When the source of each pair, and each marker, was made, in seconds of any clock; NaN where it is not known. */
  times?: Numbers;
  markerTimes?: Numbers;
}

/** What `straighten` finds. */
export interface Straightened {
  /** The motion that shifts come on top of; its verdict and judgements are about both, and its errors are those of the markers' middles. */
  calibration: Calibration;
  /** What was taken; null: all markers have the one motion. */
  by: "place" | "time" | null;
  /** The moved markers, 12 numbers each, and the shift that each has on top of the motion, 3 each, in metres. */
  moved: Float64Array;
  shifts: Float64Array;
  /** How much farther from the nearest marker of the fit than `reach` each is, in metres or seconds: above 0 its shift fades. */
  beyond: Float64Array;
  /** The distance from which on shifts fade, in metres or seconds; NaN without shifts. */
  reach: number;
  /** The markers of the fit that shifts rest on. */
  pins: number;
  /** Root mean square of what a marker is off by where the others straighten it, in metres, and of the one motion; NaN: unknown. */
  leaveOneOut: number;
  leaveOneOutOfMotion: number;
}

/** What `checkPairs` finds. */
export interface CheckedPairs {
  /** 3 numbers a pair: its target less its moved source, in metres. */
  residuals: Float64Array;
  /** The length that each stays within, so that all of them do in 95 of 100 cases, in metres; NaN where the pairs of the fit cannot tell. */
  bounds: Float64Array;
}

/** What `cornerOrders` finds. */
export interface CornerOrders {
  /** 4 a pair: the corner of the target, 0 for p1, that is where p1 to p4 of the source are. */
  orders: Uint8Array;
  /** By how far the next order is worse, in metres: near zero the order is arbitrary. */
  margins: Float64Array;
}

/** The pairs determine no motion. */
export declare class FitRefused extends Error {
  /** The name of the reason, such as "POINTS_ON_LINE", and a sentence about it. */
  readonly code: string;
  readonly text: string;
  readonly side: "sources" | "targets" | null;
  /** The pair, point or model from 0, where it is about one. */
  readonly index: number | null;
  /** The numbers of the reason, in the order that quadcal.h gives. */
  readonly values: number[];
}

/** Quads made ready for rays. */
export declare class Scene {
  private constructor();
  /** The first quad that each ray meets: `ranges` are the least and the greatest distance that count, 2 a ray. */
  nearest(origins: Numbers, directions: Numbers, options?: { face?: "any" | "front" | "back"; ranges?: Numbers }): Hits;
  free(): void;
}

/** The functions of one module. Options that a function does not have are refused. */
export declare class Quadcal {
  private constructor();
  readonly version: string;
  /** The names of the codes in a mask, such as those of `check`. */
  names(mask: number): string[];
  /** The name of one code, and a sentence about it; a mask of several is refused. */
  words(code: number): Words;
  /** The name of a status of `fitMany`, and a sentence about it. */
  statusWords(status: number): Words;
  /** A sentence about a judgement of `calibrate`, by its name. */
  judgementWords(name: string): Words;
  /** The limits by which `check` judges: the usual ones, or the strict ones for markers that other things are measured by. */
  limits(options?: { strict?: boolean }): Required<Limits>;
  /** Finds everything wrong with quads. With `facing`, the direction that right-hand normals should share, WINDING is looked for. */
  check(quads: Numbers, options?: { limits?: Limits; strict?: boolean; facing?: Numbers }): Verdicts;
  /** What `check` finds wrong with one quad: what, where, how much, and what would fix it. */
  findings(quad: Numbers, options?: { limits?: Limits; strict?: boolean; facing?: Numbers }): Finding[];
  /**
   * 8 numbers a quad: the mean of the corners (3, metres); the right-hand normal, of length 1 (3); the area, which is half the length of
   * the cross product of the diagonals (square metres); and the flatness, the distance of every corner from the plane through the centre
   * across the normal (metres). Where the diagonals are parallel, the normal is 0, 0, 0 and the flatness NaN.
   */
  measure(quads: Numbers): Float64Array;
  scene(quads: Numbers): Scene;
  move(motion: Numbers, points: Numbers, options?: { growth?: number }): Float64Array;
  fit(sources: Numbers, targets: Numbers, options?: { weights?: Numbers; solver?: Solver }): Fit;
  /** Problem by problem, each of as many `pairs`. */
  fitMany(sources: Numbers, targets: Numbers, pairs: number): Fits;
  /** The motion that most pairs follow, when some, or nearly all, are wrong. */
  robust(sources: Numbers, targets: Numbers, options?: Pick<CalibrationOptions, "weights" | "groups" | "bound" | "choice">): RobustFit;
  /** The motion between two scans, judged, with the error to expect. */
  calibrate(sources: Numbers, targets: Numbers, options?: CalibrationOptions): Calibration;
  /** The motion of `calibrate` alone, in a small part of the time; refused for robust fits and similarities. */
  calibrateMotion(sources: Numbers, targets: Numbers, options?: Omit<CalibrationOptions, "at">): Motion;
  /** The same for a scan that bends, of which each of these markers is moved by the motion and by a shift of its own. */
  straighten(sources: Numbers, targets: Numbers, markers: Numbers, options?: StraightenOptions): Straightened;
  /** How far pairs that had no part in a fit miss its motion, and how far they may. */
  checkPairs(sources: Numbers, targets: Numbers, checkSources: Numbers, checkTargets: Numbers,
    options?: Omit<CalibrationOptions, "at"> & { checkGroups?: Numbers }): CheckedPairs;
  /**
   * Throws `AMBIGUOUS_MOTION` where markers that share a key with others follow another motion than those whose key both sides have once.
   * Keys are whole numbers, one a quad; below 0 is none.
   */
  checkJoin(olds: Numbers, oldKeys: Numbers, news: Numbers, newKeys: Numbers): void;
  /**
   * The place among `news` of the marker that lies on each old one under one motion, by corners alone, or -1: for scans without labels.
   * Throws `NOT_DETERMINED` where chance explains as much, and `AMBIGUOUS_MOTION` where several motions do, of which `choice` takes one.
   */
  joinGeometry(olds: Numbers, news: Numbers, options?: { oldKeys?: Numbers; newKeys?: Numbers; bound?: number; choice?: number }): Int32Array;
  /** Which corner of each new marker is where p1 to p4 of the old one are: outlines may begin anywhere and run either way. */
  cornerOrders(sources: Numbers, targets: Numbers): CornerOrders;
}

export declare function hasSIMD(): boolean;

export declare function load(source?: BufferSource | Response | Promise<BufferSource | Response>): Promise<Quadcal>;
