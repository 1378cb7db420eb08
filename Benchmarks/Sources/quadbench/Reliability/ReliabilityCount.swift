import Foundation
import QuadGeometry
import RigidCalibration

/// Sound markers that were called wrong, and planted errors that were found.
struct ReliabilityCount {
    let name: String
    private(set) var tests = 0, planted = 0
    private var scenes = 0, alarms = 0, found = 0
    /// Scenes of which nothing is known, and markers in which an error is never found.
    private var silent = 0, unchecked = 0

    init(name: String) { self.name = name }

    mutating func add(_ other: ReliabilityCount) {
        scenes += other.scenes
        tests += other.tests
        alarms += other.alarms
        planted += other.planted
        found += other.found
        silent += other.silent
        unchecked += other.unchecked
    }

    /// Counts a made-up scene, and the same with an error of the stated size in a marker of chance.
    mutating func add(_ kind: ReliabilityScene.Kind, using random: inout SeededGenerator) throws {
        let scene = ReliabilityScene(kind, using: &random)
        try add(kind.options, using: &random) { try scene.pairs(planted: $0) }
    }

    /// Counts pairs as they are, and with an error that they are asked for.
    mutating func add(
        _ options: CalibrationOptions, using random: inout SeededGenerator,
        _ pairs: ((marker: Int, error: SIMD3<Double>)?) throws -> Correspondences
    ) throws {
        scenes += 1
        let sound: FitReliability
        do {
            sound = try FitReliability(pairs(nil), options: options)
        } catch is RigidFitError {
            silent += 1
            return
        }
        guard let law = sound.law else {
            silent += 1
            return
        }
        let chances = sound.markers.compactMap(\.probability)
        tests += chances.count
        alarms += chances.count { $0 < law.falseAlarm }
        let marker = Int.random(in: sound.markers.indices, using: &random)
        let sign = Bool.random(using: &random) ? 1.0 : -1
        guard let hidden = sound.markers[marker].hidden else {
            unchecked += 1
            return
        }
        let off = try FitReliability(
            pairs((marker, hidden.direction * (sign * hidden.size))), options: options)
        planted += 1
        if let chance = off.markers[marker].probability, chance < law.falseAlarm { found += 1 }
    }

    var falseAlarmPercent: Double { 100 * Double(alarms) / Double(max(tests, 1)) }
    var foundPercent: Double { 100 * Double(found) / Double(max(planted, 1)) }

    var line: String {
        "\(name): \(scenes) scenes, false alarms \(alarms) of \(tests) tests "
            + String(
                format: "(%.3f %%), found %d of %d (%.2f %%)", falseAlarmPercent, found, planted, foundPercent
            )
            + (silent + unchecked > 0
                ? ", \(silent) scenes without a law, \(unchecked) markers unchecked" : "")
    }

    var document: [String: Any] {
        [
            "name": name, "scenes": scenes, "tests": tests, "falseAlarms": alarms, "planted": planted,
            "found": found, "withoutLaw": silent, "unchecked": unchecked,
        ]
    }
}

/// The counts of each seed in a file: a line of tab-separated numbers for each kind.
extension ReliabilityCount {
    static func read(_ file: String, _ scenes: Int) throws -> [(seed: UInt64, count: ReliabilityCount)] {
        guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { return [] }
        return try text.split(separator: "\n").enumerated().compactMap { number, line in
            let cells = line.split(separator: "\t").map(String.init)
            let numbers = cells.dropFirst(2).compactMap { Int($0) }
            guard cells.count == 10, numbers.count == 8, let seed = UInt64(cells[0]) else {
                throw BenchError.badLine(file, number + 1, "is not one of this bench")
            }
            guard numbers[0] == scenes else { return nil }
            var count = ReliabilityCount(name: cells[1])
            (count.scenes, count.tests, count.alarms) = (numbers[1], numbers[2], numbers[3])
            (count.planted, count.found) = (numbers[4], numbers[5])
            (count.silent, count.unchecked) = (numbers[6], numbers[7])
            return (seed, count)
        }
    }

    static func write(_ lines: [(seed: UInt64, count: ReliabilityCount)], _ scenes: Int, to file: String)
        throws
    {
        let text = lines.map { seed, count in
            let numbers = [
                scenes, count.scenes, count.tests, count.alarms, count.planted, count.found, count.silent,
                count.unchecked,
            ]
            return "\(seed)\t\(count.name)\t" + numbers.map { "\($0)" }.joined(separator: "\t")
        }
        try Data((text.joined(separator: "\n") + "\n").utf8).write(
            to: URL(fileURLWithPath: file), options: .atomic)
    }
}
