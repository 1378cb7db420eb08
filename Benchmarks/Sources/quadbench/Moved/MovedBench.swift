import Foundation
import QuadGeometry
import RigidCalibration

/// Which markers moved: how often some is called moved where none was, and how often one that was is found.
///
/// The power of theory is that of χ² with an offset, by the errors that the scene was made with and the redundancy of the marker.
enum MovedBench {
    static let usage = "moved [--scenes N] [--seed S] [--only TEXT]"

    static func run(_ options: [String: String]) throws -> Any {
        let seed = UInt64(try options.count("seed", default: 1))
        let scenes = try options.count("scenes", default: usualScenes)
        let chosen = kinds.filter { kind in options["only"].map { kind.name.contains($0) } ?? true }
        guard !chosen.isEmpty else { throw BenchError.usage(usage) }
        ReliabilityBench.write("seed \(seed), \(scenes) scenes each")
        var rows: [[String: Any]] = [], broken: [String] = []
        for kind in chosen {
            var count = Count()
            for scene in 0..<scenes {
                var random = SeededGenerator(seed: seed, sample: scene)
                try count.add(kind, using: &random)
            }
            ReliabilityBench.write("\(kind.name): \(count.line)")
            if !kind.isKept(count) { broken.append("\(kind.name): \(count.line)") }
            rows.append(count.document.merging(["name": kind.name]) { first, _ in first })
        }
        return [
            "seed": seed, "scenes": scenes, "rows": rows, "broken": broken,
            QuadBench.failure: !broken.isEmpty,
        ]
            as [String: Any]
    }

    private static let usualScenes = 1000

    /// Scenes, what was moved in them, and what counts are judged by, in percent.
    private struct Kind {
        let name: String
        let scene: ReliabilityScene.Kind
        /// The length by which a marker of chance is moved, in metres.
        var length = 0.0
        /// False alarms of scans in which nothing moved.
        var falseAlarms: ClosedRange<Double>?
        /// Scans in which nothing moved and whose markers together differ by more than errors explain, in percent.
        var incongruent: ClosedRange<Double>?
        /// The most that the share found may differ from theory.
        var power: Double?

        func isKept(_ count: Count) -> Bool {
            if let falseAlarms, !falseAlarms.contains(percent: count.falseAlarmPercent, of: count.told) {
                return false
            }
            if let incongruent, !incongruent.contains(percent: count.incongruentPercent, of: count.tested) {
                return false
            }
            let expected = count.expectedPercent
            if let power,
                !(expected - power...expected + power).contains(percent: count.foundPercent, of: count.told)
            {
                return false
            }
            return true
        }
    }

    private static let kinds: [Kind] = {
        func scene(_ place: Int) -> ReliabilityScene.Kind {
            var kind = ReliabilityScene.kinds[place]
            kind.count = 8...20
            return kind
        }
        // Small errors, by which 5 and 10 mm are neither lost nor certain to be found.
        var fine = scene(0)
        (fine.marker, fine.corner) = (0.0015, 0.001)
        (fine.options.markerNoise, fine.options.noise) = (fine.marker, fine.corner)
        // As by the tool: errors stated, and a drift reckoned with all the same.
        var both = scene(0)
        both.options.drift = .estimated
        return [
            Kind(name: "none, errors stated, drift as well", scene: both, falseAlarms: 0...1.3),
            Kind(
                name: "none, errors stated", scene: scene(0), falseAlarms: 0.7...1.3, incongruent: 0.7...1.3),
            Kind(name: "none, errors estimated", scene: scene(2), falseAlarms: 0.7...1.3),
            Kind(name: "none, drift reckoned with", scene: scene(3), falseAlarms: 0...1.3),
            Kind(name: "none, drift", scene: scene(4), falseAlarms: 0...2),
            Kind(name: "5 mm", scene: scene(0), length: 0.005, power: 2),
            Kind(name: "10 mm", scene: scene(0), length: 0.01, power: 2),
            Kind(name: "20 mm", scene: scene(0), length: 0.02, power: 2),
            Kind(name: "5 mm, small errors", scene: fine, length: 0.005, power: 2),
            Kind(name: "10 mm, small errors", scene: fine, length: 0.01, power: 2),
            Kind(name: "20 mm, errors estimated", scene: scene(2), length: 0.02),
            Kind(name: "40 mm, errors estimated", scene: scene(2), length: 0.04),
            Kind(name: "100 mm, drift", scene: scene(4), length: 0.1),
        ]
    }()

    private struct Count {
        private var scans = 0, alarms = 0, refused = 0, found = 0, others = 0
        /// Of the alarms those that are of a turn alone.
        private var turns = 0
        /// Of scans without movement those that the global test finds.
        private var incongruent = 0
        private(set) var tested = 0
        private var expected = 0.0

        mutating func add(_ kind: Kind, using random: inout SeededGenerator) throws {
            let scene = ReliabilityScene(kind.scene, using: &random)
            let marker = Int.random(in: 0..<scene.count, using: &random)
            let shift = SIMD3<Double>.randomDirection(using: &random) * kind.length
            let isMoved = kind.length > 0
            let pairs = try scene.pairs(planted: isMoved ? (marker, shift) : nil)
            scans += 1
            let told: MovedMarkers
            do throws(MovedMarkersError) { told = try MovedMarkers(pairs, options: kind.scene.options) } catch
            {
                refused += 1
                return
            }
            if !isMoved {
                if let congruence = told.congruence {
                    tested += 1
                    incongruent += congruence < MovedMarkers.usualFalseAlarm ? 1 : 0
                }
                alarms += told.moved.isEmpty ? 0 : 1
                turns += !told.moved.isEmpty && told.moved.allSatisfy { !$0.isShifted } ? 1 : 0
                return
            }
            found += told.moved.contains { $0.marker == marker && $0.isShifted } ? 1 : 0
            others += told.moved.contains { $0.marker != marker } ? 1 : 0
            let share = MovedMarkers.usualFalseAlarm / 2 / Double(scene.count)
            let reliability = try FitReliability(scene.pairs(), options: kind.scene.options)
            guard let law = DetectionLaw(directions: 3, falseAlarm: share) else { return }
            let own = kind.scene.marker * kind.scene.marker + kind.scene.corner * kind.scene.corner / 4
            let square = shift.dot(reliability.markers[marker].block * shift) / own
            expected += law.power(of: square.squareRoot())
        }

        var told: Int { max(scans - refused, 1) }
        var incongruentPercent: Double { 100 * Double(incongruent) / Double(max(tested, 1)) }
        var falseAlarmPercent: Double { 100 * Double(alarms) / Double(told) }
        var foundPercent: Double { 100 * Double(found) / Double(told) }
        var expectedPercent: Double { 100 * expected / Double(told) }

        var line: String {
            expected == 0
                ? "\(alarms) of \(scans) scans called moved, \(turns) by a turn alone "
                    + String(format: "(%.2f %%), %d refused", falseAlarmPercent, refused)
                    + (tested > 0
                        ? String(
                            format: ", %d of %d incongruent (%.2f %%)", incongruent, tested,
                            incongruentPercent)
                        : "")
                : "found \(found) of \(scans) "
                    + String(
                        format:
                            "(%.1f %%, by theory %.1f %% where errors are stated), another one called moved in %d, %d refused",
                        foundPercent, expectedPercent, others, refused)
        }

        var document: [String: Any] {
            [
                "scans": scans, "alarms": alarms, "refused": refused, "found": found, "others": others,
                "incongruent": incongruent,
                "expected": expected,
            ]
        }
    }
}
