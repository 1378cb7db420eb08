import QuadGeometry
import RigidCalibration

/// The library's own answers about scans, of whose pairs some are wrong.
struct ScanCases {
    let input: DoorInput
    /// The kinds of answers, by their names: statuses of refusals, verdicts, codes of judgements, and motions with a rival.
    private(set) var kinds: [String: Int] = [:]

    /// The kinds without which the cases would show less than they should.
    static let wanted =
        judgements.filter { $0 != "NO_REDUNDANCY" } + ["pass", "warn", "fail", "growth"]
        + ["robust with a rival", "robust without a rival"]
        + ["straightened by place", "straightened by time", "not straightened"]
        + [102, 103, 106, 117, 118, 119, 120, 121].map { "robust refused by \($0)" }

    init(input: DoorInput) { self.input = input }

    mutating func put(into output: inout DoorOutput) {
        output.begin("robust fits")
        for place in input.scans.indices { for way in 0..<6 { robust(place, way, into: &output) } }
        output.end()
        output.begin("calibrations")
        for place in input.scans.indices { for model in 0..<6 { calibration(place, model, into: &output) } }
        output.end()
        output.begin("straightened")
        for place in input.scans.indices { for way in 0..<4 { straightened(place, way, into: &output) } }
        output.end()
    }

    private func pairs(_ place: Int, isGrouped: Bool, isWeighted: Bool) throws(RigidFitError)
        -> Correspondences
    {
        let scan = input.scans[place], sources = FitCases.points(scan.sources)
        return try Correspondences(
            sources: sources, targets: FitCases.points(scan.targets),
            weights: isWeighted ? scan.weights : nil,
            groups: isGrouped ? sources.indices.map { $0 / 4 } : nil)
    }

    private mutating func refuse(_ error: RigidFitError, of kind: String, into output: inout DoorOutput) {
        output.put(DoorProblem(error))
        kinds["\(kind) refused by \(DoorProblem(error).status)", default: 0] += 1
    }

    /// In one of six ways: every second by groups, those from 2 on with weights, 2 and 3 with a bound, 4 and 5 with a choice.
    private mutating func robust(_ place: Int, _ way: Int, into output: inout DoorOutput) {
        do throws(RigidFitError) {
            let found = try RobustFit(
                pairs(place, isGrouped: way % 2 == 1, isWeighted: way >= 2), bound: way / 2 == 1 ? 0.01 : nil,
                choice: way / 2 == 2 ? 1 + place % 2 : nil)
            output.put(found.fit)
            if let rival = found.rival {
                output.put(rival.targetFromSource)
                kinds["robust with a rival", default: 0] += 1
            } else {
                for _ in 0..<18 { output.put(Double.nan) }
                kinds["robust without a rival", default: 0] += 1
            }
            output.put(found.bound)
            output.put(found.margin)
            for number in [found.support, found.neededSupport, found.rival?.support ?? 0] {
                output.put(number)
            }
            output.put(found.boundWasEstimated ? 1 : 0)
            output.put(found.inliers)
        } catch {
            refuse(error, of: "robust", into: &output)
        }
    }

    private static let models: [MotionModel?] = [
        nil, .translation, .yaw, .gravity(tilt: MotionModel.usualTilt), .rigid, .similarity,
    ]
    private static let judgements = [
        "SCALE_SLIP", "SCALE_DIFFERS", "MIRRORED", "UPSIDE_DOWN", "POOR_FIT", "OUTLYING_PAIRS",
        "AMBIGUOUS_MOTION", "SCAN_DRIFT", "ALREADY_APPLIED", "WEAK_GEOMETRY", "TILTED", "NOISE_MISFIT",
        "NO_REDUNDANCY",
    ]

    /// By one of six models, each with an option of its own.
    private mutating func calibration(_ place: Int, _ number: Int, into output: inout DoorOutput) {
        do throws(RigidFitError) {
            var options = CalibrationOptions()
            options.model = ScanCases.models[number]
            if number == 0 { options.tilt = 1 }
            if number == 2 { options.noise = 0.002 }
            if number == 3 { options.markerNoise = 0.003 }
            if number == 4 { options.drift = .none }
            let scan = input.scans[place], isRobust = number % 2 == 1
            options.interest = FitCases.points(isRobust ? scan.targets : scan.sources)
            let pairs = try pairs(place, isGrouped: true, isWeighted: number >= 3)
            let found =
                isRobust
                ? try Calibration(
                    robust: pairs, bound: number == 1 ? 0.02 : nil, options: options,
                    choice: number == 5 ? 1 : nil) : try Calibration(pairs, options: options)
            put(found, options.interest, into: &output)
        } catch {
            refuse(error, of: "calibration", into: &output)
        }
    }

    /// Not, by place, by time or by what is worth it, each tenth of a minute a marker.
    private mutating func straightened(_ place: Int, _ way: Int, into output: inout DoorOutput) {
        do throws(RigidFitError) {
            let pairs = try pairs(place, isGrouped: true, isWeighted: false)
            let markers = stride(from: 0, to: pairs.count, by: 4).map { first in
                Quad(
                    pairs.sources[first], pairs.sources[first + 1], pairs.sources[first + 2],
                    pairs.sources[first + 3])
            }
            var options = CalibrationOptions()
            options.interest = markers.map(\.center)
            let found = try Calibration(pairs, options: options)
            let times = (0..<pairs.count).map { Double?(Double(6 * ($0 / 4))) }
            do throws(StraighteningError) {
                let all: [StraightenedMotion?] = [
                    nil, way == 1 ? try StraightenedMotion(found, by: .place) : nil,
                    way == 2 ? try StraightenedMotion(found, by: .time, times: times) : nil,
                    way == 3 ? StraighteningChoice(found, times: times).chosen : nil,
                ]
                let own = all[way]
                output.put([nil, .place, .time].firstIndex(of: own?.law.kind) ?? -1)
                kinds[own.map { "straightened by \($0.law.kind)" } ?? "not straightened", default: 0] += 1
                for number in [own?.leaveOneOut, own?.leaveOneOutOfMotion, own?.reach] {
                    output.put(number ?? .nan)
                }
                for (marker, quad) in markers.enumerated() {
                    let time = times[4 * marker], shift = try own?.shift(of: quad.center, time: time)
                    let moved = try own?.moved(quad, time: time) ?? found.moved(quad)
                    for corner in moved.corners { output.put(corner) }
                    output.put(shift?.predictedError ?? found.predictedError(at: quad.center) ?? .nan)
                    output.put(shift?.beyond ?? 0)
                }
            } catch {
                output.put(100)
                kinds["straightening refused by \(error.code)", default: 0] += 1
            }
        } catch {
            refuse(error, of: "straightening", into: &output)
        }
    }

    private mutating func put(
        _ found: Calibration, _ interest: [SIMD3<Double>], into output: inout DoorOutput
    ) {
        let evidence = found.evidence
        output.put(found.targetFromSource)
        for number in [found.growth, evidence.rms, evidence.largest] { output.put(number) }
        output.put(evidence.leaveOneOutRMS ?? .nan)
        output.put(evidence.freedom)
        output.put(evidence.noise ?? .nan)
        output.put(evidence.errorAtFiveMetres ?? .nan)
        output.put(ScanCases.models.firstIndex { $0?.name == found.model.name } ?? -1)
        output.put([FitVerdict.pass, .warn, .fail].firstIndex(of: found.verdict) ?? -1)
        output.put(
            found.judgements.reduce(0) { $0 | 1 << (ScanCases.judgements.firstIndex(of: $1.code) ?? 31) })
        for point in interest {
            output.put(found.predictedError(at: point) ?? .nan)
        }
        output.put(found.selection?.inliers ?? [Bool](repeating: true, count: interest.count))
        for point in interest { output.put(found.moved(point)) }
        kinds["\(found.verdict)", default: 0] += 1
        for judgement in found.judgements { kinds[judgement.code, default: 0] += 1 }
        if found.growth != 1 { kinds["growth", default: 0] += 1 }
    }
}
