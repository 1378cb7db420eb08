import QuadGeometry
import TestSupport
import Testing

@testable import RigidCalibration

@Suite("Markers that share a date")
struct SharedDatesTests {
    /// A hall that was walked to its end and back, with a drift that walks at random; markers are dated when they were uploaded.
    private struct Walk {
        static let length = 12.0, seconds = 600.0, noise = 0.002
        /// What the end is off by from the beginning, root mean square of a coordinate, in metres.
        static let drift = 0.1

        var places: [SIMD3<Double>] = [], truth: [SIMD3<Double>] = [], targets: [SIMD3<Double>] = []
        var dates: [Double?] = []
        let turn = Rotation(rotationVector: SIMD3(0, 0.7, 0)) ?? .identity, shift = SIMD3(3.0, -1, 8)

        init(_ count: Int, uploads: Int, seed: UInt64) {
            var random = SeededGenerator(seed: seed)
            var off = SIMD3<Double>.zero, time = 0.0
            for marker in 0..<count {
                let next =
                    Walk.seconds * (Double(marker) + .random(in: 0..<1, using: &random)) / Double(count)
                off +=
                    SIMD3<Double>.normal(using: &random)
                    * (Walk.drift * ((next - time) / Walk.seconds).squareRoot())
                time = next
                let share = 2 * time / Walk.seconds, along = Walk.length * (share < 1 ? share : 2 - share)
                let place = SIMD3(
                    along, .random(in: 0...2.5, using: &random), .random(in: 0...6, using: &random))
                places.append(place)
                truth.append(turn * (place + off) + shift)
                targets.append(truth[marker] + SIMD3<Double>.normal(using: &random) * Walk.noise)
                dates.append(
                    Walk.seconds / Double(uploads) * (time * Double(uploads) / Walk.seconds).rounded(.up))
            }
        }

        /// Every other marker is a pin; of the others, whether each is within its bound.
        func areHeld() throws -> [Bool] {
            let pins = places.indices.filter { $0 % 2 == 0 }, others = places.indices.filter { $0 % 2 == 1 }
            var options = CalibrationOptions()
            options.model = .yaw
            let calibration = try Calibration(
                Correspondences(sources: pins.map { places[$0] }, targets: pins.map { targets[$0] }),
                options: options)
            let straightened = try StraightenedMotion(calibration, by: .time, times: pins.map { dates[$0] })
            let shifts = try straightened.shifts(
                of: others.map { places[$0] }, times: others.map { dates[$0] })
            return zip(others, shifts).map { marker, shift in
                let moved = calibration.moved(places[marker]) + shift.shift
                return (moved - truth[marker]).length <= shift.predictedError
            }
        }
    }

    /// Of a bound of 95 %, with what chance makes of some thousand markers that share their drift.
    private static let leastHeld = 0.93

    @Test("bounds hold for markers that were uploaded together", arguments: [2, 3, 4, 8])
    func uploads(_ uploads: Int) throws {
        let held = try (UInt64(1)...40).flatMap { try Walk(48, uploads: uploads, seed: $0).areHeld() }
        let share = Double(held.count { $0 }) / Double(held.count)
        #expect(share >= Self.leastHeld, "\(share) of \(held.count)")
    }

    @Test("bounds of the one motion hold where a scan drifts with the time, not with the place")
    func ofOneMotion() throws {
        var held = 0, all = 0
        for seed in UInt64(1)...40 {
            let walk = Walk(48, uploads: 3, seed: seed)
            func quads(_ middles: [SIMD3<Double>]) -> [Quad] {
                middles.map { Quad.rectangle(0.2, 0.2).moved(by: $0) }
            }
            // Each marker is square to the axes in both scans, so that its corners have no noise.
            let turned = walk.targets.map { walk.turn.inverted() * ($0 - walk.shift) }
            let pins = walk.places.indices.filter { $0 % 2 == 0 }
            let calibration = try Calibration(
                quads(pins.map { walk.places[$0] }), quads(pins.map { turned[$0] }))
            for marker in walk.places.indices where marker % 2 == 1 {
                let truth = walk.turn.inverted() * (walk.truth[marker] - walk.shift)
                let miss = (calibration.moved(walk.places[marker]) - truth).length
                held += miss <= (calibration.predictedError(at: walk.places[marker]) ?? 0) ? 1 : 0
                all += 1
            }
        }
        #expect(Double(held) >= Self.leastHeld * Double(all), "\(held) of \(all)")
    }

    @Test("of very many pins those of each date stay")
    func many() throws {
        let places = (0..<400).map { (place: Int) -> SIMD3<Double> in
            let (row, column) = place.quotientAndRemainder(dividingBy: 20)
            return SIMD3(Double(column), Double(row), Double(place * place % 7))
        }
        let calibration = try Calibration(places, places)
        let times = places.indices.map { Double($0 % 4) as Double? }
        let pins = try FittedPins(calibration, by: .time, times: times, most: 100).pins
        #expect(pins.count == 100)
        #expect(Set(pins.map { $0.time }) == [0, 1, 2, 3])
    }
}
