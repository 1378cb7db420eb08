import TestSupport
import Testing

@testable import QuadGeometry

@Suite(.seeded) struct MarkerNeighborsTests {
    @Test("the search finds what looking at every pair finds", arguments: 1...8 as ClosedRange<UInt64>)
    func bruteForce(seed: UInt64) throws {
        let check = QuadCheck(), crowd = MarkerCrowd(60, seed: Seeds.first &* 1000 &+ seed)
        let expected = crowd.collisions(check)
        #expect(!expected.isEmpty)
        #expect(check.neighborIssues(among: crowd.quads).map(MarkerCollision.init) == expected)
    }

    @Test("a shuffled batch gives the same pairs, with the same findings", arguments: Seeds.few)
    func shuffled(seed: UInt64) throws {
        let check = QuadCheck(), quads = MarkerCrowd(50, seed: seed).quads
        // Of duplicates the first stays, which a shuffle exchanges; every other pair is the same.
        let doubled = Set(
            check.neighborIssues(among: quads).filter { $0.issue.code == .duplicateMarker }.map(\.index))
        let unique = quads.indices.filter { !doubled.contains($0) }.map { quads[$0] }
        let pairs = pairs(check, unique, unique.indices.map { $0 })
        var random = SeededGenerator(seed: seed)
        for _ in 0..<4 {
            let places = unique.indices.shuffled(using: &random),
                again = self.pairs(check, places.map { unique[$0] }, places)
            #expect(again.map(\.places) == pairs.map(\.places))
            #expect(again.map(\.code) == pairs.map(\.code))
            for (one, other) in zip(pairs, again) {
                #expect((one.value - other.value).magnitude <= 64 * .ulpOfOne)
            }
            let once = unique.map { check.issues($0) }, shuffled = places.map { check.issues(unique[$0]) }
            #expect(shuffled == places.map { once[$0] })
        }
    }

    private struct Pair {
        var places: Set<Int>
        var code: QuadIssue.Code
        var value: Double
    }

    /// The collisions found, by the places of the quads before they were shuffled.
    private func pairs(_ check: QuadCheck, _ quads: [Quad], _ places: [Int]) -> [Pair] {
        check.neighborIssues(among: quads)
            .map { found in
                let issue = found.issue
                return Pair(
                    places: [places[found.index], places[found.other]], code: issue.code,
                    value: issue.value ?? .nan)
            }
            .sorted { $0.places.sorted().lexicographicallyPrecedes($1.places.sorted()) }
    }

    @Test("a thousand identical quads are 999 duplicates of the first")
    func identical() throws {
        let quad = Quad.rectangle(0.1, 0.1)
        let orders = (0..<1000).map { quad.reordered(CornerOrder.all[$0 % 8]) }
        let found = QuadCheck().neighborIssues(among: orders)
        #expect(found.map(\.index) == Array(1..<1000))
        #expect(
            found.allSatisfy {
                $0.other == 0 && $0.issue.code == .duplicateMarker && $0.issue.fix == .dropMarker
            })
        #expect(
            found.allSatisfy {
                $0.issue.value == 0 && $0.issue.limit == 0.001 && $0.issue.severity == .warning
            })
    }

    @Test("duplicates are found wherever they stand, to either side", arguments: 0..<3)
    func everywhere(axis: Int) throws {
        let check = QuadCheck(), marker = Quad.rectangle(0.1, 0.1)
        // Over more than the 64 snap distances after which a search might have a border.
        for place in 0..<300 {
            var step = SIMD3<Double>(repeating: 0)
            step[axis] = 0.0003 * Double(place) - 0.02
            let here = marker.moved(by: step)
            step[axis] += 0.00099
            let found = check.neighborIssues(among: [here, marker.moved(by: step)])
            #expect(found.map(\.issue.code) == [.duplicateMarker], "at \(step)")
            #expect(check.neighborIssues(among: [marker.moved(by: step), here]).count == 1, "at \(step)")
        }
    }

    @Test("a marker names no more than eight others")
    func cap() throws {
        // Beside each other by 2 mm, so that none is a duplicate and all overlap.
        let quads = (0..<30).map { Quad.rectangle(1, 1).moved(by: SIMD3(0.002 * Double($0), 0, 0)) }
        let found = QuadCheck().neighborIssues(among: quads)
        let counts = Dictionary(grouping: found, by: \.index).mapValues(\.count)
        #expect(counts.values.max() == QuadCheck.neighborsPerMarker)
        #expect((1..<30).allSatisfy { counts[$0] == min($0, QuadCheck.neighborsPerMarker) })
        #expect(found.allSatisfy { $0.issue.code == .overlappingMarker && $0.other < $0.index })
    }

    /// Fins about one axis, a fraction of a millimetre apart or more, each of which nearly all others meet there.
    private static func fins(_ count: Int, width: Double) -> [Quad] {
        (0..<count).map { place in
            let (sine, cosine) = sineAndCosine(2 * .pi * Double(place) / Double(count))
            let out = SIMD3(width * cosine, 0, width * sine), up = SIMD3(0, 1.0, 0)
            return Quad(up, out + up, out, .zero)
        }
    }

    @Test("T5: a marker that is not compared with all about it is said to be crowded, and no other")
    func crowded() throws {
        let quads = Self.fins(3000, width: 2), check = QuadCheck()
        let found = Dictionary(grouping: check.neighborIssues(among: quads), by: \.index)
        let crowded = found.filter { $0.value.contains { $0.issue.code == .crowded } }
        #expect(crowded.count > 1000)
        for (index, issues) in crowded {
            #expect(issues.count { $0.issue.code == .crowded } == 1)
            let next = try #require(issues.last).other
            #expect(issues.last?.issue.code == .crowded && issues.allSatisfy { $0.other <= next }, "\(index)")
        }
        // Of the others every neighbor is found, up to the eighth.
        for index in stride(from: 0, to: quads.count, by: 29) where crowded[index] == nil {
            let others = (0..<index).filter {
                switch quads[$0].relation(to: quads[index], limits: check.limits) {
                case .overlap(let share): share >= check.limits.overlap
                case .stacked: true
                default: false
                }
            }
            #expect((found[index] ?? []).map(\.other) == Array(others.prefix(QuadCheck.neighborsPerMarker)))
        }
        #expect(!check.neighborIssues(among: Self.fins(60, width: 2)).contains { $0.issue.code == .crowded })
    }

    @Test("copies among many that turn about one axis are those of the earliest that is none")
    func turnedCopies() {
        let quads = Self.fins(600, width: 0.05), check = QuadCheck()
        var originals: [Int] = []
        var expected: [Int: Int] = [:]
        for (index, quad) in quads.enumerated() {
            let first = originals.first {
                [.duplicate, .duplicateOppositeWinding].contains(quads[$0].relation(to: quad))
            }
            if let first { expected[index] = first } else { originals.append(index) }
        }
        let found = check.neighborIssues(among: quads).filter { $0.issue.code == .duplicateMarker }
        #expect(Dictionary(uniqueKeysWithValues: found.map { ($0.index, $0.other) }) == expected)
        #expect(!expected.isEmpty)
    }

    @Test("limits are kept at them: an overlap's is the least that counts")
    func limits() throws {
        let pair = [Quad.rectangle(1, 1), Quad.rectangle(1, 1).moved(by: SIMD3(0.5, 0, 0))]
        let share = try #require(QuadCheck().neighborIssues(among: pair).first?.issue.value)
        for (limit, count) in [(share, 1), (share.nextUp, 0)] {
            var limits = QuadLimits.app
            limits.overlap = limit
            #expect(try QuadCheck(limits).neighborIssues(among: pair).count == count)
        }
    }

    @Test("quads with a number that is not finite, or without area, take no part")
    func leftOut() throws {
        let square = Quad.rectangle(1, 1), line = Quad(.zero, SIMD3(1, 0, 0), SIMD3(2, 0, 0), SIMD3(3, 0, 0))
        let broken = Quad(square.p1, square.p2, SIMD3(.nan, 0, 0), square.p4)
        let far = square.map { $0 + SIMD3(repeating: 1e300) }
        let found = QuadCheck().neighborIssues(among: [broken, line, square, broken, line, far, square])
        #expect(found.map(\.index) == [6])
        #expect(found.map(\.other) == [2])
        #expect(QuadCheck().neighborIssues(among: []).isEmpty)
    }
}
