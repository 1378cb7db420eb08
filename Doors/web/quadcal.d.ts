/** Arrays of numbers; anything but a Float64Array is copied. */
export type Numbers = Float64Array | Float32Array | Int32Array | readonly number[];

export declare const ABI: 1;

export declare const Code: Readonly<Record<
  "WRONG_SHAPE" | "NON_FINITE" | "OUT_OF_RANGE" | "DUPLICATE_CORNERS" | "ZERO_AREA" | "SELF_INTERSECTING" | "CONCAVE" | "NON_PLANAR"
  | "FOLDED" | "TOO_SMALL" | "TOO_LARGE" | "STRAIGHT_CORNER" | "ASPECT_RATIO" | "WINDING" | "NOT_RECTANGULAR", number>>;

export declare const Severity: readonly ["sound", "hint", "info", "warning", "error"];

/** Limits in metres, radians and ratios; those that are not given are the profile's. */
export interface Limits {
  snap?: number;
  flatnessWarning?: number;
  flatnessError?: number;
  foldAngle?: number;
  shortestEdge?: number;
  longestEdge?: number;
  aspectRatio?: number;
  largestCoordinate?: number;
  straightAngle?: number;
  rectangleAngle?: number;
}

export interface Verdicts {
  /** The bits of `Code` of each quad; 0 where it is sound. */
  codes: Uint32Array;
  /** An index of `Severity` for each quad. */
  severities: Uint8Array;
  /** The quads with any finding. */
  faulty: number;
}

export interface Hits {
  /** The quad that each ray hits, or -1. */
  index: Int32Array;
  /** 3 numbers a ray: distance in lengths of the direction, u and v; NaN where nothing is hit. */
  hits: Float64Array;
  /** 1 for the front, 2 for the back, 0 where nothing is hit. */
  faces: Uint8Array;
}

export interface Fit {
  motion: Float64Array;
  /** Root mean square of the residuals, in metres. */
  rms: number;
  /** Digits promised of the rotation, at most 16. */
  digits: number;
  singularValues: Float64Array;
}

export interface Fits {
  /** 18 numbers a problem; NaN where it is refused. */
  motions: Float64Array;
  statuses: Int32Array;
  refused: number;
}

export type Model = "chosen" | "translation" | "yaw" | "gravity" | "rigid" | "similarity";

export interface Calibration {
  motion: Float64Array;
  growth: number;
  rms: number;
  model: Model;
  verdict: "pass" | "warn" | "fail";
  judgements: string[];
  /** The distance that each point of `at` stays within in 95 of 100 cases once moved, in metres; NaN where the pairs cannot tell. */
  errors: Float64Array;
  /** 1 for each pair that counts, 0 for one that was rejected. */
  inliers: Uint8Array;
}

export declare class FitRefused extends Error {
  readonly code: string;
  readonly side: "sources" | "targets" | null;
  readonly index: number | null;
  readonly values: number[];
}

export declare class Scene {
  private constructor();
  nearest(origins: Numbers, directions: Numbers, options?: { face?: "any" | "front" | "back"; ranges?: Numbers }): Hits;
  free(): void;
}

export declare class Quadcal {
  private constructor();
  readonly version: string;
  words(code: number): { name: string; text: string };
  check(quads: Numbers, options?: { limits?: Limits; strict?: boolean; facing?: Numbers }): Verdicts;
  measure(quads: Numbers): Float64Array;
  scene(quads: Numbers): Scene;
  move(motion: Numbers, points: Numbers): Float64Array;
  fit(sources: Numbers, targets: Numbers, options?: { weights?: Numbers; solver?: "default" | "fast" | "exact" }): Fit;
  fitMany(sources: Numbers, targets: Numbers, pairs: number): Fits;
  calibrate(sources: Numbers, targets: Numbers,
    options?: { at?: Numbers; groups?: readonly number[]; model?: Model; robust?: boolean }): Calibration;
}

export declare function hasSIMD(): boolean;

export declare function load(source?: BufferSource | Response | Promise<BufferSource | Response>): Promise<Quadcal>;
