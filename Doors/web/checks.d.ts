import { Quadcal } from "./quadcal.js";
export { ABI, Code, type Finding, type Hits, type Limits, Scene, Severity, type Verdicts, type Words, hasSIMD } from "./quadcal.js";

/** Checks, measures and rays without fits. */
export type Checks = Pick<Quadcal, "version" | "names" | "words" | "limits" | "check" | "findings" | "measure" | "scene">;

export declare function loadChecks(source?: BufferSource | Response | Promise<BufferSource | Response>): Promise<Checks>;
