import Foundation
import QuadGeometry
import Testing
import ToolMarkers

@testable import CheckReports
@testable import ToolTerminal

/// Findings depend on neither the order of lines nor the unit of a limit; scenes are drawn by a generator of their own.
@Suite("Laws of quadcal check")
struct CheckLawTests {
    private static let seed: UInt64 = 1_618_033

    @Test("P12: neither the order of lines nor that of files changes what is found of which marker")
    func order() throws {
        var random = Draws(state: Self.seed), codes: Set<Substring> = []
        for scene in 0..<25 {
            var files = [["a.csv": random.rows(10 + random.below(30), "m")], ["b.csv": random.rows(8, "n")]]
            // What is in both files, with and without its id.
            let shared = files[0]["a.csv"]?.prefix(2) ?? []
            files[1]["b.csv"]? += shared.enumerated().map { $0 == 0 ? $1 : "z" + $1 }
            let found = try Self.found(files)
            for shuffle in 0..<3 {
                files = files.map { $0.mapValues { random.shuffled($0) } }
                #expect(
                    try Self.found(random.shuffled(files)) == found,
                    "seed \(Self.seed), scene \(scene), shuffle \(shuffle)")
            }
            codes.formUnion(found.compactMap { $0.split(separator: " ").dropFirst(4).first })
        }
        #expect(codes.isSuperset(of: ["DUPLICATE_MARKER", "OVERLAPPING_MARKER", "STACKED_MARKER"]))
    }

    /// The findings without their lines, sorted.
    private static func found(_ files: [[String: [String]]]) throws -> [String] {
        let texts = files.reduce(into: [:]) { $0.merge($1.mapValues { $0.joined(separator: "\n") }) { $1 } }
        let run = try Tool.run(["check", "-v"] + files.flatMap(\.keys), files: texts)
        return run.lines.map {
            $0.replacing(#/ \(line \d+\)/#, with: "").replacing(#/^(\w+\.csv):\d+/#) { $0.1 }
        }.sorted()
    }

    @Test("P12: a limit of so many millimetres is that of its thousandth in metres")
    func decimals() throws {
        var random = Draws(state: Self.seed + 1)
        for _ in 0..<20_000 {
            let digits = 1 + random.below(15), power = random.below(9) - 6 - digits
            let number = 1 + random.below(Int(pow(10, Double(digits))) - 1)
            let shown = try #require(Double("\(number)e\(power)"))
            #expect(LimitScale.millimetres.value(shown) == Double("\(number)e\(power - 3)"), "\(shown) mm")
        }
        #expect(LimitScale.millimetres.value(1e300) == 1e297 && LimitScale.millimetres.value(0) == 0)
        #expect(LimitScale.millimetres.value(.infinity) == .infinity)
    }

    @Test("P12: a marker at a limit is sound whatever the unit of the limit, and a step beyond it is not")
    func units() throws {
        var random = Draws(state: Self.seed + 2)
        for _ in 0..<40 {
            let number = 1001 + random.below(8998), metres = "0.00\(number)"
            let shown = "\(number / 1000).\(String(number % 1000 + 1000).dropFirst())"
            let beyond = try #require(Double(metres)).nextDown
            for (flag, code) in [("--min-edge-mm", "TOO_SMALL"), ("--snap-mm", "DUPLICATE_CORNERS")] {
                for (height, isFound) in [(metres, false), ("\(beyond)", true)] {
                    let row = "q,0,\(height),0,1,\(height),0,1,0,0,0,0,0"
                    let run = try Tool.run(
                        ["check", "--only", code, flag, shown, "a.csv"], files: ["a.csv": row])
                    #expect(run.output.contains(code) == isFound, "\(height) m beside \(flag) \(shown)")
                }
            }
        }
    }
}

/// Made-up rows of SplitMix64.
private struct Draws {
    var state: UInt64

    mutating func uniform() -> Double {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Double((mixed ^ (mixed >> 31)) >> 11) * 0x1p-53
    }

    mutating func below(_ count: Int) -> Int { Int(uniform() * Double(count)) }

    mutating func shuffled<Element>(_ list: [Element]) -> [Element] {
        var list = list
        for place in list.indices.dropFirst() { list.swapAt(place, below(place + 1)) }
        return list
    }

    mutating func point(_ size: Double) -> SIMD3<Double> {
        SIMD3(uniform() - 0.5, uniform() - 0.5, uniform() - 0.5) * (2 * size)
    }

    /// Markers on walls, and others that are copies of those: exact, near, chained by less than the snap distance, beside, in front of
    /// them, far away, or in millimetres.
    mutating func rows(_ count: Int, _ prefix: String) -> [String] {
        var quads: [[SIMD3<Double>]] = []
        for _ in 0..<count {
            var quad: [SIMD3<Double>]
            if quads.count < 5 || uniform() < 0.3 {
                let isAcross = uniform() < 0.5, side = isAcross ? SIMD3(0.3, 0, 0) : SIMD3(0, 0, 0.3)
                let height = SIMD3(0, [0.2, 0.3][below(2)], 0), place = point(3)
                quad = [place + height, place + side + height, place + side, place]
            } else {
                quad = quads[below(quads.count)]
                let step: SIMD3<Double>
                switch below(6) {
                case 0: step = .zero
                case 1: step = point(0.0003)
                case 2: step = point(0.0009)
                case 3: step = (quad[1] - quad[0]) * uniform()
                case 4: step = point(0.03)
                default: step = uniform() < 0.1 ? SIMD3(400, 0, 0) : point(0.2)
                }
                quad = quad.map { $0 + step }
                let start = below(4)
                quad = Array(quad[start...] + quad[..<start])
                if uniform() < 0.03 { quad = quad.map { $0 * 1000 } }
            }
            quads.append(quad)
        }
        return quads.enumerated().map { number, quad in
            let corners = quad.flatMap { [$0.x, $0.y, $0.z] }.map { "\($0)" }
            return ([prefix + "\(number)"] + corners).joined(separator: ",")
        }
    }
}
