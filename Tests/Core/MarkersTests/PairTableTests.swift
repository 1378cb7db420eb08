import MarkerTables
import Markers
import RigidCalibration
import Testing

@Suite("CSV of pairs")
struct PairTableTests {
    private static let header = "id,sx,sy,sz,tx,ty,tz"

    private static func read(_ text: String) throws -> PairTable {
        try PairTable(try NumberTable(Array(text.utf8), file: "a.csv", .pairs))
    }

    @Test(
        "reads columns in any order, in either case, parted by any separator, with blanks, quotes and either line end",
        arguments: [
            "id,sx,sy,sz,tx,ty,tz\na,1,2,3,4,5,6\n", "\u{FEFF}id;sx;sy;sz;tx;ty;tz\r\na;1;2;3;4;5;6\r\n",
            "TZ\tTY\tTX\tSX\tSY\tSZ\tID\n6\t5\t4\t1\t2\t3\ta",
            " id , sx,sy,sz,tx,ty,tz\n a , 1,2,3, 4,5,6 \n",
            "\"id\",\"sx\",sy,sz,tx,ty,tz\n\n\"a\",\"1\",2,3,4,5,6\n\n", "a,1,2,3,4,5,6\n",
        ])
    func layouts(_ text: String) throws {
        let file = try Self.read(text)
        #expect(file.pairs.sources == [SIMD3(1, 2, 3)])
        #expect(file.pairs.targets == [SIMD3(4, 5, 6)])
        #expect(file.pairs.ids == ["a"])
        #expect(file.assumptions.isEmpty == file.table.layout.hasHeader)
    }

    @Test("without a header takes six numbers, an id and six, or an id, six and a weight")
    func headerless() throws {
        #expect(try Self.read("1,2,3,4,5,6").pairs.ids == ["row 1"])
        let weighted = try Self.read("a;1;2;3;4;5;6;0.5")
        #expect(weighted.pairs.weights == [0.5])
        guard case .columns(["id", "sx", "sy", "sz", "tx", "ty", "tz", "w"])? = weighted.assumptions.first
        else {
            Issue.record("assumes \(weighted.assumptions)")
            return
        }
    }

    @Test("names rows without an id by their number")
    func emptyIDs() throws {
        let file = try Self.read("id,sx,sy,sz,tx,ty,tz\n,1,2,3,4,5,6\n2,1,2,3,4,5,6\n\"\",1,2,3,4,5,6\n")
        #expect(file.pairs.ids == ["row 1", "2", "row 3"])
        #expect(file.table.lines == [2, 3, 4])
    }

    @Test("takes noise from the deviation or the covariances of either side")
    func noise() throws {
        let one = try Self.read("sx,sy,sz,tx,ty,tz,s\n1,2,3,4,5,6,0.5")
        #expect(one.pairs.targetCovariances == [SymmetricMatrix(diagonal: 0.25)])
        #expect(one.pairs.sourceCovariances == nil)
        let both = try Self.read(
            "sx,sy,sz,tx,ty,tz,txx,txy,txz,tyy,tyz,tzz,szz,syz,syy,sxz,sxy,sxx\n"
                + "0,0,0,0,0,0,6,1,2,5,3,4,16,13,15,12,11,17")
        #expect(
            both.pairs.targetCovariances == [SymmetricMatrix(xx: 6, xy: 1, xz: 2, yy: 5, yz: 3, zz: 4)])
        #expect(
            both.pairs.sourceCovariances == [SymmetricMatrix(xx: 17, xy: 11, xz: 12, yy: 15, yz: 13, zz: 16)])
    }

    @Test(
        "groups pairs by a column, or by ids that name corners",
        arguments: [
            ("marker", ["m", "n", "m", ""], ["a", "b", "c", "d"], [0, 1, 0, 2], ["m", "n", "d"]),
            (
                "group", ["", "", "", ""], ["a.p1", "a.p2", "c", "d"], [0, 1, 2, 3],
                ["a.p1", "a.p2", "c", "d"]
            ),
            (nil, [], ["a.p1", "b/p2", "a.p4", "b#3"], [0, 1, 0, 1], ["a", "b"]),
            (nil, [], ["a.p1", "x", "a.p2", "y"], [0, 1, 0, 2], ["a", "x", "y"]),
            (nil, [], ["a.p5", "a.p0", ".p1", "#2"], nil, nil),
            (nil, [], ["a1", "a2", "ap3", "p4"], nil, nil),
        ] as [(String?, [String], [String], [Int]?, [String]?)])
    func groups(
        _ column: String?, _ given: [String], _ ids: [String], _ groups: [Int]?, _ names: [String]?
    ) throws {
        let rows = ids.indices.map { "\(ids[$0]),0,0,\($0),0,0,0" + (column == nil ? "" : ",\(given[$0])") }
        let header = PairTableTests.header + (column.map { ",\($0)" } ?? "")
        let file = try Self.read(([header] + rows).joined(separator: "\n"))
        #expect(file.pairs.groups == groups)
        #expect(file.groupNames == names)
        #expect(file.assumptions.isEmpty == (column != nil || groups == nil))
    }

    @Test("reads a hundred thousand rows, each as it is")
    func many() throws {
        let rows = (0..<100_000).map { "\($0)x,\($0),\($0).5,-\($0),1e\($0 % 9),0,7" }
        let file = try Self.read(([Self.header] + rows).joined(separator: "\n") + "\n")
        #expect(file.pairs.count == rows.count)
        for place in [0, 1, 99_999] {
            #expect(file.pairs.sources[place] == SIMD3(Double(place), Double(place) + 0.5, -Double(place)))
            #expect(file.table.lines[place] == place + 2)
        }
    }
}
