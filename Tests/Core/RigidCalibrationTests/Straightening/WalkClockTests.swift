import QuadGeometry
import Testing

@testable import RigidCalibration

@Suite("The time that a scanner walked")
struct WalkClockTests {
    private typealias Hall = StraightenedMotionTests.Hall

    private static let day = 86_400.0
    /// The worst of the markers of a walk with a date that is wrong, beside that of the walk without it.
    private static let mostBeside = 2.0

    private func clock(_ times: [Double]) -> WalkClock {
        WalkClock(times.map { ScanPin(center: .zero, time: $0, residual: .zero, spread: 1) }, by: .time)
    }

    @Test("without pauses it is the clock of the pins, to the bit")
    func steady() {
        let clock = clock([3, 1.25, 2, 7.1, 11])
        for time in [-100, 1.25, 1.9, 6.3, 11, 1e9] { #expect(clock.walked(time) == time) }
    }

    @Test("a pause counts as ten usual gaps, and every time keeps its place among the others")
    func pauses() {
        let clock = clock([0, 1, 2, 1000, 1001, 1002, 5002])
        #expect([0, 2, 1000, 1001, 1002, 5002].map(clock.walked) == [0, 2, 12, 13, 14, 24])
        #expect(abs(clock.walked(501) - 7) < 1e-9)
        #expect(clock.walked(5003) == 25)
        #expect(clock.walked(-3) == -3)
        let all = stride(from: -50.0, through: 6000, by: 0.7).map(clock.walked)
        #expect(zip(all, all.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test("one marker whose date is days from the others' spoils nothing", arguments: [-1.0, 1, 30])
    func alone(days: Double) throws {
        for seed in UInt64(1)...10 {
            let hall = Hall(24, seed: seed)
            var dated = hall, without = hall
            dated.times[9] = dated.times[9].map { $0 + days * Self.day }
            without.sources.remove(at: 9)
            without.targets.remove(at: 9)
            without.times.remove(at: 9)
            let whole = try worst(without), own = try worst(dated)
            #expect(own.worst < Self.mostBeside * whole.worst, "seed \(seed): \(own), \(whole)")
            #expect(own.beyond <= whole.beyond + 1, "seed \(seed): \(own), \(whole)")
        }
    }

    @Test("a walk that goes on after days is straightened as one")
    func goneOn() throws {
        for seed in UInt64(1)...10 {
            let hall = Hall(24, seed: seed)
            func later(_ time: Double) -> Double { time < 1_700_000_050 ? time : time + 3 * Self.day }
            var dated = hall
            dated.times = hall.times.map { $0.map(later) }
            let whole = try worst(hall), own = try worst(dated, later)
            #expect(own.worst < Self.mostBeside * whole.worst, "seed \(seed): \(own), \(whole)")
            #expect(own.beyond <= whole.beyond + 1, "seed \(seed): \(own), \(whole)")
        }
    }

    /// How far the worst marker of a walk is off, and how many are off by more than their bound.
    private func worst(
        _ hall: Hall, _ date: (Double) -> Double = { $0 }
    ) throws -> (worst: Double, beyond: Int) {
        let straightened = try StraightenedMotion(hall.calibration(), by: .time, times: hall.times)
        var worst = 0.0, beyond = 0
        for along in stride(from: 2.0, through: 38, by: 1.5) {
            let place = SIMD3(along, 1, -2), time = date(1_700_000_000 + 2.5 * along)
            let one = try straightened.shift(of: place, time: time)
            let truth = hall.turn * (place + hall.bent(place, 0.2)) + hall.shift
            let miss = (straightened.motion * place + one.shift - truth).length
            worst = max(worst, miss)
            if miss > one.predictedError { beyond += 1 }
        }
        return (worst, beyond)
    }
}
