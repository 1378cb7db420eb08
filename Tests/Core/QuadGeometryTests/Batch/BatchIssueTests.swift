import QuadGeometry
import TestSupport
import Testing

@Suite("What the markers of a file show together")
struct BatchIssueTests {
    /// Squares of 200 mm on four walls of a room of 8 m by 5 m, turned by 20° about the vertical.
    private static let room: [Quad] = {
        let turn = Rotation(angle: 20 * QuadLimits.degree, axis: SIMD3(0, 1, 0))
        return (0..<12).map { place in
            let along = 0.6 + 0.35 * Double(place), isLong = place.isMultiple(of: 2)
            let wall = Quad.rectangle(0.2, 0.2).moved(
                by: SIMD3(along, 1.1, place % 4 < 2 ? 0 : isLong ? 5 : 8))
            let quad = isLong ? wall : wall.map { SIMD3($0.z, $0.y, -$0.x) }
            return turn.map { turn in quad.map { turn * $0 } } ?? quad
        }
    }()

    private static func found(_ quads: [Quad], _ limits: QuadLimits = .app) throws -> [BatchIssue] {
        try QuadCheck(limits).batchIssues(among: quads)
    }

    @Test("nothing in a sound room, and nothing in none")
    func sound() throws {
        #expect(try Self.found(Self.room).isEmpty)
        #expect(try Self.found([]).isEmpty)
        let nowhere = Quad(SIMD3(.nan, 0, 0), SIMD3(1, 0, 0), SIMD3(1, 1, 0), SIMD3(0, 1, 0))
        #expect(try Self.found([nowhere]).isEmpty)
        let wide = Quad.rectangle(1e300, 1e300).map { $0 - SIMD3(repeating: 1e300) }
        #expect(try Self.found([wide] + Self.room).count <= 1)
    }

    @Test(
        "a file in another unit has one finding, with the unit and both lengths",
        arguments: [LengthUnit.millimetres, .inches])
    func wholeFile(unit: LengthUnit) throws {
        let found = try Self.found(Self.room.map { $0.map { $0 * (1 / unit.metres) } })
        let issue = try #require(found.first)
        #expect(found.count == 1 && issue.index == nil && issue.issue.code == .unitSlip)
        let slip = try #require(issue.issue.slip)
        #expect(slip.unit == unit && slip.usualSize?.name == "a 200 mm square")
        #expect((slip.edge * unit.metres - 0.2).magnitude < 1e-9 && slip.reach * unit.metres < 20)
    }

    @Test("one marker in another unit is found among the others", arguments: LengthUnit.allCases)
    func oneMarker(unit: LengthUnit) throws {
        var quads = Self.room
        quads[7] = quads[7].map { $0 * (1 / unit.metres) }
        let found = try Self.found(quads).filter { $0.issue.code == .unitSlip }
        #expect(found.map(\.index) == [7] && found.first?.issue.slip?.unit == unit)
    }

    @Test("a marker alone in millimetres is known by its usual size")
    func alone() throws {
        let sheet = Quad.rectangle(297, 210).moved(by: SIMD3(1200, 900, -3000))
        let slip = try #require(try Self.found([sheet]).first?.issue.slip)
        #expect(slip.unit == .millimetres && slip.usualSize?.name == "an A4 sheet")
        #expect(try Self.found([Quad.rectangle(5, 4)]).isEmpty)
    }

    @Test("large markers are no slip where the limit for edges was raised")
    func raisedLimit() throws {
        let quads = Self.room.map { $0.map { $0 * 50 } }
        #expect(try Self.found(quads).contains { $0.issue.code == .unitSlip })
        var limits = QuadLimits.app
        (limits.longestEdge, limits.largestCoordinate) = (40, 100_000)
        #expect(try !Self.found(quads, limits).contains { $0.issue.code == .unitSlip })
    }

    @Test("a marker far from the others is named with its distance, three together are not")
    func farAway() throws {
        func moved(_ places: [Int]) throws -> [Int?] {
            var quads = Self.room + Self.room.map { $0.moved(by: SIMD3(0.1, 0.3, 0)) } + Self.room
            for place in places { quads[place] = quads[place].moved(by: SIMD3(900, 0, 0)) }
            return try Self.found(quads).filter { $0.issue.code == .farAway }.map(\.index)
        }
        #expect(try moved([5]) == [5])
        #expect(try moved([5, 20]) == [5, 20])
        #expect(try moved([5, 17, 20]).isEmpty)
        #expect(try moved([]).isEmpty)
    }

    @Test("walls that stand along z are an axis, a floor and a mixture are none")
    func upAxis() throws {
        let turned = Self.room.map { $0.map { SIMD3($0.x, -$0.z, $0.y) } }
        let found = try Self.found(turned)
        #expect(found.map(\.issue.code) == [.upAxis] && found.first?.issue.coordinate == 2)
        let floor = Self.room.map { $0.map { SIMD3($0.x, 0, $0.y) } }
        #expect(try !Self.found(floor).contains { $0.issue.code == .upAxis })
        let mixed = turned.prefix(6) + Self.room.suffix(6)
        #expect(try !Self.found(Array(mixed)).contains { $0.issue.code == .upAxis })
        // In a frame each, the level one contradicts the other.
        let both = turned + Self.room
        let frames = [Array(0..<12), Array(12..<24)]
        let apart = QuadCheck().batchIssues(among: both, frames: frames)
        #expect(!apart.contains { $0.issue.code == .upAxis })
    }

    @Test("a bend that is small in millimetres is said where it is large for the marker")
    func warped() throws {
        let bent = [0.0004, -0.0004, 0.0004, -0.0004]
        func quad(_ size: Double) -> Quad {
            let flat = Quad.rectangle(size, size)
            return Quad(
                flat.p1 + SIMD3(0, 0, bent[0]), flat.p2 + SIMD3(0, 0, bent[1]),
                flat.p3 + SIMD3(0, 0, bent[2]),
                flat.p4 + SIMD3(0, 0, bent[3]))
        }
        let found = try Self.found([quad(0.009), quad(0.1)])
        #expect(found.map(\.index) == [0] && found.first?.issue.code == .warped)
        #expect(found.first?.issue.severity == .info)
    }

    @Test("a copy in another group is found whichever corner comes first, another observation is not")
    func copies() throws {
        let check = QuadCheck(), first = Self.room[0], turned = first.reordered(SIMD4(2, 3, 0, 1))
        let again = first.map { $0 + 1e-5 }
        let found = check.copyIssues(
            among: [first, Self.room[1], turned, again, first], groups: [0, 0, 1, 1, 0])
        #expect(found.map { [$0.index, $0.other] } == [[2, 0]])
        #expect(found.first?.issue.code == .duplicateMarker && found.first?.issue.fix == nil)
        #expect(check.copyIssues(among: [first, first], groups: [3, 3]).isEmpty)
        let crossed = first.reordered(SIMD4(0, 2, 1, 3))
        let beside = check.copyIssues(among: [crossed, first, turned], groups: [0, 1, 2])
        #expect(beside.map { [$0.index, $0.other] } == [[2, 1]])
    }
}
