import TestSupport
import Testing

@testable import QuadGeometry

@Suite("Numbers by their rank")
struct RankedNumbersTests {
    @Test("they are those of the sorted numbers, in whatever order they are asked for")
    func sorted() {
        var random = SeededGenerator(seed: 1)
        for count in [1, 2, 3, 4, 7, 100, 1001] {
            for kinds in [1, 2, 10, 1_000_000] {
                let numbers = (0..<count).map { _ in Double(Int.random(in: 0..<kinds, using: &random)) }
                let sorted = numbers.sorted()
                var ranked = RankedNumbers(numbers)
                for rank in sorted.indices.shuffled(using: &random) {
                    #expect(ranked[rank] == sorted[rank], "\(rank) of \(count), \(kinds) kinds")
                }
            }
        }
    }

    /// Musser's order, in which the middle of three is always nearly the smallest.
    @Test("numbers that are arranged so that each step removes two are sorted instead")
    func arranged() {
        let half = 20_000
        var numbers: [Double] = []
        for place in 1...half { numbers.append(Double(place.isMultiple(of: 2) ? half + place - 1 : place)) }
        for place in 1...half { numbers.append(Double(2 * place)) }
        let sorted = numbers.sorted()
        for rank in [0, half / 2, half, 2 * half - 1] {
            var ranked = RankedNumbers(numbers)
            #expect(ranked[rank] == sorted[rank])
        }
    }
}
