import Glibc
import QuadGeometry
import RigidCalibration

// Writes cases for the doors, and the results that the Swift library itself has: DoorCases CASES RESULTS.

let input = DoorInput(quads: 200_000, rays: 4_000, many: 20_000, sums: 200_000, single: 400, scans: 24)
var output = DoorOutput()

/// The issues of each quad one by one, not the verdicts of which the door makes use.
@MainActor func verdicts(_ name: String, _ profile: QuadProfile, facing: SIMD3<Double>? = nil) {
    output.begin(name)
    let check = QuadCheck(profile), all = input.quads.map { check.issues($0, facing: facing) }
    output.put(all.count { !$0.isEmpty })
    let order = QuadIssue.Code.allCases
    for issues in all {
        output.put(issues.reduce(UInt32(0)) { $0 | 1 << UInt32(order.firstIndex(of: $1.code) ?? 31) })
    }
    let severities: [Severity] = [.hint, .info, .warning, .error]
    for issues in all {
        output.put(byte: UInt8(issues.map { 1 + (severities.firstIndex(of: $0.severity) ?? 9) }.max() ?? 0))
    }
    output.end()
}
verdicts("verdicts", .app)
verdicts("verdicts facing", .app, facing: SIMD3(0, 0, 1))
verdicts("strict verdicts", .strict)

output.begin("measures")
for quad in input.quads {
    let normal = quad.normal
    output.put(quad.center)
    output.put(normal ?? .zero)
    output.put(quad.area)
    output.put(normal == nil ? .nan : quad.flatness ?? .nan)
}
output.end()

output.begin("rays")
let hits = input.rays.map { ray -> RayHit? in
    // The quads one by one, by the exact order of hits, without the scan of which the door makes use.
    ray.nearestHit(among: input.quads[..<input.targets])
}
for hit in hits { output.put(hit?.index ?? -1) }
for hit in hits {
    for number in [hit?.hit.distance, hit?.hit.u, hit?.hit.v] { output.put(number ?? .nan) }
}
for hit in hits { output.put(byte: hit.map { $0.hit.face == .front ? 1 : 2 } ?? 0) }
output.end()

/// The points of numbers.
func points(_ numbers: [Double], _ range: Range<Int>) -> [SIMD3<Double>] {
    range.map { SIMD3(numbers[3 * $0], numbers[3 * $0 + 1], numbers[3 * $0 + 2]) }
}

output.begin("many fits")
let problems = input.many.sources.count / 3 / input.pairs
let fits = (0..<problems).map { problem in
    let range = problem * input.pairs..<(problem + 1) * input.pairs
    return Result { () throws(RigidFitError) in
        try RigidFit(
            Correspondences(
                sources: points(input.many.sources, range), targets: points(input.many.targets, range)),
            solver: .fast)
    }
}
output.put(fits.count { if case .failure = $0 { true } else { false } })
for fit in fits {
    switch fit {
    case .success(let fit):
        output.put(0)
        output.put(fit.targetFromSource)
    case .failure(let error):
        output.put(DoorOutput.numbers(of: error).0)
        for _ in 0..<18 { output.put(Double.nan) }
    }
}
output.end()

output.begin("moments")
let moments = try input.sums.sources.withUnsafeBufferPointer { sources in
    try input.sums.targets.withUnsafeBufferPointer { targets in
        try PairMoments(packed: sources, targets: targets)
    }
}
for number in moments.numbers { output.put(number) }
let summed = try moments.fit()
output.put(summed)
output.end()
output.begin("moved points")
output.put(summed.targetFromSource.transform?.translation ?? .zero)
for point in points(input.sums.sources, 0..<input.sums.sources.count / 3) {
    output.put(summed.targetFromSource * point)
}
output.end()

output.begin("single fits")
for one in input.single {
    let all = 0..<one.sources.count / 3
    for solver in [RigidSolver.default, .fast, .exact] {
        for weights in [nil, one.weights] {
            do throws(RigidFitError) {
                output.put(
                    try RigidFit(
                        Correspondences(
                            sources: points(one.sources, all), targets: points(one.targets, all),
                            weights: weights),
                        solver: solver))
            } catch {
                output.put(error)
            }
        }
    }
}
output.end()

/// Pairs of a scan, four a marker.
func pairs(_ scan: (sources: [Double], targets: [Double]), isGrouped: Bool) throws(RigidFitError)
    -> Correspondences
{
    let all = 0..<scan.sources.count / 3
    return try Correspondences(
        sources: points(scan.sources, all), targets: points(scan.targets, all),
        groups: isGrouped ? all.map { $0 / 4 } : nil)
}

output.begin("robust fits")
for scan in input.scans {
    for isGrouped in [false, true] {
        do throws(RigidFitError) {
            let found = try RobustFit(pairs(scan, isGrouped: isGrouped))
            output.put(found.fit)
            output.put(found.bound)
            output.put(found.margin)
            for number in [found.support, found.neededSupport, found.rival?.support ?? 0] {
                output.put(number)
            }
            output.put(found.boundWasEstimated ? 1 : 0)
            for inlier in found.inliers { output.put(byte: inlier ? 1 : 0) }
        } catch {
            output.put(error)
        }
    }
}
output.end()

output.begin("calibrations")
for scan in input.scans {
    let usual = MotionModel.usualTilt
    let models: [MotionModel?] = [nil, .translation, .yaw, .gravity(tilt: usual), .rigid, .similarity]
    for (number, model) in models.enumerated() {
        do throws(RigidFitError) {
            var options = CalibrationOptions()
            options.model = model
            if number == 2 { options.noise = 0.002 }
            options.interest = points(scan.sources, 0..<scan.sources.count / 3)
            let pairs = try pairs(scan, isGrouped: true)
            let found =
                number % 2 == 1
                ? try Calibration(robust: pairs, options: options) : try Calibration(pairs, options: options)
            let evidence = found.evidence
            output.put(found.targetFromSource)
            for number in [found.growth, evidence.rms, evidence.largest] { output.put(number) }
            output.put(evidence.leaveOneOutRMS ?? .nan)
            output.put(evidence.freedom)
            output.put(evidence.noise ?? .nan)
            output.put(evidence.errorAtFiveMetres ?? .nan)
            output.put(models.firstIndex { $0?.name == found.model.name } ?? -1)
            output.put([FitVerdict.pass, .warn, .fail].firstIndex(of: found.verdict) ?? -1)
            let codes = [
                "SCALE_SLIP", "SCALE_DIFFERS", "MIRRORED", "UPSIDE_DOWN", "POOR_FIT", "OUTLYING_PAIRS",
                "AMBIGUOUS_MOTION", "SCAN_DRIFT", "ALREADY_APPLIED", "WEAK_GEOMETRY", "TILTED",
                "NOISE_MISFIT", "NO_REDUNDANCY",
            ]
            output.put(found.judgements.reduce(0) { $0 | 1 << (codes.firstIndex(of: $1.code) ?? 31) })
            for point in options.interest {
                output.put(evidence.covariance?.predictedError(atMoved: found.moved(point)) ?? .nan)
            }
        } catch {
            output.put(error)
        }
    }
}
output.end()

/// Writes bytes to a file, or ends the program.
func write(_ bytes: UnsafeRawBufferPointer, to path: String) {
    guard let file = fopen(path, "wb"), fwrite(bytes.baseAddress, 1, bytes.count, file) == bytes.count,
        fclose(file) == 0
    else {
        perror(path)
        exit(2)
    }
}
guard CommandLine.arguments.count == 3 else {
    print("usage: DoorCases CASES RESULTS")
    exit(2)
}
input.numbers.withUnsafeBytes { write($0, to: CommandLine.arguments[1]) }
output.bytes.withUnsafeBytes { write($0, to: CommandLine.arguments[2]) }
print(
    "\(input.quads.count) quads, \(input.rays.count) rays, \(problems) fits, kernels \(KernelLevel.best.rawValue)"
)
