import QuadGeometry
import TestSupport
import Testing

@testable import RigidCalibration

@Suite("Scans that cannot be straightened")
struct StraighteningRefusalTests {
    private typealias Hall = StraightenedMotionTests.Hall

    private func refusal(
        _ calibration: Calibration, _ kind: StraighteningKind, _ times: [Double?]? = nil
    ) -> StraighteningError? {
        do throws(StraighteningError) {
            _ = try StraightenedMotion(calibration, by: kind, times: times)
            return nil
        } catch { return error }
    }

    @Test("few markers, also of many corners")
    func few() throws {
        let quad = Quad(SIMD3(0, 1, 0), SIMD3(0.2, 1, 0), SIMD3(0.2, 0.8, 0), SIMD3(0, 0.8, 0))
        let one = try Calibration([quad], [quad.map { $0 + SIMD3(1, 0, 0) }])
        #expect(refusal(one, .place) == .tooFewPins(found: 1, needed: 4))
        let three = Hall(3, seed: 1)
        #expect(refusal(try three.calibration(.yaw), .place) == .tooFewPins(found: 3, needed: 4))
    }

    @Test("times that are missing, not finite, all equal, or not as many as the pairs")
    func times() throws {
        let hall = Hall(8, seed: 2), calibration = try hall.calibration()
        var times = hall.times
        #expect(refusal(calibration, .time) == .missingTime(pair: 0))
        times[5] = nil
        #expect(refusal(calibration, .time, times) == .missingTime(pair: 5))
        for bad in [Double.nan, .infinity, 1e30] {
            times[5] = bad
            #expect(refusal(calibration, .time, times) == .badTime(pair: 5))
        }
        #expect(refusal(calibration, .time, times.map { _ in 7 }) == .noExtent(.time))
        #expect(refusal(calibration, .time, [1, 2]) == .unpairedTimes(count: 2, pairs: 8))
        // By place times do not count.
        #expect(refusal(calibration, .place, times) == nil)
    }

    @Test("models without a turn or with a scale, and pairs with covariances of their own")
    func models() throws {
        let hall = Hall(8, seed: 3)
        #expect(refusal(try hall.calibration(.translation), .place) == .model(.translation))
        #expect(refusal(try hall.calibration(.similarity), .place) == .model(.similarity))
        let pairs = try Correspondences(
            sources: hall.sources, targets: hall.targets,
            targetCovariances: hall.targets.map { _ in SymmetricMatrix(diagonal: 1e-6) })
        #expect(refusal(try Calibration(pairs), .place) == .statedCovariances)
    }

    @Test("markers to be moved without a time or a place are named")
    func markers() throws {
        let hall = Hall(12, seed: 4)
        let straightened = try StraightenedMotion(hall.calibration(), by: .time, times: hall.times)
        #expect(throws: StraighteningError.markerWithoutTime(marker: 1)) {
            try straightened.shifts(of: [.zero, .zero], times: [1_700_000_000, nil])
        }
        #expect(throws: StraighteningError.markerWithoutTime(marker: 0)) { try straightened.shift(of: .zero) }
        #expect(throws: StraighteningError.badMarker(marker: 0)) {
            try straightened.shift(of: SIMD3(.nan, 0, 0), time: 1_700_000_000)
        }
    }

    @Test("pairs without any error, and markers that a robust fit left out")
    func exact() throws {
        let hall = Hall(8, bend: 0, noise: 0, seed: 5)
        let straightened = try StraightenedMotion(hall.calibration(), by: .place)
        #expect(try straightened.shift(of: SIMD3(3, 1, 0)).shift.length < 1e-9)
        #expect(StraighteningChoice(try hall.calibration()).chosen == nil)
        // A marker that does not count does not bend the scan, and needs no time.
        var wrong = Hall(30, bend: 0, seed: 6)
        wrong.targets[4] += SIMD3(0, 5, 0)
        wrong.times[4] = nil
        let robust = try Calibration(
            robust: Correspondences(sources: wrong.sources, targets: wrong.targets), bound: 0.03)
        let whole = try StraightenedMotion(robust, by: .time, times: wrong.times)
        #expect(whole.pinCount == 29)
        #expect(try whole.shift(of: wrong.sources[4], time: 1_700_000_030).shift.length < 0.01)
    }

    @Test("a record whose numbers cannot be one")
    func records() throws {
        let hall = Hall(8, seed: 7), calibration = try hall.calibration()
        let record = try StraightenedMotion(calibration, by: .place).record
        func refusal(_ change: (inout StraighteningRecord) -> Void) -> StraighteningError? {
            var changed = record
            change(&changed)
            do throws(StraighteningError) {
                _ = try StraightenedMotion(changed, of: calibration.targetFromSource, covariance: nil)
                return nil
            } catch { return error }
        }
        #expect(refusal { _ in } == nil)
        #expect(refusal { $0.pins.removeLast(5) } == .tooFewPins(found: 3, needed: 4))
        #expect(refusal { $0.pins = Array(repeating: $0.pins[0], count: 8) } == .noExtent(.place))
        for bad in [Double.nan, 0, -1] {
            #expect(
                refusal {
                    $0.pins[2] = ScanPin(
                        center: $0.pins[2].center, time: 0, residual: .zero, spread: bad)
                } == .badMarker(marker: 2))
        }
        #expect(refusal { $0.turns = .vertical } == .notFixed)
        #expect(refusal { $0.information[0] = .nan } == .notFixed)
        #expect(refusal { $0.information[0] = -1 } == .notFixed)
        #expect(refusal { $0.pull.removeLast() } == .notFixed)
        #expect(refusal { $0.anchor.x = .infinity } == .notFixed)
        #expect(refusal { $0.corner = -1 } == .notFixed)
    }

    @Test("every reason has a code")
    func codes() {
        let errors: [StraighteningError] = [
            .tooFewPins(found: 1, needed: 4), .unpairedTimes(count: 1, pairs: 2), .missingTime(pair: 0),
            .badTime(pair: 0), .noExtent(.place), .noExtent(.time), .model(.rigid), .statedCovariances,
            .notFixed,
            .badMarker(marker: 0), .markerWithoutTime(marker: 0),
        ]
        #expect(Set(errors.map(\.code)).count == 10)
    }
}
