import Foundation
import Testing

@testable import BenchRecords

@Suite("Comparison of two programs")
struct ComparisonTests {
    private static let trials: UInt64 = 200

    @Test("a planted slowdown of 15 % is found under every law of noise", arguments: NoiseLaw.allCases)
    func planted(law: NoiseLaw) throws {
        let codes = try (0..<ComparisonTests.trials).map { try MadeUp.compare(law, new: 115, seed: $0).code }
        let missed = codes.count { $0 == .good }
        // Between two speeds that are 12 % apart it may say that it cannot tell, which is no pass.
        #expect(missed <= 2, "\(missed) of \(codes.count)")
        if law != .twoSpeeds { #expect(codes.count { $0 == .slower } >= codes.count * 99 / 100) }
    }

    @Test("equal programs raise no alarm under any law of noise", arguments: NoiseLaw.allCases)
    func equal(law: NoiseLaw) throws {
        let codes = try (0..<ComparisonTests.trials).map { try MadeUp.compare(law, new: 100, seed: $0).code }
        #expect(!codes.contains(.slower))
        #expect(codes.count { $0 == .good } >= codes.count * 98 / 100)
    }

    @Test("what is faster is never worse, and a rate is judged the other way round")
    func better() throws {
        let faster = try MadeUp.compare(.normal, new: 80, seed: 1)
        #expect(faster.rows.map(\.outcome) == [.better])
        var run = AlternatingRun(random: CountedRandom(seed: 1)) { side in
            MadeUp.run([MadeUp.time([side == .new ? 80 : 100], better: .higher)])
        }
        #expect(try run.run().code == .slower)
    }

    @Test("a digit is lost beyond the floor only, and before time in the exit code")
    func digits() throws {
        func code(_ digits: Double, time: Double = 100) throws -> ComparisonCode {
            var run = AlternatingRun(random: CountedRandom(seed: 1)) { side in
                MadeUp.run([
                    MadeUp.digits(side == .new ? digits : 16), MadeUp.time([side == .new ? time : 100]),
                ])
            }
            return try run.run().code
        }
        #expect(try code(16) == .good)
        #expect(try code(15.95) == .good)
        #expect(try code(15.85) == .fewerDigits)
        #expect(try code(.nan) == .fewerDigits)
        #expect(try code(15, time: 150) == .fewerDigits)
        #expect(try code(16, time: 150) == .slower)
    }

    @Test("counts are compared exactly")
    func counts() throws {
        func code(_ count: Double) throws -> ComparisonCode {
            var run = AlternatingRun(random: CountedRandom(seed: 1)) { side in
                MadeUp.run([MadeUp.count(side == .new ? count : 1000)])
            }
            return try run.run().code
        }
        #expect(try code(1000) == .good)
        #expect(try code(999) == .good)
        #expect(try code(1001) == .slower)
    }

    @Test("noise that drowns the difference is said to")
    func noisy() throws {
        var random = CountedRandom(seed: 5)
        var run = AlternatingRun(random: CountedRandom(seed: 1)) { side in
            MadeUp.run([MadeUp.time([(side == .new ? 112 : 100) * exp(1.5 * random.normal())])])
        }
        #expect(try run.run().code == .noisy)
    }

    @Test("batches stop as soon as all is decided, and at the last pair at the latest")
    func stop() throws {
        var batches = 0
        var calm = AlternatingRun(random: CountedRandom(seed: 1)) { _ in
            batches += 1
            return MadeUp.run([MadeUp.time([100])])
        }
        #expect(try calm.run().rows.first?.pairs == 8)
        #expect(batches == 3 * 9)
        var random = CountedRandom(seed: 2)
        var wild = AlternatingRun(random: CountedRandom(seed: 1)) { _ in
            MadeUp.run([MadeUp.time([exp(random.normal())])])
        }
        #expect(try wild.run().rows.first?.pairs == 100)
    }

    @Test("what only one side measures is named, and nothing in common is an error")
    func unmatched() throws {
        var run = AlternatingRun(random: CountedRandom(seed: 1)) { side in
            MadeUp.run([MadeUp.time([1])] + (side == .new ? [MadeUp.time([1], name: "more")] : []))
        }
        #expect(try run.run().unmatched == ["more"])
        var apart = AlternatingRun(random: CountedRandom(seed: 1)) { side in
            MadeUp.run([MadeUp.time([1], name: side == .new ? "a" : "b")])
        }
        #expect(throws: RecordError.self) { try apart.run() }
    }
}
