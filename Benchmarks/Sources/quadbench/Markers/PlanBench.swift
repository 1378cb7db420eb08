import Foundation
import Markers
import QuadGeometry
import RigidCalibration

/// The cost of a plan in each mode, beside reading the same markers.
enum PlanBench {
    static let usage = "plan --file F [--repeat K]"

    static func run(_ options: [String: String]) throws -> Any {
        let file = try options.required("file"), rounds = try options.count("repeat", default: 7)
        guard let contents = FileManager.default.contents(atPath: file) else {
            throw BenchError.badFile(file, "cannot be read")
        }
        let bytes = [UInt8](contents), markers = try MarkerList(bytes).markers
        guard !markers.isEmpty else { throw BenchError.badFile(file, "no markers") }
        let peakAfterReading = JSONBench.peakMegabytes
        let fitted = try Rescan(markers)
        var result: [String: Any] = [
            "markers": markers.count, "bytes": bytes.count, "peak_mb_reading": peakAfterReading,
        ]
        for mode in PushMode.allCases {
            let request = try fitted.request(mode)
            let plan = try RecalibrationPlan(markers, request)
            guard plan.updates.count == markers.count else {
                throw BenchError.badFile(file, "\(plan.updates.count) of \(markers.count) markers move")
            }
            let race = Race(items: markers.count, rounds: rounds)
            race.add("read") { race.found += (try? MarkerList(bytes))?.markers.count ?? 0 }
            race.add("plan") { race.found += (try? RecalibrationPlan(markers, request))?.count ?? 0 }
            race.add("bodies") { race.found += plan.updates.reduce(0) { $0 + ($1.body()?.count ?? 0) } }
            race.add("digest") { race.found += plan.digest.utf8.count }
            race.add("predicted") {
                race.found += plan.updates.count { ($0.predictedError ?? 0) > 0 }
            }
            let medians = race.medians()
            var figures = Dictionary(uniqueKeysWithValues: medians.map { ("ns_\($0)", $1) })
            if let read = medians["read"], let planned = medians["plan"] { figures["ratio"] = planned / read }
            result[mode.rawValue] = figures
        }
        result["peak_mb"] = JSONBench.peakMegabytes
        return result
    }

    /// Fits to some of the markers as another scan would see them.
    private struct Rescan {
        private let turned, shifted: PlannedMotion
        private let sessions: Set<UUID>

        init(_ markers: [Marker]) throws {
            sessions = Set(markers.map(\.workSessionID))
            let some = markers.prefix(12), quads = try some.map { try $0.quad }
            let fitted = zip(some, quads).map { FittedMarker(id: $0.id, corners: $1) }
            var random = SeededGenerator(seed: 1)
            func fit(_ turn: Double, _ model: MotionModel) throws -> PlannedMotion {
                let rotation = Rotation(rotationVector: SIMD3(0, turn, 0)) ?? .identity
                let targets = quads.map { quad in
                    quad.map {
                        rotation * $0 + SIMD3(2, 0.1, 1)
                            + SIMD3<Double>.random(in: -0.002...0.002, using: &random)
                    }
                }
                var options = CalibrationOptions()
                options.model = model
                let calibration = try Calibration(
                    try Correspondences(quads: quads, targets: targets), options: options)
                return PlannedMotion(calibration, from: .raw, to: .calibrated, fitted: fitted)
            }
            turned = try fit(0.3, .rigid)
            shifted = try fit(0, .translation)
        }

        func request(_ mode: PushMode) throws -> PlanRequest {
            PlanRequest(
                mode == .vector ? shifted : turned, mode: mode, frames: FrameMembership(chosen: sessions))
        }
    }
}
