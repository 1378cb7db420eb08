import Foundation
import Testing

@testable import quadbench

@Suite("Measuring")
struct MeasuringTests {
    @Test("the median is the middle value, the lower of two")
    func median() {
        #expect([3.0, 1, 2].median == 2)
        #expect([4.0, 1, 2, 3].median == 2)
        #expect([Double]().median.isNaN)
    }

    @Test("a race tells more work from less")
    func race() throws {
        let race = Race(items: 1, rounds: 5)
        for (name, count) in [("much", 3_000_000), ("little", 30_000)] {
            race.add(name) {
                for i in 0..<count { race.found &+= i ^ race.found }
            }
        }
        let medians = race.medians()
        #expect(try #require(medians["much"]) > 10 * #require(medians["little"]))
    }

    @Test("a peer that cannot run, says nothing or does not answer is named")
    func peers() throws {
        #expect(throws: BenchError.self) { try PeerProcess("no-such-peer-program") }
        #expect(throws: BenchError.self) { try PeerProcess("true") }
        let silent = try PeerProcess("echo a name")
        #expect(silent.name == "a name")
        #expect(throws: BenchError.self) { try silent.round() }
    }

    @Test("numbers of 17 digits are read as the nearest doubles")
    func numbers() throws {
        var random = SeededGenerator(seed: 1)
        let numbers = (0..<1000).map { _ in Double.random(in: -10...10, using: &random) }
        let value = try JSONDecoder().decode(JSONValue.self, from: Data("\(numbers)".utf8))
        #expect(value.array?.compactMap(\.double) == numbers)
        let words = try JSONDecoder().decode(
            JSONValue.self, from: Data(#"["Infinity", "-Infinity", "x"]"#.utf8))
        #expect(words.array?.map(\.double) == [.infinity, -.infinity, nil])
    }
}
