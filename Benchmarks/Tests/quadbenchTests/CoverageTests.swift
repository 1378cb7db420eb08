import Foundation
import QuadGeometry
import RigidCalibration
import Testing

@testable import quadbench

@Suite("Coverage of predictions")
struct CoverageTests {
    private static let header = "id,group,time,sx,sy,sz,tx,ty,tz"

    /// Twenty markers along a line, whose corners are where the motion leads them.
    private static let rows = (0..<80).map { row in
        let (marker, corner) = (row / 4, row % 4)
        let point = "\(marker),\(corner / 2),\(corner % 2)"
        return "\(row),m\(marker),\(marker),\(point),\(point)"
    }

    private static func read(_ lines: [String]) throws -> CoverageSet {
        try CoverageFile.set("a", lines.joined(separator: "\n") + "\n", file: "a.csv", isLevel: true)
    }

    @Test("a file of pairs is read in groups along the path, blank lines aside")
    func file() throws {
        let set = try Self.read([Self.header, ""] + Self.rows.reversed())
        #expect(set.groups.count == 20)
        #expect(set.groups.first?.allSatisfy { set.pairs.sources[$0].x == 0 } == true)
        #expect(set.groups.last?.allSatisfy { set.pairs.sources[$0].x == 19 } == true)
    }

    @Test(
        "a file that is no table of pairs is refused with its name and line",
        arguments: [
            ([], "a.csv: is empty"),
            (["id,group,sx,sy,sz,tx,ty,tz"], "a.csv, line 1: the header has no column time"),
            ([header, "1,2,3"], "a.csv, line 2: 3 fields, where the header has 9"),
            (
                [header, rows[0], "1,m,0,0,0,x,0,0,0"], "a.csv, line 3: sz is 'x', not a number"
            ),
            ([header, "", "1,m,0,0,0,nan,0,0,0"], "a.csv, line 3: sz is 'nan', not a number"),
            ([header] + rows.prefix(76), "a.csv: has 19 groups, and 20 are needed"),
            (
                [header] + (0..<80).map { "\($0),\($0),\($0),\($0),0,0,\($0),0,0" },
                "a.csv: has 80 rows, each a group of its own, and 600 are needed"
            ),
        ])
    func refusals(_ lines: [String], _ message: String) {
        #expect {
            try Self.read(lines)
        } throws: {
            "\($0)" == message
        }
    }

    @Test("a coordinate out of range is refused with its line")
    func range() {
        let far = 2 * Correspondences.largestCoordinate
        let found = #expect(throws: BenchError.self) {
            try Self.read([Self.header, Self.rows[0], "1,m,0,\(far),0,0,0,0,0"])
        }
        #expect(found?.description.hasPrefix("a.csv, line 3: ") == true)
    }

    @Test("what is fitted is not predicted, and a third is not predicted from itself")
    func schemes() throws {
        let set = try Self.read([Self.header] + Self.rows)
        for scheme in CoverageScheme.grouped + CoverageScheme.ungrouped {
            var random = SeededGenerator(seed: 1)
            let (fitted, checked) = scheme.choose(from: set, using: &random)
            #expect(fitted.count == scheme.count)
            #expect(fitted.allSatisfy { $0.count == (scheme.choice == .singles ? 1 : 4) })
            let markers = Set(fitted.joined().map { $0 / 4 })
            #expect(markers.count == scheme.count)
            #expect(!checked.isEmpty && markers.isDisjoint(with: checked.map { $0 / 4 }))
            guard scheme.choice == .markersOfAThird, let first = markers.min() else { continue }
            #expect(markers.allSatisfy { $0 < first + 20 / 3 })
        }
    }

    @Test("predictions of markers that are as assumed hold, and fail where the others are elsewhere")
    func fits() throws {
        let kind = try #require(CoverageKind.all.first { $0.name == "shared error x1.0" })
        let scheme = try #require(CoverageScheme.grouped.first { $0.name == "6 markers" })
        var right = CoverageTally(), wrong = right
        for trial in 0..<50 {
            var random = SeededGenerator(seed: 1, sample: trial)
            let scene = CoverageScene(kind, using: &random)
            let set = try scene.set(named: kind.name)
            right.add(CoverageFit(scheme, of: set, using: &random))
            // Half of the markers is a metre off: fits to the rest of them find the others there.
            let sources = scene.sources.enumerated().map { $1 + ($0 < 120 ? .zero : SIMD3(0, 1, 0)) }
            let split = CoverageSet(
                name: "split", try Correspondences(sources: sources, targets: scene.targets),
                groups: scene.groups, exact: scene.exact)
            let third = try #require(CoverageScheme.grouped.first { $0.choice == .markersOfAThird })
            wrong.add(CoverageFit(third, of: split, using: &random))
        }
        let (good, bad) = try (#require(right.figures), #require(wrong.figures))
        #expect(good.held > 90 && good.motion > 90 && good.factor < 1.3 && good.missing < 20)
        #expect(bad.held < good.held && bad.missing > 50 && bad.factor > 2)
    }

    @Test("figures are shares of the predicted pairs and of the fits")
    func figures() throws {
        var tally = CoverageTally()
        var found = CoverageFit.Found()
        (found.ratios, found.widths, found.heldMotions) = ([0.5, 0.5, 0.5, 2], [0.01, 0.01, 0.01, 0.03], 3)
        found.misses = true
        tally.add(CoverageFit(codes: ["SCALE_SLIP"], found: found))
        tally.add(CoverageFit(codes: ["TOO_FEW_PAIRS"], found: nil))
        let figures = try #require(tally.figures)
        #expect(tally.codes == ["SCALE_SLIP": 1, "TOO_FEW_PAIRS": 1])
        #expect(figures.held == 75 && figures.motion == 75 && figures.missing == 100)
        #expect(figures.factor == 2 && figures.width == 15)
        let row = CoverageRow("row", [tally, CoverageTally()])
        #expect(row.count("SCALE_SLIP") == 1 && row.fits == 2 && row.mean(\.held) == 75)
    }
}
