// What quadcal.h says, as the module needs it. quadcal.header.test.js compares all of it with the header and with the module.

/** The version of quadcal.h that this file was written for. */
export const ABI = 1

/** What may be wrong with a quad: bits of a mask. */
export const Code = Object.freeze(Object.fromEntries([
  "WRONG_SHAPE", "NON_FINITE", "OUT_OF_RANGE", "DUPLICATE_CORNERS", "ZERO_AREA", "SELF_INTERSECTING", "CONCAVE", "NON_PLANAR", "FOLDED",
  "TOO_SMALL", "TOO_LARGE", "STRAIGHT_CORNER", "ASPECT_RATIO", "WINDING", "NOT_RECTANGULAR",
].map((name, bit) => [name, 1 << bit])))

/** The weight of the gravest finding. */
export const Severity = Object.freeze(["sound", "hint", "info", "warning", "error"])

// Words for the numbers from 0 of an enumeration.
export const faces = ["any", "front", "back"]
export const solvers = ["default", "fast", "exact"]
export const models = ["chosen", "translation", "yaw", "gravity", "rigid", "similarity"]
export const verdicts = ["pass", "warn", "fail"]
export const ways = ["none", "place", "time", "auto"]
export const sides = ["sources", "targets"]
export const units = [null, "metres", "square metres", "radians", "ratio", "numbers"]
export const fixes = [null, "reorder", "flatten"]

// The codes there are, those about several quads included, and the judgements.
export const codeCount = 23
export const judgementCount = 13
/** The first status that is a refusal of a fit and not a mistake of a caller. */
export const firstRefusal = 100

// Structures of 18, 12 and 3 doubles, and of a measure.
export const size = { motion: 144, quad: 96, point: 24, measure: 64 }

const bytesOfType = { double: 8, int64: 8, int32: 4, uint32: 4, motion: size.motion }

// Members as in C: a type and names.
const described = {
  limits: ["double snap flatness_warning flatness_error fold_angle shortest_edge longest_edge aspect_ratio largest_coordinate "
    + "straight_angle rectangle_angle", "int32 fold_severity reserved"],
  finding: ["double value limit location[3]", "int32 code severity unit corner coordinate fix order[4]"],
  problem: ["int32 status side", "int64 index", "double values[5]"],
  fit_result: ["motion motion", "double rms digits singular_values[3]", "int32 solver steps"],
  robust_result: ["fit_result fit", "motion rival", "double bound margin", "int64 support needed_support rival_support",
    "int32 bound_was_estimated reserved"],
  options: ["double tilt_degrees noise marker_noise bound", "int32 model is_robust choice no_drift"],
  calibration: ["motion motion", "double growth rms largest leave_one_out freedom noise error_at_five_metres", "int32 model verdict",
    "uint32 judgements", "int32 reserved"],
  straightening: ["calibration fit", "double leave_one_out leave_one_out_of_motion reach", "int64 pins", "int32 by reserved"],
}

/** The structures of quadcal.h by name: their size, and of each member the type, the place and the count. */
export const structures = {}
for (const [name, lines] of Object.entries(described)) structures[name] = arranged(lines)

// Each member lies at the next multiple of its alignment, and the whole ends at one of 8, since all hold doubles.
function arranged(lines) {
  const members = []
  let end = 0
  for (const line of lines) {
    const [type, ...names] = line.split(" ")
    const bytes = bytesOfType[type] ?? structures[type].size
    for (const described of names) {
      const [, name, count = "1"] = described.match(/^(\w+)(?:\[(\d+)\])?$/), alignment = Math.min(bytes, 8)
      const place = Math.ceil(end / alignment) * alignment
      members.push({ name: name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase()), type, place, count: Number(count) })
      end = place + bytes * count
    }
  }
  return { size: Math.ceil(end / 8) * 8, members }
}

/** The members of a structure in a view: numbers, and copies of arrays. */
export function readStructure(name, view, start = 0) {
  const read = {
    double: place => view.getFloat64(place, true),
    int64: place => Number(view.getBigInt64(place, true)),
    int32: place => view.getInt32(place, true),
    uint32: place => view.getUint32(place, true),
    motion: place => Float64Array.from({ length: size.motion / 8 }, (_, index) => view.getFloat64(place + 8 * index, true)),
  }
  return Object.fromEntries(structures[name].members.map(({ name, type, place, count }) => {
    const one = read[type] ?? (place => readStructure(type, view, place))
    return [name, count === 1 ? one(start + place) : Float64Array.from({ length: count }, (_, index) => one(start + place + bytesOfType[type] * index))]
  }))
}

/** Writes members of a structure; those that are undefined stay. */
export function writeStructure(name, view, start, values) {
  for (const { name: member, type, place } of structures[name].members) {
    if (values[member] === undefined) continue
    if (type === "double") view.setFloat64(start + place, values[member], true)
    else view.setInt32(start + place, values[member], true)
  }
}
