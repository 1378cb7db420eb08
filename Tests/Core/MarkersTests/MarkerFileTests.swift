import MarkerTables
import QuadGeometry
import Testing

@testable import Markers

@Suite("A file of markers in memory")
struct MarkerFileTests {
    private static let scope = CheckScope(facing: nil, only: nil, ignored: [], severities: [:])
    private static let square = "0,1,0,1,1,0,1,0,0,0,0,0"
    private static let bowTie = "0,1,0,1,0,0,1,1,0,0,0,0"

    private static func json(_ text: String) -> [UInt8] {
        let corners = text.split(separator: ",").map(String.init)
        let members = (0..<4).map {
            "\"p\($0 + 1)\":[\(corners[3 * $0..<3 * $0 + 3].joined(separator: ","))]"
        }
        return Array(
            "[{\"id\":\"910a2dec-8902-4cc1-beeb-8da1658eec67\",\(members.joined(separator: ","))}]".utf8)
    }

    @Test("is the same markers as a table and as a document")
    func forms() throws {
        let table = try MarkerFile("a.csv", Array(Self.bowTie.utf8))
        let document = try MarkerFile("-", Self.json(Self.bowTie))
        #expect((table.format, document.format) == (.csv, .json))
        #expect(table.quads == document.quads && table.separator == "comma" && document.separator == nil)
        #expect((table.unit, document.unit) == ("row", "value"))
        let check = try MarkerCheck(.app, Self.scope)
        for file in [table, document] {
            let codes = check.findings([MarkerBatch(file)])[0].map(\.code)
            #expect(codes == [.quad(.selfIntersecting)], "\(file.name)")
            let batch = MarkerBatch(repairing: file, check)
            #expect(batch.repairs.map(\.place) == [0] && check.findings([batch])[0].isEmpty)
            let repaired = try MarkerFile(file.name, file.applying(batch.repairs))
            #expect(repaired.quads == batch.quads)
        }
    }

    @Test("a marker that repeats another is dropped, and with it its row")
    func dropped() throws {
        let file = try MarkerFile("a.csv", Array("\(Self.square)\n\(Self.square)\n".utf8))
        let batch = MarkerBatch(repairing: file, try MarkerCheck(.app, Self.scope))
        #expect(batch.dropped == [1] && batch.quads.count == 1)
        #expect(file.applying(batch.repairs) == Array("\(Self.square)\n".utf8))
    }

    @Test("only what is asked for is found, as severe as is asked for")
    func scopes() throws {
        let file = try MarkerFile("a.csv", Array("\(Self.bowTie)\n1,2\n".utf8))
        func findings(_ scope: CheckScope) throws -> [MarkerFinding] {
            try MarkerCheck(.app, scope).findings([MarkerBatch(file)])[0]
        }
        let all = try findings(Self.scope)
        #expect(all.map(\.code) == [.quad(.selfIntersecting), .quad(.wrongShape)])
        #expect(all.map(\.line) == [1, 2] && all.map(\.pointer) == ["/markers/0", "/markers/1"])
        let ignored = CheckScope(facing: nil, only: nil, ignored: [.quad(.wrongShape)], severities: [:])
        #expect(try findings(ignored).map(\.line) == [1])
        let only = CheckScope(
            facing: nil, only: [.quad(.wrongShape)], ignored: [], severities: [.quad(.wrongShape): .hint])
        #expect(try findings(only).map(\.severity) == [.hint])
    }

    @Test("without markers says why")
    func errors() {
        func error(_ name: String, _ text: String, _ coordinates: MarkerCoordinates = .raw) -> String {
            do throws(MarkerFileError) {
                _ = try MarkerFile(name, Array(text.utf8), nil, coordinates)
                return ""
            } catch {
                return "\(error)"
            }
        }
        #expect(error("a.json", "") == "empty")
        #expect(error("a.csv", "") == "table(MarkerTables.TableError.empty)")
        #expect(error("a.csv", Self.square, .calibrated) == "tableOfRawCorners")
        #expect(error("a.json", "nothing").hasPrefix("json("))
    }
}
