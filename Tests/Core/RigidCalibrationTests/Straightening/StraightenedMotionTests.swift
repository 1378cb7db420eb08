import QuadGeometry
import TestSupport
import Testing

@testable import RigidCalibration

@Suite("Scans that are straightened")
struct StraightenedMotionTests {
    /// Rounding of solutions whose numbers are metres and tenths of them.
    private static let rounding = 1e-9

    /// A hall that is off by a smooth bend along x, made in 100 seconds from one end to the other.
    struct Hall {
        var sources: [SIMD3<Double>] = [], targets: [SIMD3<Double>] = [], times: [Double?] = []
        var turn = Rotation(rotationVector: SIMD3(0.01, 0.7, -0.02)) ?? .identity
        let shift = SIMD3(3.0, -1, 8)

        init(_ count: Int, bend: Double = 0.2, noise: Double = 0.003, seed: UInt64) {
            var random = SeededGenerator(seed: seed)
            for pin in 0..<count {
                let along = 40 * (Double(pin) + .random(in: 0..<1, using: &random)) / Double(count)
                let place = SIMD3(
                    along, .random(in: 0...3, using: &random), .random(in: -5...5, using: &random))
                sources.append(place)
                targets.append(
                    turn * (place + bent(place, bend) + SIMD3<Double>.normal(using: &random) * noise) + shift)
                times.append(1_700_000_000 + 2.5 * along)
            }
        }

        func bent(_ place: SIMD3<Double>, _ bend: Double) -> SIMD3<Double> {
            let along = place.x / 20 - 1
            return SIMD3(0, along * along * along, along * along) * bend
        }

        func calibration(_ model: MotionModel = .rigid) throws -> Calibration {
            var options = CalibrationOptions()
            options.model = model
            return try Calibration(Correspondences(sources: sources, targets: targets), options: options)
        }
    }

    private func dense(
        _ calibration: Calibration, _ straightened: StraightenedMotion, times: [Double?]
    ) -> DenseKriging {
        let pairs = calibration.pairs, moved = pairs.sources.map { calibration.moved($0) }
        let middle = moved.reduce(SIMD3<Double>.zero, +) / Double(moved.count)
        let law = straightened.law
        return DenseKriging(
            places: law.kind == .place ? moved : times.map { SIMD3(($0 ?? 0) - (times[0] ?? 0), 0, 0) },
            arms: moved.map { $0 - middle }, residuals: zip(pairs.targets, moved).map { $0 - $1 },
            drift: law.drift,
            own: law.own, exponent: DriftLaw.exponent(of: law.kind), changes: calibration.model.freeChanges)
    }

    @Test(
        "shifts, their covariances and leave-one-out errors are those of a dense system",
        arguments: StraighteningKind.allCases, [MotionModel.rigid, .yaw])
    func dense(kind: StraighteningKind, model: MotionModel) throws {
        let hall = Hall(14, seed: 3), calibration = try hall.calibration(model)
        let straightened = try StraightenedMotion(calibration, by: kind, times: hall.times)
        let dense = dense(calibration, straightened, times: hall.times)
        let middle = calibration.pairs.sources.map { calibration.moved($0) }.reduce(.zero, +) / 14
        for along in [0.0, 7, 11.5, 30, 40] {
            let place = SIMD3(along, 1, -2), time = 1_700_000_000 + 2.5 * along
            let moved = calibration.moved(place)
            let own = try straightened.shift(of: place, time: time)
            let (mean, covariance) = try dense.predicted(
                at: kind == .place ? moved : SIMD3(time - (hall.times[0] ?? 0), 0, 0), arm: moved - middle)
            #expect((own.shift - mean).length < Self.rounding, "at \(along): \(own.shift), \(mean)")
            for (row, column) in [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)] {
                let expected = covariance[3 * row + column]
                #expect(
                    abs(own.covariance[row, column] - expected) < Self.rounding * covariance[0],
                    "at \(along), \(row) \(column)")
            }
        }
        var squares = 0.0
        for pin in 0..<14 {
            let leftOut = try dense.leftOut(pin)
            squares += leftOut.dot(leftOut)
        }
        let expected = (squares / 14).squareRoot()
        let found = try #require(straightened.leaveOneOut)
        #expect(abs(found - expected) < Self.rounding * 10, "\(found), \(expected)")
    }

    @Test("what one motion leaves without each marker is what it leaves")
    func ofOneMotion() throws {
        let hall = Hall(9, bend: 0.01, seed: 5), calibration = try hall.calibration()
        let straightened = try StraightenedMotion(calibration, by: .place)
        let known = try #require(calibration.evidence.leaveOneOutRMS)
        let found = try #require(straightened.leaveOneOutOfMotion)
        // The fit is that of a motion, and here of its small changes.
        #expect(abs(found - known) < 0.01 * known, "\(found), \(known)")
    }

    @Test(
        "motions of both scans turn the shifts and change nothing else", arguments: StraighteningKind.allCases
    )
    func moved(kind: StraighteningKind) throws {
        let hall = Hall(20, seed: 7), calibration = try hall.calibration()
        let turn = try #require(Rotation(rotationVector: SIMD3(1, -2, 0.5)))
        let other = try #require(Rotation(rotationVector: SIMD3(-0.3, 0.2, 2)))
        func before(_ point: SIMD3<Double>) -> SIMD3<Double> { turn * point + SIMD3(40, 2, -10) }
        var options = CalibrationOptions()
        options.model = .rigid
        let changed = try Calibration(
            Correspondences(
                sources: hall.sources.map(before), targets: hall.targets.map { other * $0 - SIMD3(5, 6, 7) }),
            options: options)
        let own = try StraightenedMotion(calibration, by: kind, times: hall.times)
        let same = try StraightenedMotion(
            changed, by: kind, times: hall.times.map { $0.map { $0 - 1_600_000_000 } })
        for along in stride(from: -20.0, through: 60, by: 8) {
            let place = SIMD3(along, 1, 0), time = 1_700_000_000 + 2.5 * along
            let one = try own.shift(of: place, time: time)
            let two = try same.shift(of: before(place), time: time - 1_600_000_000)
            #expect((other * one.shift - two.shift).length < 1e-7, "\(along)")
            #expect(abs(one.predictedError - two.predictedError) < 1e-6 * one.predictedError, "\(along)")
        }
    }

    @Test("the order of markers changes nothing", arguments: [12, 100])
    func order(count: Int) throws {
        let hall = Hall(count, seed: 11)
        var random = SeededGenerator(seed: 12), other = hall
        let order = hall.sources.indices.shuffled(using: &random)
        other.sources = order.map { hall.sources[$0] }
        other.targets = order.map { hall.targets[$0] }
        other.times = order.map { hall.times[$0] }
        for kind in StraighteningKind.allCases {
            let own = try StraightenedMotion(hall.calibration(), by: kind, times: hall.times)
            let same = try StraightenedMotion(other.calibration(), by: kind, times: other.times)
            for along in stride(from: 1.0, through: 39, by: 4.3) {
                let place = SIMD3(along, 1, 0), time = 1_700_000_000 + 2.5 * along
                let one = try own.shift(of: place, time: time), two = try same.shift(of: place, time: time)
                #expect((one.shift - two.shift).length < 1e-7, "\(kind) \(along)")
                #expect(
                    abs(one.predictedError - two.predictedError) < 1e-5 * one.predictedError,
                    "\(kind) \(along)")
            }
        }
    }

    @Test("pins that are trusted are followed, and those that are not are left to the motion")
    func trust() throws {
        let hall = Hall(12, seed: 13), calibration = try hall.calibration()
        func misses(own: Double, drift: Double) throws -> [Double] {
            let law = try #require(DriftLaw(kind: .place, own: own, drift: drift, freedom: 4))
            let straightened = try StraightenedMotion(calibration, law: law)
            return try zip(hall.sources, hall.targets).map { source, target in
                (target - calibration.moved(source) - (try straightened.shift(of: source).shift)).length
            }
        }
        let trusted = try misses(own: 1e-12, drift: 1e-4)
        #expect(trusted.allSatisfy { $0 < 1e-6 }, "\(trusted)")
        let doubted = try misses(own: 1, drift: 1e-9)
        for (miss, pair) in zip(doubted, calibration.evidence.pairs) {
            #expect(abs(miss - pair.length) < 0.01 * pair.length + 1e-5)
        }
    }

    @Test("far from the markers there is one motion, with its bound")
    func far() throws {
        let hall = Hall(12, seed: 17), calibration = try hall.calibration()
        let straightened = try StraightenedMotion(calibration, by: .place)
        var last = 0.0
        for along in [60.0, 100, 200, 400, 4000] {
            let place = SIMD3(along, 1, 0), one = try straightened.shift(of: place)
            let whole = try #require(calibration.evidence.covariance).covariance(
                ofMoved: calibration.moved(place))
            #expect(one.predictedError > last)
            last = one.predictedError
            if along >= 4000 {
                #expect(one.shift.length < 0.01)
                #expect(one.covariance.trace > 0.9 * whole.trace)
            }
        }
    }

    @Test("of many markers, bounds are those of all or a little wider", arguments: StraighteningKind.allCases)
    func many(kind: StraighteningKind) throws {
        let hall = Hall(80, seed: 19), calibration = try hall.calibration()
        let straightened = try StraightenedMotion(calibration, by: kind, times: hall.times)
        let dense = dense(calibration, straightened, times: hall.times)
        let middle = calibration.pairs.sources.map { calibration.moved($0) }.reduce(.zero, +) / 80
        for along in [3.0, 22] {
            let place = SIMD3(along, 1, -2), time = 1_700_000_000 + 2.5 * along
            let moved = calibration.moved(place)
            let own = try straightened.shift(of: place, time: time)
            let (mean, covariance) = try dense.predicted(
                at: kind == .place ? moved : SIMD3(time - (hall.times[0] ?? 0), 0, 0), arm: moved - middle)
            #expect((own.shift - mean).length < Self.rounding * 10)
            let exact = covariance[0] + covariance[4] + covariance[8]
            #expect(own.covariance.trace > exact * (1 - Self.rounding))
            #expect(own.covariance.trace < exact * 1.1, "\(own.covariance.trace / exact)")
        }
    }

    @Test("of very many markers those that are far apart are pins", arguments: StraighteningKind.allCases)
    func fewer(kind: StraighteningKind) throws {
        let hall = Hall(60, seed: 21), calibration = try hall.calibration()
        let all = try FittedPins(calibration, by: kind, times: hall.times).pins
        let some = try FittedPins(calibration, by: kind, times: hall.times, most: 20).pins
        #expect(all.count == 60 && some.count == 20 && Set(some).isSubset(of: all))
        let widest = all.map { pin in some.map { $0.distance(pin, by: kind) }.min() ?? .infinity }.max() ?? 0
        let nearest =
            some.flatMap { pin in
                some.filter { $0 != pin }.map { $0.distance(pin, by: kind) }
            }.min() ?? 0
        // None is farther from the pins than they are from each other.
        #expect(widest <= nearest, "\(widest), \(nearest)")
    }

    @Test("one call for all markers has the bits of a call for each")
    func batch() throws {
        let hall = Hall(80, seed: 23), calibration = try hall.calibration()
        let straightened = try StraightenedMotion(calibration, by: .place)
        let places = (0..<50).map { SIMD3(Double($0) * 0.9, 1, Double($0 % 7) - 3) }
        let all = try straightened.shifts(of: places)
        for (place, shift) in zip(places, all) { #expect(try straightened.shift(of: place) == shift) }
    }

    @Test("what was kept shifts with the same bits", arguments: StraighteningKind.allCases, [12, 80])
    func record(kind: StraighteningKind, count: Int) throws {
        let hall = Hall(count, seed: 41), calibration = try hall.calibration(count == 12 ? .yaw : .rigid)
        let straightened = try StraightenedMotion(calibration, by: kind, times: hall.times)
        let kept = try StraightenedMotion(
            straightened.record, of: calibration.targetFromSource, covariance: calibration.evidence.covariance
        )
        let places = stride(from: -60.0, through: 160, by: 7).map { SIMD3($0, 1, 2) }
        let times = places.map { Double?(1_700_000_000 + 2.5 * $0.x) }
        #expect(try kept.shifts(of: places, times: times) == straightened.shifts(of: places, times: times))
        #expect(kept.leaveOneOut == straightened.leaveOneOut && kept.record == straightened.record)
        #expect(kept.leaveOneOutOfMotion == straightened.leaveOneOutOfMotion)
    }

    @Test("a marker keeps its shape")
    func shape() throws {
        let hall = Hall(12, seed: 29), calibration = try hall.calibration()
        let straightened = try StraightenedMotion(calibration, by: .place)
        let quad = Quad(SIMD3(10, 1, 0), SIMD3(10.2, 1, 0), SIMD3(10.2, 0.8, 0), SIMD3(10, 0.8, 0))
        let moved = try straightened.moved(quad)
        let shift = try straightened.shift(of: quad.center).shift
        #expect(shift.length > 0.01)
        for corner in 0..<4 {
            #expect(moved[corner: corner] == calibration.moved(quad[corner: corner]) + shift)
        }
    }

    @Test("a bend is straightened, a straight scan is not, and a walk goes by time")
    func choice() throws {
        let bent = Hall(16, seed: 31)
        let choice = StraighteningChoice(try bent.calibration())
        let chosen = try #require(choice.chosen)
        #expect(chosen.law.kind == .place)
        guard case .failure(.missingTime(pair: 0)) = choice.byTime else { Issue.record("times"); return }
        let errors = try (0..<30).map { step in
            let place = SIMD3(Double(step) * 40 / 30, 1, 0)
            let exact = bent.turn * (place + bent.bent(place, 0.2)) + bent.shift
            return (exact - chosen.motion * place - (try chosen.shift(of: place).shift)).length
        }
        #expect(errors.allSatisfy { $0 < 0.05 }, "\(errors)")
        for seed in 1...20 as ClosedRange<UInt64> {
            let straight = Hall(16, bend: 0, seed: seed)
            #expect(
                StraighteningChoice(try straight.calibration(), times: straight.times).chosen == nil,
                "\(seed)")
        }
        // The hall is walked twice, the second time with a shift.
        var walked = Hall(24, bend: 0, seed: 37)
        for pin in stride(from: 0, to: 24, by: 2) {
            walked.times[pin] = (walked.times[pin] ?? 0) + 1000
            walked.targets[pin] += SIMD3(0, 0.1, 0.1)
        }
        let second = try #require(StraighteningChoice(try walked.calibration(), times: walked.times).chosen)
        #expect(second.law.kind == .time)
    }
}
